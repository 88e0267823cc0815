"""What has no result in a journal, though a line of it speaks of it.

The first line says how many cases of rows were chosen, a `start` names those that were begun, and the last line counts the
verdicts and names what was left out. A result that was lost, with whatever line, is told by one of them; it is `missing`,
which is worse than any promise that was kept, and every report goes by that.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classay_report.journal.cases import CaseName
from classay_report.journal.model import End
from classay_report.journal.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Missing:
    named: Mapping[CaseName, str]  # with the reason
    nameless: int  # so many more, of which no line has the name


def can_replace(before: Verdict, later: Verdict) -> bool:
    """Whether a run writes a later result of a case. It tests again what it did not test, or not in full, and it takes back
    what a worker said that it does not believe any more."""
    return before in (Verdict.MISSING, Verdict.PARTIAL) or later is Verdict.HARNESS_ERROR


def check_totals(totals: Mapping[str, int], verdicts: Iterable[Verdict]) -> None:
    """Raises ValueError where results are there that the last line does not count: one of the two was changed."""
    for verdict, count in Counter(verdicts).items():
        if count > totals.get(verdict, 0):
            raise ValueError(f"it counts {totals.get(verdict, 0)} {verdict}, and {count} results before it are that")


def missing(chosen: int | None, verdicts: Mapping[CaseName, Verdict], begun: Iterable[CaseName], end: End | None) -> Missing:
    """`chosen`: how many cases, where the first line says it."""
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
    # A journal of nothing is no good news either.
    return Missing(named, nameless or int(not verdicts and not named))


def nameless_text(count: int, has_ended: bool) -> str:
    """In a sentence."""
    results = "1 result is" if count == 1 else f"{count} results are"
    return f"{results} missing: " + ("no line has the name" if has_ended else "the run has not ended")
