"""What a journal says, as frozen values.

Bits stay the hex strings that they are in the journal. Errors are floats, which is exact: the journal writes decimals that
read back as the same double. An error of inf or -inf is an answer that is no number where there is one, or the reverse.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from classay_report.journal.cases import CaseName
from classay_report.journal.verdicts import Verdict

Json = dict[str, Any]

NO_EDITION = "none"  # no document promises anything


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """What would have been right. `expected` is None where no single result is."""

    expected: tuple[str | None, ...]
    low: tuple[str, ...]  # decimals that enclose the exact value
    high: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """An input with its answer. Builtins with two results have two in `got`."""

    index: int
    inputs: tuple[str, ...]
    got: tuple[str, ...]
    ulps: float  # signed
    right: RightAnswer | None = None  # of the worst and the first failures that have an error


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

    value: float | None  # None: no number of ulp
    inputs: tuple[str, ...]
    got: tuple[str, ...]
    right: RightAnswer

    @property
    def magnitude(self) -> float:
        return math.inf if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Limit:
    text: str
    value: float | None  # in ulp, where the limit is one number
    edition: str
    clause: str


@dataclass(frozen=True, slots=True)
class Inputs:
    plan: str
    count: int
    hash: str
    exhaustive: bool
    of: int = 0  # so many, where the time of a case let only a part be asked; 0: all were

    @property
    def is_whole(self) -> bool:
        return self.of == 0

    def identity(self, shard: str) -> str:
        """Equal where the same inputs were asked; empty where nobody knows: of a case that was cut short, as its time would
        have it. Parts of one plan share its hash, and are not the same inputs."""
        return f"{self.hash} {self.count} {shard}" if self.hash and self.is_whole else ""


@dataclass(frozen=True, slots=True)
class Counts:
    judged: int = 0
    failed: int = 0
    undefined: int = 0
    poor: int = 0  # of those judged: no failures, and warned of
    bitwise_equal_to_scalar: int = 0
    slow_path: int = 0
    unwritten: int = 0
    beyond_end: int = 0
    by_digest: int = 0  # results that were not read: their digest, which the device made, is that of others
    digests_checked: int = 0
    wrong_digests: int = 0
    repeated: int = 0
    nondeterministic: int = 0


@dataclass(frozen=True, slots=True)
class SecondLaunch:
    """The results of second launches of the same inputs that differ from the first: how many, and one of them."""

    differing: int
    wrong: int  # how many of these are wrong
    inputs: tuple[str, ...]
    first: tuple[str, ...]  # empty: forgotten
    second: tuple[str, ...]

    @property
    def text(self) -> str:
        """A sentence for results whose reason may be a different one."""
        first = f"{' '.join(self.first)}, then " if self.first else ""
        what = f"{self.differing} results differ between two launches of the same inputs, {self.wrong} of them wrong"
        return f"{what}; at {' '.join(self.inputs)}: {first}{' '.join(self.second)}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of promises other than that of the run."""

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
    histogram: tuple[int, ...] = ()  # 92 bins, see classay_report.journal.histogram; empty where there is none
    vectors: tuple[tuple[str, ...], ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    second_launch: SecondLaunch | None = None
    clock: str = ""  # how the device's clock contradicts the host's; empty: it does not
    driver_notes: tuple[str, ...] = ()  # effects of the driver on its process up to this result, one sentence each
    repro: str = ""  # checked and quoted, see commands.py
    log: str = ""
    answers: str = ""  # stands for the bits of all answers: equal for equal bits at equal inputs; empty in older journals
    kernels: Mapping[str, str] = field(default_factory=dict)  # SHA-256 of each program asked, by kind; empty in older ones
    line: int = 0  # where it stands in the journal; 0: nowhere, it stands in for one that is missing
    binades_key: str = ""  # equal where the journal has the same binades, byte by byte
    found: Verdict | None = None  # what the device answered, where a baseline made another verdict of it
    other: Mapping[str, Any] = field(default_factory=dict)  # fields that this version does not know, as they stand there
    _binades: Binades | None = field(default=None, repr=False, compare=False)

    @property
    def is_stand_in(self) -> bool:
        return self.line == 0

    @property
    def binades(self) -> tuple[Binade, ...]:
        """Read from the file each time: there are thousands for each case of f64. Raises JournalError when malformed."""
        return self._binades.whole() if self._binades else ()

    @property
    def binade_errors(self) -> list[tuple[int, bool, float]]:
        """Exponent, negative, ulps of each: the same without a look at inputs and answers, in a quarter of the time."""
        return self._binades.errors() if self._binades else []

    @property
    def max_error(self) -> float | None:
        """The largest error in ulp; inf where it is no number; None where nothing was judged."""
        return self.max_ulp.magnitude if self.max_ulp else None

    @property
    def margin(self) -> float | None:
        """Largest error over limit: above 1 is wrong. None where the limit is no number of ulp, or nothing was judged."""
        if self.max_ulp is None or self.limit is None or self.limit.value is None or self.limit.value <= 0:
            return None
        return self.max_ulp.magnitude / self.limit.value

    @property
    def margin_or_verdict(self) -> float:
        """For sorting by danger: the margin, and where there is none 0, or inf for what failed."""
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
    """Its identity; `raw` has all that the journal says, fp configs and memory among them."""

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
    backend: str  # through which it was reached
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
    """The first line."""

    schema: int
    minor: int  # fields that came later than this version are not there
    suite: Suite
    device: Device
    host: Mapping[str, Any]
    worker: Mapping[str, Any]  # where the device is on another machine than the run; empty: on the same
    options: Mapping[str, Any]
    seed: int
    tier: str
    edition: str
    il_edition: str
    profile: str
    shard: str
    cases: int | None  # how many were chosen; None in older journals
    start: str
    merged: tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any]

    def edition_of(self, front_end: str) -> str:
        """The document that cases of this front end are judged by."""
        return self.il_edition if front_end == "il" else self.edition

    @property
    def has_document(self) -> bool:
        """With a table of promises. A math library has none."""
        return self.edition != NO_EDITION

    @property
    def is_promised(self) -> bool:
        return self.has_document or bool(self.limits_file)

    @property
    def limits_file(self) -> str:
        limits = self.raw.get("limits")
        return str(limits.get("file", "")) if isinstance(limits, dict) else ""

    def promised_by(self, *front_ends: str) -> str:
        editions = dict.fromkeys(self.edition_of(front_end) for front_end in front_ends)
        named = [edition for edition in editions if edition != NO_EDITION]
        documents = f"{' and '.join(named)}, {self.profile} profile" if named else ""
        return "; ".join(word for word in (self.limits_file, documents) if word) or "nobody"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A first answer that said fail, before the case was asked once more."""

    unit: str
    lanes: int
    verdict: str
    line: int


@dataclass(frozen=True, slots=True)
class Abnormal:
    """A worker that ended without its results."""

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
    unusable: Any  # what the journal says of a run that was given up; None otherwise
    line: int


@dataclass(frozen=True, slots=True)
class Run:
    """`results` has the last result of each case, in the order in which they came, and then a stand-in, `missing`, for each
    case that the journal names and has no result of; `nameless` counts those that it only counts (see missing.py)."""

    file: Path
    header: Header
    results: Mapping[CaseName, Result]
    nameless: int = 0
    superseded: tuple[Result, ...] = ()  # those before the last: a case that was missing, and asked after all
    attempts: tuple[Attempt, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    health: tuple[Health, ...] = ()
    end: End | None = None  # None: the run was cut off, and can be resumed
    whole_bytes: int = 0  # of whole lines
    torn: bool = False  # the last line was cut off, and is left out

    def totals(self) -> dict[Verdict, int]:
        """How many cases have which verdict, those without a name too, the worst first; only those that occur."""
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
        """Those that stand in the journal."""
        return [result for result in self.results.values() if not result.is_stand_in]

    @property
    def lost(self) -> int:
        """How many cases have no result although the run has ended and did not leave them out."""
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
        """It came to its end, and has a result of every case."""
        return self.end is not None and not self.end.left_out and not self.end.unusable and not self.lost
