"""The errors of a builtin as the plots draw them: a line for each run, mode, front end and set of widths that agree.

Widths mostly give the same bits, and then the journal has the same binades for them: they are read once and drawn once.
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
    results: list[Result]  # of all widths that agree; the first stands for them

    @property
    def name(self) -> str:
        return " ".join(r.case.width for r in self.results)

    @property
    def first(self) -> Result:
        return self.results[0]


def agreeing(column: Column, results: Iterable[Result]) -> list[Series]:
    """Results of one unit, those with equal errors put together."""
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
    """What the script of the page draws. Rounded to what a screen shows; the tables have the exact figures."""
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
    """[smallest exponent, errors from there on]; null where there is no input. Infinities are strings, as in the journal."""
    errors = {exponent: _drawn(error) for exponent, is_negative, error in binades if is_negative == negative}
    if not errors:
        return [0, []]
    first, last = min(errors), max(errors)
    return [first, [errors.get(exponent) for exponent in range(first, last + 1)]]


def _drawn(error: float) -> float | str | int:
    if math.isinf(error):
        return "inf" if error > 0 else "-inf"
    rounded = float(f"{error:.4g}")
    if math.isinf(rounded):  # rounded up beyond the largest number
        return error
    return int(rounded) if rounded == int(rounded) and abs(rounded) < 1e9 else rounded


def correctly_rounded(result: Result) -> int:
    """How many results at least are correctly rounded to nearest: an error below half an ulp is.

    Errors are counted in steps of 2^-16 ulp: one just below a half stands in the bin above it. Where the limit is correct
    rounding and was kept, ties are rounded correctly too.
    """
    keeps = result.verdict is Verdict.PASS and result.limit is not None and result.limit.text == "correctly rounded"
    if keeps or (result.max_error is not None and result.max_error < 0.5):
        return result.counts.judged
    return sum(count for n, count in enumerate(result.histogram) if edges(n)[0] >= -0.5 and edges(n)[1] <= 0.5)
