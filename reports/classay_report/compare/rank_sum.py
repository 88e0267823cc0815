"""The exact rank-sum test: how likely samples of two sizes are to differ in rank as much as these when nothing differs.

Nothing is assumed of how times are distributed, and nothing is approximated: all ways of dealing the ranks out to the two
sides are counted. With few runs no difference can be shown, however large: of three runs on each side the smallest p is
1/10.
"""

import math
from collections.abc import Sequence
from fractions import Fraction


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value, from 2 upward; equal values share the mean of their ranks, which twice is whole."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in order[first : last + 1]:
            ranks[place] = first + last + 2
        first = last + 1
    return ranks


def rank_sum_p(before: Sequence[float], after: Sequence[float]) -> Fraction:
    """The two-sided p. What is no finite number is no measurement, and refused."""
    if not before or not after:
        raise ValueError("a side without a measurement")
    values = [*before, *after]
    if not all(math.isfinite(v) for v in values):
        raise ValueError("a measurement that is no finite number")
    ranks = doubled_ranks(values)
    # How many ways there are to choose `chosen` ranks of a given sum.
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in before]
    for rank in ranks:
        for chosen in range(len(before), 0, -1):
            for total, count in ways[chosen - 1].items():
                ways[chosen][total + rank] = ways[chosen].get(total + rank, 0) + count
    # The sum that is expected, times the number of values: the distance from it stays whole.
    expected = len(before) * sum(ranks)
    distance = abs(len(values) * sum(ranks[: len(before)]) - expected)
    as_far = sum(n for total, n in ways[len(before)].items() if abs(len(values) * total - expected) >= distance)
    return Fraction(as_far, math.comb(len(values), len(before)))


def holm(ps: Sequence[Fraction], level: Fraction) -> list[bool]:
    """Which of several tests say something when all of them together may err with probability `level` (Holm, step-down)."""
    says = [False] * len(ps)
    for step, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        if ps[place] * (len(ps) - step) > level:
            break
        says[place] = True
    return says
