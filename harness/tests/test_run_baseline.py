"""`run --baseline`: what is known of a device stops counting, and nothing else does. The worker is a stand-in."""

import unittest

from run_testing import RunTestCase, read_journal

HEAD = """classay-baseline 1
platform Nowhere
device Stand-in
driver *
tier smoke

"""


class BaselineTest(RunTestCase):
    def expect(self, *lines: str) -> list[str]:
        file = self.folder / "known.txt"
        file.write_text(HEAD + "".join(f"clc/math/sin/f32/default/{line}\n" for line in sorted(lines)))
        return ["--baseline", str(file)]

    def test_a_failure_that_is_known_leaves_0(self) -> None:
        self.behave(("*/v3", "fail"), ("*/v8", "crash"))
        done = self.run_all(*self.expect("v3 fail inf - https://issues.example/1 -", "v8 crash - - - -"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((self.verdicts()["v3"], self.verdicts()["v8"], self.verdicts()["v4"]), ("xfail", "xfail", "pass"))
        self.assertEqual(self.results()["v3"]["baseline"]["found"], "fail")
        self.assertIn("classay repro", self.results()["v3"]["repro"])

    def test_what_is_not_known_is_1(self) -> None:
        self.behave(("*/v3", "fail"), ("*/v4", "fail"))
        done = self.run_all(*self.expect("v3 fail inf - - -"))
        self.assertEqual((done.returncode, self.verdicts()["v4"]), (1, "fail"), done.stdout)

    def test_what_is_better_is_1_too(self) -> None:
        done = self.run_all(*self.expect("v3 fail inf - - -"))
        self.assertEqual((done.returncode, self.verdicts()["v3"]), (1, "pass"))
        self.assertIn("better than the baseline", done.stdout)

    def test_what_there_is_not_is_1_and_told(self) -> None:
        done = self.run_all(*self.expect("v5 pass 1 - - -"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("which is not a case of this run", done.stderr)
        self.assertEqual(read_journal(self.out)[-1]["stale"], ["clc/math/sin/f32/default/v5"])

    def test_a_baseline_of_another_device_is_2_before_anything_is_asked(self) -> None:
        words = self.expect("v3 fail inf - - -")
        self.behave(name="Another")
        done = self.run_all(*words)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the device is 'Another', and not 'Stand-in'", done.stderr)
        self.assertFalse((self.out / "journal.jsonl").exists())

    def test_shards_are_held_against_none(self) -> None:
        done = self.run_all(*self.expect("v3 fail inf - - -"), "--shard", "1/2")
        self.assertEqual(done.returncode, 2)

    def test_a_resumed_run_is_held_against_the_same(self) -> None:
        words = self.expect("v3 fail inf - - -")
        self.behave(("*/v3", "fail"))
        self.assertEqual(self.run_all(*words).returncode, 0)
        done = self.resume()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.expect("v3 fail inf - - 2020-01-01")
        done = self.resume()
        self.assertEqual(done.returncode, 2)
        self.assertIn("has changed since the run started", done.stderr)


if __name__ == "__main__":
    unittest.main()
