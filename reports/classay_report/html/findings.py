"""Computes the findings on the front page: a list for each run."""

from dataclasses import dataclass

from classay_report.findings import findings_of
from classay_report.findings.words import example, facts, headline, spared_text, title
from classay_report.html.devices import Column
from classay_report.html.front_page import page_of
from classay_report.journal import CaseName


@dataclass(frozen=True, slots=True)
class Row:
    title: str
    name: str
    facts: str
    example: str
    spared: str
    repro: str
    pages: list[tuple[str, str]]  # the builtins, and the addresses of their pages


@dataclass(frozen=True, slots=True)
class Block:
    column: Column
    headline: str
    rows: list[Row]


def blocks(columns: list[Column]) -> list[Block]:
    """Returns a block for each run that has findings."""
    found = []
    for column in columns:
        findings = findings_of(column.run)
        rows = [
            Row(
                title(finding),
                finding.name,
                facts(finding),
                example(finding),
                spared_text(finding),
                finding.repro,
                [(builtin, f"builtin/{page_of(group, builtin)}") for group, builtin in _hit(finding.cases)],
            )
            for finding in findings
        ]
        if rows:
            found.append(Block(column, headline(column.run, findings), rows))
    return found


def _hit(cases: list[CaseName]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((case.group, case.builtin) for case in cases))
