"""Provides the texts that all output formats of a comparison share: headings, remarks on changes, and notes."""

import math
from dataclasses import dataclass

from classay_report.compare.changes import Change, Comparison, Kind, worst_first
from classay_report.compare.side import Seen
from classay_report.compare.timing import Timings
from classay_report.journal.missing import nameless_text

HEADINGS = {
    Kind.WORSE: "Worse",
    Kind.FLAKY: "Flaky: different from run to run",
    Kind.GONE: "Gone: not tested any more",
    Kind.NEW: "New",
    Kind.BETTER: "Better",
    Kind.LESS_ACCURATE: "Larger error at the same inputs, with the same verdict",
    Kind.MORE_ACCURATE: "Smaller error at the same inputs, with the same verdict",
    Kind.OTHER_BITS: "Different bits at the same inputs, with the same verdict and largest error",
}


def error_text(error: float | None) -> str:
    """Returns the exact value: the shortest decimal that reads back as the same double."""
    if error is None:
        return "-"
    return "no number" if math.isinf(error) else f"{error!r} ulp"


def side_text(seen: Seen | None) -> str:
    if seen is None:
        return "-"
    parts = [seen.verdict.value]
    if seen.failed:
        parts.append(f"{seen.failed} of {seen.judged} wrong")
    if seen.error is not None:
        parts.append(error_text(seen.error))
    return ", ".join(parts)


def remark(change: Change) -> str:
    seen = change.after or change.before
    remarks = []
    if change.before and change.after and not change.same_inputs and change.before.inputs and change.after.inputs:
        remarks.append("different inputs")
    if seen and seen.at and change.kind in (Kind.LESS_ACCURATE, Kind.MORE_ACCURATE):
        remarks.append(f"at {seen.at}")
    elif seen and seen.reason:
        remarks.append(seen.reason)
    return "; ".join(remarks)


@dataclass(frozen=True, slots=True)
class Section:
    kind: Kind
    heading: str
    changes: list[Change]


def sections(c: Comparison) -> list[Section]:
    """Returns the sections that have changes."""
    found = ((kind, c.of_kind(kind)) for kind in HEADINGS)
    return [Section(kind, HEADINGS[kind], worst_first(changes)) for kind, changes in found if changes]


def notes(c: Comparison, timings: Timings) -> list[str]:
    """Returns further facts that a reader needs to interpret the lists."""
    found = []
    for side, seen in (("before", c.before), ("after", c.after)):
        if not seen.has_ended:
            found.append(f"the run {side} has not ended: cases that it did not reach count as missing")
        elif seen.nameless:
            found.append(f"the run {side}: {nameless_text(seen.nameless, has_ended=True)}")
    if c.other_inputs:
        found.append(
            f"{len(c.other_inputs)} cases ran on different inputs: only their verdicts can be compared, not their errors"
        )
    if c.other_limits:
        found.append(f"{len(c.other_limits)} cases were judged by different limits")
    if timings.why_not:
        found.append(f"times: {timings.why_not}")
    elif not timings.said:
        found.append(f"times: none of {timings.asked} tests shows a difference")
    for t in timings.said:
        times = f"{t.before:.4g} s before, {t.after:.4g} s after, a factor of {t.ratio:.3f}"
        found.append(f"times: {t.what}: {times} (p = {float(t.p):.2g})")
    return found


def verdict_line(c: Comparison) -> str:
    counts = [f"{len(c.of_kind(kind))} {kind}" for kind in HEADINGS if c.of_kind(kind)]
    return ", ".join([*counts, f"{c.same} unchanged"])
