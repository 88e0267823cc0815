"""Makes one attempt at a shard: `classay run` in a temporary folder. Returns the journal as bytes.

This module is sent to workers, so it imports only the standard library and modules that are sent with it.
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

LOOK = 0.5  # seconds between two checks whether the answer is still needed


@dataclass(frozen=True, slots=True)
class Answer:
    code: int  # exit code of the run; negative: the signal that ended it
    journal: bytes  # compressed; empty: none was written
    said: str  # the end of its standard error
    seconds: float
    host: str


def attempt(
    program: str, address: str, words: Sequence[str], is_wanted: Callable[[], bool], scratch: str | None = None
) -> Answer:
    """Runs a shard. Terminates the run early when `is_wanted` returns False. `scratch`: the parent of the temporary folder.
    Its owner deletes it if this process is killed."""
    with tempfile.TemporaryDirectory(prefix="classay-farm-", dir=scratch) as folder, tempfile.TemporaryFile() as said:
        out = Path(folder) / "run"
        began = time.monotonic()
        # The run ends with its parent: a run that continued alone would keep the device busy.
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
        # classay ends its own children when it receives SIGTERM.
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
