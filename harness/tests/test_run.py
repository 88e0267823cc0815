"""Runs with a worker that crashes, hangs, lies, floods, wavers: every case gets the verdict that it deserves, and no other
case pays for it. No test depends on time passing; --timeout is short where a hang is wanted."""

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import unittest
from typing import Any

from run_testing import CLASSAY, STAND_IN, Done, Line, RunTestCase, read_journal

WIDTHS = ("v1", "v2", "v3", "v4", "v8", "v16")


def all_pass_but(**others: str) -> dict[str, str]:
    return {width: others.get(width, "pass") for width in WIDTHS}


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
        self.check("fail", "fail", "3 of .* are wrong", 1)
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
        self.check("hang", "timeout", "no sign of life for 0.5 s", 1, "--timeout", "0.5")
        self.check("stuck", "timeout", "no sign of life", 1, "--timeout", "0.5")
        self.check("deaf", "crash", "exit code 1", 1, "--timeout", "0.5")

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
        self.check("few", "harness-error", "1 inputs, and the plan has more", 4)
        self.check("forged", "harness-error", "histogram", 4)
        self.check("unasked", "harness-error", "which was not asked", 4)
        self.check("pretend", "harness-error", "a worker can not know", 4)
        self.check("silent-skip", "harness-error", "without a reason", 4)
        self.check("twice", "harness-error", "a second result", 4)

    def test_a_flood_is_stopped(self) -> None:
        self.check("flood", "harness-error", "it floods", 4)
        self.check("flood-lines", "harness-error", "it floods", 4)

    def test_who_answers_late_is_waited_for(self) -> None:
        self.check("late", "pass", "^$", 0)

    def test_honest_verdicts_of_the_worker_stand(self) -> None:
        self.check("unsupported", "unsupported", "as told", 0)
        self.check("skip", "skip", "as told", 0)
        self.check("resource-error", "resource-error", "as told", 1)

    def test_a_crash_after_the_results_takes_none_back(self) -> None:
        self.behave(("*/v3", "crash-after", "unit"))
        done = self.run_all()
        self.assertEqual(done.returncode, 1, done.stdout)
        verdicts = self.verdicts()
        self.assertEqual([verdicts[w] for w in ("v1", "v2", "v3")], ["pass"] * 3)
        # Nobody can tell who did it, so none of the rest passes as if nothing had happened.
        self.assertEqual({verdicts[w] for w in ("v4", "v8", "v16")}, {"flake"})


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
        short = r"no sign of life for 0.5 s: it hangs, in clFinish .no longer was waited, as the builtin had hung in {}"
        before, after = sorted(u for u in first if "/sin/" in u)
        if list(first).index(before) > list(first).index(after):
            before, after = after, before
        self.assertRegex(first[before], r"no sign of life for 4\.0 s: it hangs, in clFinish$")
        self.assertRegex(first[after], short.format(before))
        self.assertRegex(first["clc/math/cos/f32/default"], r"for 4\.0 s: it hangs, in clFinish$", "another builtin")
        for line in read_journal(self.out):
            if line["kind"] == "result" and line["verdict"] == "timeout":
                unit = line["case"].rsplit("/", 1)[0]
                self.assertRegex(line["reason"], short.format("clc/math/cos" if "/cos/" in unit else before))

    def test_a_run_that_goes_on_knows_who_hung(self) -> None:
        self.behave(("*/v3", "hang"))
        words = [CLASSAY, *self.run_words("--timeout", "4,0.5", "--json")]
        with subprocess.Popen(
            words, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            while '"abnormal"' not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGTERM)
            process.stderr.read()
            self.assertEqual(process.wait(), 130)
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
        self.assertRegex(result["reason"], "first: fail, 3 of .*those inputs among which the wrong ones are: pass, 0 of 10")
        self.assertGreater(result["inputs"]["count"], 10)

    def test_a_part_that_can_not_be_is_not_believed(self) -> None:
        for what in ("odd-part", "bold-part"):
            with self.subTest(what):
                self.setUp()
                self.behave(("*/v3", what))
                done = self.run_all()
                self.assertEqual(self.verdicts(), all_pass_but(v3="harness-error"), done.stdout)
                self.assertRegex(self.results()["v3"]["reason"], "ask its failures once more")

    def test_a_failure_that_comes_back_another_is_a_failure_that_says_so(self) -> None:
        self.behave(("*/v3", "waver"))
        self.assertEqual(self.run_all().returncode, 1)
        self.assertRegex(self.results()["v3"]["reason"], "^6 of .*alone.*: fail, 1 of .*the wrong results are not the same")
        self.assertEqual(self.verdicts(), all_pass_but(v3="fail"))

    def test_a_failure_that_can_not_be_confirmed_is_asked_three_times_and_stays(self) -> None:
        for what, why, words in (
            ("crash", "crash, killed by SIGABRT", ()),
            ("hang", "timeout, no sign of life", ("--timeout", "0.5")),
            ("trouble-out-of-resources", "resource-error, as told", ()),
            ("resource-error", "resource-error", ()),
            ("terminate", "killed, killed by SIGTERM", ()),
        ):
            with self.subTest(what):
                self.setUp()
                self.behave(("*/v3", "fail", "unit"), ("*/v3", what, "alone"))
                self.assertEqual(self.run_all(*words).returncode, 1)
                self.assertEqual(self.verdicts(), all_pass_but(v3="fail"))
                self.assertRegex(self.results()["v3"]["reason"], f"^3 of .*could not be asked once more: {why}")
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


class FrontEndTest(RunTestCase):
    def header(self, *words: str, filters: tuple[str, ...] = (), **device: Any) -> Line:
        shutil.rmtree(self.out, ignore_errors=True)
        self.behave(**device)
        done = self.run_all("--time-budget", "0", *words, filters=filters)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return read_journal(self.out)[0]

    def test_without_a_filter_spirv_is_asked_where_the_device_takes_it(self) -> None:
        without = self.header(il_versions=[])
        taking = self.header(il_versions=["SPIR-V_1.2"])
        self.assertFalse(without["options"]["with_il"])
        self.assertTrue(taking["options"]["with_il"])
        self.assertGreater(taking["cases"], 1.2 * without["cases"])
        filtered = self.header(il_versions=["SPIR-V_1.2"], filters=("*/math/sin/f32/default/v1",))
        self.assertEqual(filtered["cases"], 1)
        listed = self.classay("run", "--tier", "certify", "--list", "--filter", "*/math/sin/f32/default/v1").stdout
        self.assertEqual(listed.split(), ["clc/math/sin/f32/default/v1", "il/math/sin/f32/default/v1"])

    def test_each_front_end_has_the_document_of_its_own(self) -> None:
        for version, documents in (
            ("OpenCL 2.0", ("clc-2.0", "spirv-2.2")),
            ("OpenCL 3.0", ("clc-2.0", "spirv-2.2")),
            ("OpenCL 3.1", ("clc-3.1", "spirv-3.1")),
        ):
            header = self.header(version=version)
            self.assertEqual((header["edition"], header["il_edition"]), documents)
        told = self.header("--edition", "clc-3.1", version="OpenCL 3.0")
        self.assertEqual((told["edition"], told["il_edition"]), ("clc-3.1", "clc-3.1"))


class DeviceTest(RunTestCase):
    def test_a_device_that_dies_ends_the_run_with_5_and_the_rest_missing(self) -> None:
        self.behave(("*/sin/*/v3", "brick"))
        done = self.run_all(filters=["clc/math/[st][ia]n/f32/default/*"])
        self.assertEqual(done.returncode, 5, done.stdout)
        self.assertIn("classay resume", done.stderr)
        self.assertIn("does not answer any more", done.stderr)
        results = {line["case"]: line for line in read_journal(self.out) if line["kind"] == "result"}
        self.assertEqual(results["clc/math/sin/f32/default/v1"]["verdict"], "pass")
        self.assertEqual(results["clc/math/sin/f32/default/v3"]["verdict"], "device-lost")
        self.assertEqual(results["clc/math/tan/f32/default/v16"]["verdict"], "missing")
        self.assertEqual(len(results), 12)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 2, "device-lost": 1, "missing": 9})

    def test_what_the_probe_says_of_a_dead_device_is_told_in_words(self) -> None:
        for said, told in (
            ({"healthy": False, "message": "clFlush: CL_OUT_OF_RESOURCES"}, "(clFlush: CL_OUT_OF_RESOURCES) since clc/"),
            ({"healthy": False, "message": "does not build\nlog, line 1\nlog, line 2"}, "(does not build) since clc/"),
            ({"healthy": False, "message": ["not", "words"]}, "(exit code 1) since clc/"),
            ("it counts wrongly", "(it counts wrongly) since clc/"),
        ):
            with self.subTest(said=said):
                shutil.rmtree(self.out, ignore_errors=True)
                (self.folder / "bricked").unlink(missing_ok=True)
                self.behave(("*/v3", "brick"), probe=said if isinstance(said, str) else json.dumps(said))
                done = self.run_all()
                self.assertEqual(done.returncode, 5, done.stdout)
                why = next(line for line in done.stderr.splitlines() if "does not answer any more" in line)
                self.assertIn(told, why)
                self.assertNotIn("{", done.stderr)
                self.assertEqual(read_journal(self.out)[-1]["unusable"], why.removeprefix("classay: "))

    def test_when_it_is_well_again_the_missing_are_asked(self) -> None:
        self.test_a_device_that_dies_ends_the_run_with_5_and_the_rest_missing()
        (self.folder / "bricked").unlink()
        self.behave()
        done = self.resume()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 11, "device-lost": 1})

    def test_a_device_that_dozes_is_waited_for(self) -> None:
        self.behave(("*/v3", "doze", "unit"))
        self.assertEqual(self.run_all().returncode, 1)
        self.assertEqual(self.verdicts(), all_pass_but(v3="flake"))
        health = [line["healthy"] for line in read_journal(self.out) if line["kind"] == "health"]
        self.assertEqual(health, [False, True])

    def test_the_one_meant_by_device_is_asked(self) -> None:
        self.assertEqual(self.run_all("--device", "stand").returncode, 0)
        done = self.run_all("--device", "nobody")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no device is called 'nobody'; there is:\n  0:0  Stand-in", done.stderr)

    def test_a_name_may_stand_in_the_version_only(self) -> None:
        self.behave(version="OpenCL 3.1 Oddity")
        self.assertEqual(self.run_all("--device", "oddity").returncode, 0)


class CommandTest(RunTestCase):
    def test_what_matches_nothing_or_can_not_be_asked_is_3(self) -> None:
        done = self.run_all(filters=["clc/math/sinn/*"])
        self.assertEqual((done.returncode, "nothing matches" in done.stderr), (3, True))
        done = self.run_all("--modes", "default", filters=["clc/math/sin/f32/relaxed/*"])
        self.assertEqual((done.returncode, "none of the 6 cases that match is asked" in done.stderr), (3, True))
        self.assertFalse(self.out.exists())

    def test_modes_are_asked_when_they_are_given_or_named(self) -> None:
        def listed(*options: str, filters: list[str]) -> list[str]:
            return self.run_all("--list", *options, filters=filters).stdout.split()

        every_mode = ["clc/math/sin/f32/*/v1"]
        self.assertEqual(listed(filters=every_mode), ["clc/math/sin/f32/default/v1"])
        self.assertEqual(listed("--modes", "ftz", filters=every_mode), ["clc/math/sin/f32/ftz/v1"])
        self.assertEqual(len(listed("--modes", "relaxed,ftz,relaxed", filters=every_mode)), 2)
        self.assertEqual(len(listed("--modes", "all", filters=every_mode)), 8)
        self.assertEqual(listed(filters=["clc/math/sin/f32/unsafe/v1"]), ["clc/math/sin/f32/unsafe/v1"])
        done = self.run_all("--list", "--modes", "quick", filters=every_mode)
        self.assertEqual((done.returncode, "quick" in done.stderr), (2, True))

    def test_list_says_what_would_run_and_runs_nothing(self) -> None:
        done = self.run_all("--list", filters=["clc/math/sin/f32/default/v[12]"])
        self.assertEqual(done.stdout.split(), ["clc/math/sin/f32/default/v1", "clc/math/sin/f32/default/v2"])
        self.assertFalse(self.out.exists())

    def test_json_is_the_journal(self) -> None:
        self.behave(("*/v3", "crash"))
        done = self.run_all("--json")
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], read_journal(self.out))

    def test_a_pipe_gets_a_line_a_case_and_a_table(self) -> None:
        self.behave(("*/v3", "fail"))
        done = self.run_all()
        self.assertEqual(len([line for line in done.stdout.splitlines() if line.startswith("pass ")]), 5)
        self.assertIn("What failed, worst first", done.stdout)
        self.assertIn("Slowest", done.stdout)
        self.assertIn("5 pass, 1 fail", done.stdout)
        self.assertNotIn("\x1b", done.stdout)

    def test_a_terminal_gets_a_line_that_is_written_over(self) -> None:
        self.behave(("*/v3", "fail"))
        for colours in (True, False):
            with self.subTest(colours=colours):
                self.out = self.folder / f"out-{colours}"
                environment = {**self.environment(), "TERM": "xterm", **({} if colours else {"NO_COLOR": "1"})}
                parent, child = pty.openpty()
                with subprocess.Popen([CLASSAY, *self.run_words()], env=environment, stdout=child, stderr=child) as process:
                    os.close(child)
                    text = self.read_all(parent)
                    self.assertEqual(process.wait(), 1)
                self.assertIn("\r\x1b[K", text)
                self.assertRegex(text, r"%  clc/math/sin/f32/default")
                self.assertEqual("\x1b[1;31m" in text, colours)

    def test_the_line_moves_while_a_case_hangs_and_names_it_and_its_time(self) -> None:
        self.behave(("clc/math/sin/f32/default/v2", "hang"))
        filters = ("clc/math/sin/f32/default/*", "clc/math/cos/f32/default/*")
        parent, child = pty.openpty()
        environment = {**self.environment(), "TERM": "xterm"}
        words = [CLASSAY, *self.run_words(filters=filters)]
        with subprocess.Popen(words, env=environment, stdout=child, stderr=child) as process:
            os.close(child)
            times: set[str] = set()
            text = ""
            while len(times) < 4:
                text += os.read(parent, 65536).decode()
                times = set(re.findall(r"sin/f32/default, (\d+\.\d) s", text))
            process.send_signal(signal.SIGINT)
            text += self.read_all(parent)
            self.assertEqual(process.wait(), 130)
        self.assertRegex(text, r"%  clc/math/sin/f32/default, .* about \d+\.\d s left")

    def test_where_it_is_no_terminal_a_line_tells_what_hangs(self) -> None:
        self.behave(("*/v3", "hang"))
        words = [CLASSAY, *self.run_words("--progress", "0.05")]
        with subprocess.Popen(
            words, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            said = (line for line in process.stdout if line.startswith("running "))
            lines = [line for _, line in zip(range(3), said)]
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            process.stderr.read()
            self.assertEqual(process.wait(), 130)
        for line in lines:
            self.assertRegex(line, r"^running +\d+\.\d %  clc/math/sin/f32/default, \d+\.\d s")

    def test_nobody_is_told_more_than_was_wanted(self) -> None:
        self.behave(("*/v3", "late"))
        for words in (("--progress", "0"), ()):
            self.out = self.folder / f"out-{len(words)}"
            self.assertNotIn("running", self.run_all(*words).stdout)

    def read_all(self, descriptor: int) -> str:
        parts = []
        try:
            while part := os.read(descriptor, 65536):
                parts.append(part)
        except OSError:  # how a terminal ends
            pass
        os.close(descriptor)
        return b"".join(parts).decode()

    def test_an_interrupt_leaves_what_can_be_resumed(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.out = self.folder / f"out-{number}"
                self.behave(("*/v4", "hang"))
                words = [CLASSAY, *self.run_words("--json")]
                with subprocess.Popen(
                    words, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
                ) as process:
                    assert process.stdout is not None and process.stderr is not None
                    while "/v3" not in process.stdout.readline():
                        pass
                    process.send_signal(number)
                    said = process.stderr.read()
                    self.assertEqual(process.wait(), 130)
                self.assertIn(f"classay resume {self.out}", said)
                self.behave()
                self.assertEqual(self.resume().returncode, 0)
                self.assertEqual(self.verdicts(), all_pass_but())

    def test_commands_that_are_shown_can_be_pasted_whatever_the_folder_is_called(self) -> None:
        self.out = self.folder / "it's $HOME's out"
        self.behave(("*/v3", "fail"), ("*/v4", "brick"))
        done = self.run_all()
        self.assertEqual(done.returncode, 5, done.stdout)
        shown = {line["repro"] for line in read_journal(self.out) if line.get("repro", "").startswith("classay repro")}
        shown |= {line.strip() for line in done.stderr.splitlines() if "classay resume" in line}
        self.assertGreaterEqual(len(shown), 2)
        for command in shown:
            self.assertEqual(shlex.split(command)[2], str(self.out), command)
        again = self.run_all()  # into the same folder
        said = re.search("`(classay resume .*)`", again.stderr)
        assert said is not None, again.stderr
        self.assertEqual(shlex.split(said[1]), ["classay", "resume", str(self.out)])

    def test_a_time_budget_that_is_spent_leaves_out_and_says_what(self) -> None:
        done = self.run_all("--time-budget", "0")
        self.assertEqual(done.returncode, 3)
        self.assertIn("left out 6 of 6 cases", done.stderr)
        self.assertEqual(len(read_journal(self.out)[-1]["left_out"]), 6)

    def test_words_that_can_not_be_read_are_2(self) -> None:
        for words in (["--tier", "huge"], ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "x"], ["--timeout", "0"],
                      ["--time-budget", "5x"], ["--edition", "clc-9"], ["--seed", "-1"], ["--filter", "[a"]):  # fmt: skip
            with self.subTest(words):
                done = self.run_all(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertTrue(done.stderr.startswith("classay: "))
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
