"""`classay doctor` with libraries that are broken in each way, and `classay` without arguments."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
DRIVERS = Path(os.environ.get("CLASSAY_BAD_DRIVERS", Path(CLASSAY).parent / "harness"))
FAULT_LAYER = os.environ.get("CLASSAY_FAULT_LAYER", str(DRIVERS / "libfault_layer.so"))
VENDORS = Path("/etc/OpenCL/vendors")
NOBODY: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []}

Finding = dict[str, Any]


class DoctorTest(unittest.TestCase):
    """Each test has a root of its own, and adds files to it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-doctor-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.vendors = self.root / "etc/OpenCL/vendors"
        self.vendors.mkdir(parents=True)

    def write(self, path: str, text: str | bytes = "") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def add(self, library: str | Path, name: str = "tested") -> None:
        (self.vendors / f"{name}.icd").write_text(f"{library}\n")

    def add_pocl(self) -> None:
        real = sorted(VENDORS.glob("pocl*.icd"))
        if not real:
            self.skipTest("PoCL is not installed")
        self.add(real[0].read_text().strip(), "pocl")

    def doctor(
        self, *options: str, as_nobody: bool = False, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        drivers = ("CLASSAY_", "OCL_", "OPENCL_", "VK_", "ZE_", "LD_")
        nobody: dict[str, Any] = NOBODY if as_nobody else {}
        mine = {k: v for k, v in os.environ.items() if not k.startswith(drivers)}
        return subprocess.run(
            [CLASSAY, "doctor", "--root", str(self.root), *options],
            env={**mine, **(environment or {})},
            **nobody,
            capture_output=True,
            text=True,
            check=False,
        )

    def lines(self, *options: str, code: int = 5, **environment: str) -> list[Finding]:
        done = self.doctor("--json", *options, environment=environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def found(self, *options: str, code: int = 5, **environment: str) -> dict[str, Finding]:
        return {f["id"]: f for f in self.lines(*options, code=code, **environment) if f["kind"] == "finding"}

    def assert_found(self, name: str, *options: str, code: int = 5, **environment: str) -> Finding:
        found = self.found(*options, code=code, **environment)
        self.assertIn(name, found)
        for part in ("object", "seen", "why", "do"):
            self.assertTrue(found[name][part], found[name])
        return found[name]

    def test_pocl_alone_is_healthy(self) -> None:
        self.add_pocl()
        lines = self.lines(code=0)
        self.assertEqual([line["kind"] for line in lines], ["device", "summary"])
        self.assertEqual(lines[0]["device_type"], "cpu")
        self.assertEqual(lines[1], {"kind": "summary", "usable_devices": 1, "problems": 0, "notes": 0})
        text = self.doctor()
        self.assertIn("1 usable device, no problems\n", text.stdout)
        for section in ("OpenCL", "Level Zero", "Vulkan", "GPUs"):
            self.assertIn(f"\n{section}\n", "\n" + text.stdout)

    def test_a_broken_driver_beside_pocl_is_a_problem_and_pocl_is_usable(self) -> None:
        self.add_pocl()
        self.add("/no/such/library.so")
        self.assert_found("icd-library-missing", code=0)
        text = self.doctor().stdout
        self.assertIn("problem  icd-library-missing", text)
        self.assertIn("1 usable device, 1 problem\n", text)

    def test_no_driver(self) -> None:
        self.assertEqual(set(self.found()), {"opencl-no-driver"})
        shutil.rmtree(self.vendors)
        self.assertEqual(set(self.found()), {"opencl-no-driver"})
        self.assert_found("opencl-folder-missing", OCL_ICD_VENDORS=str(self.root / "none"))
        self.assert_found("opencl-no-driver", OCL_ICD_VENDORS=str(self.root / "etc"))

    def test_a_library_that_does_not_exist(self) -> None:
        for library in ("/no/such/library.so", "libno_such_library.so"):
            self.add(library)
            self.assertIn(library, self.assert_found("icd-library-missing")["seen"])

    def test_an_empty_file(self) -> None:
        self.write("etc/OpenCL/vendors/tested.icd", "\n")
        self.assert_found("icd-file-empty")

    def test_a_file_that_cannot_be_read(self) -> None:
        self.add("libpocl.so")
        (self.vendors / "tested.icd").chmod(0)
        if os.getuid() != 0:
            self.assert_found("icd-file-unreadable")
            return
        self.root.chmod(0o755)
        if subprocess.run([CLASSAY, "--version"], **NOBODY, capture_output=True, check=False).returncode != 0:
            self.skipTest("another user cannot start the program")
        self.assertIn("icd-file-unreadable", self.doctor("--json", as_nobody=True).stdout)

    def test_a_text_file(self) -> None:
        self.add(self.write("text.so", "this is not a library\n"))
        self.assert_found("icd-library-not-a-library")

    def test_a_32_bit_library(self) -> None:
        header = b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x03\x00\x03\x00\x01\x00\x00\x00" + bytes(28)
        self.add(self.write("32.so", header))
        self.assertIn("32-bit", self.assert_found("icd-library-wrong-class")["seen"])

    def test_a_library_of_another_architecture(self) -> None:
        header = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x16\x00\x01\x00\x00\x00" + bytes(40)
        self.add(self.write("s390.so", header))
        self.assert_found("icd-library-wrong-machine")

    def test_a_missing_dependency(self) -> None:
        self.add(shutil.copy(DRIVERS / "libdependent_driver.so", self.root))
        finding = self.assert_found("icd-library-dependency-missing")
        self.assertIn("libabsent_dependency.so", finding["seen"])
        self.assertIn("install the package that contains libabsent_dependency.so", finding["do"])

    def test_a_library_for_a_newer_system(self) -> None:
        library = (DRIVERS / "libcrashing_driver.so").read_bytes()
        self.add(self.write("new.so", library.replace(b"GLIBC_2.", b"GLIBC_9.")))
        self.assertIn("GLIBC_9.", self.assert_found("icd-library-too-new")["seen"])

    def test_a_library_that_crashes_or_ends_the_process(self) -> None:
        for kind, how in (("crashing", "SIGSEGV"), ("exiting", "exit code 0"), ("quitting", "exit code 0")):
            self.add(DRIVERS / f"lib{kind}_driver.so")
            self.assertIn(how, self.assert_found("icd-library-crashes")["seen"])

    def test_a_library_that_hangs(self) -> None:
        self.add(DRIVERS / "libhanging_driver.so")
        self.assert_found("icd-library-hangs", "--timeout", "1")

    def test_a_library_that_is_not_a_driver(self) -> None:
        self.add("libm.so.6")
        self.assertIn("clGetExtensionFunctionAddress", self.assert_found("icd-library-incomplete")["seen"])

    def test_loaders(self) -> None:
        self.assert_found("opencl-loader-missing", CLASSAY_OPENCL="/no/such/libOpenCL.so")
        self.assert_found("opencl-loader-incomplete", CLASSAY_OPENCL="libm.so.6")
        crashing = str(DRIVERS / "libcrashing_driver.so")
        self.assert_found("opencl-loader-crashes", CLASSAY_OPENCL=crashing)
        self.assert_found("level-zero-loader-missing", CLASSAY_LEVEL_ZERO="/no/such/libze.so")
        self.assert_found("level-zero-loader-crashes", CLASSAY_LEVEL_ZERO=crashing)

    def test_a_loader_that_ignores_the_folder(self) -> None:
        loader = DRIVERS / "libignoring_loader.so"
        if not loader.exists() or not list(VENDORS.glob("pocl*.icd")):
            self.skipTest("the loader is not built, or PoCL is not installed")
        vendors = str(self.vendors)
        self.assert_found("opencl-loader-ignores-vendors", code=0, CLASSAY_OPENCL=str(loader), OCL_ICD_VENDORS=vendors)

    def test_layers_and_libraries_of_the_environment(self) -> None:
        self.assert_found("opencl-layer-missing", OPENCL_LAYERS="/no/such/layer.so")
        self.assert_found("icd-library-missing", OCL_ICD_FILENAMES="/no/such/driver.so")
        self.assert_found("level-zero-library-missing", ZE_ENABLE_ALT_DRIVERS="/no/such/ze.so")

    def test_a_platform_that_returns_errors_and_a_driver_that_hangs(self) -> None:
        self.add_pocl()
        if not Path(FAULT_LAYER).exists():
            self.skipTest("the fault layer is not built")
        for effect, name in (("-6", "reports-errors"), ("crash", "crashes"), ("hang", "hangs")):
            fault = f"clGetDeviceIDs:1:{effect}"
            found = self.assert_found(f"icd-driver-{name}", "--timeout", "5", OPENCL_LAYERS=FAULT_LAYER, CLASSAY_FAULT=fault)
            self.assertIn("devices" if name != "reports-errors" else "clGetDeviceIDs", found["seen"])

    def test_manifests_of_vulkan(self) -> None:
        manifest = self.write("usr/share/vulkan/icd.d/a.json", "{}")
        self.assert_found("vulkan-manifest-invalid")
        self.write("etc/vulkan/icd.d/b.json", json.dumps({"ICD": {"library_path": "/no/such/vulkan.so"}}))
        self.assertIn("/no/such/vulkan.so", self.assert_found("vulkan-library-missing")["seen"])
        manifest.write_text(json.dumps({"ICD": {"library_path": "../broken.so"}}))
        self.write("usr/share/vulkan/broken.so", "no library")
        self.assert_found("vulkan-library-not-a-library")
        manifest.write_text(json.dumps({"ICD": {"library_path": str(DRIVERS / "libcrashing_driver.so")}}))
        self.assert_found("vulkan-library-crashes")
        self.assert_found("vulkan-manifest-missing", VK_DRIVER_FILES="/no/such.json")
        self.assert_found("clspv-unusable", CLASSAY_CLSPV="/no/such/clspv")

    def add_gpu(self, vendor: str, driver: str) -> None:
        at = "sys/bus/pci/devices/0000:01:00.0"
        for name, text in (("class", "0x030000"), ("vendor", vendor), ("device", "0x1234")):
            self.write(f"{at}/{name}", text + "\n")
        (self.root / at / "driver").symlink_to(f"../../../bus/pci/drivers/{driver}")

    def test_gpus(self) -> None:
        self.add_gpu("0x10de", "nouveau")
        found = self.found()
        self.assertLessEqual({"gpu-unsuitable-kernel-driver", "gpu-without-opencl-driver"}, set(found))
        self.assertIn("nvidia-opencl-icd", found["gpu-without-opencl-driver"]["do"])
        shutil.rmtree(self.root / "sys")
        self.add_gpu("0x8086", "i915")
        self.assert_found("gpu-node-missing")
        self.write(".dockerenv")
        self.assertIn("--device /dev/dri", self.assert_found("gpu-node-missing-in-container")["do"])

    def test_a_node_that_the_user_may_not_open(self) -> None:
        self.add_gpu("0x8086", "i915")
        node = self.write("dev/dri/renderD128")
        node.chmod(0o660)
        if os.getuid() != 0:
            self.skipTest("only root makes a file that another user may not open")
        self.root.chmod(0o755)
        if subprocess.run([CLASSAY, "--version"], **NOBODY, capture_output=True, check=False).returncode != 0:
            self.skipTest("another user cannot start the program")
        done = self.doctor("--json", as_nobody=True)
        found = [f for f in map(json.loads, done.stdout.splitlines()) if f.get("id") == "gpu-node-denied"]
        self.assertEqual(len(found), 1, done.stdout)
        self.assertIn("usermod -aG", found[0]["do"])

    def test_a_root_that_is_not_a_folder_is_refused(self) -> None:
        self.assertEqual(self.doctor("--root", "/no/such").returncode, 2)


class FirstPageTest(unittest.TestCase):
    def page(self, **environment: str) -> subprocess.CompletedProcess[str]:
        folder = tempfile.TemporaryDirectory(prefix="classay-first-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        return subprocess.run(
            [CLASSAY], cwd=folder.name, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )

    def vendors(self, *libraries: str) -> str:
        folder = tempfile.TemporaryDirectory(prefix="classay-first-")
        self.addCleanup(folder.cleanup)
        for number, library in enumerate(libraries):
            (Path(folder.name) / f"{number}.icd").write_text(library + "\n")
        return folder.name

    def pocl(self) -> str:
        real = sorted(VENDORS.glob("pocl*.icd"))
        if not real:
            self.skipTest("PoCL is not installed")
        return real[0].read_text().strip()

    def test_the_command_to_try_works(self) -> None:
        page = self.page(OCL_ICD_VENDORS=self.vendors(self.pocl()), VK_DRIVER_FILES="/nowhere", VK_ICD_FILENAMES="/nowhere")
        self.assertEqual(page.returncode, 0, page.stderr)
        command = page.stdout.split("Try next\n  ")[1].splitlines()[0].split()
        self.assertEqual(command[:4], ["classay", "run", "--device", "0:0"])
        words = [*command[1:], "--filter", "clc/math/fabs/f32/default/v1"]
        done = subprocess.run([CLASSAY, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "first/journal.jsonl").exists())

    def test_a_driver_that_crashes_is_named(self) -> None:
        page = self.page(OCL_ICD_VENDORS=self.vendors(self.pocl(), str(DRIVERS / "libcrashing_driver.so")))
        self.assertEqual(page.returncode, 0, page.stderr)
        self.assertIn("  1.icd: killed by SIGSEGV", page.stdout)
        self.assertIn("`classay doctor` explains", page.stdout)

    def test_without_a_device_the_exit_code_is_5(self) -> None:
        page = self.page(CLASSAY_OPENCL="/no/such.so", VK_DRIVER_FILES="/nowhere", VK_ICD_FILENAMES="/nowhere")
        self.assertEqual(page.returncode, 5, page.stdout)
        self.assertIn("Install a driver\n", page.stdout)
        self.assertIn("Try next\n  classay doctor\n", page.stdout)


if __name__ == "__main__":
    unittest.main()
