"""Starts a PostgreSQL server for the tests: a cluster in a temporary folder with a socket in it, and no port."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classay_report.trend import schema
from classay_report.trend.database import address_of
from sqlalchemy import create_engine, text


def programs() -> Path | None:
    """Returns the folder of the newest installed server programs. Debian does not put them into PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextmanager
def server(bin_folder: Path) -> Iterator[str]:
    """Returns the server's address. The server refuses to run as root, and then gets an unprivileged user."""
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="classay-pg-", dir="/tmp"))
    if user:
        shutil.chown(folder, user)

    def call(*words: str) -> None:
        # Into a file, because a server that outlives the call would keep a pipe open.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                words,
                user=user,
                cwd=folder,
                env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
                stdout=said,
                stderr=subprocess.STDOUT,
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()

    data = str(folder / "data")
    try:
        call(str(bin_folder / "initdb"), "--auth=trust", "--username=classay", "--encoding=UTF8", "--no-sync", "-D", data)
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        call(str(bin_folder / "pg_ctl"), "start", "--wait", "-D", data, "-l", str(folder / "log"), "-o", options)
        try:
            yield f"postgresql://classay@/postgres?host={folder}"
        finally:
            call(str(bin_folder / "pg_ctl"), "stop", "--wait", "--mode=immediate", "-D", data)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def empty(address: str) -> None:
    """Drops the tables of trends and the table of migrations."""
    engine = create_engine(address_of(address))
    with engine.begin() as connection:
        schema.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
