#!/usr/bin/env python3
"""Runs the tests on mutants of the reference, the tables and the judge, and records which test detects each mutant.

    scripts/mutate.py [--list | --check | --report] [--missing] [--tests REGEX] [--jobs N] [NAME...]

A mutant is an entry of scripts/mutations: one wrong line (scripts/mutants.py describes the format). Each is built in a copy
of the tree, build/mutation/tree, with objects in its build/dev. Then test programs run until a test fails: first the
test next to the changed file, then those of its folder, then the others, cheapest first. Tests that only compare a document
with generated text are left out. NAME is a mutant or a file, and may have * and ?. Without NAME all mutants run; --missing
selects those without a result. Results are kept in scripts/mutations/results.tsv, which is committed, so that several
machines add to it. --tests builds and runs only matching test programs; a mutant that survives these is "open".

--check compares the entries with the sources; it builds nothing. --report prints the counts, --list each mutant with its
outcome.

Exit codes: 0 all were detected, or their entry explains why not; 1 some were not; 2 an entry does not match the sources, or
the tests fail without a mutant.
"""

import argparse
import fnmatch
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import mutants
from mutants import NOT_TRIED, ROOT, SEEN, Mutant, Result
from mutation_report import rendered
from mutation_results import identity, load_results, save_results

WORK = ROOT / "build" / "mutation"
TREE = WORK / "tree"
# As the preset dev does in a tree, so that ccache has the objects of that preset.
BUILD = TREE / "build" / "dev"
BASELINE = WORK / "baseline.json"

COPIED = ("cmake", "data", "docs", "harness", "kernels", "reference", "scripts", "suites", "tools")
# Test programs of modules that need no device.
TESTS = re.compile(r"(reference_|suites_|harness_(judging|lanes|second_launch|selfcheck|search|sweep|text)_)\w*test")
# Tests that compare a committed file with the output of the program. They detect each change of a table, right or wrong.
RENDERINGS = ("VacuousTest.TheRecordedTablesAreThoseOfTheJudge",)
BUILD_LIMIT = 1800  # seconds, of a mutant
BASELINE_LIMIT = 4 * 3600  # of all test programs, at low priority on a busy machine
HANG_LIMIT = 1800  # for a test that waits; a test that computes has a limit of processor time


def files_of(root: Path) -> list[Path]:
    # The first CMakeLists.txt takes the version of classay from the Python package.
    found = [*sorted(root.glob("CMake*")), root / "reports" / "classay_report" / "__init__.py"]
    for folder in COPIED:
        found += sorted(p for p in (root / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return found


def synchronise() -> None:
    """Makes the copy equal to the tree. Equal files keep their time, so that they are not built again."""
    wanted = {p.relative_to(ROOT) for p in files_of(ROOT)}
    for path in files_of(TREE) if TREE.exists() else []:
        if path.relative_to(TREE) not in wanted:
            path.unlink()
    for name in wanted:
        put(TREE / name, (ROOT / name).read_bytes())
        shutil.copymode(ROOT / name, TREE / name)


def put(path: Path, data: bytes) -> None:
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def configure() -> None:
    linker = [f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={name}" for name in ("lld", "gold") if shutil.which(f"ld.{name}")][:1]
    subprocess.run(["cmake", "--preset", "dev", *linker], cwd=TREE, check=True, stdout=subprocess.DEVNULL)


def test_programs() -> dict[str, Path]:
    """By their names, all that there are to build."""
    told = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], check=True, capture_output=True, text=True).stdout
    paths = (BUILD / line.split(":")[0] for line in told.splitlines() if "CXX_EXECUTABLE_LINKER" in line)
    return {path.name: path for path in paths if TESTS.fullmatch(path.name)}


def ninja(targets: list[str], jobs: int, limit: int = BUILD_LIMIT) -> subprocess.CompletedProcess[str]:
    command = ["ninja", "-C", str(BUILD), "-j", str(jobs), *targets]
    return subprocess.run(command, capture_output=True, text=True, timeout=limit)


@dataclass
class Ran:
    failed: str  # the first test that did, or what became of the program; empty: none
    seconds: float  # of processor time, which does not depend on what else the machine does
    timed_out: bool = False


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_tests(program: Path, limit: float, log: Path = WORK / "test.log", only: str = "") -> Ran:
    command = [str(program), "--gtest_fail_fast", "--gtest_color=no", f"--gtest_filter={only}-{':'.join(RENDERINGS)}"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    seconds = math.ceil(limit)
    limited = ["prlimit", f"--cpu={seconds}:{seconds + 5}", *command]
    before = processor_time()
    with open(log, "w") as out:
        try:
            ran = subprocess.run(limited, stdout=out, stderr=subprocess.STDOUT, timeout=HANG_LIMIT, env=environment)
            code = ran.returncode
        except subprocess.TimeoutExpired:
            code = -signal.SIGXCPU
    used = processor_time() - before
    if code == 0:
        return Ran("", used)
    told = log.read_text(errors="replace")
    timed_out = code in (-signal.SIGXCPU, -signal.SIGKILL)
    failed = [] if timed_out else re.findall(r"^\[  FAILED  \] ([\w./]+)", told, re.MULTILINE)
    begun = re.findall(r"^\[ RUN      \] (\S+)", told, re.MULTILINE)
    name = failed[0] if failed else begun[-1] if begun else "before the first test"
    return Ran(name, used, timed_out)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass
class Sound:
    """A test program without a mistake in it."""

    seconds: float
    digest: str


def baseline(programs: dict[str, Path], jobs: int) -> dict[str, Sound]:
    built = ninja(list(programs), jobs, BASELINE_LIMIT)
    if built.returncode != 0:
        sys.exit(f"without a mistake the tree does not build:\n{built.stdout[-4000:]}")
    known = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    sound = {}
    for name, path in programs.items():
        now = digest(path)
        if known.get(name, {}).get("digest") != now:
            ran = run_tests(path, HANG_LIMIT)
            if ran.failed:
                print(f"without a mistake {name} fails: {ran.failed}", file=sys.stderr)
                sys.exit(2)
            known[name] = {"seconds": ran.seconds, "digest": now}
            BASELINE.write_text(json.dumps(known, indent=1))
            print(f"{name}: {ran.seconds:.1f} s", flush=True)
        sound[name] = Sound(**known[name])
    return sound


def in_order(file: str, sound: dict[str, Sound]) -> list[str]:
    """Test programs, those of the file's own module first, then the quick ones."""
    # The programs of a module of harness/worker are named without "worker", such as harness_judging_test.
    room = tuple(part for part in Path(file).with_suffix("").parts if part != "worker")

    def far(name: str) -> tuple[int, float]:
        words = name.split("_")
        shared = next((i for i, (a, b) in enumerate(zip(room, words)) if a != b), min(len(room), len(words)))
        return -shared, sound[name].seconds

    return sorted(sound, key=far)


def suites_beside(file: str) -> str:
    """Those of judge_test.cpp for judge.cpp, as a filter; empty: there are none."""
    beside = (TREE / file).with_suffix("").as_posix() + "_test.cpp"
    told = Path(beside).read_text() if Path(beside).exists() else ""
    suites = sorted(set(re.findall(r"^TEST(?:_[FP])?\((\w+)", told, re.MULTILINE)))
    return ":".join(f"{s}.*:*/{s}.*" for s in suites)


@dataclass
class Outcome:
    what: str  # as in mutants.Result
    by: str = ""


class Campaign:
    def __init__(self, jobs: int, tests: str) -> None:
        self.jobs = jobs
        synchronise()
        configure()
        self.programs = {name: path for name, path in test_programs().items() if re.search(tests, name)}
        self.sound = baseline(self.programs, jobs)

    def outcome(self, m: Mutant) -> Outcome:
        path = TREE / m.file
        right = path.read_text(encoding="utf-8")
        path.write_text(m.applied(right), encoding="utf-8")
        try:
            return self.attacked(m)
        finally:
            path.write_text(right, encoding="utf-8")

    def attacked(self, m: Mutant) -> Outcome:
        differs = False
        beside = suites_beside(m.file)
        for name in in_order(m.file, self.sound):
            built = ninja([name], self.jobs)
            if built.returncode != 0:
                return refused(built.stdout)
            if digest(self.programs[name]) == self.sound[name].digest:
                continue
            differs = True
            limit = max(20, 3 * self.sound[name].seconds)
            ran = run_tests(self.programs[name], limit, only=beside) if beside else Ran("", 0)
            if not ran.failed:
                ran = run_tests(self.programs[name], limit)
            if ran.failed:
                return Outcome("timeout" if ran.timed_out else "killed", f"{name} {ran.failed}")
        return Outcome("survived" if differs else "same-code")


def refused(told: str) -> Outcome:
    """By the compiler: that is a test where the source asserts something, and else no mutant."""
    assertion = re.search(r"static assertion failed:? ?(.*)", told)
    if assertion:
        return Outcome("compiler", "static_assert " + assertion[1].strip())
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "compiler.log").write_text(told)
    errors = [line for line in told.splitlines() if "error:" in line]
    return Outcome("invalid", errors[0] if errors else "does not link")


def selected(all_mutants: list[Mutant], patterns: list[str]) -> list[Mutant]:
    if not patterns:
        return all_mutants
    chosen = [m for m in all_mutants if any(fnmatch.fnmatchcase(s, p) for p in patterns for s in (m.name, m.file))]
    if not chosen:
        print("no entry has such a name; --list tells them", file=sys.stderr)
        sys.exit(2)
    return chosen


def attack(all_mutants: list[Mutant], chosen: list[Mutant], jobs: int, tests: str) -> int:
    campaign = Campaign(jobs, tests)
    unexplained = 0
    for m in chosen:
        started = time.monotonic()
        outcome = campaign.outcome(m)
        seconds = round(time.monotonic() - started, 1)
        is_seen = outcome.what in SEEN
        what = outcome.what if is_seen or outcome.what == "invalid" or not tests else "open"
        # Another process may have stored results of other mutants meanwhile.
        results = {**load_results(all_mutants), m.name: Result(identity(m), what, outcome.by, seconds)}
        save_results(results)
        unexplained += 0 if is_seen or (m.survives and outcome.what != "invalid") else 1
        print(f"{outcome.what:9} {m.name}  {outcome.by}  {seconds:.0f} s", flush=True)
    print(f"{len(chosen)} tried, {unexplained} neither seen nor explained")
    return 1 if unexplained else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the mutants with their outcomes")
    parser.add_argument("--check", action="store_true", help="compare the entries with the sources")
    parser.add_argument("--report", action="store_true", help="print the counts by folder and kind")
    parser.add_argument("--missing", action="store_true", help="select mutants without a result")
    parser.add_argument("--tests", default="", metavar="REGEX", help="build and run only matching test programs")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("CLASSAY_JOBS", os.cpu_count() or 1)), metavar="N")
    arguments = parser.parse_args()
    try:
        all_mutants = mutants.load()
    except mutants.EntryError as e:
        print(e, file=sys.stderr)
        return 2
    wrong = mutants.complaints(all_mutants)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong or arguments.check:
        return 2 if wrong else 0
    results = load_results(all_mutants)
    chosen = selected(all_mutants, arguments.names)
    if arguments.missing:
        chosen = [m for m in chosen if results.get(m.name, NOT_TRIED).outcome in (NOT_TRIED.outcome, "open")]
    if arguments.list:
        for m in chosen:
            print(f"{m.name:40} {m.kind:12} {m.file}: {m.breaks} [{results.get(m.name, NOT_TRIED).outcome}]")
        return 0
    if arguments.report:
        print(rendered(all_mutants, results), end="")
        return 0
    return attack(all_mutants, chosen, arguments.jobs, arguments.tests)


if __name__ == "__main__":
    sys.exit(main())
