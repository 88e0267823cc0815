"""Adds summaries that pages need of every run, computed at import: counts of verdicts, and the worst of each function."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# As in Verdict.leaves_exit_code_zero at the time of this revision.
_GOOD = ("pass", "quality-warning", "skip", "unsupported", "xfail")
_FUNCTION = ("builtin", "format", "mode", "front_end")


def _make() -> tuple[sa.Table, sa.Table, sa.Table]:
    functions = op.create_table(
        "functions",
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(name, sa.String, nullable=False) for name in _FUNCTION),
        sa.UniqueConstraint(*_FUNCTION),
    )
    totals = op.create_table(
        "totals",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("verdict", sa.String(15), primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    worst = op.create_table(
        "worst",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("function_id", sa.Integer, sa.ForeignKey("functions.id"), primary_key=True),
        sa.Column("ulp", sa.Double),
        sa.Column("limit", sa.Double),
        sa.Column("bad", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("worst_by_function", "worst", ["function_id", "run_id"])
    return functions, totals, worst


def upgrade() -> None:
    functions, totals, worst = _make()
    cases = sa.table("cases", sa.column("id"), *map(sa.column, _FUNCTION))
    results = sa.table("results", *map(sa.column, ("run_id", "case_id", "verdict", "ulp", "limit")))
    names = [cases.c[name] for name in _FUNCTION]
    op.execute(functions.insert().from_select(_FUNCTION, sa.select(*names).distinct().order_by(*names)))
    verdicts = sa.select(results.c.run_id, results.c.verdict, sa.func.count()).group_by(results.c.run_id, results.c.verdict)
    op.execute(totals.insert().from_select(("run_id", "verdict", "count"), verdicts))
    is_of = sa.and_(*(functions.c[name] == cases.c[name] for name in _FUNCTION))
    bad = sa.func.sum(sa.case((results.c.verdict.in_(_GOOD), 0), else_=1))
    found = (
        sa.select(results.c.run_id, functions.c.id, sa.func.max(results.c.ulp), sa.func.max(results.c.limit), bad)
        .select_from(results.join(cases, results.c.case_id == cases.c.id).join(functions, is_of))
        .group_by(results.c.run_id, functions.c.id)
    )
    op.execute(worst.insert().from_select(("run_id", "function_id", "ulp", "limit", "bad"), found))
