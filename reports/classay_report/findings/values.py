"""Classifies inputs and results of a failing sample."""

import math
import re

from classay_report import numbers
from classay_report.journal import CaseName, Sample

# Magnitudes from which argument reductions change their method.
_HUGE = {"f16": 2.0**10, "bf16": 2.0**16, "f32": 2.0**20, "f64": 2.0**40}
_SUBNORMAL = {"f16": 2.0**-14, "bf16": 2.0**-126, "f32": 2.0**-126, "f64": 2.0**-1022}
_POISON = re.compile(r"(?:fd)?(?:fafd)*(?:fa)?")
_LANE = re.compile(r"0x[0-9a-f]{1,32}(?:,0x[0-9a-f]{1,32}){0,7}")
_ORDER = ("NaN", "infinite", "zero", "subnormal", "huge", "normal", "integer")


def is_poison(bits: str) -> bool:
    """Whether the bits are those with which classay fills outputs before a launch."""
    return len(bits) > 2 and _POISON.fullmatch(bits[2:]) is not None


def number_class(decimal: str, form: str) -> str:
    """Classifies a decimal of classay_report.numbers; empty if the type is unknown."""
    if decimal in ("", "nan", "inf", "-inf"):
        return {"": "", "nan": "NaN"}.get(decimal, "infinite")
    if form not in _HUGE:
        return "integer"
    magnitude = abs(float(decimal))
    if magnitude == 0:
        return "zero"
    if magnitude < _SUBNORMAL[form]:
        return "subnormal"
    return "huge" if magnitude >= _HUGE[form] else "normal"


def argument_class(bits: str, at: int, case: CaseName) -> str:
    text = numbers.argument(bits, at, case.group, case.builtin, case.format)
    return number_class(text, case.format)


def lane_classes(lane: str, case: CaseName) -> frozenset[str]:
    """Returns the classes of the arguments of a lane, which the journal joins by commas."""
    if not _LANE.fullmatch(lane):
        return frozenset()
    return frozenset({argument_class(bits, at, case) for at, bits in enumerate(lane.split(","))} - {""})


def sample_classes(sample: Sample, case: CaseName) -> frozenset[str]:
    return frozenset({argument_class(bits, at, case) for at, bits in enumerate(sample.inputs)} - {""})


def in_order(classes: frozenset[str]) -> list[str]:
    return [name for name in _ORDER if name in classes]


SPECIAL = frozenset(("NaN", "infinite"))
EXTREME = SPECIAL | {"huge", "subnormal"}


def _component(got: str, expected: str, at: int, case: CaseName, inputs: frozenset[str]) -> str:
    """Names the effect for one component of a result."""
    if numbers.is_integer_result(case.builtin, at):
        return "second-result"
    was, right = (numbers.answer(bits, at, case.group, case.builtin, case.format) for bits in (got, expected))
    if not was or not right:
        return "accuracy"
    if right == "nan":
        return "nan-bits" if was == "nan" else "special"
    if "nan" in was or "inf" in was or "inf" in right:
        return "special" if inputs & SPECIAL or "inf" in right else "overflow"
    if float(was) == float(right) == 0:
        return "zero-sign"
    # The smallest subnormal number is also lost by a wrong rounding.
    is_lost = float(was) == 0 and number_class(right, case.format) == "subnormal" and int(expected, 16) & 0xFF != 1
    if is_lost:
        return "flushed"
    return "special" if inputs and inputs <= SPECIAL else "accuracy"


_SEVERITY = ("zero-sign", "nan-bits", "second-result", "special", "flushed", "overflow", "accuracy")


def effect(sample: Sample, case: CaseName) -> str:
    """Names the effect of a wrong result, the most telling one of its components."""
    if case.group == "geometric":
        return "accuracy"  # the lanes are one argument, whose class does not follow from the lane of the sample
    inputs = sample_classes(sample, case)
    if sample.right is None:
        if sample.ulps == 0 and any(float(text) == 0 for text in _floats(sample, case)):
            return "zero-sign"
        return "special" if math.isinf(sample.ulps) or inputs & SPECIAL else "accuracy"
    found = {
        _component(got, right, at, case, inputs)
        for at, (got, right) in enumerate(zip(sample.got, sample.right.expected))
        if right is not None and got != right
    }
    return max(found, key=_SEVERITY.index) if found else "special" if inputs & SPECIAL else "accuracy"


def _floats(sample: Sample, case: CaseName) -> list[str]:
    texts = (numbers.answer(bits, at, case.group, case.builtin, case.format) for at, bits in enumerate(sample.got))
    return [text for text in texts if text and case.format in _HUGE]
