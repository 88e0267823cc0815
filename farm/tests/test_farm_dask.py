"""Tests local Dask processes that are killed, stopped, interrupted or fail, and compares results with a single run."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from classay_farm.commands import worker
from classay_farm.commands.asked import UNUSABLE
from classay_report.journal import Run
from farming import DEVICE, GROUPS, Farm, assert_same, is_alive, needs_program, plain_run, wait_for
from namespaces import namespaces, why_not

pytest.importorskip("distributed", reason="Dask is not installed")
pytestmark = needs_program


@pytest.fixture
def farm(tmp_path: Path) -> Farm:
    return Farm(tmp_path)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return plain_run(tmp_path_factory.mktemp("plain"))


def test_a_worker_that_is_killed_changes_nothing(farm: Farm, plain: Run) -> None:
    """Two devices, each with its journal."""
    library = next(line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "/libm.so.6" in line)
    hold = farm.hold("c/math/exp")
    process = farm.start(*farm.run_words("--workers", "2", "--shards", "2", "--device", f"lib:{library}"))
    (run, worker, words), *_ = farm.wait_for_started(2, process)
    os.kill(worker, signal.SIGKILL)
    # Its run ends with it, so that the device is free.
    wait_for(lambda: not is_alive(run))
    hold.unlink()
    said = process.communicate()[0]
    assert process.returncode == 0, said
    assert_same(farm.whole(), plain)
    (folder,) = [one.parent.name for one in farm.out.glob("*/run") if one.parent.name != "lib-libm.so.6"]
    answers = {case: result.answers for case, result in plain.results.items()}
    assert {case: result.answers for case, result in farm.whole(folder).results.items()} == answers
    question = words.split("--filter", 1)[1]
    assert len([one for one in farm.started() if one[2].endswith(question)]) > 2
    assert [one["what"] for one in farm.attempts()] == ["done"] * 4 * len(GROUPS)


def test_a_straggler_is_asked_elsewhere(farm: Farm, plain: Run) -> None:
    hold = farm.hold("c/math/exp/f32")
    process = farm.start(*farm.run_words("--workers", "2", "--straggler", "1s"))

    def runs() -> list[tuple[int, int, str]]:
        return [one for one in farm.started() if "c/math/exp/f32" in one[2]]

    wait_for(lambda: len(runs()) > 0 and len(farm.started()) >= len(GROUPS), process)
    # The held run never ends; runs that start from now on do.
    waiting = runs()[0][0]
    os.kill(waiting, signal.SIGSTOP)
    hold.unlink()
    said = process.communicate()[0]
    assert process.returncode == 0 and "it takes long, and a worker is idle" in said, said
    assert len(runs()) == 2 and not is_alive(waiting)
    assert_same(farm.whole(), plain)


def test_an_interrupted_farm_ends_its_runs_and_is_gone_on_with(farm: Farm, plain: Run) -> None:
    hold = farm.hold("c/math/exp2/f32")
    process = farm.start(*farm.run_words("--workers", "2"))
    wait_for(lambda: (farm.out / "attempts.jsonl").exists() and len(farm.attempts()) == len(GROUPS) - 1, process)
    runs = [pid for pid, _, _ in farm.started()]
    process.send_signal(signal.SIGINT)
    said = process.communicate()[0]
    assert process.returncode == 130 and "interrupted; 3 of 4 shards are done" in said, said
    assert "Traceback" not in said
    wait_for(lambda: not any(is_alive(pid) for pid in runs))
    assert not (farm.out / "lib-libm.so.6/run").exists()
    hold.unlink()
    before = len(farm.started())
    again = farm(*farm.run_words("--workers", "2"))
    assert again.returncode == 0, again.stderr
    assert len(farm.started()) == before + 1
    assert_same(farm.whole(), plain)


def test_a_shard_that_can_not_be_completed_is_named(farm: Farm, plain: Run) -> None:
    fail = farm.fail("c/math/exp10/f32")
    done = farm(*farm.run_words("--workers", "2", "--attempts", "2"))
    assert done.returncode == 4
    assert "c/math/exp10/f32 1/1 of lib:libm.so.6: not completed: the machine has no luck" in done.stderr
    assert "1 of 4 shards are missing" in done.stderr and not (farm.out / "lib-libm.so.6/run").exists()
    assert [one["task"] for one in farm.attempts() if one["what"] != "done"] == ["c/math/exp10/f32 1/1"] * 2
    fail.unlink()
    assert farm(*farm.run_words("--workers", "2")).returncode == 0
    assert_same(farm.whole(), plain)
    # No shard is left to run, so no worker starts.
    before = len(farm.started())
    assert farm(*farm.run_words()).returncode == 0 and len(farm.started()) == before


@contextmanager
def scheduler(farm: Farm, host: str) -> Iterator[str]:
    """Starts a scheduler that gives up a worker after some seconds of silence."""
    file = farm.folder / "scheduler.json"
    farm.environment |= {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "3s"}
    words = ["--host", host, "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    process = farm.start(sys.executable, "-m", "distributed.cli.dask_scheduler", *words)
    wait_for(lambda: file.exists() and file.read_text().endswith("}"), process)
    try:
        yield json.loads(file.read_text())["address"].rpartition(":")[2]
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def workers(farm: Farm, address: str, commands: list[list[str]]) -> Iterator[None]:
    """Starts workers, waits until they are connected, and keeps them while needed."""
    running = [farm.start(*command) for command in commands]
    listed = f"{DEVICE}  workers {len(commands)}, shards at a time {len(commands)}"

    def have_come() -> bool:
        said = farm(*farm.words("targets", address))
        assert said.returncode in (0, UNUSABLE), said.stderr
        return listed in said.stdout

    try:
        wait_for(have_come, *running)
        yield
    finally:
        for one in running:
            one.terminate()
        for one in running:
            one.communicate()


def names_on_the_dashboard(farm: Farm, address: str) -> set[str]:
    """Returns the groups of tasks on Dask's dashboard, including ended ones."""
    ask = f"""from distributed import Client
print("\\n".join(Client("{address}").run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.task_prefixes))))"""
    return set(farm(sys.executable, "-c", ask).stdout.splitlines())


def worker_words(farm: Farm, address: str, *words: str) -> list[str]:
    return farm.words("worker", address, "--classay", str(farm.between), "--library", DEVICE, *words)


@pytest.mark.skipif(not why_not(), reason="network namespaces can be made here, and show the same")
def test_a_worker_that_says_nothing_any_more_is_lost(farm: Farm, plain: Run) -> None:
    """The nanny ends the worker process and starts a new one."""
    hold = farm.hold("c/math/exp")
    with scheduler(farm, "127.0.0.1") as port:
        address = f"tcp://127.0.0.1:{port}"
        with workers(farm, address, [worker_words(farm, address) for _ in range(2)]):
            process = farm.start(*farm.run_words("--scheduler", address, "--shards", "2"))
            started = farm.wait_for_started(2, process)
            stopped = started[0][1]
            os.kill(stopped, signal.SIGSTOP)
            hold.unlink()
            said = process.communicate()[0]
            assert process.returncode == 0, said
            assert_same(farm.whole(), plain)
            assert len(farm.started()) >= 2 * len(GROUPS) + 1


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_one_machine_dies_and_one_is_cut_off(farm: Farm, plain: Run) -> None:
    hold = farm.hold("c/math/exp")
    with namespaces(3) as machines, scheduler(farm, "0.0.0.0") as port:
        commands = [m.words(*worker_words(farm, f"tcp://{m.here}:{port}", "--host", m.there)) for m in machines]
        address = f"tcp://127.0.0.1:{port}"
        with workers(farm, address, commands):
            process = farm.start(*farm.run_words("--scheduler", address, "--shards", "2"))
            farm.wait_for_started(3, process)
            dies, cut_off, _ = machines
            asked = {m.name: [words for pid, _, words in farm.started() if pid in m.processes()] for m in machines}
            assert all(asked.values())
            dies.kill()
            cut_off.cut()
            hold.unlink()
            said = process.communicate()[0]
            assert process.returncode == 0, said
            assert_same(farm.whole(), plain)
            assert len(farm.started()) >= 2 * len(GROUPS) + 2
            assert names_on_the_dashboard(farm, address) >= set(GROUPS)


def test_the_service_and_its_settings_agree(tmp_path: Path) -> None:
    """An empty setting is a usage error that names the file."""
    deploy = Path(__file__).parents[1] / "deploy"
    unit, settings = (deploy / "classay-farm-worker.service").read_text(), (deploy / "farm.conf").read_text()
    assert f"EnvironmentFile={worker.SETTINGS}\nExecStart=/usr/bin/classay-farm worker ${{SCHEDULER}}\n" in unit
    assert "\nSCHEDULER=\n" in settings
    farm = Farm(tmp_path)
    done = farm(*farm.words("worker", ""))
    assert done.returncode == 2 and worker.SETTINGS in done.stderr
