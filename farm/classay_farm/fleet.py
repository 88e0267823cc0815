"""Runs on Dask workers: advertises a worker's targets as resources, and runs one shard at a time per slot.

The client sends this plugin to all present and future workers. They need only `distributed` and the program, and may be
started in any way: by SSH, by a job queue, or by `classay-farm worker`. The latter also passes details of the machine: the
path of the program, and how many shards a device runs at a time.
"""

import asyncio
import json
import operator
import os
import subprocess
from collections.abc import Callable
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker

from classay_farm.attempt import Answer, attempt
from classay_farm.children import end_with_parent, with_its_parent
from classay_farm.sent import Sent
from classay_farm.targets import Machine, Place, places_of

NAME = "classay-farm"
# Environment variables by which `classay-farm worker` overrides the client's settings for its machine.
PROGRAM, LIBRARIES, SLOTS = "CLASSAY_FARM_PROGRAM", "CLASSAY_FARM_LIBRARIES", "CLASSAY_FARM_SLOTS"
PARENT = "CLASSAY_FARM_PARENT"  # workers end when this process ends


def places_here(program: str, libraries: list[str]) -> list[Place]:
    """Returns the targets of this machine; empty if the program does not run."""
    try:
        said = subprocess.run(
            with_its_parent(program, "devices", "--json"), capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return []
    listed = [json.loads(line) for line in said.splitlines()]
    return places_of([device for device in listed if "unusable" not in device], libraries)


class Fleet(WorkerPlugin):
    name = NAME

    def __init__(self, program: str, libraries: list[str], slots: int, parent: int = 0) -> None:
        """`parent`: workers end when this process ends; 0: the process that started them takes care of them."""
        self.program, self.libraries, self.slots, self.parent = program, libraries, slots, parent
        self.machine = Machine([], 1)

    def __reduce__(self) -> tuple[Any, ...]:
        return operator.call, (Sent(type(self)), self.program, self.libraries, self.slots, self.parent)

    async def setup(self, worker: Worker) -> None:
        if parent := int(os.environ.get(PARENT, self.parent)):
            end_with_parent(parent)
        self.program = os.environ.get(PROGRAM, self.program)
        libraries = list(dict.fromkeys([*self.libraries, *os.environ.get(LIBRARIES, "").split()]))
        slots = int(os.environ.get(SLOTS, self.slots))
        places = await asyncio.to_thread(places_here, self.program, libraries)
        self.machine = Machine(places, slots)
        await worker.set_resources(**self.machine.slots)


def fleet_of(worker: Any) -> Fleet:
    found: Fleet = worker.plugins[NAME]
    return found


def places_of_worker(dask_worker: Any) -> list[tuple[str, str, bool, str]]:
    """Runs on a worker, called by the client. Returns the fields of each target and its address as plain values."""
    places = [(place.target, place.address) for place in fleet_of(dask_worker).machine.places]
    return [(target.name, target.short_name, target.takes_il, address) for target, address in places]


def ask(target: str, words: list[str]) -> Answer:
    """Runs a shard as a Dask task. The task holds a resource of its target, which guarantees a free address."""
    worker = get_worker()
    fleet = fleet_of(worker)
    address = fleet.machine.take(target)
    try:
        return attempt(fleet.program, address, words, _wanted_by(worker), worker.local_directory)
    finally:
        fleet.machine.give_back(target, address)


def _wanted_by(worker: Worker) -> Callable[[], bool]:
    """Returns a function that checks whether the result is still needed. Dask does not stop threads of cancelled tasks."""
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return is_wanted
