"""Reads failures of math_brute_force: ulp errors, which end a subtest, and edge cases, which are printed as bits."""

import re

from classay_report.cts import values
from classay_report.cts.failure import NO_INPUT, UNREADABLE, Call, Found, Operand, Place, both_variants
from classay_report.cts.values import Value

# Names of tests that are not names of builtins of classay.
BUILTINS = {
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "divide_cr": "div",
    "sqrt_cr": "sqrt",
    "reciprocal": "recip",
    "negation": "negate",
    "assignment": "assign",
    "not": "logical_not",
}
CORRECTLY_ROUNDED = {"divide_cr", "sqrt_cr"}
_INTEGER_ARGUMENT = {"pown": 1, "rootn": 1, "ldexp": 1}
_INTEGER_RESULT = {"ilogb": 0, "frexp": 1, "remquo": 1, "lgamma_r": 1}
_TWO_RESULTS = {"fract", "frexp", "lgamma_r", "modf", "remquo", "sincos"}
_TESTS_OF_VALUES = {
    *("isequal", "isnotequal", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isfinite", "isinf"),
    *("isnan", "isnormal", "isordered", "isunordered", "signbit", "logical_not"),
}

_ULP = re.compile(r"(?:ERROR: )?(\w+): (?:\{[^{}]{0,80}\}|\S{1,60}) ulp error at (.{1,600})")
_TAIL = re.compile(r"\s+(?:at index: \d+|\(index: \d+\))\s*$")
_GROUPS = re.compile(r"\{([^{}]*)\}")
_PARENTHESIS = re.compile(r"^(.*?)\s*\((?:half )?(0x[0-9a-fA-F]+)\)$")
_EXPECTED = re.compile(r"Expected: (.*?)\s*$")
_ACTUAL = re.compile(r"Actual: (.*?)\s*$")
_EDGE = re.compile(r"FAIL: (\w+)\((0x[0-9a-f]+(?:, 0x[0-9a-f]+)*)\) - expected (NaN|(?:0x[0-9a-f]+)+), got (0x[0-9a-f]+)$")


def mode_of(test: str, mode: str) -> str:
    return "correct-div-sqrt" if test in CORRECTLY_ROUNDED else mode


def ulp_error(place: Place) -> Found | None:
    match = _ULP.match(place.line)
    if not match:
        return None
    rest, count = match[2], 1
    inputs, star, outputs = rest.partition(": *")
    if star:
        expected, versus, got = outputs.partition(" vs. ")
    else:
        inputs, expected, versus, got, count = _half_lines(place, rest)
    if not versus or not place.form:
        return Found(count, why=UNREADABLE)
    name = BUILTINS.get(place.subtest, place.subtest)
    arguments = _arguments(inputs, name, place.form)
    wanted, obtained = _results(expected, name, place.form), _results(_TAIL.sub("", got), name, place.form)
    if arguments is None or wanted is None or obtained is None:
        return Found(count, why=UNREADABLE)
    return Found(count, _variants(Call(name, place.form, arguments, obtained, wanted)))


def _half_lines(place: Place, rest: str) -> tuple[str, str, str, str, int]:
    """Returns inputs, expected, a word, obtained and the number of lines of an error that takes three lines, or two."""
    expected = _EXPECTED.match(place.after(1))
    if not expected:
        return rest, "", "", "", 1
    if " vs. " in expected[1]:
        wanted, _, got = expected[1].partition(" vs. ")
        return rest, wanted, "vs.", got, 2
    actual = _ACTUAL.match(place.after(2))
    return (rest, expected[1], "vs.", actual[1], 3) if actual else (rest, "", "", "", 2)


def _variants(call: Call) -> tuple[Call, ...]:
    if call.builtin not in _TESTS_OF_VALUES:
        return (call,)
    return both_variants(call, f"i{values.bits_of(call.form)}")


def _parts(text: str) -> list[str]:
    """Splits `{1, 2} ({0x1, 0x2})` into the parts with bits if it has them, and otherwise into the plain ones."""
    text = text.strip()
    if text.startswith("{"):
        groups = _GROUPS.findall(text)
        return [part.strip() for part in groups[-1].split(",")] if groups else []
    return [text]


def _value(text: str, form: str) -> Value | None:
    bits = _PARENTHESIS.match(text)
    return values.of_any(bits[2] if bits else text, form)


def _operands(parts: list[str], forms: list[str]) -> tuple[Operand, ...] | None:
    if len(parts) != len(forms):
        return None
    found = [_value(part, form) for part, form in zip(parts, forms)]
    return tuple((value,) for value in found if value) if all(found) else None


def _arguments(text: str, name: str, form: str) -> tuple[Operand, ...] | None:
    parts = _parts(text)
    forms = ["i32" if _INTEGER_ARGUMENT.get(name) == i else form for i in range(len(parts))]
    return _operands(parts, forms)


def _result_forms(name: str, form: str) -> list[str]:
    if name in _TESTS_OF_VALUES:
        return ["i32"]
    count = 2 if name in _TWO_RESULTS else 1
    return ["i32" if _INTEGER_RESULT.get(name) == i else form for i in range(count)]


def _results(text: str, name: str, form: str) -> tuple[Operand, ...] | None:
    if name in _TESTS_OF_VALUES and re.fullmatch(r"-?\d+", text.strip()):
        number = values.of_integer(text.strip(), "i64")
        return ((Value(number.text, "i32", (number.patterns[0] & 0xFFFFFFFF,)),),) if number else None
    return _operands(_parts(text), _result_forms(name, form))


def edge_case(place: Place) -> Found | None:
    match = _EDGE.match(place.line)
    if not match:
        return None
    name, inputs, expected, got = match[1], match[2].split(", "), match[3], match[4]
    form = place.form
    if name in _TWO_RESULTS or not form:
        return Found(1, why="the log contains one of two results" if form else UNREADABLE)
    integer = _INTEGER_ARGUMENT.get(name)
    forms = ["i32" if integer == i else form for i in range(len(inputs))]
    arguments, obtained = _operands(inputs, forms), _operands([got], _result_forms(name, form))
    if arguments is None or obtained is None:
        return Found(1, why=NO_INPUT)
    result = _result_forms(name, form)
    wanted = _operands(["nan" if expected == "NaN" else expected], result)
    return Found(1, _variants(Call(name, form, arguments, obtained, wanted or ())))
