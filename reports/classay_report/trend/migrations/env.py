"""Alembic runs this to migrate, within the transaction of the caller, who holds the lock."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
