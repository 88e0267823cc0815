"""Connects to a Dask cluster: an existing one, or local worker processes for the time of a run."""

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

# A scheduler always serves HTTP pages, by default on all networks. This keeps them on an unpublished port of this machine.
NOBODY = "127.0.0.1:0"


@dataclass(frozen=True, slots=True)
class Wanted:
    scheduler: str  # an address; empty: start processes on this machine
    workers: int
    threads: int  # per worker: the number of shards it runs at a time
    slots: int
    libraries: list[str]
    dashboard: str
    lost_after: str  # a worker without a heartbeat for this time is lost, and its shards run elsewhere


@contextmanager
def connected(wanted: Wanted, program: str) -> Iterator[Client]:
    """Yields a client whose workers advertise their targets. `program` is the default path of classay on workers."""
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
        raise ReportError(f"the Dask workers did not start: {error}") from error


def _client(where: "LocalCluster | str") -> Client:
    try:
        return Client(where, timeout="10s")
    except (OSError, ValueError) as error:
        raise UsageError(f"--scheduler {where}: no Dask scheduler reached: {error}; check the address") from error


def resources(client: Client) -> dict[str, dict[str, float]]:
    """Returns the resources of each connected worker, by its address."""
    workers = client.scheduler_info(n_workers=-1)["workers"]
    return {address: dict(worker["resources"]) for address, worker in workers.items()}


def targets_there(client: Client) -> dict[Target, str]:
    """Returns the targets of all workers, each with its address on one of them."""
    found: dict[Target, str] = {}
    for places in client.run(Sent(places_of_worker), on_error="ignore").values():
        for *words, address in places:
            found.setdefault(Target(*words), address)
    return found
