"""Runs whose workers are ended from outside, alone or with the run: who stops a run says nothing of the device. Whatever is
stopped, and when, a run that is gone on with has the verdicts of one that nobody disturbed."""

import contextlib
import os
import random
import signal
import subprocess
import time
import unittest
from pathlib import Path

from run_testing import CLASSAY, STAND_IN, RunTestCase, read_journal
from system_testing import WINDOWS, not_below_wine, posix_only

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


def verdicts_of(folder: Path) -> dict[str, str]:
    return {line["case"]: line["verdict"] for line in read_journal(folder) if line["kind"] == "result"}


def children_of(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = entry.read_text().rpartition(")")[2].split()[1]  # a name may have spaces
        except OSError:  # it has ended
            continue
        if int(parent) == pid:
            found.append(int(entry.parent.name))
    return found


def send(number: signal.Signals, pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


@posix_only("signals")
class EndedOnceTest(RunTestCase):
    """The stand-in ends itself by a signal, once, at a known place."""

    def test_a_stop_that_comes_after_the_worker_has_ended_is_no_evidence(self) -> None:
        for name in ("TERM", "HUP", "KILL"):
            for place, rules in (
                ("first", (("*/v3", f"{name}-stop"),)),
                ("confirm", (("*/v3", "fail", "unit"), ("*/v3", f"{name}-stop-fail", "alone"))),
            ):
                with self.subTest(name, place=place):
                    self.setUp()
                    self.behave(*rules)
                    done = self.run_all()
                    self.assertEqual(done.returncode, 130, done.stderr)
                    before = read_journal(self.out)
                    self.assertNotIn("abnormal", [line["kind"] for line in before])
                    self.assertNotIn("/v3", " ".join(verdicts_of(self.out)))
                    self.assertEqual(self.resume().returncode, 1 if place == "confirm" else 0)
                    self.assertEqual(self.verdicts()["v3"], "fail" if place == "confirm" else "pass")


def catches(number: int, pid: int) -> bool:
    """Has this process a handler for the signal yet?"""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:"):
                return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    return False


@not_below_wine("Linux shows neither its handlers nor its children")
class EarlyTest(RunTestCase):
    """A run that is stopped before it has a journal reports that, has exit code 130 and leaves no file."""

    STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    SENTENCE = "classay: interrupted before the journal was created; nothing was run\n"

    def stopped(self, words: list[str], number: signal.Signals, after: float = 0, until: str = "") -> str:
        """Returns the output of a program that is stopped `after` seconds after it is ready and has the child `until`."""
        with subprocess.Popen(
            [CLASSAY, *words],
            env={**self.environment(), "TMPDIR": str(self.folder / "tmp")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            last = time.monotonic() + 60
            while not catches(number, process.pid) or (until and not self.has_child(process.pid, until)):
                if process.poll() is not None or time.monotonic() > last:
                    process.kill()
                    self.fail("it is never ready to be stopped: " + process.communicate()[1])
                time.sleep(0.001)
            time.sleep(after)
            process.send_signal(number)
            said = process.communicate()[1]
        self.assertEqual(process.returncode, 130, said)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        return said

    @staticmethod
    def has_child(pid: int, word: str) -> bool:
        for child in children_of(pid):
            with contextlib.suppress(OSError):
                if word.encode() in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0"):
                    return True
        return False

    def setUp(self) -> None:
        super().setUp()
        (self.folder / "tmp").mkdir(exist_ok=True)

    def test_in_any_step_before_the_journal_is_begun(self) -> None:
        for step in ("list-devices", "try"):
            for number in self.STOPS:
                with self.subTest(step, number=number.name):
                    self.behave(hangs=step)
                    self.assertEqual(self.stopped(self.run_words(), number, until=step), self.SENTENCE)
                    self.assertFalse(self.out.exists())

    def test_at_any_moment_before_the_journal_is_begun(self) -> None:
        self.behave(hangs="list-devices")
        for moment in range(20):
            with self.subTest(moment):
                self.assertEqual(self.stopped(self.run_words(), self.STOPS[moment % 3], after=moment / 100), self.SENTENCE)
                self.assertFalse(self.out.exists())

    def test_at_any_moment_it_is_said_whether_there_is_a_journal(self) -> None:
        self.behave(("*/v1", "late"), pace=100_000)
        for moment in range(20):
            with self.subTest(moment):
                self.out = self.folder / f"out-{moment}"
                said = self.stopped(self.run_words(), self.STOPS[moment % 3], after=moment / 50)
                if said == self.SENTENCE:
                    self.assertFalse(self.out.exists())
                else:
                    self.assertIn("interrupted; the journal has all finished results", said)
                    self.assertEqual(read_journal(self.out)[0]["kind"], "run")

    def test_while_nobody_answers_from_another_machine(self) -> None:
        said = self.stopped(
            ["run", "--worker", "sh -c 'exec sleep 1000'", "--out", str(self.out)], signal.SIGTERM, until="1000"
        )
        self.assertEqual(said, self.SENTENCE)

    def test_a_planted_defect_is_taken_along(self) -> None:
        self.behave(hangs="list-devices")
        words = self.run_words("--plant", "remquo-bit-six")
        self.assertEqual(self.stopped(words, signal.SIGTERM, until="list-devices"), self.SENTENCE)

    def test_before_it_is_gone_on_with(self) -> None:
        self.behave(("*/v3", "brick"))
        self.run_all()
        (self.folder / "bricked").unlink()
        before = (self.out / "journal.jsonl").read_bytes()
        self.behave(hangs="list-devices")
        words = ["resume", str(self.out), "--program", STAND_IN]
        said = self.stopped(words, signal.SIGTERM, until="list-devices")
        self.assertEqual(said, "classay: interrupted before the run was resumed; its journal has all that it had\n")
        self.assertEqual((self.out / "journal.jsonl").read_bytes(), before)

    def test_who_is_told_to_ignore_it_goes_on(self) -> None:
        done = subprocess.run(
            ["sh", "-c", 'trap "" HUP; kill -HUP $$; exec "$0" "$@"', CLASSAY, *self.run_words()],
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)


@unittest.skipUnless(WINDOWS, "the same as EarlyTest, for Windows")
class EarlyCtrlCTest(RunTestCase):
    def test_before_the_journal_is_begun(self) -> None:
        self.behave(hangs="list-devices")
        with subprocess.Popen(
            [CLASSAY, *self.run_words()], env=self.environment(), stderr=subprocess.PIPE, text=True
        ) as process:
            time.sleep(5)  # until it waits for the list
            process.send_signal(signal.SIGINT)
            said = process.communicate()[1]
        self.assertEqual((process.returncode, said), (130, EarlyTest.SENTENCE))
        self.assertFalse(self.out.exists())


@not_below_wine("Linux does not show its children")
class AnyMomentTest(RunTestCase):
    """Ended at moments that chance chooses, with a seed that a failure shows."""

    FILTERS = ("clc/math/[sct][ioa][ns]/f32/default/*",)
    RULES = (
        ("clc/math/sin/*/v4", "fail"),
        ("clc/math/cos/*/v2", "crash"),
        ("clc/math/cos/*/v8", "fail", "alone"),
        ("clc/math/tan/*/v1", "fail-in-part"),
        ("clc/math/tan/*/v8", "waver"),
    )
    MOMENTS = int(os.environ.get("CLASSAY_MOMENTS", "20"))  # CLASSAY_MOMENTS=100 takes minutes

    def undisturbed(self) -> dict[str, str]:
        self.behave(*self.RULES, pace=2000)
        start = time.monotonic()
        self.assertEqual(self.run_all(filters=self.FILTERS).returncode, 1)
        self.window = time.monotonic() - start
        verdicts = verdicts_of(self.out)
        self.assertEqual(sorted(verdicts.values()), ["crash"] + ["fail"] * 4 + ["pass"] * 13)
        return verdicts

    def live(self, source: random.Random, with_run: bool) -> None:
        """A run that is disturbed once in each of its lives."""
        for life in range(1000):
            has_journal = (self.out / "journal.jsonl").exists()
            words = ["resume", str(self.out), "--program", STAND_IN] if has_journal else self.run_words(filters=self.FILTERS)
            with subprocess.Popen(
                [CLASSAY, *words], env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            ) as process:
                time.sleep(source.random() * self.window * (1 + life / 20))
                number = source.choice(SIGNALS)
                ended = children_of(process.pid) + [process.pid] * with_run
                source.shuffle(ended)
                for pid in ended:
                    send(number, pid)
                said = process.communicate()[1]
            self.moments += bool(ended)
            if process.returncode == 1:
                return
            # 5: who lists the devices was ended, so that nothing was begun. By its signal only before it is ready for any.
            self.assertIn(process.returncode, (130, -number, 5), said)
            self.assertEqual(process.returncode == 5, "listing the devices failed" in said, said)
        self.fail("it never ends")

    def check(self, seed: int, with_run: bool) -> None:
        undisturbed = self.undisturbed()
        source = random.Random(seed)
        self.moments = lives = 0
        while self.moments < self.MOMENTS:
            lives += 1
            self.out = self.folder / f"life-{lives}"
            self.live(source, with_run)
            self.assertEqual(verdicts_of(self.out), undisturbed, f"seed {seed}, run {lives}")

    def test_ended_with_its_workers_at_any_moment_and_gone_on_with_it_is_as_if_undisturbed(self) -> None:
        self.check(20261123, with_run=True)

    def test_with_workers_that_are_ended_at_any_moment_it_is_as_if_undisturbed(self) -> None:
        self.check(20261124, with_run=False)


if __name__ == "__main__":
    unittest.main()
