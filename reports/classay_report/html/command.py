"""classay-report html OUT RUN...: a site of one run, or of several side by side."""

import argparse
from pathlib import Path

from classay_report.html.site import write_site
from classay_report.journal import read_run


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", type=Path, help="folder of the site; a site that is there is replaced")
    parser.add_argument(
        "runs", metavar="RUN", nargs="+", type=Path, help="folder of a run, or its journal; each run is a column"
    )


def run(args: argparse.Namespace) -> int:
    index = write_site(args.out, [read_run(path) for path in args.runs])
    print(index.resolve().as_uri())
    return 0
