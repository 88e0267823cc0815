"""`classay-farm worker`: runs shards for a Dask scheduler. Prints its devices; a process that ends is restarted."""

import argparse
import asyncio
import os

from classay_report.visible import say
from distributed import Nanny

from classay_farm.commands import options
from classay_farm.commands.asked import UNUSABLE
from classay_farm.fleet import LIBRARIES, PARENT, PROGRAM, SLOTS, places_here
from classay_farm.program import Program, ProgramError
from classay_farm.targets import Machine

SETTINGS = "/etc/classay/farm.conf"  # read by farm/deploy/classay-farm-worker.service


def register(parser: argparse.ArgumentParser) -> None:
    options.add_program(parser)
    add = parser.add_argument
    add("scheduler", metavar="ADDRESS", type=address, help="address of the scheduler, e.g. tcp://host:8786")
    add("--slots", metavar="N", type=options.count, default=1, help="run N shards at a time on one device (default: 1)")
    add(
        "--library",
        metavar="lib:FILE",
        action="append",
        default=[],
        help="also run on this library of C functions (repeatable)",
    )
    add("--host", metavar="ADDRESS", help="address of this machine for other workers")
    add("--name", metavar="NAME", help="name of the worker on Dask's dashboard")


def address(word: str) -> str:
    """Checks the argument. The service passes an empty word if its settings contain no address."""
    if not word:
        raise argparse.ArgumentTypeError(f"no address of a scheduler; for the service, set SCHEDULER in {SETTINGS}")
    return word


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
