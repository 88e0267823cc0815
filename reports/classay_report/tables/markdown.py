"""`classay-report markdown`: summarises runs for the page that a CI system shows."""

import argparse
import math

from classay_report import exit_code
from classay_report.arguments import Parser
from classay_report.findings import findings_of
from classay_report.findings.words import facts, title
from classay_report.journal import Header, Result, Run, read_run
from classay_report.journal.missing import nameless_text
from classay_report.markup import escaped, fenced
from classay_report.tables.output import register_runs_and_out, write

_SHOWN_FAILURES = 50
_SHOWN_MARGINS = 10
_SHOWN_NOTES = 20


def _ulp(error: float | None) -> str:
    if error is None:
        return ""
    return "no number" if math.isinf(error) else f"{error:.4g}"


def _findings(run: Run) -> list[str]:
    found = findings_of(run)
    if not found:
        return []
    lines = ["", f"### Findings ({len(found)})", "", "| | finding | cases |", "|---|---|---|"]
    for number, finding in enumerate(found, 1):
        lines.append(f"| {number} | {escaped(title(finding))} | {escaped(facts(finding))} |")
    commands = [f"{n}: {finding.repro}" for n, finding in enumerate(found, 1) if finding.repro]
    return (
        [*lines, "", "<details><summary>Commands</summary>", "", *fenced(commands), "", "</details>"] if commands else lines
    )


def _failures(run: Run) -> list[str]:
    bad = [result for result in run.results.values() if not result.verdict.leaves_exit_code_zero]
    if not bad:
        return []
    bad.sort(key=lambda result: (-result.verdict.badness, result.case))
    lines = [
        "",
        f"### Not as promised ({len(bad)})",
        "",
        "| case | verdict | ulp | limit | reason |",
        "|---|---|---|---|---|",
    ]
    for result in bad[:_SHOWN_FAILURES]:
        limit = result.limit.text if result.limit else ""
        words = (str(result.case), result.verdict.value, _ulp(result.max_error), limit, result.reason)
        lines.append("| " + " | ".join(escaped(word) for word in words) + " |")
    if len(bad) > _SHOWN_FAILURES:
        lines += ["", f"... and {len(bad) - _SHOWN_FAILURES} more"]
    return lines


def _unstable(run: Run) -> list[str]:
    """Lists good verdicts whose results differ between launches. Failures with this symptom are listed as failures."""
    found = sorted(
        (r for r in run.results.values() if r.second_launch and r.verdict.leaves_exit_code_zero), key=lambda r: r.case
    )
    if not found:
        return []
    lines = ["", f"### Different from launch to launch ({len(found)})", "", "| case | verdict | results |", "|---|---|---|"]
    for result in found[:_SHOWN_FAILURES]:
        what = result.second_launch.text if result.second_launch else ""
        lines.append("| " + " | ".join(escaped(word) for word in (str(result.case), result.verdict.value, what)) + " |")
    if len(found) > _SHOWN_FAILURES:
        lines += ["", f"... and {len(found) - _SHOWN_FAILURES} more"]
    return lines


def _clock(run: Run) -> list[str]:
    told = sorted((str(r.case), r.clock) for r in run.results.values() if r.clock)
    if not told:
        return []
    case, clock = told[0]
    return [
        "",
        f"The device's clock contradicts the host's in {len(told)} cases. The first, {escaped(case)}: {escaped(clock)}.",
    ]


def _driver_notes(run: Run) -> list[str]:
    notes = run.driver_notes()
    if not notes:
        return []
    lines = ["", f"### Effects of the driver on its process ({len(notes)}), which change no verdict", ""]
    lines += [f"- {escaped(note)}" for note in notes[:_SHOWN_NOTES]]
    return lines if len(notes) <= _SHOWN_NOTES else [*lines, "", f"... and {len(notes) - _SHOWN_NOTES} more"]


def _margins(run: Run) -> list[str]:
    """Lists the functions nearest to their limits, each with its worst width and mode."""
    worst: dict[tuple[str, str], tuple[float, Result]] = {}
    for result in run.results.values():
        margin = result.margin
        if margin is None or not result.verdict.leaves_exit_code_zero:
            continue
        key = (result.case.builtin, result.case.format)
        if key not in worst or margin > worst[key][0]:
            worst[key] = (margin, result)
    if not worst:
        return []
    nearest = sorted(worst.values(), key=lambda pair: (-pair[0], pair[1].case))[:_SHOWN_MARGINS]
    lines = ["", "### Nearest to their limits", "", "| case | ulp | limit | share of the limit |", "|---|---|---|---|"]
    for margin, result in nearest:
        limit = result.limit.text if result.limit else ""
        lines.append(f"| {escaped(str(result.case))} | {_ulp(result.max_error)} | {escaped(limit)} | {margin:.0%} |")
    return lines


def _asked(header: Header) -> str:
    words = (header.tier, header.edition, header.profile)
    return "tier {}, {}, {} profile, shard {}".format(*map(escaped, words), header.shard)


def _partial(header: Header) -> str:
    return f"; partial: {escaped(header.covers)}" if header.covers else ""


def _suite(header: Header) -> str:
    suite = header.suite
    return f"classay {escaped(suite.version)} {escaped(suite.commit)}{' with changes' if suite.dirty else ''}"


def _state(run: Run) -> str:
    if not run.written:
        return "there are no results"
    if not run.end:
        return "the run has not ended"
    totals = run.totals()
    if not all(v.leaves_exit_code_zero for v in totals):
        return "not all as promised"
    if not any(v.needs_an_answer for v in totals):
        return "nothing was judged"
    return "all as promised" if run.header.is_promised else "no limits apply"


def summary(run: Run) -> str:
    header = run.header
    totals = run.totals()
    label = f"{escaped(header.label)}, " if header.label else ""
    lines = [
        f"## {label}{escaped(header.device.name)}: {_state(run)}{_partial(header)}",
        "",
        f"{escaped(header.device.platform)}, driver {escaped(header.device.driver)}; {_asked(header)}; {_suite(header)}; "
        f"{escaped(header.start)}",
        "",
        ", ".join(f"{count} {verdict}" for verdict, count in totals.items()),
        *(["", f"{nameless_text(run.nameless, run.end is not None)}."] if run.nameless else []),
        *_findings(run),
        *_failures(run),
        *_unstable(run),
        *_clock(run),
        *_driver_notes(run),
        *_margins(run),
    ]
    return "\n".join(lines) + "\n"


def register(parser: Parser) -> None:
    register_runs_and_out(parser)
    exit_code.register(parser)


def run(args: argparse.Namespace) -> int:
    runs = [read_run(path) for path in args.runs]
    write("\n".join(map(summary, runs)), args.out)
    return exit_code.code_of(runs, args)
