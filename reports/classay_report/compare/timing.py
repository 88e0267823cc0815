"""Compares the device times of two sides, and reports only differences that several runs of each side support.

There are too many cases to test each one. One test compares the sum of all cases, and one test compares each function. If
nothing differs, a comparison reports a difference with a probability of at most 5 %, however many functions there are. 4 %
are for the sum, for which four runs of each side suffice; 1 % is for the functions, which need about nine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from classay_report.compare.changes import Comparison
from classay_report.compare.rank_sum import holm, rank_sum_p
from classay_report.journal import CaseName

LEVEL_OF_ALL = Fraction(4, 100)
LEVEL_OF_FUNCTIONS = Fraction(1, 100)
_ALL = "all together"


@dataclass(frozen=True, slots=True)
class Timing:
    what: str
    before: float  # median of seconds
    after: float
    p: Fraction

    @property
    def ratio(self) -> float:
        return self.after / self.before


@dataclass(frozen=True, slots=True)
class Timings:
    said: tuple[Timing, ...]
    asked: int
    why_not: str = ""  # why nothing was tested


def _sums(run: Mapping[CaseName, float], cases: Sequence[CaseName]) -> dict[str, float]:
    sums = {_ALL: 0.0}
    for case in cases:
        sums[_ALL] += run[case]
        function = f"{case.builtin}/{case.format}"
        sums[function] = sums.get(function, 0.0) + run[case]
    return sums


def _why_not(c: Comparison) -> str:
    sizes = len(c.before.seconds), len(c.after.seconds)
    if min(sizes) < 2:
        return "times cannot be compared with one run: give several runs of each side"
    if any(d.what == "processor" for d in c.identity):
        return "the runs used different processors"
    return ""


def timings(c: Comparison) -> Timings:
    why_not = _why_not(c)
    runs = [*c.before.seconds, *c.after.seconds]
    common = set(runs[0]).intersection(*runs[1:]) - set(c.other_inputs) if runs else set()
    if why_not or not common:
        return Timings((), 0, why_not or "no case has times in all runs")
    cases = sorted(common)
    before = [_sums(run, cases) for run in c.before.seconds]
    after = [_sums(run, cases) for run in c.after.seconds]
    words = sorted(before[0], key=lambda word: (word != _ALL, word))
    asked = [
        Timing(
            word,
            median(run[word] for run in before),
            median(run[word] for run in after),
            rank_sum_p([run[word] for run in before], [run[word] for run in after]),
        )
        for word in words
    ]
    says = [asked[0].p <= LEVEL_OF_ALL, *holm([timing.p for timing in asked[1:]], LEVEL_OF_FUNCTIONS)]
    return Timings(tuple(timing for timing, said in zip(asked, says) if said), len(asked))
