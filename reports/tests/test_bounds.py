"""Tests that untrusted input costs bounded time and memory, and that every file of a package is checked."""

import gzip
import hashlib
import io
import os
import re
import resource
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import generated
import pytest
from classay_report.baseline.asked import glob_pattern
from classay_report.cli import main
from classay_report.evidence import archive
from classay_report.evidence.archive import seal_of, unpack
from classay_report.files import UNPACKED_RATIO
from classay_report.journal import JournalError, read_run
from handed_in import list_again, rejected
from hypothesis import given
from hypothesis import strategies as st

ROOM = 700 << 20
BASELINE = "classay-baseline 1\nplatform Generated\ndevice *\ndriver *\n\n"


def commands(place: str, good: str, baseline: str, out: str) -> list[list[str]]:
    """Returns commands that read an untrusted file at this path."""
    return [
        ["html", f"{out}/site", place],
        ["diff", good, place],
        ["baseline", "make", place],
        ["baseline", "check", good, place],
        ["baseline", "check", good, "--waivers", place],
        ["baseline", "update", good, place],
        ["baseline", "update", place, baseline],
        ["junit", place],
        ["csv", place],
        ["parquet", place, "--out", f"{out}/table"],
        ["markdown", place],
        ["trend", "import", place, "--db", f"{out}/db"],
        ["pack", f"{out}/package", place],
        ["pack", f"{out}/package", good, "--statement", place, "--tier", "quick", "--part"],
        ["pack", f"{out}/package", good, "--waivers", place, "--tier", "quick", "--part"],
        ["verify", place],
    ]


@pytest.mark.parametrize("kind", ["pipe", "device", "nothing", "folder"])
def test_what_is_no_plain_file_is_refused_and_not_waited_for(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = generated.write(tmp_path / "good", generated.journal(3, 2))
    (tmp_path / "baseline").write_text(BASELINE)
    place = tmp_path / "place"
    make: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(place),
        "device": lambda: place.symlink_to("/dev/zero"),
        "nothing": lambda: None,
        "folder": place.mkdir,
    }
    make[kind]()
    for words in commands(str(place), str(good), str(tmp_path / "baseline"), str(tmp_path)):
        code = main(words)
        said = capsys.readouterr().err
        is_empty_package = words[0] == "verify" and kind != "nothing"
        assert code == 1 if is_empty_package else code in (2, 4), words
        assert is_empty_package or (said.count("\n") == 1 and str(place) in said), words


def bomb(size: int, name: str = "x") -> bytes:
    """A tar archive with one file of zeros."""
    raw = io.BytesIO()
    with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        entry = tarfile.TarInfo(name)
        entry.size = size
        tar.addfile(entry, io.BytesIO(bytes(size)))
    return raw.getvalue()


def sealed(content: bytes, file: Path) -> Path:
    file.write_bytes(content + seal_of(hashlib.sha256(content).hexdigest()))
    return file


def test_a_journal_that_unpacks_to_more_than_journals_do_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl.gz"
    size = (64 << 20) * 2
    file.write_bytes(gzip.compress(b"x" * size, mtime=0))
    assert file.stat().st_size * UNPACKED_RATIO < size
    with pytest.raises(JournalError, match="unpacks to more than"):
        read_run(file)


def test_journals_are_far_from_the_bound(tmp_path: Path) -> None:
    folder = generated.write(tmp_path / "run", generated.journal(60, 2))
    packed = gzip.compress((folder / "journal.jsonl").read_bytes(), 9)
    assert (folder / "journal.jsonl").stat().st_size < len(packed) * UNPACKED_RATIO / 4


def test_members_of_a_gzip_file_count_together_and_one_that_is_cut_off_is_told(tmp_path: Path) -> None:
    folder = generated.write(tmp_path / "run", generated.journal(4, 2))
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    file = tmp_path / "j.jsonl.gz"
    file.write_bytes(b"".join(gzip.compress(line) for line in lines))
    assert read_run(file).results == read_run(folder).results
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.raises(JournalError, match="truncated"):
        read_run(file)
    file.write_bytes(b"".join(gzip.compress(b"x" * (1 << 20)) for _ in range(80)))
    with pytest.raises(JournalError, match="unpacks to more than"):
        read_run(file)


def test_a_run_in_a_second_member_of_a_gzip_file_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = generated.write(tmp_path / "run", generated.journal(4, 2))
    whole = (folder / "journal.jsonl").read_bytes()
    file = tmp_path / "j.jsonl.gz"
    file.write_bytes(gzip.compress(whole) * 2)
    lines = len(whole.splitlines())
    with pytest.raises(JournalError, match=rf"line {lines + 1} is malformed: a second run begins here"):
        read_run(file)


def test_an_archive_that_unpacks_to_more_than_packages_do_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = sealed(bomb(256 << 20, "package/journals/x"), tmp_path / "package.tar.gz")
    assert main(["verify", str(package)]) == 1
    assert "unpacks to more than" in capsys.readouterr().out


def hand_made(entry: tarfile.TarInfo, content: bytes = b"", behind: bytes = b"") -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(raw.getvalue() + behind, mtime=0)


def test_a_sparse_file_is_not_unpacked(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("package/huge")
    entry.pax_headers = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.name": "package/huge"}
    entry.pax_headers |= {"GNU.sparse.size": str(1 << 50), "GNU.sparse.map": "0,0"}
    file = tmp_path / "a.tar.gz"
    file.write_bytes(hand_made(entry))
    (tmp_path / "into").mkdir()
    assert [reason.what for reason in unpack(file, tmp_path / "into")] == ["not a regular file"]
    assert not list((tmp_path / "into").iterdir())


def test_what_stands_behind_the_last_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "into").mkdir()
    file = tmp_path / "a.tar.gz"
    file.write_bytes(hand_made(tarfile.TarInfo("package/a"), behind=b"secret"))
    assert any("after its last file" in reason.what for reason in unpack(file, tmp_path / "into"))


def test_too_many_files_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: Path) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    (tmp_path / "into").mkdir()
    found = unpack(packed.with_name("package.tar.gz"), tmp_path / "into")
    assert any("exceeds the 3 files" in reason.what for reason in found)


@pytest.mark.parametrize("name", ["package/a\x00b", "package/" + "x" * 300, "package/\x1b[2J"])
def test_odd_names_are_told_in_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = tarfile.TarInfo("package/a")
    entry.pax_headers = {"path": name}
    package = sealed(hand_made(entry, b""), tmp_path / "p.tar.gz")
    assert main(["verify", str(package)]) == 1
    said = capsys.readouterr().out
    assert "\x1b" not in said and "\x00" not in said


@pytest.mark.parametrize("place", ["journals/more/1-of-2.jsonl", "more/a", "journals/a/b/c", "stray"])
def test_every_file_of_a_package_is_accounted_for(place: str, packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (packed / place).parent.mkdir(parents=True, exist_ok=True)
    (packed / place).write_text("an unknown file")
    list_again(packed)
    assert f"{place}: does not belong in a package" in rejected(packed, capsys)


def test_a_pipe_in_a_package_is_told(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(packed / "journals/3-of-2.jsonl")
    assert "3-of-2.jsonl: not a regular file" in rejected(packed, capsys)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))


def test_a_filter_of_many_stars_takes_no_longer() -> None:
    """Backtracking at each star would take practically for ever."""
    pattern = glob_pattern("*a" * 60 + "*b")
    assert pattern.fullmatch("a" * 4000) is None and pattern.fullmatch("a" * 60 + "b")


@given(st.text("ab*", max_size=9), st.text("ab", max_size=9))
def test_a_star_is_any_text(glob: str, name: str) -> None:
    plain = re.compile("".join(".*" if sign == "*" else sign for sign in glob), re.DOTALL)
    assert (glob_pattern(glob).fullmatch(name) is None) == (plain.fullmatch(name) is None)


def test_the_largest_numbers_are_no_trouble(tmp_path: Path) -> None:
    lines = list(generated.journal(6, 2))
    largest = sys.float_info.max
    for line in lines:
        if "per_binade" in line:
            line["seconds"] |= {"device": largest, "total": largest}
            line["per_binade"] = [[*b[:5], largest] for b in line["per_binade"]]
            line["max_ulp"]["value"], line["limit"]["value"] = largest, 5e-324
            line["worst"] = [s | {"ulps": largest} for s in line["worst"]]
    run = str(generated.write(tmp_path / "run", iter(lines)))
    for words in (
        ["html", str(tmp_path / "site"), run],
        ["diff", "--before", run, run, "--after", run, run],
        ["junit", run],
    ):
        assert main(words) in (0, 1)
    assert main(["markdown", run]) == 0


HEADER = generated.text(generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "d"))
LARGE = {
    "a list of lists": lambda: HEADER.encode() + b'{"kind":"news","a":[' + b"[]," * (33 << 20) + b"[]]}\n",
    "a line without an end": lambda: HEADER.encode() + b'{"kind":"' + b"x" * (100 << 20),
    "a first line of brackets": lambda: b"[" * (60 << 20) + b"\n",
    "a number": lambda: HEADER.encode() + b'{"kind":"news","a":' + b"1" * (50 << 20) + b"}\n",
    "shards": lambda: HEADER.replace('"1/1"', '"1/3000000000"').encode(),
}


@pytest.mark.parametrize("what", LARGE)
def test_a_large_line_is_refused_within_bounded_memory(what: str, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_bytes(LARGE[what]())
    words = [sys.executable, "-m", "classay_report", "junit", str(file)]
    done = subprocess.run(words, preexec_fn=limited, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert done.returncode == 4 and done.stderr.count("\n") == 1, done.stderr[-500:]
