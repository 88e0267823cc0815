"""Math libraries with names of their own, as --symbols describes them.

Right: each function is called as its pattern says, for arrays of every small length. What is wrong in one length, one lane
or one place is a failure. Everything that names the device has the patterns. Possible faults: a wrong rest of a loop that
only one length shows, a pattern that is lost on the way to a worker or a second run, a pattern without function that
passes."""

import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from run_testing import CLASSAY, read_journal

ARRAYS = os.environ.get("CLASSAY_ARRAY_MATH", str(Path(CLASSAY).parent / "tools/libarray_math.so"))
VML = ("array:v{s/d}{Name}", "log=array:v{s/d}Ln", "sincos=array:v{s/d}SinCos", "modf=array:v{s/d}Modf(n,x,z,y)")
HOME = "array:home_{name}_{format}(y,x,n)"
REPORTED = Path(__file__).parents[2] / "data/reported-inputs.txt"


def reported(call: str, folder: Path) -> str:
    """Writes the inputs of public issues for one builtin and format to a file, and returns its name."""
    file = folder / "inputs.txt"
    lines = REPORTED.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if line.startswith(f"{call}:")))
    return str(file)


@unittest.skipUnless(Path(ARRAYS).exists(), "the library is for x86-64")
class SymbolsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"
        (self.folder / "limits.txt").write_text("classay-limits 1\nc/math/* 4\n")

    def classay(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([CLASSAY, *words], capture_output=True, text=True, check=False)

    def run_library(
        self, patterns: tuple[str, ...], *globs: str, library: str = ARRAYS, more: tuple[str, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        symbols = [word for pattern in patterns for word in ("--symbols", pattern)]
        limits = ["--limits", str(self.folder / "limits.txt")]
        words = [
            "run",
            "--device",
            f"lib:{library}",
            *symbols,
            "--tier",
            "smoke",
            "--out",
            str(self.out),
            *limits,
            *more,
            *globs,
        ]
        return self.classay(*words)

    def results(self) -> dict[str, dict[str, Any]]:
        return {line["case"]: line for line in read_journal(self.out) if line["kind"] == "result"}

    def home(self, name: str, kind: str = "array") -> dict[str, Any]:
        self.run_library((HOME.replace("array", kind, 1),), f"c/math/{name}/f32/*/v1")
        return self.results()[f"c/math/{name}/f32/default/v1"]

    def expect_failure(self, name: str, reason: str, kind: str = "array", verdict: str = "fail") -> None:
        line = self.home(name, kind)
        self.assertEqual(line["verdict"], verdict, line["reason"])
        self.assertRegex(line["reason"], reason)

    def test_functions_of_arrays_are_called_with_all_their_arguments_and_results(self) -> None:
        done = self.run_library(VML, "c/math/*")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        passed = {name.split("/", 2)[2]: line for name, line in self.results().items() if line["verdict"] == "pass"}
        names = "exp fma frexp ilogb ldexp log modf pow sin sincos"
        self.assertEqual(
            sorted(passed), sorted([*(f"{name}/f32/default/v1" for name in names.split()), "sin/f64/default/v1"])
        )
        for name, line in passed.items():
            self.assertLessEqual(line["max_ulp"]["value"], 0.6, name)

    def test_results_in_the_wrong_order_are_wrong(self) -> None:
        self.run_library(("modf=array:v{s/d}Modf",), "c/math/modf/*")
        self.assertEqual(self.results()["c/math/modf/f32/default/v1"]["verdict"], "fail")

    def test_a_right_loop_passes(self) -> None:
        self.assertEqual(self.home("sqrt")["verdict"], "pass")
        self.assertEqual(self.home_again("sqrt", "in-place")["verdict"], "pass")

    def home_again(self, name: str, kind: str) -> dict[str, Any]:
        self.out = self.folder / f"{name}-{kind}"
        return self.home(name, kind)

    def test_a_wrong_rest_of_a_loop_is_a_failure(self) -> None:
        self.expect_failure("exp", "results wrong; first: ")
        again = self.classay("repro", str(self.out), "c/math/exp/f32/default/v1")
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)

    def test_a_wrong_lane_is_a_failure(self) -> None:
        self.expect_failure("log", "results wrong; first: ")

    def test_writing_behind_an_array_is_a_failure(self) -> None:
        self.expect_failure("sin", r"wrote behind its first result of \d+ elements")

    def test_reading_behind_an_array_is_a_crash_with_the_length(self) -> None:
        self.expect_failure("cos", r"SIGSEGV at address 0x\w+000 in \S+, in home_cos_f32 of \d+ elements", verdict="crash")

    def test_writing_an_argument_is_a_failure(self) -> None:
        self.expect_failure("rint", r"wrote into its first argument of \d+ elements")

    def test_writing_without_arguments_is_a_failure(self) -> None:
        self.expect_failure("atan", "wrote behind its first result of 0 elements")

    def test_a_result_that_is_never_written_is_a_failure(self) -> None:
        self.expect_failure("trunc", "never stored")

    def test_requiring_alignment_is_a_crash(self) -> None:
        self.expect_failure("cbrt", "SIGSEGV.*of [13579]+ elements", verdict="crash")

    def test_a_result_in_place_of_its_argument_is_tested_on_request(self) -> None:
        self.assertEqual(self.home("tan")["verdict"], "pass")
        line = self.home_again("tan", "in-place")
        self.assertEqual(line["verdict"], "fail")

    def test_scalars_and_vectors_have_patterns_too(self) -> None:
        self.run_library(("home_{name}_{format}", "vector:home_{name}_{format}x{width}"), "c/math/fabs/f32/*")
        found = {name[-2:]: line["verdict"] for name, line in self.results().items()}
        self.assertEqual((found["v1"], found["v4"], found["v8"]), ("pass", "fail", "unsupported"))

    def test_a_pattern_without_function_is_an_error_that_shows_names(self) -> None:
        done = self.run_library(("array:vm{s/d}{Name}",), "c/math/sin/*")
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertIn("--symbols 'array:vm{s/d}{Name}': ", done.stderr)
        self.assertRegex(done.stderr, "has no such function; it has .*vsExp")
        done = self.run_library((VML[0], "exp2=array:vsExp3"), "c/math/sin/*")
        self.assertEqual(done.returncode, 5, "one of two that has none: " + done.stdout + done.stderr)
        self.assertFalse(self.out.exists())

    def test_an_unreadable_pattern_is_refused(self) -> None:
        for pattern, why in (
            ("array:v{nmae}", "unknown placeholder {nmae}; write {name}, {Name}, {cname}"),
            ("vecter:v{name}", "'vecter' is not a kind of call; write scalar, value, vector, array or in-place"),
            ("vsSin", "without {name}, write the function before it"),
        ):
            done = self.run_library((pattern,), "c/math/sin/*")
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(f"--symbols '{pattern}': {why}", done.stderr)
        done = self.classay("run", "--device", "0:0", "--symbols", VML[0])
        self.assertEqual(done.returncode, 2)
        self.assertIn("--symbols is for math libraries", done.stderr)

    def test_devices_lists_the_functions_and_their_symbols(self) -> None:
        words = ["devices", "--device", f"lib:{ARRAYS}", "--symbols", VML[0], "--symbols", VML[1]]
        done = self.classay(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\n +log/f32/v1 +vsLn\n")
        listed = json.loads(self.classay(*words, "--json").stdout)
        self.assertEqual(listed["symbols"]["sin/f64/v1"], "vdSin")
        self.assertNotIn("modf/f64/v1", listed["symbols"])

    def test_coverage_is_that_of_the_patterns(self) -> None:
        done = self.classay("list", "--coverage", "--device", f"lib:{ARRAYS}", "--symbols", VML[0], "--filter", "sin")
        self.assertRegex(done.stdout, r"\bc +f16\(\w\) f32 f64\n", done.stderr)

    def test_the_journal_has_the_patterns_and_resume_and_repro_use_them(self) -> None:
        self.run_library((HOME,), "c/math/{exp,sqrt}/f32/*/v1")
        address = f"lib:{ARRAYS}:symbols={HOME}"
        run = read_journal(self.out)[0]
        self.assertEqual((run["device"]["address"], run["device"]["symbols"]["exp/f32/v1"]), (address, "home_exp_f32"))
        before = self.results()
        journal = self.out / "journal.jsonl"
        journal.write_text(journal.read_text().splitlines(keepends=True)[0])
        done = self.classay("resume", str(self.out))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual({n: r["counts"] for n, r in self.results().items()}, {n: r["counts"] for n, r in before.items()})

    def test_the_command_that_repeats_a_failure_has_the_patterns(self) -> None:
        device = ("--device", f"lib:{ARRAYS}", "--symbols", HOME)
        words = ("--tier", "smoke", "--spec", "clc-3.1", "--out", str(self.out), "c/math/exp/f32/*/v1")
        self.assertEqual(self.classay("run", *device, *words).returncode, 1)
        command = shlex.split(self.results()["c/math/exp/f32/default/v1"]["repro"])
        self.assertIn(f"lib:{ARRAYS}:symbols={HOME}", command)
        done = self.classay(*command[1:])
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_shards_of_different_patterns_are_not_joined(self) -> None:
        whole = self.out
        for shard, patterns in (("1", VML[:1]), ("2", VML[:2])):
            self.out = self.folder / shard
            self.run_library(patterns, "c/math/sin/f32/*", more=("--shard", f"{shard}/2"))
        done = self.classay("merge", str(whole), str(self.folder / "1"), str(self.folder / "2"))
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("the device's symbols was {", done.stderr)

    def test_a_reduction_as_in_an_issue_of_aocl_is_found_without_its_input(self) -> None:
        self.run_library(("array:amd_vr{s/d}a_{cname}",), "c/math/cos/f32/*")
        line = self.results()["c/math/cos/f32/default/v1"]
        self.assertEqual(line["verdict"], "fail", line["reason"])
        self.out = self.folder / "reported"
        inputs = reported("cos f32", self.folder)
        self.run_library(("array:amd_vr{s/d}a_{cname}",), "c/math/cos/f32/*", more=("--inputs", inputs))
        line = self.results()["c/math/cos/f32/default/v1"]
        self.assertEqual(line["verdict"], "fail", line["reason"])
        self.assertEqual(line["first"][0]["inputs"], ["0xca986ca5"])


class InstalledTest(unittest.TestCase):
    """Libraries of the system, by the patterns that need not be written."""

    def symbols(self, library: str, *words: str) -> dict[str, str]:
        done = subprocess.run(
            [CLASSAY, "devices", "--device", f"lib:{library}", *words, "--json"], capture_output=True, text=True, check=False
        )
        if re.search("cannot open shared object|cannot be loaded", done.stderr):
            self.skipTest(f"{library} is not installed")
        self.assertEqual(done.returncode, 0, done.stderr)
        symbols: dict[str, str] = json.loads(done.stdout)["symbols"]
        return symbols

    def test_c_has_its_scalars(self) -> None:
        symbols = self.symbols("libm.so.6")
        self.assertEqual((symbols["sin/f32/v1"], symbols["lgamma_r/f32/v1"]), ("sinf", "lgammaf_r"))

    def test_libmvec_has_vectors(self) -> None:
        self.assertRegex(self.symbols("libmvec.so.1")["exp/f64/v2"], "^_ZGV[bn]N2v_exp$")

    def test_a_search_finds_the_defect_of_an_input_that_an_issue_of_pocl_names(self) -> None:
        self.symbols("libmvec.so.1")
        with tempfile.TemporaryDirectory() as folder:
            run = [CLASSAY, "run", "--device", "lib:libmvec.so.1", "--tier", "smoke", "c/math/exp/f64/*/v2"]
            words = ["--inputs", reported("exp f64", Path(folder)), "--spec", "clc-3.1", "--out", f"{folder}/out"]
            if subprocess.run([*run, *words], capture_output=True, check=False).returncode != 1:
                self.skipTest("the libmvec of this system does not have it")
        search = [CLASSAY, "search", "exp", "f64", "--device", "lib:libmvec.so.1", "--width", "2", "--spec", "clc-3.1"]
        done = subprocess.run([*search, "--json"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertGreater(abs(json.loads(done.stdout)["found"]["worst"][0]["ulps"]), 3.0077)

    def test_sleef_has_values_and_vectors_of_each_accuracy(self) -> None:
        symbols = self.symbols("libsleef.so.3")
        self.assertEqual(symbols["sin/f32/v1"], "Sleef_sinf_u10")
        self.assertRegex(symbols["sin/f32/v4"], "^Sleef_sinf4_u10")
        self.assertNotIn("modf/f32/v1", symbols, "it returns a struct")
        self.assertRegex(self.symbols("libsleef.so.3:u35")["sin/f32/v4"], "^Sleef_sinf4_u35")

    def test_written_patterns_replace_those(self) -> None:
        symbols = self.symbols("libsleef.so.3", "--symbols", "vector:Sleef_{cname}{/d}{width}_u35{isa}")
        self.assertNotIn("sin/f32/v1", symbols)
        self.assertRegex(symbols["sin/f32/v4"], "^Sleef_sinf4_u35")


if __name__ == "__main__":
    unittest.main()
