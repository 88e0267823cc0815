"""Opens files from untrusted sources safely, and replaces files atomically.

Input must be a regular file: opening a pipe may block, and a device may never end. Unpacking is bounded. Output goes to a
temporary file in the same folder, which replaces the target when complete. A full disk or a kill leaves the old file.
"""

import os
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from classay_report.errors import ReportError

TEXT_BYTES = 1 << 26  # the longest text file
# A journal compresses by a factor of 10 to 20. A much larger factor means that the file is not a journal.
UNPACKED_RATIO = 200
UNPACKED_BYTES = 1 << 30  # the largest compressed journal: its content stays in memory
_SLACK = 1 << 20
_CHUNK = 1 << 16

if sys.platform == "win32":
    _TO_READ = os.O_RDONLY
else:
    _TO_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC


def open_plain(path: Path) -> BinaryIO:
    """Opens a file without blocking. Raises ReportError if it is not a regular file, OSError if it cannot be read."""
    handle = os.open(path, _TO_READ)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ReportError(f"{path}: not a regular file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_text(path: Path) -> str:
    """Returns the content unchanged: line ends are not translated."""
    with open_plain(path) as stream:
        content = stream.read(TEXT_BYTES + 1)
    if len(content) > TEXT_BYTES:
        raise ReportError(f"{path}: longer than {TEXT_BYTES >> 20} MiB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ReportError(f"{path}, line {line}: not UTF-8 text: {error.reason}") from error


def bound_of(packed: int, most: int) -> int:
    """Returns the largest unpacked size, in bytes, that is accepted for `packed` bytes."""
    return min(most, UNPACKED_RATIO * packed + _SLACK)


def unpacked_chunks(stream: BinaryIO, bound: int) -> Iterator[bytes]:
    """Unpacks all members of a gzip file. Raises ValueError if it is not one, or unpacks to more than `bound` bytes."""
    left, total, member = b"", 0, zlib.decompressobj(wbits=31)
    is_begun = False
    while left or (left := stream.read(_CHUNK)):
        try:
            chunk = member.decompress(left, _CHUNK)
        except zlib.error as error:
            raise ValueError(f"cannot be unpacked: {error}") from error
        is_begun = True
        left = member.unused_data if member.eof else member.unconsumed_tail
        if member.eof:
            member, is_begun = zlib.decompressobj(wbits=31), False
        total += len(chunk)
        if total > bound:
            raise ValueError(f"unpacks to more than {bound} bytes, more than any journal")
        yield chunk
    if is_begun:
        raise ValueError("cannot be unpacked: the file is truncated")


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Yields a temporary path, whose file replaces `path` on success. Yields `path` itself if it is not a regular file."""
    target = path.resolve() if path.is_symlink() else path
    if target.exists() and not target.is_file():
        yield target
        return
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:64]}.", dir=target.parent)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    with replaced(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="")


@contextmanager
def folder_beside(folder: Path) -> Iterator[Path]:
    """Yields a new temporary folder next to `folder`, and deletes it afterwards with its content."""
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name[:64]}.", dir=folder.absolute().parent))
    beside.chmod(0o777 & ~_umask())
    try:
        yield beside
    finally:
        with suppress(OSError):
            shutil.rmtree(beside)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
