#!/usr/bin/env python3
"""Prints the C++ sources to check today: those that the last day's commits changed, and a fifth of all others.

    scripts/recent_sources.py [--most N] [FOLDER]    of this checkout (default: the tree), at most N, spread over all

A header is checked with the sources of the same name, or with the first source that includes it. The last day is the one
before the newest commit. In five successive days every source is printed. If most sources changed, or the checkout has no
history, at most 160 are printed, because a check has a time limit. The script reports how many changed sources it omits;
these are checked on their regular day. scripts/lint tidy checks all.
"""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from check_names import ROOT
from lately import changed_files, git, state_before
from turns import in_turn

MOST = 160
NOT_HERE = "*/windows/*"  # their headers are those of Windows


def changed(folder: Path) -> set[str]:
    """Returns the files that the last day changed. In a history that begins later, everything is new."""
    return changed_files(folder) if state_before(folder) else set(git(folder, "ls-files").splitlines())


def sources_of(header: str, sources: list[str], folder: Path) -> list[str]:
    stem = header.removesuffix(".h")
    named = [s for s in sources if s in (f"{stem}.cpp", f"{stem}_test.cpp")]
    return named or [s for s in sources if f'"{header}"' in (folder / s).read_text()][:1]


def recent(folder: Path, day: date) -> list[str]:
    """Returns the sources of today's fifth, then those that changed."""
    sources = git(folder, "ls-files", "*.cpp", f":!{NOT_HERE}").splitlines()
    new = changed(folder)
    touched = {s for s in sources if s in new}
    for header in new:
        if header.endswith(".h"):
            touched.update(sources_of(header, sources, folder))
    turn = in_turn(sources, day)
    return turn + sorted(touched - set(turn))


def spread(names: list[str], most: int) -> list[str]:
    """Returns `most` of the names, at equal distances."""
    return [names[i * len(names) // most] for i in range(most)] if len(names) > most else names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=MOST, metavar="N")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    arguments = parser.parse_args()
    chosen = recent(arguments.folder, date.today())
    print("\n".join(spread(chosen[:MOST], arguments.most)))
    left = len(chosen) - min(MOST, arguments.most)
    if left > 0:
        print(f"{left} more have changed; they are checked on their regular day", file=sys.stderr)


if __name__ == "__main__":
    main()
