"""Shows the progress of a farm: a line that is updated on a terminal, or a line at intervals elsewhere."""

import sys
import time

from classay_report.visible import visible, warn

from classay_farm.plan import Task


class Progress:
    def __init__(self, total: int, every: float) -> None:
        self.total, self.every = total, every
        self.retried = 0
        self.last = ""
        self._told = time.monotonic()
        self._is_terminal = sys.stderr.isatty()

    def done(self, task: Task, seconds: float, is_other: bool) -> None:
        self.last = f"{task.name} in {seconds:.1f} s"
        if is_other:
            self._say(f"classay-farm: {task.name} of {task.target}: a second attempt gave different results")

    def again(self, task: Task, reason: str) -> None:
        self.retried += 1
        self._say(f"classay-farm: {task.name}: retrying: {reason}")

    def show(self, left: int) -> None:
        now = time.monotonic()
        if now - self._told < (0.2 if self._is_terminal else self.every):
            return
        self._told = now
        again = f", {self.retried} retries" if self.retried else ""
        line = visible(
            f"classay-farm: {self.total - left} of {self.total} shards done{again}" + (f"; {self.last}" if self.last else "")
        )
        if self._is_terminal:
            print(f"\r\x1b[K{line[:150]}", end="", file=sys.stderr, flush=True)
        elif self.every:
            print(line, file=sys.stderr, flush=True)

    def _say(self, line: str) -> None:
        self.clear()
        warn(line)

    def clear(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
