"""Distributes tasks over a Dask cluster until each has an answer or is abandoned.

The result of a shard depends only on its task. It does not depend on which worker runs it, how often, or in which order.
Dask resubmits the tasks of lost workers. This module retries tasks whose answer is not a valid journal, a few times.
"""

import queue
import signal
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from distributed import Client, Future

from classay_farm.attempt import Answer
from classay_farm.cluster import resources
from classay_farm.fleet import ask
from classay_farm.plan import Task
from classay_farm.progress import Progress
from classay_farm.sent import Sent
from classay_farm.store import Kept, RefusedError, Store

LOOK = 1.0  # seconds between two checks of the cluster
USAGE = 2
INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STRAGGLES = 3.0  # a shard that takes this many times the usual time may start again on an idle worker


@dataclass(frozen=True, slots=True)
class Patience:
    attempts: int  # per shard, until it gives a valid journal
    alone: float  # seconds for which a target may be without a worker
    straggler: float  # seconds until a shard may start a second time; inf: never


@dataclass
class _Open:
    """A task without an answer."""

    task: Task
    attempts: int = 0
    futures: list[Future] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)


class Engine:
    def __init__(self, client: Client, store: Store, patience: Patience, progress: Progress) -> None:
        self.client, self.store, self.patience, self.progress = client, store, patience, progress
        self.open: dict[Task, _Open] = {}
        self.why_not: dict[Task, str] = {}
        self._ended: queue.Queue[tuple[Task, Future]] = queue.Queue()
        self._seen: dict[str, float] = {}  # when a target last had a worker
        self._times: dict[str, list[float]] = {}
        self._looked = 0.0
        self._is_stopped = False
        self._number = 0

    def ask_all(self, tasks: list[Task]) -> dict[Task, str]:
        """Runs the tasks and stores their answers. Returns the reasons for tasks that were abandoned."""
        self.open = {task: _Open(task) for task in tasks}
        self._seen = {task.target: time.monotonic() for task in tasks}
        with self._stopped_by_signals():
            try:
                for task in tasks:
                    self._submit(self.open[task])
                while self.open:
                    if self._is_stopped:
                        raise KeyboardInterrupt
                    self._look()
                    self.progress.show(len(self.open))
            finally:
                self._cancel([future for one in self.open.values() for future in one.futures])
        return self.why_not

    @contextmanager
    def _stopped_by_signals(self) -> Iterator[None]:
        """Records a signal instead of raising at once: Dask swallows exceptions raised while it releases a future."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self._is_stopped = True

        heard = [number for number in INTERRUPTS if signal.getsignal(number) is not signal.SIG_IGN]
        before = [(number, signal.signal(number, stop)) for number in heard]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    def _submit(self, one: _Open, workers: list[str] | None = None) -> None:
        """Submits a task under a key that begins with its cases, because Dask's dashboard groups tasks by it."""
        self._number += 1
        future = self.client.submit(
            Sent(ask),
            one.task.target,
            one.task.words,
            key=(f"{one.task.group}-{self.store.id}", one.task.shard, one.task.target, self._number),
            resources={one.task.target: 1},
            workers=workers,
            pure=False,
        )
        one.futures.append(future)
        one.attempts += 1
        one.since = time.monotonic()
        future.add_done_callback(lambda ended, task=one.task: self._ended.put((task, ended)))

    def _look(self) -> None:
        if time.monotonic() - self._looked > LOOK:
            self._look_at_workers()
        try:
            task, future = self._ended.get(timeout=LOOK)
        except queue.Empty:
            return
        one = self.open.get(task)
        if one is None or future not in one.futures:
            return
        one.futures.remove(future)
        if future.status == "finished":
            self._take(one, future.result())
        elif future.status == "error":
            self._again(one, f"its workers were lost or failed: {future.exception()}")
        else:
            self._again(one, "the scheduler cancelled it")

    def _take(self, one: _Open, answer: Answer) -> None:
        if answer.code == USAGE and not answer.journal:
            self.store.note(one.task, answer.said, answer)
            self._give_up(one, answer.said)  # a retry would give the same usage error
            return
        try:
            kept = self.store.take(one.task, answer)
        except RefusedError as refusal:
            self.store.note(one.task, refusal.reason, answer)
            self._again(one, f"{refusal.reason} ({answer.host})")
            return
        self.store.note(one.task, kept, answer)
        self._times.setdefault(one.task.target, []).append(answer.seconds)
        self.progress.done(one.task, answer.seconds, kept is Kept.OTHER)
        self._close(one)

    def _again(self, one: _Open, reason: str) -> None:
        if one.futures:
            return  # a second attempt is still running
        if one.attempts < self.patience.attempts:
            self.progress.again(one.task, reason)
            self._submit(one)
        else:
            self._give_up(one, f"{reason}; {one.attempts} attempts")

    def _give_up(self, one: _Open, reason: str) -> None:
        self.why_not[one.task] = reason
        self._close(one)

    def _close(self, one: _Open) -> None:
        del self.open[one.task]
        self._cancel(one.futures)

    def _cancel(self, futures: list[Future]) -> None:
        if futures:
            self.client.cancel(futures, force=True)

    def _look_at_workers(self) -> None:
        there = resources(self.client)
        now = self._looked = time.monotonic()
        for target in {task.target for task in self.open}:
            if any(target in has for has in there.values()):
                self._seen[target] = now
            elif now - self._seen[target] > self.patience.alone:
                for task in [task for task in self.open if task.target == target]:
                    self._give_up(self.open[task], "no worker of the farm has its device any more")
        self._ask_stragglers(there, now)

    def _ask_stragglers(self, there: dict[str, dict[str, float]], now: float) -> None:
        """Starts slow shards a second time on a different worker, if fewer shards are open than can run at a time."""
        left = Counter(task.target for task in self.open)
        for one in list(self.open.values()):
            target = one.task.target
            having = {address: has[target] for address, has in there.items() if target in has}
            usual = statistics.median(self._times[target]) if target in self._times else 0.0
            takes_long = now - one.since > max(self.patience.straggler, STRAGGLES * usual)
            if len(one.futures) != 1 or left[target] >= sum(having.values()) or not takes_long:
                continue
            holders = {a for workers in self.client.who_has(one.futures).values() for a in workers}
            holders |= {a for a, keys in self.client.processing().items() if one.futures[0].key in keys}
            if others := sorted(having.keys() - holders):
                self.progress.again(one.task, "it takes long, and a worker is idle")
                self._submit(one, others)
