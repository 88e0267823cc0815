#!/usr/bin/env python3
"""Measures how soon a run on a new device finds the injected defects of data/planted.

    scripts/detection_curve.py --keep FOLDER [--device D] [--driver intel] [--classay PATH] [--tier smoke] [--jobs N]

Runs all cases of the tier once, in the order of `classay run` with a time budget and with empty caches of PoCL, and notes
when each case has its result. FOLDER has the outcomes of scripts/detection.py: which cases show a defect. A defect counts
as found when the first of these cases has its result. Prints the share of the defects that the whole run finds, over
time, and writes it to FOLDER/curve.json, from which scripts/detection.py --page makes a table.

Exit codes: 0 measured; 2 usage; 3 the run had no results, or shows no defect.
"""

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import asked_device
import detection
import detection_page
from planted_verdict import GOOD, NOT_ASKED

SECONDS = (10, 30, 60, 120, 180, 300, 600)


def times_of_results(command: list[str]) -> tuple[dict[str, float], float]:
    """The seconds until each case has its last result, and until the run ends."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "POCL_CACHE_DIR": cache}
        start = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as run:
            for line in run.stdout or ():
                record = json.loads(line)
                if record["kind"] == "result":
                    found[record["case"]] = time.monotonic() - start
    return found, time.monotonic() - start


def seconds_to_find(plant: dict[str, Any], outcome: dict[str, Any], times: dict[str, float]) -> float | None:
    """When the first case that shows the defect has its result; None: the run has none of its cases."""
    cases = sorted(case for case in times if any(fnmatch.fnmatchcase(case, glob) for glob in plant["cases"]))
    verdicts = outcome["verdicts"]
    if not cases:
        return None
    if len(cases) != len(verdicts):  # the defect ran with cases that this run does not have, such as those of a mode
        return max(times[case] for case in cases)
    bad = [case for case, verdict in zip(cases, verdicts, strict=True) if verdict not in (*GOOD, *NOT_ASKED)]
    return min(times[case] for case in bad or cases)


def shares(found: Iterable[float], seconds: Iterable[float]) -> dict[float, float]:
    """The share that is found by each time."""
    all_found = list(found)
    return {s: sum(f <= s for f in all_found) / len(all_found) for s in seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked_device.add_options(parser)
    parser.add_argument("--tier", default="smoke", choices=detection_page.TIERS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as out:
        words = ("--tier", arguments.tier, "--jobs", str(arguments.jobs), "--out", f"{out}/run", "--time-budget", "24h")
        times, end = times_of_results(asked_device.command(arguments, "run", "--json", *words))
    kept = detection.Kept(arguments.keep)
    found = []
    for plant in detection.corpus(arguments.classay):
        outcome = kept.of(plant).get(arguments.tier, {"status": "", "verdicts": []})
        if outcome["status"] == "caught" and plant["verdict"] != "pass":
            seconds = seconds_to_find(plant, outcome, times)
            found += [seconds] if seconds is not None else []
    if not found:
        return 3
    curve = shares(found, [s for s in SECONDS if s < end])
    data = {"tier": arguments.tier, "jobs": arguments.jobs, "defects": len(found), "seconds": end, "shares": curve}
    (arguments.keep / "curve.json").write_text(json.dumps(data))
    sys.stdout.write(detection_page.curve_text(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
