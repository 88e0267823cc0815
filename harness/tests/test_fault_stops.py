"""Children with a driver in them, PoCL, that are ended from outside.

A failure whose confirmation a signal ends stays one. Cases that the time budget of the run ends are left out.
A probe that crashes keeps the findings that it reported."""

import json
import random
import signal
import subprocess
import time
import unittest

from fault_driver import CLASSAY, FaultTest, Line, lines_of
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


class BudgetTest(FaultTest):
    """Wrong would be a hanging probe that outlasts the budget, and one that the budget ended and that is blamed for it."""

    FILTERS = ("--filter", "clc/misc/prefetch/f32/*", "--filter", "clc/misc/async-copy/f32/*", "--filter", CASE)
    WORDS = ("--tier", "smoke", *FILTERS)

    def lines(self) -> list[Line]:
        return lines_of((self.folder / "out/journal.jsonl").read_text())

    def test_a_budget_leaves_out_probes_too_and_resume_runs_them(self) -> None:
        listed = self.classay("run", *self.WORDS, "--list").stdout.split()
        self.assertGreater(len(listed), 2)
        done = self.classay("run", *self.WORDS, "--time-budget", "0", "--out", str(self.folder / "out"))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(f"left out {len(listed)} of {len(listed)} cases", done.stderr)
        self.assertEqual(self.lines()[-1]["left_out"], listed)
        header = self.folder / "out/journal.jsonl"
        header.write_text(header.read_text().replace('"time_budget":0.0', '"time_budget":null'))
        self.assertIn(self.classay("resume", str(self.folder / "out")).returncode, (0, 1))
        results = [line["case"] for line in self.lines() if line["kind"] == "result"]
        self.assertEqual(sorted(results), sorted(listed))

    def test_a_probe_that_hangs_is_ended_by_the_budget_and_not_blamed(self) -> None:
        hangs = {"CLASSAY_FAULT": "clEnqueueNDRangeKernel:1+:hang", "CLASSAY_FAULT_IN": "probe"}
        words = ("run", *self.WORDS, "--time-budget", "3", "--timeout", "300", "--out", str(self.folder / "out"))
        done = self.classay(*words, **hangs)
        self.assertIn("the time budget left out", done.stderr)
        self.assertIn("clc/misc/async-copy/f32/default/v1", self.lines()[-1]["left_out"])
        self.assertNotIn("timeout", [line.get("verdict") for line in self.lines()])


class ProbeTest(FaultTest):
    """Wrong would be a crash that takes the findings of the cases before it, or that leaves the cases after it unrun."""

    CASES = [f"clc/misc/prefetch/f32/default/v{width}" for width in (1, 2, 3, 4, 8, 16)]
    WORDS = ("--tier", "smoke", "--filter", "clc/misc/prefetch/f32/*")

    def verdicts(self, fault: str, *words: str) -> list[str]:
        self.setUp()
        variables = {"CLASSAY_FAULT": fault, "CLASSAY_FAULT_IN": "probe", "CLASSAY_FAULT_ONCE": str(self.folder / "once")}
        done = self.classay("run", *self.WORDS, *words, "--out", str(self.folder / "out"), **variables)
        lines = lines_of((self.folder / "out/journal.jsonl").read_text())
        results = {line["case"]: line["verdict"] for line in lines if line["kind"] == "result"}
        self.assertEqual(list(results), self.CASES, done.stderr)
        return list(results.values())

    def test_a_crash_in_the_third_case_leaves_the_others_their_results(self) -> None:
        launch = "clEnqueueNDRangeKernel:3"
        for fault, verdict in (("crash", "crash"), ("abort", "crash"), ("-5", "resource-error")):
            with self.subTest(fault=fault):
                others = ["resource-error"] * 3 if fault == "-5" else ["pass"] * 3
                self.assertEqual(self.verdicts(f"{launch}:{fault}"), ["pass", "pass", verdict, *others])

    def test_a_program_that_does_not_build_fails_with_its_widths(self) -> None:
        # All widths together, and the second one alone.
        faults = "clBuildProgram:1:-11,clBuildProgram:3:-11,clGetProgramBuildInfo:1+:log"
        self.assertEqual(self.verdicts(faults), ["pass", "fail", "pass", "pass", "pass", "pass"])


if __name__ == "__main__":
    unittest.main()
