"""Bit patterns as people read them, and figures as they are printed."""

import math
import struct
from fractions import Fraction

# Hex digits of a pattern, and decimal digits that are enough for every number of the format.
_FLOATS = {"f16": (4, 5), "f32": (8, 9), "f64": (16, 17), "bf16": (4, 4)}
# How Python's struct names the bits of a format and the number that they are. It does not know bfloat16.
_STRUCT = {"f16": ("<H", "<e"), "f32": ("<I", "<f"), "f64": ("<Q", "<d")}
_BF16_LARGEST = 0x7F7F
_INTEGERS = {f"{sign}{width}": width for sign in "iu" for width in (8, 16, 32, 64)}

# Where a builtin of a floating-point format has an integer all the same: which arguments, which results.
_INTEGER_ARGUMENTS = {"pown": (1,), "rootn": (1,), "ldexp": (1,), "nan": (0,)}
_INTEGER_RESULTS = {"ilogb": (0,), "frexp": (1,), "remquo": (1,), "lgamma_r": (1,)}
# Groups whose results (and of the last two, arguments) have types that the name of a case does not say.
_OTHER_RESULTS = ("relational", "shuffle", "memory", "misc")
_OTHER_ARGUMENTS = ("memory", "misc")
_C_NAMES = {"char": "i8", "uchar": "u8", "short": "i16", "ushort": "u16", "int": "i32", "uint": "u32", "long": "i64"}
_C_NAMES |= {"ulong": "u64", "half": "f16", "float": "f32", "double": "f64", "bfloat16": "bf16"}


def decimal(bits: str, form: str) -> str:
    """The shortest decimal that reads back as the same number; empty where the bits are no number of the format."""
    if form in _INTEGERS:
        return _integer(bits, form)
    if form not in _FLOATS:
        return ""
    digits, enough = _FLOATS[form]
    if len(bits) != digits + 2:
        return ""
    pattern = int(bits, 16)
    value = _value(pattern, form)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    for precision in range(1, enough + 1):
        text = f"{value:.{precision}g}"
        if _reads_back(text, pattern, form):
            return text
    raise AssertionError(f"{enough} digits are enough for every {form}")


def _value(pattern: int, form: str) -> float:
    if form == "bf16":  # the upper half of f32
        return _value(pattern << 16, "f32")
    whole, real = _STRUCT[form]
    return float(struct.unpack(real, struct.pack(whole, pattern))[0])


def _reads_back(text: str, pattern: int, form: str) -> bool:
    """Is this number of the format the nearest to the decimal?"""
    if form == "bf16":
        return _is_nearest_bf16(abs(Fraction(text)), pattern & 0x7FFF)
    whole, real = _STRUCT[form]
    try:
        return struct.pack(real, float(text)) == struct.pack(whole, pattern)
    except OverflowError:  # rounded up beyond the largest number
        return False


def _is_nearest_bf16(number: Fraction, magnitude: int) -> bool:
    at = Fraction(_value(magnitude, "bf16"))
    above = Fraction(2) ** 128 if magnitude == _BF16_LARGEST else Fraction(_value(magnitude + 1, "bf16"))
    below = Fraction(_value(magnitude - 1, "bf16")) if magnitude else -above
    return (at + below) / 2 < number < (at + above) / 2


def _integer(bits: str, form: str) -> str:
    width = _INTEGERS[form]
    value = int(bits, 16)
    if len(bits) - 2 != width // 4:
        return ""
    return str(value - (1 << width) if form[0] == "i" and value >> (width - 1) else value)


def _integer_of_width(bits: str, signed: bool = True) -> str:
    return decimal(bits, f"{'i' if signed else 'u'}{4 * (len(bits) - 2)}")


def argument(bits: str, at: int, group: str, builtin: str, form: str) -> str:
    """An argument as a decimal; empty where this does not know how it is meant."""
    if group in _OTHER_ARGUMENTS:
        return ""
    if at in _INTEGER_ARGUMENTS.get(builtin, ()):
        return _integer_of_width(bits, signed=builtin != "nan")
    return decimal(bits, form)


def answer(bits: str, at: int, group: str, builtin: str, form: str) -> str:
    """A result as a decimal; empty where this does not know how it is meant."""
    if at in _INTEGER_RESULTS.get(builtin, ()):
        return _integer_of_width(bits)
    if group == "conversion":  # convert_int_sat_rte, as_float
        form = _C_NAMES.get([*builtin.split("_"), ""][1], "")
    return "" if group in _OTHER_RESULTS else decimal(bits, form)


def ulps(error: float | None, digits: int = 4) -> str:
    """An error in ulp, without its unit, never shown smaller than it is; for what is no number a word."""
    if error is None:
        return "none"
    if math.isinf(error):
        return "no number"
    shown = f"{error:.{digits}g}"
    if abs(Fraction(shown)) < abs(Fraction(error)):
        exponent = math.floor(math.log10(abs(error))) - digits + 1
        shown = f"{math.copysign(abs(float(shown)) + 10.0**exponent, error):.{digits}g}"
    return shown.replace("e+", "e").replace("-", "−")


def limit(text: str) -> str:
    return text.replace("<= ", "≤ ")


def count(n: int) -> str:
    return f"{n:,}"


def share(part: int, whole: int) -> str:
    """A share that is 100 % only when it is all, and 0 % only when it is none."""
    if whole == 0:
        return ""
    if part in (0, whole):
        return "100 %" if part else "0 %"
    percent = 100 * part / whole
    if percent > 99.99:
        return "> 99.99 %"
    return "< 0.01 %" if percent < 0.01 else f"{percent:.2f} %"
