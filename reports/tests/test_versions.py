"""Tests that journals of all earlier versions and of newer minor versions are read, and that every command refuses a
different major version in one sentence (docs/journal.md)."""

import json
import re
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.cli import main
from classay_report.journal import Verdict, read_run
from schema_testing import schema

GOLDEN = Path(__file__).parents[2] / "data/golden"
MINORS = range(schema("journal")["x-minor"] + 1)
COMMANDS = (
    "html OUT RUN",
    "diff RUN GOOD",
    "diff GOOD RUN",
    "baseline make RUN",
    "junit RUN",
    "csv RUN",
    "markdown RUN",
    "trend import RUN --db OUT",
    "pack OUT RUN",
)


def written(folder: Path, lines: list[dict[str, Any]]) -> Path:
    return generated.write(folder, iter(lines)) / "journal.jsonl"


@pytest.mark.parametrize("minor", MINORS)
def test_a_journal_of_each_minor_version_is_read(minor: int) -> None:
    run = read_run(GOLDEN / f"journal-1.{minor}.jsonl", check_binades=True)
    assert (run.header.schema, run.header.minor) == (1, minor)
    assert run.end is not None and run.lost == 0 and run.nameless == 0
    assert {case.builtin for case in run.results} >= {"fabs", "frexp", "fp-config"}
    assert run.totals()[Verdict.PASS] >= 3
    fabs = next(result for case, result in run.results.items() if str(case) == "clc/math/fabs/f32/default/v1")
    assert fabs.counts.judged > 1000 and fabs.binades and fabs.max_error == 0.0
    # Fields that came with 1.1.
    assert bool(fabs.answers) == bool(fabs.kernels) == (minor >= 1)


def test_what_was_not_said_yet_is_what_it_meant() -> None:
    run = read_run(GOLDEN / "journal-1.0.jsonl")
    assert run.header.edition_of("il") == run.header.edition
    assert [abnormal.verdict for abnormal in run.abnormal] == [Verdict.CRASH]
    assert all(result.counts.poor == 0 for result in run.results.values())


def test_a_newer_minor_version_is_read_without_what_is_new(tmp_path: Path) -> None:
    lines = list(generated.journal(9, 1))
    expected = read_run(written(tmp_path / "known", lines))
    newer = [line | {"novelty": [1]} for line in lines]
    newer[0]["minor"] = 99
    newer.insert(2, {"kind": "novelty", "what": 1})
    found = read_run(written(tmp_path / "newer", newer))
    assert found.header.minor == 99
    assert [str(case) for case in found.results] == [str(case) for case in expected.results]
    assert found.totals() == expected.totals()


@pytest.mark.parametrize("command", COMMANDS)
def test_another_major_version_is_refused_in_a_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(generated.journal(3, 1))
    good = written(tmp_path / "good", lines)
    newer = written(tmp_path / "newer", [lines[0] | {"schema": 2}, {"kind": "all of this is new"}])
    places = {"RUN": newer, "GOOD": good, "OUT": tmp_path / "out"}
    code = main([str(places.get(word, word)) for word in command.split()])
    said = capsys.readouterr().err
    assert (code, said.count("\n")) == (4, 1)
    assert re.search(r"newer/journal\.jsonl: line 1 has schema 2, but this program reads schema 1: use a newer", said)


@pytest.mark.parametrize("schema_of_run", [0, 2, "1", 1.0, True, None, 10**400])
def test_what_is_no_version_that_is_read_is_refused(schema_of_run: object, tmp_path: Path) -> None:
    line = generated.header(1, 1, "1.0", "2026-01-01T00:00:00Z", "device") | {"schema": schema_of_run}
    file = tmp_path / "journal.jsonl"
    if isinstance(schema_of_run, int) and schema_of_run > 2:
        file.write_text(json.dumps(line | {"schema": 7}).replace(": 7,", ": 1" + "0" * 300 + ",") + "\n")
    else:
        file.write_text(json.dumps(line) + "\n")
    assert main(["csv", str(file)]) == 4


def test_a_page_says_where_the_workers_were(tmp_path: Path) -> None:
    for minor, is_told in ((5, False), (6, True)):
        run = written(
            tmp_path / str(minor),
            [json.loads(line) for line in (GOLDEN / f"journal-1.{minor}.jsonl").read_text().splitlines()],
        ).parent
        assert main(["html", str(tmp_path / f"site-{minor}"), str(run)]) == 0
        pages = "".join(page.read_text() for page in (tmp_path / f"site-{minor}").rglob("*.html"))
        assert ("ssh board classay, on AMD EPYC" in pages) == is_told
