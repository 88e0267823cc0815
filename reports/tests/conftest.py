"""What all tests share: examples that are the same in each run, and no bound on the time of one."""

from pathlib import Path

import hypothesis
import pytest
from classay_report.cli import main
from handed_in import shards

hypothesis.settings.register_profile("classay", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.load_profile("classay")


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A package that verifies."""
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path)]) == 0
    return tmp_path / "package"
