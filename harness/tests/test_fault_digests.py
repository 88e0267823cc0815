"""`classay run --compare-on-device` on a driver that goes wrong: what the device says of results that are not read never
makes a case pass that would not."""

import unittest

from fault_run import CASES, FABS, RunTest


class DigestsTest(RunTest):
    def test_a_run_that_compares_on_the_device_says_the_same_and_reads_less(self) -> None:
        for memory in ("", "clGetDeviceInfo:1+:discrete"):
            with self.subTest(memory=memory):
                run = self.run_with(memory, "--compare-on-device")
                self.assertEqual(run.verdicts(), dict.fromkeys(CASES, "pass"), run.reasons())
                self.assertEqual(run.lines[0]["options"]["compare_on_device"], True)
                counts = run.results[FABS[1]]["counts"]
                self.assertGreater(counts["digests_checked"], 0)
                self.assertEqual(counts["wrong_digests"], 0)
                self.assertEqual(counts["bitwise_equal_to_scalar"], counts["judged"])

    def test_what_goes_wrong_on_a_device_that_compares_never_passes(self) -> None:
        discrete = ",clGetDeviceInfo:1+:discrete"
        reads = [f"clEnqueueReadBuffer:{{}}:{effect}{discrete}" for effect in ("swallow", "part", "flip")]
        # Of constants two launches and a digest, and the two that are asked once more, where the same need not come again.
        launches = ["clEnqueueNDRangeKernel:{}:swallow" + memory for memory in ("", discrete)]
        for fault in reads + launches:
            for n in (1, 2, 3, 4, 8) if fault in reads else (1, 2, 3, 6, 7, 8):
                with self.subTest(fault=fault, n=n):
                    run = self.run_with(fault.format(n), "--compare-on-device", once=True, cases=FABS)
                    self.assertTrue(self.hits())
                    verdicts = run.verdicts()
                    self.assertTrue({"fail", "flake", "harness-error"} & set(verdicts.values()), verdicts)

    def test_a_program_that_makes_digests_and_does_not_build_costs_nothing_but_time(self) -> None:
        run = self.run_with("clBuildProgram:1:-11,clGetProgramBuildInfo:1:log", "--compare-on-device", cases=FABS)
        self.assertEqual(run.verdicts(), dict.fromkeys(FABS, "pass"), run.reasons())
        self.assertEqual(run.results[FABS[1]]["counts"]["digests_checked"], 0)


if __name__ == "__main__":
    unittest.main()
