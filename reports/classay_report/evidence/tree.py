"""Finds the files of an untrusted folder, within bounds."""

import os
from pathlib import Path
from typing import NamedTuple

from classay_report.evidence.reason import Reason
from classay_report.journal.lines import MOST_SHARDS

MOST_FILES = MOST_SHARDS + 16
DEEPEST = 8  # components of a path; paths in a package have one or two


class Tree(NamedTuple):
    """Entries by their path in the folder, such as `journals/1-of-2.jsonl`, sorted."""

    files: dict[str, Path]  # everything except folders, including links and pipes
    empty: dict[str, Path]  # folders without entries
    reasons: list[Reason]  # why the rest was not searched


def tree_of(folder: Path) -> Tree:
    """Stops when there are too many entries, and does not enter folders that are too deep."""
    found = Tree({}, {}, [])
    left, count = [(folder, "")], 0
    while left:
        path, name = left.pop()
        is_empty = True
        with os.scandir(path) as entries:
            for entry in entries:
                is_empty = False
                count += 1
                if count > MOST_FILES:
                    found.reasons.append(Reason(name or ".", f"contains more than the {MOST_FILES} files of a package"))
                    return _in_order(found)
                inner = f"{name}{entry.name}"
                if not entry.is_dir(follow_symlinks=False):
                    found.files[inner] = Path(entry.path)
                elif inner.count("/") + 1 >= DEEPEST:
                    found.reasons.append(too_deep(inner))
                else:
                    left.append((Path(entry.path), f"{inner}/"))
        if is_empty and name:
            found.empty[name[:-1]] = path
    return _in_order(found)


def too_deep(name: str) -> Reason:
    return Reason(name, f"deeper than the {DEEPEST} levels that a package may have")


def _in_order(found: Tree) -> Tree:
    return Tree(dict(sorted(found.files.items())), dict(sorted(found.empty.items())), sorted(found.reasons))
