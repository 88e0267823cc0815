"""One attempt at a shard: `classay run` in a folder of its own, which is gone afterwards. What it left comes back as bytes.

This module is sent to workers, and knows nothing but Python.
"""

import gzip
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from classay_farm.children import with_its_parent

LOOK = 0.5  # seconds between two looks whether anyone wants the answer


@dataclass(frozen=True, slots=True)
class Answer:
    code: int  # of the run; negative: the signal that ended it
    journal: bytes  # packed; empty: there is none
    said: str  # the end of its standard error
    seconds: float
    host: str


def attempt(
    program: str, address: str, words: Sequence[str], is_wanted: Callable[[], bool], scratch: str | None = None
) -> Answer:
    """Ends early, by a signal, when nobody wants it any more. `scratch`: where its folder is; somebody else looks after it
    when whoever asks is killed."""
    with tempfile.TemporaryDirectory(prefix="classay-farm-", dir=scratch) as folder, tempfile.TemporaryFile() as said:
        out = Path(folder) / "run"
        began = time.monotonic()
        # A run that outlives who wanted it would keep the device.
        command = [program, "run", "--device", address, "--out", str(out), "--progress", "0", *words]
        with subprocess.Popen(
            with_its_parent(*command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, cwd=folder
        ) as process:
            _wait(process, is_wanted)
        journal = out / "journal.jsonl"
        content = gzip.compress(journal.read_bytes(), 4, mtime=0) if journal.is_file() else b""
        said.seek(0)
        end = said.read().decode(errors="replace")[-2000:].strip()
        return Answer(process.returncode, content, end, time.monotonic() - began, platform.node())


def _wait(process: "subprocess.Popen[bytes]", is_wanted: Callable[[], bool]) -> None:
    try:
        while True:
            try:
                process.wait(LOOK)
                return
            except subprocess.TimeoutExpired:
                if not is_wanted():
                    return
    finally:
        # It ends its own children when it is told to.
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
