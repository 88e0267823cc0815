"""Starts a cluster with its own Python library while standard input is open: `cluster_here.py slurm|ssh WORDS`. Prints the
address of the scheduler. Contains only code that the guide shows to users."""

import json
import sys
from typing import Any

from dask_jobqueue import SLURMCluster
from distributed import SSHCluster


def of_slurm(folder: str) -> Any:
    cluster = SLURMCluster(
        cores=1,
        processes=1,
        memory="1GB",
        walltime="01:00:00",
        interface="lo",
        python=sys.executable,
        log_directory=folder,
        job_directives_skip=["--mem"],  # the tests' node does not report its memory
        scheduler_options={"dashboard_address": "127.0.0.1:0"},
    )
    cluster.scale(jobs=2)
    cluster.wait_for_workers(2)
    return cluster


def of_ssh(port: str, key: str) -> Any:
    return SSHCluster(
        ["127.0.0.1"] * 3,  # the scheduler, and two workers with devices
        connect_options={"port": int(port), "client_keys": [key], "known_hosts": None, "config": None},
        worker_options={"nthreads": 1, "memory_limit": 0},
        scheduler_options={"port": 0, "dashboard_address": "127.0.0.1:0"},
        remote_python=sys.executable,
    )


if __name__ == "__main__":
    kind, *words = sys.argv[1:]
    with of_slurm(*words) if kind == "slurm" else of_ssh(*words) as made:
        print(json.dumps({"address": made.scheduler_address}), flush=True)
        sys.stdin.read()
