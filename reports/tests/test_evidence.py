"""pack and verify: what is evidence is taken, and each way of spoiling it is named."""

import copy
import hashlib
import json
import os
import shutil
import subprocess
import tarfile

import generated
import pytest
from classay_report.cli import main
from classay_report.evidence.archive import SEAL_LENGTH, check_seal, seal_of, unpack, write_archive
from classay_report.evidence.checks import Demand
from classay_report.evidence.package import examine, verify
from classay_report.evidence.sums import SUMS, check_sums

SIN, COS, NOTHING = "clc/math/sin/f32/default/v1", "clc/math/cos/f32/default/v1", "clc/math/sin/f16/default/v1"


def result(case, **more):
    inputs = {"plan": "all of them", "count": 8, "hash": "0x00000000000000aa", "exhaustive": False}
    counts = {"judged": 8, "failed": 0, "undefined": 0}
    line = {"kind": "result", "case": case, "verdict": "pass", "reason": "", "inputs": inputs, "counts": counts}
    return line | copy.deepcopy(more)


def lines_of(shard):
    """What one of two shards has written, nothing in it against the rules."""
    head = generated.header(3, 1, "1.0", "2026-01-01T00:00:00Z", "device") | {"tier": "certify", "shard": f"{shard}/2"}
    head["options"] = {"filters": [], "modes": "auto"}
    unsupported = {"kind": "result", "case": NOTHING, "verdict": "unsupported", "reason": "no half"}
    end = {"kind": "end", "totals": {"pass": 2, "unsupported": 1}, "left_out": []}
    return copy.deepcopy([head, result(SIN), result(COS), unsupported, end])


def shards(tmp_path, spoil=lambda lines: lines, text=lambda text: text):
    """Both shards; the second one after what `spoil` does to its lines, and `text` to its text."""
    folders = []
    for shard in (1, 2):
        lines = lines_of(shard)
        lines = spoil(lines) or lines if shard == 2 else lines
        written = "".join(generated.text(line) for line in lines)
        folder = tmp_path / f"run{shard}"
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").write_text(text(written) if shard == 2 else written)
        folders.append(str(folder))
    return folders


@pytest.fixture
def packed(tmp_path):
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path)]) == 0
    return tmp_path / "package"


def test_a_package_made_by_pack_verifies_as_folder_and_as_archive(packed, capsys):
    archive = packed.with_name("package.tar.gz")
    assert main(["verify", str(packed)]) == 0 and main(["verify", str(archive)]) == 0
    assert "verified, for tier certify" in capsys.readouterr().out
    assert main(["verify", str(archive), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["verified"] is True and said["reasons"] == [] and said["waived"] == []
    assert said["remarks"] == ["statement.txt: is not filled in"]


def test_checksums_are_those_that_others_compute(packed):
    """By hashlib over what tar unpacks, and by sha256sum."""
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
    """Each byte in its turn, in place, by another bit each time; in the end the file is as it was."""
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
    # ... by the command too, at the ends and in the middle.
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


def rejected(folder, capsys):
    capsys.readouterr()
    assert main(["verify", str(folder)]) == 1
    return capsys.readouterr().out


def test_stray_lost_and_changed_files_are_named(packed, capsys):
    (packed / "notes.txt").write_text("a stray")
    assert "notes.txt: is in the package and not in the list" in rejected(packed, capsys)
    (packed / "notes.txt").unlink()
    (packed / "empty").mkdir()
    assert "empty: is no plain file" in rejected(packed, capsys)
    (packed / "empty").rmdir()
    (packed / "statement.txt").write_text("another")
    assert "statement.txt: was changed" in rejected(packed, capsys)
    (packed / "statement.txt").unlink()
    assert "statement.txt: is in the list and not in the package" in rejected(packed, capsys)
    (packed / "statement.txt").symlink_to(packed / "device.json")
    assert "statement.txt: is no plain file" in rejected(packed, capsys)


@pytest.mark.parametrize(
    "how", [lambda text: text.replace("\n", "\r\n"), lambda text: text + "\n", lambda text: text[:-1], str.upper]
)
def test_the_list_has_one_right_form(how, packed, capsys):
    text = (packed / SUMS).read_text()
    lines = text.splitlines(keepends=True)
    (packed / SUMS).write_bytes("".join([*lines[1:], lines[0]]).encode())
    assert f"{SUMS}: is not written as" in rejected(packed, capsys)
    (packed / SUMS).write_bytes(how(text).encode())
    assert rejected(packed, capsys)
    (packed / SUMS).write_bytes(text.encode())
    assert main(["verify", str(packed)]) == 0


def list_again(folder):
    """A forger's work: the list is right again."""
    lines = [
        f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(folder)}" for p in folder.rglob("*") if p.is_file()
    ]
    names = sorted((line for line in lines if not line.endswith(SUMS)), key=lambda line: line[66:])
    (folder / SUMS).write_text("".join(f"{line}\n" for line in names))
    assert not check_sums(folder)


def test_files_with_a_list_to_match_are_seen_all_the_same(packed, capsys):
    (packed / "notes.txt").write_text("a stray")
    list_again(packed)
    assert "notes.txt: does not belong into a package" in rejected(packed, capsys)
    (packed / "notes.txt").unlink()
    for name in ("device.json", "suite.json"):
        before = (packed / name).read_text()
        (packed / name).write_text(before.replace('"1.0"', '"2.0"').replace("certify", "full"))
        list_again(packed)
        assert f"{name}: does not say what the journals say" in rejected(packed, capsys)
        (packed / name).write_text(before)
    (packed / "journals/2-of-2.jsonl").rename(packed / "journals/3-of-2.jsonl")
    list_again(packed)
    assert "is named otherwise than its shard" in rejected(packed, capsys)


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
    assert archive(("p/../../x", plain)) == ["is a name that leads elsewhere"]
    assert archive(("/etc/x", plain)) == ["is a name that leads elsewhere"]
    assert archive(("p/link", tarfile.SYMTYPE)) == ["is no plain file"]
    assert archive(("p/a", plain), ("p/a", plain)) == ["stands there twice"]
    assert archive(("p/b", plain), ("q/c", plain)) == ["holds more than one folder"]


def put(path, value):
    """A way of spoiling: lines[path[0]][path[1]]... becomes value."""

    def spoil(lines):
        place = lines
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return spoil


def instead(at, *lines):
    return lambda old: [*old[:at], *lines, *old[at + 1 :]]


def spoilt_result(**more):
    return instead(1, result(SIN, **more))


FAIL = {"verdict": "fail", "reason": "1 of 8 are wrong", "counts": {"judged": 8, "failed": 1}}
ATTEMPT = {"kind": "attempt", "unit": SIN.removesuffix("/v1"), "width": 1, "answer": {"verdict": "fail"}}
ABNORMAL = {
    "kind": "abnormal",
    "unit": SIN.removesuffix("/v1"),
    "verdict": "crash",
    "reason": "signal 11",
    "widths": [1],
    "in_flight": [1],
}

SPOILT = {
    "a dirty build": (put([0, "suite", "dirty"], True), "a dirty build"),
    "no commit": (put([0, "suite", "commit"], ""), "the build of the suite is not known"),
    "a reduced tier": (put([0, "tier"], "full"), "a reduced tier: full"),
    "a tier that nobody knows": (put([0, "tier"], "heroic"), "a reduced tier: heroic"),
    "merged": (put([0, "merged"], [{"shard": "1/2"}]), "was merged"),
    "filters": (put([0, "options", "filters"], ["clc/math/sin/*"]), "only a part of the suite"),
    "modes": (put([0, "options", "modes"], ["default"]), "only some modes"),
    "another driver": (put([0, "device", "driver"], "1.1"), "mixed identities: the device's driver is '1.1'"),
    "another build": (put([0, "suite", "build"], "beef"), "mixed identities: the suite's build"),
    "another seed": (put([0, "seed"], 2), "mixed identities: seed"),
    "no shard": (put([0, "shard"], "2"), "'2' is no shard"),
    "another number of shards": (put([0, "shard"], "2/3"), "shard 3/3 is missing"),
    "no end": (lambda lines: lines[:-1], "the run has not ended"),
    "given up": (put([-1, "unusable"], "the device was lost"), "the run was given up"),
    "left out": (put([-1, "left_out"], [SIN]), "missing: it was left out"),
    "a missing case": (lambda lines: [lines[0], *lines[2:]], "missing: other shards have it"),
    "fewer cases than chosen": (put([0, "cases"], 4), "missing or double cases: 4 were chosen, and 3 have a result"),
    "a double case": (lambda lines: [*lines[:2], *lines[1:]], "double: it has a result in line 2 and in line 3"),
    "totals that do not add up": (put([-1, "totals", "pass"], 3), "its last line counts"),
    "a failure": (spoilt_result(**FAIL), "fail: 1 of 8 are wrong"),
    "a crash": (spoilt_result(verdict="crash", reason="signal 11"), "crash: signal 11"),
    "a flake": (spoilt_result(verdict="flake", reason="it failed once"), "a retried pass: flake"),
    "an expected failure": (spoilt_result(verdict="xfail"), "an expected failure is a failure"),
    "a pass asked twice": (instead(1, ATTEMPT, result(SIN)), "a retried pass: it was fail first"),
    "a pass after a crash": (instead(1, ABNORMAL, result(SIN)), "a retried pass: it ended in a crash first"),
    "a pass with wrong results": (spoilt_result(counts={"judged": 8, "failed": 1}), "says pass, and lists wrong results"),
    "a pass of nothing": (spoilt_result(counts={"judged": 0}), "says pass, and judged no input"),
    "more judged than asked": (spoilt_result(counts={"judged": 9}), "judged 9"),
    "other inputs": (
        spoilt_result(inputs={"plan": "", "count": 8, "hash": "0xbb", "exhaustive": False}),
        "its inputs (0xbb) are not those",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_no_evidence_is_rejected_for_its_reason(how, tmp_path, capsys):
    spoil, reason = SPOILT[how]
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path, spoil)]) in (1, 2)
    assert not (tmp_path / "package").exists() and not (tmp_path / "package.part").exists()
    said = capsys.readouterr().err
    assert reason in said or "is no shard" in reason


@pytest.mark.parametrize("how", SPOILT)
def test_a_journal_that_was_put_into_a_package_is_seen_too(how, packed, capsys):
    spoil, reason = SPOILT[how]
    lines = lines_of(2)
    (packed / "journals/2-of-2.jsonl").write_text("".join(map(generated.text, spoil(lines) or lines)))
    list_again(packed)
    assert reason in rejected(packed, capsys)


def test_torn_and_malformed_journals_are_rejected(packed, capsys):
    journal = packed / "journals/2-of-2.jsonl"
    whole = journal.read_text()
    journal.write_text(whole[:-2])
    list_again(packed)
    assert "torn: the last line was cut off" in rejected(packed, capsys)
    journal.write_text(whole.replace('"verdict":"pass"', '"verdict":"perfect"', 1))
    list_again(packed)
    assert "line 2 is malformed" in rejected(packed, capsys)


def test_the_same_shard_twice_and_none_at_all(packed, tmp_path, capsys):
    run1 = str(tmp_path / "run1")
    assert main(["pack", str(tmp_path / "b"), run1, run1]) == 2
    assert "is given twice" in capsys.readouterr().err
    shutil.copytree(run1, tmp_path / "copy")
    assert main(["pack", str(tmp_path / "b"), run1, str(tmp_path / "copy")]) == 2
    assert "two journals of shard 1/2" in capsys.readouterr().err
    assert main(["pack", str(tmp_path / "b"), run1]) == 1
    assert "shard 2/2 is missing" in capsys.readouterr().err
    shutil.copy(packed / "journals/1-of-2.jsonl", packed / "journals/2-of-2.jsonl")
    list_again(packed)
    assert "double: shard 1 is journals/1-of-2.jsonl too" in rejected(packed, capsys)
    shutil.rmtree(packed / "journals")
    list_again(packed)
    assert "journals: there is none" in rejected(packed, capsys)


def test_what_was_missing_and_asked_later_is_no_retry(tmp_path):
    missing = {"kind": "result", "case": SIN, "verdict": "missing", "reason": "the device no longer answers"}
    assert main(["pack", str(tmp_path / "p"), *shards(tmp_path, lambda lines: [lines[0], missing, *lines[1:]])]) == 0


def test_less_is_taken_only_where_less_is_demanded(tmp_path):
    def smaller(lines):
        lines[0]["tier"], lines[0]["options"] = "quick", {"filters": ["clc/math/s*"], "modes": ["default"]}

    folder = tmp_path / "one"
    folder.mkdir()
    lines = lines_of(1)
    smaller(lines)
    lines[0]["shard"] = "1/1"
    (folder / "journal.jsonl").write_text("".join(map(generated.text, lines)))
    package = tmp_path / "p"
    assert main(["pack", str(package), str(folder)]) == 1
    assert main(["pack", str(package), str(folder), "--tier", "quick"]) == 1
    assert main(["pack", str(package), str(folder), "--tier", "quick", "--part"]) == 0
    assert main(["verify", str(package), "--tier", "quick", "--part"]) == 0
    assert main(["verify", str(package), "--tier", "full", "--part"]) == 1
    assert main(["verify", str(package), "--tier", "smoke"]) == 1


WAIVERS = """classay-waivers 1
platform Generated
device device
driver 1.0

clc/math/sin/f32/default/v1 fail - the-body https://waivers.example/7 {expires}
"""


@pytest.mark.parametrize(
    ("expires", "platform", "verdict", "reason"),
    [
        ("2026-06-01", "Generated", "fail", ""),
        ("2025-12-31", "Generated", "fail", "expired on 2025-12-31"),
        ("2026-06-01", "Another", "fail", "they are not for this device"),
        ("2026-06-01", "Generated", "pass", "nothing that is waived happened"),
        ("2026-06-01", "Generated", "crash", "crash: signal"),
    ],
)
def test_a_waiver_lets_its_failure_through_and_nothing_else(expires, platform, verdict, reason, tmp_path, capsys):
    more = {"fail": FAIL, "pass": {}, "crash": {"verdict": "crash", "reason": "signal"}}[verdict]

    def spoil(lines):
        lines[1] = result(SIN) | more
        lines[-1]["totals"] = {"pass": 2 if verdict == "pass" else 1, "unsupported": 1} | (
            {verdict: 1} if verdict != "pass" else {}
        )

    waivers = tmp_path / "waivers.txt"
    waivers.write_text(WAIVERS.format(expires=expires).replace("Generated", platform))
    code = main(["pack", str(tmp_path / "p"), *shards(tmp_path, spoil), "--waivers", str(waivers)])
    assert code == (1 if reason else 0)
    assert reason in capsys.readouterr().err
    if not reason:
        assert examine(tmp_path / "p", Demand()).waived == [SIN]
        assert main(["verify", str(tmp_path / "p.tar.gz")]) == 0
        assert f"waived by the standard's body: {SIN}" in capsys.readouterr().out


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
