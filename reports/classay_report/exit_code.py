"""The exit code of commands that show runs: what the results of the runs say, whatever the command writes.

A script that goes by the code alone loses no failure; `--exit-zero` is for one that gets the verdict from elsewhere.
"""

import argparse
from collections.abc import Iterable

from classay_report.journal import Run

AS_PROMISED, NOT_AS_PROMISED, USAGE, FAILED = 0, 1, 2, 4
INTERRUPTED = 130


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--exit-zero", action="store_true", help="end with 0 when the output is written, whatever the results are"
    )
    parser.epilog = "Exit code 1 when a result is not as promised, or a run lacks a result or has not ended."


def code_of(runs: Iterable[Run], args: argparse.Namespace | None = None) -> int:
    if args is not None and args.exit_zero:
        return AS_PROMISED
    return AS_PROMISED if all(run.is_as_promised for run in runs) else NOT_AS_PROMISED
