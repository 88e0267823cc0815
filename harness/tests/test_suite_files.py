"""Suite files: `classay run SUITE.toml` makes one run per entry, each in a process of its own with its variables.

Possible faults: the variables of a run reach another one, a run is lost or counts as passed, the exit code is not the worst.
An expired entry still excuses, a skipped case counts as a pass, a typing error is found after hours. An interrupt leaves a
worker behind or damages a journal, or the second call mixes results of two files.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import schema_testing
from run_testing import CLASSAY, ROOT, STAND_IN, Done, RunTestCase, all_pass_but, read_journal

SIN = "clc/math/sin/f32/default"
YEAR = "2999-12-31"


class SuiteTestCase(RunTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.suite = self.folder / "suite.toml"
        self.variants: list[str] = []

    def behaves(self, name: str, *rules: tuple[str, ...], pace: int = 0) -> Path:
        """The file with the behaviour of the stand-in in one run."""
        self.rules = self.folder / f"{name}.json"
        self.behave(*rules, pace=pace)
        state = self.folder / f"state-{name}"
        state.mkdir(exist_ok=True)
        self.rules.write_text(json.dumps(json.loads(self.rules.read_text()) | {"folder": str(state)}))
        return self.rules

    def add(self, name: str, *rules: tuple[str, ...], more: str = "", pace: int = 0) -> None:
        rules_file = self.behaves(name, *rules, pace=pace)
        self.variants.append(f'[[run]]\nname = "{name}"\nenv.CLASSAY_STAND_IN = "{rules_file}"\n{more}')

    def write(self, head: str = "", outputs: str = "") -> None:
        common = f'program = "{STAND_IN}"\ntier = "smoke"\nfilter = "{SIN}/*"\n{head}'
        self.suite.write_text("\n".join([common, outputs, *self.variants]))

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name != "CLASSAY_STAND_IN"}

    def run_suite(self, *words: str) -> Done:
        return self.classay("run", str(self.suite), "--out", str(self.out), *words)

    def verdicts_of(self, name: str) -> dict[str, str]:
        lines = read_journal(self.out / name)
        return {line["case"].rsplit("/", 1)[1]: line["verdict"] for line in lines if line["kind"] == "result"}

    def summary(self, done: Done) -> dict[str, str]:
        """The exit code of each run, as the summary has it."""
        lines = done.stdout[done.stdout.index("Suite\n") :].splitlines()[1:]
        return {line.split()[0]: line.split()[1] for line in lines if line.startswith("  ")}


class SuiteTest(SuiteTestCase):
    def test_each_run_has_its_variables_and_the_worst_exit_code_counts(self) -> None:
        self.add("good")
        self.add("bad", ("*/v3", "fail"))
        self.add("good-again")
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(self.verdicts_of("good"), all_pass_but())
        self.assertEqual(self.verdicts_of("bad"), all_pass_but(v3="fail"))
        self.assertEqual(self.verdicts_of("good-again"), all_pass_but())
        self.assertEqual(self.summary(done), {"good": "0", "bad": "1", "good-again": "0"})
        self.assertIn(str(self.out / "bad"), done.stdout)
        self.assertEqual(read_journal(self.out / "bad")[0]["label"], "bad")

    def test_the_command_of_a_run_makes_the_same_run(self) -> None:
        self.add("bad", ("*/v3", "fail"), more='exclude = "*/v16"\njobs = 2\n')
        self.write()
        listed = self.run_suite("--dry-run")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertFalse(self.out.exists())
        command = listed.stdout.splitlines()[1]
        again = subprocess.run(
            command.replace("classay run", f"{CLASSAY} run"), shell=True, capture_output=True, text=True, check=False
        )
        self.assertEqual(again.returncode, 1, again.stderr)
        by_hand = self.verdicts_of("bad")
        self.assertEqual(by_hand, {"v1": "pass", "v2": "pass", "v3": "fail", "v4": "pass", "v8": "pass"})
        shutil.rmtree(self.out)
        self.assertEqual(self.run_suite().returncode, 1)
        self.assertEqual(self.verdicts_of("bad"), by_hand)
        self.assertEqual((self.out / "bad/command.txt").read_text(), command + "\n")

    def test_a_run_that_cannot_start_is_not_lost(self) -> None:
        self.add("first")
        self.add("gone", more='device = "no such device"\n')
        self.add("last")
        self.write()
        self.out.mkdir()
        (self.out / "last").write_text("a file where the folder should be")
        done = self.run_suite()
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertEqual(self.summary(done), {"first": "0", "gone": "2", "last": "4"})
        self.assertIn("did not start", done.stdout)

    def test_a_device_that_is_lost_ends_its_run_only(self) -> None:
        self.add("lost", ("*/v3", "brick"))
        self.add("good")
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertEqual(self.summary(done), {"lost": "5", "good": "0"})

    def test_json_is_the_journals_and_nothing_else(self) -> None:
        self.add("a")
        self.add("b")
        self.write()
        done = self.run_suite("--json")
        kinds = [json.loads(line)["kind"] for line in done.stdout.splitlines()]
        self.assertEqual((kinds.count("run"), kinds.count("end"), kinds.count("result")), (2, 2, 12))
        self.assertIn("Suite\n", done.stderr)


class EntryTest(SuiteTestCase):
    @staticmethod
    def entry(kind: str, cases: str, expires: str = YEAR, more: str = "") -> str:
        return f'[[run.{kind}]]\ncases = "{cases}"\nowner = "me"\nreason = "known"\nexpires = {expires}\n{more}'

    def test_known_failures_and_flakes_do_not_count(self) -> None:
        known = self.entry("fails", f"{SIN}/v3") + self.entry("fails", "*/v8", more='verdict = "crash"\n')
        known += self.entry("flakes", "*/v4")
        self.add("a", ("*/v3", "fail"), ("*/v8", "crash"), ("*/v4", "fail", "unit"), more=known)
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.verdicts_of("a"), all_pass_but(v3="xfail", v8="xfail", v4="xfail"))
        self.assertIn("me - 2999-12-31", (self.out / "a/known.txt").read_text())

    def test_an_expired_entry_does_not_excuse(self) -> None:
        known = self.entry("fails", "*/v3", "2020-01-01") + self.entry("skips", "*/v4", "2020-01-01")
        self.add("a", ("*/v3", "fail"), ("*/v4", "fail"), more=known)
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.verdicts_of("a"), all_pass_but(v3="fail", v4="fail"))
        for kind, cases in (("fails", "*/v3"), ("skips", "*/v4")):
            said = f"the entry of {kind} for '{cases}' expired on 2020-01-01 and no longer counts; me is its owner"
            self.assertIn(said, done.stderr)

    def test_a_known_failure_that_passes_or_fails_differently_counts(self) -> None:
        self.add("better", more=self.entry("fails", "*/v3"))
        self.add("worse", ("*/v3", "crash"), more=self.entry("fails", "*/v3"))
        self.write()
        done = self.run_suite()
        self.assertEqual(self.summary(done), {"better": "1", "worse": "1"})
        self.assertIn("better than the baseline", done.stdout)

    def test_a_skipped_case_does_not_run_and_is_no_pass(self) -> None:
        self.add("a", ("*/v3", "fail"), more=self.entry("skips", "*/v3"))
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("v3", self.verdicts_of("a"))
        self.assertIn("!*/v3", read_journal(self.out / "a")[0]["options"]["filters"])
        self.assertIn("skips leave out up to 1 cases", done.stdout)

    def test_an_entry_without_a_case_is_reported(self) -> None:
        self.add("a", more=self.entry("flakes", "*/cos/*"))
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(self.summary(done), {"a": "0"})
        self.assertIn("suite.toml:9:1: the entry of flakes for '*/cos/*' matches no case of its runs", done.stderr)


class RefusalTest(SuiteTestCase):
    def refused(self, *words: str) -> str:
        done = self.run_suite(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertFalse(self.out.exists())
        return done.stderr

    def test_a_wrong_file_is_refused_before_anything_runs(self) -> None:
        self.add("a")
        self.add("b", more='teir = "smoke"\n')
        self.write()
        said = self.refused()
        self.assertIn(f"{self.suite}:13:1: unknown key 'teir'; did you mean 'tier'?", said)
        self.assertIn('\n  teir = "smoke"\n  ^\n', said)
        for text, why in (
            ("", "the file has no run"),
            ("tier = \n", "suite.toml:1:"),
            ('[[run]]\nname = "a"\nlimits = "none.txt"\n', "none.txt' does not exist"),
            ("\0", "suite.toml:1:1: "),
        ):
            self.suite.write_text(text)
            self.assertIn(why, self.refused())
        self.suite.write_bytes(b'[[run]]\nname = "\xff"\n')
        self.assertIn("suite.toml:2:", self.refused())
        self.suite.unlink()
        self.assertIn("does not exist", self.refused())

    def test_options_of_runs_belong_in_the_file(self) -> None:
        self.add("a")
        self.write()
        self.assertIn("--tier cannot be used with a suite file; write 'tier' in ", self.refused("--tier", "quick"))
        self.assertIn("write '*/sin/*' as 'filter' in the file", self.refused("*/sin/*"))
        self.assertIn("a suite file is the only argument", self.refused("second.toml"))

    def test_outputs_need_the_reports(self) -> None:
        self.add("a")
        self.write(outputs='[outputs]\ncsv = "all.csv"\n')
        os.environ["CLASSAY_REPORT"] = "/bin/false"
        self.addCleanup(os.environ.pop, "CLASSAY_REPORT")
        self.assertIn("outputs: `/bin/false --help` failed", self.refused())


class AgainTest(SuiteTestCase):
    def stopped(self, number: int) -> str:
        """The output of a suite that gets a signal when its second run has a checkpoint."""
        journal = self.out / "slow/journal.jsonl"
        command = [CLASSAY, "run", str(self.suite), "--out", str(self.out)]
        with subprocess.Popen(
            command, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            deadline = time.monotonic() + 120
            while not (journal.exists() and '"kind":"checkpoint"' in journal.read_text()):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            process.send_signal(number)
            said, errors = process.communicate()
        self.assertEqual(process.returncode, -number if number == signal.SIGKILL else 130, said + errors)
        return said + errors

    def three(self) -> None:
        self.add("first", ("*/v2", "fail"))
        self.add("slow", pace=50_000)
        self.add("last")
        self.write()

    def test_an_interrupted_suite_continues(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number.name):
                shutil.rmtree(self.out, ignore_errors=True)
                self.variants.clear()
                self.three()
                said = self.stopped(number)
                if number != signal.SIGKILL:
                    self.assertIn("continue with the same command", said)
                    self.assertRegex(said, r"slow +130  interrupted")
                    self.assertRegex(said, r"last +-  not run")
                self.assertFalse((self.out / "last").exists())
                before = (self.out / "first/journal.jsonl").read_bytes()
                self.behaves("slow")
                done = self.run_suite()
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertEqual(self.summary(done), {"first": "1", "slow": "0", "last": "0"})
                self.assertEqual((self.out / "first/journal.jsonl").read_bytes(), before)
                self.assertEqual(self.verdicts_of("slow"), all_pass_but())

    def test_results_that_exist_are_not_mixed_with_others(self) -> None:
        self.add("a")
        self.write()
        self.assertEqual(self.run_suite().returncode, 0)
        done = self.run_suite()
        self.assertEqual(done.returncode, 2)
        self.assertIn("contains all of these runs, and they have ended; choose another folder with --out", done.stderr)
        self.add("b")
        self.write(head='seed = "7"\n')
        done = self.run_suite()
        self.assertEqual(done.returncode, 2)
        self.assertIn("contains a run with different options: CLASSAY_STAND_IN=", done.stderr)
        self.assertFalse((self.out / "b").exists())
        # A run that was added is the only one to run.
        self.write()
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.summary(done), {"a": "0", "b": "0"})
        # So is one with different known failures refused.
        self.variants[0] += '[[run.fails]]\ncases = "*/v3"\nowner = "me"\nreason = "x"\nexpires = 2999-01-01\n'
        self.write()
        self.assertIn("contains a run with different", self.run_suite().stderr)


class ReportTest(unittest.TestCase):
    """The math library of C is a device whose journals the reports read. Its sin is not correctly rounded."""

    def setUp(self) -> None:
        if subprocess.run([ROOT / "scripts/report", "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")
        folder = tempfile.TemporaryDirectory(prefix="classay-suite-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"
        self.addCleanup(schema_testing.check, self.folder)

    def run_suite(self, *lines: str) -> Done:
        suite = self.folder / "libm.toml"
        common = ('device = "lib:libm.so.6"', 'tier = "smoke"', 'filter = "c/math/sin/f32/default/v1"')
        suite.write_text("\n".join([*common, *lines]))
        command = [CLASSAY, "run", str(suite), "--out", str(self.out)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_one_page_compares_the_runs(self) -> None:
        (self.folder / "tight.txt").write_text("classay-limits 1\nc/math/sin/* 0\n")
        outputs = ["[outputs]", 'html = "site"', 'junit = "junit/all.xml"', 'csv = "all.csv"', 'markdown = "all.md"']
        done = self.run_suite(
            *outputs, "[[run]]", 'name = "plain"', "[[run]]", 'name = "tight"', 'limits = "tight.txt"', 'env.LC_ALL = "C"'
        )
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        page = (self.out / "site/ways.html").read_text()
        for text in ("plain, Math library", "tight, Math library"):
            self.assertIn(text, page)
        self.assertIn("classay tight smoke", (self.out / "junit/all.xml").read_text())
        self.assertEqual((self.out / "all.csv").read_text().count("\n"), 3)
        self.assertIn("## tight, ", (self.out / "all.md").read_text())

    def test_a_report_that_is_not_written_is_4(self) -> None:
        (self.out / "a.csv").mkdir(parents=True)
        done = self.run_suite("[outputs]", 'csv = "a.csv"', 'markdown = "a.md"', "[[run]]", 'name = "a"')
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("a.csv: not written: ", done.stderr)
        self.assertTrue((self.out / "a.md").is_file())


class PoclTest(unittest.TestCase):
    """A variable that changes the driver changes its run only."""

    def test_a_defect_behind_a_variable_is_seen(self) -> None:
        with tempfile.TemporaryDirectory(prefix="classay-suite-") as name:
            suite = Path(name) / "pocl.toml"
            suite.write_text(
                'tier = "smoke"\ndevice = "pocl"\nfilter = "clc/math/fabs/f32/default/v1"\n[[run]]\nname = "plain"\n'
                '[[run]]\nname = "no-driver"\nenv.OCL_ICD_VENDORS = "/nowhere"\nenv.OCL_ICD_FILENAMES = ""\n'
            )
            done = subprocess.run(
                [CLASSAY, "run", str(suite), "-o", f"{name}/out"], capture_output=True, text=True, check=False
            )
            self.assertRegex(done.stdout, r"plain +0  as promised")
            self.assertRegex(done.stdout, r"no-driver +[25]  ", done.stdout + done.stderr)
            self.assertIn(done.returncode, (2, 5))


if __name__ == "__main__":
    unittest.main()
