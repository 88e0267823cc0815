"""Tests which files are accepted and refused, with the table that classay's tests use too; no command shows a traceback."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from classay_report.baseline.command import read_expectations
from classay_report.cli import main
from classay_report.errors import ReportError
from classay_report.journal import JournalError, Verdict, read_run
from classay_report.journal import lines as journal_lines
from classay_report.journal import text as journal_text
from classay_report.trend.journal_scan import NothingToImportError, scan
from hostile_files import TABLE, content

Entry = dict[str, Any]


def entries(kind: str, **wanted: Any) -> list[Any]:
    found = [e for e in TABLE[kind] if all(e.get(key) == value for key, value in wanted.items())]
    return [pytest.param(entry, id=entry["name"]) for entry in found]


def journal_of(folder: Path, entry: Entry) -> Path:
    file = folder / "journal.jsonl"
    file.write_bytes(content("journals", entry))
    return file


def place(file: Path, entry: Entry) -> str:
    return re.escape(str(file)) + (rf".*\bline {entry['at']}\b" if entry["at"] else "")


def test_the_limits_are_those_of_the_table() -> None:
    limits = TABLE["limits"]
    assert limits["line_bytes"] == journal_text.LINE_BYTES
    assert limits["depth"] == journal_text.DEPTH
    assert limits["values"] == journal_text.VALUES
    assert limits["members"] == journal_text.MEMBERS
    assert limits["shards"] == journal_lines.MOST_SHARDS
    assert limits["count"] == journal_lines.LARGEST_COUNT


@pytest.mark.parametrize("entry", entries("journals", read=True))
def test_a_journal_is_read_and_what_it_lacks_is_missing(tmp_path: Path, entry: Entry) -> None:
    run = read_run(journal_of(tmp_path, entry), check_binades=True)
    assert run.totals().get(Verdict.MISSING, 0) == entry["missing"]
    assert run.total == len(run.written) + entry["missing"]


@pytest.mark.parametrize("entry", entries("journals", read=False))
def test_a_journal_is_refused_with_its_line(tmp_path: Path, entry: Entry) -> None:
    file = journal_of(tmp_path, entry)
    with pytest.raises(JournalError, match=place(file, entry)) as refused:
        read_run(file, check_binades=True)
    assert len(str(refused.value)) < 1000 and "\n" not in str(refused.value)


@pytest.mark.parametrize("entry", entries("journals", read=False))
def test_the_trend_refuses_the_same(tmp_path: Path, entry: Entry) -> None:
    with pytest.raises((JournalError, NothingToImportError)):
        scan(journal_of(tmp_path, entry))


@pytest.mark.parametrize("entry", entries("baselines"))
def test_a_baseline_is_read_or_refused_with_its_line(tmp_path: Path, entry: Entry) -> None:
    file = tmp_path / "baseline"
    file.write_bytes(content("baselines", entry))
    if entry["read"]:
        assert len(read_expectations(file, "baseline").entries) == 3
    else:
        with pytest.raises(ReportError, match=place(file, entry)):
            read_expectations(file, "baseline")


COMMANDS: dict[str, Callable[[str, str], list[str]]] = {
    "html": lambda run, out: ["html", f"{out}/site", run],
    "diff": lambda run, _: ["diff", run, run],
    "baseline": lambda run, _: ["baseline", "make", run],
    "junit": lambda run, _: ["junit", run],
    "csv": lambda run, _: ["csv", run],
    "parquet": lambda run, out: ["parquet", run, "--out", f"{out}/table"],
    "markdown": lambda run, _: ["markdown", run],
    "trend": lambda run, out: ["trend", "import", run, "--db", f"{out}/db"],
    "pack": lambda run, out: ["pack", f"{out}/package", run],
}
SMALL = [entry for entry in TABLE["journals"] if not entry.get("large")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_it_in_one_sentence(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for entry in SMALL:
        if not entry["read"]:
            code = main(COMMANDS[command](str(journal_of(tmp_path, entry)), str(tmp_path)))
            assert code == 4, entry["name"]
            said = capsys.readouterr().err
            assert said.count("\n") <= 1 and "Traceback" not in said, entry["name"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_what_is_accepted(tmp_path: Path, command: str) -> None:
    for number, entry in enumerate(SMALL):
        if entry["read"]:
            (tmp_path / str(number)).mkdir()
            assert main(COMMANDS[command](str(journal_of(tmp_path, entry)), str(tmp_path / str(number)))) in (0, 1, 2, 4)
