"""Starts a private Slurm: munged, slurmctld and slurmd in a temporary folder, on unused ports."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"

CONFIGURATION = """\
ClusterName=classay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld}
SlurmdPort={slurmd}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=10000
ReturnToService=2
MailProg=/bin/true
MinJobAge=300
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=here Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def why_not() -> str:
    """Returns why Slurm cannot run here; empty if it can."""
    if missing := [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]:
        return f"Slurm is not installed (slurm-wlm, munge): no {missing[0]}"
    return "" if os.geteuid() == 0 else "slurmd wants to be root"


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


@contextmanager
def slurm() -> Iterator[dict[str, str]]:
    """Returns the environment in which its commands find it."""
    folder = Path(tempfile.mkdtemp(prefix="classay-slurm-", dir="/tmp"))
    host = socket.gethostname().partition(".")[0]
    ctld, slurmd = _free_ports(2)
    cores = len(os.sched_getaffinity(0))
    (folder / "slurm.conf").write_text(CONFIGURATION.format(host=host, ctld=ctld, slurmd=slurmd, folder=folder, cores=cores))
    for name in ("state", "spool"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    environment = {**os.environ, "PATH": PATH, "SLURM_CONF": str(folder / "slurm.conf")}
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    munge = [
        "munged",
        "--foreground",
        f"--socket={folder}/munge.socket",
        f"--key-file={key}",
        f"--pid-file={folder}/munged.pid",
    ]
    munge += [f"--log-file={folder}/munged.log", f"--seed-file={folder}/munge.seed", "--force"]
    commands = [munge, ["slurmctld", "-D"], ["slurmd", "-D", "-N", host]]
    running: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            with open(folder / f"{command[0]}.out", "wb") as said:
                running.append(subprocess.Popen(command, env=environment, stdout=said, stderr=subprocess.STDOUT))
        _wait_for_the_node(environment, running, folder)
        yield environment
    finally:
        for process in reversed(running):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_the_node(environment: dict[str, str], running: list["subprocess.Popen[bytes]"], folder: Path) -> None:
    while True:
        said = subprocess.run(["sinfo", "--noheader", "--format=%t"], env=environment, capture_output=True, text=True).stdout
        if said.strip() == "idle":
            return
        ended = [process.args for process in running if process.poll() is not None]
        assert not ended, (ended, "".join(file.read_text() for file in folder.glob("*.out")))
        time.sleep(0.2)
