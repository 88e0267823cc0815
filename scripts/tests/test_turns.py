"""Tests that each name has its turn within five days, days are equally long, and the list names existing tests."""

import re
import sys
import unittest
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from turns import DAYS, expression, has_turn, in_turn, names_in, waiting

ROOT = Path(__file__).resolve().parents[2]
NAMES = names_in((ROOT / "scripts" / "long_sanitized.txt").read_text())
LONG = names_in((ROOT / "scripts" / "long_tests.txt").read_text())
DAY = date(2027, 3, 31)


class TurnsTest(unittest.TestCase):
    def test_each_has_one_turn_in_five_days(self) -> None:
        days = [DAY + timedelta(days=i) for i in range(DAYS)]
        for name in NAMES:
            self.assertEqual(sum(has_turn(name, day) for day in days), 1)
            self.assertEqual(sum(name not in waiting(NAMES, day) for day in days), 1)
            self.assertEqual(sum(name in in_turn(NAMES, day) for day in days), 1)

    def test_no_day_has_more_than_its_share(self) -> None:
        for i in range(DAYS):
            at_work = len(NAMES) - len(waiting(NAMES, DAY + timedelta(days=i)))
            self.assertLessEqual(at_work, len(NAMES) // DAYS + 1)

    def test_the_expression_is_of_these_and_no_others(self) -> None:
        found = re.compile(expression(["SweepTest", "harness_run"])).search
        for name in ("SweepTest.ALostLaunchIsNeverAPass", "Widths/SweepTest.A/1", "harness_run"):
            self.assertTrue(found(name), name)
        for name in ("BulkSweepTest.A", "SweepTestOfAll.A", "harness_run_journal", "A.SweepTest"):
            self.assertFalse(found(name), name)

    def test_the_list_names_tests_that_there_are(self) -> None:
        sources = [
            p.read_text()
            for room in ("harness", "kernels", "reference", "suites")
            for p in (ROOT / room).rglob("*_test.cpp")
        ]
        families = set(re.findall(r"\bTEST(?:_[FP])?\((\w+),", "\n".join(sources)))
        scripts = {p.stem.replace("test_", "harness_") for p in (ROOT / "harness/tests").glob("test_*.py")}
        self.assertEqual(set(NAMES) - families - scripts, set())
        added = set(re.findall(r"\w+", (ROOT / "harness/tests/CMakeLists.txt").read_text()))
        self.assertEqual([name for name in LONG if not added & {name, name.removeprefix("harness_")}], [])


if __name__ == "__main__":
    unittest.main()
