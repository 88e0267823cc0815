"""Writes findings as text for a terminal, and as JSON."""

import math
import textwrap
from collections.abc import Sequence
from typing import Any

from classay_report.findings.group import Finding
from classay_report.findings.values import in_order
from classay_report.findings.words import example, facts, headline, spared_text, title
from classay_report.journal import Run
from classay_report.visible import joined, visible

LEAST_COLUMNS, MOST_COLUMNS = 40, 120


def _wrapped(text: str, first: str, columns: int) -> list[str]:
    later = " " * len(first)
    lines = textwrap.wrap(
        visible(text), columns, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
    return lines or [first.rstrip()]


def text(run: Run, findings: Sequence[Finding], columns: int) -> str:
    """Commands are not wrapped, so that they can be copied."""
    columns = min(max(columns, LEAST_COLUMNS), MOST_COLUMNS)
    lines = _wrapped(f"{run.header.device.name}: {headline(run, findings)}", "", columns)
    width = len(str(len(findings)))
    for number, finding in enumerate(findings, 1):
        indent = " " * (width + 2)
        lines += ["", *_wrapped(title(finding), f"{number:>{width}}. ", columns)]
        for line in (f"{finding.name}; {facts(finding)}", example(finding), spared_text(finding)):
            if line:
                lines += _wrapped(line, indent, columns)
        if finding.repro:
            lines.append(f"{indent}{finding.repro}")
    return joined(lines)


def finding_data(finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.name,
        "title": title(finding),
        "kind": finding.kind,
        "of_the_device": finding.is_of_the_device,
        "builtins": finding.builtins,
        "formats": finding.formats,
        "widths": finding.widths,
        "modes": finding.modes,
        "front_ends": finding.front_ends,
        "inputs": in_order(finding.inputs),
        "max_ulp": finding.ulps if finding.ulps and math.isfinite(finding.ulps) else None,
        "example": example(finding),
        "not_affected": list(finding.spared),
        "repro": finding.repro,
        "cases": [str(case) for case in finding.cases],
    }


def data(run: Run, findings: Sequence[Finding]) -> dict[str, Any]:
    header = run.header
    bad = {case for finding in findings for case in finding.cases}
    return {
        "schema": 1,
        "device": header.device.name,
        "platform": header.device.platform,
        "driver": header.device.driver,
        "tier": header.tier,
        "cases": run.total,
        "not_as_promised": len(bad),
        "findings": [finding_data(finding) for finding in findings],
    }
