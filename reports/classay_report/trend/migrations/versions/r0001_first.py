"""Creates the first schema, which is older than the migrations."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _words(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String, nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer, primary_key=True),
        *_words("platform", "name", "driver", "version"),
        sa.UniqueConstraint("platform", "name", "driver", "version"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(64), nullable=False, unique=True),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("device_id", sa.Integer, sa.ForeignKey("devices.id"), nullable=False),
        *_words("start", "suite", "commit", "build", "tier", "edition", "profile", "filters", "modes", "host"),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("dirty", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_table(
        "cases",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        *_words("front_end", "group", "builtin", "format", "mode"),
        sa.Column("lanes", sa.SmallInteger, nullable=False),
    )
    op.create_table(
        "inputs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("hash", "count"),
    )
    op.create_table(
        "results",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("case_id", sa.Integer, sa.ForeignKey("cases.id"), primary_key=True),
        sa.Column("verdict", sa.String(15), nullable=False),
        sa.Column("ulp", sa.Double),
        sa.Column("limit", sa.Double),
        sa.Column("failed", sa.BigInteger, nullable=False),
        sa.Column("nondeterministic", sa.BigInteger, nullable=False),
        sa.Column("inputs_id", sa.Integer, sa.ForeignKey("inputs.id")),
        sqlite_with_rowid=False,
    )
