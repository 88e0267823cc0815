"""Journals held against their schema, data/schema/journal.schema.json: for the tests of runs, and for those of reports."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).resolve().parents[2] / "data/schema"
# Binades of a result are all alike, and thousands: some of them tell.
BINADES = 4
LARGEST = 1 << 29  # bytes of a journal: that of a test is smaller, or was not written by a run


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    return found


def validator(name: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema(name))
    return Draft202012Validator(schema(name))


JOURNAL = validator("journal")


def _few_binades(value: Any) -> Any:
    """The same with few entries of each `per_binade`, wherever it stands."""
    if isinstance(value, dict):
        return {k: v[:BINADES] if k == "per_binade" and isinstance(v, list) else _few_binades(v) for k, v in value.items()}
    return [_few_binades(v) for v in value] if isinstance(value, list) and value and isinstance(value[0], dict) else value


def objections(lines: Iterable[Any]) -> Iterator[str]:
    """What speaks against the lines of a journal, with their numbers. The first one is a run, and no other."""
    for number, line in enumerate(lines, 1):
        for error in JOURNAL.iter_errors(_few_binades(line)):
            place = "/".join(map(str, error.absolute_path))
            yield f"line {number} ({line.get('kind') if isinstance(line, dict) else '?'}), {place}: {error.message:.300}"
        if isinstance(line, dict) and (line.get("kind") == "run") != (number == 1):
            yield f"line {number}: a run begins with its first line, and only there"


def _whole_lines(file: Path, stand_in: bool) -> Iterator[Any]:
    with file.open(encoding="utf-8", newline="\n") as text:
        for line in text:
            if line.endswith("\n"):
                value = json.loads(line)
                yield value | {"state": {}} if stand_in and value["kind"] == "checkpoint" else value


def check(folder: Path, stand_in: bool = False) -> None:
    """Every journal that a test left in a folder has to be as the schema says, but for a last line that was cut off.
    `stand_in`: what it goes on from is its own."""
    found = []
    for file in sorted(file for file in folder.rglob("journal.jsonl") if file.is_file()):
        assert file.stat().st_size < LARGEST, file
        found += [f"{file}, {objection}" for objection in objections(_whole_lines(file, stand_in))]
    assert not found, "\n".join(found)
