"""Options that several commands have."""

import argparse
import os
import re
import sys
from pathlib import Path

from classay_report.errors import UsageError

from classay_farm.plan import BY_CASE, BY_RANGE

ROOT = Path(__file__).resolve().parents[3]
_TIME = re.compile(r"(\d+(?:\.\d+)?)(s|m|h)?")
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def default_program() -> str:
    """CLASSAY names it; else a build of this tree, the one that was installed with this program, or one on the PATH."""
    built = ROOT / "build/release/classay"
    installed = Path(sys.argv[0]).resolve().parent / "classay"
    return os.environ.get("CLASSAY") or next((str(file) for file in (built, installed) if file.is_file()), "classay")


def add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--classay", metavar="PATH", default=default_program(), help="the program (%(default)s)")


def add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="folder of the run; one that is there is gone on with"
    )


def add_question(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    add_out(parser)
    parser.add_argument("--shards", metavar="N", type=count, default=1, help="parts of the inputs of each case (1)")
    parser.add_argument(
        "--by",
        choices=(BY_CASE, BY_RANGE),
        default=BY_CASE,
        help="case: a shard is a part of the inputs of a builtin in a format; range: of all cases, as evidence needs (case)",
    )
    parser.add_argument(
        "--device",
        metavar="NAME",
        action="append",
        default=[],
        help="a target: its name, short name or a part of it (repeatable)",
    )
    parser.add_argument("--all-devices", action="store_true", help="every target that there is, a journal for each")
    parser.add_argument("words", metavar="-- WORDS", nargs="*", help="of `classay run`: --tier, --filter, --modes ...")


def add_attempts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--attempts", metavar="N", type=count, default=3, help="how often a shard is asked that gives no whole journal (3)"
    )


def count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 0 < int(word) <= 65536:
        raise argparse.ArgumentTypeError(f"'{word}' is no number from 1 to 65536")
    return int(word)


def seconds(word: str) -> float:
    found = _TIME.fullmatch(word)
    if not found:
        raise argparse.ArgumentTypeError(f"'{word}' is no time such as 90, 90s, 5m or 2h")
    return float(found[1]) * _UNITS[found[2] or ""]


def read_devices(args: argparse.Namespace, named: list[str]) -> list[str]:
    """Those of the farm's own words and of the run's."""
    devices = list(dict.fromkeys([*args.device, *named]))
    if args.all_devices and devices:
        raise UsageError("--all-devices asks every device, and --device some")
    return devices
