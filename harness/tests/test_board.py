"""A board as a device: workers are started by a command on another machine, supervisor and journal are here. What a board's
driver does is told as if it were here, and what a line does is no fault of the device."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from functools import partial
from pathlib import Path

import board_testing
import schema_testing
from fault_driver import CLASSAY, FaultTest, Line, lines_of

SQRT = "clc/math/sqrt/f32/default/v1"
CASES = ("clc/math/fabs/f32/default/v1", SQRT)


def results_of(lines: list[Line]) -> dict[str, Line]:
    return {line["case"]: line for line in lines if line["kind"] == "result"}


def is_start(line: Line) -> bool:
    return bool(line["kind"] == "start")


def read_journal(folder: Path) -> list[Line]:
    return lines_of((folder / "journal.jsonl").read_text())


def tallies(folder: Path) -> dict[str, Line]:
    """What results say but for the time that they took, and how they are shown again."""
    kept = ("verdict", "inputs", "answers", "counts", "max_ulp", "worst", "signed_histogram")
    return {c: {key: line.get(key) for key in kept} for c, line in results_of(read_journal(folder)).items()}


class LibraryRun(unittest.TestCase):
    """C's own math library is the device, which takes no time to build anything."""

    CASES = ("c/math/fabs/f32/default/v1", "c/math/fabs/f64/default/v1", "c/math/sin/f32/default/v1")

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="classay-board-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(schema_testing.check, self.folder)

    def run_to(self, name: str, *more: str) -> str:
        words = [word for case in self.CASES for word in ("--filter", case)]
        words += ["--device", "lib:libm.so.6", "--tier", "smoke", "--out", str(self.folder / name), *more]
        done = subprocess.run([CLASSAY, "run", *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr


class LibraryTest(LibraryRun):
    def check(self, command: str) -> Line:
        """That a run there says what one here does. The first line of its journal."""
        self.run_to("here")
        self.assertIn(f"workers are started by '{command}' on ", self.run_to("there", "--worker", command))
        self.assertEqual(tallies(self.folder / "here"), tallies(self.folder / "there"))
        self.assertEqual([r["verdict"] for r in results_of(read_journal(self.folder / "there")).values()], ["pass"] * 3)
        self.assertNotIn("worker", read_journal(self.folder / "here")[0])
        run = read_journal(self.folder / "there")[0]
        self.assertEqual(run["worker"]["command"], command)
        self.assertEqual(run["worker"]["build"]["version"], run["suite"]["version"])
        self.assertTrue(run["selfcheck"]["passed"])
        return run

    def test_a_machine_that_has_nothing_but_the_program_and_its_libraries(self) -> None:
        (self.folder / "root").mkdir()
        self.check(board_testing.empty_root(self.folder / "root"))

    def test_a_machine_that_is_reached_by_ssh(self) -> None:
        (self.folder / "ssh").mkdir()
        server = board_testing.Server(self.folder / "ssh")
        self.addCleanup(server.stop)
        run = self.check(shlex.join([*server.words(), CLASSAY]))
        self.assertEqual(run["worker"]["host"], run["host"])

    def test_repro_needs_to_be_told_the_command(self) -> None:
        command = f"env 'CLASSAY_NOTHING=a b' {CLASSAY}"
        self.run_to("there", "--worker", command)
        words = [str(self.folder / "there"), self.CASES[2]]
        refused = subprocess.run([CLASSAY, "repro", *words], capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 2)
        pasted = shlex.split(refused.stderr.splitlines()[-1])
        self.assertEqual(pasted, ["classay", "repro", "--remote", command, *words])
        shown = subprocess.run([CLASSAY, *pasted[1:]], capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("libm.so.6", shown.stdout)

    def test_shards_of_two_boards_are_one_run(self) -> None:
        commands = [f"env BOARD={i} {CLASSAY}" for i in (1, 2)]
        folders = [str(self.folder / f"shard-{i}") for i in (1, 2)]
        for i, command in enumerate(commands):
            self.run_to(f"shard-{i + 1}", "--shard", f"{i + 1}/2", "--worker", command)
        both = str(self.folder / "both")
        for words, code in ((["merge", both, *folders], 0), (["resume", both], 2), (["repro", both, self.CASES[2]], 2)):
            done = subprocess.run([CLASSAY, *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual("--remote COMMAND" in done.stderr, code == 2, done.stderr)
        run = read_journal(self.folder / "both")[0]
        self.assertNotIn("command", run["worker"])
        self.assertEqual([part["worker"]["command"] for part in run["merged"]], commands)

    def test_what_a_login_prints_is_passed_over(self) -> None:
        script = self.folder / "talks"
        script.write_text(f'#!/bin/sh\necho "Last login: today"; echo "{{}}"\nexec {CLASSAY} "$@"\n')
        script.chmod(0o755)
        self.check(str(script))

    def test_descriptors_that_do_not_wait_are_no_end_of_a_line(self) -> None:
        program = "import os, sys; [os.set_blocking(fd, False) for fd in (0, 1, 2)]; os.execv(sys.argv[1], sys.argv[1:])"
        relay = shlex.join([sys.executable, "-c", program, CLASSAY])
        # Each line comes a moment later than it is looked for.
        late = 'while IFS= read -r line; do sleep 0.1; printf "%s\\n" "$line"; done'
        self.check(shlex.join(["sh", "-c", f'{late} | {relay} "$@"', "sh"]))


class MidwayTest(LibraryRun):
    """A line, or what is at its end, that hangs when much was said already. Whatever hangs, the run comes to its end by
    itself, with the results of a run that nobody disturbed, and accuses nobody."""

    LOST = ("stop-line", "stop-relay", "silent", "half", "torn")

    def check_midway(self, what: str, after: int) -> list[Line]:
        """Returns the journal's records of abnormal ends."""
        self.folder = Path(tempfile.mkdtemp(prefix="classay-board-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(schema_testing.check, self.folder)
        self.addCleanup(board_testing.continue_stopped, self.folder)
        self.run_to("here")
        self.run_to("there", "--worker", board_testing.midway(self.folder, what, after), "--timeout", "1", "--workers", "1")
        self.assertTrue((self.folder / "once").exists(), "it did not hang")
        self.assertEqual(tallies(self.folder / "here"), tallies(self.folder / "there"))
        return [line for line in read_journal(self.folder / "there") if line["kind"] == "abnormal"]

    def test_a_line_that_hangs_in_a_task_is_lost(self) -> None:
        for what in self.LOST:
            with self.subTest(what):
                end = self.check_midway(what, 3)[0]
                self.assertEqual((end["verdict"], end["blame"], end["ended"]["line"]), ("killed", "outside", "lost"))
                self.assertEqual(end["in_flight"], [])
                self.assertIn("the connection was lost" if what == "torn" else "the connection is silent", end["reason"])

    def test_a_line_that_hangs_when_a_worker_begins_is_made_again(self) -> None:
        for what in self.LOST:
            with self.subTest(what):
                self.check_midway(what, 0)

    def test_a_worker_that_is_stopped_was_stopped_from_outside(self) -> None:
        end = self.check_midway("stop-worker", 3)[0]
        self.assertEqual((end["verdict"], end["blame"]), ("killed", "outside"))
        self.assertIn("no output for 1.0 s: it was stopped by a signal", end["reason"])


class BoardTest(FaultTest):
    """PoCL, at the end of a line. Any command makes one; what it does wrong is told, and is no fault of the device."""

    server: board_testing.Server | None = None
    here: Path  # of a run on this machine

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.here = cls.shared / "here"
        done = cls.classay(*cls.words(cls.here))
        assert done.returncode == 0, done.stdout + done.stderr

    def ssh(self) -> board_testing.Server:
        """One for all tests, from the first that wants it."""
        cls = type(self)
        if cls.server is None:
            (cls.shared / "ssh").mkdir(exist_ok=True)  # without sshd, each test comes here again
            cls.server = board_testing.Server(cls.shared / "ssh")
            cls.addClassCleanup(cls.server.stop)
        return cls.server

    @classmethod
    def words(cls, out: Path, *more: str, cases: tuple[str, ...] = CASES) -> list[str]:
        chosen = [word for case in cases for word in ("--filter", case)]
        # With a program of its own name a run waits less for a device that does not answer.
        return ["run", "--program", CLASSAY, "--tier", "smoke", "--workers", "1", "--out", str(out), *chosen, *more]

    def board(self, **variables: str) -> str:
        """A command for the program with a driver and its faults, that passes through a shell as it is."""
        given = {k: v for k, v in self.environment(**variables).items() if k not in os.environ or k in variables}
        given["CLASSAY_TEST_MARK"] = self.mark()
        return shlex.join(["env", *(f"{k}={v}" for k, v in given.items()), CLASSAY])

    def mark(self) -> str:
        return self.folder.name

    def run_there(self, command: str, *more: str, code: int = 0, cases: tuple[str, ...] = CASES) -> list[Line]:
        self.out = self.folder / "out"
        done = self.classay(*self.words(self.out, "--worker", command, *more, cases=cases))
        self.said = done.stderr
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return read_journal(self.out)

    def refused(self, command: str, code: int) -> str:
        done = self.classay(*self.words(self.folder / "refused", "--worker", command))
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertFalse((self.folder / "refused/journal.jsonl").exists())
        return done.stderr

    def marked(self, word: bytes = b"") -> list[int]:
        """What the board's command has started and is still there, with this word in its command."""
        return board_testing.processes_with(f"CLASSAY_TEST_MARK={self.mark()}".encode(), word)

    def assert_nobody_is_left(self) -> None:
        deadline = time.monotonic() + 10
        while left := self.marked():
            self.assertLess(time.monotonic(), deadline, f"still there: {left}")
            time.sleep(0.05)

    def greeting(self, **changes: object) -> str:
        """A command that says what the program says at first, with changes to which build it is."""
        started = subprocess.run([CLASSAY, "relay"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertIn("docker exec -i", started.stderr)
        said = json.loads(started.stdout)
        said["build"] |= changes
        script = self.folder / "said"
        script.write_text(f"cat <<'END'\n{json.dumps(said)}\nEND\ncat\n")
        return f"sh '{script}'"

    def test_a_program_that_is_another_one_is_asked_nothing(self) -> None:
        said = self.refused(self.greeting(version="0.0.9", id="00"), 2)
        self.assertRegex(said, r'a different build of classay: version is "[0-9.]+" here and "0\.0\.9" there')
        said = self.refused(self.greeting(commit="0123456789ab", id="00"), 2)
        self.assertRegex(said, r'commit is "[0-9a-f]+|unknown" here and "0123456789ab" there')

    def test_why_nobody_answers_is_told(self) -> None:
        self.assertIn("No such file or directory", self.refused("/nowhere/ssh board classay", 5))
        self.assertIn("exit code 3", self.refused("sh -c 'exit 3'", 5))
        said = self.refused("sh -c 'echo Welcome; echo board: nobody is at home >&2; exit 255'", 5)
        self.assertIn("no response from classay through 'sh -c", said)
        self.assertIn("sh ended with exit code 255; it prints 'Welcome':\n  board: nobody is at home\n", said)
        self.assertIn("a quote has no end", self.refused("ssh 'board", 2))
        self.assertIn("--inject and --remote", self.classay("run", "--worker", "x", "--plant", "remquo-bit-six").stderr)

    def test_a_crash_there_is_the_drivers_and_seen_where_it_was(self) -> None:
        fault = {"CLASSAY_FAULT": "clEnqueueNDRangeKernel:2:crash", "CLASSAY_FAULT_IN": "worker"}
        crash = results_of(self.run_there(self.board(**fault), code=1, cases=(SQRT,)))[SQRT]
        self.assertEqual(crash["verdict"], "crash")
        self.assertRegex(crash["reason"], r"^killed by SIGSEGV .* in clEnqueueNDRangeKernel of [a-z]+_v")
        self.assertEqual(crash["ended"]["blame"], "driver")
        self.assertTrue(crash["ended"]["stack"])
        self.assertTrue(crash["repro"].startswith("classay repro --remote 'env "), crash["repro"])

    def test_a_hang_there_takes_as_long_as_one_here(self) -> None:
        fault = {"CLASSAY_FAULT": "clFlush:1:hang", "CLASSAY_FAULT_IN": "worker"}
        hang = results_of(self.run_there(self.board(**fault), "--timeout", "1", code=1, cases=(SQRT,)))[SQRT]
        self.assertEqual(hang["verdict"], "timeout")
        self.assertRegex(hang["reason"], r"^no output for 1\.0 s: it hangs, in clFlush")
        self.assert_nobody_is_left()

    def over_ssh(self, **variables: str) -> str:
        return shlex.join(self.ssh().words()) + " " + self.board(**variables)

    def watched(self, *words: str, when: Callable[[Line], bool], do: Callable[[subprocess.Popen[str]], None]) -> int:
        """The exit code of a run, in which something happens at lines of its journal."""
        with (
            (self.folder / "said").open("w") as said,
            subprocess.Popen(
                [CLASSAY, *words, "--json"], env=self.environment(), stdout=subprocess.PIPE, stderr=said, text=True
            ) as process,
        ):
            assert process.stdout is not None
            for text in process.stdout:
                if when(json.loads(text)):
                    do(process)
            return process.wait()

    def test_why_it_lets_nobody_in_is_told(self) -> None:
        said = self.refused(shlex.join(self.ssh().words("closed-board")) + " classay", 5)
        self.assertIn("ssh ended with exit code 255", said)
        self.assertIn("Permission denied (publickey", said)
        self.assertIn("not found", self.refused(shlex.join(self.ssh().words()) + " no-such-classay", 5))

    def test_a_line_that_is_cut_again_and_again_changes_no_result(self) -> None:
        cut: set[str] = set()

        def is_first_of_unit(line: Line) -> bool:
            if line["kind"] != "start" or line["unit"] in cut:
                return False
            cut.add(line["unit"])
            return True

        out = self.folder / "out"
        words = self.words(out, "--worker", self.over_ssh())
        code = self.watched(*words, when=is_first_of_unit, do=lambda _: self.ssh().cut())
        self.assertEqual(code, 0, (self.folder / "said").read_text())
        self.assertEqual(tallies(out), tallies(self.here))
        ends = [line for line in read_journal(out) if line["kind"] == "abnormal"]
        # On a machine that has much to do a unit may be over before its line is cut.
        self.assertTrue(0 < len(ends) <= len(cut), ends)
        for end in ends:
            self.assertEqual((end["verdict"], end["blame"], end["ended"]["line"]), ("killed", "outside", "lost"))
            self.assertIn("the connection was lost, so the end of the worker is unknown", end["reason"])
            self.assertEqual(end["in_flight"], [])
        self.assert_nobody_is_left()

    def test_a_board_that_is_gone_is_gone_on_with_when_it_is_back(self) -> None:
        out = self.folder / "out"
        words = self.words(out, "--worker", self.over_ssh())
        self.addCleanup(self.ssh().start)
        code = self.watched(*words, when=is_start, do=lambda _: self.ssh().cut_off())
        self.assertEqual(code, 5, (self.folder / "said").read_text())
        self.assertIn("Connection refused", (self.folder / "said").read_text())
        verdicts = {r["verdict"] for r in results_of(read_journal(out)).values()}
        self.assertLessEqual(verdicts, {"pass", "missing", "killed"})
        self.assertEqual(self.classay("resume", str(out), "--program", CLASSAY).returncode, 5)
        self.ssh().start()
        resumed = self.classay("resume", str(out), "--program", CLASSAY)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(tallies(out), tallies(self.here))

    def test_a_line_that_is_silent_accuses_nobody(self) -> None:
        """The other end does not answer, while the worker hangs there."""
        variables = {"CLASSAY_FAULT": "clFlush:1:hang", "CLASSAY_FAULT_IN": "worker"}
        variables["CLASSAY_FAULT_ONCE"] = str(self.folder / "once")
        stopped: list[int] = []

        def stop(_: object) -> None:
            if not stopped:
                # Not before the worker hangs: the next one would, in its place.
                until = time.monotonic() + 60
                while not (self.folder / "once").exists() and time.monotonic() < until:
                    time.sleep(0.01)
                stopped.extend(self.marked(b"relay"))
                for pid in stopped:
                    os.kill(pid, signal.SIGSTOP)

        out = self.folder / "out"
        words = self.words(out, "--worker", self.over_ssh(**variables), "--timeout", "2")
        try:
            code = self.watched(*words, when=is_start, do=stop)
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        self.assertEqual(code, 0, (self.folder / "said").read_text())
        self.assertEqual(tallies(out), tallies(self.here))
        end = next(line for line in read_journal(out) if line["kind"] == "abnormal")
        self.assertEqual((end["verdict"], end["blame"]), ("killed", "outside"))
        self.assertIn("no output for 2.0 s: the connection is silent", end["reason"])
        self.assert_nobody_is_left()

    def test_whoever_ends_the_run_ends_the_worker_there(self) -> None:
        for number in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(number.name):
                self.folder = Path(str(self.folder) + number.name)
                self.folder.mkdir()
                fault = {"CLASSAY_FAULT": "clFlush:1:hang", "CLASSAY_FAULT_IN": "worker"}
                words = self.words(self.folder / "out", "--worker", self.over_ssh(**fault), cases=(SQRT,))
                self.watched(*words, when=is_start, do=partial(subprocess.Popen.send_signal, sig=number))
                self.assert_nobody_is_left()


if __name__ == "__main__":
    unittest.main()
