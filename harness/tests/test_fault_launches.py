"""One launch of many goes wrong, whichever it is: a first one, a second one of the same inputs, one that looks for results
that were never written. And the times that a device's clock gives of its launches."""

import unittest
from pathlib import Path
from typing import Any

from fault_driver import lines_of
from fault_run import FABS, RunTest, filters

BAD = {"fail", "flake"}


class LaunchesTest(RunTest):
    def test_a_wrong_bit_of_any_launch_never_passes(self) -> None:
        for memory, call in (("", "clEnqueueMapBuffer"), (",clGetDeviceInfo:1+:discrete", "clEnqueueReadBuffer")):
            n = 0
            while True:
                n += 1
                with self.subTest(call=call, n=n):
                    run = self.run_with(f"{call}:{n}:flip{memory}", once=True, cases=FABS)
                    if not any(hit.endswith("flip") for hit in self.hits()):
                        self.assertEqual(set(run.verdicts().values()), {"pass"}, run.reasons())
                        break
                    self.assertTrue(BAD & set(run.verdicts().values()), run.reasons())
                    self.assertEqual(run.code, 1)
            self.assertGreater(n, 8, "two kinds of inputs at two widths, twice")

    def test_a_second_launch_that_is_wrong_each_time_fails(self) -> None:
        # Of the constants two launches, and the same two once more: the third call of each process.
        run = self.run_with("clEnqueueNDRangeKernel:3:swallow", cases=FABS)
        self.assertEqual(run.results[FABS[0]]["counts"]["failed"], 0)
        self.assertIn(run.verdicts()[FABS[0]], BAD, run.reasons())

    def test_a_second_launch_that_was_wrong_once_is_a_flake_that_tells_of_it(self) -> None:
        found = ""
        for n in range(3, 9):
            run = self.run_with(f"clEnqueueMapBuffer:{n}:flip", once=True, cases=FABS)
            for line in run.results.values():
                found = found or (line["reason"] if "second_launch" in line else "")
        self.assertRegex(found, "first: fail: 1 result of a second launch of the same inputs is wrong: fabs.* pass, 0 of")


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
