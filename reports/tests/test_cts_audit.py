"""Tests the audit: who is right, with which proof, and the exit codes. A script stands in for classay;
harness/tests/test_cts.py judges all samples with the program itself."""

import json
import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from classay_report.cli import main
from classay_report.cts.audit import interpretations
from classay_report.cts.failure import Call, Failure
from classay_report.cts.judging import Conditions, Judge
from classay_report.cts.log import Device
from classay_report.cts.values import of_any, of_decimal
from classay_report.cts.verdict import Finding, Outcome, conditions_of, findings
from cts_samples import FOLDER

KNOWN = Device(version=(3, 1), is_embedded=False, flushes={"f32": False, "f64": False}, rounds_to_zero=False)
Answer = Mapping[str, Any]


class Told(Judge):
    """Judges by a function of the conditions and the call."""

    def __init__(self, of: Callable[[Conditions, str], Answer | str]) -> None:
        self.of = of
        self.asked: list[tuple[Conditions, str]] = []

    def judge(self, conditions: Conditions, calls: Sequence[str]) -> list[Answer]:
        self.asked += [(conditions, call) for call in calls]
        answers = [self.of(conditions, call) for call in calls]
        return [{"verdict": answer} if isinstance(answer, str) else answer for answer in answers]

    def oracle(self, calls: Sequence[str]) -> list[Answer]:
        return [{"low": "1", "high": "1", "rne": "0x3f800000"} for _ in calls]


def call(got: str, expected: str = "0x1p+0", *arguments: str, by_order: bool = False) -> Call:
    read = of_decimal if by_order else of_any
    operands = [[read(text, "f32")] for text in (*(arguments or ("0x1p+1",)), got, expected)]
    found = [tuple(value for value in operand if value) for operand in operands]
    return Call("sin", "f32", tuple(found[:-2]), (found[-2],), (found[-1],), by_order)


def judged(one: Call, of: Callable[[Conditions, str], Answer | str], device: Device = KNOWN) -> Finding:
    [found] = findings([Failure(3, "sin", "text", calls=(one,))], device, Told(of))
    return found


def wrong_if(word: str) -> Callable[[Conditions, str], str]:
    return lambda _, text: "wrong" if text.endswith(word) else "right"


def test_a_wrong_result_is_the_device_s() -> None:
    found = judged(call("0x1p+3"), wrong_if("= 0x41000000"))
    assert found.outcome is Outcome.DEVICE and found.proven["nearest"] == "0x3f800000"
    both = judged(call("0x1p+3"), lambda *_: "wrong")
    assert both.outcome is Outcome.DEVICE and "the value that CTS expects is wrong, too" in both.why


def test_a_wrong_expectation_is_that_of_cts() -> None:
    found = judged(call("0x1p+3"), wrong_if("= 0x3f800000"))
    assert found.outcome is Outcome.CTS and "the value that CTS expects" in found.why


def test_two_allowed_results() -> None:
    assert judged(call("0x1p+3"), lambda *_: "right").outcome is Outcome.CTS
    assert judged(call("0x1p+3"), lambda *_: "undefined").outcome is Outcome.CTS
    assert judged(call("0x1p+3"), lambda *_: "quality-warning").outcome is Outcome.UNCLEAR


def test_an_interpretation_is_named() -> None:
    found = judged(call("0x1p+3"), lambda *_: {"verdict": "right", "reading": "flush-prescribed"})
    assert (found.outcome, found.interpretation) == (Outcome.UNCLEAR, "flush-prescribed")
    clause = "definition of fmax (docs/ambiguities.md, zero-sign-of-fmax)"
    assert judged(call("0x1p+3"), lambda *_: {"verdict": "right", "clause": clause}).interpretation == "zero-sign-of-fmax"
    # A wrong result is not excused by an interpretation.
    assert judged(call("0x1p+3"), lambda *_: {"verdict": "wrong", "reading": "flush-prescribed"}).outcome is Outcome.DEVICE


def test_a_signaling_and_a_quiet_nan_must_both_be_wrong() -> None:
    assert judged(call("nan"), wrong_if("= 0x7f800001")).outcome is Outcome.UNJUDGED
    assert judged(call("nan"), lambda _, text: "wrong" if "= 0x7f" in text else "right").outcome is Outcome.DEVICE


def test_every_setting_that_the_log_leaves_open_is_judged() -> None:
    unknown = Device()
    assert len(conditions_of(unknown, "f32", "default", "", "")) == 12
    assert len(conditions_of(unknown, "f32", "default", "clc-2.0", "full")) == 2
    assert [str(one) for one in conditions_of(KNOWN, "f32", "relaxed", "", "")] == ["clc-3.1, full profile, mode relaxed"]
    found = judged(call("0x1p+3"), lambda conditions, _: "right" if conditions.flushes else "wrong", unknown)
    assert found.outcome is Outcome.UNJUDGED and "under one of these settings" in found.why
    assert judged(call("0x1p+3"), wrong_if("= 0x41000000"), unknown).outcome is Outcome.DEVICE


def test_rounded_decimals_are_judged_only_if_all_values_agree() -> None:
    apart = call("1", "0", "9.87654", "8.71828", by_order=True)
    assert judged(apart, lambda *_: "wrong").outcome is Outcome.DEVICE
    same = call("1", "0", "9.87654", "9.87654", by_order=True)
    first, last = same.arguments[0][0].words()[0], same.arguments[0][0].words()[-1]
    found = judged(same, lambda _, text: "wrong" if f"{first} {last}" in text else "right")
    assert found.outcome is Outcome.UNJUDGED and "digits" in found.why
    many = Call("fma", "f32", tuple((v,) for v in [of_decimal("1.23456", "f32")] * 3 if v), same.got, same.expected)
    assert "too many values" in judged(many, lambda *_: "wrong").why


def test_a_call_that_classay_refuses_is_not_judged() -> None:
    found = judged(call("0x1p+3"), lambda *_: {"line": 1, "error": "no builtin 'sin'"})
    assert found.outcome is Outcome.UNJUDGED and "no builtin 'sin'" in found.why


PROGRAM = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    if sys.argv[1] == "oracle":
        print(json.dumps({"low": "1", "high": "1", "rne": "0x3f800000"}))
    else:
        error = {"low": "9.1", "high": "9.2"}
        print(json.dumps({"verdict": "VERDICT", "limit": "<= 4 ulp", "clause": "table 1", "error": error}))
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def make(verdict: str, text: str = PROGRAM) -> str:
        path = tmp_path / "classay"
        path.write_text(text.replace("VERDICT", verdict))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def write(path: Path, *lines: str) -> str:
    path.write_text("\n".join(["Device Version: OpenCL 3.1", *lines, ""]))
    return str(path)


SIN = ("sin...", "  1: sin fp32 ...", "ERROR: sin: 9.0 ulp error at 0x1p+0 (0x3f800000): *0x1p-1 vs. 0x1p+1", "sin FAILED")


def test_exit_codes(program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fails, passes = write(tmp_path / "sin.log", *SIN), write(tmp_path / "cos.log", "cos...", "cos passed")
    silent = write(tmp_path / "tan.log", "tan...", "tan FAILED")
    assert main(["cts", "audit", passes, "--classay", program("wrong")]) == 0
    assert "no failures" in capsys.readouterr().out
    assert main(["cts", "audit", fails, silent, "--classay", program("wrong")]) == 1
    said = capsys.readouterr().out
    assert "device wrong: sin, line 4" in said and "error    9.1 to 9.2 ulp" in said
    assert said.endswith("2 failures: 1 device wrong, 1 not judged\n")
    assert main(["cts", "audit", fails, "--classay", program("right")]) == 0
    assert main(["cts", "audit", fails, silent, "--classay", program("right")]) == 3
    assert main(["cts", "audit", str(tmp_path / "none"), "--classay", program("right")]) == 2
    assert main(["cts", "audit", fails, "--classay", str(tmp_path / "none")]) == 2
    assert main(["cts", "audit", write(tmp_path / "x.log", "hello"), "--classay", program("right")]) == 4


@pytest.mark.parametrize(
    "text", ["#!/bin/sh\n", "#!/bin/sh\necho not JSON\n", "#!/bin/sh\necho '[]'\n", "#!/bin/sh\nexit 7\n"]
)
def test_a_judge_that_fails_is_code_4(text: str, program: Callable[..., str], tmp_path: Path) -> None:
    assert main(["cts", "audit", write(tmp_path / "sin.log", *SIN), "--classay", program("", text)]) == 4


def test_json_output(program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cts", "audit", write(tmp_path / "sin.log", *SIN), "--json", "--classay", program("wrong")])
    [log] = json.loads(capsys.readouterr().out)["logs"]
    [finding] = log["findings"]
    assert (log["program"], log["tests"]) == ("test_bruteforce", {"fail": 1})
    assert (finding["outcome"], finding["calls"], finding["proven"]["limit"]) == (
        "device wrong",
        [["sin", "f32"]],
        "<= 4 ulp",
    )


def test_results_in_json_need_a_log(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "sin.json"
    results.write_text(json.dumps({"cmd": "test_bruteforce", "args": "", "results": {"sin": "fail", "cos": "pass"}}))
    assert main(["cts", "audit", str(results), "--classay", program("wrong")]) == 3
    assert "give the log" in capsys.readouterr().out
    log = write(tmp_path / "sin.log", *SIN)
    assert main(["cts", "audit", str(results), log, "--classay", program("wrong")]) == 1
    said = capsys.readouterr().out
    assert "its failures are judged in" in said and said.endswith("1 failures: 1 device wrong\n")
    results.write_text(json.dumps({"cmd": "test_bruteforce", "results": {"sin": "pass"}}))
    main(["cts", "audit", str(results), log, "--classay", program("wrong")])
    assert "sin: pass here, but fail in" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"cmd": 1, "results": {}}', '{"cmd": "x", "results": {"a": 1}}', "[" * 100_000]
)
def test_json_that_is_not_of_cts_is_code_4(text: str, program: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    assert main(["cts", "audit", str(path), "--classay", program("right")]) == 4


def test_control_characters_are_made_visible(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sin.log"
    path.write_bytes(b"sin...\nerror \x1b[2J\xe2\x80\xae\xff\nsin FAILED\n")
    assert main(["cts", "audit", str(path), "--classay", program("right")]) == 3
    assert "\x1b" not in (said := capsys.readouterr().out) and "\\u001b[2J\\u202e\\xff" in said


def test_the_samples_have_all_outcomes() -> None:
    text = (FOLDER / "outcomes.txt").read_text()
    assert all(outcome.value in text for outcome in Outcome)


def test_interpretations_are_those_of_the_documentation() -> None:
    lines = (Path(__file__).parents[2] / "docs/ambiguities.md").read_text("utf-8").splitlines()
    entries = [line.split()[1:] for line in lines if line.startswith("### A")]
    assert {name: number for number, name in entries} == interpretations()
