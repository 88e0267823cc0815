"""Reads the names of the tests of OpenCL-CTS, as its programs list them (tests.txt)."""

from collections.abc import Mapping
from functools import cache
from importlib import resources


def rows(name: str) -> list[list[str]]:
    """Returns the words of each line of a data file of this package, without comments and empty lines."""
    text = (resources.files("classay_report.cts") / name).read_text("utf-8")
    return [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def programs_of() -> Mapping[str, tuple[str, ...]]:
    """Returns the names of tests by program."""
    found: dict[str, list[str]] = {}
    for program, test in rows("tests.txt"):
        found.setdefault(program, []).append(test)
    return {program: tuple(tests) for program, tests in found.items()}
