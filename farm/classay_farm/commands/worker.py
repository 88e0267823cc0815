"""Options of `classay-farm worker`, which runs shards for a Dask scheduler (worker_with_dask.py)."""

import argparse

from classay_report.arguments import Parser

from classay_farm.commands import options

SETTINGS = "/etc/classay/farm.conf"  # read by farm/deploy/classay-farm-worker.service


def register(parser: Parser) -> None:
    options.add_program(parser)
    parser.add_argument("scheduler", metavar="ADDRESS", type=address, help="address of the scheduler, e.g. tcp://host:8786")
    parser.device.add_argument(
        "--slots", metavar="N", type=options.count, default=1, help="run N shards at a time on one device (default: 1)"
    )
    parser.device.add_argument(
        "--library",
        metavar="lib:FILE",
        action="append",
        default=[],
        help="also run on this library of C functions (repeatable)",
    )
    parser.output.add_argument("--host", metavar="ADDRESS", help="address of this machine for other workers")
    parser.output.add_argument("--name", metavar="NAME", help="name of the worker on Dask's dashboard")


def address(word: str) -> str:
    """Checks the argument. The service passes an empty word if its settings contain no address."""
    if not word:
        raise argparse.ArgumentTypeError(f"no address of a scheduler; for the service, set SCHEDULER in {SETTINGS}")
    return word
