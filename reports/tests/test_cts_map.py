"""Tests the map from OpenCL-CTS to cases, and predictions. harness/tests/test_cts.py compares its globs with all cases."""

import json
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.cli import main
from classay_report.cts.names import programs_of
from classay_report.cts.predict import Expected, Row, predict, predictions, table
from classay_report.cts.seen import Seen, seen
from classay_report.globs import alternatives
from classay_report.journal import Counts, Inputs, Limit, Result, RightAnswer, Sample, Verdict, read_run
from classay_report.journal.cases import CaseName

SIN = Row("test_bruteforce", "sin", ("clc/math/sin/f32/default/*",))


def test_every_test_of_the_programs_has_a_row() -> None:
    names = [(program, test) for program, tests in programs_of().items() for test in tests]
    assert [(row.program, row.test) for row in table()] == names
    assert len(set(names)) == len(names) > 300


def test_a_row_has_globs_of_cases_or_a_reason() -> None:
    for row in table():
        assert bool(row.globs) != bool(row.reason), row
        for glob in row.globs:
            for pattern in alternatives(glob):
                assert pattern.startswith("clc/") and pattern.count("/") == 5, row


def result(
    *samples: tuple[int, str, str, str, float],
    case: str = "clc/math/sin/f32/default/v1",
    verdict: Verdict = Verdict.FAIL,
    failed: int = 0,
) -> Result:
    """`samples`: index, input, result, expected result, error in ulp."""
    first = tuple(Sample(i, (x,), (got,), ulps, RightAnswer((right,), ("",), ("",))) for i, x, got, right, ulps in samples)
    return Result(
        CaseName.parse(case),
        verdict,
        "2 of 99 results wrong",
        inputs=Inputs("9 literals, 90 random, seed 1", 99, "0x1", False),
        counts=Counts(judged=99, failed=failed or len(samples)),
        limit=Limit("<= 4 ulp", 4.0, "clc-2.0", "table 1"),
        first=first,
    )


INF = float("inf")
WRONG = (20, "0x3fa00000", "0x3f000000", "0x3f800000", 99.0)
CONSTANT = (3, "0x3fa00000", "0x3f000000", "0x3f800000", 99.0)
ZERO = (20, "0x40000000", "0x80000000", "0x00000000", INF)
NAN = (20, "0x40000000", "0x7f800001", "0x7fc00000", INF)
INFINITE = (20, "0x7f800000", "0x3f800000", "0x7fc00000", INF)


@pytest.mark.parametrize(
    ("sample", "program", "expected"),
    [
        (WRONG, "test_bruteforce", Seen.YES),
        (CONSTANT, "test_bruteforce", Seen.NO),
        (ZERO, "test_bruteforce", Seen.NO),
        (ZERO, "test_half", Seen.YES),
        (NAN, "test_half", Seen.NO),
        (INFINITE, "test_bruteforce", Seen.YES),
        (WRONG, "test_commonfns", Seen.YES),
        (INFINITE, "test_commonfns", Seen.NO),
        ((20, "0x00800000", "0x3f800000", "0x00000000", 99.0), "test_commonfns", Seen.NO),
        (INFINITE, "test_geometrics", Seen.YES),
        ((20, "0x7fc00000", "0x3f800000", "0x7fc00000", INF), "test_geometrics", Seen.NO),
        ((20, "0x00000001", "0x3f800000", "0x00000000", 99.0), "test_geometrics", Seen.NO),
    ],
)
def test_failures_that_cts_does_not_check(sample: Any, program: str, expected: Seen) -> None:
    assert seen(result(sample), program, is_special=False) is expected


def test_a_journal_without_all_failures_leaves_it_open() -> None:
    assert seen(result(ZERO, failed=40), "test_bruteforce", is_special=False) is Seen.UNKNOWN
    assert seen(result(WRONG, (21, *ZERO[1:]), failed=40), "test_bruteforce", is_special=False) is Seen.YES


def test_a_lane_of_a_geometric_vector_does_not_show_the_vector() -> None:
    lane = result(WRONG, case="clc/geometric/normalize/f32/default/v2")
    assert seen(lane, "test_geometrics", is_special=False) is Seen.UNKNOWN


def test_relaxed_mode_ignores_infinities() -> None:
    case = "clc/math/sin/f32/relaxed/v1"
    assert seen(result(INFINITE, case=case), "test_bruteforce", is_special=False) is Seen.NO


def test_fract_of_half_ignores_infinities() -> None:
    sample = (20, "0x7c00", "0x3bff", "0x0000", INF)
    assert seen(result(sample, case="clc/math/fract/f16/default/v1"), "test_bruteforce", is_special=False) is Seen.NO
    assert seen(result(sample, case="clc/math/exp/f16/default/v1"), "test_bruteforce", is_special=False) is Seen.YES


def test_edge_cases_see_zeros_at_prescribed_arguments_only() -> None:
    assert seen(result(ZERO), "test_bruteforce", is_special=True) is Seen.YES
    assert seen(result(WRONG), "test_bruteforce", is_special=True) is Seen.NO
    third = (20, "0x3eaaaaab", "0x80000000", "0x00000000", INF)
    assert seen(result(third), "test_bruteforce", is_special=True) is Seen.NO


def good(verdict: Verdict = Verdict.PASS, width: int = 2) -> Result:
    return Result(CaseName.parse(f"clc/math/sin/f32/default/v{width}"), verdict, "reason")


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], Expected.NOT_COVERED),
        ([good()], Expected.PASS),
        ([good(), result(WRONG)], Expected.FAIL),
        ([good(), result(ZERO)], Expected.PASS),
        ([good(), result(ZERO, failed=40)], Expected.NOT_COVERED),
        ([good(Verdict.UNSUPPORTED)], Expected.SKIP),
        ([good(), good(Verdict.UNSUPPORTED, 3)], Expected.PASS),
        ([good(), good(Verdict.CRASH, 3)], Expected.FAIL),
        ([good(), good(Verdict.PARTIAL, 3)], Expected.NOT_COVERED),
        ([good(), good(Verdict.MISSING, 3)], Expected.NOT_COVERED),
        ([good(Verdict.PARTIAL, 3), result(WRONG)], Expected.FAIL),
    ],
)
def test_predictions(results: list[Result], expected: Expected) -> None:
    assert predict(SIN, results).expected is expected


def test_special_rows() -> None:
    assert predict(Row("p", "t", (), reason="why not"), [good()]).why == "why not"
    unchecked = Row("test_bruteforce", "sin", SIN.globs, is_unchecked=True)
    assert predict(unchecked, [result(WRONG)]).expected is Expected.PASS
    assert predict(unchecked, [good(Verdict.CRASH)]).expected is Expected.FAIL
    unclear = Row("test_relationals", "shuffle", SIN.globs, is_unclear=True)
    assert predict(unclear, [result(WRONG)]).expected is Expected.NOT_COVERED
    assert predict(unclear, [good(Verdict.CRASH)]).expected is Expected.FAIL
    missing = predict(SIN, [good()], ["clc/math/sin/f32/default/v16"])
    assert missing.expected is Expected.NOT_COVERED and "such as clc/math/sin/f32/default/v16" in missing.why


POCL = Path(__file__).parent / "data/pocl.jsonl.gz"


def test_a_run_and_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "sin.log"
    log.write_text("   max_ulps\nsin...\nsin FAILED\nfrexp...\nfrexp FAILED\ntan...\ntan passed\n")
    assert main(["cts", str(POCL), "--log", str(log)]) == 1
    said = capsys.readouterr().out
    assert "A prediction is not a conformance result of Khronos." in said
    assert "[CTS: fail]" in said and "compared with logs: " in said
    assert main(["cts", "predict", str(POCL), "--log", str(log), "--json"]) == 1
    tests = {(test["program"], test["test"]): test for test in json.loads(capsys.readouterr().out)["tests"]}
    assert tests["test_bruteforce", "sin"]["agrees"] is True
    assert tests["test_bruteforce", "sin"]["first"]["case"].startswith("clc/math/sin/f32/")
    assert tests["test_bruteforce", "tan"]["agrees"] is None and len(tests) == len(table())


def test_a_pass_of_a_sample_does_not_contradict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "sin.log"
    for wimpy, said in (("", "[CTS: pass, differs]"), ("*** Wimpy mode enabled ***\n", "[CTS: pass of a sample]")):
        log.write_text(f"{wimpy}   max_ulps\nsin...\nsin passed\nfrexp...\nfrexp passed\n")
        assert main(["cts", str(POCL), "--log", str(log)]) == 1
        assert said in capsys.readouterr().out


def test_exit_codes_of_predictions(tmp_path: Path) -> None:
    def made(name: str, case: str, verdict: str) -> str:
        header = generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "device")
        lines = [header, {"kind": "result", "case": case, "verdict": verdict, "reason": ""}]
        lines.append({"kind": "end", "totals": {}, "left_out": []})
        return str(generated.write(tmp_path / name, generated.counted(lines)))

    assert main(["cts", made("a", "clc/math/sin/f32/default/v1", "pass")]) == 0
    assert main(["cts", made("b", "clc/math/sin/f32/default/v1", "crash")]) == 1
    assert main(["cts", made("c", "il/math/sin/f32/default/v1", "pass")]) == 3
    assert main(["cts", str(tmp_path / "none")]) == 2


def test_the_list_of_a_program_shows_cases_that_did_not_run(tmp_path: Path) -> None:
    every = ["clc/math/sin/f32/default/v1", "clc/math/sin/f32/default/v8"]
    found = predictions(read_run(POCL), every)
    [sin] = [one for one in found if one.row.test == "sin"]
    assert sin.expected in (Expected.FAIL, Expected.NOT_COVERED)
    program = tmp_path / "classay"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    assert main(["cts", str(POCL), "--classay", str(program)]) == 4
