"""Makes network namespaces that act as machines of a farm. Each has its own link to this machine, which can be cut."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass


def ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


def why_not() -> str:
    """Returns why namespaces cannot be made here; empty if they can."""
    if shutil.which("ip") is None:
        return "the program ip (iproute2) is not installed"
    name = f"classay-{os.getpid()}-try"
    for words in (("netns", "add", name), ("netns", "del", name)):
        if subprocess.run(["ip", *words], capture_output=True).returncode != 0:
            return "network namespaces cannot be made here"
    return ""


@dataclass(frozen=True)
class Namespace:
    name: str
    wire: str
    here: str  # address of this end of the link
    there: str

    def words(self, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self.name, *command]

    def processes(self) -> set[int]:
        return {int(pid) for pid in ip("netns", "pids", self.name).split()}

    def kill(self) -> None:
        """Kills all processes in the namespace at once. Some end by themselves with their parents."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def cut(self) -> None:
        """Cuts the link without notice to either side."""
        ip("link", "set", self.wire, "down")


@contextmanager
def namespaces(count: int) -> Iterator[list[Namespace]]:
    base = os.getpid() % 200
    made: list[Namespace] = []
    try:
        for i in range(count):
            one = Namespace(
                f"classay-{os.getpid()}-{i}",
                f"ca{os.getpid()}-{i}",
                f"10.231.{base}.{4 * i + 1}",
                f"10.231.{base}.{4 * i + 2}",
            )
            ip("netns", "add", one.name)
            made.append(one)
            ip("link", "add", one.wire, "type", "veth", "peer", "name", "wire", "netns", one.name)
            ip("addr", "add", f"{one.here}/30", "dev", one.wire)
            ip("link", "set", one.wire, "up")
            for words in (
                ("addr", "add", f"{one.there}/30", "dev", "wire"),
                ("link", "set", "wire", "up"),
                ("link", "set", "lo", "up"),
            ):
                ip("-n", one.name, *words)
        yield made
    finally:
        for one in made:
            one.kill()
            subprocess.run(["ip", "link", "del", one.wire], check=False)
            subprocess.run(["ip", "netns", "del", one.name], check=False)
