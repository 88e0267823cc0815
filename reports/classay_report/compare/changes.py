"""Finds the changes between two sides of a comparison.

The order of verdicts decides which side is worse. If the verdicts are equal, errors are compared only if both sides ran the
same inputs. The comparison is then exact: a change in the last place counts. Cases with different inputs are only counted.
If nothing else differs, the bits of all results may: neither side is worse then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from classay_report.compare.side import Seen, Side
from classay_report.journal import CaseName, Verdict


class Kind(StrEnum):
    """Kinds of changes, the most important first."""

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
    """A property of the identity, with its value on each side."""

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
    # Both lists include changed cases.
    other_inputs: tuple[CaseName, ...]  # ran on different inputs, so that errors cannot be compared
    other_limits: tuple[CaseName, ...]  # judged by different limits

    def of_kind(self, kind: Kind) -> list[Change]:
        return [change for change in self.changes if change.kind is kind]

    def got_worse(self, strict: bool = False) -> bool:
        """Results lost from the side after count as worse, because they may have been failures."""
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
    # Cases that fail on both sides: compares the number of wrong results at the same inputs.
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
    """Sorts by error, largest first, then by name. The error is the one after, or before if the case is gone."""

    def error(change: Change) -> float:
        seen = change.after or change.before
        return -1.0 if seen is None or seen.error is None else seen.error

    return sorted(changes, key=lambda c: (-error(c), c.case))
