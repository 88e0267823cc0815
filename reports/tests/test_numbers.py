"""Compares formatted numbers with Python's own arithmetic, for all of f16 and samples of the other formats."""

import contextlib
import math
import struct
from fractions import Fraction

import generated
import pytest
from classay_report import numbers
from hypothesis import example, given
from hypothesis import strategies as st


def reads_back(text: str, bits: str, form: str) -> bool:
    kind = {"f16": ("<e", 4), "f32": ("<f", 8), "f64": ("<d", 16)}[form]
    packed = struct.pack(kind[0], float(text))
    value = generated.value_of(bits, form)
    return math.isnan(value) if text == "nan" else int.from_bytes(packed, "little") == int(bits, 16)


def test_every_f16_reads_back() -> None:
    for pattern in range(1 << 16):
        bits = f"0x{pattern:04x}"
        assert reads_back(numbers.decimal(bits, "f16"), bits, "f16"), bits


def value_of_bf16(magnitude: int) -> Fraction:
    """Treats infinity as the number that would follow the largest one."""
    return (
        Fraction(2) ** 128 if magnitude == 0x7F80 else Fraction(struct.unpack("<f", struct.pack("<I", magnitude << 16))[0])
    )


def nearest_bf16(text: str) -> int:
    """Finds the nearest magnitude by distance. Patterns are ordered like their numbers."""
    wanted = abs(Fraction(text))
    low, high = 0, 0x7F80
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if value_of_bf16(middle) <= wanted else (low, middle)
    return low if wanted - value_of_bf16(low) < value_of_bf16(high) - wanted else high


def test_every_bf16_reads_back_from_at_most_four_digits() -> None:
    for pattern in range(1 << 16):
        text = numbers.decimal(f"0x{pattern:04x}", "bf16")
        magnitude = pattern & 0x7FFF
        if magnitude >= 0x7F80:
            assert text.lstrip("-") == ("inf" if magnitude == 0x7F80 else "nan")
            continue
        assert nearest_bf16(text) == magnitude, text
        assert text.startswith("-") == (pattern >= 0x8000), text
    assert numbers.decimal("0x3f80", "bf16") == "1"
    assert numbers.decimal("0x4049", "bf16") == "3.14"
    assert numbers.decimal("0x00003f80", "bf16") == ""


@given(st.integers(0, 2**32 - 1))
@example(0x7F7FFFFF)
@example(0x00000001)
@example(0x80000000)
def test_an_f32_reads_back_and_no_shorter_decimal_does(pattern: int) -> None:
    bits = f"0x{pattern:08x}"
    text = numbers.decimal(bits, "f32")
    assert reads_back(text, bits, "f32")
    digits = len(text.split("e")[0].replace("-", "").replace(".", "").lstrip("0").rstrip("0"))
    value = generated.value_of(bits, "f32")
    if math.isfinite(value) and digits > 1:
        with contextlib.suppress(OverflowError):  # rounded up beyond the largest number
            assert not reads_back(f"{value:.{digits - 1}g}", bits, "f32")


@given(st.integers(0, 2**64 - 1))
def test_an_f64_is_what_python_prints(pattern: int) -> None:
    bits = f"0x{pattern:016x}"
    value = generated.value_of(bits, "f64")
    assert math.isnan(value) or float(numbers.decimal(bits, "f64")) == value


@pytest.mark.parametrize(
    ("bits", "form", "text"),
    [
        ("0xff", "i8", "-1"),
        ("0xff", "u8", "255"),
        ("0x80000000", "i32", "-2147483648"),
        ("0xffffffffffffffff", "i64", "-1"),
        ("0x7f800000", "f32", "inf"),
        ("0xff800000", "f32", "-inf"),
        ("0x80000000", "f32", "-0"),
        ("0x3f80", "f32", ""),
        ("0x3f800000", "bf16", ""),
    ],
)
def test_bits_as_decimals(bits: str, form: str, text: str) -> None:
    assert numbers.decimal(bits, form) == text


def test_integers_among_floats_are_read_as_integers() -> None:
    assert numbers.argument("0x00000003", 1, "math", "pown", "f32") == "3"
    assert numbers.argument("0x3f800000", 0, "math", "pown", "f32") == "1"
    assert numbers.answer("0xffffffff", 1, "math", "frexp", "f32") == "-1"
    assert numbers.answer("0xffffffff", 0, "conversion", "convert_int_rte", "f32") == "-1"
    assert numbers.answer("0x00000001", 0, "relational", "isnan", "f32") == ""


@given(st.floats(allow_nan=False))
@example(0.50000001)
@example(math.inf)
@example(9.9999)
def test_an_error_is_never_shown_smaller_than_it_is(error: float) -> None:
    text = numbers.ulps(error)
    if math.isinf(error):
        assert text == "no number"
        return
    shown = Fraction(text.replace("−", "-"))
    assert abs(shown) >= abs(Fraction(error))
    assert abs(shown) <= abs(Fraction(error)) * Fraction(1002, 1000) or abs(error) < 1e-300


def test_nothing_judged_is_not_an_error_of_zero() -> None:
    assert numbers.ulps(None) == "none"


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 0, ""), (0, 5, "0 %"), (5, 5, "100 %"), (10**9 - 1, 10**9, "> 99.99 %"), (1, 10**9, "< 0.01 %"), (1, 4, "25.00 %")],
)
def test_a_share_is_all_only_when_it_is(part: int, whole: int, text: str) -> None:
    assert numbers.share(part, whole) == text
