"""Every call of the driver that a worker makes, refused with every error code that it can give: the worker says which call
it was, which code, and of what kind the trouble is."""

import json
import unittest

from fault_driver import FaultTest, Line, lines_of

TASK = {
    "kind": "task",
    "unit": {"name": "clc/math/fabs/f32/default", "widths": [1, 16]},
    "tier": "smoke",
    "seed": 1,
    "edition": "clc-2.0",
    "profile": "full",
    "limit": None,
    "shard": "1/1",
    "case_time": 0,
    "compare_on_device": "never",
    "models": True,
    "left_out": {},
    "bundled": False,
    "range_limits": [],
    "calls": [],
    "ranges": [],
    "state": None,
}

NAMES = {
    -2: "CL_DEVICE_NOT_AVAILABLE",
    -3: "CL_COMPILER_NOT_AVAILABLE",
    -4: "CL_MEM_OBJECT_ALLOCATION_FAILURE",
    -5: "CL_OUT_OF_RESOURCES",
    -6: "CL_OUT_OF_HOST_MEMORY",
    -7: "CL_PROFILING_INFO_NOT_AVAILABLE",
    -11: "CL_BUILD_PROGRAM_FAILURE",
    -12: "CL_MAP_FAILURE",
    -13: "CL_MISALIGNED_SUB_BUFFER_OFFSET",
    -14: "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
    -30: "CL_INVALID_VALUE",
    -32: "CL_INVALID_PLATFORM",
    -33: "CL_INVALID_DEVICE",
    -34: "CL_INVALID_CONTEXT",
    -35: "CL_INVALID_QUEUE_PROPERTIES",
    -36: "CL_INVALID_COMMAND_QUEUE",
    -37: "CL_INVALID_HOST_PTR",
    -38: "CL_INVALID_MEM_OBJECT",
    -42: "CL_INVALID_BINARY",
    -43: "CL_INVALID_BUILD_OPTIONS",
    -44: "CL_INVALID_PROGRAM",
    -45: "CL_INVALID_PROGRAM_EXECUTABLE",
    -46: "CL_INVALID_KERNEL_NAME",
    -47: "CL_INVALID_KERNEL_DEFINITION",
    -48: "CL_INVALID_KERNEL",
    -49: "CL_INVALID_ARG_INDEX",
    -50: "CL_INVALID_ARG_VALUE",
    -51: "CL_INVALID_ARG_SIZE",
    -52: "CL_INVALID_KERNEL_ARGS",
    -53: "CL_INVALID_WORK_DIMENSION",
    -54: "CL_INVALID_WORK_GROUP_SIZE",
    -55: "CL_INVALID_WORK_ITEM_SIZE",
    -56: "CL_INVALID_GLOBAL_OFFSET",
    -57: "CL_INVALID_EVENT_WAIT_LIST",
    -58: "CL_INVALID_EVENT",
    -59: "CL_INVALID_OPERATION",
    -61: "CL_INVALID_BUFFER_SIZE",
    -63: "CL_INVALID_GLOBAL_WORK_SIZE",
    -64: "CL_INVALID_PROPERTY",
    -9999: "error -9999",  # what one vendor's driver gives when a kernel went astray
    -10042: "error -10042",  # nobody's yet
}

MEMORY = [-5, -6]
EVENTS = [-57, *MEMORY]
VENDORS = [-9999, -10042]

# The error codes that the specification lists for a call.
CODES = {
    "clGetPlatformIDs": [-6, -30],
    "clGetPlatformInfo": [-6, -30, -32],
    "clGetDeviceIDs": [-5, -6, -30, -32],
    "clGetDeviceInfo": [-5, -6, -33],
    "clCreateContext": [-2, -4, -30, -32, -33, -64, *MEMORY],
    "clCreateCommandQueueWithProperties": [-30, -33, -34, -35, *MEMORY],
    "clCreateBuffer": [-4, -30, -34, -37, -61, *MEMORY],
    "clCreateSubBuffer": [-4, -13, -30, -38, *MEMORY],
    "clCreateProgramWithSource": [-30, -34, *MEMORY],
    "clBuildProgram": [-3, -30, -33, -42, -43, -44, -59, -9999, *MEMORY],
    "clCreateKernel": [-30, -44, -45, -46, -47, *MEMORY],
    "clGetKernelWorkGroupInfo": [-30, -33, -48, *MEMORY],
    "clSetKernelArg": [-38, -48, -49, -50, -51, *MEMORY],
    "clEnqueueFillBuffer": [-4, -13, -14, -30, -34, -36, -38, *EVENTS],
    "clEnqueueWriteBuffer": [-4, -13, -14, -30, -34, -36, -38, -59, *EVENTS],
    "clEnqueueNDRangeKernel": [-4, -13, -34, -36, -45, -48, -52, -53, -54, -55, -56, -63, *VENDORS, *EVENTS],
    "clEnqueueMapBuffer": [-4, -12, -13, -14, -30, -34, -36, -38, -59, *EVENTS],
    "clEnqueueUnmapMemObject": [-30, -34, -36, -38, *EVENTS],
    "clEnqueueReadBuffer": [-4, -13, -14, -30, -34, -36, -38, -59, *EVENTS],
    "clFlush": [-36, *MEMORY],
    "clWaitForEvents": [-14, -30, -34, -58, *VENDORS, *MEMORY],
    "clGetEventInfo": [-30, -58, *MEMORY],
    "clGetEventProfilingInfo": [-7, -30, -58, *MEMORY],
}

# What is worth nothing to a result may fail: the log of a build that succeeded, and what gives things back.
HARMLESS = {
    "clGetProgramBuildInfo": [-30, -33, -44, *MEMORY],
    "clFinish": [-36, *MEMORY],
    "clReleaseEvent": [-58, *MEMORY],
    "clReleaseMemObject": [-38, *MEMORY],
    "clReleaseKernel": [-48, *MEMORY],
    "clReleaseProgram": [-44, *MEMORY],
    "clReleaseCommandQueue": [-36, *MEMORY],
    "clReleaseContext": [-34, *MEMORY],
}

# Which times a call fails: the first, the next, and a later one. Some unmappings only give back what is done with: those of
# the stream for literals, which has a slot for each launch (two widths, each asked again).
POSITIONS = (1, 2, 5)
GIVEN_BACK = {"clEnqueueUnmapMemObject": (1, 2, 3, 4)}


def fault_of(code: int) -> str:
    if code == -3:
        return "unusable"
    if code in MEMORY or code == -4:
        return "out-of-resources"
    return "lost" if code in (-2, -14, *VENDORS) else "refused"


class FaultCodesTest(FaultTest):
    def worker(self, **variables: str) -> list[Line]:
        task = json.dumps(TASK) + "\n"
        answer = self.classay("worker", "--device", "0:0", stdin=task, **variables)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return lines_of(answer.stdout)

    def positions(self, call: str) -> list[int]:
        """Those at which an undisturbed worker makes this call."""
        made = max((int(n) for _, _, name, n, *_ in self.calls() if name == call), default=0)
        telling = [n for n in range(1, made + 1) if n not in GIVEN_BACK.get(call, ())]
        return [telling[n - 1] for n in POSITIONS if n <= len(telling)]

    def counted(self, **variables: str) -> list[Line]:
        return self.worker(CLASSAY_FAULT_LOG=str(self.folder / "log"), **variables)

    def assert_named(self, call: str, n: int, code: int, extra: str = "") -> None:
        with self.subTest(call=call, n=n, code=NAMES[code]):
            lines = self.worker(CLASSAY_FAULT=f"{call}:{n}:{code}{extra}")
            trouble = lines[-1]
            self.assertEqual(trouble["kind"], "trouble", trouble)
            self.assertIn(f"{call}: {NAMES[code]}", trouble["message"])
            self.assertEqual(trouble["fault"], fault_of(code))
            self.assertNotIn("result", [line["kind"] for line in lines])

    def assert_harmless(self, call: str, n: int, code: int) -> None:
        with self.subTest(call=call, n=n, code=NAMES[code]):
            lines = self.worker(CLASSAY_FAULT=f"{call}:{n}:{code}")
            self.assertEqual([line["verdict"] for line in lines if line["kind"] == "result"], ["pass", "pass"])
            self.assertEqual(lines[-1]["kind"], "done")

    def test_a_worker_without_a_fault_is_seen_by_the_layer_and_passes(self) -> None:
        lines = self.counted()
        self.assertEqual([line["verdict"] for line in lines if line["kind"] == "result"], ["pass", "pass"])
        made = {name for _, _, name, *_ in self.calls()}
        self.assertLessEqual((set(CODES) | set(HARMLESS)) - {"clEnqueueReadBuffer"}, made)

    def test_a_call_that_fails_at_first_is_named_with_every_code_that_it_can_give(self) -> None:
        self.counted()
        for call, codes in CODES.items():
            for n in self.positions(call)[:1]:
                for code in codes:
                    self.assert_named(call, n, code)

    def test_a_call_that_fails_later_is_named_too(self) -> None:
        self.counted()
        for call, codes in CODES.items():
            for n in self.positions(call)[1:]:
                self.assert_named(call, n, codes[n % len(codes)])

    def test_a_program_that_is_not_built_is_tried_part_by_part_and_width_by_width(self) -> None:
        shared = "clBuildProgram:1:-11"
        for faults, verdict, program in (
            (shared, "quality-warning", "literals-table"),
            (f"{shared},clBuildProgram:2:-11", "quality-warning", "literals"),
            ("clBuildProgram:1+:-11", "fail", ""),
        ):
            lines = self.worker(CLASSAY_FAULT=faults)
            results = [line for line in lines if line["kind"] == "result"]
            self.assertEqual([line["verdict"] for line in results], [verdict, verdict], results)
            for line in results:
                named = line["by_width"][program] if program else line["unbuilt"][0]
                self.assertIn("clBuildProgram: CL_BUILD_PROGRAM_FAILURE", named["log"])

    def test_a_device_with_memory_of_its_own_is_read_and_what_fails_there_is_named(self) -> None:
        discrete = ",clGetDeviceInfo:1+:discrete"
        self.counted(CLASSAY_FAULT=discrete[1:])
        for call in ("clEnqueueReadBuffer", "clEnqueueMapBuffer", "clCreateBuffer", "clFlush"):
            for code in CODES[call]:
                self.assert_named(call, 1, code, discrete)
            for n in self.positions(call)[1:]:
                self.assert_named(call, n, -5, discrete)

    def test_what_fails_without_a_bearing_on_results_changes_none(self) -> None:
        self.counted()
        for call, codes in HARMLESS.items():
            for n in self.positions(call):
                self.assert_harmless(call, n, codes[n % len(codes)])
        for call, given_back in GIVEN_BACK.items():
            for n in given_back:
                self.assert_harmless(call, n, CODES[call][0])


if __name__ == "__main__":
    unittest.main()
