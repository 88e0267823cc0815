"""Tests that Python and C++ use the names of data/schema. For C++, schema_test.cpp compares the fields, and
schema_testing.py validates the journals of tests. In the readers of Python, each quoted word must be a word of the schema
or be listed here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from classay_report.baseline.file import COLUMNS, KINDS
from classay_report.baseline.scope import SETTINGS
from classay_report.evidence.checks import DEVICE_KEYS, TIERS
from classay_report.evidence.package import DEVICE, KERNELS, STATEMENT, SUITE, WAIVERS
from classay_report.evidence.sums import SIGNATURE, SUMS
from classay_report.journal import Verdict
from classay_report.journal.lines import SCHEMA
from schema_testing import schema

ROOT = Path(__file__).parents[2]
JOURNAL = schema("journal")

# The readers of journals, with their quoted words that are not fields of a journal.
READERS: dict[str, str] = {
    "reports/classay_report/journal/lines.py": "default",
    "reports/classay_report/journal/reader.py": "",
    "reports/classay_report/baseline/asked.py": "default il",
    "reports/classay_report/evidence/checks.py": "journals waivers",
}


def names(part: Any) -> Iterator[str]:
    """Returns the fields of a schema, at any depth."""
    if isinstance(part, dict):
        yield from part.get("properties", {})
        for inner in part.values():
            yield from names(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from names(inner)


def values(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (word for word in [*part.get("enum", []), part.get("const")] if isinstance(word, str))
        for inner in part.values():
            yield from values(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from values(inner)


NAMES = set(names(JOURNAL))
WORDS = NAMES | set(values(JOURNAL))


def words_of_python(text: str) -> set[str]:
    tree = ast.parse(text)
    sentences = [part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values]
    lists = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "split"]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in sentences:
            found |= set(node.value.split()) if node in lists else {node.value}
    return {word for word in found if re.fullmatch("[a-z][a-z0-9_]*", word)}


def strangers(file: str, text: str) -> set[str]:
    return words_of_python(text) - WORDS - set(READERS[file].split())


def source(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def quoted_after(file: str, what: str) -> list[str]:
    """Returns the strings of a C++ table."""
    _, _, table = source(file).partition(what)
    return re.findall(r'"([^"]*)"', table[: table.index("}")])


@pytest.mark.parametrize("file", READERS)
def test_every_field_that_is_read_stands_in_the_schema(file: str) -> None:
    text = source(file)
    assert strangers(file, text) == set()
    # The check finds each word that is renamed here.
    fields = sorted(name for name in NAMES if f'"{name}"' in text)
    assert fields
    for name in fields:
        assert f"new_{name}" in strangers(file, text.replace(f'"{name}"', f'"new_{name}"'))


def test_words_that_are_allowed_are_there() -> None:
    for file, words in READERS.items():
        assert [word for word in words.split() if word not in source(file)] == [], file


def test_values_are_those_of_the_tables() -> None:
    defined = JOURNAL["$defs"]
    assert sorted(defined["verdict"]["enum"]) == sorted(verdict.value for verdict in Verdict)
    assert defined["run"]["properties"]["tier"]["enum"] == list(TIERS)
    back_ends = re.findall(r'\.name = "([^"]*)"', source("harness/device/registry.cpp"))
    assert defined["device"]["properties"]["backend"]["enum"] == back_ends


def test_versions_are_those_of_both_programs() -> None:
    found = dict(re.findall(r"int kJournal(\w+) = (\d+);", source("harness/journal/journal_check.h")))
    assert found == {"Schema": str(JOURNAL["x-major"]), "Minor": str(JOURNAL["x-minor"])}
    assert JOURNAL["x-major"] == SCHEMA


def test_the_words_of_a_baseline_are_those_of_both_programs() -> None:
    file = schema("baseline")["properties"]
    assert list(file["entries"]["items"]["properties"]) == COLUMNS[1:].split()
    assert list(KINDS.values()) == file["version"]["enum"]
    assert [*file["head"]["properties"]] == ["platform", "device", "driver", *SETTINGS]
    assert quoted_after("harness/journal/baseline.cpp", "kSettings{") == list(SETTINGS)
    assert f'kFirstLine = "{KINDS["baseline"]}"' in source("harness/journal/baseline.cpp")
    assert f"not six: {COLUMNS[2:]}" in source("harness/journal/baseline.cpp")


def test_the_files_of_a_package_are_those_of_the_program() -> None:
    package = schema("package")["properties"]
    assert {SUMS, SIGNATURE, DEVICE, SUITE, KERNELS, STATEMENT, WAIVERS} == set(package)
    assert list(package[DEVICE]["properties"]) == list(DEVICE_KEYS)
