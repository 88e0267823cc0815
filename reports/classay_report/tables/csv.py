"""`classay-report csv`: results as CSV, one per line."""

import argparse
import csv
import io

from classay_report.journal import read_run
from classay_report.tables.columns import COLUMNS, rows, word
from classay_report.tables.output import register_runs_and_out, write
from classay_report.visible import visible


def register(parser: argparse.ArgumentParser) -> None:
    register_runs_and_out(parser)


def run(args: argparse.Namespace) -> int:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in COLUMNS)
    for row in rows([read_run(path) for path in args.runs]):
        writer.writerow(visible(word(value)) for value in row)
    write(text.getvalue(), args.out)
    return 0
