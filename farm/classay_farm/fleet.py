"""Workers of Dask: each says which targets it has, as resources, and asks one of them at a time for each slot.

A plugin does that, which whoever runs a farm sends to all workers that are there or will come; so workers need no more than
`distributed` and the program, whoever started them: SSH, a queue of jobs, or `scripts/farm worker`, which tells more of a
machine: where its program is, how many shards a device takes at a time.
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
# What `scripts/farm worker` tells the plugin of its machine, where it is not as the client says.
PROGRAM, LIBRARIES, SLOTS = "CLASSAY_FARM_PROGRAM", "CLASSAY_FARM_LIBRARIES", "CLASSAY_FARM_SLOTS"
PARENT = "CLASSAY_FARM_PARENT"  # the process with which its workers end


def places_here(program: str, libraries: list[str]) -> list[Place]:
    """What the machine has; nothing where its program does not run."""
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
        """`parent`: the process with which the workers end; 0: those who started them look after them."""
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
    """Run on a worker by the client, which has to know how it is asked in words: the fields of a target, and an address."""
    places = [(place.target, place.address) for place in fleet_of(dask_worker).machine.places]
    return [(target.name, target.short_name, target.takes_il, address) for target, address in places]


def ask(target: str, words: list[str]) -> Answer:
    """A task. It holds a resource of its target, so that an address is free."""
    worker = get_worker()
    fleet = fleet_of(worker)
    address = fleet.machine.take(target)
    try:
        return attempt(fleet.program, address, words, _wanted_by(worker), worker.local_directory)
    finally:
        fleet.machine.give_back(target, address)


def _wanted_by(worker: Worker) -> Callable[[], bool]:
    """A task that was cancelled, or given to another worker, goes on in its thread, and nobody takes what it gives."""
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return is_wanted
