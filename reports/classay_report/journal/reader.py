"""Reads a journal: the folder of a `classay run`, or its file, which may be compressed (.gz).

An incomplete last line is ignored, and the run is marked as torn. Any other malformed line raises JournalError with its
number. Nine tenths of a journal are the errors of binades. They are cut out of each line before parsing and are read from
the file on demand. Commands that do not need them read a journal of hundreds of megabytes in seconds.
"""

import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

from classay_report import files
from classay_report.errors import MalformedError, UsageError
from classay_report.journal import lines
from classay_report.journal.cases import CaseName
from classay_report.journal.missing import can_replace, check_totals, missing
from classay_report.journal.model import Abnormal, Attempt, Binade, End, Header, Health, Json, Result, Run
from classay_report.journal.text import lines_of, parsed_line, parsed_value, place_of_binades
from classay_report.journal.verdicts import Verdict

T = TypeVar("T")

JOURNAL_NAMES = ("journal.jsonl", "journal.jsonl.gz")  # file names in the folder of a run


class JournalError(MalformedError):
    """A journal cannot be read. The message names the file, the line and the error."""


class MissingError(JournalError, UsageError):
    """The path that the user gave does not exist, or is not a run."""


def unreadable(file: Path, number: int, error: Exception) -> JournalError:
    how = "" if isinstance(error, lines.OtherVersionError) else "is malformed: "
    return JournalError(f"{file}: line {number} {how}{error}")


def journal_file(path: Path | str) -> Path:
    """Returns the journal file of a run, given its folder or the file."""
    path = Path(path)
    if path.is_dir():
        for name in JOURNAL_NAMES:
            if (path / name).is_file():
                return path / name
        raise MissingError(f"{path}: no journal.jsonl in this folder; name the folder of a run")
    if not path.exists():
        raise MissingError(f"{path}: does not exist; name the folder of a run, or its journal")
    if not path.is_file():
        raise JournalError(f"{path}: not a regular file")
    return path


def read_run(path: Path | str, *, check_binades: bool = False) -> Run:
    """Reads a run. `check_binades` also parses the binades, whose errors are otherwise found only at their first use."""
    reader = _Reader(journal_file(path))
    run = reader.read()
    if check_binades:
        for result in (*run.results.values(), *run.superseded):
            _ = result.binades
    return run


class _Reader:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.header: Header | None = None
        self.results: dict[CaseName, Result] = {}
        self.superseded: list[Result] = []
        self.attempts: list[Attempt] = []
        self.abnormal: list[Abnormal] = []
        self.health: list[Health] = []
        self.end: End | None = None
        self.counted = 0  # results of cases that the first record counts
        self.begun: dict[CaseName, None] = {}
        # A compressed journal is small enough to stay in memory.
        self.unpacked = unpacked(file) if file.suffix == ".gz" else None

    def read(self) -> Run:
        torn = False
        offset = number = 0
        with self.open() as stream:
            try:
                for number, line in enumerate(lines_of(stream), 1):
                    if not line.endswith(b"\n"):
                        torn = True
                        break
                    self._take(line, number, offset)
                    offset += len(line)
            except ValueError as error:  # a line is too long
                self.refuse(number + 1, error)
        if self.header is None:
            raise JournalError(f"{self.file}: the journal has no complete line")
        verdicts = {case: result.verdict for case, result in self.results.items()}
        absent = missing(self.header.cases, verdicts, self.begun, self.end)
        stand_ins = {case: Result(case, Verdict.MISSING, reason) for case, reason in absent.named.items()}
        return Run(
            file=self.file,
            header=self.header,
            results=self.results | stand_ins,
            nameless=absent.nameless,
            superseded=tuple(self.superseded),
            attempts=tuple(self.attempts),
            abnormal=tuple(self.abnormal),
            health=tuple(self.health),
            end=self.end,
            whole_bytes=offset,
            torn=torn,
        )

    def open(self) -> BinaryIO:
        return files.open_plain(self.file) if self.unpacked is None else io.BytesIO(self.unpacked)

    def _take(self, line: bytes, number: int, offset: int) -> None:
        try:
            start, stop = place_of_binades(line)
            self._apply(parsed_line(line), number, line[start:stop], offset + start)
        except ValueError as error:
            self.refuse(number, error)

    def _apply(self, line: Json, number: int, binades: bytes, offset: int) -> None:
        kind = lines.text(line, "kind")
        # A resumed run continues after its `end` record.
        self.end = None
        if self.header is None:
            self._refuse_planted(line)
            self.header = lines.header(line)
        elif kind == "result":
            cut = _Cut(self, number, offset, len(binades)) if binades else None
            result = lines.result(line, number, cut, hashlib.sha1(binades).hexdigest() if binades else "")
            self._take_result(result, self.header.cases)
        elif kind == "start":
            self.begun |= dict.fromkeys(lines.begun(line))
        elif kind == "attempt":
            self.attempts.append(lines.attempt(line, number))
        elif kind == "abnormal":
            self.abnormal.append(lines.abnormal(line, number))
        elif kind == "health":
            self.health.append(lines.health(line, number))
        elif kind == "end":
            self.end = lines.end(line, number)
            check_totals(self.end.totals, (result.verdict for result in self.results.values()))
        elif kind == "run":
            raise ValueError("a second run begins here: each run needs its own file")

    def _take_result(self, result: Result, chosen: int | None) -> None:
        """`chosen`: the number of chosen cases, if the first record contains it."""
        before = self.results.pop(result.case, None)
        if before is not None:
            if not can_replace(before.verdict, result.verdict):
                raise ValueError(f"{result.case} already has a result in line {before.line}, which no run replaces")
            self.superseded.append(before)
        self.results[result.case] = result
        self.counted += before is None and result.case.is_counted
        if chosen is not None and self.counted > chosen:
            raise ValueError(f"there are more results than the {chosen} chosen cases")

    def _refuse_planted(self, header: Json) -> None:
        """Refuses the run here, so that no report can mistake injected defects for defects of the device."""
        if plant := header.get("plant"):
            name = plant.get("name") if isinstance(plant, dict) else plant
            raise JournalError(f"{self.file}: run with an injected defect ({name}): the results do not describe the device")

    def refuse(self, number: int, error: Exception) -> NoReturn:
        raise unreadable(self.file, number, error) from error


@dataclass(frozen=True, slots=True)
class _Cut:
    """The position in the journal of binades that were cut out of a line."""

    reader: _Reader
    number: int
    offset: int
    length: int

    def whole(self) -> tuple[Binade, ...]:
        return self._read(lines.whole_binades)

    def errors(self) -> list[tuple[int, bool, float]]:
        return self._read(lines.binade_errors)

    def _read(self, taken: Callable[[Any], T]) -> T:
        with self.reader.open() as stream:
            stream.seek(self.offset)
            cut = stream.read(self.length)
        try:
            return taken(parsed_value(cut))
        except ValueError as error:
            self.reader.refuse(self.number, error)


def unpacked(file: Path) -> bytes:
    try:
        with files.open_plain(file) as stream:
            bound = files.bound_of(file.stat().st_size, files.UNPACKED_BYTES)
            return b"".join(files.unpacked_chunks(stream, bound))
    except ValueError as error:
        raise JournalError(f"{file}: {error}") from error


def open_journal(file: Path) -> BinaryIO:
    """Opens a journal for callers that parse the lines themselves."""
    return io.BytesIO(unpacked(file)) if file.suffix == ".gz" else files.open_plain(file)
