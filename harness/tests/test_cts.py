"""Next to OpenCL-CTS: the map of its tests has globs that match cases, and the program judges all sample logs."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
REPORT = str(ROOT / "scripts/report")
sys.path[:0] = [str(ROOT / "reports"), str(ROOT / "reports/tests")]


class CtsTest(unittest.TestCase):
    def test_every_glob_of_the_map_matches_a_case(self) -> None:
        try:
            from classay_report.cts.predict import CaseIndex, table  # noqa: PLC0415 - out of the tree
            from classay_report.globs import alternatives  # noqa: PLC0415
        except (ImportError, SyntaxError) as error:
            self.skipTest(f"the reports need a newer Python: {error}")
        done = subprocess.run([CLASSAY, "list", "clc/*"], capture_output=True, text=True, check=True)
        cases = CaseIndex(done.stdout.split())
        globs = [(row.test, glob) for row in table() for glob in row.globs]
        patterns = [(test, pattern) for test, glob in globs for pattern in alternatives(glob)]
        self.assertEqual([f"{test}: {pattern}" for test, pattern in patterns if not cases.matching(pattern)], [])

    def test_the_program_judges_the_samples(self) -> None:
        if subprocess.run([REPORT, "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")
        from cts_samples import logs, outcomes  # noqa: PLC0415

        words = [REPORT, "cts", "audit", "--classay", CLASSAY, *map(str, logs())]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        found = re.findall(r"^(?:.*/(\w+)\.log: test_|(\w[\w ]+): \w+, line (\d+)$)", done.stdout, re.MULTILINE)
        said: dict[str, list[tuple[int, str]]] = {}
        name = ""
        for log, outcome, line in found:
            name = log or name
            said.setdefault(name, [])
            if outcome:
                said[name].append((int(line), outcome))
        self.assertEqual(said, outcomes())


class ProofTest(unittest.TestCase):
    def test_proven_values_are_those_of_the_oracle(self) -> None:
        if subprocess.run([REPORT, "--version"], capture_output=True, check=False).returncode == 2:
            self.skipTest("no Python with Jinja2")
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "sin.log"
            log.write_text(
                "Device Version: OpenCL 3.1\n\tIs Embedded? NO\n\tTesting with FTZ mode ON for floats? NO\nsin...\n"
                "  1: sin fp32 ..\nERROR: sin: 12.0 ulp error at 0x1p+0 (0x3f800000): "
                "*0x1.aed548p-1 vs. 0x1.aed56p-1\nsin FAILED\n"
            )
            words = [REPORT, "cts", "audit", "--classay", CLASSAY, str(log)]
            said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
        self.assertIn("exact    between 0.841470984807896506652502", said)
        self.assertIn("nearest result 0x3f576aa4", said)
        self.assertRegex(said, r"error    1[12]\.[0-9]+ to 1[12]\.[0-9]+ ulp\n  limit    <= 4 ulp\n")


if __name__ == "__main__":
    unittest.main()
