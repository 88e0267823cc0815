"""`classay-report cts audit`: judges each failure in logs of OpenCL-CTS and prints who is right."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classay_report import files
from classay_report.arguments import Parser
from classay_report.cts.failure import Failure
from classay_report.cts.judging import Judge
from classay_report.cts.log import Log, read_log
from classay_report.cts.names import rows
from classay_report.cts.verdict import Finding, Outcome, findings
from classay_report.errors import ReportError, UsageError
from classay_report.visible import joined, json_text, shortened

ALL_RIGHT, DEVICE_WRONG, UNDECIDED = 0, 1, 3
MOST_NESTING = 16
_RESULTS = {"pass": "pass", "fail": "fail", "skip": "skip"}


@dataclass(frozen=True, slots=True)
class Audited:
    path: Path
    program: str
    device: str
    tests: Counter[str]  # by result
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def register(parser: Parser) -> None:
    parser.add_argument("logs", nargs="+", type=Path, metavar="LOG", help="log of a program of OpenCL-CTS, or its JSON")
    parser.selection.add_argument(
        "--classay", default="classay", metavar="PROGRAM", help="judge with this program (default: classay)"
    )
    parser.selection.add_argument(
        "--spec",
        choices=["clc-2.0", "clc-3.1"],
        default="",
        help="judge by this specification (default: by the version in the log)",
    )
    parser.selection.add_argument(
        "--profile", choices=["full", "embedded"], default="", help="judge by this profile (default: by the log)"
    )
    parser.output.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.epilog = (
        "Exit codes: 0 no failure, or the device is right in all of them; 1 a result of the device is wrong; "
        "2 wrong usage; 3 no wrong result, but a failure could not be judged; 4 a file is damaged or not of OpenCL-CTS."
    )


def _json_results(path: Path) -> tuple[str, dict[str, str]]:
    """Returns program and results of a JSON file of OpenCL-CTS."""
    text = files.read_text(path)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path}: not JSON: {error}") from error
    results = content.get("results") if isinstance(content, dict) else None
    command = content.get("cmd") if isinstance(content, dict) else None
    if (
        not isinstance(results, dict)
        or not isinstance(command, str)
        or not all(isinstance(r, str) for r in results.values())
    ):
        raise ReportError(f"{path}: not a result file of OpenCL-CTS: it needs 'cmd' and 'results'")
    return Path(command).name, {str(name): str(result) for name, result in results.items()}


def _from_json(path: Path, logs: Mapping[str, Log]) -> Audited:
    """Failures that a log explains are judged there. A JSON file has results only."""
    program, results = _json_results(path)
    log = logs.get(path.stem)
    notes: list[str] = []
    found: list[Finding] = []
    known = {test.name: test for test in log.tests} if log else {}
    for name, result in results.items():
        test = known.get(name)
        if test is not None and test.result and test.result != _RESULTS.get(result, result):
            notes.append(f"{name}: {result} here, but {test.result} in {log.path if log else ''}")
        if result == "fail" and not (test and test.failures):
            why = "a JSON file contains no inputs and results; give the log"
            found.append(Finding(Failure(0, shortened(name), f"{shortened(name)}: fail", why=why), Outcome.UNJUDGED, why))
    if log is None:
        device = ""
    else:
        notes.append(f"its failures are judged in {log.path}")
        device = str(log.device)
    return Audited(path, program, device, Counter(results.values()), tuple(found), tuple(notes))


def audit(paths: Sequence[Path], judge: Judge, spec: str = "", profile: str = "") -> list[Audited]:
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: does not exist; give a log of OpenCL-CTS")
    logs = {path: read_log(path) for path in paths if path.suffix != ".json"}
    by_stem = {path.stem: log for path, log in logs.items()}
    audited = []
    for path in paths:
        if (log := logs.get(path)) is None:
            audited.append(_from_json(path, by_stem))
            continue
        found = findings(log.failures, log.device, judge, spec, profile)
        counts = Counter(test.result or "unfinished" for test in log.tests)
        audited.append(Audited(path, log.program, str(log.device), counts, tuple(found), log.notes))
    return audited


def code_of(audited: Sequence[Audited]) -> int:
    outcomes = {finding.outcome for one in audited for finding in one.findings}
    if Outcome.DEVICE in outcomes:
        return DEVICE_WRONG
    return UNDECIDED if Outcome.UNJUDGED in outcomes else ALL_RIGHT


def interpretations() -> dict[str, str]:
    """Returns the number of each entry of docs/ambiguities.md by its name."""
    return {name: number for number, name in rows("interpretations.txt")}


def _interpretation(finding: Finding) -> str:
    name = finding.interpretation
    return f"{interpretations().get(name, '')} {name}".strip()


def _value(word: Any) -> str:
    return ", ".join(map(_value, word)) if isinstance(word, list) else str(word)


def _exact(proven: Mapping[str, Any]) -> str:
    if "low" not in proven:
        return ""
    low, high = _value(proven["low"]), _value(proven["high"])
    value = low if low == high else f"between {low} and {high}"
    return f"{value}; nearest result {_value(proven['nearest'])}"


def _error(proven: Mapping[str, Any]) -> str:
    error = proven.get("error")
    if not isinstance(error, dict):
        return ""  # such as a wrong sign of zero
    low, high = error.get("low"), error.get("high")
    return f"{low} ulp" if low == high else f"{low} to {high} ulp"


def finding_lines(finding: Finding) -> list[str]:
    proven = finding.proven
    lines = [f"{finding.outcome}: {finding.failure.test}, line {finding.failure.line}", f"  log      {finding.failure.text}"]
    lines.append(f"  reason   {finding.why}")
    details = [
        ("exact", _exact(proven)),
        ("rule", str(proven.get("prescribed") or "")),
        ("error", _error(proven)),
        ("limit", str(proven.get("limit", ""))),
        ("clause", str(proven.get("clause", ""))),
        ("see", f"docs/ambiguities.md, {_interpretation(finding)}" if finding.interpretation else ""),
        ("judged", finding.conditions),
    ]
    return lines + [f"  {word:<8} {text}" for word, text in details if text]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count)


def text_of(audited: Sequence[Audited]) -> str:
    lines: list[str] = []
    for one in audited:
        lines.append(f"{one.path}: {one.program or 'unknown program'}: {_counted(one.tests)}")
        lines += [f"  device   {one.device}"] * bool(one.device)
        lines += [f"  note     {note}" for note in one.notes]
        for finding in one.findings:
            lines += finding_lines(finding)
    totals = Counter(finding.outcome for one in audited for finding in one.findings)
    summary = _counted({outcome.value: totals[outcome] for outcome in Outcome})
    lines.append(f"{sum(totals.values())} failures: {summary}" if totals else "no failures")
    return joined(lines)


def data_of(audited: Sequence[Audited]) -> dict[str, Any]:
    def finding(one: Finding) -> dict[str, Any]:
        words = one.interpretation and {"interpretation": _interpretation(one)}
        failure = one.failure
        calls = [[call.builtin, call.form] for call in failure.calls]
        return {
            "test": failure.test,
            "line": failure.line,
            "log": failure.text,
            "calls": calls,
            "outcome": one.outcome.value,
            "why": one.why,
            "conditions": one.conditions,
            "proven": dict(one.proven),
            **(words or {}),
        }

    return {
        "schema": 1,
        "logs": [
            {
                "file": str(one.path),
                "program": one.program,
                "device": one.device,
                "tests": dict(one.tests),
                "notes": list(one.notes),
                "findings": [finding(f) for f in one.findings],
            }
            for one in audited
        ],
    }


def run(args: argparse.Namespace) -> int:
    audited = audit(args.logs, Judge(args.classay), args.spec, args.profile)
    sys.stdout.write(json_text(data_of(audited)) if args.json else text_of(audited))
    return code_of(audited)
