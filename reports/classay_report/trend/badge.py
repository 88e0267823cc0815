"""Draws a badge that states in a few words whether the last runs are as promised. The colour repeats the words."""

from collections import Counter
from collections.abc import Sequence

from markupsafe import escape

from classay_report.journal import Verdict
from classay_report.trend.history import RunInfo, Series

_LETTER = 6.6  # average width in pixels; a wider font still fits into the padding
_PAD = 8
_GREEN, _RED, _GREY = "#1a7f37", "#b42318", "#57606a"


def words_of(runs: Sequence[RunInfo]) -> tuple[str, str]:
    """Returns the words and their colour. Green requires that all runs have ended and that some results were judged."""
    totals: Counter[str] = Counter()
    for run in runs:
        totals.update(run.totals)
    bad = sum(run.bad for run in runs)
    if bad:
        return f"{bad:,} of {totals.total():,} not as promised", _RED
    if not totals:
        return "no run", _GREY
    unended = sum(not run.ended for run in runs)
    if unended:
        return f"{unended} of {len(runs)} runs not ended", _GREY
    kept = totals[Verdict.PASS] + totals[Verdict.QUALITY_WARNING]
    known, untested = totals[Verdict.XFAIL], totals[Verdict.UNSUPPORTED] + totals[Verdict.SKIP]
    words = f"{kept:,} as promised" + (f", {known:,} known to fail" if known else "")
    return words + (f", {untested:,} not tested" if untested else ""), _GREEN if kept and not known else _GREY


def badge(all_series: Sequence[Series], label: str = "classay") -> str:
    words, colour = words_of([series.runs[-1] for series in all_series])
    left, right = (round(2 * _PAD + _LETTER * len(text)) for text in (label, words))
    title = escape(f"{label}: {words}")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{title}">
<title>{title}</title>
<rect width="{left}" height="20" fill="#24292f"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{left / 2}" y="14">{escape(label)}</text>
<text x="{left + right / 2}" y="14">{escape(words)}</text>
</g>
</svg>
"""
