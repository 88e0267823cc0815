"""Reads failures of integer_ops: bit patterns, whose type is in the same line or in one of the next."""

import re

from classay_report.cts import values
from classay_report.cts.failure import UNREADABLE, Call, Found, Place, both_variants, scalars
from classay_report.cts.values import TYPES

_TYPE = r"(?:u?char|u?short|u?int|u?long)"
_X = r"0x[0-9a-f]{1,16}"
_SAMPLE = re.compile(
    rf"ERROR: Data sample \d+:\d+ does not validate! Expected \(({_X})\), got \(({_X})\), sources \(({_X}(?:, {_X})*)\)"
)
_VECTOR = re.compile(rf"\s+Vector ({_TYPE})\d*.* FAILED$")
_FAILURE = re.compile(rf"\d+\) Failure for (\w+)\( ?((?:\({_TYPE}\d*\) ?{_X},? ?)+)\) = \*({_X}) vs ({_X})$")
_TYPED = re.compile(rf"\(({_TYPE})\d*\) ?({_X})")
_POPCOUNT = re.compile(rf"\d+\) Failure for popcount\( \(cl_({_TYPE})\d*\) ({_X}) \) = \*(\d+) vs (-?\d+)$")
_VERIFICATION = re.compile(
    rf"cl_({_TYPE}) Verification failed at element [\w ]+(?:\(\d+\))? ?: ?({_X}) "
    rf"(\S+(?: by (?:vector|scalar))?) ({_X}) = ({_X}), got ({_X})$",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"cl_\w+ Verification failed at element .*\) \? ", re.IGNORECASE)
_TIMES = re.compile(rf"[Ff]ailed at \d+[:)]\s+({_X}) \* ({_X})(?: \+ ({_X}))? = \*({_X}) vs ({_X})$")
_SILENT = re.compile(r"ERROR: (?:Output value \d+ does not validate|Validation failed on vector)|esult buffer did not match")

_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "bit_and",
    "|": "bit_or",
    "^": "bit_xor",
    "~": "bit_not",
    "!": "logical_not",
    "&&": "logical_and",
    "||": "logical_or",
    "<": "less",
    ">": "greater",
    "<=": "less_equal",
    ">=": "greater_equal",
    "==": "equal",
    "!=": "not_equal",
    ">> by vector": "shift_right",
    ">> by scalar": "shift_right",
    "<< by vector": "shift_left",
    "<< by scalar": "shift_left",
}
_UNARY = {"bit_not", "logical_not"}
_TRUTHS = {
    "logical_not",
    "logical_and",
    "logical_or",
    "less",
    "greater",
    "less_equal",
    "greater_equal",
    "equal",
    "not_equal",
}
_ASSIGNMENTS = {
    "add": "assign_sum",
    "subtract": "assign_difference",
    "multiply": "assign_product",
    "divide": "assign_quotient",
    "modulo": "assign_remainder",
    "and": "assign_and",
    "or": "assign_or",
    "exclusiveOr": "assign_xor",
}
_SPELT = {"absdiff": "abs_diff"}


def builtin_of(test: str) -> str:
    """`integer_add_sat` tests add_sat; `integer_addAssign` tests `+=`."""
    name = test.removeprefix("integer_")
    return _ASSIGNMENTS[name[:-6]] if name.endswith("Assign") and name[:-6] in _ASSIGNMENTS else name


def sample(place: Place) -> Found | None:
    match = _SAMPLE.match(place.line)
    if not match:
        return None
    named = place.next_match(lambda line: m[1] if (m := _VECTOR.match(line)) else "", 3)
    if not named:
        return Found(1, why="the log does not contain the type of the arguments")
    form = TYPES[named]
    arguments = scalars(*(values.of_bits(word, form) for word in match[3].split(", ")))
    got, expected = scalars(values.of_bits(match[2], form)), scalars(values.of_bits(match[1], form))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(builtin_of(place.test), form, arguments, got, expected),))


def named(place: Place) -> Found | None:
    """abs, abs_diff, add_sat, sub_sat and popcount print the call. `short`, `int` and `long` may be unsigned types."""
    if counted := _POPCOUNT.match(place.line):
        form = TYPES[counted[1]]
        if values.bits_of(form) == 64:
            return Found(1, why="this test prints only 32 of the 64 bits of an argument")
        texts, got, expected = [counted[2]], values.of_integer(counted[4], form), values.of_integer(counted[3], form)
        forms, name = [form], "popcount"
    elif match := _FAILURE.match(place.line):
        typed = _TYPED.findall(match[2])
        form, texts, name = TYPES[typed[0][0]], [text for _, text in typed], _SPELT.get(match[1], match[1])
        got, expected = values.of_bits(match[4], form), values.of_bits(match[3], form)
        # Names of unsigned types lack the `u` in some of the messages of abs.
        forms = [form, f"u{form[1:]}"] if name == "abs" and form[0] == "i" else [form]
    else:
        return None
    calls = []
    for one in forms:
        arguments = scalars(*(values.of_bits(text, one) for text in texts))
        if arguments is not None and got is not None and expected is not None:
            calls.append(Call(name, one, arguments, ((got,),), ((expected,),)))
    return Found(1, tuple(calls)) if calls else Found(1, why=UNREADABLE)


def operator(place: Place) -> Found | None:
    if _CHOICE.match(place.line):
        return Found(1, why="an expression of two operators, which classay does not judge together")
    match = _VERIFICATION.match(place.line)
    if not match:
        return None
    name = _OPERATORS.get(match[3])
    # Some messages of one type are those of another: the name of the test is the type.
    kind = place.test.removeprefix("quick_").split("_")[0]
    form = TYPES.get(kind) or TYPES[match[1].lower()]
    if name is None:
        return Found(1, why="classay does not test this operator")
    texts = [match[2]] if name in _UNARY else [match[2], match[4]]
    arguments = scalars(*(values.of_bits(text, form) for text in texts))
    truth = "i32" if name in _TRUTHS else form
    got, expected = scalars(values.of_bits(match[6], truth)), scalars(values.of_bits(match[5], truth))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    call = Call(name, form, arguments, got, expected)
    return Found(1, both_variants(call, f"i{values.bits_of(form)}") if name in _TRUTHS else (call,))


def times(place: Place) -> Found | None:
    """mul24 and mad24, of signed or of unsigned integers."""
    match = _TIMES.match(place.line)
    if not match:
        return None
    texts = [text for text in match.groups()[:3] if text]
    name = "mad24" if match[3] else "mul24"
    kind = place.next_match(lambda line: m[1] if (m := re.match(r"(U?INT)_M\w\w24 \S+ test failed$", line)) else "", 3)
    forms = [TYPES[kind.lower()]] if kind else ["i32", "u32"]
    calls = []
    for form in forms:
        arguments = scalars(*(values.of_bits(text, form) for text in texts))
        got, expected = scalars(values.of_bits(match[5], form)), scalars(values.of_bits(match[4], form))
        if arguments and got and expected:
            calls.append(Call(name, form, arguments, got, expected))
    return Found(1, tuple(calls)) if calls else Found(1, why=UNREADABLE)


def without_values(place: Place) -> Found | None:
    return Found(1, why="the log does not contain the values") if _SILENT.search(place.line) else None
