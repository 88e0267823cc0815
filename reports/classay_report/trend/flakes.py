"""Measures how often identical runs differ: same device, driver, build and options, but different results."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, select

from classay_report.journal import Verdict
from classay_report.trend import schema
from classay_report.trend.history import RunInfo, Series

# Number of cases per query.
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Flaky:
    """A case of a group of identical runs."""

    case: str
    runs: int
    differing: int  # runs that differ from the most frequent result, or have verdict flake
    verdicts: str  # all verdicts that occurred


@dataclass(frozen=True, slots=True)
class Group:
    """Identical runs, by their places in the series."""

    places: tuple[int, ...]
    results: int
    differing: int
    flaky: tuple[Flaky, ...]

    @property
    def rate(self) -> float:
        return self.differing / self.results if self.results else 0.0


def _groups(runs: Sequence[RunInfo]) -> list[tuple[int, ...]]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, run in enumerate(runs):
        if run.ended:
            found[run.repeats].append(place)
    return sorted(tuple(places) for places in found.values() if len(places) > 1)


def _answers(connection: Connection, ids: Sequence[int]) -> dict[int, list[tuple[str, int]]]:
    """For each case with possible differences: the number of runs with each result, and its verdict."""
    table, differing = schema.results.c, schema.differing.c
    suspects = sorted(set(connection.execute(select(differing.case_id).where(differing.run_id.in_(ids))).scalars()))
    answer = (table.case_id, *(table[name] for name in schema.ANSWER))
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for start in range(0, len(suspects), _AT_ONCE):
        is_asked = and_(table.run_id.in_(ids), table.case_id.in_(suspects[start : start + _AT_ONCE]))
        query = select(table.case_id, table.verdict, func.count()).where(is_asked, table.verdict != Verdict.PARTIAL)
        for case_id, verdict, count in connection.execute(query.group_by(*answer)):
            found[case_id].append((verdict, count))
    return found


def _flaky(name: str, answers: Sequence[tuple[str, int]]) -> Flaky:
    total = sum(count for _, count in answers)
    steady = max((count for verdict, count in answers if verdict != Verdict.FLAKE), default=0)
    return Flaky(name, total, total - steady, ", ".join(sorted({verdict for verdict, _ in answers})))


def flake_groups(connection: Connection, series: Series) -> list[Group]:
    groups = []
    cases = schema.cases.c
    names: dict[int, str] = {row.id: row.name for row in connection.execute(select(cases.id, cases.name))}
    for places in _groups(series.runs):
        answers = _answers(connection, [series.runs[place].id for place in places])
        suspects = [key for key, given in answers.items() if len(given) > 1 or given[0][0] == Verdict.FLAKE]
        flaky = sorted((_flaky(names[key], answers[key]) for key in suspects), key=lambda f: (-f.differing, f.case))
        # Partial results ran on different inputs and are not counted.
        totals = [series.runs[place].totals for place in places]
        results = sum(sum(of.values()) - of.get(Verdict.PARTIAL, 0) for of in totals)
        groups.append(Group(places, results, sum(f.differing for f in flaky), tuple(flaky)))
    return groups
