"""Text that others wrote - devices, journals, packages, names of files - made visible before anybody reads it.

A terminal obeys control characters, a line of text ends where a newline stands in it, and letters that turn the direction of
writing around make one text look like another. Whatever is no plain letter, sign or blank is shown as its number instead
(`\\x1b`, `\\u202e`). Everything that goes to a terminal or into a page goes through here.
"""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

_LINES = re.compile(r"\r\n|\n")


def _shown(letter: str) -> str:
    number = ord(letter)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def visible(text: str) -> str:
    """One line."""
    # Not printable are control and format characters, surrogates, what is not assigned, and all blanks but " ".
    return text if text.isprintable() else "".join(c if c.isprintable() else _shown(c) for c in text)


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
