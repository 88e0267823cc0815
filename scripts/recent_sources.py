#!/usr/bin/env python3
"""Prints the C++ sources to look through today: those that the last day's commits touched, and a fifth of all others.

    scripts/recent_sources.py [FOLDER]    of the tree, or of another checkout

A header is looked through with the sources that have its name, or, without such, with the first that includes it. The last
day is the one before the newest commit. Five days in a row name every source. After a day that changed most of them (or in a
checkout without a history, where all is new) 160 are named, as many as a check has time for; it says how many are not, and
they have their turn as the others do. scripts/lint tidy takes all.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

from check_names import ROOT
from turns import has_turn

MOST = 160


def git(folder: Path, *words: str) -> list[str]:
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout.splitlines()


def changed(folder: Path) -> set[str]:
    """Files that are not as they were a day before the newest commit, or not as they are committed."""
    newest = int(git(folder, "log", "-1", "--format=%ct")[0])
    earlier = git(folder, "rev-list", "-1", f"--before={newest - 24 * 60 * 60}", "HEAD")
    # Where a history begins later, all of it is new.
    before = earlier[0] if earlier else git(folder, "hash-object", "-t", "tree", "/dev/null")[0]
    return set(git(folder, "diff", "--name-only", before))


def sources_of(header: str, sources: list[str], folder: Path) -> list[str]:
    stem = header.removesuffix(".h")
    named = [s for s in sources if s in (f"{stem}.cpp", f"{stem}_test.cpp")]
    return named or [s for s in sources if f'"{header}"' in (folder / s).read_text()][:1]


def recent(folder: Path, day: date) -> list[str]:
    """Those of today's turn, and then what changed."""
    sources = git(folder, "ls-files", "*.cpp")
    new = changed(folder)
    touched = {s for s in sources if s in new}
    for header in new:
        if header.endswith(".h"):
            touched.update(sources_of(header, sources, folder))
    turn = [s for s in sources if has_turn(s, day)]
    return turn + sorted(touched - set(turn))


def main() -> None:
    chosen = recent(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT, date.today())
    print("\n".join(chosen[:MOST]))
    if len(chosen) > MOST:
        print(f"{len(chosen) - MOST} more have changed and wait for their turn", file=sys.stderr)


if __name__ == "__main__":
    main()
