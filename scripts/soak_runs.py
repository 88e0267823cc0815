"""Runs that scripts/soak disturbs: starts and resumes them, and compares them with an undisturbed run."""

import json
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DEVICE = {"address": "0:0", "name": "Stand-in", "platform": "Nowhere", "version": "OpenCL 3.1", "driver": "1"}
FILTERS = ("clc/math/[sct][ioa][ns]/f32/default/*",)
RULES = (
    ("clc/math/sin/*/v4", "fail", ""),
    ("clc/math/cos/*/v2", "crash", ""),
    ("clc/math/cos/*/v8", "fail", "alone"),
    ("clc/math/tan/*/v1", "fail-in-part", ""),
    ("clc/math/tan/*/v8", "waver", ""),
)
# A limit on file sizes also applies to the shared memory of a worker's crash record.
WITHOUT_CRASHES = tuple(rule for rule in RULES if rule[1] != "crash")

Verdicts = dict[str, str]


@dataclass
class Counts:
    kills: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    resumes: int = 0
    lost: list[str] = field(default_factory=list)
    wrongly_passed: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    grown: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def compare(self, what: str, found: Verdicts, undisturbed: Verdicts, may_be_worse: bool = False) -> None:
        """Compares verdicts. If the device was lost, a case may have a worse verdict, but not a better one."""
        for case, verdict in undisturbed.items():
            is_now = found.get(case, "missing")
            told = f"{what}: {case} was {verdict} and is {is_now}"
            if is_now == "missing":
                self.lost.append(told)
            elif is_now == "pass" and verdict != "pass":
                self.wrongly_passed.append(told)
            elif is_now != verdict and not may_be_worse:
                self.different.append(told)
        self.different += [f"{what}: {case} is not in the undisturbed run" for case in found.keys() - undisturbed.keys()]

    def is_good(self) -> bool:
        return not (self.lost or self.wrongly_passed or self.different or self.grown or self.broken)

    def text(self) -> str:
        kinds = " ".join(f"{kind} {count}" for kind, count in sorted(self.kills.items())) or "none"
        runs = " ".join(f"{kind} {count}" for kind, count in sorted(self.runs.items())) or "none"
        return (
            f"runs: {runs}; resumes {self.resumes}; kills {sum(self.kills.values())}: {kinds}; lost {len(self.lost)}; "
            f"wrongly passed {len(self.wrongly_passed)}; different {len(self.different)}; "
            f"grown {len(self.grown)}; broken {len(self.broken)}"
        )

    def details(self) -> Iterator[str]:
        for name in ("lost", "wrongly_passed", "different", "grown", "broken"):
            for told in getattr(self, name)[:20]:
                yield f"{name.replace('_', ' ')}: {told}"


def verdicts_of(folder: Path) -> Verdicts:
    """Returns the last result of each case. Ignores a line that a kill cut off."""
    found = {}
    for line in (folder / "journal.jsonl").read_text().splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry["kind"] == "result":
            found[entry["case"]] = entry["verdict"]
    return found


def children_of(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = entry.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == pid:
            found.append(int(entry.parent.name))
    return found


def send(number: signal.Signals, pid: int) -> bool:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


class Runs:
    """Runs of a stand-in for a device, or of a device, and their outcomes."""

    def __init__(self, classay: Path, folder: Path, seed: int) -> None:
        self.classay = str(classay)
        self.stand_in = str(classay.parent / "tools/stand_in")
        self.layer = str(classay.parent / "tools/libfault_layer.so")
        self.folder = folder
        self.source = random.Random(seed)
        self.counts = Counts()
        self.lock = threading.Lock()
        self.number = 0

    def behave(self, name: str, pace: int, rules: tuple[tuple[str, str, str], ...]) -> dict[str, str]:
        """Returns the environment of a stand-in device that takes `pace` microseconds per piece."""
        made = [{"case": case, "do": do} | ({"only": only} if only else {}) for case, do, only in rules]
        place = self.folder / name
        place.mkdir(exist_ok=True)
        script = {"folder": str(place), "pace": pace, "rules": made, "device": DEVICE}
        (place / "rules.json").write_text(json.dumps(script))
        return {**os.environ, "CLASSAY_STAND_IN": str(place / "rules.json")}

    def fresh(self, kind: str) -> Path:
        with self.lock:
            self.number += 1
            self.counts.runs[kind] += 1
            return self.folder / f"{kind}-{self.number}"

    def words(self, out: Path, filters: tuple[str, ...] = FILTERS, stand_in: bool = True) -> list[str]:
        """Returns the command that starts a run, or resumes it."""
        program = ["--program", self.stand_in] if stand_in else []
        if (out / "journal.jsonl").exists():
            with self.lock:
                self.counts.resumes += 1
            return [self.classay, "resume", str(out), *program]
        chosen = [word for glob in filters for word in ("--filter", glob)]
        return [self.classay, "run", "--out", str(out), "--tier", "smoke", *chosen, *program]

    def broke(self, what: str) -> None:
        with self.lock:
            self.counts.broken.append(what)
