"""The pages of docs/guide: every command on them works as it stands, on PoCL. Days of certify are asked as tier smoke."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import schema_testing

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
GUIDE = ROOT / "docs/guide"

PROGRAMS = {"classay": CLASSAY, "classay-report": str(ROOT / "scripts/report"), "farm": str(ROOT / "scripts/farm")}


def commands(page: Path) -> list[str]:
    """The lines of its blocks of commands."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", page.read_text(), re.DOTALL | re.MULTILINE)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


class GuideTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-guide-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(schema_testing.check, self.folder)
        programs = self.folder / "programs"
        programs.mkdir()
        for name, program in PROGRAMS.items():
            (programs / name).write_text(f'#!/bin/sh\nexec {program} "$@"\n')
            (programs / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "CLASSAY": CLASSAY}
        if subprocess.run([PROGRAMS["classay-report"], "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")

    def run_page(self, name: str, replaced: dict[str, str] | None = None) -> None:
        here = self.folder / "here"
        here.mkdir(exist_ok=True)
        # A tree that is being worked on makes no evidence, which is what the page says, and not what is tested.
        is_dirty = "dirty" in subprocess.run([CLASSAY, "--version"], capture_output=True, text=True, check=True).stdout
        for line in commands(GUIDE / f"{name}.md"):
            # No clock decides what is asked.
            command = line.replace("--tier certify", "--tier smoke --whole" if "classay run" in line else "--tier smoke")
            for text, other in (replaced or {}).items():
                command = command.replace(text, other)
            done = subprocess.run(
                ["bash", "-c", command], cwd=here, env=self.environment, capture_output=True, text=True, check=False
            )
            said = done.stdout + done.stderr
            if is_dirty and re.search(r"-report (pack package|verify)", command) and done.returncode != 0:
                continue
            if "trend" in command and "SQLAlchemy" in said:
                continue
            self.assertEqual(done.returncode, 0, f"{command}\n{said}")

    def test_every_page_is_tested(self) -> None:
        pages = {page.stem for page in GUIDE.glob("*.md")} - {"README"}
        added = {"add-a-backend", "add-a-builtin", "add-a-format"}
        tasks = {
            "certify",
            "track",
            "nightly",
            "compare-drivers",
            "examine",
            "board",
            "farm",
            "judge-a-library",
            "vulkan",
            "gpu",
        }
        begins = {"first-run", "missing-device"}
        self.assertEqual(pages, tasks | begins | added)
        for page in pages:
            # The service of nightly needs systemd; `scripts/package --check` runs it.
            if page != "nightly":
                self.assertGreater(len(commands(GUIDE / f"{page}.md")), 2, page)
            self.assertIn(f"({page}.md)", (GUIDE / "README.md").read_text())

    def test_first_run(self) -> None:
        # A budget would be a clock. tanpi fails on PoCL 3.1, so that there is a failure to look at.
        self.run_page("first-run", {"--time-budget 2m": "--filter 'clc/math/tanpi/f32/*'"})

    def test_certify(self) -> None:
        self.run_page("certify")

    def test_track(self) -> None:
        self.run_page("track")

    def test_compare_drivers(self) -> None:
        self.run_page("compare-drivers")

    def test_examine(self) -> None:
        self.run_page("examine")

    def test_add_a_builtin(self) -> None:
        self.run_page("add-a-builtin")

    def test_add_a_format(self) -> None:
        self.run_page("add-a-format")

    def test_add_a_backend(self) -> None:
        self.run_page("add-a-backend")

    # The kit's script with this build's program, which runs one case.
    def test_gpu(self) -> None:
        kit = self.folder / "here"
        (kit / "bin").mkdir(parents=True)
        shutil.copy(ROOT / "scripts/kit/qualify", kit)
        program = kit / "bin/classay"
        program.write_text(
            f'#!/bin/bash\n[[ $1 != run ]] || set -- "$@" --filter clc/math/fabs/f32/default/v1\nexec {CLASSAY} "$@"\n'
        )
        program.chmod(0o755)
        self.run_page("gpu", {"--minutes 10": "--minutes 1 --steps selfcheck,smoke"})

    def test_vulkan(self) -> None:
        with_vulkan = [str(ROOT / "harness/tests/with_driver.sh"), "vulkan", "printenv", "CLASSAY_CLSPV"]
        found = subprocess.run(with_vulkan, capture_output=True, text=True, check=False)
        if found.returncode == 77:
            self.skipTest(found.stdout.strip())
        self.environment["CLASSAY_CLSPV"] = found.stdout.strip()  # empty where clspv is on PATH
        self.run_page("vulkan")

    def test_missing_device(self) -> None:
        self.run_page("missing-device")
        page = (GUIDE / "missing-device.md").read_text()
        files = (ROOT / "harness/commands/doctor").glob("*.cpp")
        sources = "".join(file.read_text() for file in files if not file.name.endswith("_test.cpp"))
        ids = set(re.findall(r'"((?:opencl|level-zero|vulkan|gpu|clspv)-[a-z-]+)"', sources)) - {"level-zero"}
        for name in sorted(ids):
            # An id, or the beginning of ids: alone, or as `beginning-` and `end`.
            ends = [name[i + 1 :] for i, c in enumerate(name) if c == "-"]
            is_made_of_two = any(f"`{name.removesuffix(end)}`" in page and f"`{end}`" in page for end in ends)
            self.assertTrue(f"`{name}`" in page or f"`{name}-" in page or is_made_of_two, name)

    def test_judge_a_library(self) -> None:
        self.run_page("judge-a-library")

    def test_board(self) -> None:
        self.run_page("board")

    def test_farm(self) -> None:
        if "Dask" in subprocess.run([PROGRAMS["farm"], "run", "--help"], capture_output=True, text=True, check=False).stderr:
            self.skipTest("Dask is not installed")
        self.run_page("farm")

    def test_a_command_that_fails_is_seen(self) -> None:
        self.assertNotEqual(
            subprocess.run(["bash", "-c", "classay run --no-such"], env=self.environment, check=False).returncode, 0
        )


if __name__ == "__main__":
    unittest.main()
