"""Makes text from devices, journals, packages and file names visible before it is shown.

Control characters would act on the terminal, a newline would end the line, and bidirectional controls would make one text
look like another. Each character that is not a printable letter, sign or space is shown as JSON writes it (`\\n`,
`\\u202e`), and each byte that is not UTF-8 as its number (`\\xff`). All text for a terminal or a page passes through here.
The program does the same (harness/text/visible.h), with the table of data/hostile/visible.json.
"""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

_LINES = re.compile(r"\r\n|\n")


# Python represents bytes of file names that are not UTF-8 by these code points (PEP 383).
_BYTES = range(0xDC80, 0xDD00)
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _shown(letter: str) -> str:
    if ord(letter) in _BYTES:
        return f"\\x{ord(letter) - 0xDC00:02x}"
    halves = letter.encode("utf-16-be", "surrogatepass")
    return _NAMED.get(letter) or "".join(f"\\u{halves[i : i + 2].hex()}" for i in range(0, len(halves), 2))


def visible(text: str) -> str:
    """Returns the text as one visible line."""
    # Unprintable are control and format characters, surrogates, unassigned characters, and all spaces except " ".
    return text if text.isprintable() else "".join(c if c.isprintable() else _shown(c) for c in text)


SHOWN_LETTERS = 200


def shortened(text: str, most: int = SHOWN_LETTERS) -> str:
    """Cuts off a text of unknown length, such as a name in an archive."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} letters)"


def visible_lines(text: str) -> str:
    """Makes each line of a text visible, such as a build log. A tab becomes four spaces."""
    return "\n".join(visible(line.replace("\t", "    ")) for line in _LINES.split(text))


def joined(lines: Iterable[str]) -> str:
    """Joins lines into a text. A newline inside a line is made visible, so that it stays one line."""
    return "".join(f"{visible(line)}\n" for line in lines)


def json_text(value: Any) -> str:
    """Returns JSON for programs that is also safe to print on a terminal."""
    return json.dumps(value, indent=1).replace("\x7f", "\\u007f") + "\n"


def say(*lines: str) -> None:
    """Prints lines to standard output."""
    sys.stdout.write(joined(lines))


def warn(line: str) -> None:
    print(visible(line), file=sys.stderr)
