"""Tests how often each worker runs which shard, with a scripted cluster without processes, and a controllable clock."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="Dask is not installed")

from classay_farm import engine
from classay_farm.attempt import Answer
from classay_farm.engine import Engine, Patience
from classay_farm.plan import BY_CASE, Plan, Task, Words
from classay_farm.progress import Progress
from classay_farm.store import Kept, RefusedError, Store
from classay_farm.targets import Target

GOOD, BAD, USAGE = (Answer(code, b"", said, 1.0, "here") for code, said in ((0, ""), (4, "no luck"), (2, "no such tier")))
TARGET = Target("d")
PLAN = Plan(Words((), ()), 2, BY_CASE, "", (TARGET,), {"d": ("c/math/exp/f32/default/v1",)})


class Future:
    def __init__(self, key: Any, workers: list[str] | None, then: tuple[str, Answer] | None) -> None:
        self.key, self.workers, self.then = key, workers, then
        self.status, self.value = then or ("pending", GOOD)

    def add_done_callback(self, callback: Callable[["Future"], None]) -> None:
        if self.then:
            callback(self)

    def result(self) -> Answer:
        return self.value

    def exception(self) -> str:
        return "KilledWorker"


class Cluster:
    """Handles each submitted task as `then` specifies. Other tasks never end."""

    def __init__(self, *then: tuple[str, Answer] | None) -> None:
        self.then = list(then)
        self.workers = {"one": 1.0, "other": 1.0}
        self.asked: list[Future] = []
        self.cancelled: list[Future] = []

    def submit(self, *_words: Any, key: Any, workers: list[str] | None, resources: dict[str, int], **_more: Any) -> Any:
        assert resources == {"d": 1}
        self.asked.append(Future(key, workers, self.then.pop(0) if self.then else None))
        return self.asked[-1]

    def cancel(self, futures: list[Future], force: bool) -> None:
        assert force
        self.cancelled += futures

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        assert n_workers == -1
        return {"workers": {name: {"resources": {"d": slots}} for name, slots in self.workers.items()}}

    def who_has(self, futures: list[Future]) -> dict[Any, list[str]]:
        return {future.key: [] for future in futures}

    def processing(self) -> dict[str, list[Any]]:
        return {"one": [future.key for future in self.asked if future.status == "pending"]}


class Shelf(Store):
    """Accepts every good answer."""

    def take(self, _task: Task, answer: Answer) -> Kept:
        if answer.code:
            raise RefusedError(answer.said)
        return Kept.NEW


def ask(folder: Path, cluster: Cluster, attempts: int = 3, alone: float = 1e9, straggler: float = 1e9) -> dict[Task, str]:
    progress = Progress(2, 0)
    client: Any = cluster
    return Engine(client, Shelf(folder, PLAN), Patience(attempts, alone, straggler), progress).ask_all(PLAN.tasks())


def test_what_gives_no_journal_is_asked_again_and_then_named(tmp_path: Path) -> None:
    cluster = Cluster(*[("finished", BAD)] * 2, ("finished", GOOD), *[("finished", BAD)] * 2)
    (why,) = ask(tmp_path, cluster).values()
    assert why == "no luck (here); 3 attempts" and len(cluster.asked) == 2 + 3


def test_lost_workers_and_what_a_scheduler_gives_up_are_asked_again(tmp_path: Path) -> None:
    cluster = Cluster(("error", GOOD), ("cancelled", GOOD), ("finished", GOOD), ("finished", GOOD))
    assert ask(tmp_path, cluster) == {} and len(cluster.asked) == 4
    lost = Cluster(*[("error", GOOD)] * 2)
    assert set(ask(tmp_path, lost, attempts=1).values()) == {"its workers were lost or failed: KilledWorker; 1 attempts"}


def test_wrong_use_is_not_asked_again(tmp_path: Path) -> None:
    cluster = Cluster(*[("finished", USAGE)] * 2)
    assert set(ask(tmp_path, cluster).values()) == {"no such tier"} and len(cluster.asked) == 2


def test_a_device_without_a_worker_is_given_up_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LOOK", 0.0)
    cluster = Cluster()
    cluster.workers = {}
    why_not = ask(tmp_path, cluster, alone=0.0)
    assert set(why_not.values()) == {"no worker of the farm has its device any more"} and len(why_not) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_never_passed_over(tmp_path: Path, number: signal.Signals) -> None:
    """Also if a signal arrives during a clean-up, where Python drops exceptions."""

    class Late(Cluster):
        def scheduler_info(self, n_workers: int) -> dict[str, Any]:
            class Cleared:
                def __del__(self) -> None:
                    os.kill(os.getpid(), number)

            Cleared()
            return super().scheduler_info(n_workers)

    cluster = Late()
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt):
        ask(tmp_path, cluster)
    assert cluster.cancelled == cluster.asked and signal.getsignal(number) == before


def test_a_straggler_is_asked_on_another_worker_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LOOK", 0.01)
    monkeypatch.setattr(engine, "STRAGGLES", 0.0)
    # One shard is done at once. The other is slow, and its second attempt is done.
    cluster = Cluster(("finished", GOOD), None, ("finished", GOOD))
    assert ask(tmp_path, cluster, straggler=0.0) == {}
    assert [future.workers for future in cluster.asked] == [None, None, ["other"]]
    assert cluster.asked[1] in cluster.cancelled
