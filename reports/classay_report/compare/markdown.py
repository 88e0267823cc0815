"""Writes a comparison as Markdown for a pull request: important lists first, long lists folded."""

from classay_report.compare.changes import Change, Comparison, Kind
from classay_report.compare.groups import GroupChange, GroupKind, GroupSection, group_sections
from classay_report.compare.timing import Timings
from classay_report.compare.words import Section, notes, remark, sections, side_text, verdict_line
from classay_report.markup import escaped, fenced

_OPEN = (Kind.WORSE, Kind.FLAKY)
_SHOWN_CASES = 100  # a comment of a merge request has a largest size


def _row(change: Change) -> str:
    words = (str(change.case), side_text(change.before), side_text(change.after), remark(change))
    return "| " + " | ".join(escaped(word) for word in words) + " |"


def _group_row(change: GroupChange) -> str:
    return "| " + " | ".join(escaped(word) for word in (change.shown.title, change.count_text, change.shown.name)) + " |"


def _group_section(section: GroupSection) -> list[str]:
    title = f"{section.heading} ({len(section.changes)})"
    table = ["| finding | cases | name |", "|---|---|---|", *(_group_row(change) for change in section.changes)]
    commands = [change.after.repro for change in section.changes if change.after and change.after.repro]
    if section.changes[0].kind is not GroupKind.NEW:
        return ["", f"### {title}", "", *table]
    return ["", f"### {title}", "", *table, *(["", *fenced(commands)] if commands else [])]


def _section(section: Section) -> list[str]:
    title = f"{section.heading} ({len(section.changes)})"
    shown = section.changes[:_SHOWN_CASES]
    table = ["| case | before | after | |", "|---|---|---|---|", *(_row(change) for change in shown)]
    if len(shown) < len(section.changes):
        table += ["", f"... and {len(section.changes) - len(shown)} more cases"]
    if section.kind in _OPEN:
        return ["", f"### {title}", "", *table]
    return ["", f"<details><summary>{title}</summary>", "", *table, "", "</details>"]


def markdown(c: Comparison, timings: Timings) -> str:
    headline = "got worse" if c.got_worse() else "nothing got worse"
    lines = [f"## classay: {headline}", "", verdict_line(c)]
    if c.identity:
        lines += ["", "| | before | after |", "|---|---|---|"]
        lines += [f"| {d.what} | {escaped(d.before)} | {escaped(d.after)} |" for d in c.identity]
    for groups in group_sections(c.before.groups, c.after.groups):
        lines += _group_section(groups)
    for section in sections(c):
        lines += _section(section)
    lines += ["", *(f"- {escaped(note)}" for note in notes(c, timings))]
    return "\n".join(lines).rstrip("\n") + "\n"
