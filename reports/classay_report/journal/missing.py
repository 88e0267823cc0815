"""Finds cases that a journal mentions but has no result for.

The first record contains the number of chosen cases, `start` records name the cases that were started, and the last record
counts the verdicts and names the cases that were left out. A lost result shows in at least one of them. Such a case is
`missing`, which is worse than any good verdict, and every report takes it into account.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classay_report.journal.cases import CaseName
from classay_report.journal.model import End
from classay_report.journal.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Missing:
    named: Mapping[CaseName, str]  # the reason for each case
    nameless: int  # further cases, whose names are not in the journal


def can_replace(before: Verdict, later: Verdict) -> bool:
    """Whether a run may write a second result of a case. It re-runs cases that were not tested, or tested in part. It also
    withdraws results of a worker that it no longer trusts."""
    return before in (Verdict.MISSING, Verdict.PARTIAL) or later is Verdict.HARNESS_ERROR


def check_totals(totals: Mapping[str, int], verdicts: Iterable[Verdict]) -> None:
    """Raises ValueError if there are results that the last record does not count: one of the two was changed."""
    for verdict, count in Counter(verdicts).items():
        if count > totals.get(verdict, 0):
            raise ValueError(f"it counts {totals.get(verdict, 0)} {verdict}, but {count} earlier results have that verdict")


def missing(chosen: int | None, verdicts: Mapping[CaseName, Verdict], begun: Iterable[CaseName], end: End | None) -> Missing:
    """`chosen`: the number of chosen cases, if the first record contains it."""
    left_out = end.left_out if end else ()
    named = {case: "it was left out of the run" for case in left_out if case not in verdicts}
    why = "its result is not in the journal" if end else "the run has not ended"
    lost = [case for case in begun if case not in verdicts and case not in named]
    named |= dict.fromkeys(lost, why)
    known = sum(case.is_counted for case in (*verdicts, *named))
    nameless = 0 if chosen is None else max(0, chosen - known)
    if end:
        counted = Counter(verdicts.values())
        uncounted = sum(max(0, count - counted[Verdict(verdict)]) for verdict, count in end.totals.items())
        nameless = max(nameless, uncounted - len(lost))
    # A journal without any case counts as one missing result.
    return Missing(named, nameless or int(not verdicts and not named))


def nameless_text(count: int, has_ended: bool) -> str:
    """Returns a clause for a sentence."""
    results = "1 result is" if count == 1 else f"{count} results are"
    return f"{results} missing: " + ("the journal does not name the cases" if has_ended else "the run has not ended")
