"""`classay-report csv`: writes results as CSV, one per line.

A spreadsheet runs a text that begins with `=`, `+`, `-` or `@` as a formula, and devices determine names and reasons. Such a
text therefore gets a leading apostrophe, and so does a text that begins with an apostrophe. A reader removes one apostrophe
from each text. Numbers are unchanged.
"""

import argparse
import csv
import io
import re

from classay_report.arguments import Parser
from classay_report.journal import read_run
from classay_report.tables.columns import COLUMNS, Column, Value, rows, word
from classay_report.tables.output import register_runs_and_out, write
from classay_report.visible import visible

# Some spreadsheets treat the full-width forms like the plain signs.
_BEGINS_FORMULA = frozenset("=+-@＝＋－＠'")
_NUMBER = r"(?:[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?|inf|nan)|-)"
_NUMBERS = re.compile(f"{_NUMBER}(?: {_NUMBER})*", re.IGNORECASE)


def cell(column: Column, value: Value) -> str:
    text = visible(word(value))
    is_plain = column.type is not str or text[:1] not in _BEGINS_FORMULA or _NUMBERS.fullmatch(text)
    return text if is_plain else f"'{text}"


def register(parser: Parser) -> None:
    register_runs_and_out(parser)


def run(args: argparse.Namespace) -> int:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in COLUMNS)
    for row in rows([read_run(path) for path in args.runs]):
        writer.writerow(cell(column, value) for column, value in zip(COLUMNS, row, strict=True))
    write(text.getvalue(), args.out)
    return 0
