"""Reads a journal: a folder of `classay run`, or its file, which may be compressed (.gz).

A last line that was cut off is left out, and the run says so. Anything else malformed raises JournalError with its line.
Nine tenths of a journal are the errors of binades. They are cut out of a line before it is parsed and stay in the file until
somebody wants them, so that commands that need none read a journal of hundreds of megabytes in seconds.
"""

import gzip
import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from classay_report.errors import ReportError
from classay_report.journal import lines
from classay_report.journal.cases import CaseName
from classay_report.journal.model import Abnormal, Attempt, Binade, End, Header, Health, Json, Result, Run

# Inside a string these quotes would be escaped, so this is the key itself.
_BINADES = b'"per_binade":['


T = TypeVar("T")


class JournalError(ReportError):
    """A journal that can not be read: the message names the file, the line, and what is wrong."""


def journal_file(path: Path | str) -> Path:
    """The file of a run, whose folder or file is given."""
    path = Path(path)
    if path.is_dir():
        for name in ("journal.jsonl", "journal.jsonl.gz"):
            if (path / name).is_file():
                return path / name
        raise JournalError(f"{path}: there is no journal.jsonl in this folder")
    if not path.is_file():
        raise JournalError(f"{path}: there is no such file or folder")
    return path


def read_run(path: Path | str, *, check_binades: bool = False) -> Run:
    """`check_binades` looks at the binades too, which otherwise are found malformed only when they are asked for."""
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
        # A compressed journal is small, or it would not be kept compressed: it stays in memory.
        self.unpacked = _unpacked(file) if file.suffix == ".gz" else None

    def read(self) -> Run:
        torn = False
        offset = 0
        with self.open() as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    torn = True
                    break
                self._take(line, number, offset)
                offset += len(line)
        if self.header is None:
            raise JournalError(f"{self.file}: no line is whole")
        return Run(
            file=self.file,
            header=self.header,
            results=self.results,
            superseded=tuple(self.superseded),
            attempts=tuple(self.attempts),
            abnormal=tuple(self.abnormal),
            health=tuple(self.health),
            end=self.end,
            torn=torn,
        )

    def open(self) -> io.BufferedIOBase:
        return self.file.open("rb") if self.unpacked is None else io.BytesIO(self.unpacked)

    def _take(self, line: bytes, number: int, offset: int) -> None:
        try:
            start, stop = _place_of_binades(line)
            parsed = _parsed(line[:start] + b"[]" + line[stop:] if stop else line)
            self._apply(parsed, number, line[start:stop], offset + start)
        except (ValueError, RecursionError) as error:
            self.refuse(number, error)

    def _apply(self, line: Json, number: int, binades: bytes, offset: int) -> None:
        kind = lines.text(line, "kind")
        # A run that goes on after its end has not ended.
        self.end = None
        if self.header is None:
            self._refuse_planted(line)
            self.header = lines.header(line)
        elif kind == "result":
            cut = _Cut(self, number, offset, len(binades)) if binades else None
            result = lines.result(line, number, cut, hashlib.sha1(binades).hexdigest() if binades else "")
            before = self.results.pop(result.case, None)
            if before is not None:
                self.superseded.append(before)
            self.results[result.case] = result
        elif kind == "attempt":
            self.attempts.append(lines.attempt(line, number))
        elif kind == "abnormal":
            self.abnormal.append(lines.abnormal(line, number))
        elif kind == "health":
            self.health.append(lines.health(line, number))
        elif kind == "end":
            self.end = lines.end(line, number)

    def _refuse_planted(self, header: Json) -> None:
        """Here, so that no report can take it for what a device does."""
        if plant := header.get("plant"):
            name = plant.get("name") if isinstance(plant, dict) else plant
            raise JournalError(f"{self.file}: a defect was planted in this run ({name}): it says nothing of the device")

    def refuse(self, number: int, error: Exception) -> NoReturn:
        raise JournalError(f"{self.file}: line {number} is malformed: {error}") from error


@dataclass(frozen=True, slots=True)
class _Cut:
    """Binades that were cut out of a line, and where they stand in the journal."""

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
            return taken(_parsed_value(cut))
        except (ValueError, RecursionError) as error:
            self.reader.refuse(self.number, error)


def _unpacked(file: Path) -> bytes:
    try:
        return gzip.decompress(file.read_bytes())
    except (EOFError, gzip.BadGzipFile) as error:
        raise JournalError(f"{file}: {error}") from error


def _place_of_binades(line: bytes) -> tuple[int, int]:
    """Where the list of binades stands, without a look into it; (0, 0) where there is none to be cut out.

    An entry ends with a number or a string, so the first "]]" ends the list. Should a line be written in another way, then
    what is left when this is cut out is no JSON, and is refused.
    """
    key = line.find(_BINADES)
    if key < 0:
        return (0, 0)
    start = key + len(_BINADES) - 1
    stop = line.find(b"]]", start)
    return (0, 0) if stop < 0 or line[start + 1 : start + 2] == b"]" else (start, stop + 2)


def _parsed(text: bytes) -> Json:
    value = _parsed_value(text)
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _parsed_value(text: bytes) -> Any:
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def open_journal(file: Path) -> io.BufferedIOBase:
    """For those who read line by line what they need, with `parsed_line`."""
    return io.BytesIO(_unpacked(file)) if file.suffix == ".gz" else file.open("rb")


def parsed_line(line: bytes) -> Json:
    """A whole line without its binades. Raises ValueError when malformed."""
    start, stop = _place_of_binades(line)
    return _parsed(line[:start] + b"[]" + line[stop:] if stop else line)
