"""What can go wrong and be told in one sentence. Anything else is a bug, and shows its trace."""


class ReportError(Exception):
    """What happened, to what, and what to do."""


class UsageError(ReportError):
    """What was asked for can not be understood, or does not fit together."""
