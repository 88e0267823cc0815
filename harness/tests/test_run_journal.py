"""Journals of runs: killed at any moment, cut at any byte, on a full disk, from the future, in use, changed."""

import fcntl
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from run_testing import CLASSAY, STAND_IN, RunTestCase, outcome, read_journal
from system_testing import WINDOWS, plain, posix_only

# Each kind of outcome, as a function of the task alone.
BUSY = (
    ("clc/math/sin/*/v3", "crash", "unit"),
    ("clc/math/sin/*/v4", "fail"),
    ("clc/math/cos/*/v2", "crash"),
    ("clc/math/cos/*/v8", "fail", "alone"),
    ("clc/math/tan/*/v1", "fail"),
    ("clc/math/tan/*/v8", "waver"),
    ("clc/math/tan/*/v16", "trouble-lost", "unit"),
)
# Under a limit on the size of files: the memory in which a worker notes how it ends obeys it, too.
BUSY_WITHOUT_CRASHES = tuple(rule for rule in BUSY if rule[1] != "crash")
BUSY_FILTERS = ("clc/math/[sct][ioa][ns]/f32/default/*",)


class KillTest(RunTestCase):
    KILLS = 20 if WINDOWS else 200  # wine starts programs slowly
    window = 0.0

    def live(self, random_source: random.Random) -> tuple[int, int]:
        """A run that is killed and gone on with until it ends: how often it was killed, and its exit code."""
        for kills in range(1000):
            has_journal = (self.out / "journal.jsonl").exists()
            words = ["resume", str(self.out), "--program", STAND_IN] if has_journal else self.run_words(filters=BUSY_FILTERS)
            # Not a pipe: a child that wine was about to start stays when its parent is killed, and keeps the pipe open.
            said = self.folder / "said"
            with (
                said.open("w") as errors,
                subprocess.Popen(
                    [CLASSAY, *words], env=self.environment(), stdout=subprocess.DEVNULL, stderr=errors
                ) as process,
            ):
                # Longer each time, so that even a slow machine gets through a step before it is killed.
                time.sleep(random_source.random() * self.window * (1 + kills / 20))
                process.kill()
                code = process.wait()
            if code != -signal.SIGKILL:
                self.assertIn(code, (1,), said.read_text())
                return kills, code
        self.fail("it never ends")

    def test_killed_at_any_moment_and_resumed_it_ends_as_if_undisturbed(self) -> None:
        self.behave(*BUSY, pace=2000)
        start = time.monotonic()
        self.assertEqual(self.run_all(filters=BUSY_FILTERS).returncode, 1)
        self.window = (time.monotonic() - start) / 8
        undisturbed = outcome(read_journal(self.out))
        self.assertEqual(undisturbed[-1]["totals"], {"pass": 11, "flake": 2, "fail": 4, "crash": 1})
        random_source = random.Random(20240229)
        kills = 0
        lives = 0
        while kills < self.KILLS:
            lives += 1
            self.out = self.folder / f"life-{lives}"
            more, _ = self.live(random_source)
            kills += more
            self.assertEqual(outcome(read_journal(self.out)), undisturbed, f"life {lives}, after {more} kills")


class ResumeTest(RunTestCase):
    def test_cut_at_any_byte_of_its_end_it_is_made_whole(self) -> None:
        only = ["clc/math/sin/f32/default/v1"]
        self.assertEqual(self.run_all(filters=only).returncode, 0)
        file = self.out / "journal.jsonl"
        whole = file.read_bytes()
        undisturbed = outcome(read_journal(self.out))
        lines = whole.splitlines(keepends=True)
        end = len(whole) - len(lines[-1])
        result = end - len(lines[-2])
        # Every byte of the last line, and some of the one before: it is long, and the reader's own test takes them all.
        for cut in [*range(result, end, 97), *range(end - 3, len(whole) + 1)]:
            file.write_bytes(whole[:cut])
            done = self.resume()
            self.assertEqual(done.returncode, 0, f"cut at {cut}: {done.stderr}")
            self.assertEqual(outcome(read_journal(self.out)), undisturbed, f"cut at {cut}")

    def test_a_run_that_is_complete_is_said_to_be(self) -> None:
        self.behave(("*/v3", "fail"))
        self.run_all()
        before = (self.out / "journal.jsonl").read_bytes()
        done = self.resume()
        self.assertEqual((done.returncode, "nothing is left to do" in done.stderr), (1, True))
        self.assertEqual((self.out / "journal.jsonl").read_bytes(), before)

    def test_a_run_whose_last_line_counts_more_than_there_is_is_not_complete(self) -> None:
        """The reports call what is counted there and nowhere else missing."""
        self.writes_journals = True
        self.run_all()
        file = self.out / "journal.jsonl"
        *lines, last = file.read_text().splitlines(keepends=True)
        for totals in ('"pass":7', '"pass":6,"fail":1'):
            file.write_text("".join([*lines, last.replace('"pass":6', totals)]))
            before = file.read_bytes()
            done = self.resume()
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(
                f"{file}: 1 result is missing: the last record counts more results than the journal contains", done.stderr
            )
            self.assertNotIn("nothing is left to do", done.stderr)
            self.assertEqual(file.read_bytes(), before)
            merged = self.classay("merge", str(self.folder / "merged"), str(self.out))
            self.assertEqual(merged.returncode, 4)
            self.assertIn("its last line counts 1 more results than there are", merged.stderr)

    def test_an_unfinished_unit_goes_on_from_its_last_checkpoint(self) -> None:
        self.behave(("*/v4", "hang"))
        with subprocess.Popen([CLASSAY, *self.run_words()], env=self.environment(), stdout=subprocess.DEVNULL) as process:
            while not any('"checkpoint"' in line and '"next":3' in line for line in self.lines_so_far()):
                pass
            process.kill()
        self.behave()
        self.assertEqual(self.resume().returncode, 0)
        lines = read_journal(self.out)
        again = max(i for i, line in enumerate(lines) if line["kind"] == "start")
        nexts = [line["state"]["next"] for line in lines[again:] if line["kind"] == "checkpoint"]
        self.assertEqual(nexts, [4, 5, 6])
        cases = [line["case"] for line in lines if line["kind"] == "result"]
        self.assertEqual(len(cases), len(set(cases)))

    def lines_so_far(self) -> list[str]:
        file = self.out / "journal.jsonl"
        return file.read_text().splitlines() if file.exists() else []

    def test_what_changed_is_named_and_refused(self) -> None:
        self.assertEqual(self.run_all("--time-budget", "0").returncode, 3)
        self.behave(driver="2", name="Other")
        done = self.resume()
        self.assertEqual(done.returncode, 2)
        self.assertIn('the device: driver was "1" and is "2"', done.stderr)
        self.assertIn('the device: name was "Stand-in" and is "Other"', done.stderr)
        self.behave()
        self.edit_first_line(lambda run: run["suite"].update(commit="0123456789ab"))
        done = self.resume()
        self.assertEqual(done.returncode, 2)
        self.assertIn('this program: commit was "0123456789ab"', done.stderr)

    def test_left_out_by_a_budget_is_asked_by_resume(self) -> None:
        self.run_all("--time-budget", "0")
        self.edit_first_line(lambda run: run["options"].update(time_budget=None))
        self.assertEqual(self.resume().returncode, 0)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 6})

    def edit_first_line(self, change: object) -> None:
        self.writes_journals = True
        file = self.out / "journal.jsonl"
        lines = file.read_text().splitlines()
        run = json.loads(lines[0])
        assert callable(change)
        change(run)
        file.write_text("\n".join([json.dumps(run), *lines[1:]]) + "\n")

    def test_a_newer_schema_and_damage_are_refused_with_their_line(self) -> None:
        self.writes_journals = True
        self.run_all()
        file = self.out / "journal.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join([lines[0].replace('"schema":1', '"schema":9'), *lines[1:]]))
        done = self.resume()
        self.assertEqual((done.returncode, "schema 9" in done.stderr and "newer classay" in done.stderr), (4, True))
        file.write_text("".join([*lines[:3], "{nonsense}\n", *lines[3:]]))
        done = self.resume()
        self.assertEqual((done.returncode, "line 4: malformed" in done.stderr), (4, True))
        odd = json.dumps({"kind": "result", "case": "a/b/c/d/e/v1", "verdict": "great"}) + "\n"
        file.write_text("".join([*lines[:3], odd, *lines[3:]]))
        self.assertIn("line 4: 'verdict': \"great\" is not a known name", self.resume().stderr)

    def test_every_command_refuses_another_major_version(self) -> None:
        self.writes_journals = True
        self.run_all()
        file = self.out / "journal.jsonl"
        first, *rest = file.read_text().splitlines(keepends=True)
        whole = str(self.folder / "whole")
        for schema in (0, 2):
            file.write_text("".join([first.replace('"schema":1', f'"schema":{schema}'), *rest]))
            for words in (
                ("resume", str(self.out), "--program", STAND_IN),
                ("merge", whole, str(self.out)),
                ("repro", str(self.out), "clc/math/sin/f32/default/v1"),
            ):
                done = self.classay(*words)
                said = f"{file}, line 1: the journal has schema {schema}, and this classay reads schema 1"
                self.assertEqual((done.returncode, said in done.stderr, done.stderr.count("\n")), (4, True, 1), done.stderr)

    def test_a_newer_minor_version_is_gone_on_with(self) -> None:
        self.run_all()
        self.edit_first_line(lambda run: run.update(minor=99, novelty={"a": 1}))
        file = self.out / "journal.jsonl"
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:4]))
        self.assertEqual(self.resume().returncode, 0)
        self.assertEqual(set(self.verdicts().values()), {"pass"})

    def test_an_unknown_field_and_kind_are_passed_over(self) -> None:
        self.writes_journals = True
        self.run_all()
        file = self.out / "journal.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join([lines[0], '{"kind":"later","what":1}\n', *lines[1:]]))
        self.assertEqual(self.resume().returncode, 0)

    def test_where_there_is_no_journal_there_is_a_message(self) -> None:
        done = self.classay("resume", str(self.folder / "nowhere"))
        self.assertEqual((done.returncode, "does not exist" in done.stderr), (2, True))


class AnotherProcessTest(RunTestCase):
    """Another process changes the journal while a run writes to it."""

    def setUp(self) -> None:
        super().setUp()
        self.behave(*BUSY_WITHOUT_CRASHES, pace=20_000)
        self.run_all(filters=BUSY_FILTERS)
        self.undisturbed = outcome(read_journal(self.out))
        self.out = self.folder / "changed"
        self.file = self.out / "journal.jsonl"

    def changed_by(self, change: Callable[[], object]) -> str:
        """The journal of a run is changed after its third result: its standard error."""
        with subprocess.Popen(
            [CLASSAY, *self.run_words("--json", filters=BUSY_FILTERS)],
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            for _ in range(3):
                while '"kind":"result"' not in process.stdout.readline():
                    self.assertIsNone(process.poll())
            change()
            _, said = process.communicate()
            self.assertEqual(process.returncode, 4, said)
        return plain(said)

    def check_resumed(self) -> None:
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(outcome(read_journal(self.out)), self.undisturbed)

    def test_what_is_left_of_a_journal_that_was_cut_is_gone_on_with(self) -> None:
        said = self.changed_by(lambda: os.truncate(self.file, self.file.stat().st_size // 2))
        self.assertRegex(said, "journal.jsonl was cut from [0-9]+ to [0-9]+ bytes by another process")
        self.assertIn(f"`classay resume {self.out}`", said)
        self.check_resumed()

    def test_a_journal_that_was_emptied_is_said_to_be_lost(self) -> None:
        self.writes_journals = True
        said = self.changed_by(lambda: os.truncate(self.file, 0))
        self.assertIn("journal.jsonl was emptied by another process while the run wrote to it", said)
        self.assertEqual(self.file.read_bytes(), b"")
        self.assertEqual(self.resume().returncode, 4)

    @posix_only("the command truncate")
    def test_a_line_of_another_process_is_cut_off_by_the_command_that_is_said(self) -> None:
        def append() -> None:
            with self.file.open("a") as file:
                file.write('{"kind":"result","case":"clc/math/sin/f32/default/v16","verdict":"pass"}\n')

        said = self.changed_by(append)
        command = re.search("Cut it with `(truncate -s [0-9]+ [^`]+)`", said)
        assert command is not None
        subprocess.run(shlex.split(command[1]), check=True)
        self.check_resumed()

    def test_a_copy_that_is_made_changes_nothing(self) -> None:
        copy = self.folder / "copy"
        with subprocess.Popen(
            [CLASSAY, *self.run_words("--json", filters=BUSY_FILTERS)],
            env=self.environment(),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            while process.stdout.readline():
                shutil.copyfile(self.file, copy)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(outcome(read_journal(self.out)), self.undisturbed)


class DiskTest(RunTestCase):
    @posix_only("limits on the size of files")
    def test_a_limit_on_the_size_of_files_is_like_a_full_disk(self) -> None:
        self.behave(*BUSY_WITHOUT_CRASHES)
        self.run_all(filters=BUSY_FILTERS)
        undisturbed = outcome(read_journal(self.out))
        self.out = self.folder / "limited"

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        words = [CLASSAY, *self.run_words(filters=BUSY_FILTERS)]
        done = subprocess.run(words, env=self.environment(), capture_output=True, text=True, check=False, preexec_fn=limit)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(
            done.stderr, "cannot write .*journal.jsonl: File too large; the results written so far can be resumed"
        )
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(outcome(read_journal(self.out)), undisturbed)

    def test_a_full_disk_is_said_and_what_was_written_can_be_resumed(self) -> None:
        disk = self.folder / "disk"
        disk.mkdir()
        script = f"""
            mount -t tmpfs -o size=64k none {disk} || exit 99
            "$@"; echo "code $?"
            mount -o remount,size=64m {disk} || exit 99
            {CLASSAY} resume {disk}/run --program {STAND_IN}; echo "code $?"
            cp {disk}/run/journal.jsonl {self.folder}/journal.jsonl
            umount {disk}
        """
        self.behave(*BUSY)
        self.run_all(filters=BUSY_FILTERS)
        undisturbed = outcome(read_journal(self.out))
        self.out = disk / "run"
        words = [CLASSAY, *self.run_words(filters=BUSY_FILTERS)]
        for how in (["env"],) if WINDOWS else (["unshare", "-rm"], ["unshare", "-m"]):  # wine opens files in another process
            if shutil.which(how[0]) is None:
                break
            done = subprocess.run(
                [*how, "sh", "-c", script, "sh", *words], env=self.environment(), capture_output=True, text=True, check=False
            )
            if "code" in done.stdout:
                break
        else:
            self.skipTest("no tmpfs can be mounted here")
        self.assertEqual([line for line in done.stdout.splitlines() if line.startswith("code")], ["code 4", "code 1"])
        self.assertIn("No space left on device; the results written so far can be resumed", done.stderr)
        self.assertEqual(outcome(read_journal(self.folder)), undisturbed)

    def test_a_folder_that_can_not_be_written_is_said(self) -> None:
        self.out = Path("/proc/classay/out")
        done = self.run_all()
        self.assertEqual((done.returncode, "cannot make /proc/classay/out" in done.stderr), (4, True))

    @unittest.skipIf(os.geteuid() == 0, "nothing is read-only for root")
    def test_a_read_only_folder_is_said(self) -> None:
        self.out.mkdir(mode=0o555)
        done = self.run_all()
        self.assertEqual((done.returncode, "cannot write" in done.stderr), (4, True))

    def test_a_folder_of_a_run_under_way_is_left_alone(self) -> None:
        self.behave(("*/v3", "hang"))
        with subprocess.Popen([CLASSAY, *self.run_words()], env=self.environment(), stdout=subprocess.DEVNULL) as process:
            file = self.out / "journal.jsonl"
            while not file.exists() or '"checkpoint"' not in file.read_text():
                time.sleep(0.05)
            done = self.resume()
            process.kill()
        self.assertEqual((done.returncode, "in use by another run" in done.stderr), (4, True), done.stderr)

    def test_a_folder_that_has_a_run_or_is_in_use_is_left_alone(self) -> None:
        self.run_all()
        before = (self.out / "journal.jsonl").read_bytes()
        done = self.run_all()
        self.assertEqual((done.returncode, "classay resume" in done.stderr), (2, True))
        if WINDOWS:  # wine's locks are its own
            return
        with open(self.out / "journal.jsonl", "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = self.resume()
        self.assertEqual((done.returncode, "in use by another run" in done.stderr), (4, True))
        self.assertEqual((self.out / "journal.jsonl").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
