"""clspv on lavapipe, compared with the known failures of the two (data/drivers/lavapipe-clspv-22.3.6)."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
KNOWN = ROOT / "data/baselines/lavapipe-clspv.txt"
DRIVER = "Mesa 22.3.6 (LLVM 15.0.6)"  # that the baseline is of

Line = dict[str, Any]


def classay(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLASSAY, *words], capture_output=True, text=True, check=False)


def entries(baseline: Path) -> dict[str, str]:
    lines = (line.split() for line in baseline.read_text().splitlines())
    return {words[0]: words[1] for words in lines if words and words[0].startswith("clspv/")}


class LavapipeTest(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        devices = [json.loads(line) for line in classay("devices", "--json").stdout.splitlines()]
        if not any(d.get("backend") == "vulkan" and d.get("driver") == DRIVER for d in devices):
            raise unittest.SkipTest(f"no device of Vulkan has the driver {DRIVER}")
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="classay-vulkan-")))

    def run_known(self, name: str, known: Path, cases: list[str]) -> tuple[int, dict[str, Line]]:
        chosen = [word for case in cases for word in ("--filter", case)]
        words = ["--tier", "smoke", "--edition", "clc-3.1", "--whole", "--baseline", str(known)]
        out = self.folder / name
        done = classay("run", "--device", "vk:llvmpipe", *words, *chosen, "--out", str(out))
        lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
        return done.returncode, {line["case"]: line for line in lines if line["kind"] == "result"}

    def test_what_is_known_is_found_and_nothing_else(self) -> None:
        known = entries(KNOWN)
        code, results = self.run_known("known", KNOWN, list(known))
        self.assertEqual(code, 0, {name: r["reason"] for name, r in results.items() if r["verdict"] != "pass"})
        self.assertEqual({r["verdict"] for name, r in results.items() if known[name] == "pass"}, {"pass"})
        self.assertEqual({r["verdict"] for name, r in results.items() if known[name] != "pass"}, {"xfail"})
        self.assertEqual({name: r.get("baseline", {}).get("found") for name, r in results.items()}, known)
        # The program that the compiler died of is kept, and of vectors of one it has none against it.
        died = results["clspv/math/fdim/f32/default/v2"]
        self.assertIn("the compiler crashed: killed by SIG", died["reason"])
        self.assertIn("kernel void", died["log"])

    def test_digests_change_no_result_and_hide_no_wrong_one(self) -> None:
        def run(name: str, case: str, *words: str) -> dict[str, Line]:
            out = self.folder / name
            classay("run", "--device", "vk:llvmpipe", "--tier", "smoke", "--out", str(out), *words, case)
            lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
            return {line["case"]: line for line in lines if line["kind"] == "result"}

        exp = "clspv/math/exp/f32/default/v[124]"
        expected = run("read", exp, "--compare-on-device=never")
        found = run("digests", exp, "--compare-on-device")
        for case, result in found.items():
            for same in ("verdict", "reason", "answers", "max_ulp", "inputs"):
                self.assertEqual(result.get(same), expected[case].get(same), (case, same))
        counts = found["clspv/math/exp/f32/default/v4"]["counts"]
        self.assertGreater(counts["by_digest"], counts["judged"] // 2)
        self.assertEqual(counts["wrong_digests"], 0)
        loads = "clspv/memory/vload_halfn/f16/default/v[23]"
        injected = run("injected", loads, "--compare-on-device", "--inject", "clspv-vload-half-lane")
        self.assertEqual([r["verdict"] for r in injected.values()], ["pass", "fail"])

    # The driver's multiplication and addition, rounded twice, are to blame for these: without an entry they are failures.
    def test_what_is_not_known_is_1(self) -> None:
        sine = "clspv/math/sin/f32/default/v1"
        less = self.folder / "less.txt"
        less.write_text("".join(line for line in KNOWN.read_text().splitlines(True) if not line.startswith(sine)))
        code, results = self.run_known("less", less, [sine])
        self.assertEqual((code, results[sine]["verdict"]), (1, "fail"))
        self.assertIn("the driver's", results[sine]["reason"])


if __name__ == "__main__":
    unittest.main()
