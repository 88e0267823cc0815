#!/usr/bin/env python3
"""Checks that no code for a wider instruction set can run before the machine was asked for it (reference/cpu/).

    scripts/check-objects.py BUILD...     the objects of build folders, e.g. build/release
    scripts/check-objects.py --file OBJECT...

Looked at is every object whose command in compile_commands.json has an option such as -mavx2. It may give other objects
constant tables and nothing else:

  - no weak, unique or common symbol: of several objects that define one (an inline function, an instance of a template),
    the linker keeps one for everybody
  - no function that another object could call
  - nothing that runs when the program starts (.init_array and its like), and no indirect function

Exit codes: 0 clean, 1 an object is wrong, 2 wrong use or a tool is missing, 3 there is no such object.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# Options that let a compiler use more than every processor of a family has. What only says how to use that is not one.
WIDER = re.compile(r"-m(?!prefer-|tune=|cmodel=|no-)\w")
AT_START = re.compile(r"\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b")
# Letters of nm: data that is initialised, zero or read-only. All others can be called, or are merged.
TABLES = "DBRGS"
WHAT = {
    "T": "a function that others can call",
    "C": "a common symbol, which the linker merges",
    "u": "a unique symbol, of which the linker keeps one for all",
    "i": "an indirect function, which is resolved when the program starts",
}
WEAK = "a weak symbol, of which the linker keeps one for all"


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wrong_symbols(path: Path) -> Iterator[str]:
    """What an object defines for others and must not."""
    for line in output_of("nm", "--defined-only", "--extern-only", "--demangle", "--no-sort", str(path)).splitlines():
        match = re.fullmatch(r"[0-9a-f]* ([A-Za-z]) (.*)", line)
        if match and match[1] not in TABLES:
            yield f"{match[2]}: {WHAT.get(match[1], WEAK)}"


def wrong_sections(path: Path) -> Iterator[str]:
    for name in re.findall(r"\] (\.\S+)", output_of("readelf", "--section-headers", "--wide", str(path))):
        if AT_START.match(name):
            yield f"{name}: runs when the program starts or ends"


def faults(path: Path) -> list[str]:
    return [*wrong_symbols(path), *wrong_sections(path)]


def wider_objects(build: Path) -> Iterator[Path]:
    for entry in json.loads((build / "compile_commands.json").read_text()):
        arguments = shlex.split(entry["command"])
        # Sanitizers put functions and start-up code of their own into every object.
        if any(WIDER.match(a) for a in arguments) and not any(a.startswith("-fsanitize") for a in arguments):
            path = Path(entry["directory"]) / arguments[arguments.index("-o") + 1]
            if path.exists():  # a target that nobody built
                yield path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="store_true", help="objects instead of build folders")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    options = parser.parse_args()
    try:
        objects = options.paths if options.file else [o for build in options.paths for o in wider_objects(build)]
        found = {path: faults(path) for path in objects}
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"check-objects: {error}", file=sys.stderr)
        return 2
    for path, wrong in found.items():
        for what in wrong:
            print(f"{path}: {what}", file=sys.stderr)
    print(f"{len(objects)} objects for wider instruction sets, {sum(1 for w in found.values() if w)} of them wrong")
    return 3 if not objects else 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
