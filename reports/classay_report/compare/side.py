"""Combines the runs of one side of a comparison: one run, or several of the same device, driver, suite and options.

A case on a side has the largest error and the worst verdict of all runs. The verdict is `flake` if only some runs are
as promised.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from classay_report.compare.groups import Group, groups_of
from classay_report.errors import UsageError
from classay_report.journal import CaseName, Header, Result, Run, Verdict, read_run

Identity = dict[str, str]


@dataclass(frozen=True, slots=True)
class Seen:
    """The compared properties of a case."""

    verdict: Verdict
    reason: str = ""
    inputs: str = ""  # equal for equal inputs; empty if the inputs are unknown
    limit: str = ""
    error: float | None = None  # in ulp; inf if a result is not a number; None if nothing was judged
    at: str = ""  # the input of that error
    failed: int = 0
    judged: int = 0
    repro: str = ""
    answers: str = ""  # equal for equal bits of all results at equal inputs; empty if unknown


@dataclass(frozen=True, slots=True)
class Side:
    identity: Identity
    cases: dict[CaseName, Seen]
    has_ended: bool = True  # False: cases without a result may only not have been reached
    nameless: int = 0  # cases without a result that the journal does not name
    lost: int = 0  # cases without a result although the run has ended, including those without a name
    seconds: tuple[dict[CaseName, float], ...] = ()  # for each run, the device time of each case
    files: tuple[str, ...] = field(default=(), compare=False)
    groups: tuple[Group, ...] = ()  # the findings of the side

    def of(self, case: CaseName) -> Seen | None:
        """Returns None for a case that was not selected, `missing` for one that was selected but has no result."""
        if case in self.cases or (self.has_ended and not self.nameless):
            return self.cases.get(case)
        return Seen(Verdict.MISSING, "its result is not in the journal" if self.has_ended else "the run has not ended")


def identity_of(header: Header) -> Identity:
    """Returns the properties that must be equal for results to be comparable, by their names in reports."""
    filters = header.options.get("filters") or ["*"]
    return {
        "platform": header.device.platform,
        "device": header.device.name,
        "driver": header.device.driver,
        "library": header.device.files,
        "device version": header.device.version,
        "suite": header.suite.version,
        "commit": header.suite.commit + (" with changes" if header.suite.dirty else ""),
        "tier": header.tier,
        "seed": str(header.seed),
        "edition": header.edition,
        "profile": header.profile,
        "filters": " ".join(str(word) for word in filters) if isinstance(filters, list) else str(filters),
        "shard": header.shard,
        "inputs": header.covers or "all of the tier",
        "processor": f"{header.host.get('processor', '')}, {header.host.get('cores', '')} cores",
    }


def _seen(result: Result, shard: str) -> Seen:
    inputs = result.inputs
    return Seen(
        verdict=result.verdict,
        reason=result.reason,
        inputs=inputs.identity(shard) if inputs else "",
        limit=result.limit.text if result.limit else "",
        error=result.max_error,
        at=" ".join(result.max_ulp.inputs) if result.max_ulp else "",
        failed=result.counts.failed,
        judged=result.counts.judged,
        repro=result.repro,
        answers=result.answers,
    )


def _of_run(run: Run) -> Side:
    cases = {name: _seen(result, run.header.shard) for name, result in run.results.items()}
    # A time of zero is not a measurement, and huge values would spoil the sums.
    seconds = {name: r.seconds["device"] for name, r in run.results.items() if 0 < r.seconds.get("device", 0) < 1e9}
    return Side(identity_of(run.header), cases, run.end is not None, run.nameless, run.lost, (seconds,), (str(run.file),))


def together(all_seen: Sequence[Seen]) -> Seen:
    """Combines the results of a case in several runs."""
    worst = max(all_seen, key=lambda s: (s.verdict.badness, -1.0 if s.error is None else s.error, s.failed))
    # A partial result without errors contradicts no other run.
    good = [s.verdict.leaves_exit_code_zero for s in all_seen if s.verdict is not Verdict.PARTIAL]
    if all(good) or not any(good):
        alike = len({(s.inputs, s.answers) for s in all_seen}) == 1
        return worst if alike else replace(worst, answers="")
    count = sum(not g for g in good)
    reason = f"{count} of {len(good)} runs were not as promised: {worst.verdict}"
    return Seen(
        Verdict.FLAKE,
        f"{reason}, {worst.reason}" if worst.reason else reason,
        *(worst.inputs, worst.limit, worst.error, worst.at, worst.failed, worst.judged, worst.repro),
    )


def side_of(runs: Sequence[Run]) -> Side:
    """Raises UsageError if the runs differ in device, driver, suite or options."""
    sides = [_of_run(run) for run in runs]
    first = sides[0]
    for other in sides[1:]:
        for what, value in first.identity.items():
            if other.identity[what] != value:
                raise UsageError(
                    f"{first.files[0]} and {other.files[0]} cannot form one side: "
                    f"{what} is '{value}' in the first and '{other.identity[what]}' in the second"
                )
    groups = groups_of(runs)
    if len(sides) == 1:
        return replace(first, groups=groups)
    names = {name: None for side in sides for name in side.cases}
    cases = {name: together([s for side in sides if (s := side.of(name)) is not None]) for name in names}
    return Side(
        first.identity,
        cases,
        all(side.has_ended for side in sides),
        max(side.nameless for side in sides),
        max(side.lost for side in sides),
        tuple(side.seconds[0] for side in sides),
        tuple(side.files[0] for side in sides),
        groups,
    )


def read_side(paths: Sequence[Path]) -> Side:
    return side_of([read_run(path) for path in paths])
