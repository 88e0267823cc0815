"""A run below the layer that makes a driver go wrong: what tests of runs share."""

import tempfile
from pathlib import Path

from fault_driver import CLASSAY, FaultTest, Line, lines_of

FABS = ["clc/math/fabs/f32/default/v1", "clc/math/fabs/f32/default/v4"]
SQRT = ["clc/math/sqrt/f32/default/v1"]
CASES = FABS + SQRT


def filters(cases: list[str]) -> list[str]:
    return [word for case in cases for word in ("--filter", case)]


class Run:
    """What a run said and wrote down."""

    def __init__(self, code: int, lines: list[Line], errors: str, folder: Path) -> None:
        self.code = code
        self.errors = errors
        self.folder = folder
        self.lines = lines
        self.results = {line["case"]: line for line in lines if line["kind"] == "result"}

    def verdicts(self) -> dict[str, str]:
        return {case: line["verdict"] for case, line in self.results.items()}

    def reasons(self) -> str:
        return "\n".join(line.get("reason", "") for line in self.lines)


class RunTest(FaultTest):
    """Runs of a few cases, of which the driver goes wrong as a test says."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        # Programs are built once, in peace: short time limits are for calls that hang.
        cls.classay("run", "--tier", "smoke", "--whole", "--out", str(cls.shared / "warm"), *filters(CASES))
        cls.classay("health", "--device", "0:0")

    def run_with(
        self,
        fault: str,
        *words: str,
        command: str = "worker",
        once: bool = False,
        cases: list[str] | None = None,
        **variables: str,
    ) -> Run:
        self.folder = Path(tempfile.mkdtemp(dir=self.shared))
        self.cases = CASES if cases is None else cases
        out = self.folder / "out"
        if once:
            variables["CLASSAY_FAULT_ONCE"] = str(self.folder / "once")
        # With a program of its own name a run is a run, but for waiting less for a device that does not answer.
        answer = self.classay(
            *(
                "run",
                "--program",
                CLASSAY,
                "--tier",
                "smoke",
                "--whole",
                "--workers",
                "1",
                "--out",
                str(out),
                "--json",
                *filters(self.cases),
                *words,
            ),
            CLASSAY_FAULT=fault,
            CLASSAY_FAULT_IN=command,
            CLASSAY_FAULT_LOG=str(self.folder / "log"),
            **variables,
        )
        return self.read(answer.returncode, answer.stdout, answer.stderr, out)

    def read(self, code: int, said: str, errors: str, out: Path) -> Run:
        journal = lines_of((out / "journal.jsonl").read_text()) if out.exists() else []
        if journal:
            self.assertEqual(lines_of(said), journal)
            self.assertEqual(journal[-1]["kind"], "end")
            self.assertEqual(sorted(line["case"] for line in journal if line["kind"] == "result"), sorted(self.cases))
        return Run(code, journal, errors, out)

    def hits(self) -> list[str]:
        return [words[4] for words in self.calls() if len(words) > 4]
