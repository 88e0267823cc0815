"""What is new in the last run of a series: held against the run before it, and traced back to where it began."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, Select, and_, func, select

from classay_report.compare.changes import Comparison, compare
from classay_report.compare.side import Seen, Side
from classay_report.journal import CaseName, Verdict
from classay_report.trend import schema
from classay_report.trend.history import BadSince, RunInfo, Series, all_series, bad_since


@dataclass(frozen=True, slots=True)
class News:
    series: Series
    # With the run before; with a run of nothing where this is the first. Its sides have what is not the same in both.
    comparison: Comparison
    # By case, of what is not as promised now, and was not the same before.
    since: Mapping[str, BadSince] = field(default_factory=dict)

    @property
    def last(self) -> RunInfo:
        return self.series.runs[-1]

    @property
    def before(self) -> RunInfo | None:
        return before_last(self.series)

    def is_bad(self) -> bool:
        """Something is worse than it was, or nobody knows how it is."""
        if self.before is None:
            return not self.last.ended or self.last.bad > 0
        return not self.last.ended or self.comparison.got_worse()

    def is_any(self) -> bool:
        return self.is_bad() or (self.before is not None and bool(self.comparison.changes))


def before_last(series: Series) -> RunInfo | None:
    """A run that has not ended is no measure for the next one."""
    return next((run for run in reversed(series.runs[:-1]) if run.ended), None)


def _same(last: RunInfo, before: RunInfo) -> Select[tuple[int]]:
    """Cases of which both runs say the same: most of a night, and read by the database alone."""
    now, was = schema.results.alias("now"), schema.results.alias("was")
    may_be_empty = [now.c[name].is_not_distinct_from(was.c[name]) for name in ("ulp", "inputs_id")]
    is_same = and_(now.c.verdict == was.c.verdict, now.c.failed == was.c.failed, *may_be_empty)
    both = now.join(was, and_(now.c.case_id == was.c.case_id, was.c.run_id == before.id))
    return select(now.c.case_id).select_from(both).where(now.c.run_id == last.id, is_same)


def _side(connection: Connection, run: RunInfo, but: Select[tuple[int]] | None = None) -> Side:
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
        # Of a case that was cut short nobody knows which inputs were asked.
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
    return Side(identity, found, run.ended)


def news_of(connection: Connection, series: Series) -> News:
    last, before = series.runs[-1], before_last(series)
    if before is None:
        after = _side(connection, last)
        return News(series, compare(Side(after.identity, {}), after), _bad(connection, series))
    same = _same(last, before)
    comparison = compare(_side(connection, before, same), _side(connection, last, same))
    unchanged = connection.execute(select(func.count()).select_from(same.subquery())).scalar_one()
    changed = [str(change.case) for change in comparison.changes]
    return News(series, replace(comparison, same=comparison.same + unchanged), _bad(connection, series, changed))


def _bad(connection: Connection, series: Series, cases: Sequence[str] | None = None) -> dict[str, BadSince]:
    return {bad.case: bad for bad in bad_since(connection, series, cases)}


def series_of(connection: Connection, identities: Sequence[str]) -> list[Series]:
    """Those whose last run is one of these; all where none is named."""
    found = all_series(connection)
    return [s for s in found if s.runs[-1].identity in identities] if identities else found


def what_changed(runs: Sequence[RunInfo], bad: BadSince) -> str:
    """Between the last good run and the first bad one: where a search has to go on."""
    if bad.last_good is None:
        return "it was never as promised, as far as is known"
    good, first = runs[bad.last_good], runs[bad.first_bad]
    is_other_driver = (good.driver, good.version) != (first.driver, first.version)
    is_other_suite = (good.commit, good.build, good.dirty) != (first.commit, first.build, first.dirty)
    if is_other_driver and is_other_suite:
        return "driver and suite changed: one suite on both drivers tells which of them it was"
    if is_other_driver:
        return f"the driver changed, from {good.driver} to {first.driver}, and the suite did not"
    if is_other_suite:
        return "the suite changed, and the driver did not"
    return "neither driver nor suite changed: it does not always happen, or the machine changed"
