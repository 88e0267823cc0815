#!/usr/bin/env python3
"""Checks names in the sources: those of builtins, and those of files.

    scripts/check_names.py [FOLDER]    the tree, or another one

  builtins  What is known of one builtin by its name stands in its row (suites/table_*.h), with its truth (reference/), or in
            a test. A string of that name anywhere else is a second list, which whoever adds a builtin would have to know of.
  files     A file that a comment or a page names exists, so that a reader who follows it arrives.

Exit codes: 0 clean, 1 a name is in the wrong place, or of nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TABLE = re.compile(r"suites/table_\w+\.h")
# Of a row, and of a function that makes one.
IN_TABLE = re.compile(r'\.name = "(\w+)"|^\s+\w+(?:<[^>]*>)?\("(\w+)"', re.MULTILINE)
# Where names are data too: rules are sentences about builtins, reasons say which of them a clause is about, the self-check
# and the simulated device ask some; collective and atomic functions have tables of their own.
OTHER_TABLES = re.compile(
    r"suites/(table|rules|test_calls|vacuous/(reasons|open_calls))|reference/|harness/selfcheck/|harness/sweep/fake_device|"
    r"kernels/(collecting|contending)"
)
TEST = re.compile(r"_test\.cpp$|/tests/|testing\.(h|cpp)$")
# They are words for other things as well: of a journal, of numbers, of groups and strategies, of what a device says of
# itself.
ORDINARY = {"all", "any", "cross", "equal", "fma", "log", "nan", "shuffle", "step"}
# Measured and not judged: harness/probes has a file for each.
MEASURED = {"prefetch", "printf"}

ROOMS = "cmake|data|docs|farm|harness|kernels|reference|reports|scripts|suites"
PATH = re.compile(
    rf"(?<![\w/.*-])((?:(?:{ROOMS}|\.ci)/)[\w./-]*\w|[\w-]+(?:/[\w.-]+)*\.(?:h|cpp|def|py|md|sh|cmake))(?![\w/*])"
)
# Built, written by a run, of the standard library, or made up in an example.
MADE = re.compile(
    r"^(build/|bits/|\w+/NAME|data/hard-inputs/NAME|reports/build|scripts/packages-NAME)|^(summary\.md|ROOM/header\.h)$|CPackConfig"
)
COMMENTED = {".h": "//", ".cpp": "//", ".def": "//", ".py": "#", ".sh": "#", ".cmake": "#", "": "#", ".txt": "#"}


def files_of(folder: Path) -> list[str]:
    """As git has them; in an unpacked archive, all."""
    asked = subprocess.run(["git", "-C", str(folder), "ls-files"], capture_output=True, text=True, check=False)
    if asked.returncode == 0 and asked.stdout:
        return [name for name in asked.stdout.splitlines() if (folder / name).is_file()]
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file()]


def builtins(folder: Path, files: list[str]) -> set[str]:
    text = "\n".join((folder / name).read_text() for name in files if TABLE.fullmatch(name))
    return {one or other for one, other in IN_TABLE.findall(text)}


def misplaced(folder: Path, files: list[str]) -> Iterator[str]:
    """Strings that are the name of a builtin, outside of the table."""
    names = builtins(folder, files) - ORDINARY - MEASURED
    for name in files:
        if not name.endswith((".h", ".cpp")) or TEST.search(name) or OTHER_TABLES.match(name):
            continue
        for number, line in enumerate((folder / name).read_text().splitlines(), 1):
            for word in re.findall(r'"(\w+)"', line.split("//")[0]):
                if word in names:
                    yield f'{name}:{number}: "{word}" is a builtin: what is known of it belongs into its row'


def prose(name: str, line: str) -> str:
    """What of a line is written for people."""
    mark = COMMENTED.get(Path(name).suffix)
    if mark is None:
        return line
    if "#include" in line:
        return ""
    at = re.search(rf"(^|\s){mark}", line)
    return line[at.end() :] if at else ""


def is_prose(name: str) -> bool:
    if name.startswith(("reports/tests/data/", "suites/testdata/", "data/")):
        return False
    return Path(name).suffix in {".md", *COMMENTED} and name not in {"LICENSE", "NOTICE"}


def endings(files: list[str]) -> set[str]:
    """All ways to name a file or a folder: whole, and from any folder on that it lies in; with and without its ending."""
    paths = {*files, *(str(parent) for name in files for parent in Path(name).parents)}
    paths |= {path.rsplit(".", 1)[0] for path in files}
    return {"/".join(parts[i:]) for parts in (path.split("/") for path in paths) for i in range(len(parts))}


def lost(folder: Path, files: list[str]) -> Iterator[str]:
    """Files that comments and pages name, and that are not there."""
    known = endings(files)
    for name in filter(is_prose, files):
        for number, line in enumerate((folder / name).read_text(errors="replace").splitlines(), 1):
            for path in PATH.findall(prose(name, line)):
                if not MADE.search(path) and path.rstrip("/") not in known:
                    yield f"{name}:{number}: there is no {path}"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else ROOT
    files = files_of(folder)
    wrong = [*misplaced(folder, files), *lost(folder, files)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
