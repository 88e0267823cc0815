"""Reads failures of conversions, half, select, relationals and contractions."""

import re

from classay_report.cts import values
from classay_report.cts.failure import NO_INPUT, UNREADABLE, Call, Found, Place, both_variants, scalars
from classay_report.cts.values import TYPES, Value

_TYPE = r"(?:u?char|u?short|u?int|u?long|half|float|double)"
_MISMATCH = re.compile(r"Error for vector size \d+ found at 0x[0-9a-f]+:\s+\*(\S+) vs (\S+)$")
_EXPLICIT = re.compile(rf"Input value: (\S+)\s+\(convert_({_TYPE})\d*((?:_sat)?(?:_rt[eznp])?)\( ({_TYPE})\d* \)\)$")
_IMPLICIT = re.compile(rf"Input value: (\S+)\s+\(implicit scalar conversion from ({_TYPE}) to ({_TYPE})\)$")

_STORE = re.compile(r"Failure at \[\d+\] with (\S+): \*(0x[0-9a-f]+) vs (0x[0-9a-f]+),\s+vector_size = (\d+)(.*)$")
_LOAD = re.compile(r"\s*\d+\)\s+\(of \d+\) Failure at (0x[0-9a-f]+):\s+\S+ vs \*\S+\s+\((0x[0-9a-f]+) vs \*(0x[0-9a-f]+)\)")
_TRIP = re.compile(r"\s*\d+\)\s+(?:\(of \d+\)\s+)?Failure at (0x[0-9a-f]+):\s+(0x[0-9a-f]+)\s+vector_size = \d+(.*)$")

_SELECT = re.compile(r"\(check_\w+\) Error for vector size \d+ found at")

_ANY_ALL = re.compile(
    r"ERROR: Data sample \d+ does not validate! Expected \((\d+)\), got \((-?\d+)\), source (0x[0-9a-f]+)$"
)
_TESTING = re.compile(r"Testing (any|all)\((\w+?)(\d*)\)$")
_SAMPLE = re.compile(
    r"ERROR: Data sample \d+:\d+ at size (\d+) does not validate! Expected (-?\d+), got (-?\d+), source ([^:\s]+):([^:\s]+)$"
)
_BITS = re.compile(r"ERROR: Data sample \d+:\d+ does not validate! Expected .* with test ")
_DUMPS = ("inA: ", "inB: ", "inC: ", "exp: ", "got: ")
_FAILED_TYPES = re.compile(rf".*\s+Vector ({_TYPE})(\d+), test vector ({_TYPE})\d+ FAILED$")
_SHUFFLE = re.compile(r"\s*ERROR: Shuffle test \d+ FAILED ")

_HEX = r"(-?(?:0x[0-9a-f.]+p[-+]?\d+|inf|nan))"
_CONTRACTION = re.compile(
    rf"\d+\) Error for \S* ?(\w+): (-?\(?){_HEX} ([-+*]) {_HEX} ([-+*]) {_HEX}\)? =\s+\*{_HEX} vs. {_HEX}$"
)


def conversion(place: Place) -> Found | None:
    match = _MISMATCH.match(place.line)
    if not match:
        return None
    following = place.after(1)
    explicit, implicit = _EXPLICIT.match(following), _IMPLICIT.match(following)
    if explicit:
        text, to, suffix, source = explicit.groups()
        name = f"convert_{to}{suffix}"
    elif implicit:
        text, source, to = implicit.groups()
        name = f"implicit_{to}"
    else:
        return Found(1, why=NO_INPUT)
    if to in ("long", "ulong"):
        return Found(2, why="this test prints only 32 of the 64 bits of a result")
    form, result = TYPES[source], TYPES[to]
    arguments = scalars(values.of_any(text, form))
    expected, got = scalars(_converted(match[1], result)), scalars(_converted(match[2], result))
    if arguments is None or got is None or expected is None:
        return Found(2, why=UNREADABLE)
    return Found(2, (Call(name, form, arguments, got, expected),))


def _converted(text: str, form: str) -> Value | None:
    return (
        values.of_any(text, form) or values.of_decimal(text, form) if values.is_float(form) else values.of_bits(text, form)
    )


def store_half(place: Place) -> Found | None:
    match = _STORE.match(place.line)
    if not match:
        return None
    form = "f64" if "double precision" in match[5] else "f32"
    name = place.test.replace("vstorea_", "vstore_")
    arguments = scalars(values.of_float(match[1], form))
    got, expected = scalars(values.of_bits(match[3], "f16")), scalars(values.of_bits(match[2], "f16"))
    if not name.startswith("vstore_half") or arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(name, form, arguments, got, expected),))


def load_half(place: Place) -> Found | None:
    match = _LOAD.match(place.line)
    if not match:
        return None
    arguments = scalars(values.of_bits(match[1], "f16"))
    got, expected = scalars(values.of_bits(match[2], "f32")), scalars(values.of_bits(match[3], "f32"))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call("vload_half", "f16", arguments, got, expected),))


def round_trip(place: Place) -> Found | None:
    """A load of half and a store of the result. Both are conversions, and the load is exact."""
    if not _TRIP.match(place.line):
        return None
    return Found(1, why="the log contains the result of two conversions together")


def select(place: Place) -> Found | None:
    return Found(1, why=NO_INPUT) if _SELECT.match(place.line) else None


def any_all(place: Place) -> Found | None:
    match = _ANY_ALL.match(place.line)
    if not match:
        return None
    testing = place.last_match(lambda line: line if _TESTING.match(line) else "")
    found = _TESTING.match(testing)
    if not found or found[2] not in TYPES:
        return Found(1, why="the log does not contain the type of the arguments")
    form, count = TYPES[found[2]], int(found[3] or 1)
    width = values.bits_of(form)
    if width * count > 32:
        return Found(1, why="this test prints only the first four bytes of its argument")
    source = int(match[3], 16)
    lanes = tuple(Value(match[3], form, (source >> (i * width) & ((1 << width) - 1),)) for i in range(count))
    got, expected = scalars(values.of_integer(match[2], "i32")), scalars(values.of_integer(match[1], "i32"))
    if got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(found[1], form, (lanes,), got, expected),))


def comparison(place: Place) -> Found | None:
    """Floats are rounded decimals. Values of half are decimal integers, the bits, so the log must show which it is."""
    match = _SAMPLE.match(place.line)
    if not match:
        return None
    name = place.test.removeprefix("relational_")
    form = place.next_match(lambda line: m[1] if (m := re.search(r"Vector (half|float|double)\d* FAILED", line)) else "")
    forms = [TYPES[form]] if form else ["f16", "f32", "f64"]
    calls: list[Call] = []
    for one in forms:
        read = values.of_integer if one == "f16" else values.of_decimal
        arguments = scalars(read(match[4], one), read(match[5], one))
        got, expected = scalars(values.of_integer(match[3], "i32")), scalars(values.of_integer(match[2], "i32"))
        if arguments is None or got is None or expected is None:
            continue
        both = both_variants(Call(name, one, arguments, got, expected, by_order=True), f"i{values.bits_of(one)}")
        calls.append(both[0] if match[1] == "1" else both[1])
    return Found(1, tuple(calls)) if calls else Found(1, why=UNREADABLE)


def bit_selection(place: Place) -> Found | None:
    """bitselect and select of relationals: five lines of 16 bytes follow, which begin with the element that failed."""
    if not _BITS.match(place.line):
        return None
    dumps: list[bytes] = []
    for i, label in enumerate(_DUMPS):
        line = place.after(1 + i)
        words = re.findall(r"0x([0-9a-f]{2})(?= |$)", line.removeprefix(label)) if line.startswith(label) else []
        if len(words) != 16:
            return Found(1, why=NO_INPUT)
        dumps.append(bytes.fromhex("".join(words)))
    types = place.next_match(lambda line: line if _FAILED_TYPES.match(line) else "")
    found = _FAILED_TYPES.match(types)
    if not found:
        return Found(1 + len(_DUMPS), why="the log does not contain the type of the arguments")
    data, test = TYPES[found[1]], TYPES[found[3]]
    forms = [data, data, test, data, data]
    parts = [values.of_bits(f"0x{d[: values.bits_of(f) // 8][::-1].hex()}", f) for d, f in zip(dumps, forms)]
    operands = scalars(*parts)
    if operands is None:
        return Found(1 + len(_DUMPS), why=UNREADABLE)
    is_vector = int(found[2]) > 1 and "select" in place.test and "bitselect" not in place.test
    if is_vector:  # select of vectors tests the highest bit, select of scalars compares with zero
        operands = tuple((operand[0], operand[0]) for operand in operands)
    name = "bitselect" if "bitselect" in place.test else "select"
    call = Call(name, data, operands[:3], (operands[4],), (operands[3],))
    return Found(1 + len(_DUMPS), (call,))


def shuffle(place: Place) -> Found | None:
    return (
        Found(1, why="shuffles are printed as memory, which the audit does not read") if _SHUFFLE.match(place.line) else None
    )


def _negated(value: Value | None, is_negated: bool) -> Value | None:
    """The negation of an expression is exact, so its operand is judged."""
    if value is None or not is_negated:
        return value
    sign = 1 << (values.bits_of(value.form) - 1)
    return Value(f"-({value.text})", value.form, tuple(pattern ^ sign for pattern in value.patterns))


def contraction(place: Place) -> Found | None:
    """Expressions of a product and a sum, with contraction off: `a * b + c`, `a - b * c`, and the negated ones."""
    match = _CONTRACTION.match(place.line)
    if not match:
        return None
    form = "f64" if "double" in place.test else "f32"
    first, sign, second, other, third = match[3], match[4], match[5], match[6], match[7]
    is_negated, product_first = match[2] == "-(", sign == "*"
    if (sign == "*") == (other == "*"):
        return Found(1, why=UNREADABLE)
    # classay's names say where the product stands; `c + a * b` is the sum of the same two operands.
    is_sum = (other if product_first else sign) == "+"
    name = "mul_add" if is_sum else "mul_sub" if product_first else "sub_mul"
    texts = (first, second, third) if product_first else (second, third, first)
    arguments = scalars(*(values.of_float(text, form) for text in texts))
    got, expected = (scalars(_negated(values.of_float(match[i], form), is_negated)) for i in (9, 8))
    if arguments is None or got is None or expected is None:
        return Found(1, why=UNREADABLE)
    return Found(1, (Call(f"{name}_uncontracted", form, arguments, got, expected),))
