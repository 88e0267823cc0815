"""`classay-report diff`: compares two runs, or two groups of runs."""

import argparse
import sys
from pathlib import Path

from classay_report.arguments import Parser
from classay_report.compare.changes import compare
from classay_report.compare.data import data
from classay_report.compare.markdown import markdown
from classay_report.compare.page import page
from classay_report.compare.side import read_side
from classay_report.compare.text import text
from classay_report.compare.timing import timings
from classay_report.errors import UsageError
from classay_report.files import write_text
from classay_report.visible import json_text


def register(parser: Parser) -> None:
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN", help="a run before a change, then a run after it")
    parser.selection.add_argument(
        "--before", nargs="+", type=Path, default=[], metavar="RUN", help="read runs before the change"
    )
    parser.selection.add_argument(
        "--after", nargs="+", type=Path, default=[], metavar="RUN", help="read runs after the change"
    )
    form = parser.output.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON instead of text")
    form.add_argument("--markdown", action="store_true", help="print Markdown instead of text, for a pull request")
    parser.output.add_argument("--html", type=Path, metavar="FILE", help="also write the comparison as an HTML page")
    parser.selection.add_argument("--strict", action="store_true", help="count a larger error at the same inputs as worse")
    parser.epilog = "Exit code 1 if something got worse, by the order of verdicts."


def _sides(args: argparse.Namespace) -> tuple[list[Path], list[Path]]:
    if args.runs and (args.before or args.after):
        raise UsageError("two runs are given together with --before or --after; give one or the other")
    if not args.runs and args.before and args.after:
        return args.before, args.after
    if len(args.runs) != 2:
        raise UsageError(
            f"needs two runs, one before and one after, but got {len(args.runs)}; for several runs use --before and --after"
        )
    return [args.runs[0]], [args.runs[1]]


def run(args: argparse.Namespace) -> int:
    before, after = _sides(args)
    comparison = compare(read_side(before), read_side(after))
    times = timings(comparison)
    if args.html:
        write_text(args.html, page(comparison, times))
    if args.json:
        sys.stdout.write(json_text(data(comparison, times, args.strict)))
    else:
        sys.stdout.write(markdown(comparison, times) if args.markdown else text(comparison, times))
    return 1 if comparison.got_worse(args.strict) else 0
