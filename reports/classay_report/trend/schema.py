"""Defines the tables of the database of trends, for SQLite and PostgreSQL.

The database assigns each `id` in the order of import. Pages therefore neither show an id nor sort by one.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()
# Seeds are unsigned 64-bit numbers, columns are signed: seeds are stored modulo this.
SEEDS = 1 << 64


def _words(*names: str) -> list[Column[str]]:
    return [Column(name, String, nullable=False) for name in names]


# A device with one driver.
devices = Table(
    "devices",
    metadata,
    Column("id", Integer, primary_key=True),
    *_words("platform", "name", "driver", "version"),
    UniqueConstraint("platform", "name", "driver", "version"),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("identity", String(64), nullable=False, unique=True),  # hash of the beginning of a journal, which never changes
    Column("bytes", BigInteger, nullable=False),  # size of complete lines; a journal that has grown is the same run
    Column("content", String(64), nullable=False),
    Column("device_id", ForeignKey("devices.id"), nullable=False),
    *_words("start", "suite", "commit", "build", "tier", "edition", "profile", "filters", "modes", "host"),
    Column("seed", BigInteger, nullable=False),
    Column("dirty", Boolean, nullable=False),
    Column("ended", Boolean, nullable=False),
)

cases = Table(
    "cases",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    *_words("front_end", "group", "builtin", "format", "mode"),
    Column("lanes", SmallInteger, nullable=False),
)

# Inputs of results. Equal hash and count mean equal inputs.
inputs = Table(
    "inputs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String, nullable=False),
    Column("count", BigInteger, nullable=False),
    UniqueConstraint("hash", "count"),
)

results = Table(
    "results",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("case_id", ForeignKey("cases.id"), primary_key=True),
    Column("verdict", String(15), nullable=False),
    Column("ulp", Double),  # the largest error; infinite if a result is not a number; empty if nothing was judged
    Column("limit", Double),
    Column("failed", BigInteger, nullable=False),
    Column("nondeterministic", BigInteger, nullable=False),
    Column("inputs_id", ForeignKey("inputs.id")),
    Column("repro", String),  # the command that runs the case again; empty if it need not run again, or is unknown
    sqlite_with_rowid=False,
)

# Summaries that pages need of every run. They follow from the results and are computed at import.
totals = Table(
    "totals",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("verdict", String(15), primary_key=True),
    Column("count", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

functions = Table(
    "functions",
    metadata,
    Column("id", Integer, primary_key=True),
    *_words("builtin", "format", "mode", "front_end"),
    UniqueConstraint("builtin", "format", "mode", "front_end"),
)

worst = Table(
    "worst",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("function_id", ForeignKey("functions.id"), primary_key=True),
    Column("ulp", Double),
    Column("limit", Double),
    Column("bad", BigInteger, nullable=False),  # cases that are not as promised
    Index("worst_by_function", "function_id", "run_id"),
    sqlite_with_rowid=False,
)

# The findings of runs, by their stable names. A run that an older program imported has none.
findings = Table(
    "findings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
)

found = Table(
    "found",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("finding_id", ForeignKey("findings.id"), primary_key=True),
    Column("title", String, nullable=False),
    Column("cases", BigInteger, nullable=False),
    Column("repro", String, nullable=False),
    sqlite_with_rowid=False,
)

# Each run is compared with the first equivalent run that was imported. This table lists results that differ from it, have
# verdict flake, or are absent in it. It contains every possible flake, and is small.
differing = Table(
    "differing",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("case_id", ForeignKey("cases.id"), primary_key=True),
    sqlite_with_rowid=False,
)
# Columns that are equal in equivalent runs.
ALIKE = ("device_id", "tier", "edition", "profile", "seed", "filters", "modes", "commit", "build", "dirty")
# Columns that are compared as the result.
ANSWER = ("verdict", "ulp", "failed", "inputs_id")

OF_A_RUN = (results, totals, worst, found, differing)
