"""The index of drivers: docs/results.md is what scripts/driver_results.py makes of data/drivers, and folders of another form
are refused."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from driver_results import FIELDS, PAGE, FormError, driver_of, drivers, page_of

SUMMARY = "# A driver\n\n| field | value |\n|---|---|\n" + "".join(f"| {name} | 1 |\n" for name in FIELDS)
FINDING = "### `sin` is wrong\n\nText.\n\n- Result: 1; expected 2\n- Limit: 4 ulp\n- Reported: no\n\n      classay repro\n"
FOLDER = f"{SUMMARY}\n## Runs\n\n## Findings\n\n{FINDING}"


class DriverResultsTest(unittest.TestCase):
    def test_the_page_is_current(self) -> None:
        self.assertEqual(PAGE.read_text(), page_of(drivers()), "run scripts/driver_results.py")

    def test_a_folder_has_a_row_that_counts_its_findings(self) -> None:
        driver = driver_of("a", FOLDER)
        self.assertEqual([finding.title for finding in driver.findings], ["`sin` is wrong"])
        page = page_of([driver])
        self.assertIn("| [A driver] | 1 | 1 | 1 | 1 of 1 | 1 | 1 | 0 |\n", page)
        self.assertIn("[A driver]: ../data/drivers/a/README.md\n", page)

    def test_reported_findings_are_counted(self) -> None:
        driver = driver_of("a", FOLDER.replace("Reported: no", "Reported: https://issues.example/1"))
        self.assertIn("| 1 | 1 | 1 |\n", page_of([driver]))

    def test_what_a_folder_lacks_is_named(self) -> None:
        lacking = {
            "begin with a heading": FOLDER[1:],
            "no field 'failed'": FOLDER.replace("| failed |", "| lost |"),
            "'## Runs'": FOLDER.replace("## Runs", "## Ran"),
            "'- Limit: ...'": FOLDER.replace("- Limit", "- Bound"),
            "no command": FOLDER.replace("      classay", "classay"),
            "t.csv is missing": FOLDER + "[t](t.csv)",
        }
        for message, text in lacking.items():
            with self.assertRaises(FormError) as caught:
                driver_of("a", text)
            self.assertIn(message, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
