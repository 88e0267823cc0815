"""`classay bench` on a real device: what it writes down is what it compares with, a loss of speed is exit code 1, and what
nothing is recorded of is no pass. No time is compared with another here but by ratios that are made up."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
DEVICE = "Portable Computing Language"
FEW = ("--inputs", "4096", "--device", DEVICE)
FABS = ("bench", "--filter", "clc/math/fabs/f32/default/*", *FEW)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLASSAY, *words], capture_output=True, text=True, check=False)


class BenchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if DEVICE not in run("devices").stdout:
            raise unittest.SkipTest("PoCL is not installed")

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="classay-bench-")
        self.addCleanup(self.folder.cleanup)
        self.file = Path(self.folder.name) / "ratios.jsonl"

    def recorded(self) -> dict[str, Any]:
        done = run(*FABS, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        line: dict[str, Any] = json.loads(done.stdout)
        return line

    def checked(self, line: dict[str, Any], *words: str) -> subprocess.CompletedProcess[str]:
        self.file.write_text(json.dumps(line) + "\n", "utf-8")
        return run(*FABS, "--check", str(self.file), *words)

    def test_what_was_measured_is_compared_with_what_is(self) -> None:
        line = self.recorded()
        self.assertEqual((line["unit"], line["device"], line["recorded"]), ("clc/math/fabs/f32/default", "pocl", None))
        self.assertGreater(line["cpu_ratio"], 0)
        fast = self.checked(line | {"cpu_ratio": 1e6})
        self.assertEqual(fast.returncode, 0, fast.stderr)
        self.assertIn("recorded ratio 1000000.00, now ", fast.stdout)
        self.assertNotIn("% more", fast.stdout)
        slow = self.checked(line | {"cpu_ratio": 1e-6})
        self.assertEqual(slow.returncode, 1, slow.stderr)
        self.assertIn("% more", slow.stdout)
        self.assertEqual(json.loads(self.checked(line | {"cpu_ratio": 1e-6}, "--json").stdout)["recorded"], 1e-6)

    def test_exhaustive_runs_a_part_of_tier_certify_where_a_format_has_too_many_inputs(self) -> None:
        """Windows of f64, ranges of pairs, and random inputs where there is neither."""
        for case, shard in (("exp/f64", "1/2048"), ("fmod/f32", "1/65536"), ("fract/f64", "1/64")):
            words = ("--exhaustive", "--shard", shard, "--device", DEVICE, "--json")
            done = run("bench", f"clc/math/{case}/default/v1", *words)
            self.assertEqual(done.returncode, 0, f"{case}: {done.stderr}")
            self.assertGreater(json.loads(done.stdout)["total_ns"], 0, case)

    def test_the_judge_of_the_reference_works_on_threads(self) -> None:
        """The figures are the machine's; that there are some, and that a number of threads is one."""
        for words in ((), ("--threads", "1"), ("--threads", "3")):
            done = run("bench", "--reference", "--filter", "exp/f16", "--samples", "3", "--json", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(json.loads(done.stdout)["judge_ns"], 0)
        self.assertEqual(run("bench", "--reference", "--threads", "0").returncode, 2)

    def test_what_nothing_is_recorded_of_is_no_pass(self) -> None:
        line = self.recorded()
        for other in ({"unit": "clc/math/floor/f32/default"}, {"device": "intel"}, {"instruction_set": "none"}):
            done = self.checked(line | other)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("the file has no entry for clc/math/fabs/f32/default on pocl with ", done.stdout)

    def test_a_file_that_is_no_record_is_refused_before_anything_is_measured(self) -> None:
        self.file.write_text("{}\n", "utf-8")
        done = run(*FABS, "--check", str(self.file))
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertIn("ratios.jsonl, line 1: ", done.stderr)
        self.assertEqual(run(*FABS, "--check", str(self.file) + ".not").returncode, 2)


if __name__ == "__main__":
    unittest.main()
