"""The file of a baseline, or of waivers: made to be reviewed as a difference of lines, and to be read by small programs.

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

One case a line, six words, sorted; `-` is nothing. The width of a column never depends on other lines. Waivers begin with
`classay-waivers 1`, and each of them says who granted it, where that is written, and until when.
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
    """What is expected of a case."""

    case: str
    verdict: Verdict
    ulp: float | None = None  # no larger error is expected; infinite: a number and none were taken for each other
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
    kind: str  # of KINDS
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
    """An error that is nan or negative would be exceeded by nothing, or by everything: both are refused."""
    if word == NOTHING:
        return None
    ulp = float(word) if word == "inf" or _NUMBER.fullmatch(word) else math.nan
    # As in classay: what is beyond every double, or is not 0 and becomes it, is no error either.
    is_lost = (ulp == math.inf and word != "inf") or (ulp == 0 and re.search("[1-9]", re.split("[eE]", word)[0]))
    if math.isnan(ulp) or is_lost:
        raise ValueError(f"'{word:.60}' is no error in ulp")
    return ulp


def _day(word: str) -> date:
    if not _DAY.fullmatch(word):
        raise ValueError(f"'{word:.60}' is no day, such as 2027-03-31")
    return date.fromisoformat(word)


def _entry(line: str, kind: str) -> Entry:
    words = re.split(f"[{_BLANKS}]+", line)
    if len(words) != 6:
        raise ValueError(f"{len(words)} words, and not six: case verdict ulp owner issue expires")
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
        raise ValueError(f"'{verdict}' is nothing to expect of a device")
    if kind == "waivers" and not (entry.owner and entry.issue and entry.expires):
        raise ValueError("a waiver says who granted it, where that is written, and until when")
    if kind == "waivers" and entry.verdict.leaves_exit_code_zero:
        raise ValueError(f"'{verdict}' needs no waiver")
    return entry


def _scope(words: dict[str, str]) -> Scope:
    unknown = words.keys() - {"platform", "device", "driver", *SETTINGS}
    if unknown:
        raise ValueError(f"'{min(unknown)}' is nothing that can be said of a run")
    missing = [what for what in ("platform", "device", "driver") if not words.get(what)]
    if missing:
        raise ValueError(f"it does not say for which {missing[0]} it is")
    settings = tuple((what, words[what]) for what in SETTINGS if what in words)
    return Scope(words["platform"], words["device"], DriverRange.parse(words["driver"]), settings)


class _Lines:
    """One after the other, without remarks; it remembers where it is."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.number = 0

    def next(self) -> str | None:
        while self.number < len(self.lines):
            self.number += 1
            line = self.lines[self.number - 1]
            if len(line.encode()) > LINE_BYTES:
                raise ValueError(f"it is longer than {LINE_BYTES >> 10} KiB")
            if not line.startswith("#"):
                return line.strip(_BLANKS)
        return None


def _head(reader: _Lines) -> dict[str, str]:
    """The lines up to the first empty one."""
    head: dict[str, str] = {}
    while line := reader.next():
        what, _, value = line.partition(" ")
        if what in head:
            raise ValueError(f"'{what}' stands there twice")
        head[what] = value.strip(_BLANKS)
    return head


def parse(text: str, kind: str, name: str) -> ExpectationFile:
    """Raises MalformedError with the place of what can not be understood."""
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
                raise ValueError(f"{entry.case} is not after {last}: cases are sorted, each once")
            last = entry.case
            file.entries[last] = entry
    except ValueError as error:
        raise MalformedError(f"{name}, line {reader.number}: {error}") from error
    return file
