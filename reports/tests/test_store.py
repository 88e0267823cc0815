"""Tests the database of trends: concurrent writers, unusual names and addresses, and passwords in addresses."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import generated
import postgresql
import pytest
from classay_report.cli import main
from classay_report.errors import ReportError, UsageError
from classay_report.trend import schema
from classay_report.trend.database import WAIT_SECONDS, address_of, open_store, reason_of, shown, writing
from classay_report.trend.store import Store
from sqlalchemy import create_engine, func, inspect, select, text

REPORTS = Path(__file__).parents[1]


def at_once(number: int, cases: int, folder: Path, database: str) -> list[str]:
    """Returns the standard error of each import; all begin at nearly the same moment."""
    starts = [f"2026-01-01T00:{n:02}:00Z" for n in range(number)]
    runs = [generated.write(folder / start[14:16], generated.journal(cases, 1, start=start)) for start in starts]
    gate_out, gate_in = os.pipe()
    # Each reads a byte before it begins, and gets it when the pipe is closed.
    begin = f"import os, runpy, sys; os.read({gate_out}, 1); runpy.run_module('classay_report', run_name='__main__')"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", begin, "trend", "import", str(run), "--db", database],
            cwd=REPORTS,
            pass_fds=[gate_out],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for run in runs
    ]
    os.close(gate_out)
    os.close(gate_in)
    return [f"{program.communicate()[1]}{program.returncode or ''}" for program in started]


def counts(database: str) -> dict[str, int]:
    engine = open_store(database)
    with engine.connect() as connection:
        tables = (schema.devices, schema.runs, schema.cases, schema.results)
        found = {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in tables}
    engine.dispose()
    return found


def test_six_first_imports_at_once_make_one_database(tmp_path: Path) -> None:
    for again in range(3):
        database = str(tmp_path / f"trend{again}.sqlite")
        assert at_once(6, 60, tmp_path / str(again), database) == [""] * 6
        assert counts(database) == {"devices": 1, "runs": 6, "cases": 60, "results": 360}


def test_of_many_imports_at_once_into_postgresql_nothing_is_lost_and_nothing_twice(
    postgresql_address: str,
    tmp_path: Path,
) -> None:
    postgresql.empty(postgresql_address)
    assert at_once(32, 20, tmp_path, postgresql_address) == [""] * 32
    assert counts(postgresql_address) == {"devices": 1, "runs": 32, "cases": 20, "results": 640}


def test_pages_need_no_right_to_write(
    postgresql_address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    postgresql.empty(postgresql_address)
    runs = [
        generated.write(tmp_path / day, generated.journal(20, int(day), start=f"2026-01-0{day}T00:00:00Z")) for day in "12"
    ]
    owner = open_store(postgresql_address)
    Store(owner).add(runs[0])
    with owner.begin() as connection:
        for words in (
            "DROP ROLE IF EXISTS reader",
            "CREATE ROLE reader LOGIN",
            "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
        ):
            connection.execute(text(words))
    try:
        reader = postgresql_address.replace("//classay@", "//reader@")
        for action in (f"pages {tmp_path}/site", "news", "bisect", f"badge {tmp_path}/badge.svg"):
            assert main(["trend", *action.split(), "--db", reader]) <= 1, action
        capsys.readouterr()
        assert main(["trend", "import", str(runs[1]), "--db", reader]) == 4
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "permission denied" in said
    finally:
        with owner.begin() as connection:
            connection.execute(text("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM reader"))
            connection.execute(text("DROP ROLE reader"))
        owner.dispose()


def test_who_waits_for_a_writer_waits_as_long_as_an_import_may_last(tmp_path: Path) -> None:
    engine = open_store(str(tmp_path / "t.sqlite"))
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == WAIT_SECONDS * 1000 >= 60_000
    engine.dispose()


def test_who_reads_does_not_wait(tmp_path: Path) -> None:
    engine = open_store(str(tmp_path / "t.sqlite"))
    with writing(engine) as connection:
        connection.execute(schema.inputs.insert().values(hash="x", count=1))
        with engine.connect() as reader:
            assert reader.execute(select(func.count()).select_from(schema.inputs)).scalar_one() == 0
    engine.dispose()


def test_an_import_that_fails_leaves_nothing(tmp_path: Path) -> None:
    engine = open_store(str(tmp_path / "t.sqlite"))
    with pytest.raises(ZeroDivisionError), writing(engine) as connection:
        connection.execute(schema.inputs.insert().values(hash="x", count=1))
        raise ZeroDivisionError
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(schema.inputs)).scalar_one() == 0
    engine.dispose()


@pytest.mark.parametrize("name", ["a?b#c.sqlite", "a%20b", ":memory:", "file:x?mode=memory", "sqlite:", "ü ;.db", "-x"])
def test_a_name_is_that_of_a_file_whatever_letters_it_has(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_store(name).dispose()
    assert {file.name.removesuffix("-wal").removesuffix("-shm") for file in tmp_path.iterdir()} == {name}
    assert "runs" in inspect(create_engine("sqlite://", creator=lambda: sqlite3.connect(tmp_path / name))).get_table_names()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("", str(tmp_path), str(tmp_path / "pipe")):
        with pytest.raises(UsageError, match="not a regular file"):
            open_store(name)


PASSWORD = "s3cr3t!@x"
ADDRESSES = [
    "postgresql://me:s3cr3t%21%40x@127.0.0.1:1/none",
    "postgresql://127.0.0.1:1/none?user=me&password=s3cr3t%21%40x",
    "postgresql://me:s3cr3t!@x@127.0.0.1:1/none",
    "postgresql://me:s3cr3t!@x@127.0.0.1:port/none",
    "nosuch://me:s3cr3t%21%40x@place",
    "://me:s3cr3t!@x@place",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("action", ["import", "pages"])
def test_a_password_is_never_printed(address: str, action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = generated.write(tmp_path / "run", generated.journal(1))
    assert main(["trend", action, str(run if action == "import" else tmp_path / "x"), "--db", address]) in (2, 4)
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "s3cr3t" not in said and "%21%40x" not in said


def test_an_address_is_shown_without_its_secrets() -> None:
    assert shown(address_of("postgresql://me:a@h/n")) == "postgresql+psycopg://me:***@h/n"
    assert shown(address_of("postgresql://h/n?user=me&password=a&sslpassword=b")) == "postgresql+psycopg://h/n?user=me"
    url = address_of(ADDRESSES[0])
    assert reason_of(ReportError(f"cannot log in with {PASSWORD}\nat all"), url) == "cannot log in with *** at all"


def test_a_damaged_database_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "t.sqlite"
    for content in (b"no database" * 1000, b""):
        database.write_bytes(content)
        code = main(["trend", "pages", str(tmp_path / "site"), "--db", str(database)])
        said = capsys.readouterr().err
        assert (code, said.count("\n")) == ((4, 1) if content else (0, 0))
    with sqlite3.connect(database) as connection:
        connection.execute("ALTER TABLE runs DROP COLUMN tier")
    assert main(["trend", "pages", str(tmp_path / "site"), "--db", str(database)]) == 4
    assert "no such column" in capsys.readouterr().err
