"""Tests which journals become those of a shard, and what happens to others. Nothing is lost or accepted by accident."""

import gzip
import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from classay_farm.attempt import Answer, attempt
from classay_farm.plan import BY_CASE, Plan, Task, Words
from classay_farm.program import Program, ProgramError
from classay_farm.store import Kept, RefusedError, Store
from classay_farm.targets import Target
from classay_farm.whole import finish
from classay_report.journal import read_run
from farming import CLASSAY, DEVICE, assert_same, needs_program, plain_run

pytestmark = needs_program

WORDS = ("--tier", "smoke", "--filter", "c/math/exp[12]*/f32/default/v1")
TARGET = Target(DEVICE)
Lines = list[dict[str, Any]]


@dataclass
class Shards:
    """A plan of four shards, and an answer to each."""

    plan: Plan
    answers: dict[Task, Answer]

    def task(self, number: int = 0) -> Task:
        return list(self.answers)[number]

    def changed(self, task: Task, change: Callable[[Lines], Lines | None]) -> Answer:
        """Returns an answer with a changed journal."""
        lines = [json.loads(line) for line in gzip.decompress(self.answers[task].journal).splitlines()]
        lines = change(lines) or lines
        return replace(
            self.answers[task], journal=gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())
        )


@pytest.fixture(scope="module")
def shards() -> Shards:
    cases = [f"c/math/{name}/f32/default/v1" for name in ("exp10", "exp2")]
    plan = Plan(Words(WORDS[3:], WORDS[:2]), 2, BY_CASE, "", (TARGET,), {DEVICE: tuple(cases)})
    return Shards(plan, {task: attempt(CLASSAY, DEVICE, task.words, lambda: True) for task in plan.tasks()})


@pytest.fixture
def store(tmp_path: Path, shards: Shards) -> Store:
    (tmp_path / "out").mkdir()
    return Store(tmp_path / "out", shards.plan)


def result_of(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines if line["kind"] == "result")


def test_shards_make_the_run(store: Store, shards: Shards, tmp_path: Path) -> None:
    for task, answer in shards.answers.items():
        assert store.take(task, answer) is Kept.NEW
    assert store.missing() == [] and finish(store, Program(CLASSAY), {}) == 0
    assert_same(read_run(tmp_path / "out/lib-libm.so.6/run"), plain_run(tmp_path, WORDS))


def test_a_shard_that_is_missing_is_named_and_never_a_pass(store: Store, shards: Shards, capsys: Any) -> None:
    for task in list(shards.answers)[1:]:
        store.take(task, shards.answers[task])
    assert finish(store, Program(CLASSAY), {shards.task(): "its machine burned"}) == 4
    said = capsys.readouterr().err
    assert "c/math/exp10/f32 1/2 of lib:libm.so.6: not completed: its machine burned" in said
    assert "1 of 4 shards are missing" in said
    assert not (store.of_target(DEVICE) / "run").exists()


@pytest.mark.parametrize("how", ["kill -9 $$", "exit 0"])
def test_a_merge_that_is_ended_halfway_is_no_run(store: Store, shards: Shards, tmp_path: Path, how: str) -> None:
    """A killed merge leaves a journal that lacks only its last record."""
    for task, answer in shards.answers.items():
        store.take(task, answer)
    halfway = tmp_path / "halfway"
    halfway.write_text(f"""#!/bin/sh
{CLASSAY} "$@" && sed -i '$d' "$2/journal.jsonl" && {how}
""")
    halfway.chmod(0o755)
    with pytest.raises(ProgramError, match="cannot be merged: merge ended with code") as error:
        finish(store, Program(str(halfway)), {})
    assert error.value.code >= 1 and not list(store.of_target(DEVICE).glob("*run*"))
    assert finish(store, Program(CLASSAY), {}) == 0


def test_a_second_attempt_with_the_same_answers_changes_nothing(store: Store, shards: Shards) -> None:
    task = shards.task()
    store.take(task, shards.answers[task])
    before = (store.place_of(task) / "journal.jsonl").read_bytes()
    assert store.take(task, attempt(CLASSAY, DEVICE, task.words, lambda: True)) is Kept.SAME
    assert (store.place_of(task) / "journal.jsonl").read_bytes() == before
    assert store.conflicts(TARGET) == [] and not list(store.of_target(DEVICE).glob(".coming-*"))


@pytest.mark.parametrize("what", ["answers", "verdict", "failed"])
def test_a_second_attempt_with_other_answers_is_seen(store: Store, shards: Shards, capsys: Any, what: str) -> None:
    def change(lines: Lines) -> None:
        result = result_of(lines)
        if what == "answers":
            result["answers"] = "0x0123456789abcdef"
        elif what == "failed":
            result["counts"]["failed"] += 1
        else:
            lines[-1]["totals"] = {"fail": 1}
            result["verdict"] = "fail"

    for task, answer in shards.answers.items():
        store.take(task, answer)
    assert store.take(shards.task(), shards.changed(shards.task(), change)) is Kept.OTHER
    assert len(store.conflicts(TARGET)) == 1
    # A later run reports the conflict too, and the first journal stays.
    again = Store(store.folder, store.plan)
    assert again.missing() == [] and finish(again, Program(CLASSAY), {}) == 1
    assert "lib:libm.so.6: not deterministic" in capsys.readouterr().err


def without_end(lines: Lines) -> Lines:
    return lines[:-1]


def without_result(lines: Lines) -> Lines:
    lines[-1]["totals"] = {}
    return [line for line in lines if line["kind"] != "result"]


def left_out(lines: Lines) -> Lines:
    lines[-1]["left_out"] = [result_of(lines)["case"]]
    return without_result(lines)


def unusable(lines: Lines) -> None:
    lines[-1]["unusable"] = "it did not come back"


def killed(lines: Lines) -> None:
    result_of(lines)["verdict"] = "killed"
    lines[-1]["totals"] = {"killed": 1}


def two_journals(lines: Lines) -> Lines:
    return lines * 2


def of_another_shard(lines: Lines) -> None:
    lines[0]["shard"] = "2/2"


def of_another_filter(lines: Lines) -> None:
    lines[0]["options"]["filters"] = ["*"]


def of_another_build(lines: Lines) -> None:
    lines[0]["suite"]["build"] = "0123456789abcdef"


def of_another_driver(lines: Lines) -> None:
    lines[0]["device"]["driver"] = "glibc 1.0"


def of_another_device(lines: Lines) -> None:
    lines[0]["device"]["name"] = "libm-2.so"


def of_another_platform(lines: Lines) -> None:
    lines[0]["device"]["platform"] = "Portable Computing Language"


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (of_another_device, "lib:libm-2.so"),
        (of_another_platform, r"libm.so.6 \(Portable Computing Language\), driver glibc"),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_shard_of_another_device_is_refused_by_both_names_and_kept_aside(
    store: Store, shards: Shards, capsys: Any, change: Any, name: str, is_first: bool
) -> None:
    """Also if it is the first journal, with which others would be compared."""
    if not is_first:
        store.take(shards.task(1), shards.answers[shards.task(1)])
    answer = shards.changed(shards.task(), change)
    with pytest.raises(
        RefusedError, match=rf"its device is {name}.*, expected lib:libm.so.6; kept in lib-libm.so.6/refused/"
    ):
        store.take(shards.task(), answer)
    (kept,) = store.refused(TARGET)
    assert (kept / "journal.jsonl").read_bytes() == gzip.decompress(answer.journal)
    assert shards.task() in store.missing() and not list(store.of_target(DEVICE).glob(".coming-*"))
    for task, good in shards.answers.items():
        store.take(task, good)
    assert finish(store, Program(CLASSAY), {}) == 0
    assert "refused a shard that ran on a different device" in capsys.readouterr().err


def test_a_place_with_the_journal_of_another_device_is_asked_again(store: Store, shards: Shards, capsys: Any) -> None:
    """An older farm or a user put it there."""
    for task, answer in shards.answers.items():
        store.take(task, answer)
    place = store.place_of(shards.task()) / "journal.jsonl"
    place.write_bytes(gzip.decompress(shards.changed(shards.task(), of_another_device).journal))
    assert finish(Store(store.folder, store.plan), Program(CLASSAY), {}) == 4
    assert "1 of 4 shards are missing" in capsys.readouterr().err
    assert list((store.of_target(DEVICE) / "damaged").glob("*/*"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without_end, "the run has not ended"),
        (without_result, "1 results are missing"),
        (left_out, "1 results are missing"),
        (unusable, "the device became unusable: it did not come back"),
        (killed, "another process ended the worker of c/math/exp10/f32/default/v1"),
        (two_journals, "line [0-9]+ is malformed: a second run begins here"),
        (of_another_shard, "the journal belongs to a different shard: 2/2"),
        (of_another_filter, r"the journal belongs to a different shard: 1/2 of \['\*'\]"),
        (of_another_build, "its build of classay is 0.1.0, 0123456789abcdef, but other shards have"),
        (of_another_driver, "its device is C library, libm.so.6, glibc 1.0, .*but other shards have"),
    ],
)
def test_what_is_not_the_whole_answer_to_the_question_is_refused(
    store: Store, shards: Shards, change: Any, why: str
) -> None:
    store.take(shards.task(1), shards.answers[shards.task(1)])
    with pytest.raises(RefusedError, match=why):
        store.take(shards.task(), shards.changed(shards.task(), change))
    assert shards.task() in store.missing()
    assert not list(store.of_target(DEVICE).glob(".coming-*"))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(-9, b"", "", 1, "a"), "no journal; classay ended with code -9"),
        (Answer(5, b"", "classay: no device", 1, "a"), "no device"),
        (Answer(0, b"rubbish", "", 1, "a"), "cannot be unpacked"),
        (Answer(0, gzip.compress(b""), "", 1, "a"), "no complete line"),
        (Answer(0, gzip.compress(b"{}\n"), "", 1, "a"), "line 1 is malformed"),
    ],
)
def test_no_journal_is_no_answer(store: Store, shards: Shards, answer: Answer, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        store.take(shards.task(), answer)
    assert len(store.missing()) == 4


@pytest.mark.parametrize("how", ["torn", "empty folder", "file"])
def test_a_place_with_half_a_journal_is_asked_again_and_nothing_is_thrown_away(
    store: Store, shards: Shards, how: str
) -> None:
    task = shards.task()
    place = store.place_of(task)
    store.take(task, shards.answers[task])
    journal = place / "journal.jsonl"
    content = journal.read_bytes()
    if how == "torn":
        journal.write_bytes(content[: len(content) // 2])
    else:
        journal.unlink()
    if how == "file":
        place.rmdir()
        place.write_bytes(b"an unknown form")
    assert task in Store(store.folder, store.plan).missing()
    (aside,) = (store.of_target(DEVICE) / "damaged").glob("*/*")
    if how == "torn":
        assert (aside / "journal.jsonl").read_bytes() == content[: len(content) // 2]
    assert store.take(task, shards.answers[task]) is Kept.NEW


def test_a_shard_that_came_half_is_never_in_its_place(store: Store, shards: Shards) -> None:
    """A process that is killed while it writes leaves a folder with a different name."""
    coming = store.of_target(DEVICE) / ".coming-0"
    coming.mkdir(parents=True)
    (coming / "journal.jsonl").write_bytes(gzip.decompress(shards.answers[shards.task()].journal)[:1000])
    assert len(store.missing()) == 4


def test_an_answer_that_nobody_wants_ends_its_run() -> None:
    task = Task(DEVICE, "all", 1, 1, (), ("c/math/*",), ("--tier", "full", "--workers", "1"))
    answer = attempt(CLASSAY, DEVICE, task.words, lambda: False)
    assert answer.code != 0
    assert not subprocess.run(["pgrep", "-f", "classay-farm-.*--tier full"], capture_output=True).stdout
