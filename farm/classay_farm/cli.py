"""Defines the command line: one table of commands, each a module with `register(parser)` and `run(args) -> int`.

Exit codes are those of classay (docs/cli.md); 4 also means that a shard is missing.
"""

import importlib
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import NamedTuple

from classay_report import standard_output
from classay_report.arguments import EXIT_CODES, Parser
from classay_report.errors import ReportError, UsageError
from classay_report.visible import visible_lines

from classay_farm import __version__
from classay_farm.program import ProgramError

FAILED, INTERRUPTED = 4, 130
INTERRUPTS = (signal.SIGTERM, signal.SIGHUP)  # besides SIGINT


class Command(NamedTuple):
    name: str
    module: str  # has `register`; imported only if chosen
    help: str
    runs: str = ""  # the module with `run` if it needs Dask, which help does not; empty: `module`


COMMANDS = (
    Command(
        "run",
        "classay_farm.commands.run",
        "run all shards with Dask, on this machine or on the workers of a scheduler",
        "classay_farm.commands.run_with_dask",
    ),
    Command(
        "worker",
        "classay_farm.commands.worker",
        "run shards on this machine's devices for a scheduler",
        "classay_farm.commands.worker_with_dask",
    ),
    Command(
        "targets",
        "classay_farm.commands.targets",
        "list the devices of a scheduler's workers",
        "classay_farm.commands.targets_with_dask",
    ),
    Command("slurm", "classay_farm.commands.slurm", "print or submit the Slurm jobs of a run"),
    Command("plan", "classay_farm.commands.plan", "write the list of shards of a run"),
    Command("work", "classay_farm.commands.work", "run the missing shards of a plan on this machine"),
    Command("merge", "classay_farm.commands.merge", "merge the shards of a plan, and print the summary of the run"),
)


def parser_for(chosen: str | None) -> Parser:
    """Adds the options of the chosen command only."""
    parser = Parser(
        prog="classay-farm",
        description="Divides a run of classay into shards, and runs these on several devices or machines.",
        epilog=EXIT_CODES,
    )
    version = f"classay-farm {__version__}"
    parser.output.add_argument("-V", "--version", action="version", version=version, help="print the version")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        description = command.help[:1].upper() + command.help[1:] + "."
        subparser = subparsers.add_parser(command.name, help=command.help, description=description)
        if command.name == chosen:
            importlib.import_module(command.module).register(subparser)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in words if not word.startswith("-")), None)
    standard_output.prepare()
    try:
        try:
            return _run(chosen, words)
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        if error.name not in ("distributed", "dask", "cloudpickle"):
            raise
        return _told(f"{chosen}: Dask is not installed; install it: pip install distributed cloudpickle", 2)
    except UsageError as error:
        return _told(str(error), 2)
    except ProgramError as error:
        return _told(str(error), error.code)
    except ReportError as error:
        return _told(str(error), FAILED)
    except FileNotFoundError as error:
        return _told(f"{error.filename}: does not exist", 2)
    except OSError as error:
        standard_output.drop()
        return _told(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        # A defect of the farm. The interpreter's own exit code, 1, would mean a failing device.
        traceback.print_exc()
        return FAILED


def _run(chosen: str | None, words: list[str]) -> int:
    args = parser_for(chosen).parse(words)
    command = next(c for c in COMMANDS if c.name == args.command)
    module = importlib.import_module(command.runs or command.module)
    for number in INTERRUPTS:
        # nohup ignores SIGHUP.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    return int(module.run(args))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _told(sentence: str, code: int) -> int:
    print(f"classay-farm: {visible_lines(sentence)}", file=sys.stderr)
    return code
