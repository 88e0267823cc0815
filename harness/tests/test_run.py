"""Runs with a worker that crashes, hangs, lies, floods, wavers: every case gets the verdict that it deserves, and no other
case pays for it. No test depends on time passing; --timeout is short where a hang is wanted."""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

from run_testing import STAND_IN, Done, RunTestCase, all_pass_but, read_journal


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
        self.check("terminate", "killed", "SIGTERM", 4)
        self.check("kill", "killed", "SIGKILL", 4)

    def test_a_hang_is_a_timeout(self) -> None:
        self.check("hang", "timeout", "no output for 0.5 s", 1, "--timeout", "0.5")
        self.check("stuck", "timeout", "no output", 1, "--timeout", "0.5")
        self.check("deaf", "crash", "exit code 1", 1, "--timeout", "0.5")

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

    def test_what_the_worker_tells_of_its_trouble_is_the_verdict(self) -> None:
        self.check("trouble-build", "fail", "does not build: as told", 1)
        self.check("trouble-out-of-resources", "resource-error", "as told", 1)
        self.check("trouble-lost", "device-lost", "as told", 1)
        self.check("trouble-refused", "harness-error", "refused a call", 4)
        self.check("trouble-harness", "harness-error", "as told", 4)
        self.check("trouble-of-a-new-kind", "harness-error", "unknown kind", 4)

    def test_a_liar_is_never_believed(self) -> None:
        self.check("malformed", "harness-error", "malformed line", 4)
        self.check("noise", "harness-error", "malformed line", 4)
        self.check("impossible", "harness-error", "impossible progress", 4)
        self.check("early-done", "harness-error", "without all results", 4)
        self.check("unknown", "harness-error", "unknown kind", 4)
        self.check("nothing", "harness-error", "judged no input", 4)
        self.check("whitewash", "harness-error", "3 failures under the verdict pass", 4)
        self.check("wrong-again", "harness-error", "1 failures next to it under the verdict quality-warning", 4)
        self.check("unsteady", "harness-error", "differ from launch to launch under the verdict pass", 4)
        self.check("few", "harness-error", "1 inputs, and the plan has more", 4)
        self.check("forged", "harness-error", "histogram", 4)
        self.check("unasked", "harness-error", "which was not assigned", 4)
        self.check("pretend", "harness-error", "a worker cannot determine", 4)
        self.check("silent-skip", "harness-error", "without a reason", 4)
        self.check("twice", "harness-error", "a second result", 4)
        self.check("painted", "harness-error", "its largest error is null, and that of its samples 0.75", 4)
        self.check("skip", "harness-error", "the field 'inputs' is missing", 4)
        self.check("expected", "harness-error", "the verdict xfail, which a worker cannot determine", 4)
        # A journal that contained it could not be read.
        self.check("odd-repro", "harness-error", "'repro' is 7", 4)

    def test_a_flood_is_stopped(self) -> None:
        self.check("flood", "harness-error", "it floods", 4)
        self.check("flood-lines", "harness-error", "it floods", 4)

    def test_who_answers_late_is_waited_for(self) -> None:
        self.check("late", "pass", "^$", 0)

    def test_honest_verdicts_of_the_worker_stand(self) -> None:
        self.check("unsupported", "unsupported", "as told", 0)
        self.check("resource-error", "resource-error", "as told", 1)

    def test_a_crash_after_the_results_takes_none_back(self) -> None:
        self.behave(("*/v3", "crash-after", "unit"))
        done = self.run_all()
        self.assertEqual(done.returncode, 1, done.stdout)
        verdicts = self.verdicts()
        self.assertEqual([verdicts[w] for w in ("v1", "v2", "v3")], ["pass"] * 3)
        # Nobody can tell who did it, so none of the rest passes as if nothing had happened.
        self.assertEqual({verdicts[w] for w in ("v4", "v8", "v16")}, {"flake"})


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
        self.assertIn("can be asked by its own description", self.results()["v3"]["reason"])
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

    def test_what_leaves_nothing_out_is_not_partial(self) -> None:
        self.behave(("*/v3", "all-partial"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"))
        self.assertIn("nothing was left out", self.results()["v3"]["reason"])
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

    def test_who_hung_once_is_not_waited_for_as_long_again(self) -> None:
        self.behave(("clc/math/sin/*/v3", "hang"), ("clc/math/cos/f32/default/v2", "hang"))
        # The first time has to be longer than what a busy machine takes to start a worker.
        done = self.run_all("--timeout", "4,0.5", filters=("clc/math/sin/f[36]*/default/*", "clc/math/cos/f32/default/*"))
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = [line for line in read_journal(self.out) if line["kind"] == "abnormal"]
        first = {line["unit"]: line["reason"] for line in lines}
        short = r"no output for 0.5 s: it hangs, in clFinish .no longer was waited, as the builtin had hung in {}"
        before, after = sorted(u for u in first if "/sin/" in u)
        if list(first).index(before) > list(first).index(after):
            before, after = after, before
        self.assertRegex(first[before], r"no output for 4\.0 s: it hangs, in clFinish$")
        self.assertRegex(first[after], short.format(before))
        self.assertRegex(first["clc/math/cos/f32/default"], r"for 4\.0 s: it hangs, in clFinish$", "another builtin")
        for line in read_journal(self.out):
            if line["kind"] == "result" and line["verdict"] == "timeout":
                unit = line["case"].rsplit("/", 1)[0]
                self.assertRegex(line["reason"], short.format("clc/math/cos" if "/cos/" in unit else before))

    def test_a_run_that_goes_on_knows_who_hung(self) -> None:
        self.behave(("*/v3", "hang"))
        self.stopped_when('"abnormal"', signal.SIGTERM, "--timeout", "4,0.5")
        self.assertEqual(self.resume().returncode, 1)
        self.assertEqual(self.verdicts()["v3"], "timeout")
        self.assertIn("for 0.5 s: it hangs, in clFinish (no longer was waited", self.results()["v3"]["reason"])

    def test_a_case_can_not_be_whole_and_cut_short(self) -> None:
        self.assertEqual(self.run_all("--whole", "--case-time", "5").returncode, 2)


class FlakeTest(RunTestCase):
    def check(self, what: str, *words: str, reason: str) -> None:
        with self.subTest(what):
            self.setUp()
            self.behave(("*/v3", what, "unit"))
            done = self.run_all(*words)
            self.assertEqual(self.verdicts(), all_pass_but(v3="flake", v2=self.verdicts()["v2"]), done.stdout)
            self.assertRegex(self.results()["v3"]["reason"], reason)
            self.assertEqual(done.returncode, 1)

    def test_who_ended_a_unit_and_passes_alone_is_a_flake(self) -> None:
        self.check("crash", reason="in flight when the worker ended .killed by SIGABRT.*alone: pass")
        self.check("hang", "--timeout", "0.5", reason="it hangs")
        self.check("torn", reason="in flight")
        self.check("trouble-lost", reason="as told")

    def test_who_is_right_alone_after_there_was_not_enough_of_something_passes_and_says_so(self) -> None:
        self.behave(("*/v3", "trouble-out-of-resources", "unit"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(), done.stdout)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(self.results()["v3"]["reason"], "in flight when the worker ended .as told.*alone: pass")

    def test_who_is_right_alone_after_a_lie_is_no_flake_of_the_device(self) -> None:
        self.behave(("*/v3", "early-done", "unit"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"), done.stdout)
        self.assertEqual(done.returncode, 4)
        self.assertRegex(self.results()["v3"]["reason"], "without all results.*alone: pass")

    def test_who_was_in_flight_beside_who_crashes_alone_too_is_what_it_is_alone(self) -> None:
        self.behave(("*/v1", "held"), ("*/v2", "held"), ("*/v3", "crash"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="crash"), done.stdout)
        for width in ("v1", "v2"):
            reason = self.results()[width]["reason"]
            self.assertRegex(reason, "in flight when the worker ended .killed by SIGABRT.*which v3 does")

    def test_where_nobody_crashes_alone_all_that_were_in_flight_are_flakes(self) -> None:
        self.behave(("*/v1", "held"), ("*/v2", "held"), ("*/v3", "crash", "unit"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v1="flake", v2="flake", v3="flake"), done.stdout)

    def test_who_fails_alone_is_no_excuse_for_the_others(self) -> None:
        self.behave(("*/v1", "held"), ("*/v2", "held"), ("*/v3", "crash", "unit"), ("*/v3", "fail", "alone"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v1="flake", v2="flake", v3="fail"), done.stdout)

    def test_a_failure_that_does_not_come_back_is_a_flake(self) -> None:
        self.check("fail", reason="first: fail, 3 of .*with the same inputs: pass, 0 of")

    def test_a_failure_is_confirmed_by_the_part_of_the_inputs_that_it_names(self) -> None:
        self.behave(("*/v3", "fail-in-part"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="fail"), done.stdout)
        result = self.results()["v3"]
        self.assertEqual(result["counts"]["failed"], 3)
        self.assertGreater(result["inputs"]["count"], 10, "the result is that of all inputs")
        self.assertNotIn("to_confirm", result)

    def test_a_failure_that_does_not_come_back_in_its_part_is_a_flake(self) -> None:
        self.behave(("*/v3", "fail-in-part", "unit"))
        done = self.run_all()
        self.assertEqual(self.verdicts(), all_pass_but(v3="flake"), done.stdout)
        result = self.results()["v3"]
        self.assertRegex(result["reason"], "first: fail, 3 of .*the inputs of the launches that failed: pass, 0 of 10")
        self.assertGreater(result["inputs"]["count"], 10)

    def test_a_part_that_can_not_be_is_not_believed(self) -> None:
        for what in ("odd-part", "bold-part"):
            with self.subTest(what):
                self.setUp()
                self.behave(("*/v3", what))
                done = self.run_all()
                self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"), done.stdout)
                self.assertRegex(self.results()["v3"]["reason"], "its command to repeat the failures is wrong")

    def test_a_failure_that_comes_back_another_is_a_failure_that_says_so(self) -> None:
        self.behave(("*/v3", "waver"))
        self.assertEqual(self.run_all().returncode, 1)
        self.assertRegex(self.results()["v3"]["reason"], "^6 of .*alone.*: fail, 1 of .*with other wrong results")
        self.assertEqual(self.verdicts(), all_pass_but(v3="fail"))

    def test_a_failure_that_can_not_be_confirmed_is_asked_three_times_and_stays(self) -> None:
        for what, why, words in (
            ("crash", "crash, killed by SIGABRT", ()),
            ("hang", "timeout, no output", ("--timeout", "0.5")),
            ("trouble-out-of-resources", "resource-error, as told", ()),
            ("resource-error", "resource-error", ()),
            ("terminate", "killed, killed by SIGTERM", ()),
        ):
            with self.subTest(what):
                self.setUp()
                self.behave(("*/v3", "fail", "unit"), ("*/v3", what, "alone"))
                self.assertEqual(self.run_all(*words).returncode, 1)
                self.assertEqual(self.verdicts(), all_pass_but(v3="fail"))
                self.assertRegex(self.results()["v3"]["reason"], f"^3 of .*could not be run again: {why}")
                self.assertEqual(self.results()["v3"]["counts"]["failed"], 3)
                starts = [line["stage"] for line in read_journal(self.out) if line["kind"] == "start"]
                self.assertEqual(starts, ["first", "confirm", "confirm", "confirm"])

    def test_a_failure_that_a_liar_can_not_confirm_accuses_nobody(self) -> None:
        self.behave(("*/v3", "fail", "unit"), ("*/v3", "malformed", "alone"))
        self.assertEqual(self.run_all().returncode, 4)
        self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"))

    def test_a_crash_that_fails_alone_is_asked_once_more_and_fails(self) -> None:
        self.behave(("*/v3", "crash", "unit"), ("*/v3", "fail", "alone"))
        self.assertEqual(self.run_all().returncode, 1)
        self.assertEqual(self.verdicts(), all_pass_but(v3="fail"))
        stages = [line["stage"] for line in read_journal(self.out) if line["kind"] == "start" and line["widths"] == [3]]
        self.assertEqual(stages, ["again", "confirm"])


if __name__ == "__main__":
    unittest.main()
