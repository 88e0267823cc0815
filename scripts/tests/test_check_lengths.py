"""Tests that a source file with one line too many is found, whatever its name; data is ignored."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_lengths import MOST_LINES, too_long
from check_names import files_of


class CheckLengthsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def too_long(self, name: str, lines: int, first: str = "") -> bool:
        path = self.folder / name
        path.write_text(first + "\n" + "x\n" * (lines - 1))
        found = list(too_long(self.folder, files_of(self.folder)))
        path.unlink()
        self.assertTrue(all(line.startswith(f"{name}: {lines} lines") for line in found), found)
        return bool(found)

    def test_one_line_too_many_is_seen(self) -> None:
        for name in ("a.cpp", "a.h", "a.py", "a.sh"):
            with self.subTest(name):
                self.assertFalse(self.too_long(name, MOST_LINES))
                self.assertTrue(self.too_long(name, MOST_LINES + 1))

    def test_a_script_needs_no_suffix(self) -> None:
        self.assertTrue(self.too_long("setup", MOST_LINES + 1, "#!/usr/bin/env bash"))
        self.assertFalse(self.too_long("LICENSE", MOST_LINES + 1, "Terms"))

    def test_data_is_as_long_as_it_is(self) -> None:
        self.assertFalse(self.too_long("results.tsv", 10 * MOST_LINES))
        self.assertFalse(self.too_long("list.txt", 10 * MOST_LINES))


if __name__ == "__main__":
    unittest.main()
