"""`classay-report table`: writes the largest error of each function, to cite in documentation and papers."""

import argparse

from classay_report.arguments import Parser
from classay_report.errors import UsageError
from classay_report.journal import read_run
from classay_report.tables.accuracy import GROUPS, tables_of
from classay_report.tables.accuracy_text import FORMATS
from classay_report.tables.output import register_runs_and_out, write


def register(parser: Parser) -> None:
    register_runs_and_out(parser)
    parser.output.add_argument(
        "--format", choices=list(FORMATS), default="markdown", help="write this format (default: markdown)"
    )
    parser.selection.add_argument(
        "--group",
        action="append",
        choices=GROUPS,
        metavar="GROUP",
        help=f"select this group of functions; may be repeated (default: {', '.join(GROUPS)})",
    )
    parser.selection.add_argument(
        "--mode", action="append", metavar="MODE", help="select this build mode, or all; may be repeated (default: default)"
    )


def run(args: argparse.Namespace) -> int:
    runs = [read_run(path) for path in args.runs]
    modes = args.mode or ["default"]
    tables = tables_of(runs, args.group or GROUPS, [] if "all" in modes else modes)
    if not tables:
        there = sorted({case.mode for one in runs for case in one.results})
        raise UsageError(f"no function with an error in ulp is selected; modes of the runs: {', '.join(there) or 'none'}")
    write(FORMATS[args.format](tables, runs), args.out)
    return 0
