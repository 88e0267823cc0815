"""Packs a package into one tar.gz. Equal files give equal bytes, and a seal follows at the end.

A gzip decoder ignores some bits of the stream (times, padding, different codings of the same data), so the files' checksums
do not detect every change of an archive. The seal does. It is a last, empty gzip member whose comment is the SHA-256 of all
bytes before it. For given bytes there is exactly one valid seal.
"""

import gzip
import hashlib
import tarfile
import tempfile
from pathlib import Path, PurePosixPath
from typing import IO

from classay_report import files
from classay_report.evidence.reason import Reason
from classay_report.evidence.tar import Tar
from classay_report.evidence.tree import DEEPEST, MOST_FILES, too_deep

_CHUNK = 1 << 20
UNPACKED_BYTES = 1 << 36
LONGEST_NAME = 1024  # bytes: the name of a package plus the name of a file in it
# Member with a comment, no time, unknown system (RFC 1952, 2.3); an empty block of the fixed code; no data's CRC and length.
_SEAL_HEAD = b"\x1f\x8b\x08\x10\x00\x00\x00\x00\x00\xffsha256:"
_SEAL_TAIL = b"\x00\x03\x00" + bytes(8)
SEAL_LENGTH = len(_SEAL_HEAD) + 64 + len(_SEAL_TAIL)


def seal_of(digest: str) -> bytes:
    return _SEAL_HEAD + digest.encode("ascii") + _SEAL_TAIL


def write_archive(folder: Path, archive: Path) -> None:
    """Writes the files of a folder, under the folder's name, sorted by name."""
    with archive.open("w+b") as raw:
        with (
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                # Leaves out the user, the time and the machine.
                entry = tarfile.TarInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
                entry.size = path.stat().st_size
                with path.open("rb") as content:
                    tar.addfile(entry, content)
        raw.seek(0)
        raw.write(seal_of(hashlib.file_digest(raw, "sha256").hexdigest()))


def check_seal(archive: Path) -> list[Reason]:
    size = archive.stat().st_size
    if size < SEAL_LENGTH:
        return [Reason(archive.name, "too short for the archive of a package")]
    digest = hashlib.sha256()
    with archive.open("rb") as raw:
        left = size - SEAL_LENGTH
        while left:
            chunk = raw.read(min(left, _CHUNK))
            if not chunk:
                break
            digest.update(chunk)
            left -= len(chunk)
        seal = raw.read()
    if seal == seal_of(digest.hexdigest()):
        return []
    return [Reason(archive.name, "the seal is broken: the archive was changed, truncated, or repacked by another program")]


def _trouble_with(entry: tarfile.TarInfo, seen: set[str]) -> str:
    size = len(entry.name.encode("utf-8", "surrogateescape"))
    if size > LONGEST_NAME:
        return f"the name has {size} bytes; at most {LONGEST_NAME} are allowed"
    name = PurePosixPath(entry.name)
    if len(name.parts) - 1 > DEEPEST:
        return too_deep(entry.name).what
    # A sparse file of a few bytes may unpack to any size.
    if not entry.isreg() or entry.issparse():
        return "not a regular file"
    if name.is_absolute() or ".." in name.parts or len(name.parts) < 2 or str(name) != entry.name:
        return "the name leads outside the package"
    return "occurs twice" if entry.name in seen else ""


def unpack(archive: Path, into: Path) -> list[Reason]:
    """Unpacks regular files with plain names, without the package's own folder. Returns a reason for each other entry."""
    reasons: list[Reason] = []
    seen: set[str] = set()
    try:
        with tempfile.TemporaryFile(dir=into) as unpacked:
            with files.open_plain(archive) as packed:
                bound = files.bound_of(archive.stat().st_size, UNPACKED_BYTES)
                for chunk in files.unpacked_chunks(packed, bound):
                    unpacked.write(chunk)
            unpacked.seek(0)
            reasons += _unpack_members(unpacked, into, seen)
    # ValueError: an invalid file name or number.
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        reasons.append(Reason(archive.name, f"cannot be unpacked: {error}"))
    if len({name.split("/", 1)[0] for name in seen}) > 1:
        reasons.append(Reason(archive.name, "contains more than one folder"))
    return reasons


def _unpack_members(unpacked: IO[bytes], into: Path, seen: set[str]) -> list[Reason]:
    reasons: list[Reason] = []
    tar = Tar(unpacked)
    for number, entry in enumerate(tar.members()):
        if number >= MOST_FILES:
            return [*reasons, Reason(entry.name, f"exceeds the {MOST_FILES} files that a package may contain").shown]
        if trouble := _trouble_with(entry, seen):
            reasons.append(Reason(entry.name, trouble).shown)
            continue
        seen.add(entry.name)
        _write(tar.content(entry), into.joinpath(*PurePosixPath(entry.name).parts[1:]))
    unpacked.seek(tar.end)
    if any(any(chunk) for chunk in iter(lambda: unpacked.read(_CHUNK), b"")):
        reasons.append(Reason("the archive", "contains data after its last file, which no program reads"))
    return reasons


def _write(content: IO[bytes], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as out:
        while chunk := content.read(_CHUNK):
            out.write(chunk)
