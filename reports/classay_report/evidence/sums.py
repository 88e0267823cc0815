"""Writes and checks the checksums of a package's folder, in a format that `sha256sum -c` also reads.

The text is canonical: the content of the folder determines every byte. To detect any change of a file or of the list, the
check writes the list again and compares.
"""

import hashlib
from pathlib import Path

from classay_report.evidence.reason import Reason
from classay_report.evidence.tree import Tree, tree_of
from classay_report.files import TEXT_BYTES, open_plain

SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"  # signs that list, and thereby all files in it


def sha256_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def holds(file: Path, content: bytes) -> bool:
    """Whether the file has exactly this content. Does not read a file of a different size."""
    return file.stat().st_size == len(content) and file.read_bytes() == content


def is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def sums_of(found: Tree) -> dict[str, str]:
    return {name: sha256_of(path) for name, path in found.files.items() if name not in (SUMS, SIGNATURE) and is_plain(path)}


def sums_text(sums: dict[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def _listed(text: str) -> dict[str, str]:
    """Parses a list tolerantly, only to find out what differs."""
    lines = (line.partition("  ") for line in text.splitlines())
    return {name: digest for digest, _, name in lines}


def check_sums(folder: Path, found: Tree | None = None) -> list[Reason]:
    """Finds all differences between a folder and its list."""
    found = found or tree_of(folder)
    others = sorted([*found.empty, *(name for name, path in found.files.items() if not is_plain(path))])
    reasons = [*found.reasons, *(Reason(name, "not a regular file") for name in others)]
    if not is_plain(folder / SUMS):
        return [*reasons, Reason(SUMS, "missing: this is not a package, or its list was lost")]
    there = sums_of(found)
    with open_plain(folder / SUMS) as stream:
        text = stream.read(TEXT_BYTES + 1)
    listed = _listed(text[:TEXT_BYTES].decode("utf-8", "replace"))
    reasons += [Reason(name, "in the list but not in the package") for name in sorted(listed.keys() - there.keys())]
    reasons += [Reason(name, "in the package but not in the list") for name in sorted(there.keys() - listed.keys())]
    changed = (name for name in sorted(there.keys() & listed.keys()) if there[name] != listed[name])
    reasons += [Reason(name, "changed: its SHA-256 differs from the one in the list") for name in changed]
    if not reasons and text != sums_text(there).encode():
        reasons.append(Reason(SUMS, "not written in the format of classay-report"))
    return reasons
