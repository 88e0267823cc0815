"""The self-check of a run, and the instruction sets that the program uses. How it could be wrong: a run that goes on after a
check that failed; an option that is not handed on; a set that is used where it was ruled out."""

import json
import os
import subprocess
import unittest

from run_testing import ROOT, STAND_IN, Done, Line, RunTestCase, read_journal

HOSTILE = os.environ.get("CLASSAY_HOSTILE_START", "")
WRONG = os.environ.get("CLASSAY_WRONG_LOOP", str(ROOT / "build/dev/tools/wrong_loop"))


class SelfCheckTestCase(RunTestCase):
    def sets_here(self) -> list[str]:
        found = [line for line in self.classay("--version").stdout.splitlines() if line.startswith("instruction sets")]
        return found[0].split(": ")[1].split(", ")

    def check(self, *words: str) -> Line:
        checked: Line = json.loads(self.classay("selfcheck", "--json", *words).stdout)
        return checked


class SelfCheckTest(SelfCheckTestCase):
    def wrong_program(self, *words: str) -> Done:
        return subprocess.run([WRONG, *words], env=self.environment(), capture_output=True, text=True, check=False)

    def test_this_program_passes_and_says_on_which_sets(self) -> None:
        check = self.check()
        self.assertTrue(check["passed"])
        self.assertEqual(check["sets"], self.sets_here())
        self.assertEqual(check["faults"], [])
        shown = self.classay("selfcheck")
        self.assertEqual(shown.returncode, 0)
        self.assertTrue(shown.stdout.endswith("passed\n"), shown.stdout)

    def test_its_result_stands_in_the_first_line_of_a_journal(self) -> None:
        self.assertEqual(self.run_all().returncode, 0)
        first = read_journal(self.out)[0]
        self.assertTrue(first["selfcheck"]["passed"])
        self.assertGreater(first["selfcheck"]["calls"], 30)
        self.assertEqual(first["host"]["instruction_set"], self.sets_here()[-1])

    def test_a_program_with_a_wrong_loop_says_which(self) -> None:
        done = self.wrong_program("selfcheck")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("lanes, 'contains': the loop for", done.stdout)
        self.assertIn("FAILED", done.stdout)

    def test_a_run_of_a_program_with_a_wrong_loop_asks_nothing(self) -> None:
        done = self.wrong_program(*self.run_words())
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("the self-check failed: lanes, 'contains'", done.stderr)
        self.assertFalse(self.out.exists())

    def test_a_run_is_not_gone_on_with_by_such_a_program(self) -> None:
        self.assertEqual(self.run_all().returncode, 0)
        journal = self.out / "journal.jsonl"
        begun = journal.read_text().splitlines(keepends=True)[0]
        journal.write_text(begun)
        done = self.wrong_program("resume", str(self.out), "--program", STAND_IN)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(journal.read_text(), begun)


@unittest.skipUnless(HOSTILE, "CLASSAY_HOSTILE_START names no library to preload")
class HostileStartTest(SelfCheckTestCase):
    """A library that is there before the program leaves its process in another floating-point environment."""

    deed = ""

    def environment(self) -> dict[str, str]:
        hostile = {"LD_PRELOAD": HOSTILE, "CLASSAY_HOSTILE": self.deed} if self.deed else {}
        return {**super().environment(), **hostile}

    def test_the_program_restores_it_and_judges_as_always(self) -> None:
        judged = ("judge", "exp", "f32", "-0x1.9p+6", "=", "0x1.5b1p-145")
        usual = self.classay(*judged).stdout
        self.assertEqual(self.run_all().returncode, 0)
        results = {width: line["verdict"] for width, line in self.results().items()}
        for self.deed, words in (
            ("flush", "flushes subnormal results to zero, takes subnormal arguments for zero"),
            ("round", "rounds upward, rounds upward (x87)"),
            ("trap", "traps invalid operations, traps divisions by zero"),
            ("single", "computes in single precision (x87)"),
        ):
            with self.subTest(self.deed):
                check = self.check()
                self.assertTrue(check["passed"], check)
                self.assertIn(words, check["float_environment"])
                self.assertIn("restored      the program began in", self.classay("selfcheck").stdout)
                self.assertEqual(self.classay(*judged).stdout, usual)
                self.out = self.folder / self.deed
                self.assertEqual(self.run_all().returncode, 0)
                self.assertEqual({width: line["verdict"] for width, line in self.results().items()}, results)
                self.assertIn(words, read_journal(self.out)[0]["selfcheck"]["float_environment"])


class InstructionSetTest(SelfCheckTestCase):
    def environment(self) -> dict[str, str]:
        return {**super().environment(), **getattr(self, "more", {})}

    def test_a_lower_set_is_used_whoever_names_it(self) -> None:
        self.assertEqual(self.check("--cpu", "baseline")["sets"], ["baseline"])
        self.assertEqual(self.run_all("--cpu", "baseline").returncode, 0)
        first = read_journal(self.out)[0]
        self.assertEqual(first["host"]["instruction_set"], "baseline")
        self.assertEqual(first["selfcheck"]["loops"], 0)
        self.more = {"CLASSAY_CPU": "baseline"}
        self.assertEqual(self.check()["sets"], ["baseline"])

    def test_results_do_not_depend_on_it(self) -> None:
        self.assertEqual(self.run_all().returncode, 0)
        with_all = self.results()
        self.out = self.folder / "plain"
        self.assertEqual(self.run_all("--cpu", "baseline").returncode, 0)
        for width, line in self.results().items():
            self.assertEqual(line["verdict"], with_all[width]["verdict"])

    def test_every_command_has_the_option(self) -> None:
        for words in (["--cpu", "baseline", "list"], ["list", "--cpu=baseline"], ["devices", "--cpu", "baseline", "--help"]):
            self.assertEqual(self.classay(*words).returncode, 0, words)
        self.assertEqual(self.classay("judge", "exp", "f32", "0", "=", "1", "--cpu", "baseline").returncode, 0)

    def test_a_set_that_can_not_be_had_is_refused_with_those_that_can(self) -> None:
        here = ", ".join(self.sets_here())
        done = self.classay("list", "--cpu", "avx9")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"--cpu: the instruction set 'avx9' is not known; this machine runs: {here}", done.stderr)
        self.more = {"CLASSAY_CPU": "avx9"}
        done = self.classay("list")
        self.assertEqual(done.returncode, 2)
        self.assertIn("CLASSAY_CPU: the instruction set 'avx9' is not known", done.stderr)


if __name__ == "__main__":
    unittest.main()
