"""Writes a comparison as Markdown for a pull request: important lists first, long lists folded."""

from classay_report.compare.changes import Change, Comparison, Kind
from classay_report.compare.timing import Timings
from classay_report.compare.words import Section, notes, remark, sections, side_text, verdict_line
from classay_report.markup import escaped

_OPEN = (Kind.WORSE, Kind.FLAKY)


def _row(change: Change) -> str:
    words = (str(change.case), side_text(change.before), side_text(change.after), remark(change))
    return "| " + " | ".join(escaped(word) for word in words) + " |"


def _section(section: Section) -> list[str]:
    title = f"{section.heading} ({len(section.changes)})"
    table = ["| case | before | after | |", "|---|---|---|---|", *(_row(change) for change in section.changes)]
    if section.kind in _OPEN:
        return ["", f"### {title}", "", *table]
    return ["", f"<details><summary>{title}</summary>", "", *table, "", "</details>"]


def markdown(c: Comparison, timings: Timings) -> str:
    headline = "got worse" if c.got_worse() else "nothing got worse"
    lines = [f"## classay: {headline}", "", verdict_line(c)]
    if c.identity:
        lines += ["", "| | before | after |", "|---|---|---|"]
        lines += [f"| {d.what} | {escaped(d.before)} | {escaped(d.after)} |" for d in c.identity]
    for section in sections(c):
        lines += _section(section)
    lines += ["", *(f"- {escaped(note)}" for note in notes(c, timings))]
    return "\n".join(lines).rstrip("\n") + "\n"
