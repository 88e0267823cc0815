"""README and the pages for new users: their commands work as they stand, on PoCL, and print what the pages show."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import documented
import schema_testing

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
GUIDE = ROOT / "docs/guide"

# The pages for new users outside of docs/guide.
OTHER_PAGES = (ROOT / "README.md", ROOT / "docs/install.md", ROOT / "docs/concepts.md")

PROGRAMS = {"classay": CLASSAY, "classay-report": str(ROOT / "scripts/report"), "classay-farm": str(ROOT / "scripts/farm")}


def headings(page: Path) -> set[str]:
    """The names by which links find the headings of a page."""
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text.lower()).strip().replace(" ", "-") for text in found}


class DocumentedTest(unittest.TestCase):
    """The comparison of commands with their pages: it must be able to fail."""

    def test_other_output_is_seen(self) -> None:
        self.assertTrue(documented.is_like("pass clc/math/sin 0.1 s", "pass   clc/math/sin\n2.5 s"))
        self.assertFalse(documented.is_like("pass clc/math/sin", "fail clc/math/sin"))
        self.assertFalse(documented.is_like("pass", "pass\nclassay: a warning"))

    def test_dots_stand_for_any_words(self) -> None:
        self.assertTrue(documented.is_like("one ... four", "one two three four"))
        self.assertTrue(documented.is_like("one ...", "one"))
        self.assertFalse(documented.is_like("one ... four", "one two three"))
        self.assertFalse(documented.is_like("... two ... one ...", "one two three"))
        self.assertFalse(documented.is_like("one ... one", "one"))

    def test_exit_codes_are_seen(self) -> None:
        command = documented.Command("false", "")
        self.assertIn("exit code 2", documented.complaint(command, documented.Done("", 2), shows_code=False))
        self.assertEqual(documented.complaint(command, documented.Done("", 2), shows_code=True), "")
        without_output = documented.Command("false", None)
        self.assertIn("exit code 1", documented.complaint(without_output, documented.Done("", 1), shows_code=False))

    def test_a_block_has_commands_and_their_output(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text(
                "1. Do\n\n   ```console\n   $ a \\\n     b\n   out\n   $ c\n   ```\n```\nnot run\n```\n```sh\nd\n```\n"
            )
            self.assertEqual(
                documented.blocks(page),
                [
                    [documented.Command("a \\\n  b", "out\n"), documented.Command("c", "")],
                    [documented.Command("d", None)],
                ],
            )


class GuideTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-guide-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(schema_testing.check, self.folder)
        self.environment = documented.programs(self.folder / "programs", PROGRAMS) | {"CLASSAY": CLASSAY}
        if subprocess.run([PROGRAMS["classay-report"], "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")

    def run_page(self, page: Path | str, replaced: dict[str, str] | None = None) -> None:
        here = self.folder / "here"
        here.mkdir(exist_ok=True)
        # A tree with changes, or without git, makes no evidence. The pages say so; it is not what is tested.
        version = subprocess.run([CLASSAY, "--version"], capture_output=True, text=True, check=True).stdout
        has_no_commit = "dirty" in version or "commit" not in version
        for block in documented.blocks(GUIDE / f"{page}.md" if isinstance(page, str) else page):
            commands = []
            for command in block:
                text = command.text
                for word, other in (replaced or {}).items():
                    text = text.replace(word, other)
                commands.append(documented.Command(text, command.output))
            dones = documented.run(commands, here, self.environment)
            self.assertEqual(len(dones), len(commands), f"a command ended the shell: {commands}")
            for i, (command, done) in enumerate(zip(commands, dones, strict=True)):
                if has_no_commit and any(re.search(r"-report (pack package|verify)", c.text) for c in commands):
                    continue
                if "trend" in command.text and "SQLAlchemy" in done.output:
                    continue
                shows_code = i + 1 < len(commands) and commands[i + 1].text == "echo $?"
                said = documented.complaint(command, done, shows_code)
                self.assertFalse(said, said)

    def test_every_page_is_tested(self) -> None:
        pages = {page.stem for page in GUIDE.glob("*.md")} - {"README"}
        tests = {name.removeprefix("test_").replace("_", "-") for name in dir(self) if name.startswith("test_")}
        # The service of nightly needs systemd; `scripts/package --check` runs it. The commands of add-a-probe need its code,
        # and those of windows need Windows.
        untested = {"nightly", "add-a-probe", "windows"}
        self.assertEqual(pages - tests, untested)
        for page in pages:
            if page not in untested:
                self.assertGreater(len([c for block in documented.blocks(GUIDE / f"{page}.md") for c in block]), 2, page)
            self.assertIn(f"({page}.md)", (GUIDE / "README.md").read_text())

    def test_every_command_with_a_prompt_is_run(self) -> None:
        for page in (*GUIDE.glob("*.md"), *OTHER_PAGES):
            prompts = re.findall(r"^ *\$ (.*)", page.read_text(), re.MULTILINE)
            run = [c.text for block in documented.blocks(page) for c in block if c.output is not None]
            self.assertEqual([prompt for prompt in prompts if not any(prompt in text for text in run)], [], page)

    # `scripts/lint names` looks for the files.
    def test_links_lead_to_headings(self) -> None:
        for page in (*GUIDE.glob("*.md"), *OTHER_PAGES):
            prose = re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
            for name, heading in re.findall(r"\]\(([^):#]*)#([^)]*)\)", prose):
                self.assertIn(heading, headings(page.parent / name if name else page), f"{page}: {name}")

    def test_readme(self) -> None:
        self.run_page(ROOT / "README.md")

    def test_install(self) -> None:
        self.run_page(ROOT / "docs/install.md")

    def test_read_a_report(self) -> None:
        self.run_page("read-a-report")

    def test_debug_a_failure(self) -> None:
        self.run_page("debug-a-failure")

    def test_troubleshooting(self) -> None:
        self.run_page("troubleshooting")

    def test_first_run(self) -> None:
        # A budget would be a clock. tanpi fails on PoCL 3.1, so that there is a failure to look at.
        self.run_page("first-run", {"--time-budget 2m": "--filter 'clc/math/tanpi/f32/*'"})

    def test_certify(self) -> None:
        self.run_page("certify")

    def test_track(self) -> None:
        self.run_page("track")

    def test_ci(self) -> None:
        self.run_page("ci")

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
        files = (ROOT / "harness/cli/doctor").glob("*.cpp")
        sources = "".join(file.read_text() for file in files if not file.name.endswith("_test.cpp"))
        ids = set(re.findall(r'"((?:opencl|level-zero|vulkan|gpu|clspv)-[a-z-]+)"', sources)) - {"level-zero"}
        for name in sorted(ids):
            # An id, or the beginning of ids: alone, or as `beginning-` and `end`.
            ends = [name[i + 1 :] for i, c in enumerate(name) if c == "-"]
            is_made_of_two = any(f"`{name.removesuffix(end)}`" in page and f"`{end}`" in page for end in ends)
            self.assertTrue(f"`{name}`" in page or f"`{name}-" in page or is_made_of_two, name)

    def test_judge_a_library(self) -> None:
        self.run_page("judge-a-library")

    def test_next_to_cts(self) -> None:
        self.run_page("next-to-cts")

    def test_suite(self) -> None:
        self.run_page("suite")

    def test_remote_device(self) -> None:
        self.run_page("remote-device")

    def test_board(self) -> None:
        self.run_page("board")

    def test_farm(self) -> None:
        pythons = (str(ROOT / ".venv/bin/python"), "python3", "/usr/bin/python3")
        if not any(
            subprocess.run(["sh", "-c", f"{p} -c 'import distributed' 2>&1"], stdout=subprocess.DEVNULL).returncode == 0
            for p in pythons
        ):
            self.skipTest("Dask is not installed")
        self.run_page("farm")

    def test_a_command_that_fails_is_seen(self) -> None:
        self.assertNotEqual(
            subprocess.run(["bash", "-c", "classay run --no-such"], env=self.environment, check=False).returncode, 0
        )


if __name__ == "__main__":
    unittest.main()
