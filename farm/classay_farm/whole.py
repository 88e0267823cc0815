"""Finishes a farm's run: merges the shards into one journal per target and returns the exit code."""

import os
import shutil
import uuid
from pathlib import Path

from classay_report.journal import JournalError, read_run
from classay_report.visible import say, warn

from classay_farm.plan import BY_RANGE, Task
from classay_farm.program import Program, ProgramError
from classay_farm.store import Store
from classay_farm.targets import Target

INCOMPLETE = 4  # the farm failed, whatever the results of the device
NOT_AS_PROMISED = 1


def finish(store: Store, program: Program, why_not: dict[Task, str]) -> int:
    """Returns the highest exit code of all targets. `why_not`: the reasons for abandoned tasks."""
    missing = store.missing()
    code = 0
    for target in store.plan.targets:
        for place in store.refused(target):
            warn(f"classay-farm: {target.name}: refused a shard that ran on a different device, {_short(place)}")
        lacks = [task for task in missing if task.target == target.name]
        for task in lacks:
            warn(f"classay-farm: {task.name} of {target.name}: not completed: {why_not.get(task, 'it was never started')}")
        if lacks:
            total = len(store.plan.tasks_of(target))
            warn(f"classay-farm: {target.name}: {len(lacks)} of {total} shards are missing; repeat the command to run them")
            code = max(code, INCOMPLETE)
        else:
            code = max(code, _merge(store, program, target), _disputed(store, target))
    return code


def _merge(store: Store, program: Program, target: Target) -> int:
    """Merges the shards again each time, because the merged journal depends only on the shards."""
    folder = store.of_target(target.name)
    out = folder / f".run-{uuid.uuid4().hex}"
    shards = folder / "shards"
    filters = [word for glob in store.plan.words.filters for word in ("--filter", glob)] or ["--no-filter"]
    how = [] if store.plan.by == BY_RANGE else filters
    for left in folder.glob(".run-*"):
        shutil.rmtree(left, ignore_errors=True)  # remains of an interrupted merge
    parts = [task.folder for task in store.plan.tasks_of(target)]
    try:
        done = program.call("merge", str(out.absolute()), *parts, *how, folder=shards)
        if done.returncode < 0 or not _is_whole(out):
            said = done.stderr.strip() or f"merge ended with code {done.returncode}"
            raise ProgramError(f"the shards of {target.name} cannot be merged: {said}", done.returncode)
        whole = folder / "run"
        if whole.exists():
            shutil.rmtree(whole)
        out.rename(whole)
    except OSError as error:
        said = os.strerror(error.errno or 0)
        raise ProgramError(f"the shards of {target.name} cannot be merged: {said}", INCOMPLETE) from error
    finally:
        shutil.rmtree(out, ignore_errors=True)
    say(f"{target.name}: {_last_line(done.stdout)}, journal {_short(whole / 'journal.jsonl')}")
    return done.returncode


def _is_whole(out: Path) -> bool:
    """Whether the merged journal is complete. A merge that was killed leaves a partial journal and no usable exit code."""
    try:
        return read_run(out).end is not None
    except JournalError:
        return False


def _disputed(store: Store, target: Target) -> int:
    """Returns the exit code for conflicting attempts. They are not the farm's failure: the device is not deterministic."""
    found = store.conflicts(target)
    for place in found:
        warn(
            f"classay-farm: {target.name}: not deterministic: attempts at one shard gave different results, {_short(place)}"
        )
    return NOT_AS_PROMISED if found else 0


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _short(path: Path) -> str:
    return os.path.relpath(path)
