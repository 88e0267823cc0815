"""The command line: one table of subcommands, each a module with `register(parser)` and `run(args) -> int`.

Exit codes are those of `classay run`: 0 all as promised, 1 something is not, 2 usage, 4 the farm failed or a shard is
missing, 5 no device that can be used, 130 interrupted.
"""

import argparse
import importlib
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import NamedTuple

from classay_report import standard_output
from classay_report.errors import ReportError, UsageError
from classay_report.visible import visible_lines

from classay_farm import __version__
from classay_farm.program import ProgramError

FAILED, INTERRUPTED = 4, 130
INTERRUPTS = (signal.SIGTERM, signal.SIGHUP)  # besides SIGINT


class Command(NamedTuple):
    name: str
    module: str  # imported only when asked for: not all need Dask
    help: str


COMMANDS = (
    Command("run", "classay_farm.commands.run", "ask the shards of a run with Dask, here or on the workers of a scheduler"),
    Command("worker", "classay_farm.commands.worker", "lend this machine's devices to a scheduler of Dask"),
    Command("targets", "classay_farm.commands.targets", "list the devices that the workers of a scheduler have"),
    Command("slurm", "classay_farm.commands.slurm", "print the jobs of a run for Slurm, or submit them"),
    Command("plan", "classay_farm.commands.plan", "decide which shards a run has"),
    Command("work", "classay_farm.commands.work", "ask the shards of a plan that are missing, or a part of them, here"),
    Command("merge", "classay_farm.commands.merge", "join the shards of a plan, and say what the run came to"),
)


def parser_for(chosen: str | None) -> argparse.ArgumentParser:
    """Only the chosen command has its options."""
    parser = argparse.ArgumentParser(
        prog="scripts/farm",
        description="A run of classay as many small ones, on the machines of a farm (docs/guide/farm.md).",
        epilog="Exit codes: 0 all as promised, 1 something is not, 2 usage, 4 a shard could not be completed, or the farm "
        "itself failed, 5 no device that can be used, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"classay-farm {__version__}")
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
        return _told("Dask is not installed: pip install 'classay[farm]'", 2)
    except UsageError as error:
        return _told(str(error), 2)
    except ProgramError as error:
        return _told(str(error), error.code)
    except ReportError as error:
        return _told(str(error), FAILED)
    except OSError as error:
        standard_output.drop()
        return _told(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        # A bug, which shows its trace; not the interpreter's code for it, 1, which would say something of a device.
        traceback.print_exc()
        return FAILED


def _run(chosen: str | None, words: list[str]) -> int:
    args = parser_for(chosen).parse_args(words)
    module = importlib.import_module(next(c.module for c in COMMANDS if c.name == args.command))
    for number in INTERRUPTS:
        # Below nohup SIGHUP is ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    return int(module.run(args))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _told(sentence: str, code: int) -> int:
    print(f"farm: {visible_lines(sentence)}", file=sys.stderr)
    return code
