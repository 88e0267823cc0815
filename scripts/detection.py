#!/usr/bin/env python3
"""Runs the cases that should show each injected defect on a device, and records whether they do; each allowed deviation has
to pass.

    scripts/detection.py [--device D] [--driver intel] [--classay PATH] [--tiers smoke,quick,full,certify] [--fifth DATE]
                         [--jobs N] [--keep FOLDER] [--page FILE] [--least PERCENT] [NAME-OR-CLASS...]

Each defect runs in the first of --tiers (smoke), and in the next one if that does not detect it. The cases stand in its
entry of data/planted; they also run without the defect. --fifth runs the fifth of the defects whose turn is that day (today,
or 2027-03-31), and those that the last day's commits changed; five days in a row run all. --keep stores the outcomes, so
that several calls make one page; --page writes that page (data/planted/README.md).

Exit codes: 0 as expected; 1 a deviation failed or changed nothing, a defect does not build, or less than --least percent
(85) of the defects that the tiers should detect were detected; 2 usage; 3 nothing was run.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import asked_device
import detection_page
import lately
import planted_verdict
import turns
from detection_page import TIERS

Plant = dict[str, Any]
Result = dict[str, Any]


class Asker:
    """Runs cases, and keeps the results without a defect, because several defects are compared with them."""

    def __init__(self, arguments: argparse.Namespace, folder: Path, limit: tuple[str, ...] = ("--no-case-limit",)) -> None:
        """`limit`: the options of the time of a case."""
        self.arguments = arguments
        self.limit = limit
        self.folder = folder
        self.base: dict[str, list[Result]] = {}
        self.locks: dict[str, threading.Lock] = {}
        self.device = ""
        self.made = ""  # date, and classay's version

    def run(self, cases: list[str], tier: str, words: list[str]) -> list[Result]:
        """Returns the results in the order of the cases' names. Raises RuntimeError if the run has none."""
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            out = Path(place) / "run"
            filters = [word for case in cases for word in ("--filter", case)]
            command = asked_device.command(
                self.arguments, "run", *self.limit, "--tier", tier, "--out", str(out), *filters, *words
            )
            environment = {"POCL_CACHE_DIR": str(self.folder / "pocl"), **os.environ}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            if not (out / "journal.jsonl").exists():
                raise RuntimeError(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr}")
            lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
        device = lines[0]["device"]
        self.device = self.device or f"{device['platform']}, {device['driver'].split(' (planted')[0]}"
        suite = lines[0]["suite"]
        changed = ", dirty" if suite["dirty"] else ""
        self.made = self.made or f"{date.today()}, classay {suite['version']} (commit {suite['commit'][:7]}{changed})"
        found = {line["case"]: line for line in lines if line["kind"] == "result"}
        return [found[case] for case in sorted(found)]

    @staticmethod
    def key(plant: Plant, tier: str) -> str:
        return json.dumps([plant["cases"], plant["options"], tier])

    def ask_without(self, plants: list[Plant], tier: str) -> None:
        """The device as it is, for many plants at once, which costs less than one by one."""
        by_options: dict[tuple[str, ...], list[Plant]] = {}
        for plant in plants:
            by_options.setdefault(tuple(plant["options"]), []).append(plant)
        for options, members in by_options.items():
            cases = sorted({case for plant in members for case in plant["cases"]})
            found = self.run(cases, tier, [*options, "--jobs", str(self.arguments.jobs)])
            for plant in members:
                matching = [r for r in found if any(fnmatch.fnmatchcase(r["case"], case) for case in plant["cases"])]
                self.base[self.key(plant, tier)] = matching

    def without(self, plant: Plant, tier: str) -> list[Result]:
        key = self.key(plant, tier)
        with self.locks.setdefault(key, threading.Lock()):
            if key not in self.base:
                self.base[key] = self.run(plant["cases"], tier, [*plant["options"], "--jobs", "1"])
            return self.base[key]

    def outcome(self, plant: Plant, tier: str) -> planted_verdict.Outcome:
        try:
            base = self.without(plant, tier)
            planted = self.run(plant["cases"], tier, [*plant["options"], "--jobs", "1", "--inject", plant["name"]])
        except RuntimeError as error:
            return planted_verdict.Outcome("broken", why=str(error))
        return planted_verdict.outcome(plant["verdict"] == "pass", base, planted)


class Kept:
    """The outcomes of defects, one file per defect. The outcome of a defect that was changed since is not used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "outcomes"
        self.folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def mark(plant: Plant) -> str:
        told = {key: value for key, value in plant.items() if key != "inputs"}  # which are those of a tier, not the plant's
        return hashlib.sha1(json.dumps(told).encode()).hexdigest()

    def of(self, plant: Plant) -> dict[str, Result]:
        file = self.folder / f"{plant['name']}.json"
        kept = json.loads(file.read_text()) if file.exists() else {}
        tiers: dict[str, Result] = kept.get("tiers", {}) if kept.get("mark") == self.mark(plant) else {}
        return tiers

    def put(self, plant: Plant, tiers: dict[str, Result]) -> None:
        text = json.dumps({"mark": self.mark(plant), "tiers": tiers})
        (self.folder / f"{plant['name']}.json").write_text(text)

    def about(self, device: str, made: str) -> tuple[str, str]:
        """Device and version of the runs; without a run in this process, those that an earlier one kept here."""
        file = self.folder.parent / "about.json"
        if device:
            file.write_text(json.dumps([device, made]))
            return device, made
        kept = json.loads(file.read_text()) if file.exists() else ["the device", ""]
        return kept[0], kept[1]

    def curve(self) -> dict[str, Any] | None:
        """What scripts/detection_curve.py measured."""
        file = self.folder.parent / "curve.json"
        return json.loads(file.read_text()) if file.exists() else None


def corpus(classay: str) -> list[Plant]:
    done = subprocess.run([classay, "list", "--defects", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def narrow_errors(classay: str) -> list[dict[str, Any]]:
    """What tools/narrow_errors.cpp prints, which is built next to the program; empty without it."""
    tool = Path(classay).parent / "tools" / "narrow_errors"
    if not tool.exists():
        print(f"{tool} is not built: the page has no table of narrow errors", file=sys.stderr)
        return []
    done = subprocess.run([tool], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def has_turn(plant: Plant, day: date) -> bool:
    """Defects that one case can show have the same day, so that the case runs only once without a defect."""
    return turns.has_turn(plant["cases"][0], day)


def ask(asker: Asker, kept: Kept, plant: Plant, tiers: list[str]) -> dict[str, Result]:
    """Runs the defect in each tier until one detects it, and an allowed deviation in all tiers."""
    known = kept.of(plant)
    for tier in tiers:
        if tier not in known:
            found = asker.outcome(plant, tier)
            known[tier] = found.as_json()
            print(
                f"{plant['name']:34} {tier:8} {found.status:10} {found.why[:120].splitlines()[0] if found.why else ''}",
                flush=True,
            )
            kept.put(plant, known)
        if known[tier]["status"] in ("caught", "broken", "not asked"):
            break
    return known


def trouble(plant: Plant, outcomes: dict[str, Result]) -> str:
    """Returns why the entry or the judge is wrong: the entry is broken, or an allowed deviation fails."""
    seen = detection_page.statuses(outcomes)
    if "broken" in seen:
        return "it is broken"
    if plant["verdict"] == "pass" and not seen <= {"passed", "not asked"}:
        return "an allowed deviation has to change results, and to pass"
    return ""


def share_caught(plants: list[Plant], outcomes: dict[str, dict[str, Result]], tiers: list[str]) -> float:
    """Returns the detected defects in percent of those that these tiers should detect."""
    due = [
        detection_page.caught_in(outcomes[p["name"]]) is not None
        for p in plants
        if p["verdict"] != "pass" and p["tier"] in tiers and detection_page.is_asked(outcomes[p["name"]])
    ]
    return 100 * sum(due) / len(due) if due else 100.0


def processor_time() -> float:
    """Returns the processor time of all runs, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked_device.add_options(parser)
    parser.add_argument("wanted", nargs="*", metavar="NAME-OR-CLASS")
    parser.add_argument("--tiers", default="smoke", metavar="T,...")
    parser.add_argument("--fifth", metavar="DATE")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--page", type=Path, metavar="FILE")
    parser.add_argument("--least", type=float, default=85, metavar="PERCENT")
    arguments = parser.parse_args()
    for tier in arguments.tiers.split(","):
        if tier not in TIERS:
            parser.error(f"no tier '{tier}'; there are {', '.join(TIERS)}")
    try:
        words = arguments.fifth
        arguments.fifth = words and (date.today() if words == "today" else date.fromisoformat(words))
    except ValueError:
        parser.error(f"'{arguments.fifth}' is not a date such as 2027-03-31")
    return arguments


def main() -> int:
    arguments = read_arguments()
    tiers = [tier for tier in TIERS if tier in arguments.tiers.split(",")]
    plants = corpus(arguments.classay)
    chosen = [p for p in plants if not arguments.wanted or {p["name"], p["class"]} & set(arguments.wanted)]
    if arguments.fifth:
        new = lately.changed_entries(asked_device.ROOT)
        chosen = [p for p in chosen if p["name"] in new or has_turn(p, arguments.fifth)]
    if not chosen:
        return 3
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        kept = Kept(folder)
        asker = Asker(arguments, folder)
        asker.ask_without([p for p in chosen if tiers[0] not in kept.of(p)], tiers[0])
        with ThreadPoolExecutor(arguments.jobs) as pool:
            outcomes = dict(zip((p["name"] for p in chosen), pool.map(lambda p: ask(asker, kept, p, tiers), chosen)))
        about = kept.about(asker.device, asker.made)
        if arguments.page:
            told = {p["name"]: kept.of(p) for p in plants if kept.of(p)}
            narrow = narrow_errors(arguments.classay)
            arguments.page.write_text(detection_page.page(plants, told, *about, kept.curve(), narrow))
    wrong = [(p, why) for p in chosen if (why := trouble(p, outcomes[p["name"]]))]
    for plant, why in wrong:
        print(f"{plant['name']}: {why}")
    caught = sum(detection_page.caught_in(o) is not None for o in outcomes.values())
    defects = sum(p["verdict"] != "pass" and detection_page.is_asked(outcomes[p["name"]]) for p in chosen)
    share = share_caught(chosen, outcomes, tiers)
    print(f"{caught} of {defects} defects caught, {share:.1f} % of those that are due; {len(wrong)} plants to be seen to")
    print(f"{processor_time():.0f} s of processor time")
    return 1 if wrong or share < arguments.least else 0


if __name__ == "__main__":
    sys.exit(main())
