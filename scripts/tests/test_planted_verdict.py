"""Tests when a defect counts as caught: only its own effect counts, and a defect without an effect is never caught."""

import sys
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import detection_page
from planted_verdict import outcome

Result = dict[str, Any]


def result(verdict: str, *wrong: int, **more: Any) -> Result:
    first = [{"index": i, "got": "0x1"} for i in wrong]
    return {
        "case": "c",
        "verdict": verdict,
        "first": first,
        "answers": "a" if verdict == "pass" else "b",
        "inputs": {"count": 10},
        **more,
    }


def status(base: Result, planted: Result, *, oddity: bool = False) -> str:
    return outcome(oddity, [base], [planted]).status


class OutcomeTest(unittest.TestCase):
    def test_a_failure_where_the_device_passes_is_caught(self) -> None:
        self.assertEqual(status(result("pass"), result("fail", 3)), "caught")
        self.assertEqual(status(result("pass"), result("flake", 3)), "caught")
        self.assertEqual(status(result("pass"), result("crash")), "caught")

    def test_a_plant_that_changes_nothing_is_not_caught(self) -> None:
        self.assertEqual(status(result("pass"), result("pass")), "unchanged")
        self.assertEqual(status(result("fail", 3), result("fail", 3)), "unchanged")

    def test_what_fails_without_the_plant_is_not_caught(self) -> None:
        self.assertEqual(status(result("fail", 3, 4), result("fail", 3, answers="c")), "missed")
        self.assertEqual(status(result("fail", 3), result("fail", 3, 5)), "caught")

    def test_more_failures_behind_those_that_are_told_are_caught(self) -> None:
        def failing(count: int) -> Result:
            return result("fail", 3, counts={"failed": count}, answers=str(count))

        self.assertEqual(status(failing(16), failing(20)), "caught")
        self.assertEqual(status(failing(16), failing(16)), "unchanged")

    def test_changed_answers_that_pass_are_missed(self) -> None:
        self.assertEqual(status(result("pass"), result("pass", answers="c")), "missed")

    def test_a_quality_warning_is_one_only_of_what_passed(self) -> None:
        self.assertEqual(status(result("pass"), result("quality-warning")), "caught")
        self.assertEqual(status(result("quality-warning"), result("quality-warning", answers="c")), "missed")

    def test_a_form_of_the_call_counts(self) -> None:
        def form(failed: int) -> list[Result]:
            return [{"form": "local", "differing": failed, "failed": failed}]

        self.assertEqual(status(result("fail", 1, forms=form(0)), result("fail", 1, forms=form(7))), "caught")

    def test_a_plant_that_does_not_build_is_broken_and_not_caught(self) -> None:
        self.assertEqual(status(result("pass"), result("fail", reason="does not build: use of undeclared")), "broken")
        self.assertEqual(status(result("pass"), result("fail", unbuilt=[{"program": "table"}])), "broken")

    def test_what_is_not_asked_says_nothing(self) -> None:
        for verdict in ("unsupported", "harness-error", "killed", "missing"):
            self.assertEqual(status(result(verdict), result(verdict)), "not asked")

    def test_what_nothing_is_promised_of_is_missed(self) -> None:
        skipped = result("skip", reason="nothing is promised")
        self.assertEqual(status(skipped, skipped), "missed")

    def test_oddities_pass_or_fail(self) -> None:
        self.assertEqual(status(result("pass"), result("pass", answers="c"), oddity=True), "passed")
        self.assertEqual(status(result("pass"), result("fail", 1), oddity=True), "failed")
        self.assertEqual(status(result("pass"), result("pass"), oddity=True), "unchanged")


class PageTest(unittest.TestCase):
    def test_chances_are_those_of_sampling_in_words(self) -> None:
        share = detection_page.share_of
        self.assertEqual(share({"share": "2^-32"}), 2.0**-32)
        self.assertEqual(share({"share": "1/40"}), 0.025)
        self.assertIsNone(share({"share": None}))
        self.assertEqual(detection_page.chance(2.0**-32, 8192), "one in 520,000")
        self.assertEqual(detection_page.chance(2.0**-128, 8192), "one in 10^35")
        self.assertEqual(detection_page.chance(0.5, 1), "50 %")
        self.assertEqual(detection_page.chance(1 / 3, 47016), "nearly sure")
        self.assertEqual(detection_page.chance(2.0**-32, "all"), "sure")

    def test_one_in_so_many_is_of_inputs_or_of_launches(self) -> None:
        self.assertEqual(detection_page.how_many({"class": "one input", "share": "2^-32"}), "one in 2^32")
        self.assertEqual(detection_page.how_many({"class": "rare", "share": "1/3"}), "one launch in 3")

    def test_a_page_has_what_is_caught_and_what_is_missed_and_why(self) -> None:
        def plant(name: str, verdict: str, share: str | None = None) -> Result:
            inputs = {"smoke": 8192, "quick": 1 << 17, "full": "all", "certify": "all"}
            told = {"name": name, "class": "ties", "wrong": "w", "tier": "full", "verdict": verdict}
            return {**told, "share": share, "inputs": inputs if share else None}

        def came(status: str, *verdicts: str) -> Result:
            return {"status": status, "verdicts": list(verdicts), "inputs": 8192, "why": ""}

        plants = [
            plant("a", "fail"),
            plant("b", "fail", "2^-32"),
            plant("c", "fail"),
            plant("odd", "pass"),
            plant("d", "fail"),
        ]
        outcomes = {
            "a": {"smoke": came("unchanged", "pass"), "quick": came("caught", "fail")},
            "b": {"smoke": came("unchanged", "pass")},
            "c": {"smoke": came("missed", "pass")},
            "odd": {"smoke": came("passed", "pass")},
            "d": {"smoke": came("not asked", "unsupported")},
        }
        text = detection_page.page(plants, outcomes, "a device")
        self.assertIn("| ties | 3 | 0 | 1 | 2 | 33 % |", text)
        seen = "calculated probability: smoke one in 520,000, quick one in 33,000, full sure"
        self.assertIn(f"| b | w | full | the inputs of smoke do not show it: one in 2^32 is wrong; {seen} |", text)
        self.assertIn("| b | one in 2^32 | one in 520,000 | one in 33,000 | sure | sure |", text)
        self.assertIn("- 0 of 0 that smoke should catch by their entries", text)
        self.assertIn("| c | w | full | smoke shows it, but judges it pass |", text)
        self.assertIn("| ties | 1 | 1 | 0 | 0 |", text)
        self.assertIn("- d: ", text)


if __name__ == "__main__":
    unittest.main()
