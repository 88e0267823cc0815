"""Selects the device and the classay of a script: options that scripts share, and the command made from them."""

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", default="", help="run on this device, as for `classay run` (default: the first)")
    parser.add_argument("--driver", default="", help="run with this driver of scripts/with (default: the system's)")
    parser.add_argument("--classay", default=str(ROOT / "build/release/classay"), metavar="PATH")


def command(arguments: argparse.Namespace, *words: str) -> list[str]:
    """Returns the command `classay WORDS...` for that device."""
    found = [arguments.classay, *words]
    if arguments.driver:
        found = [str(ROOT / "scripts/with"), arguments.driver, *found]
    if arguments.device:
        found += ["--device", arguments.device]
    return found
