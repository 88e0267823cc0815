"""Tests that journals, baselines and packages conform to data/schema, and that violations are found."""

import copy
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import generated
import hostile_files
import pytest
from classay_report.cli import main
from schema_testing import objections, validator

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "data/golden").glob("journal-*.jsonl"))
# Journals for findings are reduced (reduce_journal.py).
RECORDED = sorted((Path(__file__).parent / "data").glob("[!f]*.jsonl.gz"))
WAIVER = "clc/math/sin/f32/default/v1  fail  1.5  body  https://body.example/1  2027-03-31"

Json = dict[str, Any]


def lines_of(file: Path) -> list[Json]:
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return [json.loads(line) for line in text.splitlines()]


def of_generated() -> list[Json]:
    return list(generated.journal(150, 3))


def of_hostile() -> list[Json]:
    """The valid journal from which hostile ones are made."""
    (entry,) = [entry for entry in hostile_files.TABLE["journals"] if entry["name"] == "as it is written"]
    return [json.loads(line) for line in hostile_files.content("journals", entry).splitlines()]


@pytest.mark.parametrize("file", [*GOLDEN, *RECORDED], ids=lambda file: file.name)
def test_journals_that_were_recorded_are_as_the_schema_says(file: Path) -> None:
    assert list(objections(lines_of(file))) == []


@pytest.mark.parametrize("made", [of_generated, of_hostile])
def test_journals_that_tests_make_are_as_the_schema_says(made: Callable[[], list[Json]]) -> None:
    assert list(objections(made())) == []


def objects(value: Any) -> Iterator[Json]:
    """Returns all objects within a record, including itself."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


def with_change(lines: list[Json], line: int, at: int, change: Callable[[Json], object]) -> list[str]:
    """Returns the errors that the schema finds after a change of an object in a record."""
    changed = copy.deepcopy(lines[line])
    change(list(objects(changed))[at])
    return list(objections([lines[0], changed] if line else [changed]))


def places(lines: list[Json]) -> Iterator[tuple[int, int, Json]]:
    """Returns the objects of each kind of record; one for objects with equal names."""
    seen = set()
    for number, line in enumerate(lines):
        for at, found in enumerate(objects(line)):
            key = (line["kind"], line.get("case", "/misc/").count("/misc/"), *sorted(found))
            if key not in seen:
                seen.add(key)
                yield number, at, found


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.name)
def test_a_field_that_is_misspelt_is_found_wherever_it_stands(file: Path) -> None:
    lines = lines_of(file)
    changed = 0
    for line, at, found in places(lines):
        assert with_change(lines, line, at, lambda o: o.update(verdikt=None)), (line, found)
        # Keys that are kinds of programs are not fields.
        for name in () if any(found is each.get("kernels") for each in objects(lines[line])) else found:
            assert with_change(lines, line, at, lambda o: o.update({f"{name}s_": o.pop(name)})), (line, name)  # noqa: B023
            changed += 1
    assert changed > 150


WRONG: dict[str, Callable[[list[Json]], object]] = {
    "a verdict that there is not": lambda lines: lines[3].update(verdict="passed"),
    "a kind that there is not": lambda lines: lines[3].update(kind="outcome"),
    "no kind": lambda lines: lines[3].pop("kind"),
    "no case": lambda lines: lines[3].pop("case"),
    "a case without a width": lambda lines: lines[3].update(case="clc/math/fabs/f32/default"),
    "a negative count": lambda lines: lines[3]["counts"].update(failed=-1),
    "a count that is a text": lambda lines: lines[3]["counts"].update(failed="0"),
    "a bin too few": lambda lines: lines[3]["signed_histogram"].pop(),
    "an error that is nan": lambda lines: lines[3]["worst"][0].update(ulps="nan"),
    "bits in capitals": lambda lines: lines[3]["worst"][0].update(got="0xAB"),
    "half a binade": lambda lines: lines[3]["per_binade"][0].pop(),
    "another major version": lambda lines: lines[0].update(schema=2),
    "a minor version that is none": lambda lines: lines[0].update(minor="1"),
    "a field of an attempt only": lambda lines: lines[3].update(to_confirm={"state": {}, "failed": 1}),
    "a total of no verdict": lambda lines: lines[-1]["totals"].update(good=1),
    "a second first line": lambda lines: lines.append(lines[0]),
    "a text": lambda lines: lines.append("end"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_a_line_that_no_run_writes_is_found(what: str) -> None:
    lines = lines_of(GOLDEN[0])
    assert list(objections(lines)) == []
    WRONG[what](lines)
    assert len(list(objections(lines))) >= 1


def as_object(text: str) -> Json:
    """Parses a baseline as docs/reports.md describes, without the code under test."""
    first, *lines = [line.strip() for line in text.splitlines() if not line.startswith("#")]
    empty = lines.index("")
    columns = ("case", "verdict", "ulp", "owner", "issue", "expires")
    return {
        "version": first,
        "head": dict(line.split(" ", 1) for line in lines[:empty]),
        "entries": [dict(zip(columns, line.split(), strict=True)) for line in lines[empty:] if line],
    }


def test_a_baseline_is_as_its_schema_says(tmp_path: Path) -> None:
    of_baseline = validator("baseline")
    assert main(["baseline", "make", str(RECORDED[-1]), "--out", str(tmp_path / "b"), "--expires", "2027-03-31"]) == 0
    made = as_object((tmp_path / "b").read_text())
    assert made["entries"] and list(of_baseline.iter_errors(made)) == []
    for content in (made | {"version": "classay-baseline 2"}, made | {"head": made["head"] | {"tear": "smoke"}}):
        assert list(of_baseline.iter_errors(content)) != []
    made["entries"][0]["verdict"] = "missing"
    assert list(of_baseline.iter_errors(made)) != []


def test_waivers_are_as_the_schema_says() -> None:
    head = "classay-waivers 1\nplatform Unknown\ndevice *\ndriver 1.0 ..\n\n# those of the body\n"
    assert list(validator("baseline").iter_errors(as_object(head + WAIVER + "\n"))) == []


def files_of(package: Path) -> Json:
    texts = {path.relative_to(package).as_posix(): path.read_text() for path in package.rglob("*") if path.is_file()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}


def test_a_package_is_as_its_schema_says(packed: Path) -> None:
    of_package = validator("package")
    content = files_of(packed)
    assert list(of_package.iter_errors(content)) == []
    journals = [text for name, text in content.items() if name.startswith("journals/")]
    assert len(journals) > 1
    for text in journals:
        assert list(objections(map(json.loads, text.splitlines()))) == []
    for at in range(sum(1 for _ in objects(content))):
        changed = copy.deepcopy(content)
        found = list(objects(changed))[at]
        # The description of the first record covers these fields.
        if not {"denormals", "cores"} & found.keys():
            found["misspelt"] = 1
            assert list(of_package.iter_errors(changed)) != [], found
