"""Text that others wrote - devices, journals, packages, names of files - made visible before anybody reads it.

A terminal obeys control characters, a line of text ends where a newline stands in it, and letters that turn the direction of
writing around make one text look like another. Whatever is no plain letter, sign or blank is shown as JSON writes it
(`\\n`, `\\u202e`), a byte that is no UTF-8 as its number (`\\xff`). Everything that goes to a terminal or into a page goes
through here. The program does the same (harness/text/visible.h), by the table of data/hostile/visible.json.
"""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

_LINES = re.compile(r"\r\n|\n")


# Bytes that are no UTF-8, as Python holds them in the names of files (PEP 383).
_BYTES = range(0xDC80, 0xDD00)
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _shown(letter: str) -> str:
    if ord(letter) in _BYTES:
        return f"\\x{ord(letter) - 0xDC00:02x}"
    halves = letter.encode("utf-16-be", "surrogatepass")
    return _NAMED.get(letter) or "".join(f"\\u{halves[i : i + 2].hex()}" for i in range(0, len(halves), 2))


def visible(text: str) -> str:
    """One line."""
    # Not printable are control and format characters, surrogates, what is not assigned, and all blanks but " ".
    return text if text.isprintable() else "".join(c if c.isprintable() else _shown(c) for c in text)


SHOWN_LETTERS = 200


def shortened(text: str, most: int = SHOWN_LETTERS) -> str:
    """The beginning of a text that may have any length, such as a name in an archive."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} letters)"


def visible_lines(text: str) -> str:
    """The same of a text that may have several lines, such as the log of a build; tabs are blanks."""
    return "\n".join(visible(line.replace("\t", "    ")) for line in _LINES.split(text))


def joined(lines: Iterable[str]) -> str:
    """A text of lines: whatever one holds, it stays one."""
    return "".join(f"{visible(line)}\n" for line in lines)


def json_text(value: Any) -> str:
    """For programs, and no harm to a terminal."""
    return json.dumps(value, indent=1).replace("\x7f", "\\u007f") + "\n"


def say(*lines: str) -> None:
    """To standard output."""
    sys.stdout.write(joined(lines))


def warn(line: str) -> None:
    print(visible(line), file=sys.stderr)
