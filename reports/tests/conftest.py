"""Shared settings: examples that are equal in every run, and no time limit per example."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import postgresql
import pytest
from classay_report.cli import main
from classay_report.trend.database import open_store
from classay_report.trend.store import Store
from handed_in import shards

hypothesis.settings.register_profile("classay", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.load_profile("classay")


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A package that `verify` accepts."""
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path)]) == 0
    return tmp_path / "package"


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    programs = postgresql.programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with postgresql.server(programs) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """An empty database of trends."""
    if request.param == "sqlite":
        engine = open_store(str(tmp_path / "trend.sqlite"))
    else:
        address = request.getfixturevalue("postgresql_address")
        postgresql.empty(address)
        engine = open_store(address)
    yield Store(engine)
    engine.dispose()
