"""How many programs and kernels PoCL compiles in tier smoke. Its compiler takes most of the time of that tier.

Expected: one program per unit, in which PoCL compiles five times: constants and a table for scalars, the same for all
vectors, and the kernel of a single width for another size of work-groups. In a run of many builtins, several share a
program, with the results of their own ones. Possible faults: further sizes of work-groups compile a kernel again; a
confirmation builds a different program; constants have a program of their own; a builtin gets the kernel of another one.
"""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from run_testing import CLASSAY

HEALTH = "count_up"  # the kernel that tries the device


def compiled(cache: Path) -> dict[str, list[str]]:
    """The work-group sizes of each kernel. The cache has the folders PROGRAM/KERNEL/SIZE, PROGRAM being two names."""
    kernels: dict[str, list[str]] = {}
    for size in sorted(cache.glob("*/*/*/*")):
        if size.is_dir() and size.parent.name != HEALTH:
            kernels.setdefault(size.parent.name, []).append(size.name)
    return kernels


class SmokeBuildsTest(unittest.TestCase):
    def run_smoke(self, *filters: str) -> tuple[int, dict[str, list[str]]]:
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder) / "cache"
            cache.mkdir()
            words = ("--device", "pocl", "--tier", "smoke", "--out", f"{folder}/out", *filters)
            environment = {**os.environ, "POCL_CACHE_DIR": str(cache)}
            done = subprocess.run([CLASSAY, "run", *words], capture_output=True, text=True, env=environment)
            if done.returncode == 5:
                self.skipTest("PoCL is not installed")
            self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
            programs = {size.parent.parent for size in cache.glob("*/*/*/*") if size.parent.name != HEALTH}
            kernels = compiled(cache)
            if not kernels:
                self.skipTest("this version of PoCL has another cache")
            return len(programs), kernels

    def test_a_unit_compiles_five_times(self) -> None:
        for case in ("clc/math/hypot/f32/default/*", "clc/math/log/f32/default/*"):
            with self.subTest(case):
                programs, kernels = self.run_smoke(case)
                self.assertEqual(programs, 1)
                self.assertEqual(sum(len(sizes) for sizes in kernels.values()), 5, kernels)
                for kind in ("ask", "fold"):
                    self.assertEqual(len(kernels[f"{kind}_v2_v3_v4_v8_v16"]), 1, kernels)
                    self.assertIn(f"{kind}_v1", kernels)

    def test_builtins_of_a_long_run_share_programs_and_have_their_own_results(self) -> None:
        def results(*filters: str) -> dict[str, dict[str, Any]]:
            with tempfile.TemporaryDirectory() as folder:
                words = ("--device", "pocl", "--tier", "smoke", "--out", f"{folder}/out", *filters)
                done = subprocess.run([CLASSAY, "run", *words], capture_output=True, text=True)
                if done.returncode == 5:
                    self.skipTest("PoCL is not installed")
                self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
                lines = map(json.loads, Path(folder, "out", "journal.jsonl").read_text().splitlines())
                return {line["case"]: line for line in lines if line["kind"] == "result"}

        integers, comparisons = "clc/integer/*/i32/default/v1", "clc/relational/*/f32/default/v1"
        alone = results(integers) | results(comparisons)
        all_at_once = results(integers, comparisons)
        self.assertEqual(alone.keys(), all_at_once.keys())
        for case, line in all_at_once.items():
            for field in ("verdict", "answers", "counts"):
                self.assertEqual(line.get(field), alone[case].get(field), case)
        self.assertFalse(any("bundle" in line.get("kernels", {}) for line in alone.values()))
        bundled = [line["kernels"]["bundle"] for line in all_at_once.values() if "bundle" in line.get("kernels", {})]
        self.assertGreater(len(bundled), 20)
        self.assertLess(len(set(bundled)), len(bundled) / 4)

    def test_a_failure_compiles_nothing_more(self) -> None:
        """PoCL 3.1 folds rint of a NaN into undefined behaviour, so that the case runs twice."""
        programs, kernels = self.run_smoke("clc/math/rint/f32/default/*")
        self.assertEqual(programs, 1)
        self.assertEqual(sum(len(sizes) for sizes in kernels.values()), 5, kernels)


if __name__ == "__main__":
    unittest.main()
