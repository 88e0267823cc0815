"""A driver with the fault layer before it: what tests of driver faults share."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import schema_testing

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
LAYER = os.environ.get("CLASSAY_FAULT_LAYER", str(Path(CLASSAY).parent / "tools/libfault_layer.so"))
VENDORS = Path("/etc/OpenCL/vendors")

Line = dict[str, Any]


class Driver:
    """One that is installed here: its library, as an .icd file names it, and the variables that it needs."""

    def __init__(self, library: str, **variables: str) -> None:
        self.library = library
        self.variables = variables


def pocl() -> Driver:
    real = sorted(VENDORS.glob("pocl*.icd"))
    if not real:
        raise unittest.SkipTest("PoCL is not installed")
    return Driver(real[0].read_text())


class FaultTest(unittest.TestCase):
    """A class of tests that share a driver's cache of builds; each test has a folder of its own."""

    driver: Driver
    shared: Path
    folder: Path  # of a test

    @classmethod
    def setUpClass(cls) -> None:
        cls.shared = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        cls.addClassCleanup(schema_testing.check, cls.shared)
        cls.driver = cls.find_driver()
        for name in ("cache", "icd"):
            (cls.shared / name).mkdir()
        (cls.shared / "icd/real.icd").write_text(cls.driver.library)
        log = cls.shared / "log"
        answer = cls.classay("devices", "--json", CLASSAY_FAULT_LOG=str(log))
        if answer.returncode == 5:
            raise unittest.SkipTest("the driver lists no device: " + answer.stderr)
        if not log.exists():
            raise unittest.SkipTest("the ICD loader does not load layers (OPENCL_LAYERS)")

    @staticmethod
    def find_driver() -> Driver:
        return pocl()

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=self.shared))

    @classmethod
    def environment(cls, **variables: str) -> dict[str, str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CLASSAY_FAULT")}
        # No device of Vulkan, which OpenCL's layer does not reach, stands in for one of OpenCL.
        environment |= {
            "VK_DRIVER_FILES": "/nowhere",
            "VK_ICD_FILENAMES": "/nowhere",
            "OCL_ICD_VENDORS": str(cls.shared / "icd"),
            "OPENCL_LAYERS": LAYER,
            "POCL_CACHE_DIR": str(cls.shared / "cache"),
        }
        return environment | cls.driver.variables | variables

    @classmethod
    def classay(cls, *words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = cls.environment(**variables)
        return subprocess.run([CLASSAY, *words], env=environment, input=stdin, capture_output=True, text=True, check=False)

    def calls(self) -> list[list[str]]:
        """What the layer noted down: sub-command, process, call, number, and the effect if there was one."""
        return [line.split() for line in (self.folder / "log").read_text().splitlines()]


def lines_of(text: str) -> list[Line]:
    return [json.loads(line) for line in text.splitlines()]
