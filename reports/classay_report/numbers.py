"""Formats bit patterns as decimals, and figures for print."""

import math
import struct
from fractions import Fraction

# Hex digits of a pattern, and decimal digits that suffice for every number of the format.
_FLOATS = {"f16": (4, 5), "f32": (8, 9), "f64": (16, 17), "bf16": (4, 4)}
# The codes of Python's struct for the bits of a format and for their number. struct does not support bfloat16.
_STRUCT = {"f16": ("<H", "<e"), "f32": ("<I", "<f"), "f64": ("<Q", "<d")}
_BF16_LARGEST = 0x7F7F
_INTEGERS = {f"{sign}{width}": width for sign in "iu" for width in (8, 16, 32, 64)}

# Integer arguments and results of builtins of a floating-point format, by position.
_INTEGER_ARGUMENTS = {"pown": (1,), "rootn": (1,), "ldexp": (1,), "nan": (0,)}
_INTEGER_RESULTS = {"ilogb": (0,), "frexp": (1,), "remquo": (1,), "lgamma_r": (1,)}
# Groups whose result types do not follow from the name of a case. The last two also have such argument types.
_OTHER_RESULTS = ("relational", "shuffle", "memory", "misc")
_OTHER_ARGUMENTS = ("memory", "misc")
_C_NAMES = {"char": "i8", "uchar": "u8", "short": "i16", "ushort": "u16", "int": "i32", "uint": "u32", "long": "i64"}
_C_NAMES |= {"ulong": "u64", "half": "f16", "float": "f32", "double": "f64", "bfloat16": "bf16"}


def decimal(bits: str, form: str) -> str:
    """Returns the shortest decimal that reads back as the same number; empty if the bits do not fit the format."""
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


def is_float(form: str) -> bool:
    return form in _FLOATS


def c_text(bits: str, at: int, builtin: str, form: str) -> str:
    """Returns an argument of a floating-point builtin as C writes it: `0x1.8p+1`, `-inf`, `7`. Bits that do not fit the
    format stay as they are."""
    if at in _INTEGER_ARGUMENTS.get(builtin, ()):
        return _integer_of_width(bits, signed=builtin != "nan")
    if form not in _FLOATS or len(bits) != _FLOATS[form][0] + 2:
        return bits
    value = _value(int(bits, 16), form)
    if not math.isfinite(value):
        return str(value)
    significand, _, exponent = value.hex().partition("p")
    return f"{significand.rstrip('0').rstrip('.') if '.' in significand else significand}p{exponent}"


def _value(pattern: int, form: str) -> float:
    if form == "bf16":  # the upper half of f32
        return _value(pattern << 16, "f32")
    whole, real = _STRUCT[form]
    return float(struct.unpack(real, struct.pack(whole, pattern))[0])


def _reads_back(text: str, pattern: int, form: str) -> bool:
    """Returns whether the decimal rounds to this pattern of the format."""
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
    """Returns an argument as a decimal; empty if its type is unknown."""
    if group in _OTHER_ARGUMENTS:
        return ""
    if at in _INTEGER_ARGUMENTS.get(builtin, ()):
        return _integer_of_width(bits, signed=builtin != "nan")
    return decimal(bits, form)


def is_integer_result(builtin: str, at: int) -> bool:
    """Whether this result of a builtin of a floating-point format is an integer."""
    return at in _INTEGER_RESULTS.get(builtin, ())


def answer(bits: str, at: int, group: str, builtin: str, form: str) -> str:
    """Returns a result as a decimal; empty if its type is unknown."""
    if is_integer_result(builtin, at):
        return _integer_of_width(bits)
    if group == "conversion":  # convert_int_sat_rte, as_float
        form = _C_NAMES.get([*builtin.split("_"), ""][1], "")
    return "" if group in _OTHER_RESULTS else decimal(bits, form)


def ulps(error: float | None, digits: int = 4) -> str:
    """Formats an error in ulp without the unit, rounded away from zero; a word if the error is not a number."""
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
    """Formats a share so that only all gives 100 % and only none gives 0 %."""
    if whole == 0:
        return ""
    if part in (0, whole):
        return "100 %" if part else "0 %"
    percent = 100 * part / whole
    if percent > 99.99:
        return "> 99.99 %"
    return "< 0.01 %" if percent < 0.01 else f"{percent:.2f} %"
