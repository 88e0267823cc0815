#!/usr/bin/env python3
"""Compares searches for the worst input with plain sampling of equal cost, as a Markdown table.

    scripts/search-table.py [--device D] [--driver intel] [--inputs N] [FORMAT...]

Formats: f64 (every function of one argument) and f32 (every function of two arguments with its own error). Exit codes: 0 if
the searches found more than the samples in at least as many functions as they found less, otherwise 1.
"""

import argparse
import json
import subprocess
import sys
from typing import Any

import asked_device

FUNCTIONS = {
    "f64": "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt cos cosh cospi erf erfc exp exp10 exp2 expm1 log "
    "log10 log1p log2 rsqrt sin sinh sinpi tan tanh tanpi tgamma",
    "f32": "atan2 atan2pi hypot pow pown powr rootn",
}


def error_of(tally: dict[str, Any]) -> float:
    if not tally["worst"]:
        return 0.0
    return abs(float(tally["worst"][0]["ulps"]))


def shown(tally: dict[str, Any]) -> str:
    text = f"{error_of(tally):.6g}"
    return text + (f", {tally['failed']:,} wrong" if tally["failed"] else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    asked_device.add_options(parser)
    parser.add_argument("--inputs", default="65536")
    arguments = parser.parse_args()
    more = less = 0
    print("| | search, ulp | plain sampling, ulp | inputs each | at |\n|---|---|---|---|---|")
    for form in arguments.formats or list(FUNCTIONS):
        for name in FUNCTIONS[form].split():
            words = ["search", name, form, "--inputs", arguments.inputs, "--compare", "--json"]
            command = asked_device.command(arguments, *words)
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode not in (0, 1):
                print(f"| {name} {form} | {ran.stderr.strip()} | | | |", flush=True)
                continue
            answer = json.loads(ran.stdout)
            found, sampled = answer["found"], answer["sampled"]
            more += error_of(found) > error_of(sampled)
            less += error_of(found) < error_of(sampled)
            at = ", ".join(found["worst"][0]["inputs"]) if found["worst"] else ""
            print(f"| {name} {form} | {shown(found)} | {shown(sampled)} | {found['judged']:,} | {at} |", flush=True)
    print(f"\nLarger errors in {more} functions, smaller in {less}.")
    return 0 if more >= less else 1


if __name__ == "__main__":
    sys.exit(main())
