"""`classay search` on a real device: what it finds is worse than what as many random inputs find, is kept, is where the next
search begins, and is what `repro` sees too."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import schema_testing

CLASSAY = os.environ.get("CLASSAY", str(Path(__file__).resolve().parents[2] / "build/dev/classay"))
DEVICE = "Portable Computing Language"
FEW = "20000"


def classay(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLASSAY, *words], capture_output=True, text=True, check=False)


def search(*words: str) -> dict[str, Any]:
    done = classay("search", *words, "--device", DEVICE, "--json")
    if done.returncode not in (0, 1):
        raise AssertionError(f"exit code {done.returncode}: {done.stderr}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def largest(tally: dict[str, Any]) -> float:
    return abs(float(tally["worst"][0]["ulps"]))


class SearchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if DEVICE not in classay("devices").stdout:
            raise unittest.SkipTest("PoCL is not installed")

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="classay-search-")
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(schema_testing.check, Path(self.folder.name))

    # An approximation with structure: its largest error lies in few places.
    def test_it_finds_more_than_random_inputs_do(self) -> None:
        answer = search("pow", "f32", "--inputs", "60000", "--compare")
        self.assertGreater(largest(answer["found"]), largest(answer["sampled"]))
        self.assertLess(answer["found"]["judged"], 70000)
        self.assertEqual(answer["sampled"]["judged"], answer["found"]["judged"])

    # A device of OpenCL 3.0, as in `run`.
    def test_the_specification_is_that_of_the_device(self) -> None:
        words = ("sqrt", "f32", "--inputs", "10")
        self.assertEqual(search(*words)["edition"], "clc-2.0")
        self.assertEqual(search(*words, "--edition", "clc-3.1")["edition"], "clc-3.1")

    def test_the_same_seed_finds_the_same_and_no_input_counts_twice(self) -> None:
        first = search("cbrt", "f64", "--inputs", FEW)
        self.assertEqual(first, search("cbrt", "f64", "--inputs", FEW))
        inputs = [tuple(sample["inputs"]) for sample in first["found"]["worst"]]
        self.assertEqual(len(set(inputs)), len(inputs))

    def test_what_it_found_is_kept_and_begun_with(self) -> None:
        folder = str(Path(self.folder.name) / "worst")
        first = search("exp", "f64", "--inputs", FEW, "--out", folder)
        kept = (Path(folder) / "worst.jsonl").read_text().splitlines()
        self.assertEqual(len(kept), 1)
        # A search that may ask little more than what it begins with.
        second = search("exp", "f64", "--inputs", "2000", "--seed", "9", "--known", folder)
        self.assertGreaterEqual(largest(second["found"]), largest(first["found"]))
        (Path(folder) / "worst.jsonl").write_text(kept[0][:-5] + "\n")
        spoilt = classay("search", "exp", "f64", "--known", folder)
        self.assertNotIn(spoilt.returncode, (0, 1))
        self.assertIn("worst.jsonl, line 1: ", spoilt.stderr)

    def test_a_wrong_result_is_exit_code_1_and_repro_sees_it(self) -> None:
        done = classay("search", "tgamma", "f32", "--device", DEVICE, "--inputs", FEW, "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        failure = json.loads(done.stdout)["found"]["first"][0]
        case = ["--case", "clc/math/tgamma/f32/default/v1", "--input", failure["inputs"][0]]
        again = classay("repro", "--device", DEVICE, *case)
        self.assertEqual(again.returncode, 1, again.stdout)

    def test_tier_certify_searches_after_its_sweep(self) -> None:
        known = str(Path(self.folder.name) / "worst")
        search("sqrt", "f64", "--inputs", FEW, "--out", known)
        out = Path(self.folder.name) / "certify"
        words = ["--tier", "certify", "--filter", "clc/math/sqrt/f64/default/v[12]", "--shard", "1/65536"]
        done = classay("run", "--device", DEVICE, "--out", str(out), "--known", known, *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
        results = {line["case"]: line for line in lines if line["kind"] == "result"}
        found = results["clc/math/sqrt/f64/default/v1"]["search"]
        self.assertGreater(found["judged"], 200000)
        self.assertEqual(found["failed"], 0)
        self.assertNotIn("search", results["clc/math/sqrt/f64/default/v2"])

    def test_wrong_words_are_exit_code_2(self) -> None:
        for words in (["exp"], ["exq", "f64"], ["exp", "f99"], ["exp", "f64", "--width", "5"], ["half_exp", "f64"]):
            self.assertEqual(classay("search", *words).returncode, 2, words)


if __name__ == "__main__":
    unittest.main()
