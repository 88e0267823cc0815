"""`classay run` on a driver that goes wrong in every way: each gives a verdict and a message of its own, no case that was
hit passes, the others go on, and every selected case has a result."""

import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from fault_driver import CLASSAY, lines_of
from fault_run import CASES, FABS, SQRT, Run, RunTest, filters


class FaultsTest(RunTest):
    def test_without_a_fault_all_pass_below_the_layer(self) -> None:
        run = self.run_with("")
        self.assertEqual(run.code, 0, run.errors)
        self.assertEqual(set(run.verdicts().values()), {"pass"})
        self.assertIn("clEnqueueNDRangeKernel", {words[2] for words in self.calls()})

    def test_each_way_of_failing_has_a_verdict_and_a_message_of_its_own(self) -> None:
        launch = "clEnqueueNDRangeKernel"
        for fault, verdict, reason in (
            (f"{launch}:2:-5", "resource-error", f"{launch}: CL_OUT_OF_RESOURCES"),
            (f"{launch}:1:-4", "resource-error", f"{launch}: CL_MEM_OBJECT_ALLOCATION_FAILURE"),
            ("clCreateBuffer:1:-61", "harness-error", "the device refused a call: clCreateBuffer: CL_INVALID_BUFFER_SIZE"),
            (f"{launch}:2:lose", "device-lost", f"{launch}: CL_DEVICE_NOT_AVAILABLE"),
            (f"{launch}:2:lose:-9999", "device-lost", f"{launch}: error -9999"),
            ("clSetKernelArg:3:crash", "crash", "killed by SIGSEGV"),
            ("clFlush:1:abort", "crash", "killed by SIGABRT"),
            ("clWaitForEvents:1:_exit:15", "crash", "exit code 15 by _exit, in clWaitForEvents"),
            ("clWaitForEvents:1:_exit:0", "crash", "exit code 0 by _exit, in clWaitForEvents"),
            ("clWaitForEvents:1:-10042", "device-lost", "clWaitForEvents: error -10042"),
            ("clWaitForEvents:1:-14", "device-lost", "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"),
            ("clGetEventInfo:1:status:-5", "resource-error", "the kernel's execution status: CL_OUT_OF_RESOURCES"),
            ("clGetEventInfo:1+:status:2", "fail", "clWaitForEvents: CL_SUCCESS, but the kernel still runs"),
            (
                "clWaitForEvents:1:-14,clGetEventInfo:1:status:-9999",
                "device-lost",
                "the kernel's execution status: error -9999",
            ),
            ("clBuildProgram:1+:-11,clGetProgramBuildInfo:1+:log", "fail", "does not build: this device builds nothing"),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault)
                self.assertEqual(run.verdicts(), dict.fromkeys(CASES, verdict), run.reasons())
                for result in run.results.values():
                    self.assertIn(reason, result["reason"])
                self.assertEqual(run.code, 4 if verdict == "harness-error" else 1)

    def test_who_ended_the_worker_is_told_below_a_real_driver(self) -> None:
        """PoCL has handlers of its own for all of these signals, those of LLVM."""
        layer = r"libfault_layer\.so"
        libc = r"in libc\.so\.6, called from " + layer
        for fault, verdict, reason in (
            ("clFlush:1:crash", "crash", f"^killed by SIGSEGV at address 0x10 in {layer}, in clFlush of "),
            ("clFlush:1:jump", "crash", f"SIGSEGV at address 0x20, called from {layer}, in clFlush"),
            ("clFlush:1:made", "crash", "SIGILL in code made at run time, in clFlush"),
            ("clFlush:1:thread", "crash", f"SIGSEGV at address 0x10 in {layer}"),
            ("clFlush:1:free", "crash", f"SIGABRT {libc}, in clFlush"),
            ("clBuildProgram:1:abort", "crash", f"SIGABRT {libc}, in clBuildProgram"),
            ("clBuildProgram:1:exit:15", "crash", rf"exit code 15 by exit\(\), called from {layer}, in clBuildProgram"),
            ("clFlush:1:overflow", "crash", rf"SIGSEGV at address 0x[0-9a-f]+ in {layer}, in clFlush"),
            ("clFlush:1:overflow-thread", "crash", "SIGSEGV, at an unknown place, in clFlush"),
            ("clFlush:1:raise:15", "killed", "SIGTERM"),
            ("clFlush:1:raise:9", "killed", "SIGKILL"),
            ("clFlush:1:abort-threads", "crash", f"SIGABRT {libc}, in clFlush"),
            ("clFlush:1:memory", "resource-error", "^out of memory when it had .*: killed by SIGABRT"),
            ("clCreateProgramWithSource:1+:wild", "crash", "SIGSEGV at address 0x10 in code made at run time"),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault, cases=SQRT)
                self.assertEqual(run.verdicts(), dict.fromkeys(SQRT, verdict), run.reasons())
                self.assertRegex(run.results[SQRT[0]]["reason"], reason)
                self.assertEqual(run.code, 4 if verdict == "killed" else 1)

    def test_a_program_that_is_replaced_during_a_run_still_answers_for_itself(self) -> None:
        copy = self.folder / "classay"
        once = self.folder / "once"
        out = self.folder / "out"
        shutil.copy(CLASSAY, copy)
        variables = {"CLASSAY_FAULT": "clBuildProgram:1:hang", "CLASSAY_FAULT_IN": "worker", "CLASSAY_FAULT_ONCE": str(once)}
        words = ["run", "--tier", "smoke", "--out", str(out), "--timeout", "10", *filters(SQRT)]
        with subprocess.Popen([copy, *words], env=self.environment(**variables), stderr=subprocess.PIPE, text=True) as run:
            while run.poll() is None and not once.exists():  # until the first worker hangs
                time.sleep(0.02)
            copy.unlink()
            copy.write_text("#!/bin/sh\nexit 0\n")
            copy.chmod(0o755)
            errors = run.communicate()[1]
        results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
        self.assertIn(results[-1]["verdict"], ("pass", "flake"), errors)
        self.assertIn(run.returncode, (0, 1), errors)

    def test_a_form_of_the_call_that_does_not_build_leaves_the_results_of_the_plain_one(self) -> None:
        cases = ["clc/math/frexp/f32/default/v2"]
        # Constants and inputs that are sent, and these with a pointer to local memory: all widths, and this one.
        faults = "clBuildProgram:2:-11,clBuildProgram:3:-11,clGetProgramBuildInfo:1+:log"
        run = self.run_with(faults, cases=cases)
        result = run.results[cases[0]]
        self.assertEqual(result["verdict"], "fail")
        self.assertIn("with a pointer to local memory it does not build: this device builds nothing", result["reason"])
        self.assertGreater(result["counts"]["judged"], 0)
        unasked = {form["form"]: form["unasked"]["reason"] for form in result["forms"] if "unasked" in form}
        self.assertEqual(set(unasked), {"local"})
        self.assertIn("this device builds nothing today", unasked["local"])

    def test_a_form_of_the_call_that_ends_the_process_leaves_the_results_of_the_plain_one(self) -> None:
        cases = ["clc/math/frexp/f32/default/v2"]
        self.run_with("", cases=cases)
        launches = sum(words[0] == "worker" and words[2] == "clEnqueueNDRangeKernel" for words in self.calls())
        for effect, verdict in (("crash", "crash"), ("hang", "timeout")):
            with self.subTest(effect=effect):
                run = self.run_with(f"clEnqueueNDRangeKernel:{launches}:{effect}", "--timeout", "10", cases=cases)
                result = run.results[cases[0]]
                self.assertEqual(result["verdict"], verdict, run.reasons())
                self.assertIn("; the plain call is right", result["reason"])
                self.assertGreater(result["counts"]["judged"], 0)
                self.assertEqual(result["counts"]["failed"], 0)
                *before, last = result["forms"]
                self.assertEqual(last["unasked"]["verdict"], verdict)
                self.assertTrue(before and all(form["asked"] > 0 and "unasked" not in form for form in before))
                self.assertEqual(run.code, 1)

    def test_an_event_that_is_behind_is_waited_for(self) -> None:
        run = self.run_with("clGetEventInfo:1:status:2")
        self.assertEqual(set(self.hits()), {"clGetEventInfo:1:status:2"})
        self.assertEqual(run.code, 0, run.reasons())

    def test_a_driver_that_makes_descriptors_not_wait_loses_nothing(self) -> None:
        for call in ("clBuildProgram:1", "clFlush:1+"):
            run = self.run_with(f"{call}:nonblock")
            self.assertEqual(set(run.verdicts().values()), {"pass"}, run.reasons())
            self.assertEqual(run.code, 0)
            self.assertNotIn("abnormal", [line["kind"] for line in run.lines])

    def test_a_driver_that_ruins_the_record_of_its_end_is_the_one_to_blame(self) -> None:
        for deed in ("truncate", "overwrite", "unmap"):
            with self.subTest(deed):
                run = self.run_with(f"clFlush:1:{deed}", cases=SQRT)
                self.assertEqual(run.verdicts(), dict.fromkeys(SQRT, "crash"), run.reasons())
                self.assertEqual(run.code, 1)

    def test_a_worker_whose_driver_keeps_what_it_took_is_renewed_and_nothing_is_lost(self) -> None:
        cases = [f"clc/math/{name}/f32/default/v1" for name in ("fabs", "sqrt", "fmax", "fmin", "copysign", "mad")]
        whole = self.run_with("", cases=cases)
        self.assertEqual(len({words[1] for words in self.calls() if words[0] == "worker"}), 1)
        leaking = self.run_with("clBuildProgram:1+:leak:200", cases=cases)
        workers = [words[1] for words in self.calls() if words[0] == "worker" and words[2] == "clBuildProgram"]
        self.assertGreater(len(set(workers)), 1)
        most = max(workers.count(worker) for worker in set(workers))
        self.assertLess(most, len(workers))
        for key in ("verdict", "inputs", "answers", "counts"):
            self.assertEqual([r[key] for r in whole.results.values()], [r[key] for r in leaking.results.values()], key)
        self.assertEqual(leaking.code, 0)
        self.assertEqual([line["kind"] for line in leaking.lines].count("start"), len(cases))

    def test_a_call_that_hangs_is_a_timeout(self) -> None:
        for call in ("clWaitForEvents", "clBuildProgram"):
            with self.subTest(call=call):
                run = self.run_with(f"{call}:1:hang", "--timeout", "8", cases=SQRT)
                self.assertEqual(run.verdicts(), dict.fromkeys(SQRT, "timeout"), run.reasons())
                self.assertIn("no output for 8", run.reasons())
                self.assertEqual(run.code, 1)

    def test_what_happens_once_costs_the_cases_in_flight_and_is_a_flake(self) -> None:
        for fault in ("clWaitForEvents:2:crash", "clFlush:2:lose", "clGetEventInfo:1:_exit:0"):
            with self.subTest(fault=fault):
                run = self.run_with(fault, once=True)
                verdicts = run.verdicts()
                self.assertIn("flake", verdicts.values())
                self.assertLessEqual(set(verdicts.values()), {"pass", "flake"})
                self.assertEqual(verdicts[SQRT[0]], "pass")
                self.assertEqual(run.code, 1)

    def test_resources_that_ran_out_once_are_no_flake_and_told(self) -> None:
        run = self.run_with("clEnqueueNDRangeKernel:3:-5", once=True)
        self.assertEqual(set(run.verdicts().values()), {"pass"}, run.reasons())
        self.assertIn("in flight when the worker ended (clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES", run.reasons())
        self.assertEqual(run.code, 0)

    def test_results_that_are_stale_short_or_wrong_never_pass(self) -> None:
        mapped = ["clEnqueueNDRangeKernel:{}:swallow", "clEnqueueNDRangeKernel:{}:part", "clEnqueueMapBuffer:{}:flip"]
        read = ["clEnqueueReadBuffer:{}:swallow", "clEnqueueReadBuffer:{}:part", "clEnqueueReadBuffer:{}:flip"]
        discrete = ",clGetDeviceInfo:1+:discrete"
        faults = mapped + [fault + discrete for fault in [mapped[0], *read]]
        for fault in faults:
            # The first four launches are of constants, whose work is all of the first work-item.
            for n in (5, 6, 9) if fault.endswith("NDRangeKernel:{}:part") else (1, 2, 5):
                with self.subTest(fault=fault, n=n):
                    run = self.run_with(fault.format(n), once=True)
                    self.assertTrue(self.hits())
                    verdicts = run.verdicts()
                    self.assertTrue({"fail", "flake"} & set(verdicts.values()), verdicts)
                    self.assertLessEqual(set(verdicts.values()), {"pass", "flake", "fail"})
                    self.assertEqual(run.code, 1)

    def test_results_that_are_never_written_are_called_that(self) -> None:
        discrete = ",clGetDeviceInfo:1+:discrete"
        for fault in (
            "clEnqueueNDRangeKernel:1+:swallow",
            "clEnqueueNDRangeKernel:1+:part",
            "clEnqueueReadBuffer:1+:swallow" + discrete,
            "clEnqueueReadBuffer:1+:part" + discrete,
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault)
                self.assertEqual(run.verdicts(), dict.fromkeys(CASES, "fail"))
                for result in run.results.values():
                    self.assertIn("results were never stored", result["reason"])

    def test_a_device_that_is_lost_for_good_ends_the_run_which_can_be_gone_on_with(self) -> None:
        run = self.run_with("clEnqueueNDRangeKernel:1:lose", command="worker,health")
        self.assertEqual(run.code, 5)
        self.assertEqual(run.verdicts(), {FABS[0]: "device-lost", FABS[1]: "missing", SQRT[0]: "missing"})
        self.assertIn("clEnqueueNDRangeKernel: CL_DEVICE_NOT_AVAILABLE", run.reasons())
        self.assertIn("the device does not respond any more", run.lines[-1]["unusable"])
        self.assertIn("classay resume", run.errors)

    def run_while_lost(self, command: str) -> Run:
        """The device is lost to every process as long as the file `lost` exists."""
        (self.shared / "lost").touch()
        return self.run_with(
            "clEnqueueNDRangeKernel:1:lose",
            "--recover",
            command,
            command="worker,health",
            CLASSAY_FAULT_WHILE=str(self.shared / "lost"),
        )

    def test_a_command_brings_the_device_back_before_the_run_goes_on(self) -> None:
        run = self.run_while_lost(f"rm '{self.shared}/lost'; echo reset; exit 3")
        self.assertFalse((self.shared / "lost").exists())
        self.assertEqual(run.verdicts(), {FABS[0]: "flake", FABS[1]: "pass", SQRT[0]: "pass"}, run.errors)
        health = [(line["healthy"], line["message"]) for line in run.lines if line["kind"] == "health"]
        self.assertIn((False, "the command of --recover ended with exit code 3: reset"), health)
        self.assertTrue(health[-1][0], health)

    def test_the_case_that_lost_the_device_is_not_the_next_to_run(self) -> None:
        run = self.run_while_lost(f"rm '{self.shared}/lost'")
        units = [line["unit"] for line in run.lines if line["kind"] == "start"]
        fabs, sqrt = FABS[0].rsplit("/", 1)[0], SQRT[0].rsplit("/", 1)[0]
        self.assertEqual(units[:2], [fabs, sqrt], units)
        self.assertEqual(set(units[2:]), {fabs}, units)

    def test_a_device_that_comes_back_while_the_command_waits_is_used_again(self) -> None:
        run = self.run_while_lost(f"(sleep 1; rm '{self.shared}/lost') & sleep 3")
        self.assertEqual(run.verdicts(), {FABS[0]: "flake", FABS[1]: "pass", SQRT[0]: "pass"}, run.errors)

    def test_a_command_that_does_not_bring_the_device_back_ends_the_run(self) -> None:
        run = self.run_while_lost("echo no such device >&2; kill -9 $$")
        self.assertEqual(run.code, 5)
        self.assertEqual(run.verdicts(), {FABS[0]: "device-lost", FABS[1]: "missing", SQRT[0]: "missing"})
        self.assertTrue(any("the command of --recover ended with" in h.get("message", "") for h in run.lines))

    def test_a_worker_that_can_not_open_the_device_names_the_call(self) -> None:
        run = self.run_with("clCreateContext:1:-6")
        self.assertEqual(run.code, 5)
        self.assertEqual(run.verdicts(), dict.fromkeys(CASES, "missing"))
        self.assertIn("no worker can open the device: clCreateContext: CL_OUT_OF_HOST_MEMORY", run.errors)

    def test_a_device_that_is_another_in_the_worker_is_refused(self) -> None:
        run = self.run_with("clGetDeviceInfo:1+:no-compiler")
        self.assertEqual(run.code, 5)
        self.assertEqual(run.verdicts(), dict.fromkeys(CASES, "missing"))
        self.assertIn("a different device responds: has_compiler was true and is false", run.errors)

    def test_a_device_without_a_compiler_is_asked_nothing(self) -> None:
        run = self.run_with("clGetDeviceInfo:1+:no-compiler", command="")
        self.assertEqual(run.verdicts(), dict.fromkeys(CASES, "unsupported"))
        self.assertIn("CL_DEVICE_COMPILER_AVAILABLE", run.reasons())
        self.assertEqual(run.code, 0)
        # The check of the device before a run may use SPIR-V.
        self.assertNotIn("clCreateProgramWithSource", {words[2] for words in self.calls()})

    def test_a_driver_that_fails_while_it_cleans_up_costs_nothing(self) -> None:
        # The third context to be released is the device's own, when the work is done: two streams have held it.
        for fault in ("clReleaseContext:3:crash", "clReleaseContext:3:hang", "clReleaseMemObject:1:-5"):
            with self.subTest(fault=fault):
                run = self.run_with(fault, "--timeout", "8", cases=SQRT)
                self.assertIn(fault, self.hits())
                self.assertEqual(run.code, 0, run.reasons())

    def test_drivers_that_can_not_be_listed_end_a_run_before_it_begins(self) -> None:
        for fault, why in (
            ("clGetDeviceIDs:1:crash", "listing the devices failed: killed by SIGSEGV"),
            ("clGetDeviceIDs:1:-6", "clGetDeviceIDs: CL_OUT_OF_HOST_MEMORY"),
            ("clGetPlatformIDs:1:-6", "clGetPlatformIDs: CL_OUT_OF_HOST_MEMORY"),
            ("clGetDeviceInfo:3:-5", "clGetDeviceInfo: CL_OUT_OF_RESOURCES"),
            ("clGetDeviceIDs:1:-1", "the drivers that are installed have no device"),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault, command="list-devices")
                self.assertEqual(run.code, 5)
                self.assertIn(why, run.errors)
                self.assertFalse(run.folder.exists())

    def test_whoever_ends_the_child_that_lists_says_nothing_of_the_device(self) -> None:
        once = self.run_with("clGetDeviceIDs:1:raise:9", command="list-devices", once=True)
        self.assertEqual(once.code, 0, once.errors)
        always = self.run_with("clGetDeviceIDs:1:raise:9", command="list-devices")
        self.assertEqual(always.code, 4, always.errors)
        self.assertIn("the devices cannot be listed: killed by SIGKILL, sent from outside", always.errors)
        self.assertFalse(always.folder.exists())

    def test_a_device_that_can_not_run_a_small_kernel_is_asked_nothing(self) -> None:
        for fault, why in (
            ("clEnqueueNDRangeKernel:1:-5", "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES"),
            ("clFlush:1:crash", r"killed by SIGSEGV at address 0x10 in libfault_layer\.so, in clFlush"),
        ):
            with self.subTest(fault=fault):
                run = self.run_with(fault, command="try")
                self.assertEqual(run.code, 5)
                self.assertRegex(run.errors, "cannot be used: it does not build and run a small kernel: " + why)
                self.assertFalse(run.folder.exists())

    def test_a_driver_without_its_linker_says_so_before_the_first_case(self) -> None:
        nothing = self.folder / "nothing"
        nothing.mkdir()
        run = self.run_with("", PATH=str(nothing))  # PoCL looks for it there, unless it has all kernels in its cache
        self.assertEqual(run.code, 5, run.reasons())
        self.assertIn("it does not build and run a small kernel", run.errors)
        self.assertRegex(run.errors, '"?ld"?')
        self.assertFalse(run.folder.exists())

    def test_a_driver_that_loses_its_linker_is_not_accused(self) -> None:
        """It vanishes before the third kernel is linked, and comes back no more."""
        tools = self.folder / "tools"
        tools.mkdir()
        linker = tools / "ld"
        for tool in ("sh", "wc", "rm"):
            (tools / tool).symlink_to(shutil.which(tool) or "")
        linker.write_text(
            f'#!/bin/sh\necho >> {tools}/links\n[ "$(wc -l < {tools}/links)" -lt 3 ] || {{ rm {linker}; exit 1; }}\n'
            f'exec {shutil.which("ld")} "$@"\n'
        )
        linker.chmod(0o755)
        run = self.run_with("", PATH=f"{tools}:/none", POCL_CACHE_DIR=str(self.folder / "cache"))
        self.assertEqual(run.code, 5, run.reasons())
        self.assertTrue(set(run.verdicts().values()) <= {"pass", "device-lost", "missing"}, run.verdicts())
        self.assertIn("device-lost", run.verdicts().values())
        self.assertIn("Final linking of kernel", run.reasons())
        self.assertIn("the device does not respond any more", run.errors)

    def test_a_device_that_can_not_be_described_is_a_line_and_not_the_end(self) -> None:
        two = {"POCL_DEVICES": "pthread basic", "CLASSAY_FAULT_LOG": str(self.folder / "log")}
        self.assertEqual(len(self.classay("devices", "--json", **two).stdout.splitlines()), 2)
        queries = sum(words[2] == "clGetDeviceInfo" for words in self.calls())
        two["CLASSAY_FAULT"] = f"clGetDeviceInfo:{queries}:-5"
        answer = self.classay("devices", **two)
        self.assertEqual(answer.returncode, 0)
        self.assertIn("0:0  ", answer.stdout)
        self.assertIn("unusable  0:1: clGetDeviceInfo: CL_OUT_OF_RESOURCES", answer.stdout)
        run = self.run_with(two["CLASSAY_FAULT"], command="list-devices", POCL_DEVICES="pthread basic", cases=SQRT)
        self.assertEqual(run.code, 0, run.errors)
        self.assertIn("0:1 cannot be used: clGetDeviceInfo: CL_OUT_OF_RESOURCES", run.errors)

    def test_no_driver_and_one_that_does_not_load_are_exit_code_5(self) -> None:
        for content in (None, "/no/such/library.so\n", CLASSAY + "\n"):
            with self.subTest(content=content):
                drivers = Path(tempfile.mkdtemp(dir=self.shared))
                if content:
                    (drivers / "bad.icd").write_text(content)
                run = self.run_with("", OCL_ICD_VENDORS=str(drivers))
                self.assertEqual(run.code, 5)
                self.assertIn("no OpenCL driver is installed", run.errors)
                self.assertFalse(run.folder.exists())


if __name__ == "__main__":
    unittest.main()
