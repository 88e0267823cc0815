"""Tests that the entries of scripts/mutations match the sources, bad ones are refused, and test output is parsed."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import mutants
import mutate
from mutants import Result
from mutation_report import rendered
from mutation_results import identity, load_results, save_results

ENTRY = ["name; bound; its effect", "some/file.cpp", "- a < b", "+ a <= b"]


class EntriesTest(unittest.TestCase):
    def test_every_entry_fits_the_sources(self) -> None:
        self.assertEqual(mutants.complaints(mutants.load()), [])

    def test_there_are_enough_of_every_kind_and_room(self) -> None:
        all_mutants = mutants.load()
        self.assertGreaterEqual(len(all_mutants), 150)
        self.assertEqual({m.kind for m in all_mutants}, set(mutants.KINDS))
        modules = (
            "reference/number",
            "reference/oracle",
            "reference/judge",
            "suites",
            "harness/worker/judging",
            "harness/worker/lanes",
        )
        for module in modules:
            self.assertGreaterEqual(sum(m.file.startswith(module) for m in all_mutants), 5, module)

    def test_an_entry_is_read_and_applied(self) -> None:
        m = mutants.parse([*ENTRY, "= it survives"])
        self.assertEqual((m.name, m.kind, m.survives), ("name", "bound", "it survives"))
        self.assertEqual(m.applied("if (a < b) f();"), "if (a <= b) f();")

    def test_a_place_behind_a_text_is_found(self) -> None:
        m = mutants.parse([*ENTRY, "@ second"])
        self.assertEqual(m.applied("first a < b second a < b third a < b"), "first a < b second a <= b third a < b")

    def test_text_that_is_not_there_or_there_twice_is_refused(self) -> None:
        m = mutants.parse(ENTRY)
        for text in ("a > b", "a < b or a < b"):
            with self.assertRaises(mutants.EntryError):
                m.applied(text)

    def test_bad_entries_are_refused(self) -> None:
        for entry in (
            ["name; bound", *ENTRY[1:]],
            ["name; wrongness; what", *ENTRY[1:]],
            ENTRY[:3],
            [*ENTRY[:3], "+ a < b"],
            [*ENTRY, "? what"],
            [*ENTRY, "- again"],
        ):
            with self.assertRaises(mutants.EntryError):
                mutants.parse(entry)

    def test_names_are_there_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "two.txt").write_text("\n".join([*ENTRY, "", "# the same again", *ENTRY]))
            with self.assertRaises(mutants.EntryError):
                mutants.load(Path(folder))


class ResultsTest(unittest.TestCase):
    def test_what_was_kept_is_read_but_of_entries_that_were_changed(self) -> None:
        same = mutants.parse(ENTRY)
        was = mutants.parse(["other; bound; what", *ENTRY[1:]])
        became = mutants.parse(["other; bound; what", *ENTRY[1:3], "+ a > b"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.tsv"
            self.assertEqual(load_results([same, was], path), {})
            kept = {m.name: Result(identity(m), "killed", "a_test Suite.Name", 1.5) for m in (same, was)}
            save_results(kept, path)
            self.assertEqual(load_results([same, was], path), kept)
            self.assertEqual(load_results([same, became], path), {"name": kept["name"]})

    def test_those_in_the_tree_are_of_its_entries(self) -> None:
        entries = mutants.load()
        self.assertGreater(len(load_results(entries)), 0.75 * len(entries))


class ReportTest(unittest.TestCase):
    def test_mutants_that_did_not_run_are_not_counted_as_detected(self) -> None:
        run, changed, survivor = (
            mutants.parse([f"{name}; bound; what", *ENTRY[1:]]) for name in ("run", "changed", "survivor")
        )
        results = {"run": Result("", "killed", "a_test Suite.Name"), "survivor": Result("", "survived")}
        text = rendered([run, changed, survivor], results)
        self.assertIn("| all | 3 | 1 | 0 | 0 | 0 | 1 | 1 | 33.3 % |\n", text)
        self.assertIn("- survivor (survived; some/file.cpp: `a < b` becomes `a <= b`): what.", text)
        self.assertNotIn("- changed", text)


class RunTest(unittest.TestCase):
    def ran(self, script: str, limit: float = 20) -> mutate.Ran:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            return mutate.run_tests(program, limit, Path(folder) / "log")

    def test_the_first_failed_test_is_named(self) -> None:
        ran = self.ran("echo '[ RUN      ] A.One'; echo '[  FAILED  ] A.One (3 ms)'; echo '[  FAILED  ] 1 test'; exit 1")
        self.assertEqual(ran.failed, "A.One")

    def test_a_crash_is_of_the_test_that_ran(self) -> None:
        ran = self.ran("echo '[ RUN      ] A.One'; echo '[       OK ] A.One'; echo '[ RUN      ] A.Two'; kill -SEGV $$")
        self.assertEqual((ran.failed, ran.timed_out), ("A.Two", False))

    def test_what_does_not_end_is_seen(self) -> None:
        ran = self.ran("echo '[ RUN      ] A.One'; while :; do :; done", limit=1)
        self.assertEqual((ran.failed, ran.timed_out), ("A.One", True))

    def test_what_passes_passes(self) -> None:
        self.assertEqual(self.ran("echo '[       OK ] A.One'").failed, "")

    def test_tests_of_the_own_room_come_first(self) -> None:
        names = ("suites_rules_test", "reference_judge_test", "reference_bulk_test", "harness_judging_test")
        sound = {name: mutate.Sound(seconds, "") for name, seconds in zip(names, (1, 9, 2, 3))}
        self.assertEqual(
            mutate.in_order("reference/judge/ulp.cpp", sound),
            ["reference_judge_test", "reference_bulk_test", "suites_rules_test", "harness_judging_test"],
        )
        self.assertEqual(mutate.in_order("harness/worker/judging/case_judge.cpp", sound)[0], "harness_judging_test")

    def test_an_assertion_of_the_source_is_no_other_error(self) -> None:
        asserted = "x.cpp:3:1: error: static assertion failed: two rows have the same name\n"
        self.assertEqual(mutate.refused(asserted), mutate.Outcome("compiler", "static_assert two rows have the same name"))
        self.assertEqual(mutate.refused("x.cpp:3:1: error: expected ';'\n").what, "invalid")


if __name__ == "__main__":
    unittest.main()
