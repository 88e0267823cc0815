"""`classay devices` with drivers that work, are absent, can not be loaded, crash, hang."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from run_testing import DEVICE, RunTestCase, read_journal

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
XEON = "Intel(R) Xeon(R)"
POCL: dict[str, Any] = {"address": "0:0", "name": f"pthread-skylake-{XEON}", "platform": "Portable Computing Language"}
INTEL = {"address": "1:0", "name": XEON, "platform": "Intel(R) OpenCL"}
RUSTICL = {"address": "2:0", "name": "llvmpipe", "platform": "rusticl"}
DRIVERS = Path(os.environ.get("CLASSAY_BAD_DRIVERS", Path(CLASSAY).parent / "harness"))
VENDORS = Path("/etc/OpenCL/vendors")


# These are about the drivers of OpenCL, whatever Vulkan has on this machine.
os.environ |= {"VK_DRIVER_FILES": "/nowhere", "VK_ICD_FILENAMES": "/nowhere"}


def devices(folder: Path | None, *options: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if folder is not None:
        environment["OCL_ICD_VENDORS"] = str(folder)
    return subprocess.run([CLASSAY, "devices", *options], env=environment, capture_output=True, text=True, check=False)


class DevicesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())

    def add(self, name: str, library: str) -> None:
        (self.folder / f"{name}.icd").write_text(library + "\n")

    def add_real(self) -> None:
        real = sorted(VENDORS.glob("pocl*.icd"))
        if not real:
            self.skipTest("PoCL is not installed")
        self.add("real", real[0].read_text().strip())

    def test_a_device_is_described_for_people_and_for_machines(self) -> None:
        self.add_real()
        text = devices(self.folder)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("0:0  ", text.stdout)
        self.assertIn("f32", text.stdout)
        device = json.loads(devices(self.folder, "--json").stdout.splitlines()[0])
        self.assertEqual(device["address"], "0:0")
        self.assertEqual(device["short_name"], "pocl")
        self.assertIn("     short name pocl\n", text.stdout)
        for field in ("name", "platform", "driver", "version", "extensions", "il_versions", "f16", "f32", "f64"):
            self.assertIn(field, device)
        self.assertTrue(device["f32"]["infinity_and_nan"])

    def without_opencl(self, library: str, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "CLASSAY_OPENCL": library}
        return subprocess.run([CLASSAY, *words], env=environment, capture_output=True, text=True, check=False)

    def test_without_opencl_that_is_the_answer(self) -> None:
        library = str(self.folder / "none.so")
        for words in (["devices"], ["run", "--out", str(self.folder / "run")]):
            answer = self.without_opencl(library, *words)
            self.assertEqual(answer.returncode, 5, answer.stderr)
            self.assertIn("OpenCL cannot be loaded", answer.stderr)
            self.assertIn(library, answer.stderr)

    def test_what_needs_no_device_needs_no_opencl(self) -> None:
        answer = self.without_opencl(str(self.folder / "none.so"), "oracle", "sqrt", "f32", "4")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertNotIn("libOpenCL", subprocess.run(["ldd", CLASSAY], capture_output=True, text=True, check=False).stdout)

    def test_a_library_that_is_not_opencl_is_told_by_what_it_lacks(self) -> None:
        answer = self.without_opencl("libm.so.6", "devices")
        self.assertEqual(answer.returncode, 5, answer.stderr)
        self.assertIn("(libm.so.6) has no clGetPlatformIDs", answer.stderr)

    def test_of_a_device_that_takes_no_spirv_nothing_is_required(self) -> None:
        self.add_real()
        command = [CLASSAY, "list", "--spirv", "--device", "0:0", "--json"]
        environment = {**os.environ, "OCL_ICD_VENDORS": str(self.folder)}
        # A device that accepts SPIR-V, such as PoCL 6.0, compiles a module for each capability.
        answer = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=environment)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        device = json.loads(devices(self.folder, "--json").stdout.splitlines()[0])
        for line in map(json.loads, answer.stdout.splitlines()):
            if not device["il_versions"]:
                self.assertFalse(line["required"], line)
                self.assertIsNone(line["built"], line)
            elif line["required"]:
                self.assertIsNotNone(line["built"], line)

    def test_no_driver_is_exit_code_5_and_a_hint(self) -> None:
        answer = devices(self.folder)
        self.assertEqual(answer.returncode, 5)
        self.assertEqual(answer.stdout, "")
        self.assertIn("no OpenCL driver", answer.stderr)

    def test_a_driver_that_can_not_be_loaded_is_as_good_as_none(self) -> None:
        self.add("missing", "/no/such/library.so")
        answer = devices(self.folder)
        self.assertEqual(answer.returncode, 5)
        self.assertIn("no OpenCL driver", answer.stderr)

    def test_a_driver_that_crashes_is_a_line_and_not_the_end(self) -> None:
        self.add_real()
        self.add("crashing", str(DRIVERS / "libcrashing_driver.so"))
        answer = devices(self.folder)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        where = r"in .*, called from libcrashing_driver\.so, in clGetPlatformIDs: bad driver: about to crash"
        self.assertRegex(answer.stdout, r"unusable  crashing\.icd: killed by SIGSEGV " + where)
        self.assertIn("f32", answer.stdout)
        lines = [json.loads(line) for line in devices(self.folder, "--json").stdout.splitlines()]
        self.assertEqual([line["unusable"] for line in lines if "unusable" in line], ["crashing.icd"])
        self.assertEqual(len(lines), 2)

    def test_a_run_beside_a_driver_that_crashes_names_it_and_goes_on_without_it(self) -> None:
        self.add_real()
        self.add("crashing", str(DRIVERS / "libcrashing_driver.so"))
        environment = {**os.environ, "OCL_ICD_VENDORS": str(self.folder)}
        words = ["run", "--device", "pocl", "--tier", "smoke", "--filter", "clc/math/fabs/f32/default/v1"]

        def run_to(name: str) -> subprocess.CompletedProcess[str]:
            command = [CLASSAY, *words, "--out", str(self.folder / name)]
            return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

        refused = run_to("refused")
        self.assertEqual(refused.returncode, 5, refused.stderr)
        self.assertRegex(refused.stderr, r"crashing\.icd: cannot be used: killed by SIGSEGV")
        self.assertIn(f"a folder with only the other .icd files of {self.folder}", refused.stderr)
        self.assertFalse((self.folder / "refused").exists())
        (self.folder / "good").mkdir()
        shutil.copy(self.folder / "real.icd", self.folder / "good")
        environment["OCL_ICD_VENDORS"] = str(self.folder / "good")
        done = run_to("done")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_whatever_a_driver_does_when_it_is_loaded_the_good_one_is_listed(self) -> None:
        for how in ("exiting", "flooding", "quitting"):
            with self.subTest(how):
                self.folder = Path(tempfile.mkdtemp())
                self.add_real()
                self.add(how, str(DRIVERS / f"lib{how}_driver.so"))
                answer = devices(self.folder, "--timeout", "5")
                self.assertEqual(answer.returncode, 0, answer.stderr)
                self.assertIn("f32", answer.stdout)
                self.assertLess(len(answer.stdout + answer.stderr), 100_000)
                if how != "flooding":  # it goes on, and has no devices
                    self.assertRegex(answer.stdout, rf"unusable  {how}\.icd: exit code 0")

    def test_a_driver_that_hangs_is_given_up(self) -> None:
        self.add("hanging", str(DRIVERS / "libhanging_driver.so"))
        answer = devices(self.folder, "--timeout", "1")
        self.assertEqual(answer.returncode, 5)
        self.assertRegex(answer.stdout, r"unusable  hanging\.icd: no answer in 1 s: it hangs")

    def test_words_and_wrong_options_are_refused(self) -> None:
        self.assertEqual(devices(self.folder, "--timeout", "0").returncode, 2)
        self.assertEqual(devices(self.folder, "--nonsense").returncode, 2)


class ChoiceTest(RunTestCase):
    """Which of the devices --device means, where PoCL's carries the name of the processor."""

    def setUp(self) -> None:
        super().setUp()
        self.behave(**POCL)
        script = json.loads(self.rules.read_text())
        script["others"] = [{**DEVICE, **other} for other in (INTEL, RUSTICL)]
        self.rules.write_text(json.dumps(script))

    def device_of(self, name: str) -> str:
        done = self.run_all("--device", name)
        self.assertNotEqual(done.returncode, 2, done.stderr)
        platform: str = read_journal(self.out)[0]["device"]["platform"]
        shutil.rmtree(self.out)
        return platform

    def test_a_short_name_means_its_driver_in_any_case(self) -> None:
        self.assertEqual(self.device_of("pocl"), POCL["platform"])
        self.assertEqual(self.device_of("intel"), INTEL["platform"])
        self.assertEqual(self.device_of("Intel"), INTEL["platform"])
        self.assertEqual(self.device_of("rusticl"), RUSTICL["platform"])

    def test_a_type_means_the_first_device_of_it_and_a_gpu_goes_first(self) -> None:
        self.assertEqual(self.device_of(""), POCL["platform"])  # no driver reports a type
        script = json.loads(self.rules.read_text())
        script["others"] = [{**DEVICE, **INTEL, "device_type": "cpu"}, {**DEVICE, **RUSTICL, "device_type": "gpu"}]
        self.rules.write_text(json.dumps(script))
        self.assertEqual(self.device_of("cpu"), INTEL["platform"])
        self.assertEqual(self.device_of("gpu"), RUSTICL["platform"])
        self.assertEqual(self.device_of(""), RUSTICL["platform"])
        done = self.run_all("--device", "accelerator")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--device: no device of type 'accelerator'; choose one of\n  0:0  pocl", done.stderr)

    def test_a_part_of_two_names_is_refused_with_both_and_their_short_names(self) -> None:
        done = self.run_all("--device", "Xeon")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--device: 'Xeon' matches several devices", done.stderr)
        self.assertRegex(done.stderr, r"0:0  pocl +pthread-skylake")
        self.assertRegex(done.stderr, r"1:0  intel +Intel")
        self.assertNotIn("rusticl", done.stderr)

    def test_an_unknown_name_lists_what_there_is(self) -> None:
        done = self.run_all("--device", "oclgrind")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--device: no device 'oclgrind'", done.stderr)
        for name in ("pocl", "intel", "rusticl"):
            self.assertRegex(done.stderr, rf"\d:0  {name} ")


if __name__ == "__main__":
    unittest.main()
