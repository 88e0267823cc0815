"""What the commands that turn runs into one text have in common."""

import argparse
import sys
from pathlib import Path

from classay_report.files import write_text


def register_runs_and_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="the folder of a run, or its journal")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: standard output)")


def write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
