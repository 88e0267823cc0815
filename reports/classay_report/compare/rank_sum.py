"""Computes the exact rank-sum test: the probability of a rank difference at least this large if nothing differs.

The test assumes no distribution of the times and approximates nothing: it counts all ways to assign the ranks to the two
sides. With few runs it cannot show a difference, however large. With three runs on each side the smallest p is 1/10.
"""

import math
from collections.abc import Sequence
from fractions import Fraction


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Returns twice the rank of each value, from 2 upward. Equal values share their mean rank; twice that is an integer."""
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
    """Returns the two-sided p. Raises ValueError for values that are not finite."""
    if not before or not after:
        raise ValueError("one side has no measurement")
    values = [*before, *after]
    if not all(math.isfinite(v) for v in values):
        raise ValueError("a measurement is not a finite number")
    ranks = doubled_ranks(values)
    # ways[chosen]: the number of ways to choose so many ranks, by their sum.
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in before]
    for rank in ranks:
        for chosen in range(len(before), 0, -1):
            for total, count in ways[chosen - 1].items():
                ways[chosen][total + rank] = ways[chosen].get(total + rank, 0) + count
    # Scaled by the number of values, so that the distance from the expected sum stays an integer.
    expected = len(before) * sum(ranks)
    distance = abs(len(values) * sum(ranks[: len(before)]) - expected)
    as_far = sum(n for total, n in ways[len(before)].items() if abs(len(values) * total - expected) >= distance)
    return Fraction(as_far, math.comb(len(values), len(before)))


def holm(ps: Sequence[Fraction], level: Fraction) -> list[bool]:
    """Returns which tests are significant if all together may err with probability `level` (Holm's step-down method)."""
    says = [False] * len(ps)
    for step, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        if ps[place] * (len(ps) - step) > level:
            break
        says[place] = True
    return says
