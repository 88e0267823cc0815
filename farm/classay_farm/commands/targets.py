"""Options of `classay-farm targets`, which lists the devices of a scheduler's workers (targets_with_dask.py)."""

from classay_report.arguments import Parser

from classay_farm.commands import options


def register(parser: Parser) -> None:
    options.add_program(parser)
    parser.add_argument("scheduler", metavar="ADDRESS", help="address of the scheduler, e.g. tcp://host:8786")
