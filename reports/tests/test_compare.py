"""Tests `diff`: which differences between two runs it reports, and which it does not."""

import gzip
import json
import math
from pathlib import Path

import generated
import pytest
from classay_report.cli import main
from classay_report.compare.changes import OPPOSITE, Direction, Kind, compare
from classay_report.compare.data import data
from classay_report.compare.markdown import markdown
from classay_report.compare.page import page
from classay_report.compare.side import Seen, Side, read_side, together
from classay_report.compare.text import text
from classay_report.compare.timing import timings
from classay_report.journal import CaseName, Verdict, read_run
from hypothesis import given, settings
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
SIN = CaseName.parse("clc/math/sin/f32/default/v1")
COS = CaseName.parse("clc/math/cos/f32/default/v1")
HASH = "0x1 100 1/1"


def seen(verdict=Verdict.PASS, error=1.0, inputs=HASH, **more):
    return Seen(verdict, inputs=inputs, error=error, judged=100, **more)


def side(cases, **more):
    return Side({"device": "d"}, cases, **more)


def only_change(before, after):
    (change,) = compare(side({SIN: before}), side({SIN: after})).changes
    return change


def test_the_order_of_verdicts_decides():
    assert only_change(seen(Verdict.PASS), seen(Verdict.FAIL)).kind is Kind.WORSE
    assert only_change(seen(Verdict.CRASH), seen(Verdict.PASS)).kind is Kind.BETTER
    assert only_change(seen(Verdict.PASS), seen(Verdict.UNSUPPORTED)).kind is Kind.WORSE
    # Even if the error became smaller.
    assert only_change(seen(Verdict.PASS, 4.0), seen(Verdict.FAIL, 0.5)).kind is Kind.WORSE


def test_one_unit_in_the_last_place_is_a_change_at_equal_inputs():
    above = math.nextafter(1.0, 2)
    change = only_change(seen(error=1.0), seen(error=above))
    assert change.kind is Kind.LESS_ACCURATE and repr(above) in text_of(seen(error=1.0), seen(error=above))
    assert not change.counts_as_worse(strict=False) and change.counts_as_worse(strict=True)
    assert only_change(seen(error=above), seen(error=1.0)).kind is Kind.MORE_ACCURATE


def text_of(before, after):
    c = compare(side({SIN: before}), side({SIN: after}))
    return text(c, timings(c))


@pytest.mark.parametrize("other", ["0x2 100 1/1", "0x1 99 1/1", "0x1 100 2/2", ""])
def test_errors_at_other_inputs_are_not_compared(other):
    c = compare(side({SIN: seen(error=1.0)}), side({SIN: seen(error=3.0, inputs=other)}))
    assert not c.changes and c.same == 1
    assert list(c.other_inputs) == ([SIN] if other else [])
    assert not other or "different inputs" in text(c, timings(c))


def test_an_answer_that_is_no_number_is_the_largest_error():
    change = only_change(seen(Verdict.FAIL, 1e300, failed=1), seen(Verdict.FAIL, math.inf, failed=1))
    assert change.direction is Direction.WORSE
    assert (
        only_change(seen(Verdict.FAIL, math.inf, failed=1), seen(Verdict.FAIL, 7.0, failed=1)).direction is Direction.BETTER
    )


def test_more_wrong_results_at_the_same_inputs_are_worse():
    assert only_change(seen(Verdict.FAIL, failed=2), seen(Verdict.FAIL, failed=3)).kind is Kind.WORSE
    # ... and at different inputs nothing is known.
    assert not compare(
        side({SIN: seen(Verdict.FAIL, failed=2)}), side({SIN: seen(Verdict.FAIL, failed=3, inputs="0x2 1 1/1")})
    ).changes


A, B = "0x000000000000000a", "0x000000000000000b"


def test_other_bits_at_the_same_inputs_are_told_and_never_red():
    change = only_change(seen(answers=A), seen(answers=B))
    assert change.kind is Kind.OTHER_BITS and change.direction is Direction.NEITHER
    assert not change.counts_as_worse(strict=True)
    assert "1 other bits, 0 unchanged" in text_of(seen(answers=A), seen(answers=B))
    # Nothing judged, or no error in ulp, on both sides: the bits can still be compared.
    assert only_change(seen(error=None, answers=A), seen(error=None, answers=B)).kind is Kind.OTHER_BITS
    assert only_change(seen(error=math.inf, answers=A), seen(error=math.inf, answers=B)).kind is Kind.OTHER_BITS


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (seen(answers=A), seen(answers=A)),
        (seen(answers=""), seen(answers=B)),  # an older journal
        (seen(answers=A), seen(answers=B, inputs="0x2 100 1/1")),
        (seen(answers=A, inputs=""), seen(answers=B, inputs="")),
        (seen(answers=A, error=None), seen(answers=B, error=1.0)),
    ],
)
def test_where_nothing_is_known_of_bits_nothing_is_said(before, after):
    c = compare(side({SIN: before}), side({SIN: after}))
    assert not c.changes and c.same == 1


def test_what_tells_two_sides_apart_comes_before_their_bits():
    def kind(**after):
        return only_change(seen(answers=A, failed=1), seen(**({"answers": B, "failed": 1} | after))).kind

    assert kind() is Kind.OTHER_BITS and list(Kind)[-1] is Kind.OTHER_BITS
    assert kind(verdict=Verdict.FAIL) is Kind.WORSE
    assert kind(failed=2) is Kind.WORSE
    assert kind(error=0.5) is Kind.MORE_ACCURATE


def test_runs_of_a_side_that_have_not_the_same_bits_have_none_to_compare():
    assert together([seen(answers=A), seen(answers=A)]).answers == A
    assert together([seen(answers=A), seen(answers=B)]).answers == ""
    assert together([seen(answers=A), seen(answers=A, inputs="0x2 100 1/1")]).answers == ""


def test_other_bits_are_in_all_forms_and_leave_the_exit_code(tmp_path, capsys):
    lines = list(generated.journal(9, 5))
    before = generated.write(tmp_path / "before", iter(lines))
    at = next(n for n, line in enumerate(lines) if "answers" in line)
    lines[at] = lines[at] | {"answers": f"0x{int(lines[at]['answers'], 16) ^ 1:016x}"}
    after = generated.write(tmp_path / "after", iter(lines))
    words = ["diff", str(before), str(after), "--strict"]
    assert main([*words, "--json", "--html", str(tmp_path / "d.html")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"]["other bits"] == 1 and found["counts"]["unchanged"] == 8 and not found["got_worse"]
    (change,) = found["changes"]
    assert (change["case"], change["kind"], change["direction"]) == (lines[at]["case"], "other bits", "neither")
    assert change["after"]["answers"] == lines[at]["answers"] != change["before"]["answers"]
    assert main([*words, "--markdown"]) == 0
    assert main(words) == 0
    said = capsys.readouterr().out + (tmp_path / "d.html").read_text()
    assert said.count("Different bits at the same inputs, with the same verdict and largest error (1)") == 3


def test_what_was_not_reached_is_missing_and_what_was_not_asked_is_gone():
    before = side({SIN: seen(), COS: seen()})
    gone = compare(before, side({COS: seen()}))
    assert [c.kind for c in gone.changes] == [Kind.GONE] and not gone.got_worse()
    missing = compare(before, side({COS: seen()}, has_ended=False))
    assert [c.kind for c in missing.changes] == [Kind.WORSE] and missing.got_worse()


def test_flakes_are_told_apart():
    assert only_change(seen(), seen(Verdict.FLAKE)).kind is Kind.FLAKY
    assert only_change(seen(), seen(Verdict.FLAKE)).direction is Direction.WORSE
    assert only_change(seen(Verdict.FLAKE), seen()).direction is Direction.BETTER


def test_several_runs_of_a_side_that_disagree_are_a_flake():
    both = together([seen(), seen(Verdict.FAIL, 9.0, failed=1)])
    assert both.verdict is Verdict.FLAKE and both.error == 9.0 and "1 of 2 runs" in both.reason
    assert together([seen(Verdict.FAIL), seen(Verdict.CRASH)]).verdict is Verdict.FAIL
    assert together([seen(error=1.0), seen(error=1.5)]).error == 1.5


def test_a_part_of_the_inputs_contradicts_nobody_and_is_no_pass():
    assert together([seen(), seen(Verdict.PARTIAL)]).verdict is Verdict.PARTIAL
    assert together([seen(Verdict.FAIL), seen(Verdict.PARTIAL)]).verdict is Verdict.FAIL
    assert only_change(seen(), seen(Verdict.PARTIAL)).direction is Direction.WORSE
    assert only_change(seen(Verdict.PARTIAL), seen(Verdict.FAIL)).direction is Direction.WORSE


def times(*seconds):
    return tuple({SIN: s} for s in seconds)


def test_one_run_says_nothing_of_times():
    c = compare(side({SIN: seen()}, seconds=times(1.0)), side({SIN: seen()}, seconds=times(100.0)))
    assert not timings(c).said and "cannot be compared with one run" in timings(c).why_not


def test_many_runs_of_one_side_alone_say_nothing_of_times():
    c = compare(side({SIN: seen()}, seconds=times(*range(1, 60))), side({SIN: seen()}, seconds=times(100.0)))
    assert not timings(c).said and "cannot be compared with one run" in timings(c).why_not


def test_four_runs_show_a_difference_and_three_do_not():
    def said(*pairs):
        before, after = zip(*pairs)
        c = compare(side({SIN: seen()}, seconds=times(*before)), side({SIN: seen()}, seconds=times(*after)))
        return [t.what for t in timings(c).said]

    assert said((1.0, 2.0), (1.1, 2.1), (1.2, 2.2), (1.3, 2.3)) == ["all together"]
    assert said((1.0, 2.0), (1.1, 2.1), (1.2, 2.2)) == []
    assert said((1.0, 1.1), (1.1, 1.0), (1.2, 1.3), (1.3, 1.2)) == []


def test_times_of_other_inputs_are_left_out():
    other = seen(inputs="0x2 9 1/1")
    c = compare(side({SIN: seen()}, seconds=times(1, 1, 1, 1)), side({SIN: other}, seconds=times(2, 2, 2, 2)))
    assert not timings(c).said and timings(c).why_not


verdicts = st.sampled_from(list(Verdict))
errors = st.one_of(st.none(), st.just(1.0), st.floats(0, 1e40), st.just(math.inf))
seens = st.builds(
    Seen,
    verdicts,
    inputs=st.sampled_from(["", "a", "b"]),
    error=errors,
    failed=st.integers(0, 3),
    answers=st.sampled_from(["", A, B]),
)
names = st.sampled_from([CaseName("clc", "math", f"f{i}", "f32", "default", 1) for i in range(6)])
sides = st.builds(lambda cases, ended: side(cases, has_ended=ended), st.dictionaries(names, seens), st.booleans())


@given(sides)
def test_nothing_changes_from_a_run_to_itself(s):
    c = compare(s, s)
    assert not c.changes and not c.identity and c.same == len(s.cases) and not c.got_worse(strict=True)


@given(sides, sides)
def test_the_other_way_round_is_the_mirror(a, b):
    forth, back = compare(a, b), compare(b, a)
    mirrored = {(c.case, OPPOSITE[c.kind], c.after, c.before, c.same_inputs) for c in back.changes}
    assert {(c.case, c.kind, c.before, c.after, c.same_inputs) for c in forth.changes} == mirrored
    opposite = {Direction.WORSE: Direction.BETTER, Direction.BETTER: Direction.WORSE, Direction.NEITHER: Direction.NEITHER}
    assert {c.case: c.direction for c in forth.changes} == {c.case: opposite[c.direction] for c in back.changes}
    assert forth.same == back.same and forth.other_inputs == back.other_inputs


@given(sides, sides)
def test_every_case_is_accounted_for_in_every_form(a, b):
    c = compare(a, b)
    assert len(c.changes) + c.same == len(a.cases.keys() | b.cases.keys())
    as_json = json.loads(json.dumps(data(c, timings(c), strict=False), allow_nan=False))
    assert sum(as_json["counts"].values()) == len(a.cases.keys() | b.cases.keys())
    for form in (text, markdown, page):
        words = form(c, timings(c))
        assert all(str(change.case) in words for change in c.changes)


def test_hostile_words_stay_words():
    hostile = Seen(Verdict.FAIL, reason="<script>alert(1)</script> | `x` **b**")
    c = compare(Side({"device": "<b>a|b</b>"}, {SIN: seen()}), Side({"device": "x"}, {SIN: hostile}))
    assert "<script>" not in page(c, timings(c)) and "<b>" not in page(c, timings(c))
    lines = markdown(c, timings(c)).splitlines()
    (row,) = [line for line in lines if line.startswith("| clc/")]
    assert "<script>" not in row and row.replace("\\|", "").count("|") == 5


def test_real_runs(capsys, tmp_path):
    pocl, intel = str(DATA / "pocl.jsonl.gz"), str(DATA / "intel.jsonl.gz")
    assert main(["diff", pocl, pocl]) == 0
    assert f"{len(read_run(pocl).results)} unchanged\n" in capsys.readouterr().out
    # PoCL's vector results of sin are wrong, those of Intel's runtime are right.
    assert main(["diff", pocl, intel, "--json", "--html", str(tmp_path / "d.html")]) == 0
    forth = json.loads(capsys.readouterr().out)
    assert forth["counts"]["better"] >= 4 and not forth["got_worse"]
    assert "Nothing got worse" in (tmp_path / "d.html").read_text()
    assert main(["diff", intel, pocl, "--json"]) == 1
    back = json.loads(capsys.readouterr().out)
    assert back["counts"]["worse"] == forth["counts"]["better"]
    assert {d["what"] for d in back["identity"]} >= {"device", "driver", "edition"}
    assert main(["diff", pocl, pocl, "--markdown"]) == 0


def test_a_library_that_was_replaced_is_another_device(capsys, tmp_path):
    with gzip.open(DATA / "pocl.jsonl.gz", "rt") as file:
        first, *rest = file.read().splitlines(keepends=True)
    runs = []
    for content in ("a" * 64, "b" * 64):
        head = json.loads(first)
        head["device"] |= {"backend": "library", "files": {"libmine.so": content}}
        folder = tmp_path / content[0]
        folder.mkdir()
        (folder / "journal.jsonl").write_text(json.dumps(head) + "\n" + "".join(rest))
        runs.append(str(folder))
    assert main(["diff", *runs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["identity"]
    assert found == [{"what": "library", "before": "libmine.so " + "a" * 64, "after": "libmine.so " + "b" * 64}]
    assert len({read_run(run).header.device.identity for run in runs}) == 2


@settings(max_examples=8)
@given(st.integers(1, 2**20), st.integers(1, 2**20), st.integers(1, 24), st.integers(1, 24))
def test_journals_that_were_made_up(tmp_path_factory, seed, other, some, more):
    """Compares complete runs: the expected result comes from a second parser of the journals."""
    folder = tmp_path_factory.mktemp("runs")
    a = read_side([generated.write(folder / "a", generated.journal(some, seed))])
    b = read_side([generated.write(folder / "b", generated.journal(more, other))])
    assert not compare(a, a).changes and compare(a, a).same == some
    forth, back = compare(a, b), compare(b, a)
    assert sorted((c.case, OPPOSITE[c.kind]) for c in forth.changes) == sorted((c.case, c.kind) for c in back.changes)
    verdicts = [
        {
            line["case"]: Verdict(line["verdict"])
            for line in map(json.loads, (folder / name / "journal.jsonl").open())
            if "case" in line
        }
        for name in ("a", "b")
    ]
    changed = {case for case in verdicts[0].keys() & verdicts[1].keys() if verdicts[0][case] is not verdicts[1][case]}
    assert {
        str(c.case) for c in forth.changes if c.before and c.after and c.before.verdict is not c.after.verdict
    } == changed
    assert len(forth.of_kind(Kind.NEW)) == max(0, more - some) and len(forth.of_kind(Kind.GONE)) == max(0, some - more)


def test_wrong_use_is_told(capsys):
    pocl, intel = str(DATA / "pocl.jsonl.gz"), str(DATA / "intel.jsonl.gz")
    assert main(["diff", pocl]) == 2
    assert main(["diff", pocl, pocl, "--before", pocl]) == 2
    assert main(["diff", "--before", pocl, intel, "--after", pocl]) == 2
    assert "cannot form one side" in capsys.readouterr().err
