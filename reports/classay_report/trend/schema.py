"""The tables of the database that trends are read from, for SQLite and PostgreSQL alike.

Numbers given by the database (`id`) depend on the order in which journals came: no page shows one, or sorts by one.
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
# Seeds have 64 bits, and columns a sign: seeds are stored modulo this.
SEEDS = 1 << 64


def _words(*names: str) -> list[Column[str]]:
    return [Column(name, String, nullable=False) for name in names]


# A device with a driver.
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
    Column("identity", String(64), nullable=False, unique=True),  # of the beginning of a journal, which never changes
    Column("bytes", BigInteger, nullable=False),  # of whole lines: a journal that has grown is the same run, further on
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

# Inputs that were asked: the same hash and count are the same inputs.
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
    Column("ulp", Double),  # the largest error; infinite where an answer is no number; empty where nothing was judged
    Column("limit", Double),
    Column("failed", BigInteger, nullable=False),
    Column("nondeterministic", BigInteger, nullable=False),
    Column("inputs_id", ForeignKey("inputs.id")),
    Column("repro", String),  # the command that asks again; empty where nothing is to be asked again, or nobody said how
    sqlite_with_rowid=False,
)

# What pages ask of every run. Both follow from its results, and are counted when it is imported.
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

# Runs that should say the same are held against the first of them that was imported: here is what is another answer than
# its, was no steady one, or was not asked by it. All that can be a flake is among it, and it is little.
differing = Table(
    "differing",
    metadata,
    Column("run_id", ForeignKey("runs.id"), primary_key=True),
    Column("case_id", ForeignKey("cases.id"), primary_key=True),
    sqlite_with_rowid=False,
)
# By which such runs are known.
ALIKE = ("device_id", "tier", "edition", "profile", "seed", "filters", "modes", "commit", "build", "dirty")
# What makes an answer.
ANSWER = ("verdict", "ulp", "failed", "inputs_id")

OF_A_RUN = (results, totals, worst, differing)
