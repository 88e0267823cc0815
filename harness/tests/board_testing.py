"""What tests of boards share: roots with nothing in them, and an SSH server of one's own."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
from collections.abc import Iterator
from pathlib import Path

from fault_driver import CLASSAY

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"


def needed_files(program: str) -> list[Path]:
    """The program's libraries, and what loads them."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    words = [word for line in said.splitlines() for word in line.split() if word.startswith("/")]
    return sorted({Path(word) for word in words})


def empty_root(root: Path) -> str:
    """A root with the program, its libraries and data, and nothing else; the command that starts the program there."""
    for file in needed_files(CLASSAY):
        (root / str(file)[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file.resolve(), root / str(file)[1:])
    (root / "bin").mkdir()
    shutil.copy2(CLASSAY, root / "bin/classay")
    shutil.copytree(Path(__file__).resolve().parents[2] / "data/hard-inputs", root / "share/classay/hard-inputs")
    for name in ("proc", "tmp", "dev"):
        (root / name).mkdir()
    script = root.parent / "in-empty-root"
    how = "" if os.geteuid() == 0 else "-r"
    script.write_text(
        "#!/bin/sh\n"
        f'exec unshare {how} -m sh -c \'mount --rbind /proc "$0/proc" && exec chroot "$0" /bin/classay "$@"\' {root} "$@"\n'
    )
    script.chmod(0o755)
    tried = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        raise unittest.SkipTest("no empty root can be entered: " + tried.stderr.strip())
    return str(script)


def processes() -> Iterator[tuple[int, int, Path]]:
    """Number, parent and folder in /proc of each that can be looked at."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(entry.name), int((entry / "stat").read_text().rpartition(")")[2].split()[1]), entry


def processes_with(variable: bytes, word: bytes) -> list[int]:
    """Those that have this variable, as NAME=VALUE, and a command with this word, or any where it is empty."""
    found = []
    for pid, _, entry in processes():
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if variable in (entry / "environ").read_bytes().split(b"\0") and (not word or word in words):
                found.append(pid)
    return found


def below(pid: int) -> list[int]:
    children = [child for child, parent, _ in processes() if parent == pid]
    return children + [deeper for child in children for deeper in below(child)]


class Server:
    """An SSH server on the loopback, with keys and a configuration of its own."""

    def __init__(self, folder: Path) -> None:
        if not Path(SSHD).exists() or shutil.which("ssh") is None:
            raise unittest.SkipTest("openssh-server and openssh-client are not installed")
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        for name in ("host", "user", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        shutil.copy(folder / "user.pub", folder / "authorized")
        (folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1:{self.port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\n"
            "PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
            "MaxStartups 100\nKexAlgorithms curve25519-sha256\n"  # the quickest, as each child has a session of its own
        )
        key = (folder / "host.pub").read_text()
        (folder / "known").write_text(f"[127.0.0.1]:{self.port} {key}")
        for host, identity in (("board", "user"), ("closed-board", "stranger")):
            with (folder / "ssh_config").open("a") as file:
                file.write(
                    f"Host {host}\nHostName 127.0.0.1\nPort {self.port}\nIdentityFile {folder}/{identity}\n"
                    f"IdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile {folder}/known\nBatchMode yes\n"
                )
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # sshd wants one, empty
        self.start()
        tried = subprocess.run([*self.words(), "true"], capture_output=True, text=True, check=False)
        if tried.returncode != 0:
            self.stop()
            raise unittest.SkipTest("an SSH server of the tests lets nobody in: " + tried.stderr.strip())

    def words(self, host: str = "board") -> list[str]:
        return ["ssh", "-F", str(self.folder / "ssh_config"), host]

    def start(self) -> None:
        """Unless it runs."""
        if self.process is not None and self.process.poll() is None:
            return
        with (self.folder / "sshd.log").open("a") as log:
            self.process = subprocess.Popen(
                [SSHD, "-D", "-e", "-f", self.folder / "sshd_config"], stdin=subprocess.DEVNULL, stderr=log
            )
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.01)
        raise RuntimeError("no SSH server: " + (self.folder / "sshd.log").read_text())

    def sessions(self) -> list[int]:
        assert self.process is not None
        return [pid for pid in below(self.process.pid) if Path(f"/proc/{pid}/exe").resolve() == Path(SSHD).resolve()]

    def cut(self) -> None:
        """Ends the sessions that there are, and nothing that they have started."""
        for pid in self.sessions():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def cut_off(self) -> None:
        """The same, and nobody is let in any more."""
        sessions = self.sessions()
        self.stop()
        for pid in sessions:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


# A command between the run and the program of the board. It passes lines on until, once, it does one of these things:
#   stop-line    it is stopped itself (SIGSTOP), as ssh may be
#   stop-relay   the program at the other end is
#   stop-worker  the worker there is
#   silent       it stays, and passes nothing more on
#   half         the same, after half of a line
#   torn         it ends after half of a line
# `after`: how many lines of a worker it passes on first.
MIDWAY = """
import os, signal, subprocess, sys, threading, time
folder, what, after = sys.argv[1], sys.argv[2], int(sys.argv[3])
relay = subprocess.Popen(sys.argv[4:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
is_worker = threading.Event()

def down():
    for line in sys.stdin.buffer:
        if line.startswith(b'{"words"') and b'"worker"' in line:
            is_worker.set()
        relay.stdin.write(line)
        relay.stdin.flush()
    relay.stdin.close()

def is_the_first():
    try:
        os.close(os.open(folder + "/once", os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False

def children(pid):
    return [int(child) for child in open(f"/proc/{pid}/task/{pid}/children").read().split()]

def stop(pid):
    with open(folder + "/stopped", "a") as file:
        file.write(f"{pid}\\n")
    os.kill(pid, signal.SIGSTOP)

def hang(line):
    if what == "stop-line":
        stop(os.getpid())
    if what == "stop-relay":
        stop(relay.pid)
    if what == "stop-worker":
        stop(children(relay.pid)[0])
        return
    if what in ("half", "torn"):
        os.write(1, line[: len(line) // 2])
    while what != "torn":
        time.sleep(1)
    relay.kill()
    os._exit(255)

threading.Thread(target=down, daemon=True).start()
passed = 0
for line in relay.stdout:
    if is_worker.is_set() and passed >= after and is_the_first():
        hang(line)
    os.write(1, line)
    passed += is_worker.is_set()
os._exit(relay.wait())
"""


def midway(folder: Path, what: str, after: int) -> str:
    """A command for the program, whose line hangs midway, once."""
    script = folder / "midway.py"
    script.write_text(MIDWAY)
    return f"{sys.executable} {script} {folder} {what} {after} {CLASSAY}"


def continue_stopped(folder: Path) -> None:
    for pid in (folder / "stopped").read_text().split() if (folder / "stopped").exists() else []:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGCONT)
