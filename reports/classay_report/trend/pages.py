"""Makes the pages of a trend as text: series of runs, a page for each builtin, flakes, and devices side by side.

Each page queries only the data that it shows, so that a server can make one page on demand.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection

from classay_report.pages import rendered
from classay_report.trend.flakes import Group, flake_groups
from classay_report.trend.found import Followed, followed
from classay_report.trend.history import (
    BadSince,
    Function,
    RunInfo,
    Series,
    SeriesKey,
    Worst,
    bad_since,
    by_driver,
    last_by_function,
    unsteady_cases,
    worst_by_function,
)
from classay_report.trend.svg import Chart, drawn, number
from classay_report.trend.told import asked, name_of_run

_SHOWN_CHANGES = 25
_SHOWN_RUNS = 400
_SHOWN_FLAKY = 50
_SHOWN_UNSTEADY = 50
_SHOWN_FINDINGS = 200


class History:
    """The data of a series for its pages, queried on first use."""

    def __init__(self, connection: Connection, series: Series) -> None:
        self.connection, self.series, self.slug = connection, series, slug_of(series.key)

    def worst(self, builtin: str) -> Mapping[Function, list[Worst | None]]:
        return worst_by_function(self.connection, self.series, builtin)

    @cached_property
    def last(self) -> Mapping[Function, Worst]:
        return last_by_function(self.connection, self.series)

    @cached_property
    def bad(self) -> list[BadSince]:
        return bad_since(self.connection, self.series)

    @cached_property
    def findings(self) -> list[Followed]:
        return followed(self.connection, self.series)

    @cached_property
    def unsteady(self) -> list[tuple[str, int]]:
        return unsteady_cases(self.connection, self.series.runs[-1])

    @cached_property
    def groups(self) -> list[Group]:
        return flake_groups(self.connection, self.series)

    @property
    def builtins(self) -> Mapping[str, list[Function]]:
        """The functions of each builtin, by the file name of its page."""
        found: dict[str, list[Function]] = defaultdict(list)
        for function in self.last:
            found[page_of(function.builtin)].append(function)
        return found


def slug_of(key: SeriesKey) -> str:
    """Returns a readable and unique file name for a series, valid on any file system."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{key.device} {key.tier} {key.edition} {key.profile}".lower()).strip("-")
    return f"{words[:60]}-{hashlib.sha256(repr(key).encode()).hexdigest()[:8]}"


def page_of(builtin: str) -> str:
    """Returns the file name of a builtin's page. A name from a journal that is not a plain word gets a hash."""
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


def _bad_words(history: History) -> list[dict[str, Any]]:
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
            "good": good or "none known",
        }

    return [words(bad) for bad in history.bad]


def _finding_words(history: History) -> list[dict[str, Any]]:
    series = history.series
    return [
        {
            "name": found.group.name,
            "title": found.group.title,
            "cases": found.group.cases,
            "repro": found.group.repro if found.is_in(series) else "",
            "first": name_of_run(series.runs[found.first]),
            "last": "last run" if found.is_in(series) else name_of_run(series.runs[found.last]),
            "is_now": found.is_in(series),
            "runs": found.runs,
        }
        for found in history.findings
    ]


def _group_words(history: History) -> list[dict[str, Any]]:
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


def _function_words(function: Function, last: Worst | None) -> dict[str, Any]:
    return {
        "name": f"{function.front_end} {function.format} {function.mode}",
        "builtin": function.builtin,
        "ulp": "" if last is None or last.ulp is None else number(last.ulp),
        "limit": "" if last is None or last.limit is None else number(last.limit),
        "bad": 0 if last is None else last.bad,
    }


def _changes(series: Series, values: Sequence[Worst | None]) -> tuple[list[dict[str, str]], int]:
    """Returns the runs in which the function changed, latest first, and how many more there are."""
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


def builtin_page(history: History, builtin: str) -> str:
    sections = []
    for function, values in history.worst(builtin).items():
        limits = [value.limit for value in values if value is not None and value.limit is not None]
        bad = frozenset(i for i, value in enumerate(values) if value is not None and value.bad)
        title = f"Largest error of {function}, in ulp, by run"
        chart = _chart(
            title, history.series, [v.ulp if v else None for v in values], bad, limits[-1] if limits else None, "ulp"
        )
        changes, more = _changes(history.series, values)
        sections.append(
            {**_function_words(function, history.last[function]), "chart": chart, "changes": changes, "more": more}
        )
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


def series_page(history: History) -> str:
    series = history.series
    key = series.key
    counts = [float(run.bad) for run in series.runs]
    bad = frozenset(i for i, run in enumerate(series.runs) if run.bad)
    builtins: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for function, last in history.last.items():
        builtins[function.builtin].append(_function_words(function, last))
    return rendered(
        "trend_series.html",
        root="",
        device=key.device,
        platform=key.platform,
        asked=asked(key),
        chart=_chart("Cases not as promised, by run", series, counts, bad, None, "cases"),
        findings=_finding_words(history)[:_SHOWN_FINDINGS],
        bad=_bad_words(history),
        unsteady=history.unsteady[:_SHOWN_UNSTEADY],
        unsteady_count=len(history.unsteady),
        flakes=f"{history.slug}-flakes.html",
        builtins=[{"name": b, "page": f"{history.slug}/{page_of(b)}", "functions": f} for b, f in sorted(builtins.items())],
        runs=[_run_words(run) for run in reversed(series.runs)][:_SHOWN_RUNS],
        more_runs=max(0, len(series.runs) - _SHOWN_RUNS),
    )


def flakes_page(history: History) -> str:
    key = history.series.key
    words = {"platform": key.platform, "device": key.device, "asked": asked(key)}
    return rendered("trend_flakes.html", root="", **words, page=f"{history.slug}.html", groups=_group_words(history))


def devices_page(histories: Sequence[History]) -> str:
    """Shows the latest results of all series side by side."""
    functions = sorted({function for history in histories for function in history.last})
    columns = [
        {"device": h.series.key.device, "asked": asked(h.series.key), "run": name_of_run(h.series.runs[-1])}
        for h in histories
    ]

    def cell(history: History, function: Function) -> dict[str, Any]:
        last = history.last.get(function)
        return {
            "ulp": "" if last is None or last.ulp is None else number(last.ulp),
            "bad": 0 if last is None else last.bad,
        }

    rows = [{"name": str(function), "cells": [cell(h, function) for h in histories]} for function in functions]
    return rendered("trend_devices.html", root="", columns=columns, rows=rows)


def front_page(all_series: Sequence[Series]) -> str:
    lines = []
    for series in all_series:
        last = series.runs[-1]
        changed = "" if len(series.runs) < 2 else _step(series.runs[-2].bad, last.bad)
        words = {"device": series.key.device, "platform": series.key.platform, "asked": asked(series.key)}
        lines.append(
            {
                **words,
                "page": f"{slug_of(series.key)}.html",
                "runs": len(series.runs),
                "changed": changed,
                "last": _run_words(last),
            }
        )
    return rendered("trend_front.html", root="", series=lines)


def _step(before: int, after: int) -> str:
    if before == after:
        return "unchanged"
    return f"{after - before:+d} since the run before"
