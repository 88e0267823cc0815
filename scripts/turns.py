#!/usr/bin/env python3
"""What takes too long for every run of CI has its turn each fifth day.

scripts/turns.py FILE    the tests of a list that have not their turn today, as an expression for ctest --exclude-regex
"""

from __future__ import annotations

import sys
import zlib
from datetime import date
from pathlib import Path

DAYS = 5


def has_turn(name: str, day: date) -> bool:
    """Each name on one day of any five in a row."""
    return (zlib.crc32(name.encode()) + day.toordinal()) % DAYS == 0


def names_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def waiting(names: list[str], day: date) -> list[str]:
    """All but each fifth, which is another one each day: of a list that is ordered by time each day has its share."""
    return [name for i, name in enumerate(names) if (i + day.toordinal()) % DAYS != 0]


def expression(names: list[str]) -> str:
    """Of a family its tests, "Cases/FAMILY.Test/case"; of others the whole name."""
    return f"(^|/)({'|'.join(names)})([.]|$)"


if __name__ == "__main__":
    print(expression(waiting(names_in(Path(sys.argv[1]).read_text()), date.today())))
