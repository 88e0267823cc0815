"""`classay-report findings RUN`: groups the cases that are not as promised by defect."""

import argparse
import shutil
import sys
from pathlib import Path

from classay_report import exit_code
from classay_report.arguments import Parser
from classay_report.findings.group import findings_of
from classay_report.findings.text import data, text
from classay_report.journal import read_run
from classay_report.visible import json_text


def register(parser: Parser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="folder of a run, or its journal")
    parser.output.add_argument("--json", action="store_true", help="print JSON instead of text")
    exit_code.register(parser)


def run(args: argparse.Namespace) -> int:
    found = read_run(args.run)
    findings = findings_of(found)
    if args.json:
        sys.stdout.write(json_text(data(found, findings)))
    else:
        sys.stdout.write(text(found, findings, shutil.get_terminal_size((100, 24)).columns))
    return exit_code.code_of([found], args)
