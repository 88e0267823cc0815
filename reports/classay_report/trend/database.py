"""The database of trends: how it is named, opened, and written by several at once.

Who writes holds the database from the first look to the last line, and others wait for as long as an import may last. So
tables come into being once, however many programs find none, and what is looked up in a transaction is true until its end.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from classay_report.errors import ReportError, UsageError
from classay_report.trend.migrate import Migrations

WAIT_SECONDS = 600  # of an import of a large journal on a slow disk
_LOCK = 0x636C61737361  # "classa", for PostgreSQL's advisory lock
_HIDDEN = "***"

T = TypeVar("T")


def address_of(word: str) -> URL:
    """An address of SQLAlchemy as it is; anything else is a file of SQLite, whatever letters its name has."""
    if "://" not in word:
        file = Path(word).absolute()
        if not word or (file.exists() and not file.is_file()):
            raise UsageError(f"'{word}' is no file of a database")
        # Absolute: SQLite has names that mean something else than a file.
        return URL.create("sqlite", database=str(file))
    try:
        url = make_url(word)
    except (ArgumentError, ValueError) as error:
        # Whatever it is, a password may stand in it.
        raise UsageError("the address of the database can not be understood") from error
    # PostgreSQL by the driver that classay-report knows.
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def shown(url: URL) -> str:
    """Without what nobody shall read."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    secret = [key for key in url.query if "pass" in key.lower()]
    return url.difference_update_query(secret).render_as_string(hide_password=True)


def reason_of(error: Exception, url: URL | None = None) -> str:
    """What the database says, in a line, without statements and their values."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    secrets = [url.password, *(str(v) for k, v in url.query.items() if "pass" in k.lower())] if url else []
    for secret in filter(None, secrets):
        said = said.replace(str(secret), _HIDDEN)
    return " ".join(said.split())


def open_store(word: str) -> Engine:
    """Makes the tables where there are none, and brings those of older programs to what they have to be."""
    url = address_of(word)
    try:
        engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS} if url.get_backend_name() == "sqlite" else {})
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        _patiently(lambda: migrate(engine, Migrations()))
    except ReportError as error:
        raise ReportError(f"the database {shown(url)} can not be used: {error}") from None
    except (SQLAlchemyError, CommandError, ImportError) as error:
        # Not from the error: its text may hold the address.
        raise ReportError(f"the database {shown(url)} can not be opened: {reason_of(error, url)}") from None
    return engine


def migrate(engine: Engine, migrations: Migrations) -> None:
    with engine.connect() as connection:
        are_done = migrations.are_done(connection)
    if not are_done:
        # What another one has done meanwhile is not done again.
        with writing(engine) as connection:
            migrations.migrate(connection)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that nobody else writes in. Waits for who is writing."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            yield connection


def _prepare_sqlite(connection: Any, _: object) -> None:
    # Transactions are begun by _begin_sqlite, and not by the driver at the first change.
    connection.isolation_level = None
    # A reader does not wait for the night's import.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    # A transaction that read first would be refused when it wants to write after another one wrote.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _patiently(task: Callable[[], T]) -> T:
    """SQLite does not wait where it makes a file a WAL one: several that open a new file at once get in each other's way."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return task()
        except OperationalError as error:
            if "locked" not in str(error.orig) or time.monotonic() > end:
                raise
            time.sleep(0.02)
