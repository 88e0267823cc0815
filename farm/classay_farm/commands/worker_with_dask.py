"""`classay-farm worker`: runs shards for a Dask scheduler. Prints its devices; a process that ends is restarted."""

import argparse
import asyncio
import os

from classay_report.visible import say
from distributed import Nanny

from classay_farm.commands.asked import UNUSABLE
from classay_farm.fleet import LIBRARIES, PARENT, PROGRAM, SLOTS, places_here
from classay_farm.program import Program, ProgramError
from classay_farm.targets import Machine


def run(args: argparse.Namespace) -> int:
    program = Program.at(args.classay)
    machine = Machine(places_here(program.path, args.library), args.slots)
    if not machine.slots:
        raise ProgramError("no usable device on this machine; `classay doctor` explains why", UNUSABLE)
    words = {PROGRAM: program.path, LIBRARIES: " ".join(args.library), SLOTS: str(args.slots)}
    os.environ |= words | {PARENT: str(os.getpid())}
    for name, slots in machine.slots.items():
        say(f"{name}  shards at a time {slots}")
    asyncio.run(_serve(args, machine))
    return 0


async def _serve(args: argparse.Namespace, machine: Machine) -> None:
    nanny = Nanny(
        args.scheduler,
        nthreads=sum(machine.slots.values()),
        resources=machine.slots,
        memory_limit=0,
        host=args.host,
        name=args.name,
    )
    async with nanny:
        await nanny.finished()
