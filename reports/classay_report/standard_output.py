"""Prepares standard output so that commands can rely on it.

- A character that the terminal cannot encode is printed as its number.
- If the reader of a pipe has closed it, the rest is dropped. The command continues and ends with its own exit code, so that
  `diff A B | head -1` still reports a failure.
- If standard output is closed, the first write raises OSError, as on a full disk. A command that prints nothing does not
  need standard output.
"""

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any


class _Pipe(io.RawIOBase):
    """Writes to a descriptor until the reader closes the pipe, and drops the rest."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._is_gone = descriptor, False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: "memoryview[int] | bytes") -> int:  # type: ignore[override]
        if not self._is_gone:
            try:
                return os.write(self._descriptor, data)
            except BrokenPipeError:
                self._is_gone = True
        return len(data)


class _Closed(io.TextIOBase):
    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, "is closed; the output is lost", "standard output")
        return 0


def prepare() -> None:
    """Must be called before anything is printed or opened."""
    _fill_closed_descriptors()
    if sys.stderr is None:
        # Without this, print() would write warnings to standard output.
        sys.stderr = os.fdopen(2, "w", closefd=False)
    if sys.stdout is None:
        sys.stdout = _Closed()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _without_its_reader(sys.stdout)


def _fill_closed_descriptors() -> None:
    """Opens /dev/null for closed descriptors: otherwise a new file would get the number and receive a child's output."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _without_its_reader(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    buffer: Any = stream.buffer  # with PYTHONUNBUFFERED: the raw file
    if not isinstance(getattr(buffer, "raw", buffer), io.FileIO):
        stream.reconfigure(errors="backslashreplace")  # a test's own stream
        return stream
    stream.flush()
    by_line = stream.line_buffering or stream.write_through
    raw: Any = _Pipe(stream.fileno())
    pipe = io.BufferedWriter(raw)
    return io.TextIOWrapper(pipe, encoding=stream.encoding, errors="backslashreplace", line_buffering=by_line)


def drop() -> None:
    """Discards unwritten output after a failed write, so that the interpreter's final flush does not fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
