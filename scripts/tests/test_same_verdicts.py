"""Tests which differences between two runs count: only different judgements of equal results."""

import sys
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from same_verdicts import Result, compare


def result(**changed: Any) -> Result:
    counts = {
        "judged": 100,
        "failed": 2,
        "undefined": 0,
        "slow_path": 7,
        "bitwise_equal_to_scalar": 100,
        "nondeterministic": 0,
    }
    whole: Result = {
        "case": "c",
        "verdict": "fail",
        "answers": "0x1",
        "reason": "2 of 100 results wrong",
        "max_ulp": 3.5,
        "counts": counts,
        "seconds": {"total": 1.0},
    }
    for key, value in changed.items():
        if key in counts:
            counts[key] = value
        else:
            whole[key] = value
    return whole


def wrong(one: Result, other: Result) -> list[str]:
    return compare({"c": one}, {"c": other})[1]


class SameVerdictsTest(unittest.TestCase):
    def test_the_same_is_the_same(self) -> None:
        self.assertEqual(compare({"c": result()}, {"c": result()}), (1, []))

    def test_every_judgement_of_the_same_answers_counts(self) -> None:
        changes: list[Result] = [
            {"verdict": "pass"},
            {"failed": 1},
            {"judged": 99},
            {"undefined": 1},
            {"max_ulp": 3.6},
            {"worst": []},
        ]
        for change in changes:
            with self.subTest(change):
                self.assertEqual(len(wrong(result(), result(**change))), 1)
                self.assertEqual(len(wrong(result(**change), result())), 1)

    def test_time_is_no_judgement(self) -> None:
        self.assertEqual(wrong(result(), result(seconds={"total": 2.0})), [])

    def test_what_hangs_on_other_answers_is_none(self) -> None:
        for change in ({"bitwise_equal_to_scalar": 99, "slow_path": 0}, {"nondeterministic": 1}):
            with self.subTest(change):
                self.assertEqual(wrong(result(), result(**change)), [])
        again = "2 of 100 results wrong; run again, alone, with the same inputs: fail, with other wrong results"
        self.assertEqual(wrong(result(), result(reason=again)), [])

    def test_a_device_that_changes_its_answer_is_still_judged_the_same(self) -> None:
        self.assertEqual(wrong(result(), result(verdict="flake")), [])
        self.assertEqual(len(wrong(result(), result(verdict="flake", failed=1))), 1)

    def test_other_answers_are_not_compared(self) -> None:
        self.assertEqual(compare({"c": result()}, {"c": result(answers="0x2", failed=1)}), (0, []))

    def test_what_was_not_judged_or_is_missing_is_wrong(self) -> None:
        for verdict in ("crash", "timeout", "harness-error", "device-lost", "skip", "unsupported"):
            with self.subTest(verdict):
                self.assertIn(f"c: {verdict}, ", wrong(result(), result(verdict=verdict, reason=""))[0])
        self.assertEqual(compare({"c": result()}, {})[1], ["c: only in one"])


if __name__ == "__main__":
    unittest.main()
