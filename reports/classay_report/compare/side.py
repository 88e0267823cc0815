"""One side of a comparison: a run, or several runs of the same device, driver, suite and options.

What a case did is what it did in all of them: the largest error, and the worst verdict, which is `flake` when it kept its
promise in one run and not in another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from classay_report.errors import UsageError
from classay_report.journal import CaseName, Header, Result, Run, Verdict, read_run

Identity = dict[str, str]


@dataclass(frozen=True, slots=True)
class Seen:
    """What is compared of a case."""

    verdict: Verdict
    reason: str = ""
    inputs: str = ""  # equal where the same inputs were asked; empty where none were
    limit: str = ""
    error: float | None = None  # in ulp; inf where an answer is no number; None where nothing was judged
    at: str = ""  # the input of that error
    failed: int = 0
    judged: int = 0
    repro: str = ""
    answers: str = ""  # equal where the same inputs had the same bits for answers; empty where that is not known


@dataclass(frozen=True, slots=True)
class Side:
    identity: Identity
    cases: dict[CaseName, Seen]
    has_ended: bool = True  # False: what is not there was perhaps only not reached
    nameless: int = 0  # cases that have no result, and of which no line has the name
    lost: int = 0  # cases that have no result although the run has ended; those without a name among them
    seconds: tuple[dict[CaseName, float], ...] = ()  # of each run, what the device took for a case
    files: tuple[str, ...] = field(default=(), compare=False)

    def of(self, case: CaseName) -> Seen | None:
        """None for a case that was not asked for. Of one that was, and was not reached, nothing is known: `missing`."""
        if case in self.cases or (self.has_ended and not self.nameless):
            return self.cases.get(case)
        return Seen(Verdict.MISSING, "its result is not in the journal" if self.has_ended else "the run has not ended")


def identity_of(header: Header) -> Identity:
    """What makes results comparable, by the words that a person is told."""
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
    # What no device ever took is no measurement, and sums of it are no numbers.
    seconds = {name: r.seconds["device"] for name, r in run.results.items() if 0 < r.seconds.get("device", 0) < 1e9}
    return Side(identity_of(run.header), cases, run.end is not None, run.nameless, run.lost, (seconds,), (str(run.file),))


def together(all_seen: Sequence[Seen]) -> Seen:
    """What a case did in several runs."""
    worst = max(all_seen, key=lambda s: (s.verdict.badness, -1.0 if s.error is None else s.error, s.failed))
    # A part of the inputs, where nothing was wrong, contradicts nobody.
    good = [s.verdict.leaves_exit_code_zero for s in all_seen if s.verdict is not Verdict.PARTIAL]
    if all(good) or not any(good):
        alike = len({(s.inputs, s.answers) for s in all_seen}) == 1
        return worst if alike else replace(worst, answers="")
    count = sum(not g for g in good)
    reason = f"{count} of {len(good)} runs did not keep the promise: {worst.verdict}"
    return Seen(
        Verdict.FLAKE,
        f"{reason}, {worst.reason}" if worst.reason else reason,
        *(worst.inputs, worst.limit, worst.error, worst.at, worst.failed, worst.judged, worst.repro),
    )


def side_of(runs: Sequence[Run]) -> Side:
    """Raises UsageError for runs that are not of the same thing."""
    sides = [_of_run(run) for run in runs]
    first = sides[0]
    for other in sides[1:]:
        for what, value in first.identity.items():
            if other.identity[what] != value:
                raise UsageError(
                    f"{first.files[0]} and {other.files[0]} do not belong to one side: "
                    f"{what} is '{value}' in one and '{other.identity[what]}' in the other"
                )
    if len(sides) == 1:
        return first
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
    )


def read_side(paths: Sequence[Path]) -> Side:
    return side_of([read_run(path) for path in paths])
