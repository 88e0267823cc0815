"""Who ended a worker is told below drivers other than PoCL, too: Intel's runtime, rusticl and Oclgrind, where they are
installed. What each of them does with signals and threads is its own."""

import os
import shutil
import unittest
from pathlib import Path

from fault_driver import CLASSAY, VENDORS, Driver, FaultTest, lines_of

ROOT = Path(__file__).resolve().parents[2]
CASE = "clc/math/fabs/f32/default/v1"
LAYER = r"libfault_layer\.so"


def intel() -> Driver:
    folder = ROOT / ".drivers/intel/lib"
    if not (folder / "libintelocl.so").exists():
        raise unittest.SkipTest("Intel's runtime is not installed: scripts/setup --with intel")
    libraries = ":".join(filter(None, (str(folder), os.environ.get("LD_LIBRARY_PATH"))))
    return Driver(str((folder / "libintelocl.so").resolve()) + "\n", LD_LIBRARY_PATH=libraries)


def rusticl() -> Driver:
    file = VENDORS / "rusticl.icd"
    if not file.exists():
        raise unittest.SkipTest("rusticl is not installed: scripts/setup --with rusticl")
    return Driver(file.read_text(), RUSTICL_ENABLE="llvmpipe")


def oclgrind() -> Driver:
    program = shutil.which("oclgrind")
    libraries = list(Path(program).parents[1].glob("lib*/**/liboclgrind-rt-icd.so")) if program else []
    if not libraries:
        raise unittest.SkipTest("Oclgrind is not installed: scripts/setup --with oclgrind")
    return Driver(f"{libraries[0]}\n")


class Elsewhere:
    """What every driver has to stand: the same table for all."""

    def test_who_ended_the_worker_is_told(self: FaultTest) -> None:  # type: ignore[misc]
        for fault, verdict, reason in (
            ("clFlush:1:crash", "crash", f"^killed by SIGSEGV at address 0x10 in {LAYER}, in clFlush"),
            ("clFlush:1:made", "crash", "SIGILL in code made at run time, in clFlush"),
            ("clFlush:1:thread", "crash", f"SIGSEGV at address 0x10 in {LAYER}"),
            ("clBuildProgram:1:abort", "crash", f"SIGABRT in libc.*, called from {LAYER}, in clBuildProgram"),
            ("clBuildProgram:1:exit:15", "crash", rf"exit code 15 by exit\(\), called from {LAYER}, in clBuildProgram"),
            ("clFlush:1:_exit:3", "crash", "exit code 3 by _exit, in clFlush"),
            ("clFlush:1:raise:15", "killed", "SIGTERM"),
            ("clFlush:1:raise:9", "killed", "SIGKILL"),
            ("clFlush:1:memory", "resource-error", "^out of memory when it had .*: killed by SIGABRT"),
            ("clFlush:1:hang", "timeout", "it hangs, in clFlush"),
        ):
            with self.subTest(fault=fault):
                self.setUp()
                out = self.folder / "out"
                words = ["--tier", "smoke", "--whole", "--workers", "1", "--timeout", "10", "--filter", CASE]
                done = self.classay(
                    *("run", "--program", CLASSAY, *words, "--out", str(out)),
                    CLASSAY_FAULT=fault,
                    CLASSAY_FAULT_IN="worker",
                    CLASSAY_FAULT_LOG=str(self.folder / "log"),
                )
                results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
                self.assertEqual([(r["case"], r["verdict"]) for r in results], [(CASE, verdict)], results)
                self.assertRegex(results[0]["reason"], reason)
                self.assertEqual(done.returncode, 4 if verdict == "killed" else 1)


class IntelTest(Elsewhere, FaultTest):
    @staticmethod
    def find_driver() -> Driver:
        return intel()

    def test_cases_of_spirv_are_judged_by_its_own_document(self) -> None:
        out = self.folder / "out"
        filters = ("--filter", "clc/math/sqrt/f32/default/v1", "--filter", "il/math/sqrt/f32/default/v1")
        self.classay("run", "--tier", "smoke", *filters, "--out", str(out))
        lines = lines_of((out / "journal.jsonl").read_text())
        limits = {line["case"].split("/")[0]: line["limit"] for line in lines if line["kind"] == "result"}
        self.assertEqual(limits["clc"]["edition"], lines[0]["edition"])
        self.assertEqual(limits["il"]["edition"], lines[0]["il_edition"])
        self.assertRegex(lines[0]["il_edition"], "^spirv-")
        self.assertIn("SPIR-V environment", limits["il"]["clause"])

    def test_a_module_that_does_not_build_with_all_widths_is_tried_with_each(self) -> None:
        """SPIR-V, which of all drivers here only this one takes."""
        out = self.folder / "out"
        done = self.classay(
            *("run", "--tier", "smoke", "--whole", "--filter", "il/math/sqrt/f32/default/*", "--out", str(out)),
            CLASSAY_FAULT="clBuildProgram:1:-11,clGetProgramBuildInfo:1+:log",
            CLASSAY_FAULT_IN="worker",
            CLASSAY_FAULT_LOG=str(self.folder / "log"),
        )
        results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
        self.assertEqual({r["verdict"] for r in results}, {"quality-warning"}, results)
        self.assertEqual(len(results), 6)
        for r in results:
            self.assertRegex(r["reason"], "literals-table.* does not build, and that of each part does: this device")
        self.assertEqual(done.returncode, 0, done.stderr)


class RusticlTest(Elsewhere, FaultTest):
    @staticmethod
    def find_driver() -> Driver:
        return rusticl()


class OclgrindTest(Elsewhere, FaultTest):
    @staticmethod
    def find_driver() -> Driver:
        return oclgrind()


if __name__ == "__main__":
    unittest.main()
