"""`classay devices` with drivers that work, are absent, can not be loaded, crash, hang."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
DRIVERS = Path(os.environ.get("CLASSAY_BAD_DRIVERS", Path(CLASSAY).parent / "harness"))
VENDORS = Path("/etc/OpenCL/vendors")


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
        for field in ("name", "platform", "driver", "version", "extensions", "il_versions", "f16", "f32", "f64"):
            self.assertIn(field, device)
        self.assertTrue(device["f32"]["infinity_and_nan"])

    def test_of_a_device_that_takes_no_spirv_nothing_is_required(self) -> None:
        self.add_real()
        command = [CLASSAY, "list", "--spirv", "--device", "0:0", "--json"]
        environment = {**os.environ, "OCL_ICD_VENDORS": str(self.folder)}
        answer = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
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
        self.assertRegex(answer.stdout, r"unusable  crashing\.icd: killed by SIGSEGV: bad driver: about to crash")
        self.assertIn("f32", answer.stdout)
        lines = [json.loads(line) for line in devices(self.folder, "--json").stdout.splitlines()]
        self.assertEqual([line["unusable"] for line in lines if "unusable" in line], ["crashing.icd"])
        self.assertEqual(len(lines), 2)

    def test_a_driver_that_hangs_is_given_up(self) -> None:
        self.add("hanging", str(DRIVERS / "libhanging_driver.so"))
        answer = devices(self.folder, "--timeout", "1")
        self.assertEqual(answer.returncode, 5)
        self.assertRegex(answer.stdout, r"unusable  hanging\.icd: no answer in 1 s: it hangs")

    def test_words_and_wrong_options_are_refused(self) -> None:
        self.assertEqual(devices(self.folder, "--timeout", "0").returncode, 2)
        self.assertEqual(devices(self.folder, "--nonsense").returncode, 2)


if __name__ == "__main__":
    unittest.main()
