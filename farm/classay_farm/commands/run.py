"""Options of `classay-farm run`, which runs the shards of a run as Dask tasks (run_with_dask.py)."""

import os

from classay_report.arguments import Parser

from classay_farm.commands import options


def register(parser: Parser) -> None:
    options.add_question(parser)
    parser.device.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="use the workers of this Dask scheduler, e.g. tcp://host:8786 (default: start workers here)",
    )
    parser.device.add_argument(
        "-j",
        "--jobs",
        "--workers",
        dest="workers",
        metavar="N",
        type=options.count,
        default=min(8, os.cpu_count() or 1),
        help="start N workers on this machine (default: %(default)s)",
    )
    parser.device.add_argument(
        "--slots", metavar="N", type=options.count, default=1, help="run N shards at a time on one device (default: 1)"
    )
    options.add_attempts(parser)
    parser.time.add_argument(
        "--straggler",
        metavar="TIME",
        type=options.seconds,
        default=60.0,
        help="start a shard a second time on an idle worker if it takes TIME and much longer than others; 0: never "
        "(default: 60s)",
    )
    parser.time.add_argument(
        "--alone",
        metavar="TIME",
        type=options.seconds,
        default=600.0,
        help="give up a device that has no worker for TIME (default: 10m)",
    )
    parser.time.add_argument(
        "--lost-after",
        metavar="TIME",
        type=options.seconds,
        default=300.0,
        help="treat a local worker that sends nothing for TIME as lost (default: 5m)",
    )
    parser.output.add_argument(
        "--dashboard",
        metavar="ADDRESS",
        default="",
        help="serve Dask's dashboard at ADDRESS, e.g. 127.0.0.1:8787 (needs bokeh)",
    )
    parser.output.add_argument(
        "--progress",
        metavar="TIME",
        type=options.seconds,
        default=30.0,
        help="print progress every TIME; 0: never (default: 30s)",
    )
