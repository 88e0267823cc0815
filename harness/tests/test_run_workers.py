"""Runs with several workers at a time: nothing but the order of the lines may differ from a run with one."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path
from unittest import mock

from run_testing import CLASSAY, STAND_IN, Line, RunTestCase, outcome, read_journal
from system_testing import posix_only
from test_run_journal import BUSY, BUSY_FILTERS, BUSY_WITHOUT_CRASHES

TWO_UNITS = ("clc/math/sin/f32/default/*", "clc/math/cos/f32/default/*")


class WorkersTest(RunTestCase):
    def undisturbed(self) -> list[Line]:
        """What a run with one worker comes to."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.assertEqual(self.run_all(filters=BUSY_FILTERS).returncode, 1)
        lines = outcome(read_journal(self.out))
        shutil.rmtree(self.out)
        return lines

    def test_several_are_at_work_at_the_same_time(self) -> None:
        self.behave(("*/v1", "meet"))
        done = self.run_all("--workers", "2", filters=TWO_UNITS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # The behaviour asks for two: one worker waits for another in vain.
        self.out = self.folder / "one"
        shutil.rmtree(self.folder / "room")
        done = self.run_all("--timeout", "0.5", filters=TWO_UNITS)
        self.assertIn("no output", done.stdout)

    def test_a_clock_that_is_set_back_changes_nothing(self) -> None:
        """Each reading of the clock is an hour earlier. A hang is found after the same time, and nothing else is."""
        clock = Path(STAND_IN).parent / "libjumping_clock.so"
        if "SAN_OPTIONS" in " ".join(os.environ) or not clock.exists():
            self.skipTest("sanitizers have to be loaded first")
        self.behave(("*/v3", "driver-hang"), ("*/v4", "late"))
        self.run_all("--timeout", "2", "--workers", "2", filters=TWO_UNITS)
        undisturbed = outcome(read_journal(self.out))
        self.out = self.folder / "jumping"
        with mock.patch.dict(os.environ, LD_PRELOAD=str(clock)):
            self.run_all("--timeout", "2", "--workers", "2", filters=TWO_UNITS)
        self.assertEqual(outcome(read_journal(self.out)), undisturbed)
        self.assertLess(read_journal(self.out)[0]["start"], read_journal(self.folder / "out")[0]["start"])

    def test_results_are_those_of_one_worker(self) -> None:
        self.behave(*BUSY, pace=500)
        undisturbed = self.undisturbed()
        for workers in ("2", "3", "8"):
            with self.subTest(workers):
                self.out = self.folder / f"out-{workers}"
                done = self.run_all("--workers", workers, filters=BUSY_FILTERS)
                self.assertEqual(done.returncode, 1, done.stderr)
                lines = read_journal(self.out)
                self.assertEqual(outcome(lines), undisturbed)
                cases = [line["case"] for line in lines if line["kind"] == "result"]
                self.assertEqual(len(cases), len(set(cases)))
                self.assertEqual(lines[0]["options"]["workers"], int(workers))

    def test_the_lines_that_are_told_are_those_of_the_journal(self) -> None:
        self.behave(*BUSY)
        done = self.run_all("--workers", "3", "--json", filters=BUSY_FILTERS)
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], read_journal(self.out))

    def test_killed_at_any_moment_and_resumed_it_ends_as_if_undisturbed(self) -> None:
        self.behave(*BUSY, pace=2000)
        undisturbed = self.undisturbed()
        random_source = random.Random(20261122)
        kills = lives = 0
        while kills < 40:
            lives += 1
            self.out = self.folder / f"life-{lives}"
            kills += self.live(random_source)
            self.assertEqual(outcome(read_journal(self.out)), undisturbed, f"life {lives}, after {kills} kills")

    def live(self, random_source: random.Random) -> int:
        """A run that is killed and gone on with until it ends, with another number of workers each time."""
        for kills in range(1000):
            has_journal = (self.out / "journal.jsonl").exists()
            words = ["resume", str(self.out), "--program", STAND_IN] if has_journal else self.run_words(filters=BUSY_FILTERS)
            words += ["--workers", str(random_source.randint(1, 4))]
            with subprocess.Popen(
                [CLASSAY, *words], env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            ) as process:
                time.sleep(random_source.random() * 0.1 * (1 + kills / 10))
                process.kill()
                if process.wait() != -signal.SIGKILL:
                    return kills
        self.fail("it never ends")

    def test_each_unit_goes_on_from_its_own_checkpoint(self) -> None:
        self.behave(("*/v4", "hang"))
        words = [CLASSAY, *self.run_words("--workers", "2", filters=TWO_UNITS)]
        with subprocess.Popen(words, env=self.environment(), stdout=subprocess.DEVNULL) as process:
            while self.checkpoints_so_far() < 6:  # three of each
                time.sleep(0.01)
            process.kill()
        before = len(read_journal(self.out))
        self.behave()
        self.assertEqual(self.resume().returncode, 0)
        nexts = sorted(line["state"]["next"] for line in read_journal(self.out)[before:] if line["kind"] == "checkpoint")
        self.assertEqual(nexts, [4, 4, 5, 5, 6, 6])

    def checkpoints_so_far(self) -> int:
        file = self.out / "journal.jsonl"
        return file.read_text().count('"kind":"checkpoint"') if file.exists() else 0

    def test_a_device_that_dies_is_given_up_by_all(self) -> None:
        self.behave(("*/sin/*/v3", "brick"), ("*/cos/*/v2", "hang"))
        done = self.run_all("--workers", "2", filters=TWO_UNITS)
        self.assertEqual(done.returncode, 5, done.stdout)
        self.assertIn("does not respond any more", done.stderr)
        end = read_journal(self.out)[-1]
        self.assertEqual(end["totals"]["device-lost"], 1)
        self.assertEqual(end["totals"]["missing"] + end["totals"]["pass"], 11)
        self.assertGreaterEqual(end["totals"]["missing"], 3 + 5)

    def test_an_interrupt_ends_all(self) -> None:
        self.behave(("*/v4", "hang"))
        words = [CLASSAY, *self.run_words("--workers", "2", "--json", filters=TWO_UNITS)]
        with subprocess.Popen(
            words, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for unit in ("sin", "cos"):
                while not any(f"{unit}/f32/default/v3" in line for line in self.lines_so_far()):
                    time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            process.communicate()
            self.assertEqual(process.wait(), 130)
        self.behave()
        self.assertEqual(self.resume().returncode, 0)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 12})

    def lines_so_far(self) -> list[str]:
        file = self.out / "journal.jsonl"
        return [line for line in file.read_text().splitlines() if '"result"' in line] if file.exists() else []

    @posix_only("limits on the size of files")
    def test_a_journal_that_can_not_be_written_stops_all(self) -> None:
        self.behave(*BUSY_WITHOUT_CRASHES)
        undisturbed = self.undisturbed()

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        words = [CLASSAY, *self.run_words("--workers", "3", filters=BUSY_FILTERS)]
        done = subprocess.run(words, env=self.environment(), capture_output=True, text=True, check=False, preexec_fn=limit)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("File too large; the results written so far can be resumed", done.stderr)
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(outcome(read_journal(self.out)), undisturbed)

    def test_a_time_budget_is_that_of_the_run(self) -> None:
        done = self.run_all("--workers", "4", "--time-budget", "0", filters=TWO_UNITS)
        self.assertEqual(done.returncode, 3)
        self.assertIn("left out 12 of 12 cases", done.stderr)

    def test_how_many_is_a_number(self) -> None:
        for words in ("0", "-1", "x", "257"):
            done = self.run_all("--workers", words)
            self.assertEqual((done.returncode, "--jobs" in done.stderr), (2, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
