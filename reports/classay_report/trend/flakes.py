"""How often the same runs do not say the same: same device, driver, build and options, and yet another answer."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from classay_report.journal import Verdict
from classay_report.trend import schema
from classay_report.trend.history import RunInfo, Series


@dataclass(frozen=True, slots=True)
class Flaky:
    """A case of a group of identical runs."""

    case: str
    runs: int
    differing: int  # that did not say what most of them say, or were told to be flakes
    verdicts: str  # those that occurred


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
    """By case: how often which answer was given, with its verdict."""
    table = schema.results.c
    answer = (table.case_id, table.verdict, table.ulp, table.failed, table.inputs_id)
    # Where the time of a case cut it short, other inputs were asked.
    is_whole = table.verdict != Verdict.PARTIAL
    query = select(table.case_id, table.verdict, func.count()).where(table.run_id.in_(ids), is_whole).group_by(*answer)
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for case_id, verdict, count in connection.execute(query):
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
        results = sum(count for given in answers.values() for _, count in given)
        groups.append(Group(places, results, sum(f.differing for f in flaky), tuple(flaky)))
    return groups
