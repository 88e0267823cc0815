#!/usr/bin/env python3
"""Checks that no code for a wider instruction set can run before the program has detected that set (reference/cpu/).

    scripts/check-objects.py BUILD...         check the objects of build folders, e.g. build/release
    scripts/check-objects.py --file OBJECT... check these objects

The script checks every object whose command in compile_commands.json has an option such as -mavx2. Such an object may export
constant tables and nothing else:

  - no weak, unique or common symbols: if several objects define one (an inline function, an instance of a template), the
    linker keeps one definition for the complete program
  - no functions that a different object can call
  - nothing that runs when the program starts (.init_array and similar), and no indirect functions

Exit codes: 0 clean, 1 an object violates a rule, 2 wrong usage or a missing tool, 3 no such object.
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

# Options that let a compiler use instructions that not every processor of the family has. Tuning options are not included.
WIDER = re.compile(r"-m(?!prefer-|tune=|cmodel=|no-)\w")
AT_START = re.compile(r"\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b")
# Symbol types of nm for initialised, zero and read-only data. Symbols of all other types can be called or merged.
TABLES = "DBRGS"
WHAT = {
    "T": "a function that other objects can call",
    "C": "a common symbol, which the linker merges",
    "u": "a unique symbol, of which the linker keeps one definition",
    "i": "an indirect function, which is resolved when the program starts",
}
WEAK = "a weak symbol, of which the linker keeps one definition"


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wrong_symbols(path: Path) -> Iterator[str]:
    """Yields the symbols that an object exports but must not export."""
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
        # Sanitizers add functions and start-up code to every object.
        if any(WIDER.match(a) for a in arguments) and not any(a.startswith("-fsanitize") for a in arguments):
            path = Path(entry["directory"]) / arguments[arguments.index("-o") + 1]
            if path.exists():  # the target may not have been built
                yield path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="store_true", help="check objects instead of build folders")
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
