"""Writes a comparison as text for a terminal."""

from classay_report.compare.changes import Change, Comparison
from classay_report.compare.groups import group_sections
from classay_report.compare.timing import Timings
from classay_report.compare.words import notes, remark, sections, side_text, verdict_line
from classay_report.visible import joined


def change_line(change: Change) -> str:
    return f"  {change.case}  {side_text(change.before)}  ->  {side_text(change.after)}"


def text(c: Comparison, timings: Timings) -> str:
    lines = [verdict_line(c)]
    if c.identity:
        width = max(len(d.what) for d in c.identity)
        lines += ["", "Differs between the sides", *(f"  {d.what:<{width}}  {d.before}  ->  {d.after}" for d in c.identity)]
    for groups in group_sections(c.before.groups, c.after.groups):
        lines += ["", f"{groups.heading} ({len(groups.changes)})"]
        for group in groups.changes:
            lines += [f"  {group.shown.title}", f"      {group.shown.name}; {group.count_text}"]
            if group.after and group.after.repro:
                lines.append(f"      {group.after.repro}")
    for section in sections(c):
        lines += ["", f"{section.heading} ({len(section.changes)})"]
        for change in section.changes:
            lines.append(change_line(change))
            if remark(change):
                lines.append(f"      {remark(change)}")
    found = notes(c, timings)
    if found:
        lines += ["", *found]
    return joined(lines)
