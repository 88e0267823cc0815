"""Finds what is new in the last run of a series: compares it with the run before, and finds where each failure began."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, Select, and_, func, select

from classay_report.compare.changes import Comparison, compare
from classay_report.compare.groups import Group
from classay_report.compare.side import Seen, Side
from classay_report.journal import CaseName, Verdict
from classay_report.trend import schema
from classay_report.trend.found import groups_by_run, is_known
from classay_report.trend.history import BadSince, RunInfo, Series, all_series, bad_since


@dataclass(frozen=True, slots=True)
class News:
    series: Series
    # Compared with the run before, or with an empty run if this is the first. The sides contain only cases that differ.
    comparison: Comparison
    # By case: failures in the last run that are new or have changed.
    since: Mapping[str, BadSince] = field(default_factory=dict)

    @property
    def last(self) -> RunInfo:
        return self.series.runs[-1]

    @property
    def before(self) -> RunInfo | None:
        return before_last(self.series)

    def is_bad(self) -> bool:
        """Whether something is worse than before, or unknown."""
        if self.before is None:
            return not self.last.ended or self.last.bad > 0
        return not self.last.ended or self.comparison.got_worse()

    def is_any(self) -> bool:
        return self.is_bad() or (self.before is not None and bool(self.comparison.changes))


def before_last(series: Series) -> RunInfo | None:
    """Returns the last ended run before the last one. A run that has not ended is not a baseline for the next."""
    return next((run for run in reversed(series.runs[:-1]) if run.ended), None)


def _same(last: RunInfo, before: RunInfo) -> Select[tuple[int]]:
    """Selects cases with equal results in both runs. They are most of a run, and the database alone reads them."""
    now, was = schema.results.alias("now"), schema.results.alias("was")
    may_be_empty = [now.c[name].is_not_distinct_from(was.c[name]) for name in ("ulp", "inputs_id")]
    is_same = and_(now.c.verdict == was.c.verdict, now.c.failed == was.c.failed, *may_be_empty)
    both = now.join(was, and_(now.c.case_id == was.c.case_id, was.c.run_id == before.id))
    return select(now.c.case_id).select_from(both).where(now.c.run_id == last.id, is_same)


def _side(
    connection: Connection, run: RunInfo, but: Select[tuple[int]] | None = None, groups: tuple[Group, ...] = ()
) -> Side:
    results, cases, inputs = schema.results.c, schema.cases.c, schema.inputs.c
    query = (
        select(
            cases.name, results.verdict, results.ulp, results.failed, results.repro, inputs.hash, inputs.count.label("asked")
        )
        .join(schema.cases, results.case_id == cases.id)
        .outerjoin(schema.inputs, results.inputs_id == inputs.id)
        .where(results.run_id == run.id)
    )
    if but is not None:
        query = query.where(results.case_id.not_in(but))
    found = {}
    for row in connection.execute(query):
        verdict = Verdict(row.verdict)
        # Which inputs a partial result covers is unknown.
        is_whole = row.hash is not None and verdict is not Verdict.PARTIAL
        found[CaseName.parse(row.name)] = Seen(
            verdict=verdict,
            inputs=f"{row.hash} {row.asked}" if is_whole else "",
            error=row.ulp,
            failed=row.failed,
            judged=row.asked or 0,
            repro=row.repro or "",
        )
    identity = {
        "driver": run.driver,
        "device version": run.version,
        "suite": run.suite,
        "commit": run.commit + (" with changes" if run.dirty else ""),
    }
    return Side(identity, found, run.ended, groups=groups)


def news_of(connection: Connection, series: Series) -> News:
    last, before = series.runs[-1], before_last(series)
    if before is None:
        after = _side(connection, last)
        return News(series, compare(Side(after.identity, {}), after), _bad(connection, series))
    same = _same(last, before)
    was, is_ = _groups(connection, before, last)
    comparison = compare(_side(connection, before, same, was), _side(connection, last, same, is_))
    unchanged = connection.execute(select(func.count()).select_from(same.subquery())).scalar_one()
    changed = [str(change.case) for change in comparison.changes]
    return News(series, replace(comparison, same=comparison.same + unchanged), _bad(connection, series, changed))


def _groups(connection: Connection, before: RunInfo, last: RunInfo) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Returns the findings of both runs; none if those of one run are unknown, because all of the other would be new."""
    found = groups_by_run(connection, (before, last))
    if not (before.ended and last.ended and is_known(before, found[before.id]) and is_known(last, found[last.id])):
        return (), ()
    return tuple(found[before.id]), tuple(found[last.id])


def _bad(connection: Connection, series: Series, cases: Sequence[str] | None = None) -> dict[str, BadSince]:
    return {bad.case: bad for bad in bad_since(connection, series, cases)}


def series_of(connection: Connection, identities: Sequence[str]) -> list[Series]:
    """Returns the series whose last run is one of these; all series if none is given."""
    found = all_series(connection)
    return [s for s in found if s.runs[-1].identity in identities] if identities else found


def what_changed(runs: Sequence[RunInfo], bad: BadSince) -> str:
    """Describes what changed between the last good run and the first bad one: where to continue the search."""
    if bad.last_good is None:
        return "no earlier run was as promised"
    good, first = runs[bad.last_good], runs[bad.first_bad]
    is_other_driver = (good.driver, good.version) != (first.driver, first.version)
    is_other_suite = (good.commit, good.build, good.dirty) != (first.commit, first.build, first.dirty)
    if is_other_driver and is_other_suite:
        return "driver and suite changed: run one suite on both drivers to find the cause"
    if is_other_driver:
        return f"the driver changed from {good.driver} to {first.driver}; the suite did not"
    if is_other_suite:
        return "the suite changed; the driver did not"
    return "neither driver nor suite changed: the failure is intermittent, or the machine changed"
