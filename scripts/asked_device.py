"""Which device a script asks, and by which classay: options that scripts share, and the command that they make."""

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", default="", help="as `classay run` takes it; its first one without")
    parser.add_argument("--driver", default="", help="as scripts/with knows it")
    parser.add_argument("--classay", default=str(ROOT / "build/release/classay"), metavar="PATH")


def command(arguments: argparse.Namespace, *words: str) -> list[str]:
    """`classay WORDS...` on that device."""
    found = [arguments.classay, *words]
    if arguments.driver:
        found = [str(ROOT / "scripts/with"), arguments.driver, *found]
    if arguments.device:
        found += ["--device", arguments.device]
    return found
