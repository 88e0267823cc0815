"""Where a run asked the same through OpenCL C and through SPIR-V: whether the device gave the same bits for it.

Neither front end is right because of the other: each result was judged for itself. But a device that computes the same
function in two ways is worth a look.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from classay_report import numbers
from classay_report.journal import CaseName, Result


class Unit(NamedTuple):
    """What both front ends ask for."""

    group: str
    builtin: str
    form: str
    mode: str


@dataclass(slots=True)
class Bits:
    """The widths at which a unit had the same inputs through both, in one run."""

    other: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        if not self.other:
            return f"SPIR-V gives the same bits as OpenCL C at {', '.join(self.same)}"
        said = f"SPIR-V gives other bits than OpenCL C at {', '.join(self.other)}"
        return said + (f", and the same at {', '.join(self.same)}" if self.same else "")


def unit_of(case: CaseName) -> Unit:
    return Unit(case.group, case.builtin, case.format, case.mode)


def have_same_bits(one: Result, other: Result, shards: tuple[str, str] = ("", "")) -> bool | None:
    """None where that is not known: they are no answers to the same question. `shards`: of the runs, where these are two."""
    if not one.answers or not other.answers or one.inputs is None or other.inputs is None:
        return None
    asked = one.inputs.identity(shards[0])
    if not asked or asked != other.inputs.identity(shards[1]):
        return None
    return one.answers == other.answers


def compared(results: Iterable[Result]) -> dict[Unit, Bits]:
    """Of the results of one run; only units of which something can be said."""
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
    """Of a whole run; empty where nothing was compared."""
    other = sum(len(bits.other) for bits in found.values())
    total = other + sum(len(bits.same) for bits in found.values())
    if total == 0:
        return ""
    cases = f"{numbers.count(total)} cases with the same inputs"
    if other:
        return f"SPIR-V gives other bits than OpenCL C in {numbers.count(other)} of {cases}"
    return f"SPIR-V gives the same bits as OpenCL C in all {cases}"
