"""Shared by the commands that write runs as one text."""

import sys
from pathlib import Path

from classay_report.arguments import Parser
from classay_report.files import write_text


def register_runs_and_out(parser: Parser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folder of a run, or its journal")
    parser.output.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write to this file (default: standard output)"
    )


def write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
