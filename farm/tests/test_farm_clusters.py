"""Tests clusters that other programs start: Slurm jobs of dask-jobqueue, and machines over SSH. Their workers lack the
farm's code until a client sends it. One of them is lost during the run."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import board_testing
import pytest
import slurm_here
from farming import GROUPS, Farm, assert_same, needs_program, plain_run, wait_for

for module in ("distributed", "dask_jobqueue", "asyncssh"):
    pytest.importorskip(module)
pytestmark = needs_program
HERE = Path(__file__).with_name("cluster_here.py")


@contextmanager
def cluster(farm: Farm, *words: str) -> Iterator[str]:
    """Returns the address of the scheduler."""
    said = farm.folder / "cluster.log"
    # The workers do not have the farm's modules.
    environment = {key: value for key, value in farm.environment.items() if key != "PYTHONPATH"}
    with said.open("w") as log:
        process = subprocess.Popen(
            [sys.executable, HERE, *words],
            env=environment,
            cwd=farm.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdin is not None and process.stdout is not None
    try:
        line = next((line for line in process.stdout if line.startswith("{")), "")
        assert line, said.read_text()
        yield json.loads(line)["address"]
    finally:
        process.stdin.close()
        process.wait()


@pytest.mark.skipif(bool(slurm_here.why_not()), reason=slurm_here.why_not())
def test_jobs_that_dask_jobqueue_starts_are_workers(tmp_path: Path) -> None:
    """Cancels one job while it runs a shard; the other job runs that shard again."""
    farm = Farm(tmp_path)
    hold = farm.hold("c/math/exp")
    with slurm_here.slurm() as environment:
        farm.environment |= environment
        with cluster(farm, "slurm", str(tmp_path)) as address:
            process = farm.start(*farm.run_words("--scheduler", address))
            farm.wait_for_started(2, process)
            jobs = farm("squeue", "--noheader", "--format=%i", "--states=R").stdout.split()
            assert len(jobs) == 2
            assert farm("scancel", jobs[0]).returncode == 0
            wait_for(lambda: jobs[0] not in farm("squeue", "--noheader", "--format=%i").stdout.split(), process)
            hold.unlink()
            said = process.communicate()[0]
            assert process.returncode == 0, said
    assert len(farm.started()) >= len(GROUPS) + 1
    assert_same(farm.whole(), plain_run(tmp_path))


def test_machines_that_are_reached_over_ssh_are_workers(tmp_path: Path) -> None:
    """Kills the process of one worker while it runs a shard."""
    farm = Farm(tmp_path)
    hold = farm.hold("c/math/exp")
    server = board_testing.Server(tmp_path)
    try:
        with cluster(farm, "ssh", str(server.port), str(tmp_path / "user")) as address:
            process = farm.start(*farm.run_words("--scheduler", address))
            (_, worker, _), *_ = farm.wait_for_started(2, process)
            os.kill(worker, signal.SIGKILL)
            hold.unlink()
            said = process.communicate()[0]
            assert process.returncode == 0, said
    finally:
        server.stop()
    assert len(farm.started()) >= len(GROUPS) + 1
    assert_same(farm.whole(), plain_run(tmp_path))
