"""Defines the command line: one table of commands, each a module with `register(parser)` and `run(args) -> int`.

Exit codes are those of classay (docs/cli.md). docs/reports.md defines 0 and 1 for each command.
"""

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from classay_report import __version__, standard_output
from classay_report.arguments import EXIT_CODES, Parser
from classay_report.errors import ReportError, UsageError
from classay_report.exit_code import FAILED, INTERRUPTED, USAGE
from classay_report.visible import warn


class Command(NamedTuple):
    name: str
    module: str  # imported only if this command runs: it may need a library that the others do not
    help: str


COMMANDS: tuple[Command, ...] = (
    Command("html", "classay_report.html.command", "write a website of one or more runs into a folder; it opens from disk"),
    Command("findings", "classay_report.findings.command", "group the cases that are not as promised by defect"),
    Command("diff", "classay_report.compare.command", "compare two runs, or two groups of runs"),
    Command("baseline", "classay_report.baseline.command", "make, update and check the known results of a device"),
    Command("junit", "classay_report.tables.junit", "write verdicts as JUnit XML, for CI systems"),
    Command("csv", "classay_report.tables.csv", "write results as CSV, one result per line"),
    Command("parquet", "classay_report.tables.parquet", "write results as Parquet, with typed columns"),
    Command("markdown", "classay_report.tables.markdown", "write a short summary in Markdown"),
    Command("table", "classay_report.tables.table", "write the largest error of each function, to cite"),
    Command("trend", "classay_report.trend.command", "record runs in a database and track devices over many runs"),
    Command("cts", "classay_report.cts.command", "judge logs of OpenCL-CTS, or predict its results from a run"),
    Command("pack", "classay_report.evidence.pack", "pack runs as evidence of conformance"),
    Command("verify", "classay_report.evidence.verify", "check that a package of evidence is complete and unaltered"),
)


def parser_for(chosen: str | None) -> Parser:
    """Adds the options of the chosen command only, so that the other modules are not imported."""
    parser = Parser(prog="classay-report", description="Makes reports from classay's journals.", epilog=EXIT_CODES)
    version = f"classay-report {__version__}"
    parser.output.add_argument("-V", "--version", action="version", version=version, help="print the version")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.name, help=command.help, description=command.help[:1].upper() + command.help[1:] + "."
        )
        if command.name == chosen:
            importlib.import_module(command.module).register(subparser)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in words if not word.startswith("-")), None)
    standard_output.prepare()

    def act() -> int:
        args = parser_for(chosen).parse(words)
        module = next(command.module for command in COMMANDS if command.name == args.command)
        return int(importlib.import_module(module).run(args))

    return _ended(act)


def _ended(act: Callable[[], int]) -> int:
    """Runs the command and returns its exit code. Reports an error in one sentence."""
    try:
        try:
            return act()
        finally:
            # Flushed here, so that a full disk is reported.
            sys.stdout.flush()
    except UsageError as error:
        return _told(str(error), USAGE)
    except ReportError as error:
        return _told(str(error), FAILED)
    except FileNotFoundError as error:
        return _told(f"{error.filename}: does not exist", USAGE)
    except OSError as error:
        standard_output.drop()
        return _told(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED


def _told(sentence: str, code: int) -> int:
    warn(f"classay-report: {sentence}")
    return code
