"""Runs `classay judge` and `classay oracle` on many calls, in batches over standard input."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classay_report.cts.failure import Call, Operand
from classay_report.errors import ReportError, UsageError

TIMEOUT = 600  # seconds for one batch
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, order=True)
class Conditions:
    """The options of `classay judge` that the device and the build mode determine."""

    spec: str
    profile: str
    mode: str
    flushes: bool
    rounds_to_zero: bool

    def options(self) -> list[str]:
        words = ["--spec", self.spec, "--profile", self.profile, "--mode", self.mode]
        return words + ["--ftz"] * self.flushes + ["--rtz"] * self.rounds_to_zero

    def __str__(self) -> str:
        extra = [f"mode {self.mode}"] * (self.mode != "default") + ["flushes subnormals"] * self.flushes
        return ", ".join([self.spec, f"{self.profile} profile", *extra, *["rounds toward zero"] * self.rounds_to_zero])


def operand_words(operands: Sequence[Operand], picks: Sequence[Sequence[int]]) -> list[str]:
    """Returns one word per operand; `picks` has the number of the pattern for each component."""
    return [",".join(v.words()[i] for v, i in zip(operand, pick)) for operand, pick in zip(operands, picks)]


def call_text(call: Call, arguments: Sequence[str], results: Sequence[str]) -> str:
    return " ".join([call.builtin, call.form, *arguments, *(["=", *results] if results else [])])


class Judge:
    """`program` is the name or path of classay."""

    def __init__(self, program: str) -> None:
        found = shutil.which(program)
        if found is None:
            raise UsageError(f"--classay '{program}': no such program; give the path of classay")
        self.program = found

    def judge(self, conditions: Conditions, calls: Sequence[str]) -> list[Json]:
        return self._run(["judge", "-", "--json", "--bits", *conditions.options()], calls)

    def oracle(self, calls: Sequence[str]) -> list[Json]:
        return self._run(["oracle", "-", "--json", "--bits"], calls)

    def _run(self, words: list[str], calls: Sequence[str]) -> list[Json]:
        """Returns one object per call, in their order. A call that classay refuses gives an object with `error`."""
        if not calls:
            return []
        try:
            done = subprocess.run(
                [self.program, *words],
                input="\n".join(calls) + "\n",
                capture_output=True,
                text=True,
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ReportError(f"classay {words[0]}: no result within {TIMEOUT} s") from None
        except UnicodeDecodeError:
            raise ReportError(f"classay {words[0]}: its output is not UTF-8 text") from None
        found: list[Json] = []
        try:
            found = [json.loads(line) for line in done.stdout.splitlines()]
        except ValueError:
            found = []
        if len(found) != len(calls) or not all(isinstance(one, dict) for one in found):
            why = done.stderr.strip().splitlines()
            raise ReportError(
                f"{self.program} {words[0]}: {len(found)} results for {len(calls)} calls, exit code {done.returncode}"
                + (f": {why[0]}" if why else "; give the path of classay with --classay")
            )
        return found
