"""Tests runs as jobs of a real Slurm with private daemons, and the job scripts without Slurm."""

import os
import shlex
import signal
import subprocess
from pathlib import Path

import pytest
import slurm_here
from classay_farm.cli import parser_for
from classay_farm.commands import slurm, work
from classay_farm.plan import BY_CASE, Plan, Words
from classay_farm.targets import Target
from classay_report.errors import UsageError
from farming import DEVICE, GROUPS, WORDS, Farm, assert_same, is_alive, needs_program, plain_run, wait_for


def script(*words: str) -> str:
    return slurm.script(parser_for("slurm").parse_args(["slurm", *words]))


def test_the_jobs_wait_for_each_other() -> None:
    text = script("--out", "/a b", "--jobs", "5", "--sbatch=--time=1:00", "--device", "x y", "--", "--filter", "a'*")
    assert subprocess.run(["sh", "-n"], input=text, text=True).returncode == 0
    # The shell replaces Slurm and prints what would be submitted.
    said = subprocess.run(
        ["sh", "-c", "mkdir() { :; }; sbatch() { printf '%s\\n' \"$@\" >&2; echo '7;cluster'; }\n" + text],
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0
    lines = said.stderr.splitlines()
    assert [line for line in lines if line.startswith("--dependency")] == [
        "--dependency=afterok:7",
        "--dependency=afterany:7",
    ]
    assert lines.count("--time=1:00") == 3 and "--array=1-5" in lines and "--kill-on-invalid-dep=yes" in lines
    plan, part, merge = (line.removeprefix("--wrap=") for line in lines if line.startswith("--wrap="))
    assert shlex.split(plan)[-3:] == ["--", "--filter", "a'*"] and "x y" in shlex.split(plan)
    assert part.endswith('--part "$SLURM_ARRAY_TASK_ID"/5') and shlex.split(merge)[1] == "merge"


def test_every_shard_is_in_one_part() -> None:
    cases = tuple(f"c/math/{name}/f32/default/v1" for name in ("exp", "exp2", "exp10"))
    tasks = Plan(Words((), ()), 3, BY_CASE, "", (Target(DEVICE),), {DEVICE: cases}).tasks()
    for of in (1, 2, 4, 9, 20):
        parts = [work.part_of(tasks, f"{i}/{of}") for i in range(1, of + 1)]
        assert sorted(task.name for part in parts for task in part) == sorted(task.name for task in tasks)
    for part in ("0/2", "3/2", "1", "x/2", ""):
        with pytest.raises(UsageError, match=r"--part .* not of the form"):
            work.part_of(tasks, part)


@needs_program
@pytest.mark.skipif(bool(slurm_here.why_not()), reason=slurm_here.why_not())
def test_a_run_of_jobs_is_the_run(tmp_path: Path) -> None:
    """The job of one shard is cancelled and one shard fails. The second time everything succeeds."""
    farm = Farm(tmp_path)
    hold, fail = farm.hold("c/math/exp2/f32"), farm.fail("c/math/exp10/f32")
    where = ("--classay", str(farm.between), "--out", str(farm.out))
    jobs = farm.words("slurm", *where, "--device", DEVICE, "--jobs", "4", "--attempts", "1", "--submit", "--", *WORDS)
    with slurm_here.slurm() as environment:
        farm.environment |= environment

        def are_over(jobs: str) -> bool:
            return not farm("squeue", "--noheader", f"--name={jobs}").stdout.strip()

        assert farm(*jobs).returncode == 0
        wait_for(lambda: any("c/math/exp2/f32" in words for _, _, words in farm.started()))
        wait_for(lambda: len(farm("squeue", "--noheader", "--name=classay-work", "--array").stdout.splitlines()) == 1)
        farm("scancel", "--name=classay-work")
        wait_for(lambda: are_over("classay-work,classay-merge"))
        log = (farm.out / "slurm-merge.log").read_text()
        for group in ("exp10", "exp2"):
            assert f"c/math/{group}/f32 1/1 of lib:libm.so.6: not completed" in log
        assert "2 of 4 shards are missing" in log and not (farm.out / "lib-libm.so.6/run").exists()
        assert not is_alive(next(pid for pid, _, words in farm.started() if "c/math/exp2/f32" in words))
        hold.unlink()
        fail.unlink()
        before = len(farm.started())
        assert before == len(GROUPS) and farm(*jobs).returncode == 0
        wait_for(lambda: are_over("classay-work,classay-merge"))
    assert len(farm.started()) == before + 2
    assert_same(farm.whole(), plain_run(tmp_path))


@needs_program
@pytest.mark.skipif(bool(slurm_here.why_not()), reason=slurm_here.why_not())
def test_a_step_that_is_killed_is_named_and_a_coordinator_that_ends_leaves_no_process(tmp_path: Path) -> None:
    """With --wait the exit code is that of the run. The queue owns the jobs; an interrupt cancels them, SIGKILL does not."""
    farm = Farm(tmp_path)
    hold = farm.hold("c/math/exp2/f32")
    where = ("--classay", str(farm.between), "--out", str(farm.out))
    jobs = farm.words("slurm", *where, "--device", DEVICE, "--jobs", "4", "--submit", "--wait", "--", *WORDS)

    def held() -> tuple[int, int]:
        """Returns the held run, and the process of its job."""
        return next(((run, work) for run, work, words in farm.started() if "exp2/f32" in words and is_alive(run)), (0, 0))

    def queued() -> str:
        return farm("squeue", "--noheader", "--name=classay-plan,classay-work,classay-merge").stdout.strip()

    def waiters() -> list[str]:
        return [words for words in farm.processes().values() if words.startswith(("sbatch", "sh -c #!", "setpriv"))]

    with slurm_here.slurm() as environment:
        farm.environment |= environment
        process = farm.start(*jobs)
        wait_for(lambda: held() != (0, 0), process)
        run, work = held()
        os.kill(work, signal.SIGKILL)
        said = process.communicate()[0]
        assert process.returncode == 4 and not is_alive(run), said
        log = (farm.out / "slurm-merge.log").read_text()
        assert "c/math/exp2/f32 1/1 of lib:libm.so.6: not completed" in log and "1 of 4 shards are missing" in log

        for number in (signal.SIGKILL, signal.SIGTERM):
            process = farm.start(*jobs)
            wait_for(lambda: held() != (0, 0), process)
            run, _ = held()
            process.send_signal(number)
            said = process.communicate()[0]
            wait_for(lambda: not waiters())
            if number == signal.SIGKILL:
                assert queued()
                farm("scancel", "--name=classay-work")
            else:
                assert process.returncode == 130 and "are cancelled" in said, said
            wait_for(lambda: not queued())
            assert not is_alive(run)
        hold.unlink()
        assert farm(*jobs).returncode == 0
    assert_same(farm.whole(), plain_run(tmp_path))
