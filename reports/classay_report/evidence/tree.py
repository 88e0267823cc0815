"""Finds the files of a folder of unknown origin, within bounds."""

import os
from pathlib import Path
from typing import NamedTuple

from classay_report.evidence.reason import Reason
from classay_report.journal.lines import MOST_SHARDS

MOST_FILES = MOST_SHARDS + 16
DEEPEST = 8  # parts of a name; those of a package have one or two


class Tree(NamedTuple):
    """All by their names in the folder, such as `journals/1-of-2.jsonl`, in order."""

    files: dict[str, Path]  # everything except folders: links and pipes too
    empty: dict[str, Path]  # folders with nothing in them
    reasons: list[Reason]  # why the rest was not looked at


def tree_of(folder: Path) -> Tree:
    """Stops at the first entry too many, and never enters a folder that is too deep."""
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
                    found.reasons.append(Reason(name or ".", f"holds more than the {MOST_FILES} files of a package"))
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
    return Reason(name, f"lies deeper than the {DEEPEST} levels that a package may have")


def _in_order(found: Tree) -> Tree:
    return Tree(dict(sorted(found.files.items())), dict(sorted(found.empty.items())), sorted(found.reasons))
