#!/usr/bin/env python3
"""Judges the answers of a real device twice, by certified models and by MPFR alone, and compares all that a run records.

    scripts/check-verdicts.py [--device D] [--driver intel] [--format f32] [--shards N] [--classay PATH] [NAME...]

For each function (default: all of one argument that a model is for) N of 2048 parts of the floats, 2^21 inputs each, are
asked in two runs: parts that hold zeros, subnormals, ones, large numbers and both signs, and others that differ from one
function to the next. Verdicts, counts, worst and first failures with their bits, histograms and the largest error of each
binade must be equal to the last digit. MPFR needs up to a minute for a part: all functions at the default of 8 parts (2^24
inputs each) take an hour or two of one core.

Exit codes: 0 all equal, 1 a difference, 2 a run that did not end.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import asked_device

PARTS = 2048  # of the floats; quarters of a binade

FUNCTIONS = [
    "acos",
    "acosh",
    "acospi",
    "asin",
    "asinh",
    "asinpi",
    "atan",
    "atanh",
    "atanpi",
    "cbrt",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
]

# Quarter binades that every function is asked about: zero and subnormals, 2^-3, 1, 2, 64, and -1/2, -4, -2^-20.
ALWAYS = (0, 496, 508, 512, 532, 1024 + 504, 1024 + 516, 1024 + 428)


def parts_of(function: str, count: int) -> list[int]:
    """The first ones are fixed; then parts between 2^-32 and 2^32 that differ from function to function."""
    parts = list(ALWAYS[:count])
    step = 37 * (1 + FUNCTIONS.index(function) if function in FUNCTIONS else 1)
    while len(parts) < count:
        at = 380 + step * len(parts) % 256 + 1024 * (len(parts) % 2)
        if at not in parts:
            parts.append(at)
        step += 1
    return parts


def recorded(arguments: argparse.Namespace, case: str, part: int, *, models: bool) -> dict[str, object]:
    """What the journal says of the case, without what may differ from run to run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        words = ["run", "--tier", "full", "--filter", case, "--out", str(out), "--shard", f"{part + 1}/{PARTS}"]
        words += ["--timeout", "3600", *([] if models else ["--no-models"])]
        command = asked_device.command(arguments, *words)
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()] if out.exists() else []
        results = [line for line in lines if line["kind"] == "result"]
        if ran.returncode not in (0, 1) or len(results) != 1:
            sys.exit(f"{' '.join(command)}\nended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    result: dict[str, object] = results[0]
    del result["seconds"]
    counts = result["counts"]
    assert isinstance(counts, dict)
    del counts["slow_path"]
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked_device.add_options(parser)
    parser.add_argument("--format", default="f32")
    parser.add_argument("--shards", type=int, default=8)
    arguments = parser.parse_args()
    different = 0
    for name in arguments.names or FUNCTIONS:
        case = f"clc/math/{name}/{arguments.format}/default/v1"
        inputs = failed = 0
        for part in parts_of(name, arguments.shards):
            fast = recorded(arguments, case, part, models=True)
            slow = recorded(arguments, case, part, models=False)
            counts = slow["counts"]
            assert isinstance(counts, dict)
            inputs += counts["judged"]
            failed += counts["failed"]
            for key in fast.keys() | slow.keys():
                if fast.get(key) != slow.get(key):
                    different += 1
                    print(f"{case} part {part}: {key} differs:\n  {fast.get(key)}\n  {slow.get(key)}", flush=True)
        print(f"{name:8} {inputs} inputs, {failed} wrong, judged alike", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
