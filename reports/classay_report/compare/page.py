"""Writes a comparison as an HTML page."""

from classay_report.compare.changes import Change, Comparison, Direction, Kind
from classay_report.compare.groups import GroupChange, GroupKind, group_sections
from classay_report.compare.timing import Timings
from classay_report.compare.words import notes, remark, sections, side_text, verdict_line
from classay_report.pages import rendered


def _row(change: Change) -> dict[str, str]:
    shows_repro = change.after is not None and change.direction is Direction.WORSE and change.kind is not Kind.LESS_ACCURATE
    return {
        "case": str(change.case),
        "before": side_text(change.before),
        "after": side_text(change.after),
        "direction": "" if change.direction is Direction.NEITHER else change.direction.value,
        "remark": remark(change),
        "repro": change.after.repro if change.after and shows_repro else "",
    }


def _group_row(change: GroupChange) -> dict[str, str]:
    directions = {GroupKind.NEW: "worse", GroupKind.LARGER: "worse"}
    return {
        "title": change.shown.title,
        "name": change.shown.name,
        "cases": change.count_text,
        "direction": directions.get(change.kind, "better"),
        "repro": change.after.repro if change.after else "",
    }


def page(c: Comparison, timings: Timings) -> str:
    return rendered(
        "comparison.html",
        headline="Something got worse" if c.got_worse() else "Nothing got worse",
        verdict_line=verdict_line(c),
        identity=c.identity,
        notes=notes(c, timings),
        groups=[
            {"heading": section.heading, "rows": [_group_row(change) for change in section.changes]}
            for section in group_sections(c.before.groups, c.after.groups)
        ],
        sections=[{"heading": s.heading, "rows": [_row(change) for change in s.changes]} for s in sections(c)],
    )
