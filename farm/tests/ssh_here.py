"""An SSH server of one's own on the loopback, with its keys in a folder that goes away."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"


def why_not() -> str:
    """Why there can be none here; empty: there can."""
    missing = [name for name in ("sshd", "ssh-keygen") if shutil.which(name, path=PATH) is None]
    return f"openssh-server is not installed: no {missing[0]}" if missing else ""


@dataclass(frozen=True)
class Server:
    port: int
    key: Path


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def ssh_server(folder: Path) -> Iterator[Server]:
    server = Server(_free_port(), folder / "user")
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1:{server.port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\n"
        "PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
    )
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # sshd wants one, empty
    program = shutil.which("sshd", path=PATH)
    assert program is not None
    with (folder / "sshd.log").open("w") as log:
        process = subprocess.Popen([program, "-D", "-e", "-f", folder / "sshd_config"], stdin=subprocess.DEVNULL, stderr=log)
    try:
        while process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 1):
                break
            time.sleep(0.01)
        assert process.poll() is None, (folder / "sshd.log").read_text()
        yield server
    finally:
        process.terminate()
        process.wait()
