"""Compares the results of a run through OpenCL C and through SPIR-V, where both had the same inputs.

Each result is judged on its own, and neither front end is the reference for the other. But different results for the same
function on one device deserve attention.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from classay_report import numbers
from classay_report.journal import CaseName, Result


class Unit(NamedTuple):
    """A function that both front ends can test."""

    group: str
    builtin: str
    form: str
    mode: str


@dataclass(slots=True)
class Bits:
    """The widths of a unit with the same inputs through both front ends, in one run."""

    other: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        if not self.other:
            return f"SPIR-V gives the same bits as OpenCL C at {', '.join(self.same)}"
        said = f"SPIR-V and OpenCL C give different bits at {', '.join(self.other)}"
        return said + (f", and the same at {', '.join(self.same)}" if self.same else "")


def unit_of(case: CaseName) -> Unit:
    return Unit(case.group, case.builtin, case.format, case.mode)


def have_same_bits(one: Result, other: Result, shards: tuple[str, str] = ("", "")) -> bool | None:
    """Returns None if unknown: inputs differ, or a hash is missing. `shards`: of the two runs, if there are two."""
    if not one.answers or not other.answers or one.inputs is None or other.inputs is None:
        return None
    asked = one.inputs.identity(shards[0])
    if not asked or asked != other.inputs.identity(shards[1]):
        return None
    return one.answers == other.answers


def compared(results: Iterable[Result]) -> dict[Unit, Bits]:
    """Compares the results of one run. Returns only units with at least one comparison."""
    by_front_end: dict[str, dict[tuple[Unit, int], Result]] = defaultdict(dict)
    for result in results:
        by_front_end[result.case.front_end][unit_of(result.case), result.case.lanes] = result
    found: dict[Unit, Bits] = defaultdict(Bits)
    for (unit, lanes), spirv in sorted(by_front_end["il"].items(), key=lambda item: item[0]):
        language = by_front_end["clc"].get((unit, lanes))
        same = have_same_bits(language, spirv) if language else None
        if same is not None:
            (found[unit].same if same else found[unit].other).append(spirv.case.width)
    return dict(found)


def count_text(found: Mapping[Unit, Bits]) -> str:
    """Summarises a run; empty if nothing was compared."""
    other = sum(len(bits.other) for bits in found.values())
    total = other + sum(len(bits.same) for bits in found.values())
    if total == 0:
        return ""
    cases = f"{numbers.count(total)} cases with the same inputs"
    if other:
        return f"SPIR-V and OpenCL C give different bits in {numbers.count(other)} of {cases}"
    return f"SPIR-V gives the same bits as OpenCL C in all {cases}"
