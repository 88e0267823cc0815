"""Options shared by several commands."""

import argparse
import os
import re
import sys
from pathlib import Path

from classay_report.arguments import Parser
from classay_report.errors import UsageError

from classay_farm.plan import BY_CASE, BY_RANGE

ROOT = Path(__file__).resolve().parents[3]
_TIME = re.compile(r"(\d+(?:\.\d+)?)(s|m|h)?")
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def default_program() -> str:
    """Value of CLASSAY; else the build of this tree, the program installed next to this one, or the one in PATH."""
    built = ROOT / "build/release/classay"
    installed = Path(sys.argv[0]).resolve().parent / "classay"
    return os.environ.get("CLASSAY") or next((str(file) for file in (built, installed) if file.is_file()), "classay")


def add_program(parser: Parser) -> None:
    parser.debugging.add_argument(
        "--classay", metavar="PATH", default=default_program(), help="run this program (default: %(default)s)"
    )


def add_out(parser: Parser) -> None:
    parser.output.add_argument(
        "-o", "--out", metavar="DIR", type=Path, required=True, help="write to DIR; resume the run if DIR exists (required)"
    )


def add_question(parser: Parser) -> None:
    add_program(parser)
    add_out(parser)
    parser.selection.add_argument(
        "--shards", metavar="N", type=count, default=1, help="divide the inputs of each case into N parts (default: 1)"
    )
    parser.selection.add_argument(
        "--by",
        metavar="BY",
        choices=(BY_CASE, BY_RANGE),
        default=BY_CASE,
        help="form shards by case: the cases of one builtin in one format; or by range: a part of the inputs of all cases, "
        "which evidence requires (default: case)",
    )
    parser.device.add_argument(
        "--device",
        metavar="NAME",
        action="append",
        default=[],
        help="run on this device: its name or a part of it (repeatable)",
    )
    parser.device.add_argument("--all-devices", action="store_true", help="run on all devices, with one journal for each")
    parser.add_argument(
        "words", metavar="-- WORDS", nargs="*", help="globs and options of `classay run`: --tier, --exclude, --modes ..."
    )


def add_attempts(parser: Parser) -> None:
    parser.device.add_argument(
        "--attempts",
        metavar="N",
        type=count,
        default=3,
        help="retry a shard without a complete journal up to N times (default: 3)",
    )


def count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 0 < int(word) <= 65536:
        raise argparse.ArgumentTypeError(f"'{word}' is not a number from 1 to 65536")
    return int(word)


def seconds(word: str) -> float:
    found = _TIME.fullmatch(word)
    if not found:
        raise argparse.ArgumentTypeError(f"'{word}' is not a time such as 90s, 5m or 2h")
    return float(found[1]) * _UNITS[found[2] or ""]


def read_devices(args: argparse.Namespace, named: list[str]) -> list[str]:
    """The devices named by the farm's options and by those of the run."""
    devices = list(dict.fromkeys([*args.device, *named]))
    if args.all_devices and devices:
        raise UsageError("--all-devices and --device cannot be used together")
    return devices
