"""Defines the content of a journal as frozen values.

Bit patterns remain hex strings, as in the journal. Errors are floats, which is exact: the journal contains decimals that
read back as the same double. An error of inf or -inf means that exactly one of result and reference is a number.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from classay_report.journal.cases import CaseName
from classay_report.journal.verdicts import Verdict

Json = dict[str, Any]

NO_EDITION = "none"  # no specification defines limits


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """The correct result. `expected` is None if several results are correct."""

    expected: tuple[str | None, ...]
    low: tuple[str, ...]  # decimals that enclose the exact value
    high: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """An input with its result. `got` has two values for builtins with two results."""

    index: int
    inputs: tuple[str, ...]
    got: tuple[str, ...]
    ulps: float  # signed
    right: RightAnswer | None = None  # for the worst and the first failures that have an error


@dataclass(frozen=True, slots=True)
class Binade:
    """The largest error where the first argument has this exponent and sign."""

    exponent: int
    negative: bool
    sample: Sample


class Binades(Protocol):
    """Reads the binades of a result from its journal. Raises JournalError when they are malformed."""

    def whole(self) -> tuple[Binade, ...]: ...

    def errors(self) -> list[tuple[int, bool, float]]: ...


@dataclass(frozen=True, slots=True)
class MaxUlp:
    """The largest error."""

    value: float | None  # None: not measurable in ulp
    inputs: tuple[str, ...]
    got: tuple[str, ...]
    right: RightAnswer

    @property
    def magnitude(self) -> float:
        return math.inf if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Limit:
    text: str
    value: float | None  # in ulp, if the limit is a single number
    edition: str
    clause: str


@dataclass(frozen=True, slots=True)
class Inputs:
    plan: str
    count: int
    hash: str
    exhaustive: bool
    of: int = 0  # the planned number, if the time limit of the case cut the inputs short; 0: all inputs ran

    @property
    def is_whole(self) -> bool:
        return self.of == 0

    def identity(self, shard: str) -> str:
        """Equal for equal inputs. Empty if the time limit cut the inputs short, because their number then depends on timing.
        Shards of one plan share its hash but run different inputs, so the identity contains the shard."""
        return f"{self.hash} {self.count} {shard}" if self.hash and self.is_whole else ""


@dataclass(frozen=True, slots=True)
class Counts:
    judged: int = 0
    failed: int = 0
    undefined: int = 0
    poor: int = 0  # judged results that pass with a quality warning
    bitwise_equal_to_scalar: int = 0
    slow_path: int = 0
    unwritten: int = 0
    beyond_end: int = 0
    by_digest: int = 0  # results that were not read back: the digest computed on the device equals that of others
    digests_checked: int = 0
    wrong_digests: int = 0
    repeated: int = 0
    nondeterministic: int = 0


@dataclass(frozen=True, slots=True)
class SecondLaunch:
    """Results of second launches on the same inputs that differ from the first: their number, and one example."""

    differing: int
    wrong: int  # how many of these are wrong
    inputs: tuple[str, ...]
    first: tuple[str, ...]  # empty: not kept
    second: tuple[str, ...]

    @property
    def text(self) -> str:
        """A sentence for results whose `reason` may be about something else."""
        first = f"{' '.join(self.first)}, then " if self.first else ""
        what = f"{self.differing} results differ between two launches of the same inputs, {self.wrong} of them wrong"
        return f"{what}; at {' '.join(self.inputs)}: {first}{' '.join(self.second)}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of limits that the run was not judged by."""

    edition: str
    profile: str
    mode: str


@dataclass(frozen=True, slots=True)
class Result:
    case: CaseName
    verdict: Verdict
    reason: str = ""
    inputs: Inputs | None = None
    counts: Counts = Counts()
    max_ulp: MaxUlp | None = None
    limit: Limit | None = None
    also_meets: tuple[Table, ...] = ()
    also_fails: tuple[Table, ...] = ()
    worst: tuple[Sample, ...] = ()
    first: tuple[Sample, ...] = ()
    histogram: tuple[int, ...] = ()  # 92 bins, see classay_report.journal.histogram; empty if there is none
    vectors: tuple[tuple[str, ...], ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    second_launch: SecondLaunch | None = None
    clock: str = ""  # how the device's clock contradicts the host's; empty: it does not
    driver_notes: tuple[str, ...] = ()  # effects of the driver on its process up to this result, one sentence each
    repro: str = ""  # checked and quoted, see commands.py
    log: str = ""
    answers: str = ""  # hash of the bits of all results: equal for equal bits at equal inputs; empty in older journals
    kernels: Mapping[str, str] = field(default_factory=dict)  # SHA-256 of each program, by kind; empty in older journals
    line: int = 0  # line number in the journal; 0: a stand-in for a missing result
    binades_key: str = ""  # equal if the journal contains the same binades, byte by byte
    found: Verdict | None = None  # the device's own verdict, if a baseline changed it
    other: Mapping[str, Any] = field(default_factory=dict)  # fields that this version does not know, unchanged
    _binades: Binades | None = field(default=None, repr=False, compare=False)

    @property
    def is_stand_in(self) -> bool:
        return self.line == 0

    @property
    def binades(self) -> tuple[Binade, ...]:
        """Read from the file at each access: each case of f64 has thousands. Raises JournalError if malformed."""
        return self._binades.whole() if self._binades else ()

    @property
    def binade_errors(self) -> list[tuple[int, bool, float]]:
        """Exponent, sign and error in ulp of each. Skips inputs and results, which takes a quarter of the time."""
        return self._binades.errors() if self._binades else []

    @property
    def max_error(self) -> float | None:
        """The largest error in ulp; inf if the error is not a number; None if nothing was judged."""
        return self.max_ulp.magnitude if self.max_ulp else None

    @property
    def margin(self) -> float | None:
        """Largest error divided by the limit: above 1 is wrong. None if the limit is not in ulp, or nothing was judged."""
        if self.max_ulp is None or self.limit is None or self.limit.value is None or self.limit.value <= 0:
            return None
        return self.max_ulp.magnitude / self.limit.value

    @property
    def margin_or_verdict(self) -> float:
        """The sort key by danger: the margin; without a margin 0, or inf for a failure."""
        margin = self.margin
        if margin is not None:
            return margin
        return math.inf if self.verdict is Verdict.FAIL else 0.0


@dataclass(frozen=True, slots=True)
class Suite:
    version: str
    commit: str
    dirty: bool
    build: str


@dataclass(frozen=True, slots=True)
class Device:
    """The device's identity. `raw` has all its fields in the journal, including fp configs and memory."""

    name: str
    platform: str
    vendor: str
    version: str
    driver: str
    profile: str
    platform_version: str
    language_version: str
    il_versions: tuple[str, ...]
    extensions: tuple[str, ...]
    backend: str  # the back end that reached it
    raw: Mapping[str, Any]

    @property
    def files(self) -> str:
        """The files of a math library, with the SHA-256 of each; empty: the journal does not contain them."""
        files = self.raw.get("files")
        return ", ".join(f"{name} {files[name]}" for name in sorted(files)) if isinstance(files, dict) else ""

    @property
    def identity(self) -> tuple[str, ...]:
        """Equal for the same device with the same driver and, for a math library, the same files."""
        return (self.platform, self.name, self.driver, *([self.files] if self.files else []))


@dataclass(frozen=True, slots=True)
class Header:
    """The first record of a journal."""

    schema: int
    minor: int  # fields that a later version introduced are absent
    suite: Suite
    device: Device
    host: Mapping[str, Any]
    worker: Mapping[str, Any]  # if the device is on a different machine from the run; empty: same machine
    options: Mapping[str, Any]
    seed: int
    tier: str
    edition: str
    il_edition: str
    profile: str
    shard: str
    cases: int | None  # number of chosen cases; None in older journals
    start: str
    merged: tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any]

    def edition_of(self, front_end: str) -> str:
        """The edition of the specification that cases of this front end are judged by."""
        return self.il_edition if front_end == "il" else self.edition

    @property
    def has_document(self) -> bool:
        """Whether a specification with a table of limits applies. None applies to a math library."""
        return self.edition != NO_EDITION

    @property
    def is_promised(self) -> bool:
        return self.has_document or bool(self.limits_file)

    @property
    def covers(self) -> str:
        """Words for a run on a part of the inputs that its user chose; empty: it covers the inputs of its tier."""
        covers = self.raw.get("covers")
        if not isinstance(covers, dict):
            return ""
        ranges = covers.get("ranges")
        if isinstance(ranges, list):
            return f"covers only arguments in {', '.join(map(str, ranges))}"
        return f"covers only the inputs of {covers.get('file', '')}"

    @property
    def label(self) -> str:
        """The name that the user gave to the run; empty: none."""
        label = self.raw.get("label")
        return label if isinstance(label, str) else ""

    @property
    def limits_file(self) -> str:
        limits = self.raw.get("limits")
        return str(limits.get("file", "")) if isinstance(limits, dict) else ""

    def promised_by(self, *front_ends: str) -> str:
        editions = dict.fromkeys(self.edition_of(front_end) for front_end in front_ends)
        named = [edition for edition in editions if edition != NO_EDITION]
        documents = f"{' and '.join(named)}, {self.profile} profile" if named else ""
        return "; ".join(word for word in (self.limits_file, documents) if word) or "no specification"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A first result with verdict fail, before the case was run again."""

    unit: str
    lanes: int
    verdict: str
    line: int


@dataclass(frozen=True, slots=True)
class Abnormal:
    """A worker that ended without sending its results."""

    unit: str
    verdict: Verdict
    reason: str
    log: str
    line: int


@dataclass(frozen=True, slots=True)
class Health:
    healthy: bool
    message: str
    after: str
    line: int


@dataclass(frozen=True, slots=True)
class End:
    totals: Mapping[str, int]
    left_out: tuple[CaseName, ...]
    unusable: Any  # the journal's value for a run that was abandoned; otherwise None
    line: int


@dataclass(frozen=True, slots=True)
class Run:
    """`results` has the last result per case, in journal order, and then a stand-in with verdict `missing` for each case
    that the journal names without a result. `nameless` counts missing cases without a name (see missing.py)."""

    file: Path
    header: Header
    results: Mapping[CaseName, Result]
    nameless: int = 0
    superseded: tuple[Result, ...] = ()  # earlier results of cases that were run again
    attempts: tuple[Attempt, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    health: tuple[Health, ...] = ()
    end: End | None = None  # None: the run was cut off, and can be resumed
    whole_bytes: int = 0  # size of the complete lines
    torn: bool = False  # the last line was incomplete and is ignored

    def totals(self) -> dict[Verdict, int]:
        """Counts the cases of each verdict that occurs, worst first. Includes the cases without a name."""
        counted = dict.fromkeys(Verdict, 0)
        for result in self.results.values():
            counted[result.verdict] += 1
        counted[Verdict.MISSING] += self.nameless
        return {verdict: count for verdict, count in counted.items() if count}

    @property
    def total(self) -> int:
        return len(self.results) + self.nameless

    def driver_notes(self) -> list[str]:
        """Effects of the driver on its processes, each sentence once."""
        return sorted({note for result in self.results.values() for note in result.driver_notes})

    @property
    def written(self) -> list[Result]:
        """The results that are in the journal, without stand-ins."""
        return [result for result in self.results.values() if not result.is_stand_in]

    @property
    def lost(self) -> int:
        """The number of cases without a result, although the run has ended and did not leave them out."""
        if self.end is None:
            return 0
        left_out = set(self.end.left_out)
        return self.nameless + sum(r.is_stand_in and case not in left_out for case, r in self.results.items())

    @property
    def is_as_promised(self) -> bool:
        """The run ended, its device stayed usable, and every verdict leaves exit code 0."""
        is_good = all(verdict.leaves_exit_code_zero for verdict in self.totals())
        return self.end is not None and not self.end.unusable and is_good

    @property
    def is_whole(self) -> bool:
        """Whether the run ended and has a result for every case."""
        return self.end is not None and not self.end.left_out and not self.end.unusable and not self.lost
