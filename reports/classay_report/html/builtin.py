"""Prepares the page of a builtin."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from classay_report import numbers
from classay_report.html.devices import Column
from classay_report.html.front_ends import Bits, Unit
from classay_report.html.order import FORMATS, MODES, in_order
from classay_report.html.series import agreeing, correctly_rounded, plot_data
from classay_report.journal import MaxUlp, Result, Sample, Verdict, commands
from classay_report.journal.backends import FRONT_ENDS

_ROWS_OF_WORST = 16
LANES = (1, 2, 3, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class Number:
    """A value as bits and as a decimal."""

    bits: str
    decimal: str


@dataclass(slots=True)
class WorstRow:
    column: Column
    result: Result
    sample: Sample
    inputs: list[Number]
    got: list[Number]
    low: list[str]  # empty if an older journal lacks the exact value
    high: list[str]
    nearest: list[Number]
    is_failure: bool
    command: str
    widths: list[str] = field(default_factory=list)

    @property
    def error(self) -> str:
        return numbers.ulps(self.sample.ulps)

    @property
    def question(self) -> str:
        """The command that prints the correct result."""
        return commands.oracle(self.result.case, self.sample.inputs)


@dataclass(slots=True)
class CompareRow:
    """The widths of a unit in one run, side by side."""

    column: Column
    form: str
    mode: str
    front_end: str
    by_lanes: dict[int, Result]

    @property
    def worst(self) -> Result:
        return max(self.by_lanes.values(), key=lambda r: (r.margin_or_verdict, r.verdict.badness))

    @property
    def limit(self) -> str:
        return next((r.limit.text for r in self.by_lanes.values() if r.limit), "")

    @property
    def clause(self) -> str:
        return next((r.limit.clause for r in self.by_lanes.values() if r.limit), "")

    @property
    def judged(self) -> int:
        return sum(r.counts.judged for r in self.by_lanes.values())

    @property
    def share_correct(self) -> str:
        """The share for the width with the fewest correctly rounded results."""
        shares = [
            (correctly_rounded(r) / r.counts.judged, r) for r in self.by_lanes.values() if r.histogram and r.counts.judged
        ]
        if not shares:
            return ""
        share, worst = min(shares, key=lambda s: s[0])
        text = numbers.share(correctly_rounded(worst), worst.counts.judged)
        return text if share == 1 or text.startswith(">") else f"≥ {text}"


@dataclass(frozen=True, slots=True)
class Note:
    """A reason or a remark, with the cases that share it."""

    who: str
    what: str
    log: str  # the log of a build or of a worker that ended; empty if there is none


@dataclass(slots=True)
class Section:
    """A format on the page."""

    form: str
    compare: list[CompareRow]
    front_ends: list[tuple[str, Column, Bits]]  # by mode and run, if both front ends had the same inputs
    worst: list[tuple[Column, str, list[WorstRow]]]  # by run and mode
    plot: dict[str, Any] | None  # None: there are no errors to draw
    is_exact: bool  # results were judged, and all of them have error 0
    notes: list[Note]


@dataclass(slots=True)
class Page:
    group: str
    builtin: str
    sections: list[Section]
    cases: int
    bad: int


def page(group: str, builtin: str, columns: list[Column], results: dict[int, list[Result]]) -> Page:
    """`results`: the results of this builtin, by column."""
    forms = in_order((r.case.format for found in results.values() for r in found), FORMATS)
    everything = [r for found in results.values() for r in found]
    sections = []
    for form in forms:
        of_form = {at: [r for r in found if r.case.format == form] for at, found in results.items()}
        sections.append(_section(Unit(group, builtin, form, ""), columns, of_form))
    bad = sum(not r.verdict.leaves_exit_code_zero for r in everything)
    return Page(group, builtin, sections, len(everything), bad)


def _section(unit: Unit, columns: list[Column], results: dict[int, list[Result]]) -> Section:
    """`unit`: without a mode."""
    form = unit.form
    units: dict[tuple[str, str], dict[int, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for at, found in results.items():
        for result in found:
            units[result.case.mode, result.case.front_end][at].append(result)
    compare, lines = [], []
    for mode in in_order((mode for mode, _ in units), MODES):
        for front_end in in_order((front for m, front in units if m == mode), tuple(FRONT_ENDS)):
            for at, found in sorted(units[mode, front_end].items()):
                compare.append(CompareRow(columns[at], form, mode, front_end, {r.case.lanes: r for r in found}))
                lines += [plot_data(series) for series in agreeing(columns[at], found)]
    judged = [r for found in results.values() for r in found if r.max_error is not None]
    is_exact = bool(judged) and all(r.max_error == 0 and r.verdict is Verdict.PASS for r in judged)
    plot = {"format": form, "series": lines} if _can_be_drawn(lines) else None
    return Section(
        form,
        compare,
        _front_ends(unit, columns, units),
        _worst_rows(columns, results),
        plot,
        is_exact,
        _notes(columns, results),
    )


def _front_ends(
    unit: Unit, columns: list[Column], units: Mapping[tuple[str, str], Mapping[int, list[Result]]]
) -> list[tuple[str, Column, Bits]]:
    modes = in_order((mode for mode, _ in units), MODES)
    each = ((mode, column, column.front_ends.get(unit._replace(mode=mode))) for mode in modes for column in columns)
    return [(mode, column, bits) for mode, column, bits in each if bits]


def _can_be_drawn(lines: list[dict[str, Any]]) -> bool:
    """Whether there are errors with a range of arguments. Integers have no binades."""
    sides = [side[1] for line in lines for side in (line["low"], line["high"])]
    return any(len(side) > 1 for side in sides) and any(error not in (0, None) for side in sides for error in side)


def _notes(columns: list[Column], results: dict[int, list[Result]]) -> list[Note]:
    """Merges equal sentences, and lists the cases that share them."""
    said: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for at, found in sorted(results.items()):
        mark = f"{columns[at].letter}: " if len(columns) > 1 else ""
        for result in found:
            case = result.case
            who = f"{case.front_end} {case.mode} {case.width}"
            if result.verdict is not Verdict.PASS and (result.reason or result.log):
                said[f"{mark}{result.verdict}", result.reason, result.log].append(who)
            counts = result.counts
            # The reason contains this too, unless it reports a more important finding.
            if counts.nondeterministic:
                what = f"{counts.nondeterministic} results had different bits in a second launch"
                if result.second_launch:
                    what = result.second_launch.text
                said[f"{mark}not reproducible", what, ""].append(who)
            if result.clock and result.clock not in result.reason:
                said[f"{mark}clock", result.clock, ""].append(who)
            if counts.by_digest:
                what = "most results were compared on the device: their digests equal those of results that were read back"
                said[f"{mark}compared on the device", what, ""].append(who)
    return [Note(f"{title} ({_listed(cases)})", reason, log) for (title, reason, log), cases in said.items()]


def _listed(words: list[str]) -> str:
    return ", ".join(words) if len(words) <= 6 else f"{', '.join(words[:5])} and {len(words) - 5} more"


# --- the worst inputs ------------------------------------------------------------------------------------------------------


def _worst_rows(columns: list[Column], results: dict[int, list[Result]]) -> list[tuple[Column, str, list[WorstRow]]]:
    """Returns the largest errors per run and mode. Widths with the same result for an input share a row; failures first."""
    found = []
    for at, of_run in sorted(results.items()):
        by_mode: dict[str, list[Result]] = defaultdict(list)
        for result in of_run:
            by_mode[result.case.mode].append(result)
        for mode in in_order(by_mode, MODES):
            rows = _of_one_mode(columns[at], by_mode[mode])
            if rows:
                found.append((columns[at], mode, rows))
    # With many tables on the page, the worst rows of each are enough.
    return found if len(found) <= 2 else [(column, mode, rows[:8]) for column, mode, rows in found]


def _of_one_mode(column: Column, results: list[Result]) -> list[WorstRow]:
    rows: dict[tuple[tuple[str, ...], tuple[str, ...]], WorstRow] = {}
    for result in sorted(results, key=lambda r: (r.case.front_end, r.case.lanes)):
        failures = {s.index for s in result.first}
        for sample in (*result.worst, *result.first[:4]):
            if sample.ulps == 0 and sample.index not in failures:
                continue
            key = (sample.inputs, sample.got)
            width = result.case.width if result.case.front_end == "clc" else f"{result.case.front_end} {result.case.width}"
            if key not in rows:
                rows[key] = _row(column, result, sample, sample.index in failures)
            if width not in rows[key].widths:
                rows[key].widths.append(width)
    ranked = sorted(rows.values(), key=lambda r: (not r.is_failure, -abs(r.sample.ulps), r.sample.index))
    return ranked[:_ROWS_OF_WORST]


def _is_largest(largest: MaxUlp, sample: Sample) -> bool:
    return largest.inputs == sample.inputs and largest.got == sample.got


def _row(column: Column, result: Result, sample: Sample, is_failure: bool, widths: list[str] | None = None) -> WorstRow:
    case = result.case
    names = (case.group, case.builtin, case.format)
    right = sample.right or (result.max_ulp.right if result.max_ulp and _is_largest(result.max_ulp, sample) else None)
    return WorstRow(
        column,
        result,
        sample,
        [Number(b, numbers.argument(b, at, *names)) for at, b in enumerate(sample.inputs)],
        [Number(b, numbers.answer(b, at, *names)) for at, b in enumerate(sample.got)],
        list(right.low) if right else [],
        list(right.high) if right else [],
        [Number(b, numbers.answer(b, at, *names)) for at, b in enumerate(right.expected) if b] if right else [],
        is_failure or _is_wrong(result, sample),
        command(result, sample),
        list(widths or []),
    )


def _is_wrong(result: Result, sample: Sample) -> bool:
    if result.verdict is not Verdict.FAIL:
        return False
    limit = result.limit.value if result.limit else None
    return math.isinf(sample.ulps) or (limit is not None and abs(sample.ulps) > limit)


def command(result: Result, sample: Sample) -> str:
    """Returns the repro command of an input, with its neighbours in the vector if known: a lane may depend on them."""
    listed = result.first or result.worst  # the samples that `vectors` refers to, see docs/journal.md
    at = next((n for n, s in enumerate(listed) if s.index == sample.index), None)
    lanes = result.vectors[at] if at is not None and at < len(result.vectors) else (",".join(sample.inputs),)
    return commands.with_inputs(result.repro, lanes)
