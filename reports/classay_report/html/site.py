"""Writes the site: a front page, a page for each builtin, and shared assets."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

from classay_report import numbers
from classay_report.errors import UsageError
from classay_report.files import folder_beside
from classay_report.html import builtin, findings, front_page, order, ways
from classay_report.html.devices import Column, columns
from classay_report.journal import Result, Run, Verdict
from classay_report.journal.backends import front_end_title
from classay_report.pages import environment

ASSETS = ("style.css", "site.js", "plot.js")
WAYS = "ways.html"  # written only if there are several
# The look of a verdict: a sign that is recognisable without colour, and a tone.
SIGNS = {
    Verdict.PASS: ("●", "good"),
    Verdict.QUALITY_WARNING: ("▲", "unclear"),
    Verdict.XFAIL: ("×", "unclear"),
    Verdict.SKIP: ("–", "none"),
    Verdict.UNSUPPORTED: ("–", "none"),
    Verdict.MISSING: ("?", "unclear"),
    Verdict.PARTIAL: ("◐", "unclear"),
    Verdict.FLAKE: ("≈", "unclear"),
    Verdict.FAIL: ("✕", "bad"),
}
_MISFORTUNE = ("!", "bad")  # crash, timeout, device-lost, resource-error, harness-error, killed


def sign(verdict: Verdict) -> tuple[str, str]:
    return SIGNS.get(verdict, _MISFORTUNE)


def as_json(value: Any) -> markupsafe.Markup:
    """Returns JSON that is safe inside a script element, whatever it contains."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return markupsafe.Markup(re.sub(r"[<>&]", lambda c: f"\\u{ord(c[0]):04x}", text))


def run_templates() -> jinja2.Environment:
    return environment(
        {
            "sign": sign,
            "page_of": front_page.page_of,
            "as_json": as_json,
            "front_end_title": front_end_title,
            "LANES": builtin.LANES,
        },
        {"ulps": numbers.ulps, "count": numbers.count, "limit": numbers.limit},
    )


def write_site(out: Path, runs: Sequence[Run]) -> Path:
    """Writes the site of these runs into a folder, which it creates if needed, and returns the front page. Replaces an
    earlier site when the new one is complete, and removes its pages of builtins."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out}: is a file; give a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / "index.html").is_file():
        raise UsageError(f"{out}: contains files that are not a site; give a new folder")
    templates = run_templates()
    every = columns(list(runs))
    with folder_beside(out) as fresh:
        (fresh / "builtin").mkdir()
        for name in ASSETS:
            (fresh / name).write_bytes(resources.files("classay_report.html").joinpath("assets", name).read_bytes())
        _write_builtins(fresh / "builtin", templates, every)
        several = _ways(every)
        if several:
            (fresh / WAYS).write_text(_ways_page(templates, every, several), encoding="utf-8", newline="")
        (fresh / "index.html").write_text(_front(templates, every, several), encoding="utf-8", newline="")
        _move(fresh, out)
    return out / "index.html"


def _move(fresh: Path, out: Path) -> None:
    """Replaces an empty folder at once. In a folder with a site, the front page changes last."""
    if not out.is_dir() or not any(out.iterdir()):
        try:
            fresh.rename(out)
        except FileExistsError:  # Windows
            out.rmdir()
            fresh.rename(out)
        return
    has_ways = (fresh / WAYS).exists()
    for name in ("builtin", *(() if has_ways else (WAYS,))):
        if os.path.lexists(out / name):
            (out / name).rename(fresh / f"old-{name}")  # deleted together with the temporary folder
    for name in ("builtin", *ASSETS, *((WAYS,) if has_ways else ()), "index.html"):
        (fresh / name).replace(out / name)


def _ways(every: list[Column]) -> ways.Page | None:
    found = ways.ways_of(every)
    return ways.page(found) if ways.are_several(found) else None


def _ways_page(templates: jinja2.Environment, every: list[Column], page: ways.Page) -> str:
    return templates.get_template("run_ways.html").render(
        root="",
        columns=every,
        page=page,
        said=ways.SAID,
        verdicts=order.in_order((verdict for row in page.rows for verdict in row.verdicts), tuple(Verdict)),
        forms=order.in_order((row.unit.form for row in page.rows), order.FORMATS),
        modes=order.in_order((row.unit.mode for row in page.rows), order.MODES),
        groups=sorted({row.unit.group for row in page.rows}),
    )


def _front(templates: jinja2.Environment, every: list[Column], several: ways.Page | None) -> str:
    grid = front_page.grid(every)
    promised = [column for column in every if column.run.header.has_document]
    return templates.get_template("run_front.html").render(
        root="",
        columns=every,
        several=several,
        promised=promised,
        standings=front_page.standings(promised),
        findings=findings.blocks(every),
        margins=front_page.margin_rows(every),
        grid=grid,
        groups=sorted({row.group for row in grid.rows}),
        modes=order.in_order((mode for _, modes in grid.heads for mode in modes), order.MODES),
        forms=[form for form, _ in grid.heads],
    )


def _write_builtins(folder: Path, templates: jinja2.Environment, every: list[Column]) -> None:
    found: dict[tuple[str, str], dict[int, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for column in every:
        for result in column.run.results.values():
            found[result.case.group, result.case.builtin][column.at].append(result)
    template = templates.get_template("run_builtin.html")
    names = sorted(found)
    for at, (group, name) in enumerate(names):
        around = (names[at - 1] if at else None, names[at + 1] if at + 1 < len(names) else None)
        page = builtin.page(group, name, every, found[group, name])
        text = template.render(root="../", columns=every, page=page, around=around)
        (folder / front_page.page_of(group, name)).write_text(text, encoding="utf-8", newline="")
