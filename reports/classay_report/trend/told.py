"""Writes news and their origins as text for mail and chat, and as JSON for programs. Without news the text is empty."""

from collections.abc import Sequence
from typing import Any

from classay_report.compare.data import change_data
from classay_report.compare.groups import group_data, group_sections
from classay_report.compare.text import change_line
from classay_report.compare.words import sections, verdict_line
from classay_report.trend.history import BadSince, RunInfo, Series, SeriesKey
from classay_report.trend.news import News, what_changed
from classay_report.visible import joined

_SHOWN = 50  # changes per kind; a mail with more would not be read


def asked(key: SeriesKey) -> str:
    words = f"tier {key.tier}, {key.edition}, {key.profile} profile"
    if key.filters:
        words += f", only {key.filters}"
    return words + (f", modes {key.modes}" if key.modes != "auto" else "") + (f", seed {key.seed}" if key.seed != 1 else "")


def name_of_run(run: RunInfo) -> str:
    return f"{run.start[:10]}, driver {run.driver}, suite {run.commit or run.suite}"


def _heading(key: SeriesKey) -> str:
    return f"{key.device} ({key.platform}): {asked(key)}"


def _since_lines(runs: Sequence[RunInfo], bad: BadSince) -> list[str]:
    lines = [f"bad since {name_of_run(runs[bad.first_bad])}"]
    if bad.last_good is not None:
        lines.append(f"good until {name_of_run(runs[bad.last_good])}")
    return [*lines, what_changed(runs, bad)]


def news_text(all_news: Sequence[News]) -> str:
    lines: list[str] = []
    for news in all_news:
        lines += ["", *_of_series(news)] if lines else _of_series(news)
    return joined(lines)


def _of_series(news: News) -> list[str]:
    runs, c = news.series.runs, news.comparison
    before = news.before
    lines = [_heading(news.series.key), f"  now     {name_of_run(news.last)}"]
    lines.append(f"  before  {name_of_run(before) if before else 'no earlier run that has ended'}")
    if not news.last.ended:
        lines.append("  The run has not ended: cases that it did not reach count as missing.")
    if before is None:
        total = sum(news.last.totals.values())
        return [*lines, f"  {news.last.bad} of {total} cases are not as promised"]
    lines.append(f"  {verdict_line(c)}")
    for groups in group_sections(c.before.groups, c.after.groups):
        lines += ["", f"  {groups.heading} ({len(groups.changes)})"]
        for group in groups.changes:
            lines += [f"    {group.shown.title}", f"        {group.shown.name}; {group.count_text}"]
    for section in sections(c):
        lines += ["", f"  {section.heading} ({len(section.changes)})"]
        for change in section.changes[:_SHOWN]:
            lines.append(f"  {change_line(change)}")
            since = news.since.get(str(change.case))
            lines += [f"        {line}" for line in _since_lines(runs, since)] if since else []
            lines += [f"        {change.after.repro}"] if change.after and change.after.repro else []
        if len(section.changes) > _SHOWN:
            lines.append(f"    and {len(section.changes) - _SHOWN} more")
    return lines


def _run_data(run: RunInfo) -> dict[str, Any]:
    words = {"start": run.start, "driver": run.driver, "version": run.version, "suite": run.suite, "commit": run.commit}
    return {**words, "dirty": run.dirty, "host": run.host, "ended": run.ended, "totals": dict(sorted(run.totals.items()))}


def _key_data(key: SeriesKey) -> dict[str, Any]:
    words = {"platform": key.platform, "device": key.device, "tier": key.tier, "edition": key.edition}
    return {**words, "profile": key.profile, "seed": key.seed, "filters": key.filters, "modes": key.modes}


def since_data(series: Series, bad: BadSince, repro: str) -> dict[str, Any]:
    runs = series.runs
    return {
        "case": bad.case,
        "verdict": bad.verdict,
        "first_bad": _run_data(runs[bad.first_bad]),
        "last_good": None if bad.last_good is None else _run_data(runs[bad.last_good]),
        "changed": what_changed(runs, bad),
        "repro": repro,
    }


def news_data(all_news: Sequence[News]) -> dict[str, Any]:
    return {"schema": 1, "series": [_series_data(news) for news in all_news]}


def _series_data(news: News) -> dict[str, Any]:
    repro = {str(case): seen.repro for case, seen in news.comparison.after.cases.items()}
    changed = {str(change.case) for change in news.comparison.changes}
    began = [bad for case, bad in news.since.items() if case in changed or news.before is None]
    return {
        **_key_data(news.series.key),
        "worse": news.is_bad(),
        "now": _run_data(news.last),
        "before": _run_data(news.before) if news.before else None,
        "findings": group_data(news.comparison.before.groups, news.comparison.after.groups),
        "changes": [change_data(change) for change in news.comparison.changes] if news.before else [],
        "unchanged": news.comparison.same,
        "began": [since_data(news.series, bad, repro[bad.case]) for bad in began],
    }


def bisected_text(series: Series, found: Sequence[tuple[BadSince, str]]) -> str:
    lines = [_heading(series.key)]
    for bad, repro in found:
        lines.append(f"  {bad.case}  {bad.verdict}")
        lines += [f"      {line}" for line in _since_lines(series.runs, bad)]
        lines += [f"      {repro}"] if repro else []
    return joined(lines)


def bisected_data(found: Sequence[tuple[Series, Sequence[tuple[BadSince, str]]]]) -> dict[str, Any]:
    return {
        "schema": 1,
        "series": [
            {**_key_data(series.key), "bad": [since_data(series, bad, repro) for bad, repro in all_bad]}
            for series, all_bad in found
        ],
    }
