"""Computes tables of the largest errors: a row per function, a column per run, a table per format and build mode."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from classay_report import numbers
from classay_report.html.order import FORMATS, MODES
from classay_report.journal import Result, Run, Verdict

# Groups whose results have errors in ulp. The others are exact, or have no limits.
GROUPS = ("math", "half", "native", "operator", "common", "geometric", "complex")
FORMAT_NAMES = {"f16": "half precision", "bf16": "bfloat16", "f32": "single precision", "f64": "double precision"}


@dataclass(frozen=True, slots=True)
class Cell:
    """The largest error of a function in a run, over all widths and front ends."""

    error: float  # inf if a result is not a number where a number is correct, or the reverse
    result: Result  # the case with that error
    verdict: Verdict  # the worst of all cases
    inputs: int  # the number of inputs of that case
    is_exhaustive: bool  # all bit patterns ran, in all cases
    is_whole: bool  # no time limit cut the inputs short

    @property
    def at(self) -> str:
        """The input of the largest error, as C writes it."""
        largest, case = self.result.max_ulp, self.result.case
        if largest is None:
            return ""
        return ", ".join(numbers.c_text(bits, at, case.builtin, case.format) for at, bits in enumerate(largest.inputs))

    @property
    def bits(self) -> str:
        return " ".join(self.result.max_ulp.inputs) if self.result.max_ulp else ""

    @property
    def limit(self) -> str:
        return self.result.limit.text if self.result.limit else "not stated"

    @property
    def fails(self) -> bool:
        return self.verdict is Verdict.FAIL

    @property
    def inputs_text(self) -> str:
        count = numbers.count(self.inputs)
        if self.is_exhaustive:
            return f"all {count}"
        return f"{count} sampled" if self.is_whole else f"{count} sampled, cut short"


@dataclass(frozen=True, slots=True)
class Row:
    group: str
    builtin: str
    cells: tuple[Cell | None, ...]  # for each run

    @property
    def limits(self) -> list[str]:
        """Usually one; several if the runs are judged by different limits."""
        return list(dict.fromkeys(cell.limit for cell in self.cells if cell))


@dataclass(frozen=True, slots=True)
class Table:
    form: str
    mode: str
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        name = f"{self.form}, {FORMAT_NAMES[self.form]}" if self.form in FORMAT_NAMES else self.form
        return f"Largest errors in ulp: {name}, mode {self.mode}"


def _cell(results: Sequence[Result]) -> Cell:
    largest = max(results, key=lambda r: (r.max_error or 0.0, r.verdict.badness, -r.case.lanes, r.case.front_end))
    known = [result.inputs for result in results if result.inputs]
    return Cell(
        error=largest.max_error or 0.0,
        result=largest,
        verdict=max((result.verdict for result in results), key=lambda verdict: verdict.badness),
        inputs=largest.inputs.count if largest.inputs else 0,
        is_exhaustive=len(known) == len(results) and all(inputs.exhaustive and inputs.is_whole for inputs in known),
        is_whole=all(inputs.is_whole for inputs in known),
    )


def _place(names: Sequence[str], name: str) -> tuple[int, str]:
    return (names.index(name) if name in names else len(names), name)


def tables_of(runs: Sequence[Run], groups: Iterable[str], modes: Iterable[str]) -> list[Table]:
    """`modes`: the build modes; empty for all."""
    chosen_groups, chosen_modes = set(groups), set(modes)
    found: dict[tuple[str, str], dict[tuple[str, str], dict[int, list[Result]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for column, run in enumerate(runs):
        for case, result in run.results.items():
            is_chosen = case.group in chosen_groups and (not chosen_modes or case.mode in chosen_modes)
            if is_chosen and numbers.is_float(case.format) and result.max_error is not None:
                found[case.format, case.mode][case.group, case.builtin][column].append(result)
    tables = []
    for form, mode in sorted(found, key=lambda key: (_place(FORMATS, key[0]), _place(MODES, key[1]))):
        functions = found[form, mode]
        rows = [
            Row(*name, tuple(_cell(cells[i]) if i in cells else None for i in range(len(runs))))
            for name, cells in sorted(functions.items(), key=lambda item: (_place(GROUPS, item[0][0]), item[0][1]))
        ]
        tables.append(Table(form, mode, tuple(rows)))
    return tables
