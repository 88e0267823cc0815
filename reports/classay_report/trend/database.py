"""Opens the database of trends, for several programs that write at the same time.

A writer locks the database from its first read to its last write. Others wait up to WAIT_SECONDS. Tables are therefore
created once, however many programs find none, and data read in a transaction stays valid until its end.
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

WAIT_SECONDS = 600  # enough to import a large journal on a slow disk
_LOCK = 0x636C61737361  # "classa", for PostgreSQL's advisory lock
_HIDDEN = "***"

T = TypeVar("T")


def address_of(word: str) -> URL:
    """Returns the URL of an SQLAlchemy address. A word without "://" is the path of an SQLite file."""
    if "://" not in word:
        file = Path(word).absolute()
        if not word or (file.exists() and not file.is_file()):
            raise UsageError(f"--db {word}: not a regular file; give an SQLite file or an address with ://")
        # Absolute, because SQLite gives some names a special meaning.
        return URL.create("sqlite", database=str(file))
    try:
        url = make_url(word)
    except (ArgumentError, ValueError) as error:
        # The message does not quote the address, which may contain a password.
        raise UsageError("--db: invalid address; write it as postgresql://user@host/name") from error
    # Selects psycopg, the PostgreSQL driver that classay-report installs.
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def shown(url: URL) -> str:
    """Returns the address without passwords."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    secret = [key for key in url.query if "pass" in key.lower()]
    return url.difference_update_query(secret).render_as_string(hide_password=True)


def reason_of(error: Exception, url: URL | None = None) -> str:
    """Returns the message of the database as one line, without SQL statements and values."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    secrets = [url.password, *(str(v) for k, v in url.query.items() if "pass" in k.lower())] if url else []
    for secret in filter(None, secrets):
        said = said.replace(str(secret), _HIDDEN)
    return " ".join(said.split())


def open_store(word: str) -> Engine:
    """Opens the database. Creates missing tables and migrates the schema of an older program."""
    url = address_of(word)
    try:
        engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS} if url.get_backend_name() == "sqlite" else {})
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        _patiently(lambda: migrate(engine, Migrations()))
    except ReportError as error:
        raise ReportError(f"the database {shown(url)} cannot be used: {error}") from None
    except (SQLAlchemyError, CommandError, ImportError) as error:
        # Raised from None, because the original message may contain the address.
        raise ReportError(f"the database {shown(url)} cannot be opened: {reason_of(error, url)}") from None
    return engine


def migrate(engine: Engine, migrations: Migrations) -> None:
    with engine.connect() as connection:
        are_done = migrations.are_done(connection)
    if not are_done:
        # Another process may have migrated in the meantime; migrate() then does nothing.
        with writing(engine) as connection:
            migrations.migrate(connection)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that excludes other writers. Waits until the current one has finished."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            yield connection


def _prepare_sqlite(connection: Any, _: object) -> None:
    # _begin_sqlite begins transactions, not the driver at the first change.
    connection.isolation_level = None
    # With WAL, readers do not wait for an import.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    # SQLite refuses to write in a transaction that began with a read, if another one has written since.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _patiently(task: Callable[[], T]) -> T:
    """Retries while SQLite is locked. It does not wait when it switches a new file to WAL, which several may do at once."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return task()
        except OperationalError as error:
            if "locked" not in str(error.orig) or time.monotonic() > end:
                raise
            time.sleep(0.02)
