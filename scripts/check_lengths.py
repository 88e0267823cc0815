#!/usr/bin/env python3
"""Checks that no source file is too long to read: at most 400 lines of C++, Python or shell.

    scripts/check_lengths.py [FOLDER]    check this folder (default: the tree)

Data files (inputs, results, mutations) may be longer. For the length of functions see .clang-tidy
(readability-function-size).

Exit codes: 0 clean, 1 a file is too long.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from check_names import ROOT, files_of

MOST_LINES = 400
SUFFIXES = {".h", ".cpp", ".def", ".cl", ".py", ".sh"}


def is_source(path: Path) -> bool:
    """Decides by the file name, and for scripts without a suffix by the first line."""
    if path.suffix:
        return path.suffix in SUFFIXES
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def too_long(folder: Path, files: list[str]) -> Iterator[str]:
    for name in files:
        if not is_source(folder / name):
            continue
        lines = len((folder / name).read_text().splitlines())
        if lines > MOST_LINES:
            yield f"{name}: {lines} lines; the limit is {MOST_LINES}: split the file where its subject changes"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else ROOT
    wrong = list(too_long(folder, files_of(folder)))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
