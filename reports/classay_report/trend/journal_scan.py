"""What a trend needs of a journal."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from classay_report.errors import ReportError
from classay_report.journal import Header, JournalError, Result, commands, journal_file, read_run
from classay_report.journal.lines import header as header_of
from classay_report.journal.missing import nameless_text
from classay_report.journal.reader import open_journal, unreadable
from classay_report.journal.text import lines_of, parsed_line

_RESULT = b'"kind":"result"'


class Row(NamedTuple):
    """A result, as it is stored."""

    verdict: str
    ulp: float | None
    limit: float | None
    failed: int
    nondeterministic: int
    inputs: tuple[str, int] | None
    repro: str | None


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first line and the first result. A journal only grows, so they name the run; the times in a result tell runs apart
    that began in the same second."""

    header: Header
    identity: str


@dataclass(frozen=True, slots=True)
class Scan:
    beginning: Beginning
    bytes: int
    content: str
    rows: dict[str, Row]  # by the name of the case
    ended: bool


class NothingToImportError(ReportError):
    """A journal that is in order, and not for a trend."""


def _header(line: bytes, file: Path) -> Header:
    try:
        return header_of(parsed_line(line))
    except ValueError as error:
        raise unreadable(file, 1, error) from error


def read_beginning(path: Path) -> Beginning:
    file = journal_file(path)
    digest = hashlib.sha256()
    header: Header | None = None
    with open_journal(file) as stream:
        try:
            for line in lines_of(stream):
                if not line.endswith(b"\n"):
                    break
                if header is None:
                    header = _header(line, file)
                elif _RESULT not in line[:32]:
                    continue
                digest.update(line)
                if _RESULT in line[:32]:
                    return Beginning(header, digest.hexdigest())
        except ValueError as error:
            raise JournalError(f"{file}: before the first result a line is malformed: {error}") from error
    if header is None:
        raise JournalError(f"{file}: no line is whole")
    raise NothingToImportError(f"{file}: has no result yet")


def _row(result: Result) -> Row:
    return Row(
        verdict=result.verdict.value,
        ulp=result.max_error,
        limit=result.limit.value if result.limit else None,
        failed=result.counts.failed,
        nondeterministic=result.counts.nondeterministic,
        inputs=(result.inputs.hash, result.inputs.count) if result.inputs else None,
        repro=None if result.verdict.leaves_exit_code_zero else commands.repro(result.repro, result.case) or None,
    )


def scan(path: Path) -> Scan:
    """Raises JournalError for what is malformed or has lost results without a name, of which a trend could say nothing."""
    file = journal_file(path)
    beginning = read_beginning(file)
    run = read_run(file)
    if run.end and run.nameless:
        raise JournalError(f"{file}: {nameless_text(run.nameless, has_ended=True)}")
    # Of a run that has not ended what it did not reach is no news.
    results = run.results.values() if run.end else run.written
    rows = {str(result.case): _row(result) for result in results}
    content = hashlib.sha256("".join(map(repr, rows.items())).encode()).hexdigest()
    return Scan(beginning, run.whole_bytes, content, rows, run.end is not None)
