"""Reference pages show what the programs print: blocks that begin with `$ ` are run, in one folder for each page. Lists of
options are those of --help (scripts/option_tables.py).

A line `...` stands for any lines, and a line that ends with `...` for one that begins so. Times, memory, commits, and the
name of PoCL's device are not compared. Examples are written for PoCL on x86-64.
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import documented
import schema_testing

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
PROGRAMS = {"classay": CLASSAY, "classay-report": str(ROOT / "scripts/report")}
PAGES = ("cli", "reports")

VOLATILE = (
    (re.compile(r"pthread\\?-.*?(?= +\(Portable|[':,]|$)"), "DEVICE"),
    (re.compile(r"\d+ MiB"), "N MiB"),
    (re.compile(r"^loops +\d+"), "loops N"),
    (re.compile(r"\b\d+(\.\d+)? (s|ms|min)\b"), "TIME"),
    (re.compile(r"\b[0-9a-f]{12}\b(, dirty| with changes)?"), "COMMIT"),
    (re.compile(r"\d{4}-\d\d-\d\d(T[\d:]+Z)?"), "DATE"),
)


def masked(line: str) -> str:
    for pattern, word in VOLATILE:
        line = pattern.sub(word, line)
    return re.sub(r"  +", "  ", line.rstrip())


def matches(expected: list[str], printed: list[str]) -> bool:
    """Line by line, from the front; `...` tries every number of lines."""
    if not expected:
        return not printed
    first = expected[0]
    if first == "...":
        return any(matches(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    same = printed[0].startswith(first[:-3].rstrip()) if first.endswith("...") else printed[0] == first
    return same and matches(expected[1:], printed[1:])


def examples(text: str) -> list[tuple[str, list[str]]]:
    """Commands of all blocks that begin with `$ `, each with its lines of output."""
    commands = [command for block in documented.blocks_of(text) for command in block]
    return [(c.text.replace("\\\n", ""), c.output.splitlines()) for c in commands if c.output is not None]


class PagesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-pages-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(schema_testing.check, self.folder)
        self.environment = documented.programs(self.folder / "programs", PROGRAMS) | {"LC_ALL": "C.UTF-8"}
        if subprocess.run([PROGRAMS["classay-report"], "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")

    def run_page(self, name: str) -> None:
        devices = subprocess.run([CLASSAY, "devices"], capture_output=True, text=True, check=False).stdout
        if "driver 3.1" not in devices:
            self.skipTest("the pages show what PoCL 3.1 does")
        here = self.folder / name
        here.mkdir()
        commands = examples((ROOT / f"docs/{name}.md").read_text())
        self.assertGreater(len(commands), 5)
        for command, output in commands:
            done = subprocess.run(
                ["bash", "-c", f"{command} 2>&1"],
                cwd=here,
                env=self.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if "trend" in command and "SQLAlchemy" in done.stdout:
                continue
            self.assertIn(done.returncode, (0, 1, 2), f"{command}\n{done.stdout}")
            expected = [masked(line) for line in output]
            printed = [masked(line) for line in done.stdout.splitlines()]
            self.assertTrue(not expected or matches(expected, printed), f"docs/{name}.md: {command}\n{done.stdout}")

    def test_the_command_line(self) -> None:
        self.run_page("cli")

    def test_reports(self) -> None:
        self.run_page("reports")

    def test_lists_of_options_are_those_of_the_help(self) -> None:
        check = [str(ROOT / "scripts/option_tables.py"), "--check", CLASSAY]
        done = subprocess.run(check, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_command_has_a_list(self) -> None:
        for page, program in (("cli", "classay"), ("reports", "classay-report")):
            text = (ROOT / f"docs/{page}.md").read_text()
            shown = subprocess.run([PROGRAMS[program], "--help"], capture_output=True, text=True, check=True).stdout
            commands = re.findall(r"^ {2,4}([a-z]+) {2,}\S", shown, re.MULTILINE)
            self.assertGreater(len(commands), 8)
            for command in commands:
                self.assertRegex(text, rf"<!-- options: {program} {command}\b", page)

    def test_a_changed_line_is_seen(self) -> None:
        self.assertTrue(matches(["a", "...", "d ..."], ["a", "b", "c", "d e"]))
        self.assertTrue(matches(["..."], []))
        self.assertFalse(matches(["a", "...", "d"], ["a", "d e"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertEqual(
            examples("```\n$ one \\\n  two\n1\n$ three\n```\n```sh\nfour\n```"), [("one   two", ["1"]), ("three", [])]
        )
        self.assertEqual(masked("pthread-x-A (R) B C  (Portable) 1.5 s"), "DEVICE  (Portable) TIME")


if __name__ == "__main__":
    unittest.main()
