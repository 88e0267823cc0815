"""The part of scripts/soak that fills the disk of a run and loses its device."""

import os
import resource
import shutil
import subprocess
import time
from pathlib import Path

from soak_runs import RULES, WITHOUT_CRASHES, Runs, Verdicts, verdicts_of

DYING_FILTERS = ("clc/integer/*/[iu]32/default/*",)
CASES_OF_A_LIFE = 20


class Disks:
    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def go(self, until: float) -> None:
        environment = self.runs.behave("disk", 0, WITHOUT_CRASHES)
        out = self.runs.fresh("disk")
        subprocess.run(self.runs.words(out), env=environment, capture_output=True, check=False)
        undisturbed = verdicts_of(out)
        size = (out / "journal.jsonl").stat().st_size
        while time.monotonic() < until:
            self.fill_disk(environment, undisturbed, size)
            time.sleep(2)

    def fill_disk(self, environment: dict[str, str], undisturbed: Verdicts, size: int) -> None:
        out = self.runs.fresh("disk")
        room = 0
        for _ in range(100):
            with self.runs.lock:
                room += self.runs.source.randrange(size // 8, size // 2)

            def limit(bytes_left: int = room) -> None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left))

            done = subprocess.run(
                self.runs.words(out), env=environment, capture_output=True, text=True, check=False, preexec_fn=limit
            )
            if done.returncode in (0, 1):
                break
            if done.returncode != 4 or "File too large" not in done.stderr:
                return self.runs.broke(f"{out.name}: exit code {done.returncode}: {done.stderr[-300:]}")
        with self.runs.lock:
            self.runs.counts.compare(out.name, verdicts_of(out), undisturbed)
        shutil.rmtree(out)
        return None

    def fill_real_disk(self) -> None:
        """Runs once, if a small disk can be mounted."""
        out = self.runs.fresh("real-disk")
        environment = self.runs.behave("disk", 0, RULES)
        whole = self.runs.fresh("disk")
        subprocess.run(self.runs.words(whole), env=environment, capture_output=True, check=False)
        disk = self.runs.folder / "disk-of-64k"
        disk.mkdir()
        run = " ".join(f"'{word}'" for word in self.runs.words(disk / "run"))
        script = f"""
            mount -t tmpfs -o size=64k none {disk} || exit 99
            {run}; echo "code $?"
            mount -o remount,size=64m {disk} || exit 99
            {self.runs.classay} resume {disk}/run --program {self.runs.stand_in}; echo "code $?"
            mkdir {out} && cp {disk}/run/journal.jsonl {out}/journal.jsonl
            umount {disk}
        """
        for how in (["unshare", "-rm"], ["unshare", "-m"]):
            done = subprocess.run([*how, "sh", "-c", script], env=environment, capture_output=True, text=True, check=False)
            if "code" not in done.stdout:
                continue
            codes = [line for line in done.stdout.splitlines() if line.startswith("code")]
            if codes != ["code 4", "code 1"]:
                self.runs.broke(f"a full disk: {codes}: {done.stderr[-300:]}")
            self.runs.counts.compare("a full disk", verdicts_of(out), verdicts_of(whole))
            return
        print("no small disk can be mounted here; limiting the size of files instead", flush=True)


class Dying:
    """PoCL behind a layer that loses the device after about 20 cases."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def dying_environment(self, **more: str) -> dict[str, str] | None:
        vendors = sorted(Path("/etc/OpenCL/vendors").glob("pocl*.icd"))
        if not vendors or not Path(self.runs.layer).exists():
            return None
        place = self.runs.folder / "dying"
        (place / "icd").mkdir(parents=True, exist_ok=True)
        (place / "icd/pocl.icd").write_text(vendors[0].read_text())
        return {
            **os.environ,
            "OCL_ICD_VENDORS": str(place / "icd"),
            "OPENCL_LAYERS": self.runs.layer,
            "POCL_CACHE_DIR": str(place / "cache"),
            "CLASSAY_FAULT_IN": "worker",
            **more,
        }

    def go(self, until: float) -> None:
        log = self.runs.folder / "launches"
        environment = self.dying_environment(CLASSAY_FAULT_LOG=str(log))
        if environment is None:
            print("dying: skipped; PoCL is not installed, or the layer is not built", flush=True)
            return
        # On a busy machine a driver may seem to hang. Later passes of that case would then count as wrong.
        for _ in range(3):
            log.unlink(missing_ok=True)
            out = self.runs.fresh("dying")
            words = [*self.runs.words(out, DYING_FILTERS, stand_in=False), "--jobs", "1"]
            subprocess.run(words, env=environment, capture_output=True, check=False)
            undisturbed = verdicts_of(out)
            if "timeout" not in undisturbed.values():
                break
        else:
            self.runs.broke("the undisturbed run on PoCL timed out three times: the job 'dying' cannot run")
            return
        launches = log.read_text().count(" clEnqueueNDRangeKernel ")
        of_a_case = max(1, launches // max(1, len(undisturbed)))
        log.unlink()
        while time.monotonic() < until:
            with self.runs.lock:
                nth = of_a_case * self.runs.source.randrange(CASES_OF_A_LIFE - 5, CASES_OF_A_LIFE + 6)
            dying = self.dying_environment(CLASSAY_FAULT=f"clEnqueueNDRangeKernel:{nth}:lose")
            assert dying is not None
            out = self.runs.fresh("dying")
            for _ in range(20):
                words = self.runs.words(out, DYING_FILTERS, stand_in=False)
                done = subprocess.run([*words, "--jobs", "1"], env=dying, capture_output=True, text=True, check=False)
                if done.returncode in (0, 1):
                    break
                if done.returncode not in (4, 5):
                    self.runs.broke(f"{out.name}: exit code {done.returncode}: {done.stderr[-300:]}")
            ends = (out / "journal.jsonl").read_text().count('"kind":"abnormal"')
            with self.runs.lock:
                self.runs.counts.kills["device"] += ends
                self.runs.counts.compare(out.name, verdicts_of(out), undisturbed, may_be_worse=True)
            if ends == 0:
                self.runs.broke(f"{out.name}: the device never died")
            shutil.rmtree(out)
