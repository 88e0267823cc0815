#!/usr/bin/env python3
"""Judges the results of a real device twice, with certified models and with MPFR alone, and compares the journals.

    scripts/check-verdicts.py [--device D] [--driver intel] [--format f32] [--shards N] [--classay PATH] [NAME...]

The script runs each function (default: all functions of one argument that have a model) twice. Each run covers N of 2,048
parts of the floats, with 2^21 inputs each: fixed parts with zeros, subnormals, ones, large numbers, both signs; and parts
that differ between functions. Verdicts, counts, worst and first failures with their bits, histograms and the largest error
of each binade must be exactly equal. MPFR needs up to a minute per part. All functions with the default of 8 parts
(2^24 inputs each) take one to two hours on one core.

Exit codes: 0 all equal, 1 a difference, 2 a run that failed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import asked_device

PARTS = 2048  # number of parts; each is a quarter of a binade

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

# Quarter binades that every function covers: zero and subnormals, 2^-3, 1, 2, 64, and -1/2, -4, -2^-20.
ALWAYS = (0, 496, 508, 512, 532, 1024 + 504, 1024 + 516, 1024 + 428)


def parts_of(function: str, count: int) -> list[int]:
    """Returns the fixed parts first, then parts between 2^-32 and 2^32 that differ between functions."""
    parts = list(ALWAYS[:count])
    step = 37 * (1 + FUNCTIONS.index(function) if function in FUNCTIONS else 1)
    while len(parts) < count:
        at = 380 + step * len(parts) % 256 + 1024 * (len(parts) % 2)
        if at not in parts:
            parts.append(at)
        step += 1
    return parts


def recorded(arguments: argparse.Namespace, case: str, part: int, *, models: bool) -> dict[str, object]:
    """Returns the journal's record of the case, without the fields that may differ between runs."""
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
        print(f"{name:8} {inputs} inputs, {failed} wrong, equal verdicts", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
