"""What can go wrong and be told in one sentence. Anything else is a bug, and shows its trace."""


class ReportError(Exception):
    """What happened, to what, and what to do."""


class MalformedError(ReportError):
    """A file that can not be read: the message names the file, the line, and what is wrong."""


class UsageError(ReportError):
    """What was asked for can not be understood, or does not fit together."""
