"""Manages the folder of a farm's run: the journal of each shard, and which journals are accepted.

    farm.json                        the plan
    attempts.jsonl                   one line per attempt, whatever its result
    TARGET/shards/GROUP/1-of-4/      journals of complete shards
    TARGET/conflicts/...             journals of later attempts that differ
    TARGET/damaged/...               invalid journals found in the place of a shard
    TARGET/refused/...               journals of other devices, returned for a shard
    TARGET/run/                      the merged journal

A journal is renamed into its place after it has been written to disk, so every journal in place is complete. Many machines
may add shards to one folder. The first attempt at a shard counts; later ones are compared with it.
"""

import errno
import gzip
import json
import os
import uuid
from enum import StrEnum
from pathlib import Path
from typing import Any

from classay_report.compare.changes import compare
from classay_report.compare.side import side_of
from classay_report.errors import ReportError
from classay_report.journal import JournalError, Run, Verdict, read_run

from classay_farm.attempt import Answer
from classay_farm.plan import Plan, Task
from classay_farm.targets import Target, name_of


class Kept(StrEnum):
    NEW = "done"
    SAME = "done before, with the same answers"
    OTHER = "done before, with other answers"


class RefusedError(Exception):
    """Why a journal is not accepted for a shard."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OtherDeviceError(RefusedError):
    """The journal of a different device. It is kept, so that its reader can find out why that device ran the shard."""


class Store:
    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.id = f"{uuid.uuid4().int % 10**6:06}"  # identifies the tasks of this process
        self._folders = {name: folder / place for name, place in folders_of(plan.targets).items()}
        self._references: dict[str, Run] = {}

    def of_target(self, name: str) -> Path:
        return self._folders[name]

    def place_of(self, task: Task) -> Path:
        return self.of_target(task.target) / "shards" / task.folder

    def missing(self) -> list[Task]:
        """Returns the tasks without a journal. Moves an invalid journal aside."""
        return [task for task in self.plan.tasks() if not self._is_there(task)]

    def _is_there(self, task: Task) -> bool:
        place = self.place_of(task)
        if not os.path.lexists(place):
            return False
        try:
            self._refer(task, self._read(task, place))
        except RefusedError as refusal:
            self._put_aside(task, place, "damaged")
            self.note(task, f"runs again: {refusal.reason}")
            return False
        return True

    def take(self, task: Task, answer: Answer) -> Kept:
        """Stores an answer. Raises RefusedError if it is not the journal of the shard."""
        if not answer.journal:
            raise RefusedError(answer.said.removeprefix("classay: ") or f"no journal; classay ended with code {answer.code}")
        coming = self.of_target(task.target) / f".coming-{uuid.uuid4().hex}"
        coming.mkdir(parents=True)
        try:
            _write(coming / "journal.jsonl", answer.journal)
            run = self._read(task, coming)
            kept = self._put(task, coming, run)
        except OtherDeviceError as other:
            place = self._put_aside(task, coming, "refused")
            raise RefusedError(f"{other.reason}; kept in {place.relative_to(self.folder)}") from other
        finally:
            for file in coming.glob("*"):
                file.unlink()
            if coming.exists():
                coming.rmdir()
        self._refer(task, run)
        return kept

    def _put(self, task: Task, coming: Path, run: Run) -> Kept:
        place = self.place_of(task)
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            coming.rename(place)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        else:
            _sync(place.parent)
            return Kept.NEW
        if not differences(self._read(task, place), run):
            return Kept.SAME
        self._put_aside(task, coming, "conflicts")
        return Kept.OTHER

    def _put_aside(self, task: Task, what: Path, where: str) -> Path:
        aside = self.of_target(task.target) / where / f"{task.folder}-{uuid.uuid4().hex[:8]}"
        aside.parent.mkdir(parents=True, exist_ok=True)
        what.rename(aside)
        return aside

    def _read(self, task: Task, place: Path) -> Run:
        try:
            run = read_run(place, check_binades=True)
        except (JournalError, ReportError, OSError) as error:
            raise RefusedError(str(error)) from error
        if reason := _of_another_device(task, run):
            raise OtherDeviceError(reason)
        if reason := self._against(task, run):
            raise RefusedError(reason)
        return run

    def _against(self, task: Task, run: Run) -> str:
        """Returns why a journal is not the complete result of this task; empty if it is."""
        if run.header.shard != task.shard or run.header.options.get("filters") != list(task.filters):
            return f"the journal belongs to a different shard: {run.header.shard} of {run.header.options.get('filters')}"
        if run.end is None:
            return "the run has not ended"
        if run.end.unusable:
            return f"the device became unusable: {run.end.unusable}"
        if not run.is_whole:
            return f"{run.lost + len(run.end.left_out)} results are missing"
        if lost := {str(case) for case in run.results} ^ set(task.cases) if task.cases else set():
            return f"the cases differ from those of the task: {min(lost)}"
        if killed := [str(r.case) for r in run.results.values() if r.verdict is Verdict.KILLED]:
            return f"another process ended the worker of {killed[0]}: the case has no result"
        return self._other_question(task, run)

    def _other_question(self, task: Task, run: Run) -> str:
        """Refuses to mix shards of two drivers or two builds of the suite. The first shard decides."""
        first = self._references.get(task.target)
        if first is None:
            return ""
        a, b = first.header, run.header
        pairs = [("build of classay", a.suite, b.suite), ("device", a.device.identity, b.device.identity)]
        differing = [
            f"its {what} is {_words(now)}, but other shards have {_words(was)}" for what, was, now in pairs if was != now
        ]
        return "; ".join(differing)

    def _refer(self, task: Task, run: Run) -> None:
        self._references.setdefault(task.target, run)

    def conflicts(self, target: Target) -> list[Path]:
        return self._aside(target, "conflicts")

    def refused(self, target: Target) -> list[Path]:
        """Returns the journals of devices that are not the target."""
        return self._aside(target, "refused")

    def _aside(self, target: Target, where: str) -> list[Path]:
        return sorted((self.of_target(target.name) / where).glob("*/*"))

    def note(self, task: Task, what: str, answer: Answer | None = None) -> None:
        line: dict[str, Any] = {"target": task.target, "task": task.name, "what": what}
        if answer:
            line |= {"code": answer.code, "host": answer.host, "seconds": round(answer.seconds, 3)}
        with open(self.folder / "attempts.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def folders_of(targets: tuple[Target, ...]) -> dict[str, str]:
    """Returns a unique folder name for each target."""
    folders: dict[str, str] = {}
    for target in targets:
        name, number = target.folder, 2
        while name in folders.values():
            name, number = f"{target.folder}-{number}", number + 1
        folders[target.name] = name
    return folders


def differences(one: Run, other: Run) -> list[str]:
    """Returns the cases whose results differ between two attempts. A correct device gives the same bits each time."""
    found = compare(side_of([one]), side_of([other]))
    return [str(change.case) for change in found.changes]


def _of_another_device(task: Task, run: Run) -> str:
    """Returns why the device is not the task's target. Its name alone decides; empty: it is."""
    device = run.header.device
    name = name_of(device.name, device.platform, device.driver)
    return "" if name == task.target else f"its device is {name}, expected {task.target}"


def _words(value: Any) -> str:
    return ", ".join(str(word) for word in value) if isinstance(value, tuple) else f"{value.version}, {value.build}"


def _write(file: Path, packed: bytes) -> None:
    try:
        content = gzip.decompress(packed)
    except (OSError, EOFError, ValueError) as error:
        raise RefusedError(f"the returned journal cannot be unpacked: {error}") from error
    with open(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
