"""Reads the database into values for pages. Sorted by content, never by the time of import."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, exists, select

from classay_report.globs import selects
from classay_report.journal import Verdict
from classay_report.trend import schema

GOOD = tuple(verdict.value for verdict in Verdict if verdict.leaves_exit_code_zero)


@dataclass(frozen=True, slots=True, order=True)
class SeriesKey:
    """Identifies comparable runs: same device and same settings. Driver and suite may change between them."""

    platform: str
    device: str
    tier: str
    edition: str
    profile: str
    seed: int
    filters: str
    modes: str


@dataclass(frozen=True, slots=True)
class RunInfo:
    id: int
    start: str
    identity: str
    driver: str
    version: str
    suite: str
    commit: str
    build: str
    dirty: bool
    host: str
    ended: bool
    totals: Mapping[str, int]

    @property
    def bad(self) -> int:
        return sum(count for verdict, count in self.totals.items() if verdict not in GOOD)

    @property
    def repeats(self) -> tuple[str, ...]:
        """Equal for runs that should give the same results."""
        return (self.driver, self.version, self.commit, self.build, str(self.dirty))


@dataclass(frozen=True, slots=True)
class Series:
    key: SeriesKey
    runs: tuple[RunInfo, ...]  # sorted by start time


@dataclass(frozen=True, slots=True, order=True)
class Function:
    builtin: str
    format: str
    mode: str
    front_end: str

    def __str__(self) -> str:
        return f"{self.front_end} {self.builtin} {self.format} {self.mode}"


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst of all widths of a function in one run."""

    ulp: float | None
    limit: float | None
    bad: int  # cases that are not as promised


@dataclass(frozen=True, slots=True)
class BadSince:
    """A case that is not as promised in the last run: its first bad run and its last good one."""

    case: str
    verdict: str
    first_bad: int  # index of a run in the series
    last_good: int | None


def _totals(connection: Connection) -> Mapping[int, Mapping[str, int]]:
    totals: dict[int, dict[str, int]] = defaultdict(dict)
    for run_id, verdict, count in connection.execute(select(schema.totals)):
        totals[run_id][verdict] = count
    return totals


def all_series(connection: Connection) -> list[Series]:
    totals = _totals(connection)
    runs, devices = schema.runs.c, schema.devices.c
    found: dict[SeriesKey, list[RunInfo]] = defaultdict(list)
    query = select(schema.runs, devices.platform, devices.name, devices.driver, devices.version)
    for row in connection.execute(query.join(schema.devices, runs.device_id == devices.id)):
        key = SeriesKey(
            row.platform, row.name, row.tier, row.edition, row.profile, row.seed % schema.SEEDS, row.filters, row.modes
        )
        words = (row.driver, row.version, row.suite, row.commit, row.build, row.dirty, row.host, row.ended)
        found[key].append(RunInfo(row.id, row.start, row.identity, *words, totals.get(row.id, {})))
    for together in found.values():
        together.sort(key=lambda run: (run.start, run.identity))
    return [Series(key, tuple(found[key])) for key in sorted(found)]


def _ids(series: Series) -> list[int]:
    return [run.id for run in series.runs]


def worst_by_function(connection: Connection, series: Series, builtin: str = "") -> dict[Function, list[Worst | None]]:
    """Returns for each function (of one builtin, if given) its worst result in each run of the series; None if a run has no
    result."""
    worst, functions = schema.worst.c, schema.functions.c
    query = (
        select(worst.run_id, functions.builtin, functions.format, functions.mode, functions.front_end, worst.ulp)
        .add_columns(worst.limit, worst.bad)
        .join(schema.functions, worst.function_id == functions.id)
        .where(worst.run_id.in_(_ids(series)))
    )
    if builtin:
        query = query.where(functions.builtin == builtin)
    places = {run.id: place for place, run in enumerate(series.runs)}
    found: dict[Function, list[Worst | None]] = defaultdict(lambda: [None] * len(series.runs))
    for run_id, builtin, format_, mode, front_end, ulp, limit, count in connection.execute(query):
        found[Function(builtin, format_, mode, front_end)][places[run_id]] = Worst(ulp, limit, count)
    return {function: found[function] for function in sorted(found)}


def last_by_function(connection: Connection, series: Series) -> dict[Function, Worst]:
    """Returns for each function its worst result in the last run that has one."""
    worst = schema.worst.c
    names = {id_: Function(*words) for id_, *words in connection.execute(select(schema.functions))}
    lines = select(worst.function_id, worst.run_id, worst.ulp, worst.limit, worst.bad)
    now = connection.execute(lines.where(worst.run_id == series.runs[-1].id)).all()
    # Adds functions that only earlier runs tested. Runs of a series have equal settings, so there are few or none.
    is_asked = exists().where(worst.function_id == schema.functions.c.id, worst.run_id.in_(_ids(series)))
    before = set(connection.execute(select(schema.functions.c.id).where(is_asked)).scalars()) - {line[0] for line in now}
    earlier = lines.where(worst.function_id.in_(before), worst.run_id.in_(_ids(series)))
    places = {run.id: place for place, run in enumerate(series.runs)}
    found: dict[Function, Worst] = {}
    for function, _, ulp, limit, bad in sorted([*connection.execute(earlier), *now], key=lambda line: places[line[1]]):
        found[names[function]] = Worst(ulp, limit, bad)
    return {function: found[function] for function in sorted(found)}


def bad_since(connection: Connection, series: Series, names: Sequence[str] | None = None) -> list[BadSince]:
    """Finds the current streak of bad runs, for these cases or for all. Runs without a result of the case are ignored."""
    if names is not None and not names:
        return []
    results, cases = schema.results.c, schema.cases.c
    last = series.runs[-1]
    bad_now = select(results.case_id).where(and_(results.run_id == last.id, results.verdict.not_in(GOOD)))
    if names is not None:
        bad_now = bad_now.join(schema.cases, results.case_id == cases.id).where(cases.name.in_(names))
    query = (
        select(cases.name, results.run_id, results.verdict)
        .join(schema.cases, results.case_id == cases.id)
        .where(results.case_id.in_(bad_now), results.run_id.in_(_ids(series)))
    )
    places = {run.id: place for place, run in enumerate(series.runs)}
    verdicts: dict[str, dict[int, str]] = defaultdict(dict)
    for name, run_id, verdict in connection.execute(query):
        verdicts[name][places[run_id]] = verdict
    return [_streak(name, verdicts[name]) for name in sorted(verdicts)]


def bad_now(connection: Connection, series: Series, globs: Sequence[str]) -> list[tuple[BadSince, str]]:
    """Returns cases that are not as promised in the last run, with repro commands. `globs` select cases; empty: all."""
    results, cases = schema.results.c, schema.cases.c
    query = select(cases.name, results.repro).join(schema.cases, results.case_id == cases.id)
    repro = {row.name: row.repro for row in connection.execute(query.where(results.run_id == series.runs[-1].id))}
    found = [bad for bad in bad_since(connection, series) if not globs or selects(globs, bad.case)]
    return [(bad, repro[bad.case] or "") for bad in found]


def _streak(name: str, verdicts: Mapping[int, str]) -> BadSince:
    places = sorted(verdicts, reverse=True)
    good = next((place for place in places if verdicts[place] in GOOD), None)
    first = min(place for place in places if good is None or place > good)
    return BadSince(name, verdicts[places[0]], first, good)


def unsteady_cases(connection: Connection, run: RunInfo) -> list[tuple[str, int]]:
    """Returns cases of a run whose second launch gave different results, and how many results differ; most first."""
    results, cases = schema.results.c, schema.cases.c
    query = (
        select(cases.name, results.nondeterministic)
        .join(schema.cases, results.case_id == cases.id)
        .where(results.run_id == run.id, results.nondeterministic > 0)
        .order_by(results.nondeterministic.desc(), cases.name)
    )
    return [(name, count) for name, count in connection.execute(query)]


def by_driver(runs: Sequence[RunInfo]) -> list[tuple[int, str]]:
    """Returns the index and the name of each driver at its first run."""
    return [(i, run.driver) for i, run in enumerate(runs) if i == 0 or run.driver != runs[i - 1].driver]
