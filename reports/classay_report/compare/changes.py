"""What changed from one side to the other.

The order of verdicts decides what is worse. Of equal verdicts, results can be compared only when the same inputs were
asked: then they are exact, and a change of one unit in the last place is a change. What was asked other inputs is
counted, and no more is said. Where nothing else tells two sides apart, the bits of all answers may: neither is worse then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from classay_report.compare.side import Seen, Side
from classay_report.journal import CaseName, Verdict


class Kind(StrEnum):
    """In the order in which people want to hear of them."""

    WORSE = "worse"
    FLAKY = "flaky"
    GONE = "gone"
    NEW = "new"
    BETTER = "better"
    LESS_ACCURATE = "less accurate"
    MORE_ACCURATE = "more accurate"
    OTHER_BITS = "other bits"


class Direction(StrEnum):
    WORSE = "worse"
    BETTER = "better"
    NEITHER = "neither"


_OPPOSITE = {
    Kind.WORSE: Kind.BETTER,
    Kind.GONE: Kind.NEW,
    Kind.LESS_ACCURATE: Kind.MORE_ACCURATE,
    Kind.FLAKY: Kind.FLAKY,
    Kind.OTHER_BITS: Kind.OTHER_BITS,
}
OPPOSITE = _OPPOSITE | {after: before for before, after in _OPPOSITE.items()}


@dataclass(frozen=True, slots=True)
class Change:
    case: CaseName
    kind: Kind
    direction: Direction
    before: Seen | None
    after: Seen | None
    same_inputs: bool

    def counts_as_worse(self, strict: bool) -> bool:
        return self.direction is Direction.WORSE and (strict or self.kind is not Kind.LESS_ACCURATE)


@dataclass(frozen=True, slots=True)
class Difference:
    """Of an identity: a word, and what it is on each side."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    before: Side
    after: Side
    identity: tuple[Difference, ...]
    changes: tuple[Change, ...]
    same: int  # cases on both sides without a change
    other_inputs: tuple[
        CaseName, ...
    ]  # of these, and of those that changed: asked other inputs, so that errors can not be compared
    other_limits: tuple[CaseName, ...]  # judged by another limit

    def of_kind(self, kind: Kind) -> list[Change]:
        return [change for change in self.changes if change.kind is kind]

    def got_worse(self, strict: bool = False) -> bool:
        """What was lost on the side after may have been anything."""
        return self.after.lost > 0 or any(change.counts_as_worse(strict) for change in self.changes)


def _towards(before: float, after: float) -> Direction:
    if after > before:
        return Direction.WORSE
    return Direction.BETTER if after < before else Direction.NEITHER


def _same_inputs(before: Seen, after: Seen) -> bool:
    return before.inputs != "" and before.inputs == after.inputs


def _change(case: CaseName, before: Seen, after: Seen) -> Change | None:
    same_inputs = _same_inputs(before, after)

    def change(kind: Kind, direction: Direction) -> Change:
        return Change(case, kind, direction, before, after, same_inputs)

    direction = _towards(before.verdict.badness, after.verdict.badness)
    if direction is not Direction.NEITHER:
        if Verdict.FLAKE in (before.verdict, after.verdict):
            return change(Kind.FLAKY, direction)
        return change(Kind(direction), direction)
    if not same_inputs:
        return None
    # Of what failed before too, more or fewer wrong results at the same inputs.
    direction = _towards(before.failed, after.failed)
    if direction is not Direction.NEITHER:
        return change(Kind.FLAKY if before.verdict is Verdict.FLAKE else Kind(direction), direction)
    if before.error is not None and after.error is not None:
        direction = _towards(before.error, after.error)
        if direction is not Direction.NEITHER:
            return change(Kind.LESS_ACCURATE if direction is Direction.WORSE else Kind.MORE_ACCURATE, direction)
    if before.error == after.error and before.answers and after.answers and before.answers != after.answers:
        return change(Kind.OTHER_BITS, Direction.NEITHER)
    return None


def _rank(change: Change) -> tuple[int, CaseName]:
    return (list(Kind).index(change.kind), change.case)


def _identity(before: Side, after: Side) -> tuple[Difference, ...]:
    words = {**before.identity, **after.identity}
    pairs = ((what, before.identity.get(what, ""), after.identity.get(what, "")) for what in words)
    return tuple(Difference(*pair) for pair in pairs if pair[1] != pair[2])


def compare(before: Side, after: Side) -> Comparison:
    changes: list[Change] = []
    both: list[tuple[CaseName, Seen, Seen]] = []
    same = 0
    for case in sorted(before.cases.keys() | after.cases.keys()):
        was, is_ = before.of(case), after.of(case)
        if was is None:
            changes.append(Change(case, Kind.NEW, Direction.NEITHER, None, is_, False))
        elif is_ is None:
            changes.append(Change(case, Kind.GONE, Direction.NEITHER, was, None, False))
        else:
            both.append((case, was, is_))
            change = _change(case, was, is_)
            if change is None:
                same += 1
            else:
                changes.append(change)
    return Comparison(
        before=before,
        after=after,
        identity=_identity(before, after),
        changes=tuple(sorted(changes, key=_rank)),
        same=same,
        other_inputs=tuple(case for case, was, is_ in both if was.inputs and is_.inputs and not _same_inputs(was, is_)),
        other_limits=tuple(case for case, was, is_ in both if was.limit and is_.limit and was.limit != is_.limit),
    )


def worst_first(changes: Sequence[Change]) -> list[Change]:
    """Largest error after (before, when it is gone) first; then by name."""

    def error(change: Change) -> float:
        seen = change.after or change.before
        return -1.0 if seen is None or seen.error is None else seen.error

    return sorted(changes, key=lambda c: (-error(c), c.case))
