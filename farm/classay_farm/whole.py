"""The end of a farm's run: shards become the journals of whole runs, one for each target, and an exit code."""

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

INCOMPLETE = 4  # the farm failed, whatever the device did
NOT_AS_PROMISED = 1


def finish(store: Store, program: Program, why_not: dict[Task, str]) -> int:
    """The highest code of all targets. `why_not`: of tasks that were given up."""
    missing = store.missing()
    code = 0
    for target in store.plan.targets:
        for place in store.refused(target):
            warn(f"farm: {target.name}: a shard that came from another device was refused, {_short(place)}")
        lacks = [task for task in missing if task.target == target.name]
        for task in lacks:
            warn(f"farm: {task.name} of {target.name} could not be completed: {why_not.get(task, 'nobody asked it')}")
        if lacks:
            total = len(store.plan.tasks_of(target))
            warn(f"farm: {target.name}: {len(lacks)} of {total} shards are missing; the same command goes on with them")
            code = max(code, INCOMPLETE)
        else:
            code = max(code, _merge(store, program, target), _disputed(store, target))
    return code


def _merge(store: Store, program: Program, target: Target) -> int:
    """Anew each time: the whole is a function of its shards."""
    folder = store.of_target(target.name)
    out = folder / f".run-{uuid.uuid4().hex}"
    shards = folder / "shards"
    filters = [word for glob in store.plan.words.filters for word in ("--filter", glob)] or ["--no-filter"]
    how = [] if store.plan.by == BY_RANGE else filters
    for left in folder.glob(".run-*"):
        shutil.rmtree(left, ignore_errors=True)  # of who was ended while it merged
    parts = [task.folder for task in store.plan.tasks_of(target)]
    try:
        done = program.call("merge", str(out.absolute()), *parts, *how, folder=shards)
        if done.returncode < 0 or not _is_whole(out):
            said = done.stderr.strip() or f"merge ended with code {done.returncode}"
            raise ProgramError(f"the shards of {target.name} can not be merged: {said}", done.returncode)
        whole = folder / "run"
        if whole.exists():
            shutil.rmtree(whole)
        out.rename(whole)
    except OSError as error:
        said = os.strerror(error.errno or 0)
        raise ProgramError(f"the shards of {target.name} can not be merged: {said}", INCOMPLETE) from error
    finally:
        shutil.rmtree(out, ignore_errors=True)
    say(f"{target.name}: {_last_line(done.stdout)}, journal {_short(whole / 'journal.jsonl')}")
    return done.returncode


def _is_whole(out: Path) -> bool:
    """Whoever merged may have been ended: a part of a journal is no journal, and no code says what it would have come to."""
    try:
        return read_run(out).end is not None
    except JournalError:
        return False


def _disputed(store: Store, target: Target) -> int:
    """A shard that was answered in two ways is no news of the farm, and of the device: it is not deterministic."""
    found = store.conflicts(target)
    for place in found:
        warn(f"farm: {target.name} is not deterministic: another attempt at a shard gave other answers, {_short(place)}")
    return NOT_AS_PROMISED if found else 0


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _short(path: Path) -> str:
    return os.path.relpath(path)
