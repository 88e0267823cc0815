"""`classay-report parquet`: writes the table of csv with types, for programs that query millions of rows."""

import argparse
from pathlib import Path

from classay_report.arguments import Parser
from classay_report.errors import UsageError
from classay_report.files import replaced
from classay_report.journal import read_run
from classay_report.tables.columns import COLUMNS, Unsigned, rows


def register(parser: Parser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folder of a run, or its journal")
    parser.output.add_argument("-o", "--out", type=Path, metavar="FILE", required=True, help="write to this file (required)")


def run(args: argparse.Namespace) -> int:
    try:
        import pyarrow  # noqa: PLC0415 - a large library, which only this command needs
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise UsageError("parquet needs pyarrow, which is not installed; install it: pip install pyarrow") from None
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    types[Unsigned] = pyarrow.uint64()
    found = list(rows([read_run(path) for path in args.runs]))
    columns = [pyarrow.array([row[i] for row in found], types[column.type]) for i, column in enumerate(COLUMNS)]
    table = pyarrow.Table.from_arrays(columns, names=[column.name for column in COLUMNS])
    with replaced(args.out) as beside:
        pyarrow.parquet.write_table(table, beside)
    return 0
