"""Compares the reader with Python's own parsing of the same lines, and tests it with damaged journals."""

import gzip
import json
import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.journal import CaseName, JournalError, Verdict, journal_file, read_run
from classay_report.journal.histogram import edges
from hypothesis import given
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
RECORDED = sorted(DATA.glob("*.jsonl.gz"))


def recorded_lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def written(folder: Path, lines: list[dict[str, Any]]) -> Path:
    return generated.write(folder, iter(lines))


def some_lines() -> list[dict[str, Any]]:
    return list(generated.journal(8, 3))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.name.split(".")[0])
def test_a_recorded_journal_is_read_as_it_stands(file: Path) -> None:
    lines = recorded_lines(file)
    last = {line["case"]: line for line in lines if line["kind"] == "result"}
    run = read_run(file, check_binades=True)
    assert {str(case) for case in run.results} == set(last)
    assert run.end is not None and dict(run.end.totals) == {str(v): n for v, n in run.totals().items()}
    assert len(run.attempts) == sum(line["kind"] == "attempt" for line in lines)
    for case, result in run.results.items():
        line = last[str(case)]
        assert result.verdict == line["verdict"]
        assert list(result.histogram) == line.get("signed_histogram", [])
        assert [[b.exponent, "-" if b.negative else "+", list(b.sample.inputs)] for b in result.binades] == [
            [b[0], b[1], b[3]] for b in line.get("per_binade", [])
        ]
        if line.get("max_ulp"):
            assert result.max_ulp is not None and result.max_ulp.value == line["max_ulp"]["value"]
            assert list(result.max_ulp.inputs) == line["max_ulp"]["input"]


def test_recorded_journals_say_what_happened_to_their_devices() -> None:
    totals = {file.name.split(".")[0]: read_run(file).totals() for file in RECORDED}
    assert totals["pocl"][Verdict.FAIL] > 0 and totals["pocl"][Verdict.PASS] > 0
    assert Verdict.FAIL not in totals["intel"]
    assert set(totals["planted-flip"]) == {Verdict.FAIL}
    assert set(totals["planted-crash"]) == {Verdict.CRASH}
    assert totals["planted-flake"][Verdict.FLAKE] == 1
    crashed = read_run(DATA / "planted-crash.jsonl.gz")
    assert crashed.abnormal and all(a.verdict is Verdict.CRASH for a in crashed.abnormal)
    assert crashed.health and all(h.healthy for h in crashed.health)


def test_two_results_are_read_as_two() -> None:
    results = read_run(DATA / "pocl.jsonl.gz").results
    frexp = results[CaseName.parse("clc/math/frexp/f32/default/v1")]
    assert frexp.max_ulp is not None
    assert len(frexp.max_ulp.got) == len(frexp.max_ulp.right.expected) == len(frexp.worst[0].got) == 2


def test_a_torn_last_line_is_left_out_and_said(tmp_path: Path) -> None:
    folder = written(tmp_path, some_lines())
    whole = read_run(folder)
    file = journal_file(folder)
    file.write_bytes(file.read_bytes()[:-2])
    torn = read_run(folder)
    assert not whole.torn and whole.end is not None
    assert torn.torn and torn.end is None and torn.results.keys() == whole.results.keys()


def test_every_cut_of_a_journal_is_a_torn_line_or_a_shorter_journal(tmp_path: Path) -> None:
    file = journal_file(written(tmp_path, [*some_lines()[:2], {"kind": "end", "totals": {}, "left_out": []}]))
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        if length < first:
            with pytest.raises(JournalError, match="no complete line"):
                read_run(file)
        else:
            assert read_run(file).torn == (whole[length - 1 : length] != b"\n")


DAMAGE: dict[str, Callable[[dict[str, Any]], str]] = {
    "no JSON": lambda _: "{",
    "a list": lambda _: "[]",
    "no kind": lambda line: json.dumps({**line, "kind": None}),
    "another verdict": lambda line: json.dumps({**line, "verdict": "fine"}),
    "no case": lambda line: json.dumps({**line, "case": "sin"}),
    "NaN": lambda line: json.dumps({**line, "seconds": {"total": math.nan}}),
    "an infinite time": lambda line: json.dumps(line).replace('"device": 0.001', '"device": 1e999'),
    "an error that is not a number": lambda line: json.dumps({**line, "worst": [{**line["worst"][0], "ulps": "nan"}]}),
    "a pattern that is none": lambda line: json.dumps({**line, "worst": [{**line["worst"][0], "got": "0xzz"}]}),
    "a negative count": lambda line: json.dumps({**line, "counts": {"judged": -1}}),
    "a bin too few": lambda line: json.dumps({**line, "signed_histogram": [1]}),
    "a limit in words": lambda line: json.dumps({**line, "limit": {"text": "x", "value": "4"}}),
    "answers of a digit too few": lambda line: json.dumps({**line, "answers": "0x123456789abcdef"}),
    "answers in capitals": lambda line: json.dumps({**line, "answers": "0x0123456789ABCDEF"}),
    "a kernel without a hash": lambda line: json.dumps({**line, "kernels": {"table": "abc"}}),
    "a kernel that leads elsewhere": lambda line: json.dumps({**line, "kernels": {"../table": "0" * 64}}),
    "kernels that are none": lambda line: json.dumps({**line, "kernels": ["0" * 64]}),
    "a number that is a bool": lambda line: json.dumps({**line, "inputs": {"count": True}}),
    "an unwritten list of binades": lambda line: generated.text(line).rstrip().replace(']],"seconds"', '],"seconds"'),
    "a newer surrounding": lambda line: json.dumps(line) + " x",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_refused_with_its_line(tmp_path: Path, damage: str) -> None:
    lines = [generated.text(line) for line in some_lines()]
    at = next(n for n, line in enumerate(lines) if '"verdict":"pass"' in line or '"verdict":"fail"' in line)
    lines[at] = DAMAGE[damage](json.loads(lines[at])) + "\n"
    (tmp_path / "journal.jsonl").write_text("".join(lines))
    with pytest.raises(JournalError, match=f"line {at + 1} is malformed"):
        read_run(tmp_path, check_binades=True)


BAD_BINADES = {
    "an error that is not a number": [0, "+", 1, ["0x0"], "0x0", "nan"],
    "no sign": [0, "", 1, ["0x0"], "0x0", 0.5],
    "a field too few": [0, "+", 1, ["0x0"], 0.5],
    "no bits": [0, "+", 1, ["0x"], "0x0", 0.5],
}


@pytest.mark.parametrize("damage", BAD_BINADES)
def test_damaged_binades_are_refused_when_they_are_wanted(tmp_path: Path, damage: str) -> None:
    line = generated.result("clc/math/sin/f32/default", 1, 1, False)
    line["per_binade"][3] = BAD_BINADES[damage]
    folder = written(tmp_path, [some_lines()[0], line])
    (result,) = read_run(folder).results.values()
    with pytest.raises(JournalError, match="line 2 is malformed"):
        _ = result.binades
    with pytest.raises(JournalError, match="line 2 is malformed"):
        read_run(folder, check_binades=True)


def test_a_binade_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    line = generated.result("clc/math/sin/f32/default", 1, 1, False)
    line["per_binade"][1] = line["per_binade"][0]
    with pytest.raises(JournalError, match="twice"):
        read_run(written(tmp_path, [some_lines()[0], line]), check_binades=True)


def test_another_schema_is_refused(tmp_path: Path) -> None:
    lines = some_lines()
    lines[0]["schema"] = 2
    with pytest.raises(JournalError, match=r"line 1 .* schema 2"):
        read_run(written(tmp_path, lines))


def test_a_run_with_a_planted_defect_is_refused(tmp_path: Path) -> None:
    lines = some_lines()
    lines[0]["plant"] = {"name": "sqrt-zero", "wrong": "sqrt(-0) is +0", "hash": "0"}
    with pytest.raises(JournalError, match=r"run with an injected defect \(sqrt-zero\)"):
        read_run(written(tmp_path, lines))


def test_unknown_fields_and_kinds_are_kept_and_passed_over(tmp_path: Path) -> None:
    lines = some_lines()
    lines.insert(1, {"kind": "something new", "case": 7})
    lines[3]["something new"] = {"a": 1}
    run = read_run(written(tmp_path, lines))
    assert [r.other for r in run.results.values() if r.other] == [{"something new": {"a": 1}}]


def test_answers_and_kernels_are_read_and_older_journals_have_none(tmp_path: Path) -> None:
    lines = some_lines()
    told = [line for line in lines if line["kind"] == "result"]
    for result, line in zip(read_run(written(tmp_path, lines)).results.values(), told, strict=True):
        assert (result.answers, result.kernels) == (line.get("answers", ""), line.get("kernels", {}))
    assert sum("answers" in line and "kernels" in line for line in lines) > 4
    older = [{key: value for key, value in line.items() if key not in ("answers", "kernels")} for line in lines]
    assert all(not r.answers and not r.kernels for r in read_run(written(tmp_path, older)).results.values())


def test_a_table_without_a_mode_is_of_the_default_one(tmp_path: Path) -> None:
    lines = some_lines()
    for line in lines:
        if "also_meets" in line:
            line["also_meets"] = [{"edition": "clc-3.1", "profile": "embedded"}]
    found = [r.also_meets for r in read_run(written(tmp_path, lines)).results.values() if r.also_meets]
    assert found and {table.mode for tables in found for table in tables} == {"default"}


def test_the_last_result_of_a_case_counts_and_those_before_are_kept(tmp_path: Path) -> None:
    lines = some_lines()
    again = {"kind": "result", "case": lines[2]["case"], "verdict": "missing", "reason": "not tested"}
    run = read_run(written(tmp_path, [lines[0], again, *lines[1:]]))
    assert [r.verdict for r in run.superseded] == [Verdict.MISSING]
    assert run.results[CaseName.parse(lines[2]["case"])].verdict == lines[2]["verdict"]


def test_a_run_that_goes_on_after_its_end_has_not_ended(tmp_path: Path) -> None:
    lines = some_lines()
    assert read_run(written(tmp_path, [*lines, {"kind": "news"}])).end is None


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(JournalError, match=r"no journal\.jsonl|does not exist"):
            read_run(path)
    (tmp_path / "x.gz").write_bytes(b"no gzip")
    with pytest.raises(JournalError, match="cannot be unpacked"):
        read_run(tmp_path / "x.gz")


def test_the_order_of_verdicts_is_that_of_merge() -> None:
    order = "fail crash timeout device-lost resource-error harness-error killed flake missing partial unsupported skip xfail"
    assert [str(v) for v in sorted(Verdict, key=lambda v: -v.badness)] == [*order.split(), "quality-warning", "pass"]
    good = {v for v in Verdict if v.leaves_exit_code_zero}
    assert good == {Verdict.PASS, Verdict.QUALITY_WARNING, Verdict.SKIP, Verdict.UNSUPPORTED, Verdict.XFAIL}


@pytest.mark.parametrize(
    "name", ["sin", "a/b/c/d/e/f", "a/b/c/d/e/v", "a/b/c/d/e/v1/g", "/b/c/d/e/v1", "a/b/c/d/e/v-1", "a/b/c/d/e/w1"]
)
def test_what_is_no_name_of_a_case_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a test case name"):
        CaseName.parse(name)


@given(st.tuples(*[st.from_regex(r"[a-z0-9_.-]+", fullmatch=True)] * 5), st.integers(1, 16))
def test_names_of_cases_read_back(parts: tuple[str, ...], lanes: int) -> None:
    name = "/".join((*parts, f"v{lanes}"))
    assert str(CaseName.parse(name)) == name


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_error_lies_in_the_bin_that_counts_it(error: float) -> None:
    low, high = edges(generated.histogram_bin(error))
    assert low <= error <= high and (error < high if error >= 0 else low < error)


def test_the_bins_are_in_order_without_gaps() -> None:
    bins = [edges(n) for n in range(92)]
    assert bins[0][0] == -math.inf and bins[-1][1] == math.inf
    assert all(a[1] == b[0] for a, b in pairwise(bins))


@given(seed=st.integers(0, 10**6), cases=st.integers(1, 12))
def test_generated_journals_are_read_whole(tmp_path_factory: pytest.TempPathFactory, seed: int, cases: int) -> None:
    lines = list(generated.journal(cases, seed))
    run = read_run(written(tmp_path_factory.mktemp("run"), lines), check_binades=True)
    assert len(run.results) == cases
    for result in run.results.values():
        if result.max_ulp is None:
            assert result.max_error is None and result.margin is None
            continue
        assert sum(result.histogram) == result.counts.judged == len(result.binades)
        assert result.max_error == max(abs(b.sample.ulps) for b in result.binades)
        assert result.margin is not None and (result.margin > 1) == (result.verdict is Verdict.FAIL)
