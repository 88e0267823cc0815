"""A math library as a device: C's own is judged, and one that is wrong on purpose is seen through in every function."""

import hashlib
import math
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from run_testing import CLASSAY, read_journal


def number(name: str, bits: str) -> float:
    form = (">I", ">f") if name.endswith("f32") else (">Q", ">d")
    return float(struct.unpack(form[1], struct.pack(form[0], int(bits, 16)))[0])


WRONG = os.environ.get("CLASSAY_WRONG_MATH", str(Path(CLASSAY).parent / "harness/libwrong_math.so"))
STEADY = os.environ.get("CLASSAY_STEADY_MATH", str(Path(CLASSAY).parent / "harness/libsteady_math.so"))
FLUSHING = os.environ.get("CLASSAY_FLUSHING_MATH", str(Path(CLASSAY).parent / "harness/libflushing_math.so"))
Line = dict[str, Any]


class LibraryTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"

    def run_library(self, library: str, *filters: str, more: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        words = [CLASSAY, "run", "--device", f"lib:{library}", "--tier", "smoke", "--out", str(self.out), *more]
        for glob in filters:
            words += ["--filter", glob]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def results(self) -> dict[str, Line]:
        return {line["case"]: line for line in read_journal(self.out) if line["kind"] == "result"}

    def limits(self, *lines: str) -> tuple[str, str]:
        file = self.folder / "limits.txt"
        file.write_text("classay-limits 1\n" + "".join(f"{line}\n" for line in lines))
        return ("--limits", str(file))

    def test_the_library_of_c_is_asked_by_its_own_front_end_where_no_filter_names_one(self) -> None:
        done = self.run_library(
            "libm.so.6", "*/math/fabs/*/v1", "*/math/frexp/*/v1", "*/math/sin/f32/*/v1", "*/math/pow/f64/*/v1"
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = self.results()
        self.assertEqual(
            sorted(found),
            [
                f"c/math/{name}/default/v1"
                for name in ("fabs/f32", "fabs/f64", "frexp/f32", "frexp/f64", "pow/f64", "sin/f32")
            ],
        )
        self.assertEqual({line["verdict"] for line in found.values()}, {"pass"})
        self.assertLess(found["c/math/sin/f32/default/v1"]["max_ulp"]["value"], 1)
        self.assertIn("promises nothing", found["c/math/sin/f32/default/v1"]["reason"])
        run = read_journal(self.out)[0]
        self.assertEqual((run["device"]["backend"], run["edition"]), ("library", "none"))

    def test_what_a_library_has_not_is_unsupported(self) -> None:
        self.run_library("libm.so.6", "c/math/fabs/f32/*/v3", "c/math/maxmag/f32/*/v1", "clc/math/fabs/f32/*/v1")
        self.assertEqual({line["verdict"] for line in self.results().values()}, {"unsupported"})
        self.assertEqual(len(self.results()), 3)

    def test_nothing_is_compared_where_nothing_can_be(self) -> None:
        done = self.run_library("libm.so.6", "c/math/fabs/f32/*/v1", more=("--compare-on-device",))
        self.assertEqual(done.returncode, 2)
        self.assertIn("--compare-on-device: not available on devices of a math library", done.stderr)
        self.assertFalse(self.out.exists())

    def test_without_a_promise_what_is_wrong_is_told_and_breaks_nothing(self) -> None:
        done = self.run_library(WRONG, "*/math/fabs/*", "*/math/sqrt/f32/*", "*/math/trunc/f32/*")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = {name.removeprefix("c/math/"): line["verdict"] for name, line in self.results().items()}
        self.assertEqual(found["fabs/f32/default/v1"], "quality-warning")
        self.assertEqual(found["fabs/f32/default/v4"], "quality-warning")
        self.assertEqual(found["fabs/f32/default/v8"], "unsupported")
        self.assertEqual(found["fabs/f64/default/v1"], "pass")
        self.assertEqual(found["sqrt/f32/default/v1"], "quality-warning")
        self.assertEqual(found["trunc/f32/default/v1"], "pass")

    def test_limits_that_a_file_states_are_promises(self) -> None:
        done = self.run_library(
            WRONG,
            "c/math/fabs/*",
            "c/math/sqrt/f32/*/v1",
            more=self.limits("c/math/fabs/*  0", "c/math/sqrt/f32/default 1e9 # ulp"),
        )
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        found = self.results()
        self.assertEqual(found["c/math/fabs/f32/default/v1"]["verdict"], "fail")
        self.assertEqual(found["c/math/fabs/f32/default/v4"]["verdict"], "fail")
        self.assertEqual(found["c/math/fabs/f64/default/v1"]["verdict"], "pass")
        self.assertEqual(found["c/math/sqrt/f32/default/v1"]["verdict"], "pass")
        self.assertIn("limits.txt, line 2", found["c/math/fabs/f32/default/v1"]["limit"]["clause"])
        self.assertIn("hash", read_journal(self.out)[0]["limits"])
        again = [CLASSAY, "repro", str(self.out), "c/math/fabs/f32/default/v1"]
        told = subprocess.run(again, capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 1, told.stdout + told.stderr)
        self.assertIn("limits.txt, line 2", told.stdout)

    SPECIAL = ("log/f32", "sin/f32", "asin/f32", "exp/f32", "pow/f32", "sqrt/f64")

    def test_a_number_where_c_prescribes_none_is_a_failure_under_limits(self) -> None:
        more = self.limits("c/math/* 1")
        done = self.run_library(WRONG, *(f"c/math/{name}/default/v1" for name in self.SPECIAL), more=more)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        found = self.results()
        wrong: dict[str, Callable[[float], bool]] = {
            "log/f32": lambda x: x <= 0,
            "sin/f32": math.isinf,
            "asin/f32": lambda x: abs(x) > 1,
            "exp/f32": lambda x: x == math.inf,
            "pow/f32": lambda x: x < 0,
            "sqrt/f64": lambda x: x < 0,
        }
        for name in self.SPECIAL:
            line = found[f"c/math/{name}/default/v1"]
            self.assertEqual(line["verdict"], "fail", name)
            self.assertEqual(line["counts"]["undefined"], 0, name)
            for sample in (*line["first"], *line["worst"][: min(line["counts"]["failed"], 16)]):
                self.assertTrue(wrong[name](number(name, sample["inputs"][0])), (name, sample))

    def test_a_file_may_leave_special_values_out(self) -> None:
        more = self.limits("c/math/* 1 no-special-values")
        done = self.run_library(WRONG, *(f"c/math/{name}/default/v1" for name in self.SPECIAL), more=more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in self.SPECIAL:
            line = self.results()[f"c/math/{name}/default/v1"]
            self.assertEqual((line["verdict"], line["limit"]["special_values"]), ("pass", False), name)
            self.assertGreater(line["counts"]["undefined"], 0, name)

    def test_without_limits_a_number_where_c_prescribes_none_is_a_quality_warning(self) -> None:
        done = self.run_library(WRONG, *(f"c/math/{name}/default/v1" for name in self.SPECIAL))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in self.SPECIAL:
            self.assertEqual(self.results()[f"c/math/{name}/default/v1"]["verdict"], "quality-warning", name)

    def test_second_results_are_judged_by_the_rules_of_c(self) -> None:
        done = self.run_library(
            "libm.so.6", "c/math/remquo/*/v1", "c/math/lgamma_r/*/v1", "c/math/frexp/*/v1", more=self.limits("c/math/* 10")
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.results()), 6)

    def test_an_edition_that_is_given_is_a_promise(self) -> None:
        done = self.run_library(WRONG, "c/math/sqrt/f32/*/v1", more=("--edition", "clc-3.1"))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(self.results()["c/math/sqrt/f32/default/v1"]["verdict"], "fail")

    def test_a_library_that_flushes_from_when_it_is_loaded_changes_no_judgement(self) -> None:
        """As one does that was linked with -ffast-math. Both give the same bits, and some of them are wrong."""
        found = {}
        for name, library in (("steady", STEADY), ("flushing", FLUSHING)):
            self.out = self.folder / name
            more = ("--no-models", "--edition", "clc-3.1")
            done = self.run_library(library, "c/math/pow/f32/*/v1", "c/math/exp/f64/*/v1", "c/math/sqrt/f32/*/v1", more=more)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            found[name] = self.results()
        for case in ("c/math/pow/f32/default/v1", "c/math/exp/f64/default/v1"):
            steady, flushing = found["steady"][case], found["flushing"][case]
            self.assertEqual(steady["verdict"], "fail")
            self.assertGreater(steady["counts"]["failed"], 100)
            for what in (
                "verdict",
                "reason",
                "counts",
                "worst",
                "first",
                "signed_histogram",
                "per_binade",
                "answers",
                "inputs",
            ):
                self.assertEqual(steady[what], flushing[what], f"{case}: {what}")
            self.assertNotIn("driver_notes", steady)
            self.assertRegex(
                " ".join(flushing["driver_notes"]), "^loading .*flushing_math.* flushes subnormal results to zero"
            )

    def test_a_function_is_called_as_a_program_that_loads_its_library_calls_it(self) -> None:
        for library, verdict in ((STEADY, "pass"), (FLUSHING, "fail")):
            self.out = self.folder / verdict
            self.run_library(library, "c/math/sqrt/f32/*/v1", more=("--edition", "clc-3.1"))
            result = self.results()["c/math/sqrt/f32/default/v1"]
            self.assertEqual(result["verdict"], verdict, result["reason"])
        for failure in result["first"]:
            magnitude = int(failure["inputs"][0], 16) & 0x7FFFFFFF
            self.assertTrue(0 < magnitude < 0x00800000, "only subnormal numbers are wrong")

    def test_a_function_that_crashes_is_a_crash_and_the_others_are_asked(self) -> None:
        done = self.run_library(WRONG, "c/math/fabs/f64/*/v1", "c/math/floor/f32/*/v1")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(self.results()["c/math/floor/f32/default/v1"]["verdict"], "crash")
        self.assertEqual(self.results()["c/math/fabs/f64/default/v1"]["verdict"], "pass")

    def test_a_second_result_that_is_not_written_is_seen(self) -> None:
        self.run_library(WRONG, "c/math/modf/f32/*/v1")
        self.assertNotEqual(self.results()["c/math/modf/f32/default/v1"]["verdict"], "pass")

    def test_writing_beside_a_result_is_a_failure_in_words(self) -> None:
        self.run_library(WRONG, "c/math/frexp/f32/*/v1", "c/math/sincos/f32/*/v1", more=self.limits("c/math/* 1"))
        for name, where in (("frexp", "wrote behind its second result"), ("sincos", "wrote before its first result")):
            line = self.results()[f"c/math/{name}/f32/default/v1"]
            self.assertEqual(line["verdict"], "fail")
            self.assertIn(where, line["reason"])
            self.assertGreater(line["counts"]["beyond_end"], 0)

    def copied(self, name: str) -> Path:
        copy = self.folder / name
        shutil.copy(WRONG, copy)
        return copy

    def test_the_content_of_a_library_is_a_part_of_what_it_is(self) -> None:
        library = self.copied("libmine.so")
        self.run_library(str(library), "c/math/fabs/f64/*/v1")
        files = read_journal(self.out)[0]["device"]["files"]
        self.assertEqual(files, {"libmine.so": hashlib.sha256(library.read_bytes()).hexdigest()})

    def test_a_library_that_was_replaced_is_not_gone_on_with(self) -> None:
        library = self.copied("libmine.so")
        self.run_library(str(library), "c/math/fabs/f64/*/v1", "c/math/sqrt/f64/*/v1")
        journal = self.out / "journal.jsonl"
        lines = journal.read_text().splitlines(keepends=True)
        journal.write_text("".join(lines[:1]))
        with library.open("ab") as file:
            file.write(b"x")
        done = subprocess.run([CLASSAY, "resume", str(self.out)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("the device: the file libmine.so was", done.stderr)
        shutil.copy(WRONG, library)
        done = subprocess.run([CLASSAY, "resume", str(self.out)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_shards_of_two_libraries_are_not_joined(self) -> None:
        library = self.copied("libmine.so")
        whole = self.out
        for shard in ("1", "2"):
            self.out = self.folder / shard
            self.run_library(str(library), "c/math/fabs/f64/*/v1", more=("--shard", f"{shard}/2"))
            library.write_bytes(library.read_bytes() + b"x")
        merge = [CLASSAY, "merge", str(whole), *(str(self.folder / shard) for shard in ("1", "2"))]
        done = subprocess.run(merge, capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("the file libmine.so was", done.stderr)

    def test_a_library_that_is_replaced_during_a_run_ends_it(self) -> None:
        library = self.copied("libchanging.so")
        done = self.run_library(str(library), "c/math/ceil/f32/*/v1", "c/math/fabs/f64/*/v1")
        self.assertNotIn(done.returncode, (0, 1), done.stdout + done.stderr)
        end = read_journal(self.out)[-1]
        self.assertIn("the file libchanging.so was", end["unusable"])

    def test_what_can_not_be_opened_is_told(self) -> None:
        done = self.run_library("./nowhere.so", "c/math/fabs/*")
        self.assertNotIn(done.returncode, (0, 1))
        self.assertIn("nowhere.so", done.stderr)
        done = self.run_library("libm.so.6", "c/math/fabs/*", more=self.limits("c/math/fabs"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("line 2: a line is a glob and an error in ulp", done.stderr)

    def test_a_list_has_what_it_can_be_asked(self) -> None:
        words = [CLASSAY, "list", "--coverage", "--filter", "sin", "--device", "lib:libm.so.6"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertRegex(done.stdout, r"\bc +f16\(\w\) f32 f64\n", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
