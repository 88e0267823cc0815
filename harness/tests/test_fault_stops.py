"""Workers with a driver in them, PoCL, that are ended from outside while a failure is confirmed: it stays one."""

import json
import random
import signal
import subprocess
import time
import unittest

from fault_driver import CLASSAY, FaultTest, lines_of
from test_run_stops import SIGNALS, children_of, send

CASE = "clc/math/fabs/f32/default/v1"
FAULT = {"CLASSAY_FAULT": "clEnqueueNDRangeKernel:1+:swallow", "CLASSAY_FAULT_IN": "worker"}  # nothing is ever written


class StopsTest(FaultTest):
    def begin(self, number: signal.Signals, after: float, with_run: bool) -> int:
        """A run that is ended so long after it began to confirm."""
        words = [
            CLASSAY,
            "run",
            "--tier",
            "smoke",
            "--whole",
            "--workers",
            "1",
            "--filter",
            CASE,
            "--out",
            str(self.folder / "out"),
            "--json",
        ]
        with subprocess.Popen(
            words, env=self.environment(**FAULT), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if json.loads(line).get("stage") == "confirm":
                    break
            time.sleep(after)
            for pid in children_of(process.pid) + [process.pid] * with_run:
                send(number, pid)
            process.stdout.read()
        return process.returncode

    def test_a_failure_whose_confirmation_is_ended_is_a_failure(self) -> None:
        source = random.Random(20261123)
        for number in SIGNALS:
            for with_run in (True, False):
                after = source.random()
                with self.subTest(number=number, with_run=with_run, after=after):
                    self.setUp()
                    code = self.begin(number, after, with_run)
                    self.assertIn(code, (130, -number, 1) if with_run else (1,))
                    if code != 1:
                        self.assertEqual(self.classay("resume", str(self.folder / "out"), **FAULT).returncode, 1)
                    lines = lines_of((self.folder / "out/journal.jsonl").read_text())
                    results = [(line["case"], line["verdict"]) for line in lines if line["kind"] == "result"]
                    self.assertEqual(results, [(CASE, "fail")])


if __name__ == "__main__":
    unittest.main()
