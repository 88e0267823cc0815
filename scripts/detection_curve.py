#!/usr/bin/env python3
"""Measures how soon a run on a new device finds the injected defects of data/planted.

    scripts/detection_curve.py --keep FOLDER [--device D] [--driver intel] [--classay PATH] [--tier smoke] [--jobs N]

Runs each defect with the cases of its entry, at every width of the tier, and keeps in FOLDER/every-width which of them
show it. Then runs all cases of the tier once, in the order of `classay run` with a time budget and with empty caches of
PoCL, and notes when each case has its result. A defect counts as found when the first case that shows it has its result.
Prints the share of the defects that the whole run finds, over time, and writes it to FOLDER/curve.json, from which
scripts/detection.py --page makes a table.

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asked_device
import detection
import detection_page

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


def cases_of_run(arguments: argparse.Namespace) -> list[str]:
    command = asked_device.command(arguments, "run", "--tier", arguments.tier, "--dry-run")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def every_width(plant: detection.Plant, cases: list[str]) -> detection.Plant | None:
    """The defect with those of these cases that differ from its entry's by the width only. An entry names one case that
    shows it, not the first one. None: there are no such cases."""
    globs = [case.rsplit("/", 1)[0] + "/*" for case in plant["cases"]]
    found = [case for case in cases if any(fnmatch.fnmatchcase(case, glob) for glob in globs)]
    return {**plant, "cases": sorted(found)} if found else None


def outcomes(arguments: argparse.Namespace, plants: list[detection.Plant]) -> list[detection.Result]:
    """Runs each defect with its cases, unless an earlier call did. Returns the outcomes."""
    folder = arguments.keep / "every-width"
    kept = detection.Kept(folder)
    asker = detection.Asker(arguments, folder, limit=())
    asker.ask_without([plant for plant in plants if arguments.tier not in kept.of(plant)], arguments.tier)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tiers = list(pool.map(lambda plant: detection.ask(asker, kept, plant, [arguments.tier]), plants))
    return [of_plant[arguments.tier] for of_plant in tiers]


def seconds_to_find(outcome: detection.Result, times: dict[str, float]) -> float | None:
    """When the first case that shows the defect has its result; None: the run has none of them."""
    return min((times[case] for case in outcome["shown"] if case in times), default=None)


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
    cases = cases_of_run(arguments)
    defects = [plant for plant in detection.corpus(arguments.classay) if plant["verdict"] != "pass"]
    shown = outcomes(arguments, [wide for plant in defects if (wide := every_width(plant, cases))])
    with tempfile.TemporaryDirectory() as out:
        words = ("--tier", arguments.tier, "--jobs", str(arguments.jobs), "--out", f"{out}/run", "--time-budget", "24h")
        times, end = times_of_results(asked_device.command(arguments, "run", "--json", *words))
    found = [seconds for outcome in shown if (seconds := seconds_to_find(outcome, times)) is not None]
    if not found:
        return 3
    curve = shares(found, [s for s in SECONDS if s < end])
    data = {"tier": arguments.tier, "jobs": arguments.jobs, "defects": len(found), "seconds": end, "shares": curve}
    (arguments.keep / "curve.json").write_text(json.dumps(data))
    sys.stdout.write(detection_page.curve_text(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
