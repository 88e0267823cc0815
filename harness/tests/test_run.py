"""Runs with a worker process that crashes, hangs, is killed or writes nonsense: its case gets the verdict, and the others
pass. unit_runner_test.cpp tests all transitions of the supervisor without processes. --timeout is short where a test needs
a hang."""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

from run_testing import STAND_IN, Done, RunTestCase, all_pass_but, read_journal
from system_testing import WINDOWS, posix_only


class VerdictTest(RunTestCase):
    def check(self, what: str, verdict: str, reason: str, code: int, *words: str) -> None:
        """A case that always does `what` gets the verdict; the others of its unit pass."""
        with self.subTest(what):
            self.setUp()
            self.behave(("*/v3", what))
            done = self.run_all(*words)
            self.assertEqual(self.verdicts(), all_pass_but(v3=verdict), done.stdout + done.stderr)
            self.assertRegex(self.results()["v3"]["reason"], reason)
            self.assertEqual(done.returncode, code, done.stderr)

    def test_a_device_that_keeps_its_promises_passes(self) -> None:
        done = self.run_all()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.verdicts(), all_pass_but())
        end = read_journal(self.out)[-1]
        self.assertEqual((end["kind"], end["totals"], end["left_out"]), ("end", {"pass": 6}, []))

    def test_a_failure_is_asked_twice_and_told_once(self) -> None:
        self.check("fail", "fail", "3 of .* results wrong", 1)
        kinds = [line["kind"] for line in read_journal(self.out)]
        self.assertEqual(kinds.count("attempt"), 1)
        starts = [(line["stage"], line["widths"]) for line in read_journal(self.out) if line["kind"] == "start"]
        self.assertEqual(starts, [("first", [1, 2, 3, 4, 8, 16]), ("confirm", [3])])
        self.assertIn("classay repro", self.results()["v3"]["repro"])

    def test_who_ends_abnormally_again_has_that_for_a_verdict(self) -> None:
        self.check("crash", "crash", "killed by SIGABRT", 1)
        self.check("exit", "crash", "exit code 3", 1)
        self.check("torn", "crash", "exit code 1", 1)

    def test_a_worker_that_someone_ends_says_nothing_of_the_device(self) -> None:
        if not WINDOWS:  # which has no signals
            self.check("terminate", "killed", "SIGTERM", 4)
        self.check("kill", "killed", "SIGKILL", 4)

    def test_a_hang_is_a_timeout(self) -> None:
        self.check("hang", "timeout", "no output for 0.5 s", 1, "--timeout", "0.5")
        if not WINDOWS:  # which has no fork
            self.check("deaf", "crash", "exit code 1", 1, "--timeout", "0.5")

    @posix_only("a counter of the time without a processor")
    @unittest.skipUnless(Path("/proc/self/schedstat").exists(), "this kernel does not count how long a process waits")
    def test_a_busy_machine_is_no_hang(self) -> None:
        """0.6 s of work take 2.4 s beside three others on one processor; 60 s of work are silence wherever they are done."""
        ours = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, ours)
        os.sched_setaffinity(0, {min(ours)})
        others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            self.check("driver-compute-600", "pass", "^$", 0, "--timeout", "1")
            self.check("driver-compute-60000", "timeout", "no output for 1.0 s and", 1, "--timeout", "1")
        finally:
            for other in others:
                other.kill()
                other.wait()

    def test_a_liar_is_never_believed(self) -> None:
        self.check("malformed", "harness-error", "malformed line", 4)

    def test_a_flood_is_stopped(self) -> None:
        self.check("flood", "harness-error", "it floods", 4)


FLOAT = dict.fromkeys(
    "denormals infinity_and_nan to_nearest to_zero to_infinity fma correctly_rounded_divide_sqrt in_software".split(), True
)
DESCRIBED: dict[str, Any] = {
    "profile": "FULL_PROFILE",
    "environment": "3.0",
    "language": "3.0",
    "newest_language": "3.0",
    "il_versions": [],
    "extensions": [],
    "features": [],
    "spirv_capabilities": None,
    "f16": None,
    "f32": FLOAT,
    "f64": None,
    "is_custom": False,
    "shares_memory": True,
    "is_little_endian": True,
    "compute_units": 1,
    "address_bits": 64,
    "global_memory": 1 << 30,
    "largest_allocation": 1 << 30,
    "local_memory": 1 << 15,
    "has_compiler": True,
    "lacks": {"f16": "it has no cl_khr_fp16"},
}


class DescribedTest(RunTestCase):
    """A worker cannot contradict the description of its device."""

    def test_what_the_device_can_is_not_unsupported(self) -> None:
        self.behave(("*/v3", "unsupported"), **DESCRIBED)
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"), done.stderr)
        self.assertIn("the device's description supports the case", self.results()["v3"]["reason"])
        self.assertEqual(done.returncode, 4)

    def test_what_it_can_not_is_unsupported_for_that_reason_alone(self) -> None:
        self.behave(("*/v3", "unsupported"), **DESCRIBED)
        done = self.run_all(filters=("clc/math/sin/f16/default/v3",))
        self.assertEqual(self.verdicts(), {"v3": "harness-error"}, done.stderr)
        self.assertIn("for another reason than its description has", self.results()["v3"]["reason"])


class CaseTimeTest(RunTestCase):
    def test_a_case_that_was_cut_short_is_partial_and_no_pass(self) -> None:
        self.behave(("*/v3", "partial"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="partial"), done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertIn("5 pass, 1 partial", done.stdout)
        self.assertNotIn("What failed", done.stdout)
        starts = [line["stage"] for line in read_journal(self.out) if line["kind"] == "start"]
        self.assertEqual(starts, ["first"], "nothing is asked again, as nothing failed")

    def run_tier(self, number: int, *words: str) -> Done:
        self.out = self.folder / f"out-{number}"
        glob = "clc/math/sin/f32/default/*"
        return self.classay("run", "--program", STAND_IN, "--out", str(self.out), "--filter", glob, *words)

    def test_nobody_may_cut_short_what_has_no_time(self) -> None:
        self.behave(("*/v3", "partial"))
        for number, words in enumerate((["--whole"], ["--case-time", "0"])):
            done = self.run_tier(number, "--tier", "smoke", *words)
            self.assertEqual(self.verdicts()["v3"], "harness-error", words)
            self.assertEqual(done.returncode, 4)

    def test_a_resumed_run_leaves_what_is_partial_unless_all_is_asked(self) -> None:
        self.behave(("*/v3", "partial"))
        self.run_all()
        self.behave()
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(self.verdicts()["v3"], "partial")
        done = self.resume("--whole")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.verdicts(), all_pass_but())

    def test_tiers_have_times_and_the_journal_has_them(self) -> None:
        expected = {
            ("--tier", "smoke"): (20, 30, 10, 300),
            (): (60, 60, 10, 300),
            ("--tier", "smoke", "--whole"): (0, 300, 300, 300),
            ("--tier", "smoke", "--case-time", "2m"): (120, 30, 10, 300),
            ("--tier", "smoke", "--timeout", "5"): (20, 5, 5, 60),
            ("--tier", "smoke", "--timeout", "5,2s"): (20, 5, 2, 60),
            ("--tier", "smoke", "--timeout", "90"): (20, 90, 90, 90),
        }
        for number, (words, times) in enumerate(expected.items()):
            with self.subTest(words):
                self.assertEqual(self.run_tier(number, *words).returncode, 0)
                options = read_journal(self.out)[0]["options"]
                names = ("case_time", "timeout", "short_timeout", "patience")
                self.assertEqual(tuple(options[name] for name in names), times)

    def test_a_run_that_goes_on_knows_who_hung(self) -> None:
        self.behave(("*/v3", "hang"))
        self.stopped_when('"abnormal"', signal.SIGTERM, "--timeout", "4,0.5")
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(self.verdicts()["v3"], "timeout")
        why = self.results()["v3"]["reason"]
        self.assertIn("for 0.5 s: it hangs, in clFinish (with a shorter timeout, because the builtin had hung", why)

    def test_a_case_can_not_be_whole_and_cut_short(self) -> None:
        self.assertEqual(self.run_all("--whole", "--case-time", "5").returncode, 2)


if __name__ == "__main__":
    unittest.main()
