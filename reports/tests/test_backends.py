"""Tests the titles of back ends and front ends: every name of the program has one, and unknown names are shown unchanged."""

import re
from pathlib import Path

from classay_report.journal.backends import BACKENDS, FRONT_ENDS, backend_title, front_end_title

ROOT = Path(__file__).parents[2]


def test_the_back_ends_are_those_of_the_program() -> None:
    entries = re.findall(r"\{\.name = (.*?)\.make", (ROOT / "harness/device/registry.cpp").read_text(), re.DOTALL)
    found = {}
    for entry in entries:
        front_end = re.search(r"\.front_end = FrontEnd::(\w+)", entry)
        found[entry.split('"')[1]] = front_end[1] if front_end else "clc"
    assert found == {name: known.front_end for name, known in BACKENDS.items()}


def test_the_front_ends_are_those_of_the_program() -> None:
    found = re.findall(r'\.name = "(\w+)"', (ROOT / "suites/front_end.cpp").read_text())
    assert found == list(FRONT_ENDS)


def test_a_name_of_a_later_version_stands_for_itself() -> None:
    assert (backend_title("level-zero"), front_end_title("il")) == ("Level Zero", "SPIR-V")
    assert (backend_title("metal"), front_end_title("msl")) == ("metal", "msl")
