"""Reads a log of OpenCL-CTS: its tests with their results, the device, and each failure with its values.

Logs come from other machines. A line is read up to a limit, and so is the number of failures. A line that does not have the
form of a known message is not interpreted: its test then has a failure without values.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from classay_report import files
from classay_report.cts import shapes_common, shapes_integer, shapes_math, shapes_other
from classay_report.cts.failure import Failure, Found, Place, Shape
from classay_report.cts.names import programs_of
from classay_report.errors import ReportError
from classay_report.visible import shortened

LINE_LETTERS = 4096
MOST_FAILURES = 2000

SHAPES: tuple[Shape, ...] = (
    *(shapes_math.ulp_error, shapes_math.edge_case),
    *(shapes_other.conversion, shapes_other.store_half, shapes_other.load_half, shapes_other.round_trip),
    *(shapes_other.select, shapes_other.any_all, shapes_other.comparison, shapes_other.bit_selection),
    *(shapes_other.shuffle, shapes_other.contraction),
    *(shapes_common.unary, shapes_common.ternary, shapes_common.step, shapes_common.binary),
    *(shapes_common.cross, shapes_common.scalar_result, shapes_common.normalize),
    *(shapes_integer.sample, shapes_integer.named, shapes_integer.operator, shapes_integer.times),
    shapes_integer.without_values,
)

_BEGINS = re.compile(r"(\w{1,64})\.\.\.$")
_ENDS = re.compile(r"(\w{1,64}) (passed|FAILED|skipped)$")
_SUBTEST = re.compile(r"\s*\d+: +(\w{1,64}) +fp(16|32|64)( +rlx)?(?=\s|\.|$)")
_SECTION = re.compile(r"(float|half|double)$")
_SECTIONS = {"float": "f32", "half": "f16", "double": "f64"}
# A line in a test that fails, if no shape reads it.
_ALARM = re.compile(r"\berror\b|fail|does not validate|mismatch", re.IGNORECASE)
_QUIET = re.compile(r"test failed$|\bFAILED\b|max delta|Further errors")
_LEFT_OUT = re.compile(r"Skipping|skipp(?:ed|ing)|^SKIP ", re.IGNORECASE)
_CLOSING = re.compile(r"(?:PASSED|FAILED) (?:\d+ of \d+ )?(?:sub-)?tests?\.$")


@dataclass(frozen=True, slots=True)
class Device:
    """The device, as the log shows it. None: the log does not show it."""

    name: str = ""
    driver: str = ""
    version: tuple[int, int] | None = None  # of OpenCL
    is_embedded: bool | None = None
    flushes: dict[str, bool] = field(default_factory=dict)  # by format
    rounds_to_zero: bool | None = None

    def __str__(self) -> str:
        version = f"OpenCL {self.version[0]}.{self.version[1]}" if self.version else ""
        return ", ".join(word for word in (self.name, version, self.driver and f"driver {self.driver}") if word)


@dataclass(frozen=True, slots=True)
class Test:
    name: str
    line: int
    result: str  # pass, fail, skip; "" if the log ends before
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Log:
    path: Path
    program: str
    device: Device
    tests: tuple[Test, ...]
    notes: tuple[str, ...] = ()
    is_sample: bool = False  # "wimpy mode": few of the inputs

    @property
    def failures(self) -> list[Failure]:
        return [failure for test in self.tests for failure in test.failures]


_ANSWERS = {"YES": True, "NO": False}
_FACTS = (
    ("driver", re.compile(r"\s+Driver Version: (.{1,200})$")),
    ("name", re.compile(r"(?:Compute Device Name = |\s+Device Name: )(.{1,200}?)(?:, Compute Device Vendor = .*)?$")),
    ("version", re.compile(r".*(?:Compute Device Version = |\s+Device Version: )OpenCL (\d)\.(\d)\b")),
    ("is_embedded", re.compile(r"\s+Is Embedded\? (YES|NO)$")),
    ("profile", re.compile(r"\s+Profile: (Full|Embedded)$")),
    ("f32", re.compile(r"\s+Testing with FTZ mode ON for floats\? (YES|NO)$")),
    ("f16", re.compile(r"\s+Testing with FTZ mode ON for halfs\? (YES|NO)$")),
    ("no f32", re.compile(r"Supports single precision denormals: (YES|NO)$")),
    ("no f16", re.compile(r"Supports half precision denormals: (YES|NO)$")),
    ("rounds_to_zero", re.compile(r"\s+(?:Running in RTZ mode|Testing with default RTZ mode for floats)\? (YES|NO)$")),
)


def device_of(lines: Iterable[str]) -> Device:
    device = Device(flushes={"f64": False})
    for line in lines:
        for fact, pattern in _FACTS:
            match = pattern.match(line)
            if not match:
                continue
            if fact == "version":
                device = replace(device, version=(int(match[1]), int(match[2])))
            elif fact in ("name", "driver"):
                device = replace(device, name=match[1]) if fact == "name" else replace(device, driver=match[1])
            elif fact in ("is_embedded", "profile"):
                device = replace(device, is_embedded=match[1] in ("YES", "Embedded"))
            elif fact == "rounds_to_zero":
                device = replace(device, rounds_to_zero=_ANSWERS[match[1]])
            else:
                flushes = _ANSWERS[match[1]] != fact.startswith("no ")
                device = replace(device, flushes={**device.flushes, fact[-3:]: flushes})
    return device


def read_log(path: Path) -> Log:
    """Raises ReportError if the file is not a log of OpenCL-CTS, or too long."""
    with files.open_plain(path) as stream:
        content = stream.read(files.TEXT_BYTES + 1)
    notes: list[str] = []
    if len(content) > files.TEXT_BYTES:
        raise ReportError(f"{path}: longer than {files.TEXT_BYTES >> 20} MiB; split the log by tests")
    text = content.decode("utf-8", "backslashreplace")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if any(len(line) > LINE_LETTERS for line in lines):
        notes.append(f"lines of more than {LINE_LETTERS} letters are cut off")
        lines = [line[:LINE_LETTERS] for line in lines]
    tests, more = _tests(lines)
    if not tests:
        raise ReportError(f"{path}: not a log of OpenCL-CTS: it contains no line such as 'sin...' or 'sin passed'")
    notes += more
    if not tests[-1].result:
        notes.append(f"the log ends in test {tests[-1].name}; later tests are unknown")
    elif not any(_CLOSING.match(line) for line in lines[tests[-1].line :]):
        notes.append(f"the log ends after test {tests[-1].name}, without a summary")
    is_sample = any("wimpy mode" in line.lower() for line in lines)
    program = _program([test.name for test in tests], lines)
    return Log(path, program, device_of(lines), tuple(tests), tuple(notes), is_sample)


def _program(names: Sequence[str], lines: Sequence[str]) -> str:
    """Returns the program that has all of these tests. fmax and fmin are in two programs, of which one prints `max_ulps`."""
    fitting = [program for program, tests in programs_of().items() if set(names) <= set(tests)]
    if len(fitting) > 1:
        is_math = any("max_ulps" in line for line in lines)
        fitting = [program for program in fitting if (program == "test_bruteforce") == is_math] or fitting
    return fitting[0] if fitting else ""


def _test_names(lines: Iterable[str]) -> set[str]:
    known = {name for tests in programs_of().values() for name in tests}
    # Tests of a different version: names with a result.
    return known | {match[1] for line in lines if (match := _ENDS.search(line)) and match[1] != "test"}


class _Reader:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines, self.names = lines, _test_names(lines)
        self.done: list[Test] = []
        self.place: Place | None = None
        self.begun = 0
        self.found: list[Failure] = []
        self.alarms: list[int] = []
        self.left_out: dict[str, None] = {}
        self.count = 0

    def end(self, result: str) -> None:
        if self.place is None:
            return
        if result == "fail" and not self.found:
            where = self.alarms[0] if self.alarms else self.begun
            text = self.lines[where] if self.alarms else f"{self.place.test} FAILED"
            why = (
                "the log contains a message without inputs and results"
                if self.alarms
                else "the log does not say why it failed"
            )
            self.found.append(Failure(where + 1, self.place.test, shortened(text.strip()), why=why))
        self.done.append(Test(self.place.test, self.begun + 1, result, tuple(self.found)))
        self.place, self.found, self.alarms = None, [], []

    def begin(self, name: str, index: int) -> None:
        self.end("")
        self.place, self.begun = Place(self.lines, index, name), index

    def read(self) -> None:
        index = 0
        while index < len(self.lines):
            index += self._line(index)
        self.end("")

    def _line(self, index: int) -> int:
        line = self.lines[index]
        begins = _BEGINS.fullmatch(line)
        if begins and begins[1] in self.names:
            self.begin(begins[1], index)
            return 1
        place = self.place
        if place is None:
            return 1
        ends = _ENDS.search(line)
        if ends and ends[1] == place.test:
            self.end({"passed": "pass", "FAILED": "fail"}.get(ends[2], "skip"))
            return 1
        self.place = place = self._at(replace(place, index=index))
        # The message may follow the header of a subtest in the same line.
        for shape in SHAPES:
            if found := shape(place):
                return self._failed(place, found)
        if _LEFT_OUT.search(line):
            self.left_out[f"{place.test}: {shortened(line.strip(' *'), 120)}"] = None
        elif _ALARM.search(line) and not _QUIET.search(line):
            self.alarms.append(index)
        return 1

    @staticmethod
    def _at(place: Place) -> Place:
        line = place.line
        if subtest := _SUBTEST.match(line):
            mode = shapes_math.mode_of(subtest[1], "relaxed" if subtest[3] else "default")
            return replace(place, subtest=subtest[1], form=f"f{subtest[2]}", mode=mode)
        section = _SECTION.fullmatch(line)
        return replace(place, form=_SECTIONS[section[1]]) if section else place

    def _failed(self, place: Place, found: Found) -> int:
        self.count += 1
        if self.count <= MOST_FAILURES:
            text = shortened(place.line.strip(), 300)
            self.found.append(Failure(place.index + 1, place.test, text, place.mode, found.calls, found.why))
        return found.lines


def _tests(lines: Sequence[str]) -> tuple[list[Test], list[str]]:
    reader = _Reader(lines)
    reader.read()
    notes = [f"CTS left out: {what}" for what in list(reader.left_out)[:20]]
    if reader.count > MOST_FAILURES:
        notes.append(f"only the first {MOST_FAILURES} of {reader.count} failures are judged")
    return reader.done, notes
