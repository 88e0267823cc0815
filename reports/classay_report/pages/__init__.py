"""Renders the HTML documents of all commands in one style. They open from disk. Pages of comparisons and trends work without
scripts."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import jinja2
import markupsafe

from classay_report import __version__
from classay_report.visible import visible, visible_lines


def _shown(value: Any) -> Any:
    """Makes characters visible that change the direction of writing or are invisible."""
    return visible(value) if isinstance(value, str) and not isinstance(value, markupsafe.Markup) else value


def _lines(text: str) -> markupsafe.Markup:
    """Makes a text of several lines visible."""
    return markupsafe.escape(visible_lines(text))


@cache
def style() -> str:
    package = resources.files("classay_report")
    parts = (package.joinpath("html", "assets", "style.css"), package.joinpath("pages", "pages.css"))
    return "\n".join(part.read_text("utf-8") for part in parts)


def environment(
    words: Mapping[str, Any] | None = None, filters: Mapping[str, Callable[..., Any]] | None = None
) -> jinja2.Environment:
    """Returns the environment of all templates, with additional globals and filters."""
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
    """Renders a template that needs no additional globals."""
    return _plain().get_template(template).render(values)
