"""Bins of `signed_histogram`: quarters of an ulp up to 8, then powers of two up to 2^16, then the rest; for both signs."""

import math

_FINE = 32  # quarters up to 8
_HALF = 46  # 32 quarters, 13 powers of two from 2^3, and one for all beyond


def edges(index: int) -> tuple[float, float]:
    """Returns the lower and the upper error of a bin, in ulp."""
    if not 0 <= index < 2 * _HALF:
        raise IndexError(index)
    if index < _HALF:
        low, high = edges(2 * _HALF - 1 - index)
        return (-high, -low)
    step = index - _HALF
    if step < _FINE:
        return (step / 4, (step + 1) / 4)
    low = 2.0 ** (3 + step - _FINE)
    return (low, math.inf if index == 2 * _HALF - 1 else 2 * low)
