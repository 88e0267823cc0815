"""Finds results that differ between equivalent runs, when a run is added or removed (schema.differing)."""

from sqlalchemy import Connection, and_, delete, insert, or_, select

from classay_report.journal import Verdict
from classay_report.trend import schema


def _alike(connection: Connection, run_id: int) -> list[int]:
    """Returns the equivalent runs including this one, in the order of their import."""
    runs = schema.runs.c
    words = connection.execute(select(*(runs[name] for name in schema.ALIKE)).where(runs.id == run_id)).one()
    same = and_(*(runs[name] == word for name, word in zip(schema.ALIKE, words)))
    return sorted(connection.execute(select(runs.id).where(same)).scalars())


def _compare(connection: Connection, first_id: int, run_id: int) -> None:
    results, first = schema.results, schema.results.alias("first_results")
    is_other = or_(
        first.c.case_id.is_(None),
        results.c.verdict == Verdict.FLAKE,
        *(results.c[name].is_distinct_from(first.c[name]) for name in schema.ANSWER),
    )
    found = (
        select(results.c.run_id, results.c.case_id)
        .outerjoin(first, and_(first.c.run_id == first_id, first.c.case_id == results.c.case_id))
        .where(results.c.run_id == run_id, is_other)
    )
    connection.execute(insert(schema.differing).from_select(["run_id", "case_id"], found))


def find_differing(connection: Connection, run_id: int) -> None:
    """Compares a new run with the first equivalent run."""
    _compare(connection, _alike(connection, run_id)[0], run_id)


def forget(connection: Connection, run_id: int) -> None:
    """Deletes a run and everything recorded about it."""
    first, *others = _alike(connection, run_id)
    for table in schema.OF_A_RUN:
        connection.execute(delete(table).where(table.c.run_id == run_id))
    connection.execute(delete(schema.runs).where(schema.runs.c.id == run_id))
    if first != run_id or not others:
        return
    # The others were compared with this run.
    connection.execute(delete(schema.differing).where(schema.differing.c.run_id.in_(others)))
    for other in others:
        _compare(connection, others[0], other)
