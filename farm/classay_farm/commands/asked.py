"""Makes a plan and its folder from the command line."""

import argparse
from collections.abc import Mapping

from classay_report.errors import UsageError

from classay_farm.plan import Words, keep_plan, make_plan
from classay_farm.program import Program, ProgramError
from classay_farm.store import Store
from classay_farm.targets import LIBRARY, Target, choose

NOTHING, UNUSABLE = 3, 5


def libraries_of(devices: list[str]) -> list[str]:
    return [word for word in devices if word.startswith(LIBRARY)]


def chosen_targets(args: argparse.Namespace, devices: list[str], there: Mapping[Target, str]) -> list[Target]:
    """Returns the targets to run. Without --device, the only existing target is chosen."""
    if not there:
        raise ProgramError("no usable device: no worker lists one; `classay-farm targets` prints them", UNUSABLE)
    targets = sorted(there, key=lambda t: t.name)
    if args.all_devices or (len(targets) == 1 and not devices):
        return targets
    if not devices:
        names = "".join(f"\n  {t.name}" for t in targets)
        raise UsageError(f"several devices found; choose one with --device, or use --all-devices:{names}")
    try:
        return choose(targets, devices)
    except ValueError as error:
        raise ProgramError(str(error), UNUSABLE) from error


def planned(
    args: argparse.Namespace, program: Program, words: Words, targets: list[Target], there: Mapping[Target, str]
) -> Store:
    """Stores a new plan in the folder, or checks that it equals the existing one."""
    addresses = {target.name: there[target] for target in targets}
    plan = make_plan(program, words, targets, addresses, args.shards, args.by)
    for target in targets:
        if not plan.cases[target.name]:
            raise ProgramError(f"--filter: no case that {target.name} can run matches the filters", NOTHING)
    keep_plan(args.out, plan)
    return Store(args.out, plan)
