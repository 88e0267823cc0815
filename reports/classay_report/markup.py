"""Escapes text from journals for Markdown and HTML, so that it is shown literally."""

import html
import re

from classay_report.visible import visible

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|~>-])")


def escaped(text: str) -> str:
    """Returns one line for Markdown, also inside tables, without active markup. Plain names stay readable."""
    line = visible(" ".join(text.split()))
    if re.fullmatch(r"[A-Za-z0-9/.,: +=-]*", line) and not re.match(r"[-+#]|[0-9]+[.)] ", line):
        return line
    return _SIGNS.sub(r"\\\1", html.escape(line, quote=False))
