"""Defines a failure that OpenCL-CTS reports: the call, its values, and the fields that the log lacks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from classay_report.cts.values import Value

# An argument or a result: one value, or the components of a vector.
Operand = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a builtin with its obtained result. `by_order`: the right result depends only on the order of all values."""

    builtin: str
    form: str
    arguments: tuple[Operand, ...]
    got: tuple[Operand, ...]
    expected: tuple[Operand, ...] = ()  # empty: the log does not contain it
    by_order: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """`calls` has more than one entry if the log does not show which of them ran, such as the scalar or the vector variant.
    Without calls, `why` is the reason why the failure cannot be judged."""

    line: int
    test: str
    text: str
    mode: str = "default"
    calls: tuple[Call, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a log, with the facts that earlier lines give."""

    lines: Sequence[str]
    index: int
    test: str
    subtest: str = ""  # the name in the last header `3: pown fp64`
    form: str = ""  # the format in that header, or in the last line `float`, `half` or `double`
    mode: str = "default"

    @property
    def line(self) -> str:
        return self.lines[self.index]

    def after(self, count: int) -> str:
        """Returns a later line; empty at the end of the log."""
        index = self.index + count
        return self.lines[index] if index < len(self.lines) else ""

    def next_match(self, search: Callable[[str], str], most: int = 12) -> str:
        """Returns the first text that `search` finds in this line or in the next `most` lines."""
        for line in self.lines[self.index : self.index + most + 1]:
            if found := search(line):
                return found
        return ""

    def last_match(self, search: Callable[[str], str], most: int = 40) -> str:
        """The same for this line and the `most` lines before it."""
        for line in reversed(self.lines[max(0, self.index - most) : self.index + 1]):
            if found := search(line):
                return found
        return ""


@dataclass(frozen=True, slots=True)
class Found:
    """A failure in a log, and how many lines it takes."""

    lines: int
    calls: tuple[Call, ...] = ()
    why: str = ""


Shape = Callable[[Place], Found | None]

NO_INPUT = "the log does not contain the inputs"
UNREADABLE = "a value in the log cannot be read"
DOUBLES_AS_FLOATS = "this test prints values of double as float, which loses digits"


def scalars(*values: Value | None) -> tuple[Operand, ...] | None:
    """Returns operands of one value each; None if one of them cannot be read."""
    found = [(value,) for value in values if value is not None]
    return tuple(found) if len(found) == len(values) else None


def both_variants(call: Call, vector_form: str) -> tuple[Call, ...]:
    """Returns a test of scalars that gives 0 or 1 (int), and its vector variant that gives 0 or -1, with two equal lanes."""

    def twice(operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple((operand[0], operand[0]) for operand in operands)

    def narrowed(operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        low = (1 << int(vector_form[1:])) - 1
        return tuple((Value(v.text, vector_form, tuple(p & low for p in v.patterns)),) for (v, *_) in operands)

    got, expected = twice(narrowed(call.got)), twice(narrowed(call.expected))
    return call, Call(call.builtin, call.form, twice(call.arguments), got, expected, call.by_order)
