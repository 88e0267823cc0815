"""The documents that all commands write, in one style. They open from disk; those of comparisons and trends need no program
in the browser."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import jinja2
import markupsafe

from classay_report import __version__
from classay_report.visible import visible, visible_lines


def _shown(value: Any) -> Any:
    """What stands on a page: letters that turn the direction of writing, and all else that is not seen, as numbers."""
    return visible(value) if isinstance(value, str) and not isinstance(value, markupsafe.Markup) else value


def _lines(text: str) -> markupsafe.Markup:
    """A text that may have several lines."""
    return markupsafe.escape(visible_lines(text))


@cache
def style() -> str:
    package = resources.files("classay_report")
    parts = (package.joinpath("html", "assets", "style.css"), package.joinpath("pages", "pages.css"))
    return "\n".join(part.read_text("utf-8") for part in parts)


def environment(
    words: Mapping[str, Any] | None = None, filters: Mapping[str, Callable[..., Any]] | None = None
) -> jinja2.Environment:
    """All templates, with what they may name beside what is rendered."""
    templates = jinja2.Environment(
        loader=jinja2.PackageLoader("classay_report", "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {"program": f"classay-report {__version__}", "style": style} | dict(words or {})
    templates.filters |= {"lines": _lines, **(filters or {})}
    return templates


@cache
def _plain() -> jinja2.Environment:
    return environment()


def rendered(template: str, **values: Any) -> str:
    """Of what needs no words of its own."""
    return _plain().get_template(template).render(values)
