"""The part of scripts/soak that kills processes of a farm at random: the farm itself, its workers, the runs of its shards,
and their workers. Restarts the farm until it ends, and compares its results with those of an undisturbed run."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from soak_runs import Runs, children_of, send, verdicts_of

ROOT = Path(__file__).resolve().parents[1]
DEVICE = "lib:libm.so.6"
WORDS = ["--tier", "smoke", "--filter", "c/math/*exp*/f32/*"]
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
WORKERS = 3


def why_not() -> str:
    """Returns why farms cannot run here; empty if they can."""
    done = subprocess.run([ROOT / "scripts/farm", "run", "--help"], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def descendants_of(pid: int) -> list[int]:
    found = []
    waiting = [pid]
    while waiting:
        children = children_of(waiting.pop())
        found += children
        waiting += children
    return found


class Farms:
    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def words(self, out: Path) -> list[str]:
        farm = [str(ROOT / "scripts/farm"), "run", "--classay", self.runs.classay, "--out", str(out), "--device", DEVICE]
        return [*farm, "--jobs", str(WORKERS), "--shards", "2", "--attempts", "20", "--progress", "0", "--", *WORDS]

    def life(self, out: Path, number: int) -> int:
        """Runs a farm and kills its processes from time to time, less often in each restart."""
        own = {**os.environ, "DASK_TEMPORARY_DIRECTORY": str(self.runs.folder / "dask")}
        with subprocess.Popen(
            self.words(out), env=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            while process.poll() is None:
                with self.runs.lock:
                    pause, whom = self.runs.source.random() * (1 + number), self.runs.source.random()
                time.sleep(pause)
                others = descendants_of(process.pid)
                with self.runs.lock:
                    pid = process.pid if whom < 0.1 or not others else self.runs.source.choice(others)
                    number_of_signal = self.runs.source.choice(SIGNALS)
                if process.poll() is None and send(number_of_signal, pid):
                    with self.runs.lock:
                        self.runs.counts.kills["farm" if pid == process.pid else "farm's process"] += 1
            said = process.communicate()[1]
        # 2, 137, 143: the shell, or its search for a Python, was killed, so that nothing started. 4: a shard was abandoned,
        # which the farm reports; the next restart runs it again.
        is_whole = (out / "lib-libm.so.6/run/journal.jsonl").exists()
        code = process.returncode
        if code not in (0, 2, 4, 130, 137, 143, -signal.SIGKILL, -signal.SIGTERM) or (code == 0 and not is_whole):
            self.runs.broke(f"{out.name}: exit code {code}: {said[-500:]}")
        return code

    def wait_for_the_end(self, out: Path) -> None:
        """Waits for runs that outlive their farm, because they keep the device."""
        scratch = str(self.runs.folder / "dask")
        for _ in range(600):
            left = [pid.name for pid in Path("/proc").glob("[0-9]*") if _cwd(pid).startswith(scratch)]
            if not left:
                return
            time.sleep(0.1)
        self.runs.broke(f"{out.name}: the farm has ended, but its runs continue: {left}")

    def go(self, until: float) -> None:
        plain = self.runs.folder / "farm-plain"
        words = [self.runs.classay, "run", "--device", DEVICE, *WORDS, "--out", str(plain)]
        subprocess.run(words, capture_output=True, check=False)
        undisturbed = verdicts_of(plain)
        assert "pass" in undisturbed.values(), undisturbed
        while time.monotonic() < until:
            out = self.runs.fresh("farm")
            code = next((code for number in range(100) if (code := self.life(out, number)) == 0), None)
            self.wait_for_the_end(out)
            if code is None:
                self.runs.broke(f"{out.name} does not end")
                continue
            with self.runs.lock:
                self.runs.counts.compare(out.name, verdicts_of(out / "lib-libm.so.6/run"), undisturbed)
                self.runs.counts.different += self._other_answers(out, plain)
            shutil.rmtree(out)

    def _other_answers(self, out: Path, plain: Path) -> list[str]:
        words: list[str | Path] = [ROOT / "scripts/report", "diff", plain, out / "lib-libm.so.6/run"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return [] if done.returncode == 0 and "other bits" not in done.stdout else [f"{out.name}: {done.stdout[-500:]}"]


def _cwd(process: Path) -> str:
    try:
        return str((process / "cwd").readlink())
    except OSError:
        return ""
