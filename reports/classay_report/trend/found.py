"""Follows findings through the runs of a series, from the first night to the last."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from classay_report.compare.groups import Group
from classay_report.trend import schema
from classay_report.trend.history import RunInfo, Series


@dataclass(frozen=True, slots=True)
class Followed:
    """A finding in the runs of a series."""

    group: Group  # as in the last run that has it
    first: int  # index of a run in the series
    last: int
    runs: int  # the number of runs that have it

    def is_in(self, series: Series) -> bool:
        return self.last == len(series.runs) - 1


def groups_by_run(connection: Connection, runs: Sequence[RunInfo]) -> dict[int, list[Group]]:
    """Returns the findings of each run by its id, sorted by name."""
    found, names = schema.found.c, schema.findings.c
    query = (
        select(found.run_id, names.name, found.title, found.cases, found.repro)
        .join(schema.findings, found.finding_id == names.id)
        .where(found.run_id.in_([run.id for run in runs]))
        .order_by(names.name)
    )
    groups: dict[int, list[Group]] = defaultdict(list)
    for run_id, *values in connection.execute(query):
        groups[run_id].append(Group(*values))
    return groups


def is_known(run: RunInfo, groups: Sequence[Group]) -> bool:
    """Whether the findings of a run are in the database. An older program did not store them."""
    return bool(groups) or not run.bad


def followed(connection: Connection, series: Series) -> list[Followed]:
    """Returns all findings of a series: those of the last run first, then the most recent ones."""
    groups = groups_by_run(connection, series.runs)
    places: dict[str, list[int]] = defaultdict(list)
    latest: dict[str, Group] = {}
    for place, run in enumerate(series.runs):
        for group in groups[run.id]:
            places[group.name].append(place)
            latest[group.name] = group
    found = [Followed(latest[name], there[0], there[-1], len(there)) for name, there in places.items()]
    return sorted(found, key=lambda f: (-f.last, -f.group.cases, f.group.name))
