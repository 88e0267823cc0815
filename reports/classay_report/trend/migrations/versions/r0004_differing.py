"""Adds the results that differ between equivalent runs, found at import."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ALIKE = ("device_id", "tier", "edition", "profile", "seed", "filters", "modes", "commit", "build", "dirty")
_ANSWER = ("verdict", "ulp", "failed", "inputs_id")


def upgrade() -> None:
    differing = op.create_table(
        "differing",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("case_id", sa.Integer, sa.ForeignKey("cases.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    runs = sa.table("runs", *map(sa.column, ("id", *_ALIKE)))
    results = sa.table("results", *map(sa.column, ("run_id", "case_id", *_ANSWER)))
    alike = [runs.c[name] for name in _ALIKE]
    firsts = sa.select(runs.c.id, sa.func.min(runs.c.id).over(partition_by=alike).label("first")).subquery()
    first = results.alias("first_results")
    is_other = sa.or_(
        first.c.case_id.is_(None),
        results.c.verdict == "flake",
        *(results.c[name].is_distinct_from(first.c[name]) for name in _ANSWER),
    )
    found = (
        sa.select(results.c.run_id, results.c.case_id)
        .join(firsts, firsts.c.id == results.c.run_id)
        .outerjoin(first, sa.and_(first.c.run_id == firsts.c.first, first.c.case_id == results.c.case_id))
        .where(is_other)
    )
    op.execute(differing.insert().from_select(("run_id", "case_id"), found))
