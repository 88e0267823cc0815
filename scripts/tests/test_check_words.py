"""Tests that bad habits, long lines and long subjects are found in new lines only, and that code is not prose."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_words import GUIDE, main

EARLY, SAME_DAY, LATE = "2027-01-01T00:00:00Z", "2027-01-01T10:00:00Z", "2027-03-01T00:00:00Z"


class CheckWordsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.git("init", "-q")

    def git(self, *words: str, when: str = EARLY) -> None:
        who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        times = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        subprocess.run(["git", "-C", self.folder, *words], check=True, env={**os.environ, **who, **times})

    def commit(self, name: str, text: str, subject: str = "Add a file", when: str = EARLY) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject, when=when)

    def checked(self, *arguments: str) -> tuple[int, str]:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = main(list(arguments), self.folder)
        return code, errors.getvalue()

    def assert_found(self, expected: str, *arguments: str) -> None:
        code, errors = self.checked(*arguments)
        self.assertEqual(code, 1, errors)
        self.assertIn(expected, errors)

    def assert_clean(self, *arguments: str) -> None:
        self.assertEqual(self.checked(*arguments), (0, ""))

    def test_finds_habits_in_pages_comments_and_messages(self) -> None:
        self.commit("first.txt", "")
        for name, line in (
            ("a.md", "The file that nobody reads."),
            ("a.cpp", "int x;  // can not be read"),
            ("a.cpp", 'fail("the case was asked twice");'),
            ("a.py", "x = 1  # held against y"),
            ("tool", "# Of all files, the first"),
        ):
            with self.subTest(line):
                self.commit(name, line + "\n", when=LATE)
                self.assert_found(f"{name}:1: ", "HEAD~1")
                self.commit(name, "\n", when=LATE)

    def test_code_and_quotations_are_not_prose(self) -> None:
        self.commit("first.txt", "")
        text = 'The field `nobody`, or "is asked".\n\n    is asked\n\n```\nis asked\n```\n'
        self.commit("a.md", text, when=LATE)
        self.commit("a.cpp", "bool is_asked = nobody(other);\n", when=LATE)
        self.assert_clean("HEAD~2")

    def test_finds_long_lines_of_text(self) -> None:
        self.commit("first.txt", "")
        self.commit("a.md", "word " * 24 + "words\n", when=LATE)
        self.assert_found("a.md:1: 125 characters; the limit is 120", "HEAD~1")
        self.commit("a.md", "| word " * 24 + "|\n" + "w" * 200 + "\n", when=LATE)
        self.assert_clean("HEAD~1")

    def test_finds_long_subjects(self) -> None:
        self.commit("first.txt", "")
        self.commit("a.txt", "", "s" * 72, when=LATE)
        self.assert_clean("HEAD~1")
        self.commit("b.txt", "", "s" * 73, when=LATE)
        self.assert_found("the subject has 73 characters; the limit is 72", "HEAD~1")

    def test_old_and_moved_lines_are_not_new(self) -> None:
        self.commit("a.md", "One line.\nAnother line.\nA third line.\nNobody reads it.\n")
        self.git("mv", "a.md", "b.md")
        self.git("commit", "-q", "-m", "Move a page", when=LATE)
        self.assert_clean()
        self.assert_found("b.md:4: 'Nobody'", "--all")

    def test_without_a_commit_checks_the_last_day_and_the_working_tree(self) -> None:
        self.commit("a.md", "Nobody.\n")
        self.commit("b.md", "One.\n", when=LATE)
        self.assert_clean()
        (self.folder / "b.md").write_text("Somebody.\n")
        self.assert_found("b.md:1: 'Somebody'")

    def test_the_last_day_begins_with_the_guide(self) -> None:
        self.commit("a.md", "Nobody.\n", when=EARLY)
        self.commit(GUIDE, "Nobody.\n", when=SAME_DAY)
        self.assert_clean()
        self.commit("c.md", "Nobody.\n", when=SAME_DAY)
        self.assert_found("c.md:1: ")

    def test_refuses_unknown_commits_and_options(self) -> None:
        self.commit("a.md", "One.\n")
        self.assertEqual(self.checked("no-such-commit")[0], 2)
        self.assertEqual(self.checked("--any")[0], 2)


if __name__ == "__main__":
    unittest.main()
