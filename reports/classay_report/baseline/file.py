"""Reads and writes files of baselines and waivers. The format suits line diffs in reviews and small parsers.

    classay-baseline 1
    platform Portable Computing Language
    device pthread-*
    driver 3.1 .. 3.2
    tier smoke
    seed 1
    edition clc-2.0
    profile full

    # case verdict ulp owner issue expires
    clc/math/exp/f32/default/v1  pass  0.88  -  -  -
    clc/math/sin/f32/default/v2  fail  1.048e+43  lanes-team  https://issues.example/42  2027-03-31

Each line has six words; lines are sorted by case; `-` means none. Column widths do not depend on other lines. A file of
waivers begins with `classay-waivers 1`. Each waiver has an owner (who granted it), an issue (where it is recorded) and an
expiry date.
"""

import math
import re
from dataclasses import dataclass, field
from datetime import date

from classay_report.baseline.scope import SETTINGS, DriverRange, Scope
from classay_report.errors import MalformedError
from classay_report.journal.cases import CaseName
from classay_report.journal.verdicts import Verdict

NOTHING = "-"
LINE_BYTES = 1 << 16
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BLANKS = " \t\r\v\f"
COLUMNS = "# case verdict ulp owner issue expires"
_WIDTHS = (48, 15, 22)
KINDS = {"baseline": "classay-baseline 1", "waivers": "classay-waivers 1"}


@dataclass(frozen=True, slots=True)
class Entry:
    """The expected result of a case."""

    case: str
    verdict: Verdict
    ulp: float | None = None  # the largest expected error; infinite: exactly one of result and reference is a number
    owner: str = ""
    issue: str = ""
    expires: date | None = None

    def line(self) -> str:
        words = [self.case, self.verdict.value, NOTHING if self.ulp is None else repr(self.ulp)]
        words += [self.owner or NOTHING, self.issue or NOTHING, self.expires.isoformat() if self.expires else NOTHING]
        padded = (word.ljust(width) for word, width in zip(words, _WIDTHS))
        return " ".join([*padded, *words[len(_WIDTHS) :]])


@dataclass(frozen=True, slots=True)
class ExpectationFile:
    kind: str  # a key of KINDS
    scope: Scope
    entries: dict[str, Entry] = field(default_factory=dict)

    def text(self) -> str:
        head = [KINDS[self.kind], f"platform {self.scope.platform}", f"device {self.scope.device}"]
        head += [f"driver {self.scope.driver}", *(f"{what} {value}" for what, value in self.scope.settings)]
        lines = [*head, "", COLUMNS, *(self.entries[case].line() for case in sorted(self.entries))]
        return "\n".join(lines) + "\n"


def _one_word(text: str, what: str) -> str:
    if not text or len(text.split()) != 1:
        raise ValueError(f"{what} '{text}' is not one word")
    return "" if text == NOTHING else text


def read_ulp(word: str) -> float | None:
    """Refuses nan and negative errors: every result, or no result, would satisfy them."""
    if word == NOTHING:
        return None
    ulp = float(word) if word == "inf" or _NUMBER.fullmatch(word) else math.nan
    # As in classay: a number beyond the largest double, or one that rounds to 0, is not a valid error.
    is_lost = (ulp == math.inf and word != "inf") or (ulp == 0 and re.search("[1-9]", re.split("[eE]", word)[0]))
    if math.isnan(ulp) or is_lost:
        raise ValueError(f"'{word:.60}' is not an error in ulp")
    return ulp


def _day(word: str) -> date:
    if not _DAY.fullmatch(word):
        raise ValueError(f"'{word:.60}' is not a date; write it as 2027-03-31")
    return date.fromisoformat(word)


def _entry(line: str, kind: str) -> Entry:
    words = re.split(f"[{_BLANKS}]+", line)
    if len(words) != 6:
        raise ValueError(f"{len(words)} words instead of six: case verdict ulp owner issue expires")
    case, verdict, ulp, owner, issue, expires = words
    entry = Entry(
        case=str(CaseName.parse(case)),
        verdict=Verdict(verdict),
        ulp=read_ulp(ulp),
        owner=_one_word(owner, "the owner"),
        issue=_one_word(issue, "the issue"),
        expires=None if expires == NOTHING else _day(expires),
    )
    if entry.verdict in (Verdict.XFAIL, Verdict.MISSING, Verdict.PARTIAL, Verdict.HARNESS_ERROR, Verdict.KILLED):
        raise ValueError(f"'{verdict}' cannot be an expected verdict")
    if kind == "waivers" and not (entry.owner and entry.issue and entry.expires):
        raise ValueError("a waiver needs an owner (who granted it), an issue (where it is recorded) and an expiry date")
    if kind == "waivers" and entry.verdict.leaves_exit_code_zero:
        raise ValueError(f"'{verdict}' needs no waiver")
    return entry


def _scope(words: dict[str, str]) -> Scope:
    unknown = words.keys() - {"platform", "device", "driver", *SETTINGS}
    if unknown:
        raise ValueError(f"unknown header field '{min(unknown)}'")
    missing = [what for what in ("platform", "device", "driver") if not words.get(what)]
    if missing:
        raise ValueError(f"header field '{missing[0]}' is missing")
    settings = tuple((what, words[what]) for what in SETTINGS if what in words)
    return Scope(words["platform"], words["device"], DriverRange.parse(words["driver"]), settings)


class _Lines:
    """Iterates over the lines without comments, and remembers the line number."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.number = 0

    def next(self) -> str | None:
        while self.number < len(self.lines):
            self.number += 1
            line = self.lines[self.number - 1]
            if len(line.encode()) > LINE_BYTES:
                raise ValueError(f"longer than {LINE_BYTES >> 10} KiB")
            if not line.startswith("#"):
                return line.strip(_BLANKS)
        return None


def _head(reader: _Lines) -> dict[str, str]:
    """Reads the header: the lines up to the first empty one."""
    head: dict[str, str] = {}
    while line := reader.next():
        what, _, value = line.partition(" ")
        if what in head:
            raise ValueError(f"header field '{what}' occurs twice")
        head[what] = value.strip(_BLANKS)
    return head


def parse(text: str, kind: str, name: str) -> ExpectationFile:
    """Raises MalformedError with the line number if the text is invalid."""
    reader = _Lines(text)
    try:
        if reader.next() != KINDS[kind]:
            raise ValueError(f"the first line is not '{KINDS[kind]}'")
        file = ExpectationFile(kind, _scope(_head(reader)))
        last = ""
        while (line := reader.next()) is not None:
            if not line:
                continue
            entry = _entry(line, kind)
            if entry.case <= last:
                raise ValueError(f"{entry.case} does not follow {last}: cases must be sorted, each once")
            last = entry.case
            file.entries[last] = entry
    except ValueError as error:
        raise MalformedError(f"{name}, line {reader.number}: {error}") from error
    return file
