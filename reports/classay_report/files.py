"""Files that others made are opened with care, and those that others will read come into being whole.

What is read is a plain file: a pipe would be waited for, and a device may have no end. What is unpacked has bounds. What is
written is written beside its place and moved there when it is whole, so that a full disk or a kill leaves what was there.
"""

import os
import shutil
import stat
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from classay_report.errors import ReportError

TEXT_BYTES = 1 << 26  # of a file that is read as one text
# A journal packs to a tenth or a twentieth; what packs to much less is no journal.
UNPACKED_RATIO = 200
UNPACKED_BYTES = 1 << 30  # of a journal, which stays in memory
_SLACK = 1 << 20
_CHUNK = 1 << 16


def open_plain(path: Path) -> BinaryIO:
    """Without waiting for whatever it is. Raises ReportError for what is no plain file, OSError for what can not be read."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ReportError(f"{path}: is no plain file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_text(path: Path) -> str:
    """As it stands there: ends of lines are not translated."""
    with open_plain(path) as stream:
        content = stream.read(TEXT_BYTES + 1)
    if len(content) > TEXT_BYTES:
        raise ReportError(f"{path}: is longer than {TEXT_BYTES >> 20} MiB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ReportError(f"{path}, line {line}: is no text: {error.reason}") from error


def bound_of(packed: int, most: int) -> int:
    """To how many bytes so many may be unpacked."""
    return min(most, UNPACKED_RATIO * packed + _SLACK)


def unpacked_chunks(stream: BinaryIO, bound: int) -> Iterator[bytes]:
    """Of a gzip file with all its members. Raises ValueError for what is none, or is larger than the bound."""
    left, total, member = b"", 0, zlib.decompressobj(wbits=31)
    is_begun = False
    while left or (left := stream.read(_CHUNK)):
        try:
            chunk = member.decompress(left, _CHUNK)
        except zlib.error as error:
            raise ValueError(f"can not be unpacked: {error}") from error
        is_begun = True
        left = member.unused_data if member.eof else member.unconsumed_tail
        if member.eof:
            member, is_begun = zlib.decompressobj(wbits=31), False
        total += len(chunk)
        if total > bound:
            raise ValueError(f"unpacks to more than {bound} bytes: no journal does")
        yield chunk
    if is_begun:
        raise ValueError("can not be unpacked: it was cut off")


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A place beside a file, for what is to be that file. What is no plain file, such as /dev/stdout, is written itself."""
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
    """A new folder beside one, gone afterwards with all that was left in it."""
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
