"""`classay-farm targets`: lists the devices of a scheduler's workers, and how many shards each runs at a time."""

import argparse
from collections import Counter

from classay_report.visible import say

from classay_farm.cluster import Wanted, connected, resources, targets_there
from classay_farm.commands.asked import UNUSABLE


def run(args: argparse.Namespace) -> int:
    wanted = Wanted(args.scheduler, workers=0, threads=1, slots=1, libraries=[], dashboard="", lost_after="300s")
    with connected(wanted, args.classay) as client:
        names = {target.name for target in targets_there(client)}
        slots: Counter[str] = Counter()
        workers: Counter[str] = Counter()
        for has in resources(client).values():
            slots.update({name: int(number) for name, number in has.items() if name in names})
            workers.update(name for name in has if name in names)
    for name in sorted(names):
        say(f"{name}  workers {workers[name]}, shards at a time {slots[name]}")
    return 0 if names else UNUSABLE
