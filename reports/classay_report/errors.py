"""Errors that one sentence explains to the user. Any other exception is a bug and shows its traceback."""


class ReportError(Exception):
    """The message names the object, the error and the remedy."""


class MalformedError(ReportError):
    """A file cannot be read. The message names the file, the line and the error."""


class UsageError(ReportError):
    """The arguments are invalid, contradict each other, or name a path that does not exist."""
