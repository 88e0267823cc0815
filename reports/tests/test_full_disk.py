"""Tests that a full disk leaves the old files, no temporary files, and no obstacle for the next attempt.

A limit on file sizes replaces a full disk: a write beyond it fails in the same way, at a point that the test chooses.
"""

import resource
import subprocess
import sys
from pathlib import Path

import generated
import pytest
from classay_report.cli import main
from handed_in import shards

REPORTS = Path(__file__).parents[1]
ROOMS = [0, 3000]


def with_room(room: int, *words: str, stdout: int | None = None) -> tuple[int, str]:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    command = [sys.executable, "-B", "-m", "classay_report", *words]
    done = subprocess.run(
        command, preexec_fn=limited, cwd=REPORTS, stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    return done.returncode, done.stderr


def everything(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


@pytest.fixture
def run(tmp_path: Path) -> str:
    return str(generated.write(tmp_path / "run", generated.journal(12, 2)))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("what", ["html", "trend"])
def test_a_site_stays_as_it_was(what: str, room: int, run: str, tmp_path: Path) -> None:
    out, database = tmp_path / "out", str(tmp_path / "db")
    assert main(["trend", "import", run, "--db", database]) == 0
    words = {"html": ["html", str(out), run, "--exit-zero"], "trend": ["trend", "pages", str(out), "--db", database]}[what]
    assert main(words) == 0
    there = everything(out)
    code, said = with_room(room, *words)
    assert code == 4 and said.count("\n") == 1 and everything(out) == there
    assert {path.name for path in tmp_path.iterdir()} <= {"out", "db", "db-wal", "db-shm", "run"}
    assert main(words) == 0


@pytest.mark.parametrize(
    "words", [["junit", "--exit-zero"], ["markdown", "--exit-zero"], ["parquet"], ["csv"], ["diff"], ["baseline", "make"]]
)
def test_a_file_comes_into_being_whole(words: list[str], run: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    option = ["--html"] if words == ["diff"] else ["--out"]
    whole = [*words, run, *([run] if words == ["diff"] else []), *option, str(out / "file")]
    code, said = with_room(300, *whole)
    assert code == 4 and said.count("\n") == 1 and not list(out.iterdir())
    assert main(whole) == 0 and [path.name for path in out.iterdir()] == ["file"]


def test_a_package_comes_into_being_whole(tmp_path: Path) -> None:
    runs = shards(tmp_path / "runs")
    out = tmp_path / "out"
    out.mkdir()
    for room in (0, 500, 1000):
        code, said = with_room(room, "pack", str(out / "p"), *runs)
        assert code == 4 and "\n" not in said[:-1] and not list(out.iterdir())
    assert main(["pack", str(out / "p"), *runs]) == 0


@pytest.mark.parametrize("room", ROOMS)
def test_a_new_site_that_found_no_room_does_not_block_the_next(room: int, run: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    code, said = with_room(room, "html", str(out / "site"), run)
    assert code == 4 and said.count("\n") == 1 and not list(out.iterdir())
    assert main(["html", str(out / "site"), run, "--exit-zero"]) == 0


def test_a_baseline_that_finds_no_room_stays_as_it_was(run: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert main(["baseline", "make", run, "--out", str(out / "b")]) == 0
    before = (out / "b").read_bytes()
    other = str(generated.write(tmp_path / "other", generated.journal(11, 2)))
    code, said = with_room(100, "baseline", "update", other, str(out / "b"))
    assert code == 4, said
    assert [path.name for path in out.iterdir()] == ["b"] and (out / "b").read_bytes() == before


@pytest.mark.parametrize("words", [["csv"], ["markdown"], ["junit"], ["baseline", "make"]])
def test_output_that_goes_nowhere_is_told(words: list[str], run: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "classay_report", *words, run],
            cwd=REPORTS,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 4 and done.stderr.count("\n") == 1 and "No space left" in done.stderr


def test_a_reader_that_goes_away_is_nobodys_fault(run: str) -> None:
    command = [sys.executable, "-m", "classay_report", "csv", run]
    with subprocess.Popen(command, cwd=REPORTS, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        said = program.stderr.read()
    assert (program.returncode, said) == (0, b"")
