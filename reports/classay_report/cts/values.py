"""Reads numbers as OpenCL-CTS prints them, as the set of bit patterns that fit the text.

A bit pattern (`0x3f800000`) and a hexadecimal float (`0x1p+0`) stand for one value. A rounded decimal (`8.26822e+06`) stands
for many. The set may be too large to list; then only its ends are known.
"""

import math
import re
import struct
from dataclasses import dataclass

MOST_PATTERNS = 512
_SIGNIFICANT = 6  # digits of C's %g and of a C++ stream

_HEX_FLOAT = re.compile(r"[-+]?0x[0-9a-f]+(?:\.[0-9a-f]*)?p[-+]?\d{1,5}", re.IGNORECASE)
_SPECIAL = re.compile(r"([-+]?)(inf|infinity|nan)(?:\([^)]*\))?", re.IGNORECASE)
_BITS = re.compile(r"0x[0-9a-f]{1,16}", re.IGNORECASE)
_INTEGER = re.compile(r"-?\d{1,20}")
_DECIMAL = re.compile(r"[-+]?\d{1,25}(?:\.\d{0,60})?(?:e[-+]?\d{1,4})?", re.IGNORECASE)

TYPES = {
    "char": "i8",
    "uchar": "u8",
    "short": "i16",
    "ushort": "u16",
    "int": "i32",
    "uint": "u32",
    "long": "i64",
    "ulong": "u64",
    "half": "f16",
    "float": "f32",
    "double": "f64",
}
_CODES = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
_SIGNIFICANDS = {16: 10, 32: 23, 64: 52}


def bits_of(form: str) -> int:
    return int(form[1:])


def is_float(form: str) -> bool:
    return form[0] == "f"


@dataclass(frozen=True, slots=True)
class Value:
    """All patterns of a format that fit a printed text. `patterns` has only the two ends if `is_listed` is false."""

    text: str
    form: str
    patterns: tuple[int, ...]
    is_listed: bool = True

    @property
    def is_exact(self) -> bool:
        return self.is_listed and len(self.patterns) == 1

    def words(self) -> list[str]:
        return [f"0x{pattern:0{bits_of(self.form) // 4}x}" for pattern in self.patterns]


def of_bits(text: str, form: str) -> Value | None:
    """Reads a bit pattern. Printed with a wider type, a negative integer has more digits: its low bits count."""
    if not _BITS.fullmatch(text):
        return None
    return Value(text, form, (int(text, 16) & ((1 << bits_of(form)) - 1),))


def of_integer(text: str, form: str) -> Value | None:
    """Reads a decimal integer that the format represents."""
    if not _INTEGER.fullmatch(text):
        return None
    number, width = int(text), bits_of(form)
    if not -(1 << (width - 1)) <= number < 1 << width:
        return None
    return Value(text, form, (number & ((1 << width) - 1),))


def of_float(text: str, form: str, *, is_rounded: bool = False) -> Value | None:
    """Reads `%a`, `inf` and `nan`. `is_rounded`: a value with more digits than the format is rounded to nearest."""
    if special := _SPECIAL.fullmatch(text):
        return _special(text, form, special[1] == "-", special[2][0].lower() == "i")
    if not _HEX_FLOAT.fullmatch(text):
        return None
    try:
        number = float.fromhex(text)
    except OverflowError:
        return None
    pattern = _pattern(number, form)
    if pattern is None or (not is_rounded and number_of(pattern, form) != number):
        return None
    return Value(text, form, (pattern,))


def of_decimal(text: str, form: str) -> Value | None:
    """Reads a decimal of six significant digits, as `%g` prints it. Zero, infinities and NaN are exact."""
    if _SPECIAL.fullmatch(text):
        return of_float(text, form)
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text)
    if number == 0:
        return Value(text, form, (_sign(form) if text.startswith("-") else 0,))
    low, high = (_edge(text, number, form, up) for up in (False, True))
    if low is None or high is None:
        return None
    first, last = sorted((low, high))
    if last - first < MOST_PATTERNS:
        return Value(text, form, tuple(range(first, last + 1)))
    return Value(text, form, (first, last), is_listed=False)


def of_any(text: str, form: str) -> Value | None:
    """Reads a value whose text is exact: bits, a hexadecimal float, or a decimal integer for an integer format."""
    if is_float(form):
        return of_float(text, form) or of_bits(text, form)
    return of_bits(text, form) or of_integer(text, form)


def order_key(pattern: int, form: str) -> float | None:
    """Returns a number that orders the values of a format; None for NaN, which has no order."""
    if is_float(form):
        number = number_of(pattern, form)
        return None if math.isnan(number) else number
    return pattern - (1 << bits_of(form)) if form[0] == "i" and pattern & _sign(form) else pattern


def _special(text: str, form: str, is_negative: bool, is_infinity: bool) -> Value:
    width, significand = bits_of(form), _SIGNIFICANDS[bits_of(form)]
    exponent = ((1 << (width - 1 - significand)) - 1) << significand
    sign = _sign(form) if is_negative else 0
    if is_infinity:
        return Value(text, form, (sign | exponent,))
    quiet = 1 << (significand - 1)
    # A quiet and a signaling NaN: no specification treats payloads differently.
    return Value(text, form, (sign | exponent | quiet, sign | exponent | 1))


def _sign(form: str) -> int:
    return 1 << (bits_of(form) - 1)


def _pattern(number: float, form: str) -> int | None:
    code, word = _CODES[bits_of(form)]
    try:
        return int(struct.unpack(word, struct.pack(code, number))[0])
    except OverflowError:
        return None


def number_of(pattern: int, form: str) -> float:
    """Returns the number that a pattern of a floating-point format stands for."""
    code, word = _CODES[bits_of(form)]
    return float(struct.unpack(code, struct.pack(word, pattern))[0])


def _edge(text: str, number: float, form: str, up: bool) -> int | None:
    """Finds the pattern farthest from zero (`up`) or closest to it that prints as `text`, by bisection."""
    start = _pattern(number, form)
    if start is None or not _prints_as(start, form, text):
        return None
    sign, magnitude = start & _sign(form), start & ~_sign(form)
    inside, step = magnitude, 1
    limit = (1 << (bits_of(form) - 1)) - 1
    direction = 1 if up else -1

    def fits(candidate: int) -> bool:
        return 0 <= candidate <= limit and _prints_as(sign | candidate, form, text)

    while fits(inside + direction * step):
        inside += direction * step
        step *= 2
    while step:
        if fits(inside + direction * step):
            inside += direction * step
        step //= 2
    return sign | inside


def _prints_as(pattern: int, form: str, text: str) -> bool:
    number = number_of(pattern, form)
    return math.isfinite(number) and float(f"{number:.{_SIGNIFICANT}g}") == float(text)
