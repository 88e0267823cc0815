"""Tests the shards of a run: they depend only on the plan."""

import subprocess
from pathlib import Path

import pytest
from classay_farm.plan import (
    BY_CASE,
    BY_RANGE,
    EVERYTHING,
    Plan,
    Words,
    from_json,
    grouped,
    keep_plan,
    read_plan,
    read_words,
    to_json,
)
from classay_farm.store import folders_of
from classay_farm.targets import Machine, Place, Target, choose, place_of
from classay_report.errors import UsageError
from farming import DEVICE, WORDS, Farm, needs_program

POCL = Target("pthread (Portable Computing Language), driver 3.1", "pocl")
OTHER = Target("pthread (Portable Computing Language), driver 5.0", "pocl", True)
CASES = (
    "clc/misc/fp-config/f32/default/v1",
    "clc/misc/fp-config/f64/default/v1",
    "clc/math/exp/f32/default/v1",
    "clc/math/exp/f32/relaxed/v1",
    "clc/math/exp/f32/default/v4",
    "clc/math/exp/f64/default/v1",
    "il/math/exp/f32/default/v1",
)


def plan(by: str = BY_CASE, shards: int = 3) -> Plan:
    return Plan(
        Words(("*/exp/*",), ("--tier", "smoke")),
        shards,
        by,
        "classay 1",
        (POCL, OTHER),
        {POCL.name: CASES, OTHER.name: CASES[2:4]},
    )


def test_a_shard_is_a_part_of_the_inputs_of_a_builtin_in_a_format() -> None:
    names = [task.name for task in plan().tasks_of(POCL)]
    parts = [f"{group} {i}/3" for group in ("clc/math/exp/f32", "clc/math/exp/f64", "il/math/exp/f32") for i in (1, 2, 3)]
    assert names == ["clc/misc/fp-config 1/1", *parts]


def test_every_case_is_in_one_group_and_keeps_its_name() -> None:
    groups = grouped(CASES)
    assert sorted(case for cases in groups.values() for case in cases) == sorted(CASES)
    tasks = plan().tasks_of(POCL)
    assert {task.filters for task in tasks} == set(groups.values())
    assert all(task.cases == task.filters for task in tasks)


def test_the_words_of_a_task_are_those_of_a_run() -> None:
    task = plan().tasks_of(OTHER)[1]
    assert task.words == [
        *("--tier", "smoke", "--jobs", "1", "--filter", CASES[2], "--filter", CASES[3], "--shard", "2/3"),
    ]
    assert Words((), ("--workers=4",)).of_a_task == ("--workers=4",)


def test_by_range_a_shard_asks_all_cases_with_the_filters_as_they_are_given() -> None:
    tasks = plan(BY_RANGE).tasks_of(POCL)
    assert [task.name for task in tasks] == [f"{EVERYTHING} {i}/3" for i in (1, 2, 3)]
    assert {task.filters for task in tasks} == {("*/exp/*",)} and {task.cases for task in tasks} == {()}


def test_no_two_tasks_have_one_folder() -> None:
    tasks = plan().tasks()
    assert len({(task.target, task.folder) for task in tasks}) == len(tasks)
    same = (Target("A b"), Target("a-b"), Target("a b"))
    assert list(folders_of(same).values()) == ["a-b", "a-b-2", "a-b-3"]


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    keep_plan(tmp_path, plan())
    assert read_plan(tmp_path) == plan() == from_json(to_json(plan()))
    keep_plan(tmp_path, plan())


def test_another_question_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    keep_plan(tmp_path, plan())
    with pytest.raises(UsageError, match="shards was 3 and is 4"):
        keep_plan(tmp_path, plan(shards=4))
    (tmp_path / "farm.json").write_text('{"farm": 1}')
    with pytest.raises(UsageError, match="malformed"):
        read_plan(tmp_path)
    with pytest.raises(UsageError, match=r"no farm\.json in this folder"):
        read_plan(tmp_path / "nowhere")


def test_words_that_a_farm_decides_are_refused_with_the_reason() -> None:
    assert read_words(["--tier", "quick", "--filter", "a", "--filter=b", "--device", "pocl"]) == (
        Words(("a", "b"), ("--tier", "quick")),
        ["pocl"],
    )
    given = ["clc/*", "--no-case-limit", "il/*", "--exclude", "*/sin/*", "-j", "2", "--seed=3"]
    assert read_words(given) == (Words(("clc/*", "il/*", "!*/sin/*"), ("--no-case-limit", "-j", "2", "--seed=3")), [])
    for words, why in (
        (["--shard", "1/2"], "the farm creates the shards"),
        (["--time-budget=5m"], "would depend on the machine"),
        (["--range", "1..2"], "use `classay merge`"),
    ):
        with pytest.raises(UsageError, match=why):
            read_words(words)
    with pytest.raises(UsageError, match="--filter needs a value"):
        read_words(["--filter"])


def test_a_device_is_chosen_by_one_word_and_never_by_chance() -> None:
    assert choose([POCL, OTHER], ["driver 5.0"]) == [OTHER]
    assert choose([POCL, OTHER], [POCL.name, "5.0", POCL.name]) == [POCL, OTHER]
    assert choose([POCL, Target("a pocl of others")], ["pocl"]) == [POCL]
    for word, why in (("pocl", "matches several"), ("nvidia", "matches no device")):
        with pytest.raises(ValueError, match=why):
            choose([POCL, OTHER], [word])


def test_equal_devices_of_a_machine_are_taken_one_at_a_time() -> None:
    line = {
        "name": "pthread",
        "platform": "Portable Computing Language",
        "driver": "3.1",
        "short_name": "pocl",
        "address": "0:0",
    }
    first, second = place_of(line), place_of({**line, "address": "0:1"})
    assert first == Place(POCL, "0:0") and first.target == second.target
    machine = Machine([first, second], 1)
    assert machine.slots == {POCL.name: 2}
    assert {machine.take(POCL.name), machine.take(POCL.name)} == {"0:0", "0:1"}
    machine.give_back(POCL.name, "0:1")
    assert machine.take(POCL.name) == "0:1"


@needs_program
def test_output_that_is_closed_or_unread_leaves_no_trace(tmp_path: Path) -> None:
    farm = Farm(tmp_path)

    def ends(how: str, *words: str) -> tuple[int, str]:
        command = ["bash", "-c", f'"$@" {how}', "bash", *farm.words(words[0], *words[1:])]
        done = subprocess.run(command, env=farm.environment, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stderr

    where = ("--classay", str(farm.between), "--out", str(farm.out), "--device", DEVICE, "--", *WORDS)
    jobs = ("slurm", *where)
    lost = "classay-farm: standard output: is closed; the output is lost\n"
    for words in (("plan", *where), jobs):
        assert ends(">&-", *words) == (4, lost)
        assert ends("| head -c 0; exit ${PIPESTATUS[0]}", *words) == (0, "")
        code, said = ends(">/dev/full", *words)
        assert code == 4 and said.count("\n") == 1, said
    assert ends("| head -c 0; exit ${PIPESTATUS[0]}", "--help") == (0, "")
