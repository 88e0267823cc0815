"""`classay-report cts RUN` and `classay-report cts audit LOG...`: see docs/guide/next-to-cts.md."""

import argparse

from classay_report.actions import add_action
from classay_report.arguments import Parser
from classay_report.cts import audit, predict


def register(parser: Parser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    predict.register(add_action(actions, "predict", "predict results of OpenCL-CTS from a run; 'cts RUN' does the same"))
    audit.register(add_action(actions, "audit", "judge the failures in logs of OpenCL-CTS"))
    parser.default_action = "predict"


def run(args: argparse.Namespace) -> int:
    return {"predict": predict.run, "audit": audit.run}[args.action](args)
