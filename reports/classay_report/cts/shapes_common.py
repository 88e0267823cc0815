"""Reads failures of commonfns and geometrics: hexadecimal floats, of which some lose digits, and decimals of six digits."""

import re

from classay_report.cts import values
from classay_report.cts.failure import DOUBLES_AS_FLOATS, UNREADABLE, Call, Found, Operand, Place, scalars
from classay_report.cts.values import TYPES, Value

_FLOAT_TYPE = r"(half|float|double)"
_A = r"(-?(?:0x[0-9a-f.]+p[-+]?\d+|inf|nan))"
_G = r"([-+]?(?:[0-9.]+(?:e[-+]?\d+)?|inf|nan))"
_UNARY = re.compile(rf"\d+\) Error @ {_A}: \*{_A} vs {_A}")
_TERNARY = re.compile(
    rf"(?:\{{\d+, element \d+\}}|\d+)\) verification error: (clamp|mix|smoothstep)\( ?{_A}, {_A}, {_A}\) = \*{_A} vs\. {_A}$"
)
_STEP = re.compile(rf"Failure @ \{{\d+, element \d+\}}: step\({_A},{_A}\) -> \*{_A} vs {_A}$")
_BINARY = re.compile(rf"x\[\d+\]={_G} y\[\d+\]={_G} out\[\d+\]={_G}, expected {_G}\. ")
_FAILED = re.compile(rf"^(?:\w+\s*[( ])\s*{_FLOAT_TYPE}\d*\b.* test failed$")
_STARTED = re.compile(rf"Just made a program for \w+\({_FLOAT_TYPE}\d*,")

_CROSS = re.compile(rf"ERROR: Data sample \d+ does not validate! Expected \({_A},{_A},{_A},.*\), got \({_A},{_A},{_A},")
_CROSS_INPUT = re.compile(rf"\s+Input: \({_A} {_A} {_A}\) and \({_A} {_A} {_A}\)$")
_SCALAR = re.compile(
    rf"ERROR: Data sample \d+ at size (\d+) does not validate! Expected \({_A}\), got \({_A}\), "
    rf"sources? \({_A}(?: and {_A})?\)"
)
_VECTOR = re.compile(r"\{ ([^{}]*) \}")
_NORMALIZE = re.compile(r"ERROR: Data sample \{\d+,\d+\} at size (\d+) does not validate! Expected ")
_COMPONENTS = re.compile(r"\s+: ((?:\S+ )+)\s*$")

_NAMES = {"clamp": "fclamp", "max": "fmax_common", "min": "fmin_common"}


def _form(place: Place) -> str:
    """Returns the format that the next line `... test failed` names, or the next that starts or passes."""
    failed = place.next_match(lambda line: m[1] if (m := _FAILED.match(line)) else "", 6)
    if failed:
        return TYPES[failed]
    started = place.last_match(lambda line: m[1] if (m := _STARTED.match(line)) else "", 3)
    return TYPES[started] if started else ""


def _name(test: str) -> str:
    """`fmaxf`, `mixf` and the like test scalars in place of vectors; `clamp_scalar_bounds` does the same."""
    return test.removesuffix("_scalar_bounds").removesuffix("f")


def unary(place: Place) -> Found | None:
    match = _UNARY.search(place.line)
    if not match:
        return None
    form = _form(place)
    if not form:
        return Found(1, why="the log does not contain the type of the arguments")
    if form == "f64":
        return Found(1, why=DOUBLES_AS_FLOATS)
    arguments, got = scalars(values.of_float(match[1], form)), scalars(values.of_float(match[3], form))
    expected = scalars(values.of_float(match[2], form, is_rounded=True))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(_name(place.test), form, arguments, got, expected),))


def ternary(place: Place) -> Found | None:
    match = _TERNARY.search(place.line)
    if not match:
        return None
    form = _form(place)
    if form == "f64" and match[1] != "clamp":
        return Found(1, why=DOUBLES_AS_FLOATS)
    texts = [match[i] for i in (2, 3, 4)]
    if match[1] == "smoothstep":  # printed as (x, edge0, edge1)
        texts = [texts[1], texts[2], texts[0]]
    return _call(_NAMES.get(match[1], match[1]), form, texts, match[6], match[5])


def step(place: Place) -> Found | None:
    match = _STEP.search(place.line)
    if not match:
        return None
    form = _form(place)
    if form == "f64":
        return Found(1, why=DOUBLES_AS_FLOATS)
    return _call("step", form, [match[1], match[2]], match[4], match[3])


def _call(name: str, form: str, texts: list[str], got: str, expected: str) -> Found:
    if not form:
        return Found(1, why="the log does not contain the type of the arguments")
    arguments = scalars(*(values.of_float(text, form) for text in texts))
    obtained, wanted = scalars(values.of_float(got, form)), scalars(values.of_float(expected, form, is_rounded=True))
    if arguments is None or obtained is None or wanted is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(name, form, arguments, obtained, wanted),))


def binary(place: Place) -> Found | None:
    match = _BINARY.search(place.line)
    if not match:
        return None
    form = _form(place)
    if not form:
        return Found(1, why="the log does not contain the type of the arguments")
    if form == "f64":
        return Found(1, why=DOUBLES_AS_FLOATS)
    name = place.test if place.test in ("fmax", "fmin") else _name(place.test)
    arguments = scalars(values.of_decimal(match[1], form), values.of_decimal(match[2], form))
    got, expected = scalars(values.of_decimal(match[3], form)), scalars(values.of_decimal(match[4], form))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(_NAMES.get(name, name), form, arguments, got, expected, by_order=True),))


def _geometric_form(place: Place) -> str:
    """Tests of a function run floats first, and doubles after a line `Testing doubles...`."""
    begun = f"{place.test}..."
    found = place.last_match(lambda line: "f64" if line == "Testing doubles..." else "f32" if line == begun else "", 200)
    return found or "f32"


def _vector(texts: list[str], form: str) -> Operand | None:
    found = [values.of_float(text, form) for text in texts]
    return tuple(value for value in found if value) if found and all(found) else None


def cross(place: Place) -> Found | None:
    """The fourth component that the log prints is not one of the result if the vectors have three."""
    match, inputs = _CROSS.match(place.line), _CROSS_INPUT.match(place.after(1))
    if not match:
        return None
    if not inputs:
        return Found(1, why=UNREADABLE)
    form = _geometric_form(place)
    a, b = _vector(list(inputs.groups()[:3]), form), _vector(list(inputs.groups()[3:]), form)
    got, expected = _vector(list(match.groups()[3:]), form), _vector(list(match.groups()[:3]), form)
    if a is None or b is None or got is None:
        return Found(2, why=UNREADABLE)
    return Found(2, (Call("cross", form, (a, b), (got,), (expected,) if expected else ()),))


def scalar_result(place: Place) -> Found | None:
    """dot, distance and length. The vectors follow in one line or two."""
    match = _SCALAR.match(place.line)
    if not match:
        return None
    texts = _VECTOR.findall(place.after(1) + place.after(2))[: 2 if match[5] else 1]
    form, size = _geometric_form(place), int(match[1])
    vectors = [_vector([word.strip() for word in text.split(",")], form) for text in texts]
    got = scalars(values.of_float(match[3], form))
    expected = scalars(values.of_float(match[2], form, is_rounded=True))
    arguments = tuple(vector for vector in vectors if vector is not None and len(vector) == size)
    if got is None or len(arguments) != (2 if match[5] else 1):
        return Found(1, why=UNREADABLE)
    return Found(2, (Call(place.test.removeprefix("geom_"), form, arguments, got, expected or ()),))


def normalize(place: Place) -> Found | None:
    """Source, result and expected vector follow, each in a line of decimals and a line of hexadecimal floats."""
    match = _NORMALIZE.match(place.line)
    if not match:
        return None
    form, size = _geometric_form(place), int(match[1])
    operands: list[tuple[Value, ...]] = []
    for i in (2, 4, 6):
        line = _COMPONENTS.match(place.after(i) + " ")
        operand = _vector(line[1].split(), form) if line else None
        if operand is None or len(operand) != size:
            return Found(1, why=UNREADABLE)
        operands.append(operand)
    name = place.test.removeprefix("geom_")
    return Found(7, (Call(name, form, (operands[0],), (operands[1],), (operands[2],)),))
