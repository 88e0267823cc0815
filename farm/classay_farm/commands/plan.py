"""`classay-farm plan`: writes the list of shards of a run, on a machine that has the device."""

import argparse

from classay_report.arguments import Parser

from classay_farm.commands import options
from classay_farm.commands.asked import chosen_targets, libraries_of, planned
from classay_farm.plan import read_words
from classay_farm.program import Program
from classay_farm.targets import places_of


def register(parser: Parser) -> None:
    options.add_question(parser)


def run(args: argparse.Namespace) -> int:
    program = Program.at(args.classay)
    words, named = read_words(args.words)
    devices = options.read_devices(args, named)
    there = {p.target: p.address for p in reversed(places_of(program.devices(), libraries_of(devices)))}
    store = planned(args, program, words, chosen_targets(args, devices, there), there)
    tasks = store.plan.tasks()
    targets = len(store.plan.targets)
    print(f"{len(tasks)} shards of {targets} devices, {len(store.missing())} of them to run, in {args.out}")
    return 0
