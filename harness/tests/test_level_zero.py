"""Level Zero end to end, without a GPU: the program, the real loader with its validation layer, and the tests' driver, which
forwards to Intel's OpenCL (scripts/with level-zero). What is asked through it is answered as it is through that OpenCL, and
what the driver is told to do wrong is told in its own words. Runs under scripts/with intel; CLASSAY_LEVEL_ZERO_DRIVER names
the driver."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import schema_testing

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
DRIVER = os.environ.get("CLASSAY_LEVEL_ZERO_DRIVER", "")
LAYERS = {"ZE_ENABLE_VALIDATION_LAYER": "1", "ZE_ENABLE_PARAMETER_VALIDATION": "1"}
SKIPPED = 77

# A builtin or two of each group that SPIR-V has, and each format.
CASES = [
    "il/math/sin/f32/default/v[13]",
    "il/math/frexp/f64/default/v2",
    "il/math/fma/f16/default/v16",
    "il/math/fract/f16/default/v16",
    "il/half/half_exp/*/default/v1",
    "il/native/native_log/*/default/v4",
    "il/integer/mad_sat/i8/default/v1",
    "il/integer/mul_hi/u64/default/v8",
    "il/operator/div/f32/default/v1",
    "il/relational/isnan/f64/default/v3",
    "il/conversion/convert_uchar_sat/f32/default/v4",
    "il/memory/vstore_halfn/f32/default/v2",
    "il/shuffle/shuffle/u16/*/v2",
]
# Each way to a device: what the driver is told, how commands go there.
WAYS = {
    "as it is": {},
    "through queued lists": {"CLASSAY_LEVEL_ZERO_LISTS": "queued"},
    "with memory of its own": {"CLASSAY_TEST_DRIVER": "discrete"},
    "with memory of its own, queued, of before 1.2": {
        "CLASSAY_TEST_DRIVER": "discrete,api-1.1",
        "CLASSAY_LEVEL_ZERO_LISTS": "queued",
    },
}

Line = dict[str, Any]


def missing() -> str:
    """Why nothing can be asked here; empty: all is there."""
    if not DRIVER:
        return "the test driver is not built: level_zero/ze_ddi.h is missing (scripts/setup --with level-zero)"
    try:
        ctypes.CDLL("libze_loader.so.1")
    except OSError:
        return "the loader is missing (scripts/setup --with level-zero)"
    return ""


def classay(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **LAYERS, "ZE_ENABLE_ALT_DRIVERS": DRIVER, **environment}
    return subprocess.run([CLASSAY, *words], env=env, capture_output=True, text=True, timeout=600, check=False)


def listed(**environment: str) -> list[Line]:
    done = classay("devices", "--json", **environment)
    return [json.loads(line) for line in done.stdout.splitlines()]


class LevelZeroTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-level-zero-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_on(
        self, device: str, name: str, cases: list[str], *words: str, **environment: str
    ) -> tuple[subprocess.CompletedProcess[str], list[Line]]:
        filters = [word for case in cases for word in ("--filter", case)]
        out = self.folder / name
        done = classay("run", "--device", device, "--tier", "smoke", "--out", str(out), *filters, *words, **environment)
        journal = out / "journal.jsonl"
        lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.is_file() else []
        self.assertEqual(list(schema_testing.objections(lines)), [])
        return done, lines

    def results(self, device: str, name: str, cases: list[str], *words: str, **environment: str) -> dict[str, Line]:
        done, lines = self.run_on(device, name, cases, *words, **environment)
        results = {line["case"]: line for line in lines if line["kind"] == "result"}
        self.assertTrue(results, done.stderr)
        return results

    def test_its_devices_are_among_the_others(self) -> None:
        found = {d["address"]: d for d in listed()}
        device = found["ze:0:0"]
        self.assertEqual(device["backend"], "level-zero")
        self.assertEqual(found["0:0"]["backend"], "opencl")
        self.assertEqual(device["name"], found["0:0"]["name"])
        for same in ("f16", "f32", "f64", "il_versions", "address_bits", "largest_allocation", "local_memory"):
            self.assertEqual(device[same], found["0:0"][same], same)
        self.assertEqual(device["lacks"]["opencl-c"], "Level Zero takes programs in SPIR-V alone")
        self.assertFalse(device["has_compiler"])

    def test_answers_are_those_of_the_driver_behind_it(self) -> None:
        expected = self.results("opencl:intel", "opencl", CASES, "--edition", "spirv-2.2")
        for number, (way, environment) in enumerate(WAYS.items()):
            with self.subTest(way):
                found = self.results("ze:0:0", f"ze{number}", CASES, "--edition", "spirv-2.2", **environment)
                self.assertEqual(sorted(found), sorted(expected))
                for case, result in found.items():
                    for same in ("verdict", "reason", "answers", "counts", "max_ulp", "kernels", "inputs"):
                        self.assertEqual(result.get(same), expected[case].get(same), (case, same))
        self.assertGreater(len(expected), len(CASES))
        self.assertIn("pass", {result["verdict"] for result in expected.values()})

    def test_digests_change_no_result(self) -> None:
        cases = ["il/math/fabs/f32/default/*", "il/math/frexp/f64/default/v[24]", "il/integer/mul_hi/u8/default/v16"]
        expected = self.results("ze:0:0", "read", cases, "--compare-on-device=never")
        for number, (way, environment) in enumerate(WAYS.items()):
            with self.subTest(way):
                found = self.results("ze:0:0", f"digests{number}", cases, "--compare-on-device", **environment)
                self.assertEqual(sorted(found), sorted(expected))
                for case, result in found.items():
                    for same in ("verdict", "reason", "answers", "max_ulp", "inputs"):
                        self.assertEqual(result.get(same), expected[case].get(same), (case, same))
                counts = found["il/math/fabs/f32/default/v8"]["counts"]
                self.assertGreater(counts["by_digest"], counts["judged"] // 2)
                self.assertGreater(counts["digests_checked"], 0)
                self.assertEqual({r["counts"]["wrong_digests"] for r in found.values()}, {0})

    def test_wrong_digests_and_what_is_not_read_never_pass(self) -> None:
        case = "il/math/fabs/f32/default/v[14]"
        for memory in ("", "discrete,"):
            with self.subTest(memory):
                found = self.results(
                    *("ze:0:0", f"wrong{memory}", [case], "--compare-on-device"), CLASSAY_TEST_DRIVER=f"{memory}no-digests"
                )
                self.assertEqual([r["verdict"] for r in found.values()], ["pass", "fail"])
                wrong = found["il/math/fabs/f32/default/v4"]
                self.assertIn("digests of the device do not match its results", wrong["reason"])
                self.assertEqual((wrong["counts"]["by_digest"], wrong["counts"]["failed"]), (0, 0))
        fault = "discrete,zeCommandListAppendMemoryCopy:0:9:worker"
        found = self.results("ze:0:0", "unread", [case], "--compare-on-device", CLASSAY_TEST_DRIVER=fault)
        self.assertIn("fail", {r["verdict"] for r in found.values()})
        self.assertIn("ZE_RESULT_SUCCESS, but not all was read", "".join(r["reason"] for r in found.values()))

    def test_its_document_is_the_environment_of_2_2_in_full_profile(self) -> None:
        _, lines = self.run_on("ze:0:0", "run", ["il/math/fabs/f32/default/v1"])
        self.assertEqual(lines[0]["edition"], "spirv-2.2")
        self.assertEqual(lines[0]["profile"], "full")
        self.assertEqual(lines[0]["device"]["backend"], "level-zero")

    def test_opencl_c_is_unsupported_there(self) -> None:
        results = self.results("ze:0:0", "run", ["clc/math/fabs/f32/default/v1"])
        (result,) = results.values()
        self.assertEqual(result["verdict"], "unsupported")
        self.assertIn("SPIR-V alone", result["reason"])

    def test_a_name_finds_it_where_opencl_has_none_such(self) -> None:
        _, lines = self.run_on("level-zero", "run", ["il/math/fabs/f32/default/v1"])
        self.assertEqual(lines[0]["device"]["address"], "ze:0:0")
        done, _ = self.run_on("ze:1:0", "none", ["il/math/fabs/f32/default/v1"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("no device 'ze:1:0'", done.stderr)

    def test_a_name_that_both_have_means_opencl(self) -> None:
        _, lines = self.run_on("intel", "run", ["il/math/fabs/f32/default/v1"])
        self.assertEqual(lines[0]["device"]["backend"], "opencl")

    def required(self, **environment: str) -> dict[str, Line]:
        done = classay("list", "--spirv", "--device", "ze:0:0", "--json", **environment)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        fails = [line["capability"] for line in lines if line["verdict"] == "fail"]
        self.assertEqual(done.returncode, 1 if fails else 0, done.stderr)
        return {line["capability"]: line for line in lines}

    def test_what_its_guide_requires_is_asked_and_what_is_optional_too(self) -> None:
        found = self.required()
        for name in ("Addresses", "Float16Buffer", "Int64", "Vector16", "GenericPointer", "Groups", "Float16", "Float64"):
            self.assertEqual((found[name]["required"], found[name]["built"]), (True, True), found[name])
        self.assertEqual(found["SubgroupShuffleINTEL"]["extension"], "SPV_INTEL_subgroups")
        self.assertTrue(found["SubgroupShuffleINTEL"]["required"])
        self.assertFalse(found["ImageBasic"]["required"])
        self.assertEqual({line["verdict"] for line in found.values()}, {"pass", None})
        self.assertEqual([name for name, line in found.items() if line["built"] is None], [])
        # The driver accepts the capability without its flag, and the reason reports that.
        unsaid = self.required(CLASSAY_TEST_DRIVER="no-f16")["Float16"]
        self.assertEqual((unsaid["required"], unsaid["built"]), (False, True))
        refused = self.required(CLASSAY_TEST_DRIVER="zeModuleCreate:70000004")["Kernel"]
        self.assertEqual((refused["required"], refused["built"], refused["verdict"]), (True, False, "fail"))
        self.assertIn("ZE_RESULT_ERROR_MODULE_BUILD_FAILURE", refused["why"])

    def test_each_capability_of_its_guide_is_a_case(self) -> None:
        names = ("Float16", "GenericPointer", "SubgroupShuffleINTEL", "DotProduct")
        cases = [f"il/misc/capability-{name}/i32/default/v1" for name in names]
        found = self.results("ze:0:0", "capabilities", cases, CLASSAY_TEST_DRIVER="no-f16")
        self.assertEqual([found[case]["verdict"] for case in cases], ["unsupported", "pass", "pass", "unsupported"])
        self.assertIn("ZE_DEVICE_MODULE_FLAG_FP16); such a module still builds", found[cases[0]]["reason"])
        self.assertIn("does not name it", found[cases[3]]["reason"])

    def test_a_format_without_its_flag_is_unsupported(self) -> None:
        (result,) = self.results("ze:0:0", "run", ["il/math/fabs/f16/default/v1"], CLASSAY_TEST_DRIVER="no-f16").values()
        self.assertEqual((result["verdict"], result["reason"]), ("unsupported", "ZE_DEVICE_MODULE_FLAG_FP16 is not set"))

    # What becomes of the cases where the driver fails in workers, and the words for it.
    def faulty(self, fault: str) -> tuple[list[str], str]:
        done, lines = self.run_on("ze:0:0", "run", ["il/math/fabs/f32/default/v1"], CLASSAY_TEST_DRIVER=fault)
        results = [line for line in lines if line["kind"] == "result"]
        self.assertNotEqual(done.returncode, 0, fault)
        return [r["verdict"] for r in results], "\n".join([done.stderr, *(r["reason"] for r in results)])

    def test_a_module_that_it_refuses_is_wrong_of_the_case(self) -> None:
        verdicts, words = self.faulty("zeModuleCreate:70000004:1:worker")
        self.assertEqual(verdicts, ["fail"])
        self.assertIn("does not build", words)
        self.assertIn("zeModuleCreate: ZE_RESULT_ERROR_MODULE_BUILD_FAILURE", words)

    def test_what_the_driver_can_not_do_has_its_own_words(self) -> None:
        for fault, verdict, name in (
            ("zeEventHostSynchronize:70000001:2", "device-lost", "DEVICE_LOST"),
            ("zeCommandListAppendLaunchKernel:70000006:1", "device-lost", "DEVICE_REQUIRES_RESET"),
            ("zeEventHostSynchronize:1:1", "device-lost", "NOT_READY"),
            ("zeMemAllocHost:70000003:1", "resource-error", "OUT_OF_DEVICE_MEMORY"),
            ("zeMemAllocHost:70000002:1", "resource-error", "OUT_OF_HOST_MEMORY"),
            ("zeKernelCreate:78000011:1", "harness-error", "INVALID_KERNEL_NAME"),
            ("zeMemAllocHost:0:1", "fail", "ZE_RESULT_SUCCESS, but the result is NULL"),
            ("zeKernelCreate:0:1", "fail", "ZE_RESULT_SUCCESS, but the result is NULL"),
            ("zeEventCreate:0:1", "fail", "ZE_RESULT_SUCCESS, but the result is NULL"),
        ):
            with self.subTest(fault):
                self.setUp()
                verdicts, words = self.faulty(f"{fault}:worker")
                self.assertIn(verdict, verdicts)
                self.assertIn(f"{fault.split(':')[0]}: ZE_RESULT_", words)
                self.assertIn(name, words)

    def test_what_a_driver_leaves_of_the_environment_or_says_of_memory_changes_no_verdict(self) -> None:
        for word in ("zeEventHostSynchronize:flush:1:worker", "zeInit:flush", "huge"):
            with self.subTest(word):
                (result,) = self.results(
                    "ze:0:0", word[:6], ["il/math/exp/f32/default/v1"], CLASSAY_TEST_DRIVER=word
                ).values()
                self.assertEqual(result["verdict"], "pass", result["reason"])
                if word == "huge":
                    continue
                self.assertRegex(" ".join(result["driver_notes"]), "ze[A-Z].* changed the floating-point environment")

    def test_a_device_that_does_not_work_at_all_is_told_before_the_first_case(self) -> None:
        done, lines = self.run_on("ze:0:0", "run", ["il/math/fabs/*"], CLASSAY_TEST_DRIVER="zeModuleCreate:70000004")
        self.assertEqual((done.returncode, lines), (5, []))
        self.assertIn("it does not build and run a small kernel: zeModuleCreate: ZE_RESULT_ERROR_MODULE_BUILD", done.stderr)

    def test_what_is_not_there_is_one_line_and_no_fault_of_the_others(self) -> None:
        for environment, words in (
            ({"CLASSAY_LEVEL_ZERO": "/none/libze.so"}, "no Level Zero loader found (/none/libze.so"),
            ({"CLASSAY_LEVEL_ZERO": "libm.so.6"}, "(libm.so.6) has no zeInit"),
            ({"CLASSAY_TEST_DRIVER": "zeInit:78000001"}, "no Level Zero driver is installed"),
            ({"CLASSAY_TEST_DRIVER": "no-devices"}, "have no device"),
        ):
            with self.subTest(words):
                done = classay("devices", "--json", "-v", **environment)
                self.assertEqual(done.returncode, 0)
                backends = {json.loads(line)["backend"] for line in done.stdout.splitlines()}
                self.assertEqual(backends - {"vulkan"}, {"opencl"})
                (line,) = [line for line in done.stderr.splitlines() if words in line]
                self.assertTrue(line.startswith("classay: "), line)
                wanted, _ = self.run_on("ze:0:0", "run", ["il/math/fabs/*"], **environment)
                self.assertEqual(wanted.returncode, 5, wanted.stderr)
                self.assertIn(words, wanted.stderr)

    def test_a_device_that_can_not_be_described_and_a_driver_that_hangs_are_lines_of_the_list(self) -> None:
        (lost,) = [d for d in listed(CLASSAY_TEST_DRIVER="zeDeviceGetProperties:70000001") if d["backend"] == "level-zero"]
        self.assertEqual(lost["unusable"], "ze:0:0")
        self.assertIn("zeDeviceGetProperties: ZE_RESULT_ERROR_DEVICE_LOST", lost["why"])
        done = classay("devices", "--json", "--timeout", "2", CLASSAY_TEST_DRIVER="zeDeviceGet:hang")
        (hung,) = [d for d in map(json.loads, done.stdout.splitlines()) if d["backend"] == "level-zero"]
        self.assertRegex(hung["why"], "no answer in 2 s: it hangs")

    def test_launches_have_an_offset_where_the_driver_lists_the_extension(self) -> None:
        def reason(name: str, told: str) -> str:
            found = self.results("ze:0:0", name, ["il/misc/work-item/*"], CLASSAY_TEST_DRIVER=told)
            return str(next(iter(found.values()))["reason"])

        ignored = "zeKernelSetGlobalOffsetExp:0"
        self.assertNotIn("GlobalOffset", reason("offsets", ""))
        self.assertIn("GlobalOffset(0) is 0, not 3", reason("ignored", ignored))
        self.assertNotIn("GlobalOffset", reason("without", f"no-offsets,{ignored}"))

    def test_a_way_to_send_commands_that_is_none_is_refused(self) -> None:
        done, _ = self.run_on("ze:0:0", "run", ["il/math/fabs/*"], CLASSAY_LEVEL_ZERO_LISTS="slow")
        self.assertEqual(done.returncode, 5)
        self.assertIn("CLASSAY_LEVEL_ZERO_LISTS is 'slow'", done.stderr)


if __name__ == "__main__":
    if why := missing():
        print(why, file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()
