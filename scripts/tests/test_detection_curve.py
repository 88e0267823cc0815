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

    def seconds(self, *shown: str) -> float | None:
        return detection_curve.seconds_to_find({"shown": list(shown)}, self.TIMES)

    def test_the_first_case_that_shows_it_counts(self) -> None:
        self.assertEqual(self.seconds("clc/math/sin/f32/default/v2"), 5.0)
        self.assertEqual(self.seconds("clc/math/sin/f32/default/v2", "clc/math/cos/f32/default/v1"), 2.0)

    def test_a_defect_without_a_case_in_the_run_is_not_found(self) -> None:
        self.assertIsNone(self.seconds())
        self.assertEqual(self.seconds("clc/math/sin/f32/default/v1", "clc/math/tan/f32/default/v1"), 1.0)
        self.assertIsNone(self.seconds("clc/math/tan/f32/default/v1"))

    def test_a_defect_runs_at_all_widths_that_the_tier_has(self) -> None:
        plant = {"name": "a", "cases": ["clc/math/sin/f32/default/v4", "*/cos/*"]}
        cases = [*self.TIMES, "clc/math/tan/f32/default/v4"]
        self.assertEqual(detection_curve.every_width(plant, cases), {"name": "a", "cases": sorted(self.TIMES)})
        self.assertIsNone(detection_curve.every_width({"cases": ["clc/math/sin/f32/fast/v1"]}, cases))

    def test_shares_are_of_all_defects_that_are_found(self) -> None:
        self.assertEqual(detection_curve.shares([1, 2, 3, 400], [2, 300]), {2: 0.5, 300: 0.75})


class TextTest(unittest.TestCase):
    def test_the_table_ends_with_the_whole_run(self) -> None:
        curve = {"tier": "smoke", "jobs": 2, "defects": 4, "seconds": 410.2, "shares": {"10": 0.25, "60": 0.5}}
        text = detection_page.curve_text(curve)
        self.assertIn("| 10 s | 60 s | 410 s |\n", text)
        self.assertIn("| 25 % | 50 % | 100 % |\n", text)


class NarrowTest(unittest.TestCase):
    ROW = {
        "kind": "interval",
        "builtin": "exp",
        "format": "f64",
        "widths": "scalars",
        "shares": {"smoke": 0.0, "quick": 0.0004, "full": 0.876, "certify": 1},
    }

    def test_a_row_has_the_share_of_each_tier(self) -> None:
        text = detection_page.narrow_text([self.ROW, {**self.ROW, "kind": "binade", "widths": "all"}])
        self.assertIn("| `exp` f64, scalars | 0 % | < 0.1 % | 87.6 % | 100 % |\n", text)
        self.assertIn("| one binade of one argument | `exp` f64 | 0 % |", text)

    def test_only_all_places_are_100_percent(self) -> None:
        self.assertEqual(detection_page.percent(0.99999), "99.9 %")
        self.assertEqual(detection_page.percent(1), "100 %")

    def test_the_page_has_the_table_only_if_it_is_given(self) -> None:
        self.assertIn("## Narrow errors", detection_page.page([], {}, "a device", narrow=[self.ROW]))
        self.assertNotIn("## Narrow errors", detection_page.page([], {}, "a device"))


if __name__ == "__main__":
    unittest.main()
