"""`classay-farm run`: runs the shards of a run as Dask tasks."""

import argparse
import fcntl
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classay_report.errors import UsageError
from classay_report.visible import warn
from distributed import Client

from classay_farm.cluster import Wanted, connected, targets_there
from classay_farm.commands import options
from classay_farm.commands.asked import chosen_targets, libraries_of, planned
from classay_farm.engine import Engine, Patience
from classay_farm.fleet import places_here
from classay_farm.plan import Task, Words, read_words
from classay_farm.program import Program
from classay_farm.progress import Progress
from classay_farm.store import Store
from classay_farm.whole import finish

Asked = tuple[Store, dict[Task, str]]  # the store, and the reasons for abandoned tasks


def run(args: argparse.Namespace) -> int:
    program = Program.at(args.classay)
    words, named = read_words(args.words)
    devices = options.read_devices(args, named)
    with _locked(args.out):
        asked = _asked_elsewhere if args.scheduler else _asked_here
        store, why_not = asked(args, program, words, devices)
        return finish(store, program, why_not)


def _asked_here(args: argparse.Namespace, program: Program, words: Words, devices: list[str]) -> Asked:
    places = places_here(program.path, libraries_of(devices))
    there = {place.target: place.address for place in reversed(places)}
    targets = chosen_targets(args, devices, there)
    store = planned(args, program, words, targets, there)
    tasks = store.missing()
    if not tasks:
        return store, {}
    # One thread per shard that can run at a time. Equal devices share their shards.
    threads = args.slots * sum(place.target in targets for place in places)
    with connected(_wanted(args, threads, devices), program.path) as client:
        return store, _ask(args, client, store, tasks)


def _asked_elsewhere(args: argparse.Namespace, program: Program, words: Words, devices: list[str]) -> Asked:
    with connected(_wanted(args, 1, devices), program.path) as client:
        there = targets_there(client)
        store = planned(args, program, words, chosen_targets(args, devices, there), there)
        return store, _ask(args, client, store, store.missing())


def _wanted(args: argparse.Namespace, threads: int, devices: list[str]) -> Wanted:
    return Wanted(
        scheduler=args.scheduler,
        workers=args.workers,
        threads=threads,
        slots=args.slots,
        libraries=libraries_of(devices),
        dashboard=args.dashboard,
        lost_after=f"{args.lost_after}s",
    )


def _ask(args: argparse.Namespace, client: Client, store: Store, tasks: list[Task]) -> dict[Task, str]:
    total = len(store.plan.tasks())
    progress = Progress(total, args.progress)
    patience = Patience(args.attempts, args.alone, args.straggler or math.inf)
    try:
        return Engine(client, store, patience, progress).ask_all(tasks)
    except KeyboardInterrupt:
        progress.clear()
        done = total - len(store.missing())
        warn(f"classay-farm: interrupted; {done} of {total} shards are done; repeat the command to run the others")
        raise
    finally:
        progress.clear()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Locks the folder: two farms that distribute the tasks of one folder would run everything twice."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(f"--out {folder}: in use by another farm; wait for it or choose another folder") from error
        yield
