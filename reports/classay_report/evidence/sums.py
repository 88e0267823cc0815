"""The checksums of a package's folder, in the form that `sha256sum -c` reads too.

The text is canonical: what is in the folder determines it to the byte. So whatever is changed in a file, in the list
itself or beside it is seen by writing the list again and comparing.
"""

import hashlib
from pathlib import Path

from classay_report.evidence.reason import Reason
from classay_report.evidence.tree import Tree, tree_of
from classay_report.files import TEXT_BYTES, open_plain

SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"  # of that list, by which it is of all that the list names


def sha256_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def holds(file: Path, content: bytes) -> bool:
    """Just that, without reading what is too long to be it."""
    return file.stat().st_size == len(content) and file.read_bytes() == content


def is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def sums_of(found: Tree) -> dict[str, str]:
    return {name: sha256_of(path) for name, path in found.files.items() if name not in (SUMS, SIGNATURE) and is_plain(path)}


def sums_text(sums: dict[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def _listed(text: str) -> dict[str, str]:
    """What a list says, read with indulgence: only to tell what is wrong with it."""
    lines = (line.partition("  ") for line in text.splitlines())
    return {name: digest for digest, _, name in lines}


def check_sums(folder: Path, found: Tree | None = None) -> list[Reason]:
    """All differences between a folder and its list."""
    found = found or tree_of(folder)
    others = sorted([*found.empty, *(name for name, path in found.files.items() if not is_plain(path))])
    reasons = [*found.reasons, *(Reason(name, "is no plain file") for name in others)]
    if not is_plain(folder / SUMS):
        return [*reasons, Reason(SUMS, "there is none: this is no package, or its list was lost")]
    there = sums_of(found)
    with open_plain(folder / SUMS) as stream:
        text = stream.read(TEXT_BYTES + 1)
    listed = _listed(text[:TEXT_BYTES].decode("utf-8", "replace"))
    reasons += [Reason(name, "is in the list and not in the package") for name in sorted(listed.keys() - there.keys())]
    reasons += [Reason(name, "is in the package and not in the list") for name in sorted(there.keys() - listed.keys())]
    changed = (name for name in sorted(there.keys() & listed.keys()) if there[name] != listed[name])
    reasons += [Reason(name, "was changed: its SHA-256 is not the one in the list") for name in changed]
    if not reasons and text != sums_text(there).encode():
        reasons.append(Reason(SUMS, "is not written as classay-report writes it"))
    return reasons
