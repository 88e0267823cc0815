"""Tests the runs of `pack` and `verify`: valid evidence is accepted, and each defect is named."""

import shutil

import generated
import pytest
from classay_report.cli import main
from classay_report.evidence.checks import Demand
from classay_report.evidence.package import examine
from handed_in import SIN, instead, lines_of, list_again, put, rejected, result, shards, spoilt, spoilt_result

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

# The sender of the signal is responsible, not the device. Such a run is not evidence.
KILLED = {
    **ABNORMAL,
    "verdict": "killed",
    "reason": "killed by SIGTERM, sent by process 77",
    "ended": {"blame": "outside", "signal": "SIGTERM", "sender": 77, "stack": ["libc.so.6+0x10"]},
}

SPOILT = {
    "a dirty build": (put([0, "suite", "dirty"], True), "a dirty build"),
    "no commit": (put([0, "suite", "commit"], ""), "unknown build of the suite"),
    "a reduced tier": (put([0, "tier"], "full"), "a reduced tier: full"),
    "an unknown tier": (put([0, "tier"], "heroic"), "a reduced tier: heroic"),
    "merged": (put([0, "merged"], [{"shard": "1/2"}]), "merged journal"),
    "listed inputs": (put([0, "covers"], generated.LISTED), "only a part of the inputs ran: the run covers"),
    "ranges": (put([0, "covers"], generated.RANGES), "the run covers only arguments in -1..1"),
    "filters": (put([0, "options", "filters"], ["clc/math/sin/*"]), "only a part of the suite"),
    "modes": (put([0, "options", "modes"], ["default"]), "only some modes"),
    "another driver": (put([0, "device", "driver"], "1.1"), "mixed identities: the device's driver is '1.1'"),
    "another build": (put([0, "suite", "build"], "beef"), "mixed identities: the suite's build"),
    "another seed": (put([0, "seed"], 2), "mixed identities: seed"),
    "no shard": (put([0, "shard"], "2"), "'2' is not a shard"),
    "another number of shards": (put([0, "shard"], "2/3"), "shard 3/3 is missing"),
    "no end": (lambda lines: lines[:-1], "the run has not ended"),
    "given up": (put([-1, "unusable"], "the device was lost"), "the run was abandoned"),
    "left out": (put([-1, "left_out"], [SIN]), "missing: it was left out"),
    "a missing case": (lambda lines: [lines[0], *lines[2:]], "missing: other shards contain it"),
    "fewer cases than chosen": (put([0, "cases"], 4), "1 result is missing"),
    "a double case": (lambda lines: [*lines[:2], *lines[1:]], "already has a result in line 2, which no run replaces"),
    "totals that do not add up": (put([-1, "totals", "pass"], 3), "1 result is missing"),
    "a failure": (spoilt_result(**FAIL), "fail: 1 of 8 are wrong"),
    "a crash": (spoilt_result(verdict="crash", reason="signal 11"), "crash: signal 11"),
    "a flake": (spoilt_result(verdict="flake", reason="it failed once"), "a retried pass: flake"),
    "an expected failure": (spoilt_result(verdict="xfail"), "an expected failure counts as a failure"),
    "a pass asked twice": (instead(1, ATTEMPT, result(SIN)), "a retried pass: the first result was fail"),
    "a pass after a crash": (instead(1, ABNORMAL, result(SIN)), "a retried pass: the first attempt ended with crash"),
    "a pass after its worker was killed": (
        instead(1, KILLED, result(SIN)),
        "the first attempt ended with killed",
    ),
    "a case whose worker was killed": (
        spoilt_result(verdict="killed", reason="killed by SIGTERM"),
        "killed: killed by SIGTERM",
    ),
    "a pass with wrong results": (
        spoilt_result(counts={"judged": 8, "failed": 1}),
        "although it lists wrong results",
    ),
    "a pass of nothing": (spoilt_result(counts={"judged": 0}), "verdict pass, although no input was judged"),
    "more judged than asked": (spoilt_result(counts={"judged": 9}), "9 judged"),
    "other inputs": (
        spoilt_result(inputs={"plan": "", "count": 8, "hash": "0xbb", "exhaustive": False}),
        "its inputs (0xbb) differ from those",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_no_evidence_is_rejected_for_its_reason(how, tmp_path, capsys):
    spoil, reason = SPOILT[how]
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path, spoil)]) in (1, 4)
    assert not (tmp_path / "package").exists() and not (tmp_path / "package.part").exists()
    said = capsys.readouterr().err
    assert reason in said


@pytest.mark.parametrize("how", SPOILT)
def test_a_journal_that_was_put_into_a_package_is_seen_too(how, packed, capsys):
    spoil, reason = SPOILT[how]
    lines = lines_of(2)
    (packed / "journals/2-of-2.jsonl").write_text("".join(map(generated.text, spoilt(spoil, lines))))
    list_again(packed)
    assert reason in rejected(packed, capsys)


def test_torn_and_malformed_journals_are_rejected(packed, capsys):
    journal = packed / "journals/2-of-2.jsonl"
    whole = journal.read_text()
    journal.write_text(whole[:-2])
    list_again(packed)
    assert "torn: the last line is incomplete" in rejected(packed, capsys)
    journal.write_text(whole.replace('"verdict":"pass"', '"verdict":"perfect"', 1))
    list_again(packed)
    assert "line 2 is malformed" in rejected(packed, capsys)


def test_the_same_shard_twice_and_none_at_all(packed, tmp_path, capsys):
    run1 = str(tmp_path / "run1")
    assert main(["pack", str(tmp_path / "b"), run1, run1]) == 2
    assert "given twice" in capsys.readouterr().err
    shutil.copytree(run1, tmp_path / "copy")
    assert main(["pack", str(tmp_path / "b"), run1, str(tmp_path / "copy")]) == 2
    assert "a second journal of shard 1/2" in capsys.readouterr().err
    assert main(["pack", str(tmp_path / "b"), run1]) == 1
    assert "shard 2/2 is missing" in capsys.readouterr().err
    shutil.copy(packed / "journals/1-of-2.jsonl", packed / "journals/2-of-2.jsonl")
    list_again(packed)
    assert "duplicate: journals/1-of-2.jsonl also has shard 1" in rejected(packed, capsys)
    shutil.rmtree(packed / "journals")
    list_again(packed)
    assert "journals: there are none" in rejected(packed, capsys)


def test_what_was_missing_and_asked_later_is_no_retry(tmp_path):
    missing = {"kind": "result", "case": SIN, "verdict": "missing", "reason": "the device no longer answers"}
    assert main(["pack", str(tmp_path / "p"), *shards(tmp_path, lambda lines: [lines[0], missing, *lines[1:]])]) == 0
    partial = {**missing, "verdict": "partial", "reason": "cut short: 2 of 3 inputs ran"}
    (tmp_path / "b").mkdir()
    whole = shards(tmp_path / "b", lambda lines: [lines[0], partial, *lines[1:]])
    assert main(["pack", str(tmp_path / "q"), *whole]) == 0


def test_what_was_asked_in_part_is_no_evidence(tmp_path, capsys):
    def cut(lines):
        lines[1]["verdict"], lines[1]["reason"] = "partial", "cut short: 2 of 3 inputs ran"
        return lines

    assert main(["pack", str(tmp_path / "p"), *shards(tmp_path, cut)]) == 1
    assert "partial: cut short" in capsys.readouterr().err


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
        ("2026-06-01", "Another", "fail", "not for this device"),
        ("2026-06-01", "Generated", "pass", "the waived failure did not occur"),
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
        assert f"waived by the standards body: {SIN}" in capsys.readouterr().out
