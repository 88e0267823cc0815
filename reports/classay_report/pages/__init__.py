"""Pages of comparisons and trends, in the style of a run's site. They open from disk and need no program in the browser."""

from functools import cache
from importlib import resources
from typing import Any

import jinja2

from classay_report import __version__


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("classay_report", "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def style() -> str:
    package = resources.files("classay_report")
    parts = (package.joinpath("html", "assets", "style.css"), package.joinpath("pages", "pages.css"))
    return "\n".join(part.read_text("utf-8") for part in parts)


def rendered(template: str, **values: Any) -> str:
    """With `root`, the way to the folder that has style.css; without, the style is part of the page."""
    return _environment().get_template(template).render(style=style(), program=f"classay-report {__version__}", **values)
