"""A run of the smoke tier on a real device: every case gets a verdict that a device can deserve, what fails fails again, and
the same question gets the same answer. CLASSAY_SMOKE_DEVICE names the device, CLASSAY_SMOKE_FILTERS what is asked, and
CLASSAY_SMOKE_CRASHES the cases whose process a version of the driver ends (data/drivers)."""

import json
import os
import shlex
import subprocess
import tempfile
import unittest
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import schema_testing

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
DEVICE = os.environ.get("CLASSAY_SMOKE_DEVICE", "Portable Computing Language")
FILTERS = os.environ.get("CLASSAY_SMOKE_FILTERS", "clc/*/f32/*").split()
CRASHES = os.environ.get("CLASSAY_SMOKE_CRASHES", "").split()
CACHE = os.environ.get("CLASSAY_SMOKE_CACHE", "")

# What a run can say of a device that works but may err. Everything else is a fault of the driver's process, or ours.
JUDGED = {"pass", "quality-warning", "fail", "flake", "unsupported", "skip"}
REPRODUCED = 4

Line = dict[str, Any]


def classay(*words: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if CACHE:
        Path(CACHE).mkdir(parents=True, exist_ok=True)
        environment["POCL_CACHE_DIR"] = CACHE
    return subprocess.run([CLASSAY, *words], env=environment, capture_output=True, text=True, check=False)


def run_words(out: Path, filters: list[str]) -> list[str]:
    chosen = [word for glob in filters for word in ("--filter", glob)]
    return ["run", "--device", DEVICE, "--tier", "smoke", "--whole", "--out", str(out), *chosen]


def is_known_crash(result: Line) -> bool:
    return result["verdict"] == "crash" and any(fnmatchcase(result["case"], glob) for glob in CRASHES)


def results_of(out: Path) -> list[Line]:
    lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
    return [line for line in lines if line["kind"] == "result"]


class SmokeTest(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    done: subprocess.CompletedProcess[str]
    results: list[Line]

    @classmethod
    def setUpClass(cls) -> None:
        devices = [json.loads(line) for line in classay("devices", "--json").stdout.splitlines()]
        if not any(DEVICE in d.get("name", "") or DEVICE in d.get("platform", "") for d in devices):
            raise unittest.SkipTest(f"no device is named {DEVICE}")
        cls.folder = tempfile.TemporaryDirectory(prefix="classay-smoke-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.done = classay(*run_words(Path(cls.folder.name) / "all", FILTERS))
        cls.results = results_of(Path(cls.folder.name) / "all")

    def test_the_journal_is_as_its_schema_says(self) -> None:
        schema_testing.check(Path(self.folder.name) / "all")

    def test_every_case_that_was_asked_has_one_result(self) -> None:
        chosen = [word for glob in FILTERS for word in ("--filter", glob)]
        listed = classay("run", "--list", "--tier", "smoke", *chosen).stdout.split()
        self.assertGreater(len(listed), 0)
        self.assertEqual(sorted(r["case"] for r in self.results), sorted(listed))

    def test_every_verdict_is_about_results_and_the_exit_code_follows(self) -> None:
        judged = [r for r in self.results if r["verdict"] in JUDGED or is_known_crash(r)]
        odd = [f"{r['case']}: {r['verdict']}, {r['reason']}" for r in self.results if r not in judged]
        self.assertEqual(odd, [])
        good = all(r["verdict"] in ("pass", "quality-warning", "unsupported", "skip") for r in self.results)
        self.assertEqual(self.done.returncode, 0 if good else 1, self.done.stderr)

    def test_every_judged_case_accounts_for_all_of_its_inputs(self) -> None:
        for r in self.results:
            if r["verdict"] in ("pass", "fail") and "counts" in r:
                counts = r["counts"]
                self.assertEqual(counts["judged"] + counts["undefined"], r["inputs"]["count"], r["case"])
                self.assertGreater(counts["judged"], 0, r["case"])

    def test_a_good_part_passes(self) -> None:
        passed = sum(r["verdict"] == "pass" for r in self.results)
        self.assertGreater(passed, sum(r["verdict"] == "fail" for r in self.results))

    def test_what_is_unsupported_names_the_query_that_says_so(self) -> None:
        for r in self.results:
            if r["verdict"] == "unsupported":
                self.assertRegex(
                    r["reason"],
                    r"\bCL_DEVICE_[A-Z_]+\b|^clGetSupportedImageFormats |before [23]\.[01]"
                    r"|^OpenCL C 1\.2 (on Vulkan, |has no )|not required of this device \("
                    r"|the document of this device's environment (does not name|says nothing)",
                    r["case"],
                )

    def test_what_fails_fails_again_when_it_is_reproduced(self) -> None:
        failed = [r for r in self.results if r["verdict"] == "fail" and r.get("counts", {}).get("failed")]
        # As constants, what fails may be right where it stands alone.
        constants = [r for r in failed if " --constants " in r["repro"]]
        for r in failed[:: max(1, len(failed) // REPRODUCED)] + constants[:: max(1, len(constants) // REPRODUCED)]:
            words = shlex.split(r["repro"])
            self.assertEqual(words[0], "classay")
            again = classay(*words[1:])
            self.assertEqual(again.returncode, 1, f"{r['repro']}\n{again.stdout}{again.stderr}")

    def test_the_command_of_a_probe_gives_its_verdict_again(self) -> None:
        probes = {r["verdict"]: r for r in self.results if r["case"].split("/")[1] == "misc"}
        for verdict, code in {"pass": 0, "fail": 1, "unsupported": 5}.items():
            if verdict in probes:
                case = probes[verdict]["case"]
                again = classay("repro", "--json", str(Path(self.folder.name) / "all"), case)
                self.assertEqual(again.returncode, code, f"{case}\n{again.stdout}{again.stderr}")
                self.assertEqual(json.loads(again.stdout)["reason"], probes[verdict]["reason"])

    def test_units_of_one_name_are_dumped_under_names_of_their_own(self) -> None:
        out = Path(self.folder.name)
        language = FILTERS[0].split("/")[0]
        asked = run_words(out / "dumped", [f"{language}/relational/select/i8/*"])
        classay(*asked, "--dump-kernels", str(out / "kernels"))
        texts = {path.name: path.read_text() for path in (out / "kernels").iterdir()}
        scalars = [text for name, text in texts.items() if "-v1-" in name]
        vectors = [text for name, text in texts.items() if "-v2-" in name]
        self.assertEqual(len(scalars) + len(vectors), len(texts), sorted(texts))
        self.assertTrue(scalars and all("ask_v1(" in text and "ask_v2(" not in text for text in scalars))
        self.assertTrue(vectors and all("ask_v1(" not in text and "ask_v2(" in text for text in vectors))

    def test_the_same_question_gets_the_same_answer(self) -> None:
        passed = sorted(r["case"] for r in self.results if r["verdict"] == "pass" and "counts" in r)
        some = [name.rsplit("/", 1)[0] + "/*" for name in passed]
        again = Path(self.folder.name) / "again"
        classay(*run_words(again, some[:1]))
        before = {r["case"]: r for r in self.results}
        for r in results_of(again):
            for key in ("verdict", "counts", "inputs", "worst", "signed_histogram", "per_binade"):
                self.assertEqual(r.get(key), before[r["case"]].get(key), f"{r['case']}, {key}")


if __name__ == "__main__":
    unittest.main()
