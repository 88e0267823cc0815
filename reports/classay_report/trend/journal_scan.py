"""What a trend needs of a journal, in one pass that keeps nothing else: a fifth of the time that reading all of it takes."""

import hashlib
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from classay_report.errors import ReportError
from classay_report.journal import CaseName, Header, JournalError, Verdict, journal_file
from classay_report.journal.lines import header as header_of
from classay_report.journal.model import Json
from classay_report.journal.reader import open_journal, parsed_line

_RESULT = b'"kind":"result"'


class Row(NamedTuple):
    """A result, as it is stored."""

    verdict: str
    ulp: float | None
    limit: float | None
    failed: int
    nondeterministic: int
    inputs: tuple[str, int] | None


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


def _lines(stream: io.BufferedIOBase) -> Iterator[bytes]:
    """Whole ones."""
    for line in stream:
        if line.endswith(b"\n"):
            yield line


def _header(line: bytes, file: Path) -> Header:
    try:
        return header_of(parsed_line(line))
    except (ValueError, RecursionError) as error:
        raise JournalError(f"{file}: line 1 is malformed: {error}") from error


def read_beginning(path: Path) -> Beginning:
    file = journal_file(path)
    digest = hashlib.sha256()
    header: Header | None = None
    with open_journal(file) as stream:
        for line in _lines(stream):
            if header is None:
                header = _header(line, file)
            elif _RESULT not in line[:32]:
                continue
            digest.update(line)
            if _RESULT in line[:32]:
                return Beginning(header, digest.hexdigest())
    raise NothingToImportError(f"{file}: has no result yet" if header else f"{file}: no line is whole")


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise ValueError(f"{value!r:.60} is no number")


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{value!r:.60} is no count")


def _row(line: Json) -> Row:
    counts, worst, limit, inputs = (line.get(key) or {} for key in ("counts", "max_ulp", "limit", "inputs"))
    ulp = _number(worst.get("value")) if worst else None
    return Row(
        verdict=Verdict(line["verdict"]).value,
        # No number of ulp: an answer that is no number where there is one, or the reverse.
        ulp=float("inf") if worst and ulp is None else ulp,
        limit=_number(limit.get("value")),
        failed=_count(counts.get("failed", 0)),
        nondeterministic=_count(counts.get("nondeterministic", 0)),
        inputs=(str(inputs["hash"]), _count(inputs["count"])) if inputs else None,
    )


def scan(path: Path) -> Scan:
    """Raises JournalError for what is malformed, a torn last line apart."""
    file = journal_file(path)
    beginning = read_beginning(file)
    digest, size, number = hashlib.sha256(), 0, 0
    rows: dict[str, Row] = {}
    ended = False
    with open_journal(file) as stream:
        try:
            for raw in _lines(stream):
                number += 1
                size += len(raw)
                line = parsed_line(raw)
                # A run that goes on after its end has not ended.
                ended = line["kind"] == "end"
                if line["kind"] == "result":
                    name = str(CaseName.parse(line["case"]))
                    rows[name] = _row(line)
                    digest.update(repr((name, rows[name])).encode())
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
            raise JournalError(f"{file}: line {number} is malformed: {error}") from error
    return Scan(beginning, size, digest.hexdigest(), rows, ended)
