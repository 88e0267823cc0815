"""The curve of detection. Right is: a defect is found when the first case that shows it has its result. It could be wrong if
another matching case, which passes in spite of the defect, counted, or if a defect without a case in the run counted."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import detection_curve
import detection_page


class SecondsTest(unittest.TestCase):
    TIMES = {"clc/math/sin/f32/default/v1": 1.0, "clc/math/sin/f32/default/v2": 5.0, "clc/math/cos/f32/default/v1": 2.0}

    def seconds(self, glob: str, *verdicts: str) -> float | None:
        return detection_curve.seconds_to_find({"cases": [glob]}, {"verdicts": list(verdicts)}, self.TIMES)

    def test_the_first_case_that_fails_counts(self) -> None:
        self.assertEqual(self.seconds("*/sin/*", "pass", "fail"), 5.0)
        self.assertEqual(self.seconds("*/sin/*", "crash", "fail"), 1.0)
        self.assertEqual(self.seconds("*/sin/*", "unsupported", "fail"), 5.0)

    def test_a_defect_without_a_case_is_not_found(self) -> None:
        self.assertIsNone(self.seconds("*/tan/*", "fail"))

    def test_other_cases_than_those_of_the_outcome_are_all_awaited(self) -> None:
        self.assertEqual(self.seconds("*/sin/*", "fail"), 5.0)

    def test_shares_are_of_all_defects_that_are_found(self) -> None:
        self.assertEqual(detection_curve.shares([1, 2, 3, 400], [2, 300]), {2: 0.5, 300: 0.75})


class TextTest(unittest.TestCase):
    def test_the_table_ends_with_the_whole_run(self) -> None:
        curve = {"tier": "smoke", "jobs": 2, "defects": 4, "seconds": 410.2, "shares": {"10": 0.25, "60": 0.5}}
        text = detection_page.curve_text(curve)
        self.assertIn("| 10 s | 60 s | 410 s |\n", text)
        self.assertIn("| 25 % | 50 % | 100 % |\n", text)


if __name__ == "__main__":
    unittest.main()
