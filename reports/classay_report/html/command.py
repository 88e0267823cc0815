"""`classay-report html OUT RUN...`: writes a website of one run, or of several side by side."""

import argparse
from pathlib import Path

from classay_report import exit_code
from classay_report.arguments import Parser
from classay_report.html.site import write_site
from classay_report.journal import read_run


def register(parser: Parser) -> None:
    parser.add_argument("out", metavar="OUT", type=Path, help="folder to write; an existing site in it is replaced")
    parser.add_argument(
        "runs", metavar="RUN", nargs="+", type=Path, help="folder of a run, or its journal; each run becomes a column"
    )
    exit_code.register(parser)


def run(args: argparse.Namespace) -> int:
    runs = [read_run(path) for path in args.runs]
    index = write_site(args.out, runs)
    print(index.resolve().as_uri())
    return exit_code.code_of(runs, args)
