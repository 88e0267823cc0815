#!/usr/bin/env python3
"""Checks names in the sources: names of builtins, of files, and of types.

    scripts/check_names.py [FOLDER]    check this folder (default: the tree)

  builtins  Facts about a builtin belong in its row (suites/table_*.h), its reference (reference/), or a test. A string
            with its name anywhere else is a second list that every new builtin would have to be added to.
  files     A file that a comment or a page names must exist, so that a reader can open it.
  types     Two headers must not define types of one name in one namespace: a source that includes both does not build,
            and sources that include one each break the one definition rule.

Exit codes: 0 clean, 1 a name in the wrong place, of a missing file, or of two types.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TABLE = re.compile(r"suites/table_\w+\.h")
# The name in a row, and in a function that makes a row.
IN_TABLE = re.compile(r'\.name = "(\w+)"|^\s+\w+(?:<[^>]*>)?\("(\w+)"', re.MULTILINE)
# Folders in which names are data: rules are sentences about builtins, reasons name the builtins of a clause, and the
# self-check and the simulated device run some builtins. Collective and atomic functions have their own tables.
OTHER_TABLES = re.compile(
    r"suites/(table|rules|test_calls|vacuous/(reasons|open_calls))|reference/|harness/worker/selfcheck/|harness/worker/sweep/fake_device|"
    r"kernels/(collecting|contending)"
)
TEST = re.compile(r"_test\.cpp$|/tests/|^tools/|testing\.(h|cpp)$")
# Names that also have other meanings: fields of a journal, numbers, groups and strategies, properties of a device.
ORDINARY = {"all", "any", "cross", "equal", "fma", "log", "nan", "shuffle", "step"}
# Builtins that are measured and not judged: harness/worker/probes has a file for each.
MEASURED = {"prefetch", "printf"}

MODULES = "cmake|data|docs|farm|harness|kernels|reference|reports|scripts|suites|tools"
PATH = re.compile(
    rf"(?<![\w/.*-])((?:(?:{MODULES}|\.ci)/)[\w./-]*\w|[\w-]+(?:/[\w.-]+)*\.(?:h|cpp|def|py|md|sh|cmake))(?![\w/*])"
)
# Files that are built, written by a run, part of the standard library, or made up in an example.
MADE = re.compile(
    r"^(build/|bits/|\w+/NAME|data/hard-inputs/NAME|reports/build|scripts/packages-NAME)|^summary\.md$|CPackConfig|^(fmt|gmock|gtest)/|/vector_size"
)
# The definition of a type, or an alias; not a declaration, and not a specialisation of a template.
TYPE = re.compile(r"(?:struct|class|union|enum(?: class)?) (\w+)(?: final)?(?: : [^;]*)? ?\{|using (\w+) =")
# A namespace with one declaration has no comment at its end.
SHORT_NAMESPACE = re.compile(r"^namespace [\w:]* \{\n[^\n]*\n\}$", re.MULTILINE)
COMMENTED = {".h": "//", ".cpp": "//", ".def": "//", ".py": "#", ".sh": "#", ".cmake": "#", "": "#", ".txt": "#"}


def files_of(folder: Path) -> list[str]:
    """Returns the files that git tracks; in an unpacked archive, all files."""
    asked = subprocess.run(["git", "-C", str(folder), "ls-files"], capture_output=True, text=True, check=False)
    if asked.returncode == 0 and asked.stdout:
        return [name for name in asked.stdout.splitlines() if (folder / name).is_file()]
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file()]


def builtins(folder: Path, files: list[str]) -> set[str]:
    text = "\n".join((folder / name).read_text() for name in files if TABLE.fullmatch(name))
    return {one or other for one, other in IN_TABLE.findall(text)}


def misplaced(folder: Path, files: list[str]) -> Iterator[str]:
    """Finds strings outside the table that are the name of a builtin."""
    names = builtins(folder, files) - ORDINARY - MEASURED
    for name in files:
        if not name.endswith((".h", ".cpp")) or TEST.search(name) or OTHER_TABLES.match(name):
            continue
        for number, line in enumerate((folder / name).read_text().splitlines(), 1):
            for word in re.findall(r'"(\w+)"', line.split("//")[0]):
                if word in names:
                    yield f'{name}:{number}: "{word}" is a builtin: move this fact into its row'


def prose(name: str, line: str) -> str:
    """Returns the part of a line that is written for readers."""
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
    """Returns all ways to name a file or a folder: from any parent folder on, with and without the suffix."""
    paths = {*files, *(str(parent) for name in files for parent in Path(name).parents)}
    paths |= {path.rsplit(".", 1)[0] for path in files}
    return {"/".join(parts[i:]) for parts in (path.split("/") for path in paths) for i in range(len(parts))}


def lost(folder: Path, files: list[str]) -> Iterator[str]:
    """Finds names of missing files in comments and pages."""
    known = endings(files)
    for name in filter(is_prose, files):
        for number, line in enumerate((folder / name).read_text(errors="replace").splitlines(), 1):
            for path in PATH.findall(prose(name, line)):
                if not MADE.search(path) and path.rstrip("/") not in known:
                    yield f"{name}:{number}: no such file: {path}"


def types_of(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yields the namespace and the name of each type that a header defines in a namespace, and not within a type; and
    whether it is an alias."""
    spaces: list[str] = []
    for line in SHORT_NAMESPACE.sub("", text).splitlines():
        if found := re.match(r"(?:inline )?namespace ([\w:]*) ?\{$", line):
            spaces.append(found[1])
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif (found := TYPE.match(line)) and "" not in spaces:
            yield "::".join(spaces), found[1] or found[2], bool(found[2])


def twins(folder: Path, files: list[str]) -> Iterator[str]:
    """Finds types that have their name from two headers. Two aliases may name the same type."""
    first: dict[tuple[str, str], tuple[str, bool]] = {}
    for name in files:
        if not name.endswith(".h"):
            continue
        for space, of_type, is_alias in types_of((folder / name).read_text()):
            other, is_other_alias = first.setdefault((space, of_type), (name, is_alias))
            if other != name and not (is_alias and is_other_alias):
                yield f"{name}: {space}::{of_type} is also a type of {other}: rename one of them"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else ROOT
    files = files_of(folder)
    wrong = [*misplaced(folder, files), *lost(folder, files), *twins(folder, files)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
