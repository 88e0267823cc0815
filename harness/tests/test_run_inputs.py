"""Runs on the inputs of a file (`run --inputs`), and on ranges of arguments (`run --range`).

Possible faults: a line is ignored, a pattern is read as a number, a case without an input counts as a pass, the bound of a
line is not applied, the run looks complete, a resumed or merged run has different inputs. An empty range passes, an input
lies outside its range, an end is left out, one of both zeros is left out.
"""

import shutil
import signal
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import schema_testing
from run_testing import CLASSAY, Done, Line, RunTestCase, all_pass_but, read_journal


class StandInTest(RunTestCase):
    """Selection, journal, resume and merge do not need a device."""

    def setUp(self) -> None:
        super().setUp()
        self.list = self.folder / "bugs.txt"
        self.write("1", "2")

    def write(self, *lines: str) -> None:
        self.list.write_text("".join(f"{line}\n" for line in lines))

    def run_list(self, *words: str, filters: tuple[str, ...] = ("clc/math/sin/f32/default/*",)) -> Done:
        return self.run_all("--inputs", str(self.list), *words, filters=filters)

    def test_only_the_inputs_of_the_list_run_and_the_run_is_called_partial(self) -> None:
        done = self.run_list()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.verdicts(), all_pass_but())
        self.assertEqual({line["inputs"]["count"] for line in self.results().values()}, {2})
        self.assertEqual({line["inputs"]["exhaustive"] for line in self.results().values()}, {False})
        self.assertIn(f"partial: this run covers only the inputs of {self.list}\n", done.stdout)
        covers = read_journal(self.out)[0]["covers"]
        self.assertEqual((covers["file"], len(covers["hash"])), (str(self.list), 16))

    def test_cases_without_an_input_do_not_run(self) -> None:
        self.write("sin f32: 1")
        filters = ("clc/math/{sin,cos,pow}/*/default/v1", "clc/misc/printf/*")
        listed = self.run_list("--dry-run", filters=filters)
        self.assertEqual(listed.stdout.split(), ["clc/math/sin/f32/default/v1"])
        self.assertEqual(self.run_list(filters=filters).returncode, 0)
        self.assertEqual(list(self.results()), ["v1"])
        self.assertEqual((read_journal(self.out)[0]["cases"], read_journal(self.out)[0]["measured"]), (1, 0))

    def test_a_line_that_no_selected_case_has_is_refused_with_its_place(self) -> None:
        for line, why in (
            ("1 2", "sin f32 takes 1 argument, not 2"),
            ("cos f32: 1", "'cos f32' is not one of the selected cases"),
            ("one", "sin f32: "),
            ("0x3f80", "write a number as 0x3f80p0"),
            ("1 <= two", "'two' is not an error in ulp"),
        ):
            self.write("1", "# a comment", line)
            done = self.run_list()
            self.assertEqual(done.returncode, 2, line)
            self.assertIn(f"{self.list}, line 3: ", done.stderr)
            self.assertIn(why, done.stderr)
            self.assertFalse(self.out.exists())
        self.write("# nothing")
        self.assertIn("has no inputs", self.run_list().stderr)
        self.list.unlink()
        done = self.run_list()
        self.assertEqual((done.returncode, "does not exist" in done.stderr), (2, True), done.stderr)

    def test_a_stopped_run_resumes_with_the_same_list_only(self) -> None:
        self.behave(pace=50_000)
        self.stopped_when('"kind":"checkpoint"', signal.SIGINT, "--inputs", str(self.list))
        self.assertLess(len(self.results()), 6)
        before = self.list.read_text()
        self.write("1", "3")
        done = self.resume()
        self.assertEqual(done.returncode, 2)
        self.assertIn("the inputs have changed since the run started", done.stderr)
        self.list.write_text(before)
        done = self.resume()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.verdicts(), all_pass_but())
        self.assertEqual({line["inputs"]["count"] for line in self.results().values()}, {2})
        self.assertIn("partial: this run covers only", done.stdout)

    def test_shards_merge_with_those_of_the_same_list_only(self) -> None:
        parts = []
        for shard in ("1/2", "2/2"):
            self.out = self.folder / f"shard-{shard[0]}"
            self.run_list("--shard", shard)
            parts.append(str(self.out))
        done = self.classay("merge", str(self.folder / "merged"), *parts)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("partial: this run covers only the inputs of", done.stdout)
        self.out = self.folder / "merged"
        self.assertEqual(self.verdicts(), all_pass_but())
        self.assertIn("covers", read_journal(self.out)[0])
        shutil.rmtree(self.folder / "shard-2")
        self.out = self.folder / "shard-2"
        self.run_all("--shard", "2/2")
        done = self.classay("merge", str(self.folder / "again"), *parts)
        self.assertEqual(done.returncode, 4)
        self.assertIn("do not belong together: covers was", done.stderr)
        self.out = self.folder / "complete"
        self.run_list()
        done = self.classay("merge", str(self.folder / "joined"), str(self.out), "--no-filter")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--no-filter join complete runs", done.stderr)

    def test_a_baseline_is_refused(self) -> None:
        done = self.run_list("--baseline", str(self.list))
        self.assertEqual(done.returncode, 2)
        self.assertIn("a baseline has complete results, and this run covers only the inputs of", done.stderr)


class RangeStandInTest(RunTestCase):
    def run_range(self, *words: str, filters: tuple[str, ...] = ("clc/math/sin/f32/default/*",)) -> Done:
        return self.run_all(*words, filters=filters)

    def test_a_run_on_a_range_is_called_partial(self) -> None:
        done = self.run_range("--range=-1..1", "--range", "..")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("no selected case has 2 arguments with values in -1..1, ..", done.stderr)
        done = self.run_range("--range=-1..1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("partial: this run covers only arguments in -1..1\n", done.stdout)
        self.assertEqual(read_journal(self.out)[0]["covers"], {"ranges": ["-1..1"]})
        self.assertEqual({line["inputs"]["exhaustive"] for line in self.results().values()}, {False})
        self.assertEqual(self.verdicts(), all_pass_but())

    def test_wrong_ranges_are_refused(self) -> None:
        for words, why in (
            (("--range", "1..-1"), "--range: '1..-1' is empty, because 1 is above -1"),
            (("--range", "1"), "--range: '1' is not a range"),
            (("--range", "nan..1"), "NaN is not the end of a range"),
            (("--range", ".."), "--range: no range has an end"),
            (("--range", "1e300..1e301"), "no selected case has 1 argument with values in 1e300..1e301"),
            (("--range", "0..1", "--inputs", "x"), "--range and --inputs cannot be used together"),
            (("--range", "0..1", "--baseline", str(self.rules)), "this run covers only arguments in 0..1"),
        ):
            done = self.run_range(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(why, done.stderr)
            self.assertFalse(self.out.exists())

    def test_cases_without_the_argument_do_not_run(self) -> None:
        listed = self.run_range("--dry-run", "--range", "..,0..1", filters=("clc/math/{sin,pow,fma}/f32/default/v1",))
        self.assertEqual(listed.stdout.split(), ["clc/math/fma/f32/default/v1", "clc/math/pow/f32/default/v1"])

    def test_a_stopped_run_resumes_with_its_range(self) -> None:
        self.behave(pace=50_000)
        self.stopped_when('"kind":"checkpoint"', signal.SIGINT, "--range", "1..1.0001")
        self.assertLess(len(self.results()), 6)
        done = self.resume()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.verdicts(), all_pass_but())
        # The floats from 1 to 1.0001.
        self.assertEqual({line["inputs"]["count"] for line in self.results().values()}, {839})

    def test_shards_merge_with_those_of_the_same_range_only(self) -> None:
        parts: list[str] = []
        for shard, range_ in (("1/2", "0..1"), ("2/2", "0..1"), ("2/2", "0..2")):
            self.out = self.folder / f"part-{len(parts)}"
            self.run_range("--shard", shard, "--range", range_)
            parts.append(str(self.out))
        done = self.classay("merge", str(self.folder / "merged"), *parts[:2])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("partial: this run covers only arguments in 0..1", done.stdout)
        done = self.classay("merge", str(self.folder / "mixed"), parts[0], parts[2])
        self.assertEqual(done.returncode, 4)
        self.assertIn("do not belong together: covers", done.stderr)


class InputsTestCase(unittest.TestCase):
    device = ""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="classay-inputs-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(lambda: schema_testing.check(self.folder))
        self.list = self.folder / "bugs.txt"
        self.out = self.folder / "out"

    def run_list(self, *lines: str, filters: tuple[str, ...] = ("c/math/sin/f32/*/v1",), more: tuple[str, ...] = ()) -> Done:
        self.list.write_text("".join(f"{line}\n" for line in lines))
        return self.run_words("--tier", "smoke", "--inputs", str(self.list), *more, filters=filters)

    def run_words(self, *words: str, filters: tuple[str, ...]) -> Done:
        command = [CLASSAY, "run", "--device", self.device, "--out", str(self.out), *words, *filters]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def results(self) -> dict[str, Line]:
        return {line["case"]: line for line in read_journal(self.out) if line["kind"] == "result"}


class LibraryTest(InputsTestCase):
    """The math library of C gives results whose errors are known to be below one ulp."""

    device = "lib:libm.so.6"

    def test_a_bound_that_is_broken_is_a_failure_and_repro_shows_it(self) -> None:
        # The exact value is not a float.
        done = self.run_list("1 <= 0", "2 <= 1", "0x40400000", "-inf", "nan")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        line = self.results()["c/math/sin/f32/default/v1"]
        self.assertEqual((line["verdict"], line["counts"]["judged"], line["counts"]["failed"]), ("fail", 5, 1))
        self.assertEqual(line["first"][0]["inputs"], ["0x3f800000"])
        self.assertEqual(line["first"][0]["limit"], {"value": 0.0, "clause": f"{self.list}, line 1"})
        self.assertIn(f"(<= 0 ulp, {self.list}, line 1)", line["reason"])
        self.assertIn(f"classay repro {self.out} c/math/sin/f32/default/v1", done.stdout)
        again = [CLASSAY, "repro", str(self.out), "c/math/sin/f32/default/v1"]
        shown = subprocess.run(again, capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 1, shown.stdout + shown.stderr)
        self.assertIn(f"<= 0 ulp, {self.list}, line 1", shown.stdout)

    def test_a_bound_that_is_kept_passes(self) -> None:
        done = self.run_list("1 <= 1", "sin f32: 2 <= 0.75 ulp", filters=("c/math/sin/*/v1",))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = {name: line["counts"]["judged"] for name, line in self.results().items()}
        self.assertEqual(counts, {"c/math/sin/f32/default/v1": 2, "c/math/sin/f64/default/v1": 1})

    def test_two_arguments(self) -> None:
        done = self.run_list("2, 0.5 <= 1", "2 -1", filters=("c/math/{pow,ldexp}/f32/*/v1",))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = {name: line["counts"]["judged"] for name, line in self.results().items()}
        self.assertEqual(counts, {"c/math/pow/f32/default/v1": 2, "c/math/ldexp/f32/default/v1": 1})


class RangeLimitTest(InputsTestCase):
    """sin of the math library of C is not correctly rounded, and its error is below one ulp."""

    device = "lib:libm.so.6"

    def test_a_limit_applies_in_its_range_only(self) -> None:
        limits = self.folder / "limits.txt"
        limits.write_text("classay-limits 1\nc/math/sin/* 0 2..3\nc/math/sin/* 1\n")
        words = ("--tier", "smoke", "--limits", str(limits))
        done = self.run_words(*words, filters=("c/math/sin/f32/*/v1",))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        (line,) = self.results().values()
        for sample in line["first"]:
            x = struct.unpack("f", struct.pack("I", int(sample["inputs"][0], 16)))[0]
            self.assertTrue(2 <= x <= 3, sample)
        self.assertIn(f"(<= 0 ulp, {limits}, line 2)", line["reason"])
        self.assertEqual(line["limit"]["value"], None)
        self.assertEqual([one["range"] for one in line["limit"]["ranges"]], ["2..3", ".."])
        again = [CLASSAY, "repro", str(self.out), "c/math/sin/f32/default/v1"]
        shown = subprocess.run(again, capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 1, shown.stdout + shown.stderr)
        self.assertIn(f"<= 0 ulp, {limits}, line 2", shown.stdout)
        shutil.rmtree(self.out)
        limits.write_text("classay-limits 1\nc/math/sin/* 1 2..3\nc/math/sin/* 1\n")
        done = self.run_words(*words, filters=("c/math/sin/f32/*/v1",))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class PoclTest(InputsTestCase):
    device = "pocl"

    def test_all_inputs_of_a_range_run_in_every_width(self) -> None:
        # fabs shows each input in its result. The kernel makes the inputs of large ranges. 2^15 run in mixed order too.
        across_zero = 2 * (0x00080000 + 1) + 2**15
        for range_, count in (("-0x1p-130..0x1p-130", across_zero), ("1..1.75", 0x00600000 + 1 + 2**15)):
            shutil.rmtree(self.out, ignore_errors=True)
            done = self.run_words("--tier", "full", f"--range={range_}", filters=("clc/math/fabs/f32/*/v[14]",))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual([line["counts"]["judged"] for line in self.results().values()], [count, count])

    def test_a_vector_is_in_a_range_if_all_its_lanes_are(self) -> None:
        limits = self.folder / "limits.txt"
        limits.write_text("classay-limits 1\nclc/geometric/dot/* 0 ..0\nclc/geometric/dot/* 1000\n")
        words = ("--limits", str(limits))
        done = self.run_list("-1.1,1.3 1.7,1.9", filters=("clc/geometric/dot/f32/*/v2",), more=words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        again = [CLASSAY, "repro", str(self.out), "clc/geometric/dot/f32/default/v2"]
        shown = subprocess.run(again, capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, shown.stdout + shown.stderr)
        self.assertIn(f"<= 1000 ulp, {limits}, line 3", shown.stdout)

    def test_samples_lie_in_the_ranges(self) -> None:
        done = self.run_words("--tier", "smoke", "--range", "1..2,3..4", filters=("clc/math/pow/f32/*/v1",))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (line,) = self.results().values()
        for sample in line["worst"]:
            x, y = (struct.unpack("f", struct.pack("I", int(bits, 16)))[0] for bits in sample["inputs"])
            self.assertTrue(1 <= x <= 2 and 3 <= y <= 4, sample)

    def test_every_width_and_every_lane_runs_every_input(self) -> None:
        done = self.run_list(
            *(f"{k}.5 <= 4" for k in range(7)),
            "1,2,3 4,5,6",
            "add i8: -128 127",
            filters=("clc/math/cos/f64/*", "clc/geometric/dot/f32/*", "clc/operator/add/i8/*"),
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = {name: line["counts"]["judged"] for name, line in self.results().items()}
        widths = (1, 2, 3, 4, 8, 16)
        expected = {f"clc/math/cos/f64/default/v{width}": 7 for width in widths}
        expected |= {f"clc/operator/add/i8/default/v{width}": 1 for width in widths}
        # A launch of vectors is filled with 511 repetitions.
        self.assertEqual(counts, expected | {"clc/geometric/dot/f32/default/v3": 511})


if __name__ == "__main__":
    unittest.main()
