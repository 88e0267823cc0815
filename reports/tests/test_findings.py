"""Tests the grouping of failing cases into findings, against the lists made by hand in data/drivers."""

import gzip
import json
import random
import shlex
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report import cli
from classay_report.findings import findings_of
from classay_report.findings.group import Finding, signature
from classay_report.findings.words import listed, title
from classay_report.journal import Run, read_run
from findings_by_hand import BY_HAND, FOLDERS
from hypothesis import given
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
DRIVERS = Path(__file__).parents[2] / "data/drivers"
SIN = "clc/math/sin/f32/default"


@cache
def read(driver: str) -> Run:
    return read_run(DATA / f"findings-{driver}.jsonl.gz")


@cache
def of(driver: str) -> tuple[Finding, ...]:
    return findings_of(read(driver))


@pytest.mark.parametrize("driver", BY_HAND)
def test_findings_of_a_driver_are_those_of_the_list_made_by_hand(driver: str) -> None:
    found = {finding.name: (len(finding.cases), " ".join(finding.builtins)) for finding in of(driver)}
    assert found == {name: (cases, builtins) for name, cases, builtins, _ in BY_HAND[driver]}


@pytest.mark.parametrize("driver", BY_HAND)
def test_the_expected_findings_name_headings_of_the_list(driver: str) -> None:
    page = (DRIVERS / FOLDERS[driver] / "README.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("### ") for line in page.splitlines() if line.startswith("### ")]
    for name, _, _, heading in BY_HAND[driver]:
        assert not heading or heading in headings, name


@pytest.mark.parametrize("driver", BY_HAND)
def test_each_bad_case_is_in_a_finding_and_no_other_case_is(driver: str) -> None:
    bad = {case for case, result in read(driver).results.items() if not result.verdict.leaves_exit_code_zero}
    assert {case for finding in of(driver) for case in finding.cases} == bad


@pytest.mark.parametrize("driver", BY_HAND)
def test_the_order_of_records_does_not_change_the_groups(driver: str, tmp_path: Path) -> None:
    with gzip.open(DATA / f"findings-{driver}.jsonl.gz", "rt") as lines:
        head, *results, end = lines
    random.Random(1).shuffle(results)
    (tmp_path / "journal.jsonl").write_text("".join([head, *results, end]))
    shuffled = findings_of(read_run(tmp_path))
    assert signature(shuffled) == signature(of(driver))
    assert [finding.repro for finding in shuffled] == [finding.repro for finding in of(driver)]


@pytest.mark.parametrize("driver", BY_HAND)
def test_each_finding_has_a_command_and_spares_no_builtin_that_it_hits(driver: str) -> None:
    for finding in of(driver):
        words = shlex.split(finding.repro)
        assert words[:2] in (["classay", "repro"], ["classay", "run"]), finding.name
        assert any(str(case) in words for case in finding.cases)
        assert not set(finding.spared) & set(finding.builtins)
        assert title(finding) and "\n" not in title(finding) and len(title(finding)) < 200


# --- made by hand ----------------------------------------------------------------------------------------------------------


def run_of(folder: Path, *results: dict[str, Any]) -> tuple[Finding, ...]:
    lines: list[dict[str, Any]] = [generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "device")]
    lines += [{"kind": "result", "reason": "", **result} for result in results]
    totals = Counter(result["verdict"] for result in results)
    lines.append({"kind": "end", "totals": dict(totals), "left_out": []})
    return findings_of(read_run(generated.write(folder, generated.counted(lines))))


def wrong(
    case: str, *samples: tuple[int, str, str, str], lanes: Sequence[Sequence[str]] = (), **more: Any
) -> dict[str, Any]:
    """Makes a failing result from samples: index, input, result and expected result."""
    limit = {"text": "<= 4 ulp", "value": 4.0, "edition": "clc-2.0"}
    first = [
        {"index": i, "inputs": [x], "got": got, "ulps": 9.0, "expected": right, "low": "0", "high": "0"}
        for i, x, got, right in samples
    ]
    vectors = [list(lane) for lane in lanes] or [[x] for _, x, _, _ in samples]
    found = {"case": case, "verdict": "fail", "reason": f"{len(first)} of 99 results wrong", "first": first, "limit": limit}
    found |= {"vectors": vectors, "counts": {"judged": 99, "failed": len(first), "undefined": 0}}
    found["inputs"] = {"plan": "10 literals, 89 of a table", "count": 99, "hash": "0x1"}
    return found | more


def good(case: str) -> dict[str, Any]:
    return {"case": case, "verdict": "pass"}


ONE, TWO, ZERO, MINUS_ZERO, NAN, INF, TINY = (
    "0x3f800000 0x40000000 0x00000000 0x80000000 0x7fc00000 0x7f800000 0x00001000".split()
)
VALUES = {
    "zero-sign": (MINUS_ZERO, ZERO, MINUS_ZERO),
    "nan-bits-sin": (ONE, "0x7f800001", NAN),
    "special-sin": (NAN, ONE, NAN),
    "overflow-sin": (ONE, INF, TWO),
    "flushed": (ONE, ZERO, TINY),
    "accuracy-sin": (ONE, TWO, ONE),
}


@pytest.mark.parametrize("name", VALUES)
def test_the_effect_on_a_value_names_the_finding(name: str, tmp_path: Path) -> None:
    x, got, right = VALUES[name]
    (found,) = run_of(tmp_path, wrong(f"{SIN}/v1", (50, x, got, right)))
    assert found.name == name.replace("-sin", "-trigonometric")


def test_an_effect_is_shared_by_builtins_formats_and_widths(tmp_path: Path) -> None:
    sample = (50, MINUS_ZERO, ZERO, MINUS_ZERO)
    (found,) = run_of(
        tmp_path,
        wrong(f"{SIN}/v1", sample),
        wrong(f"{SIN}/v4", sample),
        wrong("clc/math/fract/f32/default/v1", sample),
        good("clc/math/ceil/f32/default/v1"),
    )
    assert found.name == "zero-sign" and len(found.cases) == 3 and found.spared == ("ceil",)
    assert found.builtins == ["fract", "sin"] and found.widths == [1, 4]


def test_constants_are_told_from_buffers(tmp_path: Path) -> None:
    lost, folded = (3, NAN, "0xfdfafdfa", NAN), (3, ONE, TWO, ONE)
    both = wrong(f"{SIN}/v1", folded, (50, ONE, TWO, ONE))
    constant = wrong("clc/math/exp/f32/default/v1", lost)
    constant["counts"]["unwritten"] = 1
    only = wrong("clc/math/erf/f32/default/v1", folded)
    found = run_of(tmp_path, both, constant, only)
    assert {f.name: f.builtins for f in found} == {
        "accuracy-trigonometric": ["sin"],
        "constant-lost-float": ["exp"],
        "wrong-constant": ["erf"],
    }


def test_one_case_can_be_in_two_findings(tmp_path: Path) -> None:
    case = wrong("clc/math/tanh/f32/default/v1", (3, NAN, "0xfdfafdfa", NAN), (50, INF, TWO, ONE))
    case["counts"]["unwritten"] = 1
    assert [f.name for f in run_of(tmp_path, case)] == ["constant-lost-float", "special-exponential"]


@pytest.mark.parametrize(("scalar", "lane", "name"), [
    ("pass", INF, "neighbour-lanes-trigonometric"),
    ("pass", TWO, "accuracy-trigonometric"),
    ("fail", INF, "accuracy-trigonometric"),
])  # fmt: skip
def test_lanes_that_depend_on_their_neighbours(scalar: str, lane: str, name: str, tmp_path: Path) -> None:
    bad = (50, ONE, TWO, ONE)
    first = good(f"{SIN}/v1") if scalar == "pass" else wrong(f"{SIN}/v1", bad)
    found = run_of(tmp_path, first, wrong(f"{SIN}/v2", bad, lanes=[[ONE, lane]]))
    assert [f.name for f in found] == [name]


def test_a_mode_is_blamed_if_the_default_mode_is_right(tmp_path: Path) -> None:
    relaxed = "clc/math/sin/f32/relaxed/v1"
    bad = (50, ONE, TWO, ONE)
    (found,) = run_of(tmp_path / "a", good(f"{SIN}/v1"), wrong(relaxed, bad))
    assert found.kind == "mode" and found.subject.startswith("relaxed")
    (found,) = run_of(tmp_path / "b", wrong(f"{SIN}/v1", bad), wrong(relaxed, bad))
    assert found.name == "accuracy-trigonometric" and found.modes == ["default", "relaxed"]


VERDICTS = {
    "crash": "crash-",
    "device-lost": "crash-",
    "timeout": "hang-trigonometric",
    "flake": "launches-trigonometric",
    "harness-error": "harness-error-",
    "resource-error": "resource-error-",
    "partial": "undecided",
    "missing": "undecided",
    "killed": "undecided",
    "fail": "wrong-trigonometric-",
}


@pytest.mark.parametrize("verdict", VERDICTS)
def test_verdicts_without_wrong_inputs(verdict: str, tmp_path: Path) -> None:
    (found,) = run_of(tmp_path, {"case": f"{SIN}/v1", "verdict": verdict, "reason": "it happened"})
    assert found.name.startswith(VERDICTS[verdict])
    assert found.is_of_the_device == (verdict not in ("harness-error", "partial", "missing", "killed"))


def test_crashes_with_one_site_are_one_finding(tmp_path: Path) -> None:
    reason = (
        "killed by SIGSEGV in libx.so.{0}, in clFinish of kernel_{0}: ./lib/file.cc:{0}: bool f(int): Assertion `x' failed."
    )
    before = "not run, because the cases before it ended like this: "
    found = run_of(
        tmp_path,
        {"case": "clc/misc/one/f32/default/v1", "verdict": "crash", "reason": reason.format(1)},
        {"case": "clc/misc/two/f64/default/v1", "verdict": "crash", "reason": reason.format(2)},
        {"case": "clc/misc/two/f64/default/v2", "verdict": "crash", "reason": before + reason.format(3)},
        {"case": "clc/misc/six/f64/default/v1", "verdict": "crash", "reason": "killed by SIGABRT in clFinish"},
    )
    assert sorted(len(f.cases) for f in found) == [1, 3]


def test_failed_builds_are_grouped_by_their_message(tmp_path: Path) -> None:
    reason = "does not build: {}(float) is missing at link time"
    found = run_of(
        tmp_path,
        {"case": "clc/math/ldexp/f16/default/v1", "verdict": "fail", "reason": reason.format("ldexp")},
        {"case": "clc/shuffle/shuffle/f16/default/v2", "verdict": "fail", "reason": reason.format("shuffle")},
        {"case": "clc/misc/barrier/i32/default/v1", "verdict": "fail", "reason": "does not build: line 23: no 'x'"},
    )
    assert sorted(len(f.cases) for f in found) == [1, 2]


def test_a_call_variant_and_writes_beyond_the_end(tmp_path: Path) -> None:
    variant = {"case": f"{SIN}/v1", "verdict": "fail", "forms": [{"form": "local", "asked": 9, "differing": 2, "failed": 2}]}
    beyond = {"case": "clc/math/erf/f32/default/v3", "verdict": "fail", "counts": {"judged": 9, "beyond_end": 4}}
    assert sorted(f.name for f in run_of(tmp_path, variant, beyond)) == [
        "beyond-end-error-function",
        "variant-local-trigonometric",
    ]


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_texts_of_a_journal_do_no_harm(tmp_path_factory: Any, reason: str, lane: str, objections: list[str]) -> None:
    found = run_of(
        tmp_path_factory.mktemp("run"),
        wrong(f"{SIN}/v2", (50, ONE, TWO, ONE), lanes=[[lane, "0x" + "f" * 30]]) | {"reason": reason},
        good(f"{SIN}/v1"),
        {
            "case": "clc/misc/printf/i32/default/v1",
            "verdict": "fail",
            "reason": reason,
            "printed": {"objections": objections},
        },
        {
            "case": "clc/misc/image-1d/i32/default/v1",
            "verdict": "fail",
            "reason": reason,
            "findings": {"objections": objections},
        },
        {"case": "clc/odd/²/f٣/x/v1", "verdict": "crash", "reason": reason},
    )
    assert {case.builtin for f in found for case in f.cases} == {"sin", "printf", "image-1d", "²"}
    assert all(title(f) for f in found)


@pytest.mark.parametrize("seed", range(3))
def test_findings_of_generated_journals_cover_every_bad_case(seed: int, tmp_path: Path) -> None:
    run = read_run(generated.write(tmp_path, generated.journal(400, seed)))
    bad = {case for case, result in run.results.items() if not result.verdict.leaves_exit_code_zero}
    assert {case for finding in findings_of(run) for case in finding.cases} == bad


# --- command ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 60, 100, 200])
def test_the_text_fits_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main(["findings", str(DATA / "findings-rusticl-25.0.jsonl.gz")]) == 1
    said = capsys.readouterr().out.splitlines()
    commands = [line for line in said if line.strip().startswith("classay r")]
    assert len(commands) == len(of("rusticl-25.0"))
    long = [line for line in said if len(line) > columns and line not in commands]
    assert all(len(max(line.split(), key=len)) > columns - 8 for line in long)  # only a word that is too long itself


def test_json_has_all_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["findings", str(DATA / "findings-rusticl-25.0.jsonl.gz"), "--json", "--exit-zero"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == 1 and told["cases"] == 9348
    assert {f["name"]: f["cases"] for f in told["findings"]} == json.loads(signature(of("rusticl-25.0")))


def test_a_run_without_failures_has_no_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_of(tmp_path, good(f"{SIN}/v1")) == ()
    assert cli.main(["findings", str(tmp_path)]) == 0
    assert "no findings" in capsys.readouterr().out


def test_names_are_listed() -> None:
    assert [listed(list(word)) for word in ("a", "ab", "abc", "abcde", "abcdef")] == [
        "a",
        "a and b",
        "a, b and c",
        "a, b, c, d and e",
        "a, b, c, d and 2 more",
    ]
