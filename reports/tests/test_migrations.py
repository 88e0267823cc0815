"""Tests databases of trends made by older, newer and different programs: they are migrated to the schema or refused."""

import shutil
import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import generated
import postgresql
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from classay_report.cli import main
from classay_report.errors import ReportError
from classay_report.trend import schema
from classay_report.trend.database import migrate, open_store
from classay_report.trend.migrate import FIRST, Migrations
from classay_report.trend.store import Store
from sqlalchemy import Engine, inspect, text

HEAD = Migrations().scripts.get_current_head()
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("runs", sa.Column("remark", sa.String, nullable=False, server_default="none"))
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Returns the schema of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "trend.sqlite")
    found: str = request.getfixturevalue("postgresql_address")
    postgresql.empty(found)
    return found


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    """Returns the shapes of an empty database."""
    engine = open_store(address)
    yield engine
    engine.dispose()


def place(folder: Path, *more: str) -> str:
    """Copies the migrations and adds further ones."""
    copy = folder / "migrations %d"
    shutil.copytree(Path(str(files("classay_report.trend") / "migrations")), copy)
    for number, script in enumerate(more):
        (copy / f"versions/more{number}.py").write_text(script)
    return str(copy)


def fill(engine: Engine, folder: Path) -> list[tuple[object, ...]]:
    for seed in (1, 2):
        Store(engine).add(generated.write(folder / f"run{seed}", generated.journal(20, seed)))
    return rows(engine)


def add_alike(engine: Engine, folder: Path) -> None:
    """Adds a run equivalent to the first, with some different results."""
    head, *lines = generated.journal(20, 1)
    for line in lines[1:4]:
        line["verdict"] = "flake"
    alike = generated.counted([head | {"start": "2027-01-01T00:00:00Z"}, *lines])
    Store(engine).add(generated.write(folder / "alike", alike))


def make_old(engine: Engine) -> None:
    """A database as the first program created it."""
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE results DROP COLUMN repro"))
        for table in ("found", "findings", "differing", "worst", "functions", "totals"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{FIRST}'"))


def rows(engine: Engine, count: int = 40) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        names = ", ".join(column.name for column in schema.results.c if column.name not in ("limit", "repro"))
        found = [tuple(row) for row in connection.execute(text(f"SELECT {names} FROM results ORDER BY run_id, case_id"))]
    assert len(found) == count
    return found


def summaries(engine: Engine) -> list[list[tuple[object, ...]]]:
    """Returns the rows by function name, because the database chooses the ids."""
    function = "builtin, format, mode, front_end"
    queries = (
        "SELECT run_id, verdict, count FROM totals ORDER BY run_id, verdict",
        f"SELECT {function} FROM functions ORDER BY {function}",
        f"SELECT run_id, {function}, ulp, bad FROM worst JOIN functions ON id = function_id ORDER BY run_id, {function}",
        "SELECT run_id, case_id FROM differing ORDER BY run_id, case_id",
    )
    with engine.connect() as connection:
        return [[tuple(row) for row in connection.execute(text(query))] for query in queries]


def version(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def test_the_migrations_make_the_tables_that_the_program_uses(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    assert version(engine) == HEAD


def test_a_database_of_today_keeps_its_rows_tomorrow(engine: Engine, tmp_path: Path) -> None:
    before = fill(engine, tmp_path)
    migrate(engine, Migrations(place(tmp_path, NEXT.format(head=HEAD))))
    assert (version(engine), rows(engine)) == ("next", before)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT DISTINCT remark FROM runs")).scalar_one() == "none"


def test_each_revision_keeps_what_is_there(engine: Engine, address: str, tmp_path: Path) -> None:
    fill(engine, tmp_path)
    add_alike(engine, tmp_path)
    before, counted = rows(engine, 60), summaries(engine)
    make_old(engine)
    again = open_store(address)
    assert (version(again), rows(again, 60)) == (HEAD, before)
    assert summaries(again) == counted and all(counted)
    with again.connect() as connection:
        assert connection.execute(text("SELECT count(repro) FROM results")).scalar_one() == 0
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    # Runs imported from now on have their repro commands.
    Store(again).add(generated.write(tmp_path / "run3", generated.journal(20, 6)))
    with again.connect() as connection:
        bad = connection.execute(text("SELECT verdict, repro FROM results WHERE repro IS NOT NULL")).all()
    assert bad and all(verdict == "fail" and command.startswith("classay repro ") for verdict, command in bad)
    again.dispose()


def test_one_of_before_there_were_migrations_is_taken_for_the_first(engine: Engine, address: str, tmp_path: Path) -> None:
    before = fill(engine, tmp_path)
    make_old(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    again = open_store(address)
    assert (version(again), rows(again)) == (HEAD, before)
    again.dispose()


@pytest.mark.parametrize(
    "statement, why",
    [
        ("DROP TABLE alembic_version; ALTER TABLE runs DROP COLUMN tier", "with different columns"),
        ("DROP TABLE alembic_version; ALTER TABLE runs ADD COLUMN more VARCHAR", "with different columns"),
        ("DROP TABLE alembic_version; DROP TABLE results", "with different columns"),
        ("UPDATE alembic_version SET version_num = '9999'", "has schema 9999"),
        ("INSERT INTO alembic_version VALUES ('9999')", "has schema"),
        ("DROP TABLE results", "lacks the tables results"),
    ],
)
def test_what_is_of_somebody_else_is_refused_in_a_sentence(
    engine: Engine, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, why: str
) -> None:
    with engine.begin() as connection:
        for one in statement.split(";"):
            connection.execute(text(one))
    tables = inspect(engine).get_table_names()
    engine.dispose()
    assert main(["trend", "pages", str(tmp_path / "site"), "--db", address]) == 4
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "cannot be used: it " in said and why in said
    assert inspect(engine).get_table_names() == tables


def test_other_tables_beside_those_of_trends_do_not_matter(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "t.sqlite") as connection:
        connection.execute("CREATE TABLE others (id INTEGER)")
    engine = open_store(str(tmp_path / "t.sqlite"))
    assert {"others", "runs", "alembic_version"} <= set(inspect(engine).get_table_names())
    engine.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(engine: Engine, tmp_path: Path) -> None:
    before = fill(engine, tmp_path)
    broken = NEXT.format(head=HEAD) + "    raise ZeroDivisionError\n"
    with pytest.raises(ZeroDivisionError):
        migrate(engine, Migrations(place(tmp_path, broken)))
    assert (version(engine), rows(engine)) == (HEAD, before)
    assert "remark" not in {column["name"] for column in inspect(engine).get_columns("runs")}


def test_who_only_reads_waits_for_no_writer(engine: Engine) -> None:
    with engine.connect() as connection:
        assert Migrations().are_done(connection)
    with pytest.raises(ReportError, match="does not know"), engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'x'"))
        assert not Migrations().are_done(connection)
        Migrations().migrate(connection)
