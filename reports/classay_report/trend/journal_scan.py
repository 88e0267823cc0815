"""Reads the parts of a journal that a trend needs."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from classay_report.compare.groups import Group, groups_of
from classay_report.errors import ReportError
from classay_report.journal import Header, JournalError, Result, commands, journal_file, read_run
from classay_report.journal.lines import header as header_of
from classay_report.journal.lines import text
from classay_report.journal.missing import nameless_text
from classay_report.journal.reader import open_journal, unreadable
from classay_report.journal.text import lines_of, parsed_line


class Row(NamedTuple):
    """A result as stored in the database."""

    verdict: str
    ulp: float | None
    limit: float | None
    failed: int
    nondeterministic: int
    inputs: tuple[str, int] | None
    repro: str | None


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first record and the first result. They identify the run, because a journal only grows. The result contains times,
    which distinguish runs that began in the same second."""

    header: Header
    identity: str


@dataclass(frozen=True, slots=True)
class Scan:
    beginning: Beginning
    bytes: int
    content: str
    rows: dict[str, Row]  # by case name
    ended: bool
    groups: tuple[Group, ...]  # the findings


class NothingToImportError(ReportError):
    """The journal is valid but not suitable for a trend."""


class _Beginning:
    """Collects the first record of a journal and its first result."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.header: Header | None = None
        self.is_whole = False

    def take(self, line: bytes) -> None:
        """Parses the line as JSON, because spaces and the order of fields may vary. Raises ValueError."""
        value = parsed_line(line)
        self.is_whole = text(value, "kind") == "result" and self.header is not None
        if self.header is None:
            self.header = header_of(value)
            self.digest.update(line)
        elif self.is_whole:
            self.digest.update(line)


def read_beginning(path: Path) -> Beginning:
    file = journal_file(path)
    found = _Beginning()
    with open_journal(file) as stream:
        number = 0
        try:
            for line in lines_of(stream):
                number += 1
                if line.endswith(b"\n"):
                    found.take(line)
                if found.header and found.is_whole:
                    return Beginning(found.header, found.digest.hexdigest())
        except ValueError as error:
            raise unreadable(file, max(number, 1), error) from error
    if found.header is None:
        raise JournalError(f"{file}: the journal has no complete line")
    raise NothingToImportError(f"{file}: has no result yet")


def _is_worth_another_look(result: Result) -> bool:
    return not result.verdict.leaves_exit_code_zero or result.second_launch is not None


def _row(result: Result) -> Row:
    return Row(
        verdict=result.verdict.value,
        ulp=result.max_error,
        limit=result.limit.value if result.limit else None,
        failed=result.counts.failed,
        nondeterministic=result.counts.nondeterministic,
        inputs=(result.inputs.hash, result.inputs.count) if result.inputs else None,
        repro=commands.repro(result.repro, result.case) or None if _is_worth_another_look(result) else None,
    )


def scan(path: Path) -> Scan:
    """Raises JournalError if the journal is malformed, or has lost results whose names are unknown."""
    file = journal_file(path)
    beginning = read_beginning(file)
    run = read_run(file)
    if run.end and run.nameless:
        raise JournalError(f"{file}: {nameless_text(run.nameless, has_ended=True)}")
    # In a run that has not ended, missing results are not news.
    results = run.results.values() if run.end else run.written
    rows = {str(result.case): _row(result) for result in results}
    content = hashlib.sha256("".join(map(repr, rows.items())).encode()).hexdigest()
    # Cases that a run did not reach yet are not a finding.
    groups = groups_of([run if run.end else replace(run, results={result.case: result for result in run.written})])
    return Scan(beginning, run.whole_bytes, content, rows, run.end is not None, groups)
