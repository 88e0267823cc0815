"""`classay-report baseline make | update | check`: keeps the expected results of a device in a file for review."""

import argparse
import difflib
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from classay_report import files
from classay_report.actions import add_action
from classay_report.arguments import Parser
from classay_report.baseline.file import Entry, ExpectationFile, parse
from classay_report.baseline.judge import Finding, Standing, judge
from classay_report.baseline.make import make, update
from classay_report.errors import ReportError, UsageError
from classay_report.journal import read_run
from classay_report.visible import joined, json_text, say


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a date; write it as 2027-03-31") from None


def _word(text: str) -> str:
    if len(text.split()) > 1 or text == "-":
        raise argparse.ArgumentTypeError(f"'{text}' is not one word")
    return text


def _register_notes(parser: Parser) -> None:
    parser.selection.add_argument(
        "--owner", type=_word, default="", help="record this word as owner of the failures (default: none)"
    )
    parser.selection.add_argument("--issue", type=_word, default="", help="record the address of the issue (default: none)")
    parser.selection.add_argument(
        "--expires", type=_date, metavar="DATE", help="record the last day of the exception, as 2027-03-31 (default: never)"
    )


def register(parser: Parser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    making = add_action(actions, "make", "write a baseline from a run")
    making.add_argument("run", type=Path, metavar="RUN", help="folder of a run, or its journal")
    making.output.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write to this new file (default: standard output)"
    )
    _register_notes(making)
    updating = add_action(actions, "update", "update a baseline from a run and print the changes")
    updating.add_argument("run", type=Path, metavar="RUN", help="folder of a run, or its journal")
    updating.add_argument("file", type=Path, metavar="BASELINE", help="baseline to update")
    updating.output.add_argument("--dry-run", action="store_true", help="print the changes without writing the file")
    _register_notes(updating)
    checking = add_action(actions, "check", "compare a run with a baseline; exit with 1 if a result is unexpected")
    checking.add_argument("run", type=Path, metavar="RUN", help="folder of a run, or its journal")
    checking.add_argument("file", type=Path, metavar="BASELINE", nargs="?", help="expected results (default: only waivers)")
    checking.selection.add_argument(
        "--waivers", type=Path, metavar="FILE", help="read waivers granted by the standards body"
    )
    checking.selection.add_argument(
        "--today", type=_date, metavar="DATE", help="check expiry against this date (default: today)"
    )
    checking.output.add_argument("--json", action="store_true", help="print JSON instead of text")


def read_expectations(path: Path, kind: str) -> ExpectationFile:
    return parse(files.read_text(path), kind, str(path))


def _checked(file: ExpectationFile, run: Path) -> str:
    """Returns the text of a file. Raises ReportError if it does not read back the same: journal names may hold anything."""
    text = file.text()
    try:
        is_same = parse(text, file.kind, str(run)) == file
    except ReportError:
        is_same = False
    if not is_same:
        raise ReportError(f"{run}: contains names or settings that a baseline cannot represent")
    return text


def _make(args: argparse.Namespace) -> int:
    text = _checked(make(read_run(args.run), args.owner, args.issue, args.expires), args.run)
    if args.out is None:
        sys.stdout.write(text)
        return 0
    if args.out.exists():
        raise UsageError(f"--out {args.out}: file exists; update it with: classay-report baseline update")
    files.write_text(args.out, text)
    return 0


def _update(args: argparse.Namespace) -> int:
    before = files.read_text(args.file)
    file = parse(before, "baseline", str(args.file))
    after = _checked(update(read_run(args.run), file, args.owner, args.issue, args.expires), args.run)
    names = f"{args.file} (before)", f"{args.file} (after)"
    say(*difflib.unified_diff(before.split("\n"), after.split("\n"), *names, n=0, lineterm=""))
    if not args.dry_run:
        files.write_text(args.file, after)
    return 0


def _who(entry: Entry | None) -> str:
    if entry is None:
        return ""
    words = [entry.owner, entry.issue, f"until {entry.expires}" if entry.expires else ""]
    return " ".join(word for word in words if word)


def text_of(findings: Sequence[Finding]) -> str:
    """Lists the cases that need attention, and counts the expected ones."""
    quiet = (Standing.AS_EXPECTED, Standing.UNLISTED)
    lines = []
    for finding in findings:
        if finding.standing not in quiet:
            words = (f"{finding.standing.value:<15} {finding.case}", finding.why, _who(finding.entry))
            lines.append("  ".join(word for word in words if word))
    counts = [(s, sum(f.standing is s for f in findings)) for s in Standing]
    lines.append(", ".join(f"{count} {standing}" for standing, count in counts if count))
    return joined(lines)


def _data(findings: Sequence[Finding]) -> dict[str, Any]:
    def one(f: Finding) -> dict[str, Any]:
        who = {"owner": f.entry.owner, "issue": f.entry.issue, "expires": str(f.entry.expires or "")} if f.entry else {}
        return {"case": f.case, "standing": f.standing.value, "red": f.standing.is_red, "why": f.why, **who}

    return {"schema": 1, "findings": [one(f) for f in findings]}


def _check(args: argparse.Namespace) -> int:
    if args.file is None and args.waivers is None:
        raise UsageError("check: no expectations given; give a baseline, or --waivers, or both")
    baseline = read_expectations(args.file, "baseline") if args.file else None
    waivers = read_expectations(args.waivers, "waivers") if args.waivers else None
    findings = judge(read_run(args.run), baseline, waivers, args.today or date.today())
    sys.stdout.write(json_text(_data(findings)) if args.json else text_of(findings))
    return 1 if any(f.standing.is_red for f in findings) else 0


def run(args: argparse.Namespace) -> int:
    return {"make": _make, "update": _update, "check": _check}[args.action](args)
