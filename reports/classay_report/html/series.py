"""Prepares the errors of a builtin for the plots: one line per run, mode, front end and set of widths that agree.

Most widths give the same results. The journal then contains equal binades, which are read and drawn only once.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from classay_report.html.devices import Column
from classay_report.journal import Result, Verdict
from classay_report.journal.histogram import edges
from classay_report.visible import visible


@dataclass(slots=True)
class Series:
    column: Column
    results: list[Result]  # the widths that agree; the first represents them

    @property
    def name(self) -> str:
        return " ".join(r.case.width for r in self.results)

    @property
    def first(self) -> Result:
        return self.results[0]


def agreeing(column: Column, results: Iterable[Result]) -> list[Series]:
    """Groups results of one unit by equal errors."""
    found: dict[tuple[str, tuple[int, ...]], Series] = {}
    for result in sorted(results, key=lambda r: r.case.lanes):
        if not result.binades_key:
            continue
        key = (result.binades_key, result.histogram)
        if key in found:
            found[key].results.append(result)
        else:
            found[key] = Series(column, [result])
    return list(found.values())


def plot_data(series: Series) -> dict[str, Any]:
    """Returns the data for the page's script. Rounded to screen precision; the tables show exact figures."""
    result = series.first
    limit = result.limit.value if result.limit else None
    errors = result.binade_errors
    return {
        "run": series.column.at,
        "mode": visible(result.case.mode),
        "front": visible(result.case.front_end),
        "widths": series.name,
        "limit": limit,
        "low": _side(errors, negative=True),
        "high": _side(errors, negative=False),
        "bins": {str(n): count for n, count in enumerate(result.histogram) if count},
    }


def _side(binades: list[tuple[int, bool, float]], negative: bool) -> list[Any]:
    """Returns [smallest exponent, errors from there on]; null without an input. Infinities are strings."""
    errors = {exponent: _drawn(error) for exponent, is_negative, error in binades if is_negative == negative}
    if not errors:
        return [0, []]
    first, last = min(errors), max(errors)
    return [first, [errors.get(exponent) for exponent in range(first, last + 1)]]


def _drawn(error: float) -> float | str | int:
    if math.isinf(error):
        return "inf" if error > 0 else "-inf"
    rounded = float(f"{error:.4g}")
    if math.isinf(rounded):  # rounded up beyond the largest double
        return error
    return int(rounded) if rounded == int(rounded) and abs(rounded) < 1e9 else rounded


def correctly_rounded(result: Result) -> int:
    """Returns a lower bound of the number of correctly rounded results: an error below half an ulp is correctly rounded.

    The histogram counts errors in steps of 2^-16 ulp, so an error just below a half is in the bin above. If the limit is
    correct rounding and the verdict is pass, ties are also rounded correctly.
    """
    keeps = result.verdict is Verdict.PASS and result.limit is not None and result.limit.text == "correctly rounded"
    if keeps or (result.max_error is not None and result.max_error < 0.5):
        return result.counts.judged
    return sum(count for n, count in enumerate(result.histogram) if edges(n)[0] >= -0.5 and edges(n)[1] <= 0.5)
