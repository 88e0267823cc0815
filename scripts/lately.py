"""Tells what the last day's commits changed, for checks that take turns: what changed is checked whatever the day."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ENTRY = re.compile(r"^\[([^\]]+)\]$", re.MULTILINE)


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout


def state_before(folder: Path) -> str | None:
    """Returns the commit of the day before the newest one; None: the checkout has none."""
    try:
        newest = int(git(folder, "log", "-1", "--format=%ct"))
        return git(folder, "rev-list", "-1", f"--before={newest - 24 * 60 * 60}", "HEAD").strip() or None
    except (subprocess.CalledProcessError, FileNotFoundError, ValueError):
        return None


def changed_files(folder: Path) -> set[str]:
    """Returns the files that differ from the state before, uncommitted changes included; empty without such a state."""
    before = state_before(folder)
    return set(git(folder, "diff", "--name-only", before).splitlines()) if before else set()


def entries(text: str) -> dict[str, str]:
    """Returns the entries of a file of data/planted by name."""
    parts = ENTRY.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def changed_entries(folder: Path) -> set[str]:
    """Returns the entries of data/planted that are new or differ from the state before."""
    before = state_before(folder)
    found: set[str] = set()
    for name in changed_files(folder):
        if not re.fullmatch(r"data/planted/[^/]+\.txt", name) or not (folder / name).exists():
            continue
        try:
            old = entries(git(folder, "show", f"{before}:{name}"))
        except subprocess.CalledProcessError:  # the file is new
            old = {}
        found |= {entry for entry, text in entries((folder / name).read_text()).items() if old.get(entry) != text}
    return found
