"""Shared by the scripts that write parts of documentation: list items, and pages that are written or only compared."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 118


def list_item(text: str) -> str:
    """Returns an item of a list, wrapped. Links and words in `code` stay on one line."""
    kept = re.sub(r"\[[^\]]*\]\([^)]*\)|`[^`]*`", lambda whole: whole[0].replace(" ", "\0"), f"- {text}")
    lines = textwrap.wrap(kept, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def keep_current(page: Path, text: str, only_check: bool, command: str) -> bool:
    """Writes the page, or returns whether it has this text already. Reports a page that is not current with the command
    that writes it."""
    if not only_check:
        page.write_text(text)
        return True
    if page.read_text() == text:
        return True
    print(f"{page.relative_to(ROOT)} is not current: run {command}", file=sys.stderr)
    return False
