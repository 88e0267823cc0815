"""Adds the findings of runs. They follow from the journals, so that runs that are already in the database have none."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "findings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
    )
    op.create_table(
        "found",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("finding_id", sa.Integer, sa.ForeignKey("findings.id"), primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("cases", sa.BigInteger, nullable=False),
        sa.Column("repro", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
