"""Calls the program `classay` and parses its output."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classay_report.errors import ReportError, UsageError

from classay_farm.children import with_its_parent


class ProgramError(ReportError):
    """classay failed. Holds its message and its exit code."""

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code if code > 0 else 4  # ended by a signal, which is not a result of the device


@dataclass(frozen=True, slots=True)
class Program:
    path: str

    @staticmethod
    def at(path: str) -> "Program":
        found = shutil.which(path)
        if found is None:
            raise UsageError(f"--classay {path}: no such program; give the path of classay")
        return Program(str(Path(found).absolute()))

    def call(self, *words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
        command = with_its_parent(self.path, *words)
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    def version(self) -> str:
        """Returns the version in one line, as in the suite fields of a journal, including the hash of the build."""
        return self._said("--version").partition("\n")[0]

    def devices(self) -> list[dict[str, Any]]:
        """Returns the usable devices, as in `devices --json`."""
        listed = [json.loads(line) for line in self.call("devices", "--json").stdout.splitlines()]
        return [device for device in listed if "unusable" not in device]

    def cases(self, words: Sequence[str]) -> list[str]:
        """Returns the cases that a run with these options would test, in order. Does not use a device."""
        return self._said("run", "--dry-run", *words).splitlines()

    def _said(self, *words: str) -> str:
        done = self.call(*words)
        if done.returncode != 0:
            said = done.stderr.strip().removeprefix("classay: ")
            raise ProgramError(said or f"{self.path} {words[0]} ended with code {done.returncode}", done.returncode)
        return done.stdout
