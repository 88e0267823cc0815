"""Whose fault it is when a worker ends: each way to end, done by a driver, by the program itself, from outside, and what a
run calls it. What is not the device's is never called crash, timeout or device-lost."""

import os
import shutil
import signal
import subprocess
import sys
import unittest
from pathlib import Path

from run_testing import CLASSAY, STAND_IN, Line, RunTestCase, read_journal
from system_testing import LIBRARY_ENDING, WINDOWS, not_below_wine, posix_only

# As expressions.
DRIVER = rf"libstand_in_driver\.{LIBRARY_ENDING}"
LIBC = r"msvcrt\.dll" if WINDOWS else r"libc\.so\.6"


class EndingTestCase(RunTestCase):
    def end(self, what: str, *words: str) -> tuple[Line, int]:
        """The result of a case that does `what`, and the exit code of the run. All others pass."""
        self.setUp()
        self.behave(("*/v3", what))
        done = self.run_all(*words)
        results = self.results()
        self.assertEqual({r["verdict"] for w, r in results.items() if w != "v3"}, {"pass"}, done.stdout + done.stderr)
        return results["v3"], done.returncode

    def check(self, what: str, verdict: str, reason: str, code: int, *words: str) -> Line:
        with self.subTest(what):
            result, exit_code = self.end(what, *words)
            self.assertEqual(result["verdict"], verdict, result.get("reason"))
            self.assertRegex(result["reason"], reason)
            self.assertEqual(exit_code, code)
            return result


def memory_group(limit: int) -> Path | None:
    """A control group below this process's own; of version 2, or 1."""
    groups = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
    for controller, root, file in (
        ("", "/sys/fs/cgroup", "memory.max"),
        ("memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ):
        if controller not in groups:
            continue
        group = Path(root + groups[controller]) / f"classay-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            if not (group / file).exists():
                raise FileNotFoundError(file)
            (group / file).write_text(str(limit))
        except OSError:
            group.rmdir()
            continue
        return group
    return None


class DriverTest(EndingTestCase):
    """What a driver does is the device's."""

    def test_where_it_crashed_is_told(self) -> None:
        driver = rf"{DRIVER}, in clFinish"
        result = self.check("driver-crash", "crash", f"^killed by SIGSEGV at address 0x10 in {driver}", 1)
        self.assertEqual(result["ended"]["blame"], "driver")
        self.assertRegex(result["ended"]["stack"][0], rf"^{DRIVER}\+0x")
        abnormal = next(line for line in read_journal(self.out) if line["kind"] == "abnormal")
        self.assertEqual(abnormal["ended"]["signal"], "SIGSEGV")
        self.check("driver-jump", "crash", f"SIGSEGV at address 0x20, called from {driver}", 1)
        self.check("driver-made", "crash", "SIGILL in code made at run time, in clFinish", 1)
        self.check("driver-thread", "crash", rf"SIGSEGV at address 0x10 in {DRIVER}", 1)

    def test_what_a_library_did_for_it_is_its_own(self) -> None:
        called = rf"in {LIBC}, called from {DRIVER}, in clFinish"
        self.check("driver-abort", "crash", f"SIGABRT {called}", 1)
        self.check("driver-abort-threads", "crash", rf"SIGABRT in {LIBC}, called from {DRIVER}", 1)

    @not_below_wine("its heap does not check addresses, and raise() ends a process with code 3")
    def test_what_a_library_did_to_it_is_its_own(self) -> None:
        called = rf"in {LIBC}, called from {DRIVER}, in clFinish"
        self.check("driver-free", "crash", f"SIGABRT {called}", 1)
        self.check("driver-raise-4", "crash", f"SIGILL {called}", 1)
        self.check("driver-raise-31", "crash", f"SIGSYS {called}", 1)

    def test_exit_is_one_of_its_calls(self) -> None:
        self.check("driver-exit-3", "crash", rf"exit code 3 by exit\(\), called from {DRIVER}, in clFinish", 1)
        self.check("driver-exit-0", "crash", r"exit code 0 by exit\(\)", 1)
        self.check("driver-_exit-3", "crash", "exit code 3 by _exit, in clFinish", 1)

    def test_a_stack_that_overflows_is_seen_where_there_is_room_to_see_it(self) -> None:
        self.check("driver-overflow", "crash", rf"SIGSEGV at address 0x[0-9a-f]+ in {DRIVER}, in clFinish", 1)
        # On Windows another thread takes the note.
        place = rf" at address 0x[0-9a-f]+ in {DRIVER}" if WINDOWS else ", at an unknown place, in clFinish"
        self.check("driver-overflow-thread", "crash", f"SIGSEGV{place}", 1)

    def test_the_record_of_an_end_outlives_what_a_driver_does_to_it(self) -> None:
        aborted = rf"^killed by SIGABRT in {LIBC}, called from {DRIVER}, in clFinish"
        self.check("driver-truncate", "crash", aborted, 1)
        self.check("driver-overwrite", "crash", "^killed by SIGABRT, and the record of its end was overwritten$", 1)
        self.check("driver-unmap", "crash", "^killed by SIGSEGV, at an unknown place, in clFinish", 1)

    def test_a_hang_is_where_it_is(self) -> None:
        self.check("driver-hang", "timeout", "no output for 0.5 s: it hangs, in clFinish", 1, "--timeout", "0.5")


class OwnTest(EndingTestCase):
    """What happens in the program itself is a harness error."""

    def check_own(self, what: str, reason: str, *words: str) -> None:
        result = self.check(what, "harness-error", reason, 4, *words)
        self.assertIn(result["ended"]["blame"], ("classay", "unknown"))

    def test_no_end_of_ours_is_the_devices(self) -> None:
        self.check_own("own-crash", "killed by SIGSEGV at address 0x10 in classay itself")
        self.check_own("own-jump", "SIGSEGV at address 0x20, called from classay itself")
        if not WINDOWS:  # wine's heap does not check addresses
            self.check_own("own-free", rf"SIGABRT in {LIBC}, called from classay itself")
        self.check_own("own-abort", rf"SIGABRT in {LIBC}, called from classay itself")
        self.check_own("own-thread", "SIGSEGV at address 0x10 in classay itself")
        self.check_own("own-overflow", "SIGSEGV at address 0x[0-9a-f]+ in classay itself")
        self.check_own("own-exit-3", r"exit code 3 by exit\(\), called from classay itself")
        self.check_own("own-_exit-3", "exit code 3 by _exit")
        self.check_own("own-hang", "no output for 0.5 s: it hangs in classay itself", "--timeout", "0.5")

    def test_a_run_goes_on_after_it_and_says_whose_fault_it_was(self) -> None:
        self.behave(("*/v3", "own-crash"))
        done = self.run_all()
        self.assertEqual(done.returncode, 4)
        self.assertIn("classay itself failed in 1 case", done.stderr)
        self.assertEqual(read_journal(self.out)[-1]["kind"], "end")


class OutsideTest(EndingTestCase):
    """Nobody in the worker did it."""

    @posix_only("signals")
    def test_who_is_killed_is_killed(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL, signal.SIGUSR1):
            result = self.check(f"own-raise-{int(number)}", "killed", f"killed by {number.name}", 4)
            self.assertEqual(result["ended"]["blame"], "outside")

    def test_who_is_killed_by_classay_is_killed(self) -> None:
        self.assertEqual(self.check("kill", "killed", "killed by SIGKILL", 4)["ended"]["blame"], "outside")

    @posix_only("signals")
    def test_a_signal_that_another_process_sends_is_not_the_drivers(self) -> None:
        """Not even one that a driver's crash would send, while the driver is called."""
        for number in (signal.SIGTERM, signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(number.name):
                result, code = self.end(f"sent-{int(number)}")
                self.assertEqual(result["verdict"], "killed", result)
                self.assertRegex(result["reason"], f"killed by {number.name}, sent by process [0-9]+")
                self.assertEqual(code, 4)

    @not_below_wine("it has no limit on the memory of a job")
    def test_memory_that_runs_out_is_no_crash(self) -> None:
        result = self.check("driver-memory", "resource-error", "^out of memory when it had .* GiB: killed by SIGABRT", 1)
        self.assertTrue(result["ended"]["no_memory"])
        self.assertEqual(result["ended"]["blame"], "resources")

    @posix_only("control groups")
    def test_what_the_system_kills_for_memory_is_no_crash(self) -> None:
        group = memory_group(512 << 20)
        if group is None:
            self.skipTest("no control group with a limit of memory can be made here")
        self.addCleanup(group.rmdir)
        self.behave(("*/v3", "driver-all-memory"))
        command = ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$0" "$@"', CLASSAY, *self.run_words()]
        done = subprocess.run(command, env=self.environment(), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        result = self.results()["v3"]
        self.assertEqual(result["verdict"], "resource-error", result)
        self.assertRegex(result["reason"], "^out of memory: the system killed it when it had 0.[0-9] GiB")
        self.assertEqual(result["ended"]["signal"], "SIGKILL")

    @posix_only("limits of processor time")
    def test_a_limit_of_processor_time_is_no_crash(self) -> None:
        self.check(f"own-raise-{int(signal.SIGXCPU)}", "resource-error", "out of processor time", 1)

    @not_below_wine("it opens files in another process, which does not see the disk")
    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "a small disk is made by root")
    def test_a_full_disk_is_no_crash(self) -> None:
        self.setUp()
        self.behave(("*/v3", "driver-crash"))
        disk = self.folder / "disk"
        disk.mkdir()
        fill = f"mount -t tmpfs -o size=1m tmpfs {disk} && dd if=/dev/zero of={disk}/full bs=1M count=2 2>/dev/null; "
        command = ["unshare", "--mount", "sh", "-c", fill + 'exec "$0" "$@"', CLASSAY, *self.run_words()]
        environment = {**self.environment(), "TMPDIR": str(disk)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if "mount:" in done.stderr or "unshare:" in done.stderr:
            self.skipTest(done.stderr)
        result = self.results()["v3"]
        self.assertEqual(result["verdict"], "resource-error", done.stderr)
        self.assertIn(f"no room left on the disk of {disk}: killed by SIGSEGV", result["reason"])


class ProgramTest(RunTestCase):
    """The file that workers are started from."""

    def words(self, program: Path) -> list[str]:
        words = self.run_words()
        words[words.index(STAND_IN)] = str(program)
        return words

    def copied_stand_in(self) -> Path:
        copy = self.folder / "worker"
        shutil.copy(STAND_IN, copy)
        shutil.copy(Path(STAND_IN).parent / f"libstand_in_driver.{LIBRARY_ENDING}", self.folder)
        return copy

    def test_a_worker_that_is_another_program_ends_the_run(self) -> None:
        script = self.rules.read_text()
        self.rules.write_text(script.replace("{", '{"build": {"version": "0.0.1", "commit": "another"}, ', 1))
        done = self.run_all()
        self.assertEqual(done.returncode, 4, done.stdout)
        self.assertIn("the worker runs a different build of classay", done.stderr)
        self.assertIn('"commit":"another"', done.stderr)
        self.assertEqual(self.results(), {})

    def test_a_program_that_is_not_there_is_no_device_that_does_not_answer(self) -> None:
        done = self.classay(*self.words(self.folder / "none"))
        self.assertEqual(done.returncode, 4)
        self.assertIn(f"cannot start {self.folder}/none: No such file", done.stderr)

    @posix_only("a program that runs cannot be removed")
    def test_a_program_that_vanishes_is_no_device_that_does_not_answer(self) -> None:
        self.behave(("*/v3", f"remove-{self.folder}/worker"))
        done = self.classay(*self.words(self.copied_stand_in()))
        self.assertEqual(done.returncode, 4, done.stdout)
        self.assertIn(f"cannot start {self.folder}/worker: No such file", done.stderr)
        self.assertNotIn("does not respond", done.stdout + done.stderr)


class FolderTest(RunTestCase):
    @posix_only("a folder with an open file cannot be removed")
    def test_a_folder_that_is_removed_ends_the_run_and_says_so(self) -> None:
        self.behave(("*/v3", f"remove-{self.out}"))
        done = self.run_all()
        self.assertEqual(done.returncode, 4, done.stdout)
        self.assertIn("journal.jsonl was removed while the run wrote to it", done.stderr)
        # The folder itself may outlast a worker that is ended while it removes it.
        self.assertFalse((self.out / "journal.jsonl").exists())


if __name__ == "__main__":
    print("testing", CLASSAY, file=sys.stderr)
    unittest.main()
