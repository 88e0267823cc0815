"""The pages of a trend: series of runs, a page for each builtin, devices side by side. Plain files, which open from disk.

The same runs make the same pages, to the byte. They are written beside the folder and moved into its place when all are
there, so that nobody sees half of them.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from classay_report.errors import UsageError
from classay_report.files import folder_beside
from classay_report.pages import rendered, style
from classay_report.trend.flakes import Group, flake_groups
from classay_report.trend.history import (
    BadSince,
    Function,
    RunInfo,
    Series,
    SeriesKey,
    Worst,
    all_series,
    bad_since,
    by_driver,
    worst_by_function,
)
from classay_report.trend.svg import Chart, drawn, number
from classay_report.trend.told import asked, name_of_run

MARKER = ".classay-trend"
_SHOWN_CHANGES = 25
_SHOWN_RUNS = 400
_SHOWN_FLAKY = 50


@dataclass(frozen=True, slots=True)
class _History:
    """All that pages say of a series."""

    series: Series
    slug: str
    worst: Mapping[Function, list[Worst | None]]
    bad: list[BadSince]
    groups: list[Group]


def slug_of(key: SeriesKey) -> str:
    """Readable, a name for a file anywhere, and one for each series."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{key.device} {key.tier} {key.edition} {key.profile}".lower()).strip("-")
    return f"{words[:60]}-{hashlib.sha256(repr(key).encode()).hexdigest()[:8]}"


def page_of(builtin: str) -> str:
    """Names come from journals: one that is no plain word gets a hash, so that it fits any disk and is nobody else's."""
    if re.fullmatch(r"[A-Za-z0-9_-]{1,100}", builtin):
        return f"{builtin}.html"
    return f"{re.sub(r'[^A-Za-z0-9_]', '_', builtin)[:60]}.{hashlib.sha256(builtin.encode()).hexdigest()[:20]}.html"


def _chart(
    title: str, series: Series, values: Sequence[float | None], bad: frozenset[int], limit: float | None, unit: str
) -> Any:
    return drawn(Chart(title, values, bad, limit, by_driver(series.runs), [run.start for run in series.runs], unit))


def _run_words(run: RunInfo) -> dict[str, Any]:
    return {
        "start": run.start,
        "driver": run.driver,
        "suite": f"{run.suite} {run.commit}{' with changes' if run.dirty else ''}",
        "host": run.host,
        "bad": run.bad,
        "cases": sum(run.totals.values()),
        "totals": ", ".join(f"{count} {verdict}" for verdict, count in sorted(run.totals.items())),
        "ended": run.ended,
    }


def _bad_words(history: _History) -> list[dict[str, Any]]:
    runs = history.series.runs

    def words(bad: BadSince) -> dict[str, Any]:
        good = None if bad.last_good is None else name_of_run(runs[bad.last_good])
        builtin = bad.case.split("/")[2]
        return {
            "case": bad.case,
            "verdict": bad.verdict,
            "page": f"{history.slug}/{page_of(builtin)}",
            "since": name_of_run(runs[bad.first_bad]),
            "runs": len(runs) - bad.first_bad,
            "good": good or "never, as far as is known",
        }

    return [words(bad) for bad in history.bad]


def _group_words(history: _History) -> list[dict[str, Any]]:
    runs = history.series.runs
    return [
        {
            "runs": len(group.places),
            "first": name_of_run(runs[group.places[0]]),
            "last": runs[group.places[-1]].start[:10],
            "rate": f"{group.rate:.3%}",
            "differing": group.differing,
            "results": group.results,
            "flaky": group.flaky[:_SHOWN_FLAKY],
            "more": max(0, len(group.flaky) - _SHOWN_FLAKY),
        }
        for group in history.groups
    ]


def _last(values: Sequence[Worst | None]) -> Worst | None:
    return next((value for value in reversed(values) if value is not None), None)


def _function_words(function: Function, values: Sequence[Worst | None]) -> dict[str, Any]:
    last = _last(values)
    return {
        "name": f"{function.front_end} {function.format} {function.mode}",
        "builtin": function.builtin,
        "ulp": "" if last is None or last.ulp is None else number(last.ulp),
        "limit": "" if last is None or last.limit is None else number(last.limit),
        "bad": 0 if last is None else last.bad,
    }


def _changes(series: Series, values: Sequence[Worst | None]) -> tuple[list[dict[str, str]], int]:
    """Runs in which the function was not as in the run before: the last ones first, and how many more there are."""
    seen = [(series.runs[i], value) for i, value in enumerate(values) if value is not None]
    found = [
        {"run": name_of_run(run), "before": _worst_text(before), "after": _worst_text(after)}
        for (_, before), (run, after) in pairwise(seen)
        if (before.ulp, before.bad) != (after.ulp, after.bad)
    ]
    found.reverse()
    return found[:_SHOWN_CHANGES], max(0, len(found) - _SHOWN_CHANGES)


def _worst_text(worst: Worst) -> str:
    ulp = "nothing judged" if worst.ulp is None else "no number" if worst.ulp == float("inf") else f"{worst.ulp!r} ulp"
    return f"{ulp}, {worst.bad} not as promised" if worst.bad else ulp


def _builtin_page(history: _History, builtin: str, functions: Sequence[Function]) -> str:
    sections = []
    for function in functions:
        values = history.worst[function]
        limits = [value.limit for value in values if value is not None and value.limit is not None]
        bad = frozenset(i for i, value in enumerate(values) if value is not None and value.bad)
        title = f"Largest error of {function}, in ulp, by run"
        chart = _chart(
            title, history.series, [v.ulp if v else None for v in values], bad, limits[-1] if limits else None, "ulp"
        )
        changes, more = _changes(history.series, values)
        sections.append({**_function_words(function, values), "chart": chart, "changes": changes, "more": more})
    key = history.series.key
    return rendered(
        "trend_builtin.html",
        root="../",
        builtin=builtin,
        device=key.device,
        asked=asked(key),
        slug=history.slug,
        sections=sections,
    )


def _series_page(history: _History) -> str:
    series = history.series
    key = series.key
    counts = [float(run.bad) for run in series.runs]
    bad = frozenset(i for i, run in enumerate(series.runs) if run.bad)
    builtins: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for function, values in history.worst.items():
        builtins[function.builtin].append(_function_words(function, values))
    return rendered(
        "trend_series.html",
        root="",
        device=key.device,
        platform=key.platform,
        asked=asked(key),
        chart=_chart("Cases that are not as promised, by run", series, counts, bad, None, "cases"),
        bad=_bad_words(history),
        groups=_group_words(history),
        builtins=[{"name": b, "page": f"{history.slug}/{page_of(b)}", "functions": f} for b, f in sorted(builtins.items())],
        runs=[_run_words(run) for run in reversed(series.runs)][:_SHOWN_RUNS],
        more_runs=max(0, len(series.runs) - _SHOWN_RUNS),
    )


def _devices_page(histories: Sequence[_History]) -> str:
    """What each series says last, side by side."""
    functions = sorted({function for history in histories for function in history.worst})
    columns = [
        {"device": h.series.key.device, "asked": asked(h.series.key), "run": name_of_run(h.series.runs[-1])}
        for h in histories
    ]

    def cell(history: _History, function: Function) -> dict[str, Any]:
        last = _last(history.worst.get(function, []))
        return {
            "ulp": "" if last is None or last.ulp is None else number(last.ulp),
            "bad": 0 if last is None else last.bad,
        }

    rows = [{"name": str(function), "cells": [cell(h, function) for h in histories]} for function in functions]
    return rendered("trend_devices.html", root="", columns=columns, rows=rows)


def _front_page(histories: Sequence[_History]) -> str:
    lines = []
    for history in histories:
        series, last = history.series, history.series.runs[-1]
        changed = "" if len(series.runs) < 2 else _step(series.runs[-2].bad, last.bad)
        words = {"device": series.key.device, "platform": series.key.platform, "asked": asked(series.key)}
        lines.append(
            {**words, "page": f"{history.slug}.html", "runs": len(series.runs), "changed": changed, "last": _run_words(last)}
        )
    return rendered("trend_front.html", root="", series=lines)


def _step(before: int, after: int) -> str:
    if before == after:
        return "as before"
    return f"{after - before:+d} since the run before"


def _write(engine: Engine, folder: Path) -> None:
    histories = []
    with engine.connect() as connection:
        for series in all_series(connection):
            worst = worst_by_function(connection, series)
            slug = slug_of(series.key)
            histories.append(_History(series, slug, worst, bad_since(connection, series), flake_groups(connection, series)))
    pages = {"index.html": _front_page(histories), "devices.html": _devices_page(histories)}
    for history in histories:
        pages[f"{history.slug}.html"] = _series_page(history)
        functions: dict[str, list[Function]] = defaultdict(list)
        for function in history.worst:
            functions[function.builtin].append(function)
        for builtin, some in functions.items():
            pages[f"{history.slug}/{page_of(builtin)}"] = _builtin_page(history, builtin, some)
    for name, text in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    (folder / "style.css").write_text(style(), encoding="utf-8", newline="")
    (folder / MARKER).write_text("Written by classay-report trend pages; written anew each time.\n", encoding="utf-8")


def write_site(engine: Engine, folder: Path) -> Path:
    """The front page's path. A folder that holds something else is not touched."""
    if folder.exists() and not (folder / MARKER).is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            f"{folder} holds something that is not a trend; pages are written anew each time, into a folder of their own"
        )
    with folder_beside(folder) as fresh, folder_beside(folder) as away:
        _write(engine, fresh)
        if folder.exists():
            folder.rename(away / "old")
        fresh.rename(folder)
    return folder / "index.html"
