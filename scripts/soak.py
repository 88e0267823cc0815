#!/usr/bin/env python3
"""Kills runs and their workers at random moments, fills their disks and loses their device. Resumes each run until it ends,
and compares its verdicts with those of an undisturbed run.

    scripts/soak [--minutes N] [--seed N] [--classay PATH] [--farm] [--self-test]

Four jobs take turns until the time is over (--minutes; default: 60):
  kills   signals end the run, its workers or both, repeatedly: 1,000 times per hour
  watch   signals end the workers of one long run, while its memory and descriptors are measured
  disk    a limit on file sizes, or a small disk if one can be mounted, ends the run while it writes
  dying   PoCL behind a layer (tools/stand_ins/fault_layer.cpp) is lost after every 20 cases
  farm    with --farm: signals end processes of a farm (docs/guide/farm.md) including the farm itself, which is restarted
--seed repeats the random choices of an earlier call. --self-test drops a result of a finished run and turns a failure of
another into a pass, to check that both are detected.

The last lines are counts. Exit codes: 0 nothing was lost, wrongly passed or different, and nothing grew; 1 something was;
2 wrong usage.
"""

import argparse
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import soak_farm
from soak_disks import Disks, Dying
from soak_runs import RULES, Runs, Verdicts, children_of, send, verdicts_of

ROOT = Path(__file__).resolve().parents[1]
KILLS_AN_HOUR = 1000
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
LONG_FILTERS = ("clc/math/*/f32/default/*",)
GROWTH = 8 << 20  # bytes of memory by which a disturbed run may exceed an undisturbed one with as many results
DESCRIPTORS = 6  # the same for descriptors: those of a worker that is starting


class Kills:
    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def life(self, out: Path, environment: dict[str, str], window: float) -> int:
        """Starts or resumes a run, kills it at most once, and returns its exit code."""
        with subprocess.Popen(
            self.runs.words(out), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            with self.runs.lock:
                after = self.runs.source.random() * window
                number = self.runs.source.choice(SIGNALS)
                whom = self.runs.source.choice(("supervisor", "worker", "both"))
            time.sleep(after)
            pids = [process.pid] if whom != "worker" else []
            if process.poll() is None and whom != "supervisor":
                pids += children_of(process.pid)
            with self.runs.lock:
                self.runs.source.shuffle(pids)
            if process.poll() is None and sum([send(number, pid) for pid in pids]):
                with self.runs.lock:
                    self.runs.counts.kills[whom] += 1
            said = process.communicate()[1]
        # 5: the process that lists or probes the devices was killed, so no worker started.
        if process.returncode not in (0, 1, 5, 130, -number):
            self.runs.broke(f"{out.name}: exit code {process.returncode}: {said[-300:]}")
        return process.returncode

    def go(self, until: float) -> None:
        pause = 1800 / KILLS_AN_HOUR  # a run may end before it is killed
        environment = self.runs.behave("kills", 2000, RULES)
        out = self.runs.fresh("kills")
        started = time.monotonic()
        subprocess.run(self.runs.words(out), env=environment, capture_output=True, check=False)
        window = time.monotonic() - started
        undisturbed = verdicts_of(out)
        assert set(undisturbed.values()) >= {"pass", "fail", "crash"}, undisturbed
        while time.monotonic() < until:
            out = self.runs.fresh("kills")
            for lives in range(200):
                began = time.monotonic()
                if self.life(out, environment, window * (1 + lives / 20)) in (0, 1):
                    break
                time.sleep(max(0.0, pause - (time.monotonic() - began)))
            else:
                self.runs.broke(f"{out.name} does not end")
                continue
            with self.runs.lock:
                self.runs.counts.compare(out.name, verdicts_of(out), undisturbed)
            shutil.rmtree(out)


class Watch:
    """Kills the workers of a long run, at most once per unit, and measures the run."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def samples(self, process: "subprocess.Popen[str]", out: Path, kill: bool) -> list[tuple[int, int, int]]:
        """Samples results so far, bytes of memory, descriptors, a few times per second. Kills each worker at most once."""
        found = []
        killed = ""
        while process.poll() is None:
            time.sleep(0.3)
            try:
                text = (out / "journal.jsonl").read_text()
                status = Path(f"/proc/{process.pid}/statm").read_text().split()
                descriptors = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
            except (OSError, IndexError):
                continue
            if len(status) > 1 and status[1] != "0":
                found.append((text.count('"kind":"result"'), int(status[1]) * resource.getpagesize(), descriptors))
            starts = [line for line in text.splitlines() if line.startswith('{"kind":"start"')]
            if not kill or not starts or starts[-1] == killed or self.runs.source.random() < 0.3:
                continue
            ended = [send(signal.SIGKILL, pid) for pid in children_of(process.pid)]
            if any(ended):
                killed = starts[-1]
                with self.runs.lock:
                    self.runs.counts.kills["worker"] += 1
        return found

    def watched(self, environment: dict[str, str], kill: bool) -> tuple[list[tuple[int, int, int]], Verdicts]:
        out = self.runs.fresh("watch")
        with subprocess.Popen(
            self.runs.words(out, LONG_FILTERS),
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            samples = self.samples(process, out, kill)
        verdicts = verdicts_of(out)
        shutil.rmtree(out)
        return samples, verdicts

    def go(self, until: float) -> None:
        calm, undisturbed = self.watched(self.runs.behave("calm", 0, ()), kill=False)
        # A run that lasts ten minutes, or half of the available time.
        pace = int(min(600.0, (until - time.monotonic()) / 2) / max(1, len(undisturbed)) / 3 * 1e6 / 2)
        environment = self.runs.behave("watched", pace, ())
        while time.monotonic() < until:
            samples, verdicts = self.watched(environment, kill=True)
            with self.runs.lock:
                self.runs.counts.compare("watch", verdicts, undisturbed)
            self.judge_growth(calm, samples)

    def judge_growth(self, calm: list[tuple[int, int, int]], samples: list[tuple[int, int, int]]) -> None:
        if not samples or not calm:
            return self.runs.broke("watch: nothing was measured")
        memory = max(s[1] for s in samples) - max(s[1] for s in calm)
        descriptors = samples[-1][2] - min(s[2] for s in samples)
        quarter = samples[len(samples) // 4]
        print(
            f"watch: {samples[-1][0]} results; memory {quarter[1] / 2**20:.1f} MiB after a quarter, "
            f"{samples[-1][1] / 2**20:.1f} MiB at the end ({memory / 2**20:+.1f} MiB compared with an undisturbed run); "
            f"descriptors {min(s[2] for s in samples)} to {max(s[2] for s in samples)}, {samples[-1][2]} at the end",
            flush=True,
        )
        with self.runs.lock:
            if memory > GROWTH:
                self.runs.counts.grown.append(f"memory by {memory} bytes")
            if descriptors > DESCRIPTORS:
                self.runs.counts.grown.append(f"descriptors by {descriptors}")
        return None


def guarded(runs: Runs, job: Callable[[float], None], until: float) -> None:
    try:
        job(until)
    except Exception as error:  # otherwise a thread that failed would look like one without findings
        runs.broke(f"the soak itself: {type(error).__name__}: {error}")
        raise


def soak(runs: Runs, minutes: float, with_farm: bool) -> None:
    began = time.monotonic()
    until = began + 60 * minutes
    disks = Disks(runs)
    disks.fill_real_disk()
    jobs = [Kills(runs).go, Watch(runs).go, disks.go, Dying(runs).go]
    if with_farm:
        jobs.append(soak_farm.Farms(runs).go)
    threads = [threading.Thread(target=guarded, args=(runs, job, until)) for job in jobs]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        for thread in threads:
            thread.join(60 / len(threads))
        with runs.lock:
            print(f"{(time.monotonic() - began) / 60:5.1f} min  {runs.counts.text()}", flush=True)


def tests_itself(runs: Runs) -> bool:
    """Drops a result of a finished run, and turns a failure into a pass."""
    environment = runs.behave("self-test", 0, RULES)
    out = runs.fresh("self-test")
    subprocess.run(runs.words(out), env=environment, capture_output=True, check=False)
    undisturbed = verdicts_of(out)
    file = out / "journal.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    results = [line for line in lines if line.startswith('{"kind":"result"')]
    failed = next(line for line in results if '"verdict":"fail"' in line)
    dropped = runs.source.choice([line for line in results if line != failed])
    changed = failed.replace('"verdict":"fail"', '"verdict":"pass"')
    file.write_text("".join(changed if line == failed else line for line in lines if line != dropped))
    runs.counts.compare("self-test", verdicts_of(out), undisturbed)
    print(runs.counts.text())
    return len(runs.counts.lost) == 1 and len(runs.counts.wrongly_passed) == 1 and not runs.counts.is_good()


@contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="classay-soak-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument(
        "--classay", type=Path, default=ROOT / "build/dev/classay", help="run this program, built next to its tests"
    )
    parser.add_argument("--farm", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    arguments.classay = arguments.classay.resolve()
    if not arguments.classay.exists() or not (arguments.classay.parent / "tools/stand_in").exists():
        parser.error(f"--classay {arguments.classay}: not built, or tools/stand_in next to it is missing")
    if arguments.farm and (why_not := soak_farm.why_not()):
        parser.error(why_not)
    print(f"seed {arguments.seed}", flush=True)
    with scratch() as folder:
        runs = Runs(arguments.classay, folder, arguments.seed)
        if arguments.self_test:
            caught = tests_itself(runs)
            print("lost results and wrong passes are detected" if caught else "a loss or a wrong pass is NOT detected")
            return 0 if caught else 1
        soak(runs, arguments.minutes, arguments.farm)
        print(runs.counts.text())
        for told in runs.counts.details():
            print(told)
        return 0 if runs.counts.is_good() else 1


if __name__ == "__main__":
    sys.exit(main())
