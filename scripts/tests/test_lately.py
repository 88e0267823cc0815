"""Tests that what the last day changed is checked whatever the day.

Possible faults: an entry that moved in its file counts as changed, or one whose text changed does not. A checkout without
history runs everything, which takes hours, or fails.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lately import changed_entries, changed_files
from turns import unchanged

OLD, NEW = "2027-01-01T00:00:00Z", "2027-01-05T00:00:00Z"


class LatelyTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.git("init", "-q")
        self.write("data/planted/a.txt", "# about\n[one]\nwrong: x\n\n[two]\nwrong: y\n")
        self.commit(OLD)

    def git(self, *words: str, when: str = OLD) -> None:
        who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        times = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        subprocess.run(["git", "-C", self.folder, *words], check=True, env={**os.environ, **who, **times})

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self, when: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a", when=when)

    def test_new_and_changed_entries_are_found_and_moved_ones_are_not(self) -> None:
        self.write("data/planted/a.txt", "# about\n[three]\nwrong: z\n\n[one]\nwrong: x\n\n[two]\nwrong: changed\n")
        self.write("data/planted/b.txt", "[four]\nwrong: w\n")
        self.commit(NEW)
        self.assertEqual(changed_entries(self.folder), {"two", "three", "four"})

    def test_uncommitted_changes_count(self) -> None:
        self.write("README", "")
        self.commit(NEW)
        self.write("data/planted/a.txt", "# about\n[one]\nwrong: other\n\n[two]\nwrong: y\n")
        self.assertEqual(changed_entries(self.folder), {"one"})

    def test_without_an_earlier_state_nothing_is_new(self) -> None:
        self.assertEqual(changed_entries(self.folder), set())
        self.assertEqual(changed_files(self.folder), set())
        with tempfile.TemporaryDirectory() as bare:
            self.assertEqual(changed_entries(Path(bare)), set())

    def test_a_long_test_runs_on_the_day_on_which_it_changes(self) -> None:
        names = ["harness_run", "harness_faults", "FooTest"]
        self.assertEqual(unchanged(names, {"harness/tests/test_run.py"}), ["harness_faults", "FooTest"])


if __name__ == "__main__":
    unittest.main()
