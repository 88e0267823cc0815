"""The reports on a stand-in for Windows: without what its Python lacks, and with a rename that replaces nothing. mypy checks
every other name (scripts/lint python)."""

import subprocess
import sys
from pathlib import Path

import generated
import pytest

REPORTS = Path(__file__).parents[1]
WINDOWS = """
import errno, os, pathlib, shutil, subprocess, sys, tempfile
for name in ("O_NONBLOCK", "O_CLOEXEC", "fork", "getuid", "geteuid", "openpty", "sysconf", "statvfs", "mkfifo"):
    delattr(os, name)
rename = os.rename
def rename_of_windows(source, target, *rest, **more):
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "exists", str(target))
    rename(source, target, *rest, **more)
os.rename = rename_of_windows
sys.platform = "win32"
from classay_report.cli import main
sys.exit(main())
"""


def on_windows(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WINDOWS, *words], cwd=REPORTS, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture
def run(tmp_path: Path) -> str:
    return str(generated.write(tmp_path / "run", generated.journal(7, 3)))


def pages(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_pages_are_written_into_new_empty_and_full_folders(run: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = []
    for is_empty in (False, True, False):
        if is_empty:
            for path in sorted(out.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        done = on_windows("html", str(out), run, "--exit-zero")
        assert done.returncode == 0, done.stderr
        found.append(pages(out))
    assert "index.html" in found[0] and found[0] == found[1] == found[2]
    # Windows has no such names.
    assert not [name for name in found[0] if set(name) & set('<>:"\\|?*') or name.endswith((".", " "))]


def test_runs_are_compared_and_written_as_tables(run: str, tmp_path: Path) -> None:
    for words in (["diff", run, run], ["findings", run], ["csv", run], ["markdown", run], ["junit", run]):
        to_file = [*words, "--out", str(tmp_path / "file")] if words[0] in ("csv", "junit") else words
        done = on_windows(*to_file)
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
