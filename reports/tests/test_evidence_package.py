"""Tests the package of `pack` and `verify`: every change of its files is detected, even with a new list of checksums."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile

import pytest
from classay_report.cli import main
from classay_report.evidence.archive import SEAL_LENGTH, check_seal, seal_of, unpack, write_archive
from classay_report.evidence.checks import Demand
from classay_report.evidence.package import verify
from classay_report.evidence.sums import SUMS, check_sums
from handed_in import list_again, rejected, shards


def test_a_package_made_by_pack_verifies_as_folder_and_as_archive(packed, capsys):
    archive = packed.with_name("package.tar.gz")
    assert main(["verify", str(packed)]) == 0 and main(["verify", str(archive)]) == 0
    assert "verified, for tier certify" in capsys.readouterr().out
    assert main(["verify", str(archive), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["verified"] is True and said["reasons"] == [] and said["waived"] == []
    assert said["remarks"] == ["statement.txt: not filled in"]


def test_checksums_are_those_that_others_compute(packed):
    """Checks with hashlib what tar unpacks, and with sha256sum."""
    with tarfile.open(packed.with_name("package.tar.gz")) as tar:
        inside = {e.name.removeprefix("package/"): tar.extractfile(e).read() for e in tar}
    listed = {line[66:]: line[:64] for line in inside.pop(SUMS).decode().splitlines()}
    assert listed == {name: hashlib.sha256(content).hexdigest() for name, content in inside.items()}
    assert sorted(inside) == sorted(
        ["device.json", "suite.json", "kernels.json", "statement.txt", "journals/1-of-2.jsonl", "journals/2-of-2.jsonl"]
    )
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=packed, check=True)


def test_any_tar_unpacks_an_archive(packed, tmp_path):
    subprocess.run(["tar", "-xzf", packed.with_name("package.tar.gz"), "-C", tmp_path / "run1"], check=True)
    subprocess.run(["gzip", "--test", packed.with_name("package.tar.gz")], check=True)
    subprocess.run(["diff", "-r", packed, tmp_path / "run1/package"], check=True)


def test_the_same_files_make_the_same_archive(packed, tmp_path):
    again = tmp_path / "again" / "package"
    shutil.copytree(packed, again)
    (again / SUMS).touch()
    write_archive(again, tmp_path / "again.tar.gz")
    assert (tmp_path / "again.tar.gz").read_bytes() == packed.with_name("package.tar.gz").read_bytes()


def flipped(file):
    """Changes each byte in turn, in place, by a different bit each time, and restores the file in the end."""
    whole = file.read_bytes()
    with file.open("r+b", buffering=0) as raw:
        for at, byte in enumerate(whole):
            os.pwrite(raw.fileno(), bytes([byte ^ (1 << at % 8)]), at)
            yield at
            os.pwrite(raw.fileno(), bytes([byte]), at)
    assert file.read_bytes() == whole


def test_each_flipped_byte_of_an_archive_is_seen(packed):
    archive = packed.with_name("package.tar.gz")
    whole = archive.read_bytes()
    for at in flipped(archive):
        assert check_seal(archive), f"byte {at}"
    # ... also with the command, at both ends and in the middle.
    for at in (0, 4, 9, len(whole) // 2, len(whole) - SEAL_LENGTH - 1, len(whole) - SEAL_LENGTH, len(whole) - 1):
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert main(["verify", str(archive)]) == 1
    for cut in (0, 1, SEAL_LENGTH, len(whole) - 1):
        archive.write_bytes(whole[:cut])
        assert verify(archive, Demand()).reasons
    archive.write_bytes(whole + b"\0")
    assert verify(archive, Demand()).reasons
    archive.write_bytes(whole)
    assert main(["verify", str(archive)]) == 0


def test_each_flipped_byte_of_a_folder_is_seen(packed):
    for file in sorted(path for path in packed.rglob("*") if path.is_file()):
        whole = file.read_bytes()
        for at in flipped(file):
            assert check_sums(packed), f"{file.name}, byte {at}"
        file.write_bytes(whole[:-1])
        assert main(["verify", str(packed)]) == 1
        file.write_bytes(whole)
    assert main(["verify", str(packed)]) == 0


def test_stray_lost_and_changed_files_are_named(packed, capsys):
    (packed / "notes.txt").write_text("a stray")
    assert "notes.txt: in the package but not in the list" in rejected(packed, capsys)
    (packed / "notes.txt").unlink()
    (packed / "empty").mkdir()
    assert "empty: not a regular file" in rejected(packed, capsys)
    (packed / "empty").rmdir()
    (packed / "statement.txt").write_text("another")
    assert "statement.txt: changed" in rejected(packed, capsys)
    (packed / "statement.txt").unlink()
    assert "statement.txt: in the list but not in the package" in rejected(packed, capsys)
    (packed / "statement.txt").symlink_to(packed / "device.json")
    assert "statement.txt: not a regular file" in rejected(packed, capsys)


@pytest.mark.parametrize(
    "how", [lambda text: text.replace("\n", "\r\n"), lambda text: text + "\n", lambda text: text[:-1], str.upper]
)
def test_the_list_has_one_right_form(how, packed, capsys):
    text = (packed / SUMS).read_text()
    lines = text.splitlines(keepends=True)
    (packed / SUMS).write_bytes("".join([*lines[1:], lines[0]]).encode())
    assert f"{SUMS}: not written in" in rejected(packed, capsys)
    (packed / SUMS).write_bytes(how(text).encode())
    assert rejected(packed, capsys)
    (packed / SUMS).write_bytes(text.encode())
    assert main(["verify", str(packed)]) == 0


def test_files_with_a_list_to_match_are_seen_all_the_same(packed, capsys):
    (packed / "notes.txt").write_text("a stray")
    list_again(packed)
    assert "notes.txt: does not belong in a package" in rejected(packed, capsys)
    (packed / "notes.txt").unlink()
    for name in ("device.json", "suite.json"):
        before = (packed / name).read_text()
        (packed / name).write_text(before.replace('"1.0"', '"2.0"').replace("certify", "full"))
        list_again(packed)
        assert f"{name}: differs from the journals" in rejected(packed, capsys)
        (packed / name).write_text(before)
    (packed / "journals/2-of-2.jsonl").rename(packed / "journals/3-of-2.jsonl")
    list_again(packed)
    assert "file name does not match shard" in rejected(packed, capsys)


def test_hostile_archives_write_nowhere_else(tmp_path):
    def archive(*entries):
        with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as tar:
            for name, kind in entries:
                entry = tarfile.TarInfo(name)
                entry.type, entry.linkname = kind, "/etc/passwd"
                tar.addfile(entry)
        data = (tmp_path / "a.tar.gz").read_bytes()
        (tmp_path / "a.tar.gz").write_bytes(data + seal_of(hashlib.sha256(data).hexdigest()))
        into = tmp_path / "deep" / "into"
        into.mkdir(parents=True, exist_ok=True)
        reasons = unpack(tmp_path / "a.tar.gz", into)
        assert not check_seal(tmp_path / "a.tar.gz")
        assert [path.name for path in (tmp_path / "deep").iterdir()] == ["into"]
        return [reason.what for reason in reasons]

    plain = tarfile.REGTYPE
    assert archive(("p/../../x", plain)) == ["the name leads outside the package"]
    assert archive(("/etc/x", plain)) == ["the name leads outside the package"]
    assert archive(("p/link", tarfile.SYMTYPE)) == ["not a regular file"]
    assert archive(("p/a", plain), ("p/a", plain)) == ["occurs twice"]
    assert archive(("p/b", plain), ("q/c", plain)) == ["contains more than one folder"]


def test_statement_and_kernels(tmp_path, capsys):
    assert main(["pack", "--statement-template"]) == 0
    (tmp_path / "statement.txt").write_text(capsys.readouterr().out.replace("Organisation:", "Organisation: us"))
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/sin.cl").write_text("kernel")
    words = ["--statement", str(tmp_path / "statement.txt"), "--kernels", str(tmp_path / "kernels")]
    assert main(["pack", str(tmp_path / "p"), *shards(tmp_path), *words]) == 0
    assert "us" in (tmp_path / "p/statement.txt").read_text()
    hashes = json.loads((tmp_path / "p/kernels.json").read_text())["sha256"]
    assert hashes == {"sin.cl": hashlib.sha256(b"kernel").hexdigest()}
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "p.tar.gz")]) == 0
    assert "not filled in" not in capsys.readouterr().out


def test_nothing_is_written_over(packed, tmp_path):
    assert main(["pack", str(packed), str(tmp_path / "run1"), str(tmp_path / "run2")]) == 2
    assert main(["verify", str(tmp_path / "no-such-thing")]) == 2
