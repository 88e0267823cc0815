"""A cluster of Dask: one that is there, or one of processes of this machine for the time of a run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import dask
from classay_report.errors import ReportError, UsageError
from distributed import Client, LocalCluster

from classay_farm.fleet import Fleet, places_of_worker
from classay_farm.sent import Sent
from classay_farm.targets import Target

# A scheduler has pages in any case, on all networks where nothing is said: on a port of this machine that nobody is told.
NOBODY = "127.0.0.1:0"


@dataclass(frozen=True, slots=True)
class Wanted:
    scheduler: str  # an address; empty: processes of this machine
    workers: int
    threads: int  # of each of them: shards that it may be asking at a time
    slots: int
    libraries: list[str]
    dashboard: str
    lost_after: str  # without a sign of life a worker is lost, and its shards are asked elsewhere


@contextmanager
def connected(wanted: Wanted, program: str) -> Iterator[Client]:
    """A client whose workers advertise their targets. The program is where workers have it who do not say where."""
    with dask.config.set(
        {"distributed.scheduler.worker-ttl": wanted.lost_after, "distributed.scheduler.work-stealing": True}
    ):
        cluster = None if wanted.scheduler else _local(wanted)
        try:
            with _client(cluster or wanted.scheduler) as client:
                plugin = Fleet(program, wanted.libraries, wanted.slots, os.getpid() if cluster else 0)
                client.register_plugin(plugin)
                yield client
        finally:
            if cluster:
                cluster.close(timeout=10)


def _local(wanted: Wanted) -> LocalCluster:
    try:
        return LocalCluster(
            n_workers=wanted.workers,
            threads_per_worker=wanted.threads,
            processes=True,
            dashboard_address=wanted.dashboard or NOBODY,
            memory_limit=0,
            silence_logs=50,
        )
    except RuntimeError as error:
        raise ReportError(f"the workers of Dask did not start: {error}") from error


def _client(where: "LocalCluster | str") -> Client:
    try:
        return Client(where, timeout="10s")
    except (OSError, ValueError) as error:
        raise UsageError(f"no scheduler of Dask answers at {where}: {error}") from error


def resources(client: Client) -> dict[str, dict[str, float]]:
    """Of each worker that is there, by its address."""
    workers = client.scheduler_info(n_workers=-1)["workers"]
    return {address: dict(worker["resources"]) for address, worker in workers.items()}


def targets_there(client: Client) -> dict[Target, str]:
    """Of all workers, each with an address that it has on one of them."""
    found: dict[Target, str] = {}
    for places in client.run(Sent(places_of_worker), on_error="ignore").values():
        for *words, address in places:
            found.setdefault(Target(*words), address)
    return found
