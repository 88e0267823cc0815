"""`classay-farm work`: runs the missing shards of a plan on this machine, one after the other. A Slurm job calls it."""

import argparse

from classay_report.arguments import Parser
from classay_report.errors import UsageError
from classay_report.visible import warn

from classay_farm.attempt import attempt
from classay_farm.commands import options
from classay_farm.plan import Task, read_plan
from classay_farm.program import Program
from classay_farm.store import Kept, RefusedError, Store
from classay_farm.targets import LIBRARY, Place, places_of
from classay_farm.whole import INCOMPLETE


def register(parser: Parser) -> None:
    options.add_program(parser)
    options.add_out(parser)
    options.add_attempts(parser)
    parser.selection.add_argument(
        "--part", metavar="I/N", default="1/1", help="run only each N-th shard, starting with number I (default: 1/1)"
    )


def run(args: argparse.Namespace) -> int:
    program = Program.at(args.classay)
    plan = read_plan(args.out)
    store = Store(args.out, plan)
    mine = set(part_of(plan.tasks(), args.part))
    libraries = [t.name for t in plan.targets if t.name.startswith(LIBRARY)]
    places = {place.target.name: place for place in places_of(program.devices(), libraries)}
    failed = 0
    for task in [task for task in store.missing() if task in mine]:
        if store.place_of(task).exists():
            continue  # another job has completed it
        failed += not _ask(program, store, task, places.get(task.target), args.attempts)
    return INCOMPLETE if failed else 0


def part_of(tasks: list[Task], part: str) -> list[Task]:
    index, _, of = part.partition("/")
    if not (index.isdigit() and of.isdigit() and 1 <= int(index) <= int(of)):
        raise UsageError(f"--part {part}: not of the form I/N with I from 1 to N, such as 2/8")
    return tasks[int(index) - 1 :: int(of)]


def _ask(program: Program, store: Store, task: Task, place: Place | None, attempts: int) -> bool:
    if place is None:
        warn(f"classay-farm: {task.name}: this machine does not have {task.target}")
        return False
    for _ in range(attempts):
        answer = attempt(program.path, place.address, task.words, lambda: True)
        try:
            kept = store.take(task, answer)
        except RefusedError as refusal:
            store.note(task, refusal.reason, answer)
            warn(f"classay-farm: {task.name}: {refusal.reason}")
            continue
        store.note(task, kept, answer)
        if kept is Kept.OTHER:
            warn(f"classay-farm: {task.name} of {task.target}: a second attempt gave different results")
        return True
    return False
