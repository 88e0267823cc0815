"""Tests that an untrusted archive or folder costs bounded memory and time, whatever its headers, names and levels are."""

import gzip
import io
import os
import random
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from classay_report.cli import main
from classay_report.evidence import archive
from classay_report.evidence.archive import LONGEST_NAME, unpack
from classay_report.evidence.tar import HEADER_BYTES, Tar
from classay_report.evidence.tree import DEEPEST
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bounds import limited, sealed

REPORTS = Path(__file__).parents[1]
BLOCK = tarfile.BLOCKSIZE
MOST_PRINTED = 2000


def octal(value: int) -> bytes:
    """Encodes a size for a header: beyond 8 GiB, or negative, in base 256 (GNU)."""
    if 0 <= value < 8**11:
        return b"%011o\0" % value
    return bytes([0xFF if value < 0 else 0x80]) + (value % 256**11).to_bytes(11, "big")


def header(name: bytes, size: int, kind: bytes, magic: bytes = b"ustar\x0000") -> bytes:
    block = bytearray(BLOCK)
    block[: len(name)] = name
    block[100:124] = b"0000644\0" + b"0000000\0" * 2
    block[124:136] = octal(size)
    block[136:156] = b"%011o\0" % 0 + b" " * 8
    block[156:157] = kind
    block[257:265] = magic
    return summed(block)


def summed(block: bytearray) -> bytes:
    """Adds the checksum of the header."""
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % BLOCK)


def member(name: bytes, content: bytes = b"", kind: bytes = b"0") -> bytes:
    return header(name, len(content), kind) + padded(content)


def pax(**words: bytes) -> bytes:
    """Returns the records of a pax header."""
    lines = b""
    for key, value in words.items():
        line = b" " + key.replace("__", ".").encode() + b"=" + value + b"\n"
        length = len(line) + 1
        while len(b"%d" % length) + len(line) != length:
            length += 1
        lines += b"%d" % length + line
    return lines


END = bytes(2 * BLOCK)
FILE = member(b"package/a", b"x")
HOSTILE: dict[str, bytes] = {
    "a long name": member(b"././@LongLink", b"package/" + b"a" * 100_000, b"L") + FILE,
    "a long link": member(b"././@LongLink", b"package/" + b"a" * 100_000, b"K") + FILE,
    "a pax header": member(b"p", pax(path=b"package/" + b"a" * 100_000), b"x") + FILE,
    "a pax comment": member(b"p", pax(comment=b"a" * 100_000), b"x") + FILE,
    "a header for all": member(b"p", pax(comment=b"a"), b"g") + FILE,
    "a long header for all": member(b"p", pax(comment=b"a" * 100_000), b"g") + FILE,
    "a name beyond the end": header(b"././@LongLink", 1 << 60, b"L") + FILE,
    "a pax header beyond the end": header(b"p", 1 << 60, b"x") + FILE,
    "a name of negative size": header(b"././@LongLink", -1024, b"L") + FILE,
    "a chain of names": member(b"././@LongLink", b"package/a", b"L") * 5000 + FILE,
    "a chain of pax headers": member(b"p", b"", b"x") * 5000 + FILE,
    "a chain of headers for all": member(b"p", b"", b"g") * 5000 + FILE,
    "a sparse map": header(b"package/a", 1, b"S", b"ustar  \0") + FILE,
    "a sparse map without end": member(
        b"p", pax(GNU__sparse__major=b"1", GNU__sparse__minor=b"0", GNU__sparse__name=b"package/a"), b"x"
    )
    + member(b"package/a", b"99999999\n" + b"1\n" * 100_000),
    "a file of negative size": header(b"package/a", -BLOCK, b"0") + FILE,
    "a pax size that is negative": member(b"p", pax(size=b"-1024"), b"x") + FILE,
    "a file beyond the end": header(b"package/a", 1 << 62, b"0") + FILE,
    "a name too long": member(b"p", pax(path=b"package/" + b"a" * LONGEST_NAME), b"x") + FILE,
    "levels": member(b"p", pax(path=b"package/" + b"d/" * (DEEPEST + 1) + b"f"), b"x") + FILE,
    "2,000 levels": member(b"p", pax(path=b"package/" + b"d/" * 2000 + b"f"), b"x") + FILE,
}


class Counted(io.BytesIO):
    """Records the largest read and the total."""

    largest = total = 0

    def read(self, size: int | None = -1, /) -> bytes:
        got = super().read(size)
        self.largest, self.total = max(self.largest, len(got)), self.total + len(got)
        return got


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_archive_is_rejected_in_short_lines(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = sealed(gzip.compress(HOSTILE[what] + END, mtime=0), tmp_path / "package.tar.gz")
    for options in ([], ["--json"]):
        assert main(["verify", str(package), *options]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) < MOST_PRINTED and len(lines) < 100


@pytest.mark.parametrize("what", HOSTILE)
def test_headers_are_read_within_their_bound(what: str) -> None:
    stream = Counted(HOSTILE[what] + END)
    count = 0
    try:
        for _ in Tar(stream).members():
            count += 1
    except (tarfile.TarError, ValueError):
        pass
    assert count <= 2 and stream.largest <= HEADER_BYTES and stream.total <= 3 * HEADER_BYTES


def test_names_of_a_package_are_far_from_the_bounds(packed: Path, tmp_path: Path) -> None:
    """A folder with the longest name that the system allows, and the last of the largest number of shards."""
    (tmp_path / "into").mkdir()
    name = f"{'p' * 255}/journals/65536-of-65536.jsonl"
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(tarfile.TarInfo(name))
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(content.getvalue()))
    assert unpack(tmp_path / "a.tar.gz", tmp_path / "into") == []
    assert (tmp_path / "into/journals/65536-of-65536.jsonl").is_file()
    assert main(["verify", f"{packed}.tar.gz"]) == 0


def test_refused_members_count_as_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists the checksums again, so that there are no more reasons than files."""
    monkeypatch.setattr(archive, "MOST_FILES", 5)
    (tmp_path / "into").mkdir()
    package = tmp_path / "a.tar.gz"
    package.write_bytes(gzip.compress(member(b"package/link", b"", b"2") * 100 + END))
    found = unpack(package, tmp_path / "into")
    assert len(found) == 6 and "exceeds the 5 files" in found[-1].what


MIB = 1 << 20
HUGE: dict[str, Callable[[], bytes]] = {
    "a long name": lambda: member(b"././@LongLink", b"a" * (256 * MIB), b"L"),
    "a pax header": lambda: member(b"p", pax(path=b"a" * (256 * MIB)), b"x"),
    "a header for all": lambda: member(b"p", pax(comment=b"a" * (256 * MIB)), b"g"),
}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_header_takes_bounded_memory(what: str, tmp_path: Path) -> None:
    """The content compresses so well that only noise makes the archive as large as the content requires."""
    noise = member(b"package/noise", random.Random(1).randbytes(2 * MIB))
    package = sealed(gzip.compress(noise + HUGE[what]() + FILE + END, 1, mtime=0), tmp_path / "package.tar.gz")
    words = [sys.executable, "-m", "classay_report", "verify", str(package)]
    done = subprocess.run(words, preexec_fn=limited, capture_output=True, text=True, cwd=REPORTS)
    assert done.returncode == 1 and not done.stderr, done.stderr[-500:]
    assert "the headers of a member have more than" in done.stdout and len(done.stdout) < MOST_PRINTED


@settings(max_examples=100)
@given(
    st.sampled_from(sorted(HOSTILE)),
    st.lists(st.tuples(st.integers(0, 4 * BLOCK), st.integers(0, 255)), max_size=6),
    st.integers(0, 6 * BLOCK),
)
def test_no_header_is_more_than_a_reason(
    tmp_path_factory: pytest.TempPathFactory, what: str, changes: list[tuple[int, int]], cut: int
) -> None:
    """Changes bytes of the first headers and adjusts their checksums, or truncates the archive."""
    content = bytearray(HOSTILE[what] + END)
    for at, value in changes:
        if at < len(content):
            content[at] = value
            first = at - at % BLOCK
            content[first : first + BLOCK] = summed(content[first : first + BLOCK])
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "into").mkdir()
    package = folder / "a.tar.gz"
    package.write_bytes(gzip.compress(bytes(content[: len(content) - cut]), 1))
    for reason in unpack(package, folder / "into"):
        assert len(str(reason)) < MOST_PRINTED
    assert {path.name for path in folder.iterdir()} == {"into", "a.tar.gz"}
    assert all(len(path.relative_to(folder).parts) <= DEEPEST + 1 for path in folder.rglob("*"))


# --- folders ---------------------------------------------------------------------------------------------------------------


def nested(folder: Path, levels: int) -> None:
    """Makes nested folders, deeper than a path may be long."""
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=handle)
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)


@pytest.mark.parametrize("levels", [DEEPEST, 2000])
def test_folders_in_folders_are_told_in_one_line(
    levels: int, packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nested(packed, levels)
    try:
        capsys.readouterr()
        assert main(["verify", str(packed)]) == 1
        said = capsys.readouterr().out
        assert said.count("deeper than") == 1 and said.count("\n") == 3, said
        runs = [str(tmp_path / name) for name in ("run1", "run2")]
        assert main(["pack", str(tmp_path / "other"), *runs, "--kernels", str(packed)]) == 2
        said = capsys.readouterr().err
        assert said.count("deeper than") == said.count("\n") == 1, said
    finally:
        subprocess.run(["rm", "-rf", packed], check=True)  # deeper than Python removes


def test_a_folder_of_too_many_files_is_told(
    packed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("classay_report.evidence.tree.MOST_FILES", 50)
    for number in range(60):
        (packed / f"{number}").touch()
    capsys.readouterr()
    assert main(["verify", str(packed)]) == 1
    assert "contains more than the 50 files of a package" in capsys.readouterr().out
