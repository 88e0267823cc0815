"""One launch of many goes wrong, whichever it is: a first one, a second one of the same inputs, one that looks for results
that were never written. And the times that a device's clock gives of its launches."""

import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from fault_driver import lines_of
from fault_run import FABS, RunTest, filters

BAD = {"fail", "flake"}


class LaunchesTest(RunTest):
    def bits(self, call: str, memory: str) -> tuple[str, int]:
        """The fault that makes one bit of the last result of a launch wrong, in front of the guard of 256 bytes; and how
        many launches there are: of constants two and the same two again, then of all other inputs, of which the first two
        are launched again at last."""
        run = self.run_with(f"clReleaseContext:99:-5{memory}", cases=FABS)
        self.assertEqual(set(run.verdicts().values()), {"pass"}, run.reasons())
        launches = sum(words[0] == "worker" and words[2] == call for words in self.calls())
        self.assertGreater(launches, 8)
        return f"{call}:{{}}:flip:260{memory}", launches

    def test_a_wrong_bit_of_any_launch_never_passes(self) -> None:
        for memory, call in (("", "clEnqueueMapBuffer"), (",clGetDeviceInfo:1+:discrete", "clEnqueueReadBuffer")):
            fault, launches = self.bits(call, memory)
            for n in (1, 2, 3, 4, 7, launches // 2, launches - 1, launches):
                with self.subTest(call=call, n=n):
                    run = self.run_with(fault.format(n), once=True, cases=FABS)
                    self.assertTrue(any("flip" in hit for hit in self.hits()))
                    self.assertTrue(BAD & set(run.verdicts().values()), run.reasons())
                    self.assertEqual(run.code, 1)

    def test_a_second_launch_that_is_wrong_each_time_fails(self) -> None:
        # The constants take two launches, and the same two once more: call 3 of each process repeats call 1.
        run = self.run_with("clEnqueueNDRangeKernel:3:swallow", cases=FABS)
        self.assertEqual(run.results[FABS[0]]["counts"]["failed"], 0)
        self.assertIn(run.verdicts()[FABS[0]], BAD, run.reasons())

    def test_a_second_launch_that_was_wrong_once_is_a_flake_that_tells_of_it(self) -> None:
        fault, launches = self.bits("clEnqueueMapBuffer", "")
        run = self.run_with(fault.format(launches), once=True, cases=FABS)
        line = run.results[FABS[1]]
        self.assertEqual(line["verdict"], "flake", run.reasons())
        self.assertEqual(line["second_launch"]["wrong"], 1)
        said = "first: fail, 0 of .*: 1 result wrong in a second launch of the same inputs; first: fabs.* pass, 0 of"
        self.assertRegex(line["reason"], said)


class LargeLaunchesTest(RunTest):
    """A discrete device gets launches of 2^20 and more results. Threads copy one part of
    the results while they judge the part before."""

    def sixty_fourth(self, fault: str) -> tuple[dict[str, Any], int]:
        """The result for 2^26 inputs, and how many launches it took."""
        self.folder = Path(tempfile.mkdtemp(dir=self.shared))
        words = ["run", "--tier", "full", "--shard", "1/64", "--out", str(self.folder / "out"), *filters(FABS[:1])]
        log = str(self.folder / "log")
        once = str(self.folder / "once")
        self.classay(
            *words,
            CLASSAY_FAULT=f"clReleaseContext:99:-5,{fault}",
            CLASSAY_FAULT_IN="worker",
            CLASSAY_FAULT_LOG=log,
            CLASSAY_FAULT_ONCE=once,
        )
        results = [line for line in lines_of((self.folder / "out/journal.jsonl").read_text()) if line["kind"] == "result"]
        launches = sum(words[0] == "worker" and words[2] == "clEnqueueNDRangeKernel" for words in self.calls())
        return results[0], launches

    def test_they_give_the_same_results_on_one_core(self) -> None:
        many, launches = self.sixty_fourth("clGetDeviceInfo:1+:discrete")
        self.assertEqual(many["verdict"], "pass", many["reason"])
        self.assertLess(launches, many["inputs"]["count"] >> 19)
        self.assertEqual(many["counts"]["judged"], many["inputs"]["count"])
        self.assertEqual(many["counts"]["unwritten"], 0)
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        try:
            one, _ = self.sixty_fourth("clGetDeviceInfo:1+:discrete")
        finally:
            os.sched_setaffinity(0, cores)
        for field in ("answers", "counts", "inputs", "verdict"):
            self.assertEqual(one[field], many[field], field)

    def test_a_wrong_bit_of_any_of_them_never_passes(self) -> None:
        for n in (5, 7, 10):
            with self.subTest(n=n):
                wrong, _ = self.sixty_fourth(f"clEnqueueReadBuffer:{n}:flip:260,clGetDeviceInfo:1+:discrete")
                self.assertTrue(any("flip" in hit for hit in self.hits()))
                self.assertIn(wrong["verdict"], BAD, wrong["reason"])


class ClockTest(RunTest):
    def clocked(self, fault: str) -> tuple[int, list[dict[str, Any]]]:
        out = self.folder / "out"
        words = ["run", "--tier", "smoke", "--out", str(out), *filters(FABS)]
        log = str(Path(self.folder, "log"))
        answer = self.classay(*words, CLASSAY_FAULT=fault, CLASSAY_FAULT_IN="worker", CLASSAY_FAULT_LOG=log)
        journal = lines_of((out / "journal.jsonl").read_text())
        return answer.returncode, [line for line in journal if line["kind"] == "result"]

    def test_a_clock_that_cannot_be_right_cuts_no_case_short(self) -> None:
        for value, said in ((3600, "took 3.6e[+]03 s, and the host waited"), (-5, "ended before it began")):
            with self.subTest(value=value):
                self.setUp()
                code, results = self.clocked(f"clGetEventProfilingInfo:1+:clock:{value}")
                self.assertEqual([line["verdict"] for line in results], ["pass"] * len(FABS), results)
                self.assertEqual(code, 0)
                for line in results:
                    self.assertRegex(str(line["clock"]), f"^the device's clock is wrong: by it a launch {said}")
                    self.assertEqual(line["reason"], line["clock"])

    def test_a_clock_that_stands_still_is_believed(self) -> None:
        code, results = self.clocked("clGetEventProfilingInfo:1+:clock:0")
        self.assertEqual([line["verdict"] for line in results], ["pass"] * len(FABS), results)
        self.assertEqual(code, 0)
        for line in results:
            self.assertNotIn("clock", line)


if __name__ == "__main__":
    unittest.main()
