"""Computes the exit code of commands that show runs. It depends on the results of the runs only.

A script that checks only the exit code therefore notices every failure. `--exit-zero` is for scripts that get the verdict
from a report.
"""

import argparse
from collections.abc import Iterable

from classay_report.arguments import Parser
from classay_report.journal import Run

AS_PROMISED, NOT_AS_PROMISED, USAGE, FAILED = 0, 1, 2, 4
INTERRUPTED = 130


def register(parser: Parser) -> None:
    parser.output.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 once the output is written, whatever the results are"
    )
    parser.epilog = "Exit code 1 if a result is not as promised, or if a run lacks a result or has not ended."


def code_of(runs: Iterable[Run], args: argparse.Namespace | None = None) -> int:
    if args is not None and args.exit_zero:
        return AS_PROMISED
    return AS_PROMISED if all(run.is_as_promised for run in runs) else NOT_AS_PROMISED
