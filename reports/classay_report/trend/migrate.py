"""Migrates a database of trends to the current schema, with Alembic.

Databases that are older than the migrations have the first schema but no revision. Their columns identify them.
"""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from classay_report.errors import ReportError
from classay_report.trend import schema

FIRST = "0001"
_OF_THE_FIRST = frozenset(("devices", "runs", "cases", "inputs", "results"))
_ANEW = "import the journals into a new database"

# A table: its columns and whether they are nullable, its primary key, and the tables it refers to.
Shape = tuple[dict[str, bool], frozenset[str], frozenset[str]]


class Migrations:
    """`place`: the location of env.py and the revisions, in Alembic's notation."""

    def __init__(self, place: str = "classay_report.trend:migrations") -> None:
        self.place = place
        self.scripts = ScriptDirectory.from_config(self._config())

    def _config(self, connection: Connection | None = None) -> Config:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", self.place.replace("%", "%%"))
        return config

    def are_done(self, connection: Connection) -> bool:
        """Whether the schema is current. Changes nothing and does not wait for a lock."""
        return _revision(connection) == self.scripts.get_current_head() and not _lost_tables(connection)

    def migrate(self, connection: Connection) -> None:
        """Must run in an exclusive transaction. Raises ReportError if the database belongs to a different program."""
        there = _revision(connection)
        if not there and _shapes(connection):
            if _shapes(connection) != self._first_shapes():
                raise ReportError(f"it has the tables of a trend, but with different columns; {_ANEW}")
            command.stamp(self._config(connection), FIRST)
        elif there and there not in {script.revision for script in self.scripts.walk_revisions()}:
            raise ReportError(f"it has schema {there:.40}, which this program does not know; use a newer classay-report")
        command.upgrade(self._config(connection), "head")
        if lost := _lost_tables(connection):
            raise ReportError(f"it lacks the tables {', '.join(sorted(lost))}; {_ANEW}")

    def _first_shapes(self) -> dict[str, Shape]:
        engine = create_engine("sqlite://")
        try:
            with engine.begin() as connection:
                command.upgrade(self._config(connection), FIRST)
                return _shapes(connection)
        finally:
            engine.dispose()


def _revision(connection: Connection) -> str:
    """Returns the revision that the database records; empty if there is none."""
    return ", ".join(MigrationContext.configure(connection).get_current_heads())


def _lost_tables(connection: Connection) -> set[str]:
    return set(schema.metadata.tables) - set(inspect(connection).get_table_names())


def _shapes(connection: Connection) -> dict[str, Shape]:
    """Returns the shapes of tables whose names occur in the first schema."""
    inspector = inspect(connection)
    shapes = {}
    for table in _OF_THE_FIRST.intersection(inspector.get_table_names()):
        columns = {column["name"]: column["nullable"] for column in inspector.get_columns(table)}
        key = frozenset(inspector.get_pk_constraint(table)["constrained_columns"])
        shapes[table] = (columns, key, frozenset(found["referred_table"] for found in inspector.get_foreign_keys(table)))
    return shapes
