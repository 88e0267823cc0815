"""Decides whether OpenCL-CTS would see the failures of a case.

CTS differs from classay in five ways that matter here. It passes arguments in buffers, never as constants. Its programs of
functions measure errors in ulp or compare values, so that -0 equals +0. It accepts each NaN for a NaN. In relaxed mode,
and for fract of half, it ignores infinities and NaN. Common functions have uniformly random arguments up to 2^30, and
geometric functions have no NaN and no subnormal numbers (OpenCL-CTS, test_conformance/commonfns and geometrics). A
journal has only the first and the worst failures of a case, so
the answer may be unknown.
"""

import math
import re
from collections.abc import Iterable
from enum import Enum

from classay_report.cts import values
from classay_report.journal import Result
from classay_report.journal.model import Sample

_LITERALS = re.compile(r"(\d+) literals\b")
_FLOATS = {6: "f16", 10: "f32", 18: "f64"}  # by the length of a pattern
COMPARES_VALUES = frozenset(("test_bruteforce", "test_commonfns", "test_geometrics"))


class Seen(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def constants(result: Result) -> int:
    """Returns the number of inputs that are constants in the program: they are the first ones."""
    match = _LITERALS.match(result.inputs.plan) if result.inputs else None
    return int(match[1]) if match else 0


def _failing(result: Result) -> dict[int, Sample]:
    limit = result.limit.value if result.limit else None

    def fails(sample: Sample) -> bool:
        return math.isinf(sample.ulps) or (limit is not None and abs(sample.ulps) > limit)

    found = {sample.index: sample for sample in result.first}
    found.update((sample.index, sample) for sample in result.worst if sample.index not in found and fails(sample))
    return found


def _number(pattern: str | None) -> float | None:
    form = _FLOATS.get(len(pattern or ""))
    value = values.of_bits(pattern or "", form) if form else None
    return values.number_of(value.patterns[0], value.form) if value else None


def _is_same(got: str, expected: str | None, *, zeros_are_equal: bool) -> bool:
    if got == expected:
        return True
    one, other = _number(got), _number(expected)
    if one is None or other is None:
        return False
    return (math.isnan(one) and math.isnan(other)) or (zeros_are_equal and one == 0 and other == 0)


def _is_argument(number: float | None, program: str) -> bool:
    """Whether CTS has such arguments."""
    if number is None or number == 0:
        return True
    if program == "test_commonfns":
        return 2.0**-32 <= abs(number) <= 2.0**30
    return program != "test_geometrics" or abs(number) >= 2.0**-126


def _is_seen(sample: Sample, program: str, literals: int, zeros_are_equal: bool, needs_finite: bool) -> bool:
    if sample.index < literals or not all(_is_argument(_number(pattern), program) for pattern in sample.inputs):
        return False
    expected = sample.right.expected if sample.right else ()
    if needs_finite:
        numbers: Iterable[float | None] = map(_number, (*sample.inputs, *sample.got, *expected))
        if any(number is not None and not math.isfinite(number) for number in numbers):
            return False
    if len(expected) != len(sample.got):
        return True
    return not all(_is_same(a, b, zeros_are_equal=zeros_are_equal) for a, b in zip(sample.got, expected))


def seen(result: Result, program: str, *, is_special: bool) -> Seen:
    """`is_special`: the test compares bits and has only arguments with prescribed results."""
    failing = _failing(result)
    zeros = program in COMPARES_VALUES and not is_special
    literals, case = constants(result), result.case
    needs_finite = case.mode == "relaxed" or (case.builtin, case.format) == ("fract", "f16")
    visible = [sample for sample in failing.values() if _is_seen(sample, program, literals, zeros, needs_finite)]
    if is_special:
        visible = [sample for sample in visible if math.isinf(sample.ulps) and is_prescribed(sample)]
    if visible:
        # A sample has one lane of the vector, and CTS may have none such in the other lanes.
        return Seen.UNKNOWN if program == "test_geometrics" and case.lanes > 1 else Seen.YES
    return Seen.NO if len(failing) >= result.counts.failed else Seen.UNKNOWN


def is_prescribed(sample: Sample) -> bool:
    """Whether each argument is a zero, an infinity, NaN, an integer or a multiple of 0.5: such arguments have prescribed
    results."""
    numbers = (_number(pattern) for pattern in sample.inputs)
    return all(number is None or not math.isfinite(number) or (number * 2).is_integer() for number in numbers)
