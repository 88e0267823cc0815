"""Tests that no process outlives its coordinator, however and whenever that ends. A word in their environment marks them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from farming import CLASSAY, DEVICE, ROOT, Farm, needs_program, wait_for

pytest.importorskip("distributed", reason="Dask is not installed")
pytestmark = [needs_program, pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc lists processes")]

# The program, but a command line with these words never ends.
STUCK = """#!/bin/sh
case "$*" in {words}) exec sleep 100000 ;; esac
exec {classay} "$@"
"""
# The options of a run of about one processor-hour.
LONG = ("--tier", "full", "--filter", "c/math/*/f64/*", "--workers", "2")


class Marked(Farm):
    def stuck(self, words: str) -> None:
        self.between.write_text(STUCK.format(words=words, classay=CLASSAY))

    def count(self, word: str) -> int:
        return sum(word in words for words in self.processes().values())

    def workers(self) -> list[int]:
        """Returns the workers of Dask."""
        return [pid for pid, words in self.processes().items() if "spawn_main" in words]


@pytest.fixture
def farm(tmp_path: Path) -> Marked:
    return Marked(tmp_path)


def ended(farm: Marked, process: "subprocess.Popen[str]", number: signal.Signals) -> int:
    """Returns the exit code of the coordinator, when no process of the farm is left."""
    process.send_signal(number)
    process.communicate()
    wait_for(lambda: not farm.processes())
    return process.returncode


# The command line that hangs, and the process that has to exist before the coordinator is killed.
MOMENTS = {"run*--dry-run*": "sleep 100000", "run*--shard*": "sleep 100000", "merge*": "sleep 100000", "never": "spawn_main"}


@pytest.mark.parametrize("words", MOMENTS)
def test_a_coordinator_that_is_killed_leaves_nothing(farm: Marked, words: str) -> None:
    farm.stuck(words)
    process = farm.start(*farm.run_words("--workers", "2"))
    wait_for(lambda: farm.count(MOMENTS[words]) > 0, process)
    assert ended(farm, process, signal.SIGKILL) == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_real_runs_and_their_workers_end_with_the_coordinator(farm: Marked, number: signal.Signals) -> None:
    process = farm.start(*farm.run_words("--workers", "2", asked=LONG))
    wait_for(lambda: farm.count(f"{CLASSAY} worker") > 1, process)
    assert ended(farm, process, number) == (130 if number != signal.SIGKILL else -number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_that_are_stopped_end_with_the_coordinator(farm: Marked, number: signal.Signals) -> None:
    """A stopped worker does not notice that its coordinator ends."""
    farm.stuck("run*--shard*")
    process = farm.start(*farm.run_words("--workers", "2"))
    wait_for(lambda: farm.count("sleep 100000") > 1, process)
    for pid in farm.workers():
        os.kill(pid, signal.SIGSTOP)
    ended(farm, process, number)


def test_an_error_of_the_coordinator_leaves_nothing(farm: Marked) -> None:
    """A folder that can no longer be written."""
    farm.stuck("run*exp2*--shard*")
    process = farm.start(*farm.run_words("--workers", "2"))
    wait_for(lambda: (farm.out / "attempts.jsonl").exists(), process)
    (farm.out / "attempts.jsonl").rename(farm.out / "attempts")
    (farm.out / "attempts.jsonl").mkdir()
    process.communicate()
    assert process.returncode == 4
    wait_for(lambda: not farm.processes())


def test_runs_on_the_workers_of_others_end_with_the_client(farm: Marked) -> None:
    """External workers stay, because they do not belong to this coordinator."""
    farm.stuck("run*--shard*")
    file = farm.folder / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", *words], env=farm.environment, stderr=subprocess.DEVNULL
    ) as scheduler:
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        address = json.loads(file.read_text())["address"]
        worker = farm.start(*farm.words("worker", address, "--classay", str(farm.between), "--library", DEVICE))
        wait_for(lambda: f"{DEVICE}  workers 1" in farm(*farm.words("targets", address)).stdout, worker)
        process = farm.start(*farm.run_words("--scheduler", address))
        wait_for(lambda: farm.count("sleep 100000") > 0, process)
        process.kill()
        process.communicate()
        wait_for(lambda: farm.count("sleep 100000") == 0, worker)
        assert worker.poll() is None and scheduler.poll() is None
        # When a worker is killed, its Dask process ends too.
        worker.kill()
        worker.communicate()
        wait_for(lambda: set(farm.processes()) == {scheduler.pid})
        scheduler.terminate()


def test_a_process_of_a_parent_that_has_ended_is_not_begun(tmp_path: Path) -> None:
    """The parent ends before the child can request a signal."""
    script = f"""import os, subprocess, sys
sys.path[:0] = ["{ROOT}/farm", "{ROOT}/reports"]
from classay_farm import children
if os.fork() == 0:
    os.getpid = lambda was=os.getppid(): was  # the pid of a parent that has ended
    os.setsid()
    subprocess.run(children.with_its_parent("touch", "{tmp_path}/begun"), check=False)
    open("{tmp_path}/over", "w").close()
"""
    subprocess.run(["python3", "-c", script], check=True)
    wait_for(lambda: (tmp_path / "over").exists())
    assert not (tmp_path / "begun").exists()
