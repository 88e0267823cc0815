"""What the tests of runs share: a run with the stand-in for the worker, and its journal."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import schema_testing
from system_testing import WINDOWS, plain

ROOT = Path(__file__).resolve().parents[2]
CLASSAY = os.environ.get("CLASSAY", str(ROOT / "build/dev/classay"))
STAND_IN = os.environ.get("CLASSAY_STAND_IN_PROGRAM", str(ROOT / "build/dev/tools/stand_in"))
DEVICE = {"address": "0:0", "name": "Stand-in", "platform": "Nowhere", "version": "OpenCL 3.1", "driver": "1"}

WIDTHS = ("v1", "v2", "v3", "v4", "v8", "v16")

Line = dict[str, Any]
Done = subprocess.CompletedProcess[str]


def all_pass_but(**others: str) -> dict[str, str]:
    return {width: others.get(width, "pass") for width in WIDTHS}


def read_journal(folder: Path) -> list[Line]:
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]


def timeless(line: Line) -> Line:
    """A line without what may differ from run to run."""
    return {key: value for key, value in line.items() if key not in ("seconds", "repro", "ended")}


def outcome(lines: Sequence[Line]) -> list[Line]:
    """The last result of each case, in the order of their names, and the last line of all if the run has ended."""
    results = {line["case"]: timeless(line) for line in lines if line["kind"] == "result"}
    return [results[case] for case in sorted(results)] + [line for line in lines[-1:] if line["kind"] == "end"]


class RunTestCase(unittest.TestCase):
    writes_journals = False  # itself, and not as the program does

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="classay-run-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(self.check_journals)
        self.out = self.folder / "out"
        self.rules = self.folder / "rules.json"
        self.behave()

    def check_journals(self) -> None:
        if not self.writes_journals:
            schema_testing.check(self.folder, stand_in=True)

    def behave(self, *rules: tuple[str, ...], pace: int = 0, health: str = "", hangs: str = "", **device: Any) -> None:
        """Rules are (glob, what to do) or (glob, what to do, "unit" or "alone"). `pace` is in microseconds, `health` what
        is said of the device's, `hangs` a sub-command that never comes back."""
        made = [dict(zip(("case", "do", "only"), rule)) for rule in rules]
        described = {"folder": str(self.folder), "pace": pace, "rules": made, "device": {**DEVICE, **device}}
        if health:
            described["health"] = health
        if hangs:
            described["hangs"] = hangs
        self.rules.write_text(json.dumps(described))

    def environment(self) -> dict[str, str]:
        return {**os.environ, "CLASSAY_STAND_IN": str(self.rules)}

    def classay(self, *words: str) -> Done:
        done = subprocess.run([CLASSAY, *words], env=self.environment(), capture_output=True, text=True, check=False)
        done.stderr = plain(done.stderr)
        return done

    def run_words(self, *words: str, filters: Sequence[str] = ("clc/math/sin/f32/default/*",)) -> list[str]:
        chosen = [word for glob in filters for word in ("--filter", glob)]
        return ["run", "--program", STAND_IN, "--out", str(self.out), "--tier", "smoke", *chosen, *words]

    def run_all(self, *words: str, filters: Sequence[str] = ("clc/math/sin/f32/default/*",)) -> Done:
        return self.classay(*self.run_words(*words, filters=filters))

    def resume(self, *words: str) -> Done:
        return self.classay("resume", str(self.out), "--program", STAND_IN, *words)

    def stopped_when(self, seen: str, number: int, *words: str) -> str:
        """What a run says that gets a signal as soon as this stands in a line of its journal. Wine makes Ctrl-C of SIGINT,
        and has no other signal."""
        command = [CLASSAY, *self.run_words("--json", *words)]
        with subprocess.Popen(
            command, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            while seen not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT if WINDOWS else number)
            said = plain(process.stderr.read())
            self.assertEqual(process.wait(), 130)
        return said

    def results(self) -> dict[str, Line]:
        """By vector width, of a run of one unit."""
        return {line["case"].rsplit("/", 1)[1]: line for line in read_journal(self.out) if line["kind"] == "result"}

    def verdicts(self) -> dict[str, str]:
        return {width: line["verdict"] for width, line in self.results().items()}
