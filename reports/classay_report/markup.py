"""Escapes text from journals for Markdown and HTML, so that it is shown literally."""

import html
import re
from collections.abc import Sequence

from classay_report.visible import visible

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|~>-])")


def escaped(text: str) -> str:
    """Returns one line for Markdown, also inside tables, without active markup. Plain names stay readable."""
    line = visible(" ".join(text.split()))
    if re.fullmatch(r"[A-Za-z0-9/.,: +=-]*", line) and not re.match(r"[-+#]|[0-9]+[.)] ", line):
        return line
    return _SIGNS.sub(r"\\\1", html.escape(line, quote=False))


def fenced(lines: Sequence[str]) -> list[str]:
    """Returns lines for Markdown as a block of code, with a fence that is longer than any run of backticks in them."""
    shown = [visible(line) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *shown, fence]
