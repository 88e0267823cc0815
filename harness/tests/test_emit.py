"""`classay repro --emit`: a program that needs a C compiler and a driver, here PoCL, and shows what repro shows."""

import shutil
import subprocess
import unittest
from pathlib import Path

from fault_driver import FaultTest

CASES = {
    "clc/math/fabs/f32/default/v3": ["0xbf800000", "0x7fc00001", "0x80000000"],
    "clc/math/frexp/f64/default/v1": ["0xbff0000000000000", "0x7ff0000000000000"],
    "clc/math/sqrt/f32/default/v2": ["0xbf800000", "0x40800000"],
    "clc/integer/add_sat/i8/default/v16": ["0x7f,0x01"],
    "clc/relational/isnan/f64/default/v2": ["0x7ff8000000000000"],
    "clc/geometric/dot/f32/default/v4": ["0x3f800000,0x40000000"],
}


class EmitTest(FaultTest):
    def setUp(self) -> None:
        super().setUp()
        if shutil.which("make") is None or shutil.which("cc") is None:
            self.skipTest("there is no C compiler")

    def emitted(self, case: str, inputs: list[str], *more: str) -> tuple[Path, subprocess.CompletedProcess[str]]:
        out = self.folder / case.replace("/", "-")
        words = ["repro", "--device", "0:0", "--case", case, "--emit", str(out), *more]
        for bits in inputs:
            words += ["--input", bits]
        done = self.classay(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        built = subprocess.run(
            ["make", "-C", str(out), "CFLAGS=-Werror -Wextra", "host"], capture_output=True, text=True, check=False
        )
        self.assertEqual(built.returncode, 0, built.stderr)
        return out, done

    def asked(self, folder: Path, **faults: str) -> subprocess.CompletedProcess[str]:
        environment = self.environment(**faults)
        return subprocess.run(["./host"], cwd=folder, env=environment, capture_output=True, text=True, check=False)

    def test_it_shows_what_repro_shows(self) -> None:
        for case, inputs in CASES.items():
            with self.subTest(case):
                folder, repro = self.emitted(case, inputs)
                done = self.asked(folder)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertTrue(done.stdout.startswith(case + ", limit "), done.stdout)
                self.assertNotIn("DIFFERS", done.stdout)
                self.assertIn("as a constant", done.stdout)
                # A result of the one is among those of the other.
                said = {line.split()[1].rstrip(",") for line in repro.stdout.splitlines() if line.strip().startswith("got ")}
                shown = {line.split()[1] for line in done.stdout.splitlines() if line.strip().startswith("got ")}
                self.assertTrue(said & shown, (said, shown))

    def test_constants_stand_among_those_of_the_run(self) -> None:
        case = "clc/math/sqrt/f32/default/v2"
        alone, _ = self.emitted(case, CASES[case])
        vectors = (alone / "constants.cl").read_text().count("vstore2(")
        shutil.rmtree(alone)
        folder, _ = self.emitted(case, CASES[case], "--constants", "smoke")
        self.assertGreater((folder / "constants.cl").read_text().count("vstore2("), vectors + 10)
        self.assertIn(CASES[case][0], (folder / "constants.cl").read_text())
        done = self.asked(folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_command_that_builds_it_can_be_pasted_and_no_link_is_followed(self) -> None:
        precious = self.folder / "precious"
        precious.write_text("keep")
        out = self.folder / "it's $HOME; ls"
        out.mkdir()
        words = ["repro", "--device", "0:0", "--case", "clc/math/fabs/f32/default/v1", "--input", "0xbf800000", "--emit"]
        done = self.classay(*words, str(out))
        self.assertEqual(done.returncode, 0, done.stderr)
        command = done.stdout.splitlines()[0].partition("build and run: ")[2]
        built = subprocess.run(["sh", "-c", command], env=self.environment(), capture_output=True, text=True, check=False)
        self.assertEqual(built.returncode, 0, command + built.stderr)
        (out / "host.c").unlink()
        (out / "host.c").symlink_to(precious)
        done = self.classay(*words, str(out))
        self.assertEqual(done.returncode, 4)
        self.assertIn("host.c is a symbolic link, through which nothing is written", done.stderr)
        self.assertEqual(precious.read_text(), "keep")

    def test_it_sees_what_is_wrong(self) -> None:
        folder, _ = self.emitted("clc/math/fabs/f32/default/v1", ["0xbf800000"])
        # The launches are: alone, the crowd, the constants.
        for launch, seen in (
            (1, "got .*never written"),
            (2, "1023 of 1023 work-items"),
            (3, "as a constant .*never written"),
        ):
            with self.subTest(launch):
                done = self.asked(folder, CLASSAY_FAULT=f"clEnqueueNDRangeKernel:{launch}:swallow")
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertRegex(done.stdout, seen)
        done = self.asked(folder, CLASSAY_FAULT="clBuildProgram:1:code:-11")
        self.assertEqual((done.returncode, "clBuildProgram failed with code -11" in done.stderr), (2, True))

    def test_a_kernel_gets_the_work_group_size_that_it_requires(self) -> None:
        folder, _ = self.emitted("clc/math/fabs/f32/default/v1", ["0xbf800000"])
        for name in ("kernel.cl", "constants.cl"):
            source = (folder / name).read_text()
            required = "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void"
            (folder / name).write_text(source.replace("kernel void", required))
            self.assertIn(required, (folder / name).read_text())
        log = str(self.folder / "log")
        done = self.asked(folder, CLASSAY_FAULT="clEnqueueNDRangeKernel:1+:strict", CLASSAY_FAULT_LOG=log)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(any(words[-1].endswith(":strict") for words in self.calls()), self.calls())

    def test_a_module_is_no_program_of_c(self) -> None:
        done = self.classay(
            "repro", "--case", "il/math/fabs/f32/default/v1", "--input", "0x0", "--emit", str(self.folder / "il")
        )
        self.assertEqual((done.returncode, "--dump-kernels" in done.stderr), (2, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
