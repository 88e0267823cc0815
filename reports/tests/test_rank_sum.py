"""Compares the exact test with explicit enumeration of all assignments to the two sides."""

import itertools
from fractions import Fraction

import pytest
from classay_report.compare.rank_sum import holm, rank_sum_p
from hypothesis import given
from hypothesis import strategies as st


def mid_rank(value, values):
    return Fraction(sum(v < value for v in values)) + Fraction(sum(v == value for v in values) + 1, 2)


def by_brute_force(before, after):
    values = [*before, *after]
    ranks = [mid_rank(v, values) for v in values]
    expected = len(before) * sum(ranks) / len(values)
    seen = abs(sum(ranks[: len(before)]) - expected)
    sums = [sum(chosen) for chosen in itertools.combinations(ranks, len(before))]
    return Fraction(sum(abs(s - expected) >= seen for s in sums), len(sums))


few = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=5)


@given(few, few)
def test_p_is_that_of_all_ways_to_deal_out_the_ranks(before, after):
    assert rank_sum_p(before, after) == by_brute_force(before, after)


def test_known_values():
    assert rank_sum_p([1, 2, 3], [4, 5, 6]) == Fraction(1, 10)
    assert rank_sum_p([1, 2, 3, 4], [5, 6, 7, 8]) == Fraction(1, 35)
    assert rank_sum_p([1, 1], [1, 1]) == 1


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_what_is_no_time_is_refused(wrong):
    with pytest.raises(ValueError):
        rank_sum_p([1.0, wrong], [1.0])
    with pytest.raises(ValueError):
        rank_sum_p([], [1.0])


def test_holm_stops_at_the_first_that_says_nothing():
    level = Fraction(1, 20)
    assert holm([Fraction(1, 100), Fraction(1, 2), Fraction(1, 30)], level) == [True, False, False]
    assert holm([Fraction(1, 100), Fraction(1, 41), Fraction(1, 30)], level) == [True, True, True]
    assert holm([Fraction(1, 59)] * 3, level) == [False] * 3
    assert holm([], level) == []
