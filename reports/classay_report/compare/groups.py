"""Compares the findings of two sides. The exit code depends on cases only: a finding is a group of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from classay_report.findings import findings_of
from classay_report.findings.words import cases_text, title
from classay_report.journal import Run


@dataclass(frozen=True, slots=True)
class Group:
    """The compared properties of a finding."""

    name: str
    title: str
    cases: int
    repro: str


class GroupKind(StrEnum):
    NEW = "new"
    LARGER = "larger"
    SMALLER = "smaller"
    GONE = "gone"


GROUP_HEADINGS = {
    GroupKind.NEW: "New findings",
    GroupKind.LARGER: "Findings with more cases",
    GroupKind.SMALLER: "Findings with fewer cases",
    GroupKind.GONE: "Findings that are gone",
}


@dataclass(frozen=True, slots=True)
class GroupChange:
    kind: GroupKind
    before: Group | None
    after: Group | None

    @property
    def shown(self) -> Group:
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def count_text(self) -> str:
        if self.before and self.after:
            return f"{cases_text(self.before.cases)}, then {self.after.cases}"
        return cases_text(self.shown.cases)


@dataclass(frozen=True, slots=True)
class GroupSection:
    heading: str
    changes: list[GroupChange]


def groups_of(runs: Iterable[Run]) -> tuple[Group, ...]:
    """Returns the findings of all runs of a side, each with its largest number of cases."""
    found: dict[str, Group] = {}
    for run in runs:
        for finding in findings_of(run):
            group = Group(finding.name, title(finding), len(finding.cases), finding.repro)
            if finding.name not in found or found[finding.name].cases < group.cases:
                found[finding.name] = group
    return tuple(found.values())


def _change(before: Group | None, after: Group | None) -> GroupChange | None:
    if before is None or after is None:
        return GroupChange(GroupKind.NEW if before is None else GroupKind.GONE, before, after)
    if before.cases == after.cases:
        return None
    return GroupChange(GroupKind.LARGER if after.cases > before.cases else GroupKind.SMALLER, before, after)


def group_changes(before: Sequence[Group], after: Sequence[Group]) -> list[GroupChange]:
    was, is_ = ({group.name: group for group in groups} for groups in (before, after))
    names = dict.fromkeys([*is_, *was])
    return [change for name in names if (change := _change(was.get(name), is_.get(name))) is not None]


def group_sections(before: Sequence[Group], after: Sequence[Group]) -> list[GroupSection]:
    """Returns the sections that have changes."""
    changes = group_changes(before, after)
    found = ((heading, [c for c in changes if c.kind is kind]) for kind, heading in GROUP_HEADINGS.items())
    return [GroupSection(heading, some) for heading, some in found if some]


def _data(group: Group | None) -> dict[str, Any] | None:
    return None if group is None else {"title": group.title, "cases": group.cases, "repro": group.repro}


def group_data(before: Sequence[Group], after: Sequence[Group]) -> list[dict[str, Any]]:
    return [
        {"name": change.shown.name, "kind": change.kind.value, "before": _data(change.before), "after": _data(change.after)}
        for change in group_changes(before, after)
    ]
