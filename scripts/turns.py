#!/usr/bin/env python3
"""Distributes slow tests over five days, because they take too long for every run of CI. A test of harness/tests whose file
the last day changed runs on every day.

    scripts/turns.py FILE             print the tests of a list that do not run today, as an expression for ctest
                                      --exclude-regex
    scripts/turns.py --in-turn FILE   print the names that run today, one per line

FILE is - for standard input.
"""

from __future__ import annotations

import sys
import zlib
from datetime import date
from pathlib import Path

from lately import changed_files

ROOT = Path(__file__).resolve().parent.parent
DAYS = 5


def has_turn(name: str, day: date) -> bool:
    """Whether the name runs on this day: one day of any five in a row."""
    return (zlib.crc32(name.encode()) + day.toordinal()) % DAYS == 0


def names_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def in_turn(names: list[str], day: date) -> list[str]:
    """Returns the names that run on this day."""
    return [name for name in names if has_turn(name, day)]


def waiting(names: list[str], day: date) -> list[str]:
    """Returns the names that wait: all but each fifth. In a list sorted by time, each day takes about equally long."""
    return [name for i, name in enumerate(names) if (i + day.toordinal()) % DAYS != 0]


def unchanged(names: list[str], changed: set[str]) -> list[str]:
    """Returns the names without those of changed files."""
    return [name for name in names if f"harness/tests/test_{name.removeprefix('harness_')}.py" not in changed]


def expression(names: list[str]) -> str:
    """Returns the expression. It matches all tests of a family (Cases/FAMILY.Test/case), and other names in full."""
    return f"(^|/)({'|'.join(names)})([.]|$)"


def main(words: list[str]) -> None:
    text = sys.stdin.read() if words[-1] == "-" else Path(words[-1]).read_text()
    if words[0] == "--in-turn":
        print("\n".join(in_turn(names_in(text), date.today())))
    else:
        print(expression(unchanged(waiting(names_in(text), date.today()), changed_files(ROOT))))


if __name__ == "__main__":
    main(sys.argv[1:])
