"""Text from journals, in Markdown and in HTML: shown as it is, whatever it holds."""

import html
import re

from classay_report.visible import visible

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|~>-])")


def escaped(text: str) -> str:
    """For Markdown, tables among it: one line, nothing in it a sign of markup. Plain names stay readable."""
    line = visible(" ".join(text.split()))
    if re.fullmatch(r"[A-Za-z0-9/.,: +=-]*", line) and not re.match(r"[-+#]|[0-9]+[.)] ", line):
        return line
    return _SIGNS.sub(r"\\\1", html.escape(line, quote=False))
