"""Computes the content of the front page from the runs; the template only lays it out."""

import hashlib
import math
from collections import defaultdict
from dataclasses import dataclass, field

from classay_report import numbers
from classay_report.html.devices import Column
from classay_report.html.front_ends import Unit
from classay_report.html.order import FORMATS, MODES, in_order
from classay_report.journal import Result, Run, Verdict

# Half of a margin strip is linear, from zero to the limit. The other half shows powers of ten beyond it, up to this one.
_DECADES = 12


def page_of(group: str, builtin: str) -> str:
    """Returns the file name of a builtin's page. Names come from journals: special characters are written in hex, and a name
    that is too long gets a hash."""
    name = f"{group}-{builtin}"
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else f".{ord(c):x}." for c in name)
    if len(plain) > 100:
        plain = f"{plain[:60]}.{hashlib.sha256(name.encode()).hexdigest()[:20]}"
    return f"{plain}.html"


# --- verdict for each profile and mode -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a mode, compared with the table of a profile."""

    kept: int = 0
    broken: int = 0
    unknown: int = 0

    @property
    def word(self) -> str:
        if self.broken:
            return "broken"
        if self.unknown:
            return "undecided"
        return "kept" if self.kept else "not tested"

    @property
    def detail(self) -> str:
        total = self.kept + self.broken + self.unknown
        if not total:
            return ""
        if self.broken:
            said = f"{numbers.count(self.broken)} of {numbers.count(total)} cases break it"
            return said + (f", {numbers.count(self.unknown)} are undecided" if self.unknown else "")
        if self.unknown:
            return f"{numbers.count(self.kept)} of {numbers.count(total)} cases keep it, the others are undecided"
        return f"{numbers.count(self.kept)} cases"


def standing_of(result: Result, run: Run, profile: str) -> str | None:
    """Returns kept, broken or unknown; None if the case does not depend on the limits."""
    if not result.verdict.needs_an_answer:
        return None
    if result.verdict in (Verdict.PARTIAL, Verdict.MISSING):
        return "unknown"
    if profile == run.header.profile:
        return "kept" if result.verdict.leaves_exit_code_zero else "broken"
    if not result.verdict.says_something:
        return "unknown"
    for tables, answer in ((result.also_fails, "broken"), (result.also_meets, "kept")):
        if any(
            t.profile == profile and t.edition == run.header.edition_of(result.case.front_end) and t.mode == result.case.mode
            for t in tables
        ):
            return answer
    return "unknown"


def standings(columns: list[Column]) -> list[tuple[str, list[tuple[Column, str, Standing]]]]:
    """Returns column, profile and standing for each tested mode. `columns`: those with a table of limits."""
    counted: dict[tuple[str, int, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for column in columns:
        for result in column.run.results.values():
            for profile in ("full", "embedded"):
                answer = standing_of(result, column.run, profile)
                if answer:
                    counted[result.case.mode, column.at, profile][answer] += 1
    nameless = {column.at: column.run.nameless for column in columns}
    for (_, at, _), counts in counted.items():
        counts["unknown"] += nameless[at]  # their modes are unknown
    modes = in_order((result.case.mode for c in columns for result in c.run.results.values()), MODES)
    return [
        (mode, [(c, p, Standing(**counted[mode, c.at, p])) for c in columns for p in ("full", "embedded")]) for mode in modes
    ]


# --- functions by margin ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Mark:
    """The worst result of a unit in one run, over widths and front ends."""

    column: Column
    result: Result

    @property
    def has_place(self) -> bool:
        return self.result.margin is not None or self.result.verdict is Verdict.FAIL

    @property
    def place(self) -> float:
        """The position on the strip, from 0 to 100."""
        return place(self.result.margin_or_verdict)

    @property
    def error(self) -> str:
        return numbers.ulps(self.result.max_error)

    @property
    def limit(self) -> str:
        limit = self.result.limit
        return limit.text if limit else "not stated"

    @property
    def is_wrong(self) -> bool:
        return self.result.margin_or_verdict > 1


@dataclass(slots=True)
class MarginRow:
    group: str
    builtin: str
    form: str
    mode: str
    marks: list[Mark] = field(default_factory=list)

    @property
    def worst(self) -> Mark:
        return max(self.marks, key=lambda m: m.result.margin_or_verdict)

    @property
    def is_bad(self) -> bool:
        return any(not m.result.verdict.leaves_exit_code_zero for m in self.marks)

    @property
    def has_other_bits(self) -> bool:
        unit = Unit(self.group, self.builtin, self.form, self.mode)
        return any(mark.column.has_other_bits(unit) for mark in self.marks)

    def of(self, column: Column) -> Mark | None:
        return next((mark for mark in self.marks if mark.column is column), None)

    @property
    def limits(self) -> list[str]:
        """Usually one; several if editions or profiles differ."""
        return list(dict.fromkeys(mark.limit for mark in self.marks))


def place(margin: float) -> float:
    """Returns the position of a margin on the strip, in percent: linear up to the limit, then logarithmic."""
    if math.isinf(margin):
        return 100.0
    if margin <= 1:
        return 50 * margin
    return 50 + min(math.log10(margin), _DECADES) / _DECADES * 45


def margin_rows(columns: list[Column]) -> list[MarginRow]:
    """Returns rows sorted by margin, worst first. If a limit is not in ulp, only failures have a position."""
    rows: dict[tuple[str, str, str, str], dict[int, Mark]] = defaultdict(dict)
    for column in columns:
        for result in column.run.results.values():
            if result.max_error is None:
                continue
            case = result.case
            marks = rows[case.group, case.builtin, case.format, case.mode]
            known = marks.get(column.at)
            if known is None or _danger(result) > _danger(known.result):
                marks[column.at] = Mark(column, result)
    found = [MarginRow(*key, marks=list(marks.values())) for key, marks in rows.items()]
    found = [row for row in found if any(mark.has_place for mark in row.marks)]
    return sorted(found, key=lambda r: (-r.worst.result.margin_or_verdict, r.group, r.builtin, r.form, r.mode))


def _danger(result: Result) -> tuple[float, int]:
    return (result.margin_or_verdict, result.verdict.badness)


# --- coverage --------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Cell:
    """The outcome of an instruction in one format, mode and run."""

    column: Column
    worst: Verdict
    bad: int
    total: int

    @property
    def said(self) -> str:
        if self.bad:
            return f"{self.worst}, {self.bad} of {self.total} cases"
        return f"{self.worst}, {self.total} case{'' if self.total == 1 else 's'}"


@dataclass(slots=True)
class GridRow:
    group: str
    builtin: str
    cells: dict[tuple[str, str], list[Cell | None]]  # by format and mode, for each column

    @property
    def verdicts(self) -> set[Verdict]:
        return {cell.worst for cells in self.cells.values() for cell in cells if cell}

    @property
    def is_bad(self) -> bool:
        return any(not verdict.leaves_exit_code_zero for verdict in self.verdicts)

    @property
    def has_other_bits(self) -> bool:
        return any(
            cell.column.has_other_bits(Unit(self.group, self.builtin, *place))
            for place, cells in self.cells.items()
            for cell in cells
            if cell
        )


@dataclass(slots=True)
class Grid:
    heads: list[tuple[str, list[str]]]  # formats, and the tested modes of each
    rows: list[GridRow]

    @property
    def has_other_bits(self) -> bool:
        return any(row.has_other_bits for row in self.rows)


def grid(columns: list[Column]) -> Grid:
    found: dict[tuple[str, str], dict[tuple[str, str], list[Cell | None]]] = defaultdict(dict)
    modes: dict[str, set[str]] = defaultdict(set)
    for column in columns:
        for result in column.run.results.values():
            case = result.case
            modes[case.format].add(case.mode)
            cells = found[case.group, case.builtin].setdefault((case.format, case.mode), [None] * len(columns))
            _count_in(cells, column, result.verdict)
    heads = [(form, in_order(modes[form], MODES)) for form in in_order(modes, FORMATS)]
    return Grid(heads, [GridRow(*key, cells) for key, cells in sorted(found.items())])


def _count_in(cells: list[Cell | None], column: Column, verdict: Verdict) -> None:
    cell = cells[column.at]
    if cell is None:
        cell = cells[column.at] = Cell(column, verdict, 0, 0)
    cell.total += 1
    cell.bad += not verdict.leaves_exit_code_zero and verdict is not Verdict.PARTIAL
    # Judged widths take precedence over unsupported ones; the worst verdict of the judged widths represents all.
    if weight(verdict) > weight(cell.worst):
        cell.worst = verdict


def weight(verdict: Verdict) -> int:
    """The order of the verdicts of widths: the largest represents all."""
    return verdict.badness if verdict.needs_an_answer else -1
