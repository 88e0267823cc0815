"""Runs the farm in separate processes, with a wrapper around the program that a test can hold or make fail."""

import json
import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from classay_report.compare.changes import compare
from classay_report.compare.side import side_of
from classay_report.journal import Run, read_run

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY") or str(ROOT / "build/dev/classay")
# A device that every machine has. It gives the same bits each time and needs no compiler.
DEVICE = "lib:libm.so.6"
WORDS = ("--tier", "smoke", "--filter", "c/math/exp*/f32/*")
GROUPS = ("c/math/exp/f32", "c/math/exp2/f32", "c/math/exp10/f32", "c/math/expm1/f32")

needs_program = pytest.mark.skipif(not Path(CLASSAY).is_file(), reason=f"{CLASSAY} is not built")

# The wrapper between farm and program. Files in the folder decide what happens to a run whose arguments contain a text.
BETWEEN = """#!/bin/sh
case "$*" in run*--dry-run*) ;; run*)
  echo "$$ $PPID $*" >> {folder}/started
  for hold in {folder}/hold-*; do
    [ -e "$hold" ] || continue
    case "$*" in *"$(cat "$hold")"*)
      while [ -e "$hold" ]; do sleep 0.05; done ;;
    esac
  done
  for fail in {folder}/fail-*; do
    [ -e "$fail" ] || continue
    case "$*" in *"$(cat "$fail")"*) echo "the machine has no luck" >&2; exit 1 ;; esac
  done ;;
esac
exec {classay} "$@"
"""


class Farm:
    """A folder with the wrapper, and the commands that run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.between = folder / "between"
        self.between.write_text(BETWEEN.format(folder=folder, classay=CLASSAY))
        self.between.chmod(0o755)
        self.mark = f"CLASSAY_FARM_TEST={uuid.uuid4().hex}"
        self.environment = {
            **os.environ,
            **dict([self.mark.split("=")]),
            "PYTHONPATH": f"{ROOT}/farm:{ROOT}/reports",
            "CLASSAY_PYTHON": sys.executable,
            "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
        }

    def words(self, command: str, *words: str) -> list[str]:
        return [sys.executable, "-m", "classay_farm", command, *words]

    def run_words(self, *words: str, device: str = DEVICE, asked: Sequence[str] = WORDS) -> list[str]:
        where = ("--classay", str(self.between), "--out", str(self.out), "--device", device)
        return self.words("run", *where, *words, "--", *asked)

    def __call__(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(words, env=self.environment, cwd=self.folder, capture_output=True, text=True)

    def start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            words, env=self.environment, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def hold(self, text: str) -> Path:
        return self._rule("hold", text)

    def fail(self, text: str) -> Path:
        return self._rule("fail", text)

    def _rule(self, kind: str, text: str) -> Path:
        rule = self.folder / f"{kind}-{len(list(self.folder.glob(f'{kind}-*')))}"
        rule.write_text(text)
        return rule

    def started(self) -> list[tuple[int, int, str]]:
        """Returns for each run its process, the process of its worker, and its arguments."""
        file = self.folder / "started"
        lines = [line.split(" ", 2) for line in file.read_text().splitlines()] if file.exists() else []
        return [(int(line[0]), int(line[1]), line[2]) for line in lines if len(line) == 3]

    def wait_for_started(self, count: int, process: "subprocess.Popen[str]") -> list[tuple[int, int, str]]:
        wait_for(lambda: len(self.started()) >= count, process)
        return self.started()

    def processes(self) -> dict[int, str]:
        """Returns all processes that were started from here, with their command lines."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if f"{self.mark}\0".encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # the process has ended
        return found

    def attempts(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.out / "attempts.jsonl").read_text().splitlines()]

    def whole(self, folder: str = "lib-libm.so.6") -> Run:
        return read_run(self.out / folder / "run")


def wait_for(is_so: Callable[[], bool], *who: "subprocess.Popen[str]") -> None:
    """Waits until the condition holds, as long as the given processes exist."""
    while not is_so():
        for process in who:
            assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Whether a process exists. A zombie has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def plain_run(folder: Path, words: Sequence[str] = WORDS, device: str = DEVICE) -> Run:
    """Returns the journal of a run of one process."""
    out = folder / "plain"
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([CLASSAY, "run", "--device", device, *words, "--out", out], capture_output=True, check=True)
    return read_run(out)


def assert_same(found: Run, plain: Run) -> None:
    """Checks verdicts, counts and bits of all results, and that the options equal those of a single run."""
    assert compare(side_of([plain]), side_of([found])).changes == ()
    assert found.totals() == plain.totals() and found.is_whole
    for case, was in plain.results.items():
        now = found.results[case]
        assert (now.answers, now.counts.judged, now.counts.failed) == (was.answers, was.counts.judged, was.counts.failed)
        assert now.max_ulp == was.max_ulp and now.inputs == was.inputs and now.histogram == was.histogram
    for key in ("suite", "seed", "tier", "edition", "profile", "shard", "cases", "measured"):
        assert found.header.raw[key] == plain.header.raw[key]
    assert found.header.options["filters"] == plain.header.options["filters"]
    assert found.header.options["with_il"] == plain.header.options["with_il"]
