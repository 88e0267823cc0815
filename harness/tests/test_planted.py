"""Defects that are planted into a real driver's programs: each mechanism does what its entry says, and whatever a planted
run writes down says so."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from fault_driver import CLASSAY, FaultTest, lines_of

ROOT = Path(__file__).resolve().parents[2]

CORPUS = """[one]
builtin: sqrt f32
class: one binade
wrong: some roots are four ulps too large
clause: table 36
tier: smoke
lane: if (x >= 4 && x < 16) r = ulps(r, 4);

[nothing]
builtin: sqrt f32
class: one binade
wrong: nothing
clause: table 36
tier: smoke
lane: if (x == 4) r = 2;

[broken]
builtin: sqrt f32
class: one binade
wrong: no OpenCL C
clause: table 36
tier: smoke
lane: r = nowhere;

[lane]
builtin: fabs f32
class: one lane
wrong: lane 2 of 4 is wrong
clause: table 36
tier: smoke
width: 4
lane: if (width == 4 && lane == 2) r = -r;

[folded]
builtin: fabs f32
class: only folded
wrong: constants are not changed
clause: table 36
tier: smoke
lane: if (__builtin_constant_p(x)) r = x;

[pointer]
builtin: frexp f32
class: only by pointer
wrong: in local memory the exponent is one too large
clause: frexp
tier: smoke
lane: if (space == in_local) s += 1;

[operator]
builtin: sub f32
class: sign of zero
wrong: differences have the other sign
clause: IEEE 754
tier: smoke
lane: r = -r;

[store]
builtin: vstoren u8
class: guard bytes
wrong: writes one byte too many
clause: vstoren
tier: smoke
width: 2
after: if (width == 2) m[2] = 1;

[across]
builtin: any i32
class: one lane
wrong: the last lane is not looked at
clause: any
tier: smoke
width: 2
vector: r[0] = x[0] < 0;

[constant]
class: outside the table
wrong: M_PI_F is 3
clause: constants
tier: smoke
case: clc/misc/constants/f32/default/v1
text:
  #undef M_PI_F
  #define M_PI_F 3.0f

[launch]
class: rare
wrong: every launch loses a quarter of its work-items
clause: clEnqueueNDRangeKernel
tier: smoke
case: clc/math/fabs/f32/default/v1
launch: every 1
"""
EXPECTED = {
    "one": "fail",
    "nothing": "pass",
    "lane": "fail",
    "folded": "fail",
    "pointer": "fail",
    "operator": "fail",
    "store": "fail",
    "across": "fail",
    "constant": "fail",
}


class PlantedTest(FaultTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        (cls.shared / "data/planted").mkdir(parents=True)
        (cls.shared / "data/planted/test.txt").write_text(CORPUS)
        (cls.shared / "data/hard-inputs").symlink_to(ROOT / "data/hard-inputs")

    @classmethod
    def environment(cls, **variables: str) -> dict[str, str]:
        environment = super().environment(**variables)
        if (cls.shared / "data").exists():
            environment["CLASSAY_DATA"] = str(cls.shared / "data")
            del environment["OPENCL_LAYERS"]
        return environment | variables

    def listed(self, name: str) -> dict[str, Any]:
        listed: dict[str, Any] = json.loads(self.classay("list", "--planted", "--json", "--filter", name).stdout)
        return listed

    def run_planted(self, name: str, *words: str) -> tuple[subprocess.CompletedProcess[str], Path]:
        cases = [word for case in self.listed(name)["cases"] for word in ("--filter", case)]
        out = Path(tempfile.mkdtemp(dir=self.folder)) / "out"
        done = self.classay("run", "--plant", name, "--tier", "smoke", "--workers", "1", "--out", str(out), *cases, *words)
        return done, out

    def test_each_mechanism_does_what_it_says(self) -> None:
        for name, verdict in EXPECTED.items():
            with self.subTest(plant=name):
                done, out = self.run_planted(name)
                results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
                self.assertEqual([r["verdict"] for r in results], [verdict], done.stderr)
                self.assertEqual(done.returncode, 0 if verdict == "pass" else 1)

    # Not asked whether it works: the answer would be the plant's.
    def test_what_a_plant_breaks_is_asked_all_the_same(self) -> None:
        for name, why in (("broken", "does not build"), ("launch", "")):
            with self.subTest(plant=name):
                done, out = self.run_planted(name)
                self.assertEqual(done.returncode, 1, done.stderr)
                results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
                self.assertNotIn("pass", [line["verdict"] for line in results])
                self.assertIn(why, " ".join(line["reason"] for line in results))

    def test_whatever_is_written_down_says_so(self) -> None:
        done, out = self.run_planted("one")
        run = lines_of((out / "journal.jsonl").read_text())[0]
        self.assertEqual(run["plant"]["name"], "one")
        self.assertTrue(run["device"]["driver"].endswith("(planted: one)"))
        self.assertTrue(done.stderr.startswith("classay: INJECTED DEFECT one: some roots are four ulps too large."))
        self.assertIn("(planted: one)", done.stdout.splitlines()[0])
        self.assertFalse(list(Path(tempfile.gettempdir()).glob("classay-plant-*-one")))

    def test_a_planted_shard_is_none_of_the_device(self) -> None:
        planted, first = self.run_planted("nothing", "--shard", "1/2")
        self.assertEqual(planted.returncode, 0, planted.stderr)
        second = self.folder / "second"
        case = self.listed("nothing")["cases"][0]
        self.classay("run", "--tier", "smoke", "--shard", "2/2", "--filter", case, "--out", str(second))
        merged = self.classay("merge", str(self.folder / "whole"), str(first), str(second))
        self.assertEqual(merged.returncode, 4)
        self.assertIn("do not belong together", merged.stderr)

    def test_it_goes_on_planted(self) -> None:
        _, out = self.run_planted("one")
        journal = out / "journal.jsonl"
        journal.write_text(journal.read_text().splitlines()[0] + "\n")
        resumed = self.classay("resume", str(out))
        self.assertEqual(resumed.returncode, 1, resumed.stderr)
        self.assertIn("INJECTED DEFECT one", resumed.stderr)

    def test_a_name_that_there_is_not_and_a_baseline_are_refused(self) -> None:
        done = self.classay("run", "--plant", "on", "--filter", "clc/math/sqrt/*")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--inject: no defect 'on'; did you mean 'one'?", done.stderr)
        done = self.classay("run", "--plant", "one", "--baseline", "x", "--filter", "clc/math/sqrt/*")
        self.assertEqual(done.returncode, 2)

    def test_other_programs_get_it_too(self) -> None:
        plant = self.folder / "plant"
        plant.write_text(self.listed("operator")["file"])
        layer = Path(CLASSAY).parent / "classay_plant.so"
        environment = {"OPENCL_LAYERS": str(layer), "CLASSAY_PLANT": str(plant)}
        case = "clc/operator/sub/f32/default/v1"
        done = self.classay("repro", "--device", "0:0", "--case", case, "--input", "0x40400000,0x3f800000", **environment)
        self.assertIn("wrong", done.stdout)
        self.assertEqual(done.returncode, 1, done.stderr)
        # The codes of `git bisect run`: good, bad, no result.
        words = ("repro", "--device", "0:0", "--case", case, "--input", "0x40400000,0x3f800000", "--bisect")
        codes = [self.classay(*words, **e).returncode for e in ({}, environment, {"OPENCL_LAYERS": str(layer)})]
        self.assertEqual(codes, [0, 1, 125])
        # Wrong usage says nothing of a version either.
        self.assertEqual(self.classay(*words, "--input", "0x1").returncode, 125)
        # Without a plant the layer ends the process, and no device of OpenCL is left.
        done = self.classay("devices", "--json", OPENCL_LAYERS=str(layer))
        devices = [json.loads(line) for line in done.stdout.splitlines()]
        usable = [d for d in devices if d.get("backend") == "opencl" and not d.get("trouble") and "unusable" not in d]
        self.assertEqual(usable, [], done.stderr)


if __name__ == "__main__":
    print("testing", os.environ.get("CLASSAY", CLASSAY))
    unittest.main()
