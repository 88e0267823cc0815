"""A driver that breaks a rule of its interface without an error code: success without a result, its caller's descriptors,
floating-point environment and thread, sizes that no device has. Each is the driver's, by name, and the exit code is 1."""

import unittest

from fault_run import SQRT, RunTest


class RulesTest(RunTest):
    def test_success_without_what_was_asked_for_is_the_drivers_failure(self) -> None:
        discrete = ",clGetDeviceInfo:1+:discrete"
        for fault, call, but in (
            ("clEnqueueMapBuffer:1:0", "clEnqueueMapBuffer", "the result is NULL"),
            ("clEnqueueMapBuffer:3:0", "clEnqueueMapBuffer", "the result is NULL"),
            ("clEnqueueMapBuffer:1:0" + discrete, "clEnqueueMapBuffer", "the result is NULL"),
            ("clCreateBuffer:1:0", "clCreateBuffer", "the result is NULL"),
            ("clCreateKernel:1:0", "clCreateKernel", "the result is NULL"),
            ("clCreateProgramWithSource:1:0", "clCreateProgramWithSource", "the result is NULL"),
            ("clEnqueueNDRangeKernel:1:no-event", "clEnqueueNDRangeKernel", "it left no event"),
            ("clEnqueueNDRangeKernel:1:0", "clEnqueueNDRangeKernel", "it left no event"),
            ("clEnqueueReadBuffer:1:0" + discrete, "clEnqueueReadBuffer", "it left no event"),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault, cases=SQRT)
                result = run.results[SQRT[0]]
                self.assertEqual(result["verdict"], "fail", run.reasons())
                reason = f"the driver breaks a rule of its interface: {call}: CL_SUCCESS, but {but}"
                self.assertEqual(result["reason"], reason)
                abnormal = next(line for line in run.lines if line["kind"] == "abnormal")
                self.assertEqual(abnormal["blame"], "driver")
                self.assertEqual(run.code, 1, run.errors)

    def test_what_a_driver_does_to_its_process_is_the_drivers(self) -> None:
        for fault, verdict, reason in (
            ("clFlush:1:close:0", "crash", r"^the driver closed standard input \(descriptor 0\), after cl"),
            ("clFlush:1:replace:0", "crash", r"^the driver closed standard input \(descriptor 0\), after cl"),
            (
                "clFlush:1:close-output",
                "crash",
                r"^(the driver closed the worker's output|closed its output and stayed).* cl",
            ),
            ("clFlush:1:close-all", "crash", r"^(the driver closed the worker's output|closed its output and stayed).* cl"),
            (
                "clFlush:1:pthread-exit",
                "crash",
                r"^the driver ended the thread that called it \(pthread_exit\), in clFlush",
            ),
            (
                "clFlush:1:throw",
                "fail",
                r"^the driver breaks a rule of its interface: clFlush: the driver threw a C\+\+ exception \(as told\)$",
            ),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault, cases=SQRT)
                result = run.results[SQRT[0]]
                self.assertEqual(result["verdict"], verdict, run.reasons())
                self.assertRegex(result["reason"], reason)
                abnormal = next(line for line in run.lines if line["kind"] == "abnormal")
                self.assertEqual(abnormal["blame"], "driver")
                self.assertEqual(run.code, 1, run.errors)

    def test_descriptors_that_no_result_depends_on_may_be_closed(self) -> None:
        for descriptor in (1, 2, 3):
            with self.subTest(descriptor=descriptor):
                run = self.run_with(f"clFlush:1:close:{descriptor}", cases=SQRT)
                self.assertEqual(run.verdicts(), {SQRT[0]: "pass"}, run.reasons())
                self.assertEqual(run.code, 0, run.errors)

    def test_a_floating_point_environment_that_a_driver_leaves_changes_no_verdict(self) -> None:
        """It is restored after the call, and the results say so."""
        undisturbed = self.run_with("").results
        for deed, words in (
            ("flush", "flushes subnormal results to zero, takes subnormal arguments for zero"),
            ("round", "rounds upward, rounds upward (x87)"),
            ("trap", "traps invalid operations, traps divisions by zero, traps overflow"),
        ):
            for call in ("clGetPlatformIDs:1", "clBuildProgram:1+", "clWaitForEvents:1+"):
                with self.subTest(deed=deed, call=call):
                    run = self.run_with(f"{call}:{deed}")
                    self.assertEqual(run.code, 0, run.reasons())
                    for case, result in run.results.items():
                        self.assertEqual(result["counts"], undisturbed[case]["counts"])
                        self.assertEqual(result["worst"], undisturbed[case]["worst"])
                        notes = " ".join(result["driver_notes"])
                        self.assertIn(call.split(":")[0] + " changed the floating-point environment", notes)
                        self.assertIn(words, notes)

    def test_a_device_that_lies_about_its_memory_is_tested(self) -> None:
        for power in (62, 63, 0):
            with self.subTest(power=power):
                run = self.run_with(f"clGetDeviceInfo:1+:huge:{power}", command="")
                self.assertEqual(set(run.verdicts().values()), {"pass"}, run.errors + run.reasons())
                self.assertEqual(run.code, 0, run.errors)
                said = run.lines[0]["device"]["global_memory"]
                self.assertEqual(said, 0 if power == 0 else min(1 << power, (1 << 63) - 1))


if __name__ == "__main__":
    unittest.main()
