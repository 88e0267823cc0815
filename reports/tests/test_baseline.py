"""Tests baselines and waivers: expected results pass the check, and all others fail it."""

import fnmatch
import json
import math
from dataclasses import replace
from datetime import date
from pathlib import Path

import generated
import pytest
from classay_report.baseline.asked import chooses, glob_pattern
from classay_report.baseline.file import Entry, ExpectationFile, parse
from classay_report.baseline.judge import Standing, judge
from classay_report.baseline.make import make, update
from classay_report.baseline.scope import DriverRange, Scope
from classay_report.cli import main
from classay_report.errors import MalformedError, UsageError
from classay_report.journal import CaseName, Verdict, read_run
from classay_report.journal.backends import BACKENDS, FRONT_ENDS
from hypothesis import given
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
POCL, INTEL = DATA / "pocl.jsonl.gz", DATA / "intel.jsonl.gz"
SIN, COS = "clc/math/sin/f32/default/v1", "clc/math/cos/f32/default/v1"
TODAY = date(2026, 11, 1)


def run_of(folder, results, end=True, left_out=(), **head):
    """Makes a run of these cases: case -> verdict, or verdict and largest error."""
    lines = [generated.header(len(results), 1, "1.5", "2026-01-01T00:00:00Z", "device") | head]
    for case, verdict in results.items():
        verdict, ulp = verdict if isinstance(verdict, tuple) else (verdict, 1.0)
        worst = generated.max_ulp(ulp, ["0x1"])
        inputs = {"plan": "", "count": 1, "hash": "0x1", "exhaustive": False}
        lines.append(
            {"kind": "result", "case": case, "verdict": verdict, "reason": "why", "max_ulp": worst, "inputs": inputs}
        )
    lines += [{"kind": "end", "totals": {}, "left_out": list(left_out)}] if end else []
    return read_run(generated.write(folder, generated.counted(lines)))


def baseline_of(*entries, kind="baseline", driver="1.0 .. 2.0", **settings):
    scope = Scope("Generated", "dev*", DriverRange.parse(driver), tuple(settings.items()))
    return ExpectationFile(kind, scope, {entry.case: entry for entry in entries})


def standing(tmp_path, result, entry, waiver=None):
    run = run_of(tmp_path, {SIN: result})
    waivers = baseline_of(waiver, kind="waivers") if waiver else None
    (finding,) = judge(run, baseline_of(*([entry] if entry else [])), waivers, TODAY)
    return finding.standing


FAIL = Entry(SIN, Verdict.FAIL, 8.0, "us", "https://i/1", date(2026, 12, 31))
EXPIRED = Entry(SIN, Verdict.FAIL, 8.0, "us", "https://i/1", date(2026, 10, 31))


@pytest.mark.parametrize(
    ("result", "entry", "expected"),
    [
        ("pass", Entry(SIN, Verdict.PASS, 1.0), Standing.AS_EXPECTED),
        (("pass", math.nextafter(1, 2)), Entry(SIN, Verdict.PASS, 1.0), Standing.WARNING),
        (("pass", 0.5), Entry(SIN, Verdict.PASS, 1.0), Standing.AS_EXPECTED),
        (("pass", 99.0), Entry(SIN, Verdict.PASS), Standing.AS_EXPECTED),
        ("quality-warning", Entry(SIN, Verdict.PASS, 1.0), Standing.WARNING),
        ("pass", Entry(SIN, Verdict.QUALITY_WARNING, 1.0), Standing.IMPROVED),
        ("fail", Entry(SIN, Verdict.PASS, 1.0), Standing.WORSE),
        ("unsupported", Entry(SIN, Verdict.PASS, 1.0), Standing.WORSE),
        ("pass", Entry(SIN, Verdict.UNSUPPORTED), Standing.IMPROVED),
        ("flake", Entry(SIN, Verdict.PASS, 1.0), Standing.WORSE),
        (("fail", 8.0), FAIL, Standing.XFAIL),
        (("fail", 7.0), FAIL, Standing.XFAIL),
        (("fail", 8.5), FAIL, Standing.WORSE),
        (("fail", math.inf), FAIL, Standing.WORSE),
        (("fail", math.inf), Entry(SIN, Verdict.FAIL, math.inf), Standing.XFAIL),
        ("crash", FAIL, Standing.WORSE),
        ("fail", Entry(SIN, Verdict.CRASH), Standing.WORSE),
        ("pass", FAIL, Standing.IMPROVED),
        ("flake", Entry(SIN, Verdict.FLAKE), Standing.XFAIL),
        ("pass", Entry(SIN, Verdict.FLAKE), Standing.XFAIL),
        ("fail", Entry(SIN, Verdict.FLAKE), Standing.WORSE),
        (("fail", 8.0), EXPIRED, Standing.EXPIRED),
        ("pass", EXPIRED, Standing.EXPIRED),
        ("pass", None, Standing.UNLISTED),
        ("fail", None, Standing.WORSE),
        ("harness-error", None, Standing.WORSE),
        ("missing", None, Standing.MISSING),
        ("partial", None, Standing.WORSE),
        ("partial", Entry(SIN, Verdict.PASS), Standing.WORSE),
    ],
)
def test_each_standing(result, entry, expected, tmp_path):
    assert standing(tmp_path, result, entry) is expected


def test_an_entry_expires_after_its_day(tmp_path):
    last_day = Entry(SIN, Verdict.FAIL, 8.0, expires=TODAY)
    assert standing(tmp_path, ("fail", 8.0), last_day) is Standing.XFAIL


def test_waivers_are_kept_apart(tmp_path):
    waiver = Entry(SIN, Verdict.FAIL, 8.0, "body", "https://w/1", date(2026, 12, 31))
    assert standing(tmp_path / "a", ("fail", 8.0), FAIL, waiver) is Standing.WAIVED
    assert standing(tmp_path / "b", ("fail", 9.0), None, waiver) is Standing.WORSE
    assert standing(tmp_path / "c", "crash", None, waiver) is Standing.WORSE
    assert standing(tmp_path / "d", "pass", None, waiver) is Standing.IMPROVED
    assert standing(tmp_path / "e", ("fail", 8.0), None, EXPIRED) is Standing.EXPIRED


def standings(run, file):
    return {finding.case: finding.standing for finding in judge(run, file, None, TODAY)}


def test_what_was_not_reached_is_missing_and_what_is_no_case_any_more_is_stale(tmp_path):
    both = baseline_of(Entry(SIN, Verdict.PASS), Entry(COS, Verdict.PASS))
    assert standings(run_of(tmp_path / "a", {SIN: "pass"}), both)[COS] is Standing.STALE
    assert standings(run_of(tmp_path / "b", {SIN: "pass"}, left_out=[COS]), both)[COS] is Standing.MISSING
    cut_off = standings(run_of(tmp_path / "c", {SIN: "pass"}, end=False), both)
    assert cut_off[COS] is Standing.MISSING and cut_off["the run"] is Standing.MISSING
    # The run did not select these cases.
    options = {"filters": ["clc/math/sin/*"], "modes": ["default"]}
    assert COS not in standings(run_of(tmp_path / "d", {SIN: "pass"}, options=options), both)
    # Left out, and not in the baseline.
    assert standings(run_of(tmp_path / "e", {SIN: "pass"}, left_out=[COS]), baseline_of(Entry(SIN, Verdict.PASS)))[
        COS
    ].is_red
    assert standings(run_of(tmp_path / "f", {}), baseline_of())["the run"].is_red


@pytest.mark.parametrize(
    "wrong", [{"driver": "2.1 .. 3.0"}, {"tier": "full"}, {"seed": "2"}, {"edition": "clc-3.1"}, {"profile": "embedded"}]
)
def test_a_baseline_of_something_else_is_stale_as_a_whole(wrong, tmp_path):
    found = standings(run_of(tmp_path, {SIN: ("fail", 8.0)}), baseline_of(FAIL, **wrong))
    assert found == {"all of the baseline": Standing.STALE, SIN: Standing.WORSE}


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("*", ["", "3.1", "anything"], []),
        ("3.1", ["3.1", "3.1+debian"], ["3.2", "3.1.5", "3.0", "", "three"]),
        ("3.1+debian", ["3.1+debian", "3.1"], ["3.10"]),
        ("3.1 .. 3.2", ["3.1", "3.1.9", "3.2", "3.2.7", "3.2+deb"], ["3.0.9", "3.3", "30.1", "", "x"]),
        ("3.9 ..", ["3.9", "3.10", "10.0"], ["3.1", ""]),
        (".. 3.9", ["3.9.9", "1.0"], ["3.10", ""]),
    ],
)
def test_ranges_of_drivers_go_by_numbers(text, inside, outside):
    given_range = DriverRange.parse(text)
    assert [driver for driver in inside if not given_range.contains(driver)] == []
    assert [driver for driver in outside if given_range.contains(driver)] == []
    assert DriverRange.parse(str(given_range)) == given_range


@pytest.mark.parametrize("text", ["", "..", "a .. b", "latest", " .. "])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(ValueError):
        DriverRange.parse(text)


words = st.from_regex(r"[a-z@:/.0-9]{1,12}", fullmatch=True)
NOTHING_TO_EXPECT = (Verdict.XFAIL, Verdict.MISSING, Verdict.PARTIAL, Verdict.HARNESS_ERROR, Verdict.KILLED)
verdicts = st.sampled_from([v for v in Verdict if v not in NOTHING_TO_EXPECT])
cases = st.builds(lambda n, lanes: f"clc/math/f{n}/f32/default/v{lanes}", st.integers(0, 50), st.sampled_from([1, 2, 16]))
ulps = st.one_of(st.none(), st.floats(0, allow_nan=False))
entries = st.builds(Entry, cases, verdicts, ulps, words, words, st.one_of(st.none(), st.dates()))


@given(st.lists(entries, unique_by=lambda entry: entry.case))
def test_a_file_reads_back_as_it_was_written(some):
    file = baseline_of(*some, tier="quick", seed="7")
    back = parse(file.text(), "baseline", "f")
    assert back == file and back.text() == file.text()
    assert file.text().splitlines()[9:] == sorted(file.text().splitlines()[9:])


@given(st.lists(entries, unique_by=lambda entry: entry.case, min_size=1), entries)
def test_a_case_more_is_a_line_more(some, another):
    """Nothing else changes, because a person reviews the difference."""
    before = baseline_of(*some).text().splitlines()
    after = baseline_of(*(entry for entry in some if entry.case != another.case), another).text().splitlines()
    assert len(set(after) - set(before)) <= 1 and len(set(before) - set(after)) <= 1


HEAD = "classay-baseline 1\nplatform P\ndevice D\ndriver 1.0\n\n"
LINE = f"{SIN} fail 8.0 us https://i/1 2026-12-31\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the first line is not"),
        ("classay-baseline 2\n", "line 1: the first line is not"),
        (HEAD.replace("platform P\n", ""), "header field 'platform' is missing"),
        (HEAD.replace("device D", "device D\ndevice E"), "header field 'device' occurs twice"),
        (HEAD.replace("device D", "colour red\ndevice D"), "unknown header field 'colour'"),
        (HEAD.replace("1.0", "new"), "'new' is not a range of drivers"),
        (HEAD + LINE + LINE, f"line 7: {SIN} does not follow {SIN}"),
        (HEAD + LINE + LINE.replace("sin", "cos"), "cases must be sorted"),
        (HEAD + LINE.replace("/v1", ""), "is not a test case name"),
        (HEAD + LINE.replace("fail", "perhaps"), "line 6: 'perhaps' is not a valid Verdict"),
        (HEAD + LINE.replace("fail", "missing"), "cannot be an expected verdict"),
        (HEAD + LINE.replace("fail", "partial"), "cannot be an expected verdict"),
        (HEAD + LINE.replace("8.0", "nan"), "'nan' is not an error"),
        (HEAD + LINE.replace("8.0", "-1"), "'-1' is not an error"),
        (HEAD + LINE.replace("8.0", "large"), "'large' is not an error"),
        (HEAD + LINE.replace("us ", ""), "5 words instead of six"),
        (HEAD + LINE.replace("2026-12-31", "soon"), "'soon' is not a date"),
    ],
)
def test_what_can_not_be_understood_is_refused_with_its_line(text, says):
    with pytest.raises(MalformedError) as refused:
        parse(text, "baseline", "f")
    assert says in str(refused.value)


def test_a_waiver_says_by_whom_where_and_until_when():
    head = HEAD.replace("baseline", "waivers")
    assert parse(head + LINE, "waivers", "f").entries[SIN].owner == "us"
    for line in (
        LINE.replace("us", "-"),
        LINE.replace("https://i/1", "-"),
        LINE.replace("2026-12-31", "-"),
        LINE.replace("fail", "pass"),
    ):
        with pytest.raises(MalformedError):
            parse(head + line, "waivers", "f")


@pytest.mark.parametrize(
    ("options", "chosen", "not_chosen"),
    [
        ({"filters": [], "modes": "auto"}, [SIN], [f"il{SIN[3:]}", SIN.replace("default", "ftz")]),
        ({"filters": ["clc/math/sin/*"], "modes": "auto"}, [SIN], [COS, SIN.replace("default", "ftz")]),
        (
            {"filters": ["*/ftz/*"], "modes": "auto"},
            [SIN.replace("default", "ftz")],
            [SIN, f"il{SIN[3:].replace('default', 'ftz')}"],
        ),
        ({"filters": ["il/*"], "modes": "auto"}, [f"il{SIN[3:]}"], [SIN]),
        ({"filters": ["*/f32/*/v[12]"], "modes": ["ftz"]}, [SIN.replace("default", "ftz")], [SIN, SIN.replace("v1", "v4")]),
        ({"filters": ["*/[^s]*/f32/*/v1"], "modes": "auto"}, [COS], []),
        ({"filters": ["*/v1?"], "modes": "auto"}, [SIN.replace("v1", "v16")], [SIN]),
    ],
)
def test_cases_are_chosen_as_run_chooses_them(options, chosen, not_chosen, tmp_path):
    header = run_of(tmp_path, {}, options=options, tier="quick").header
    assert [case for case in chosen if not chooses(header, CaseName.parse(case))] == []
    assert [case for case in not_chosen if chooses(header, CaseName.parse(case))] == []


@pytest.mark.parametrize(("backend", "own"), [(name, known.front_end) for name, known in BACKENDS.items()])
@pytest.mark.parametrize("filters", [[], ["*/math/sin/*"]])
def test_a_filter_without_a_front_end_means_that_of_the_back_end(backend, own, filters, tmp_path):
    run = run_of(tmp_path, {}, options={"filters": filters, "modes": "auto"})
    header = replace(run.header, device=replace(run.header.device, backend=backend))
    chosen = {front_end for front_end in FRONT_ENDS if chooses(header, CaseName.parse(f"{front_end}{SIN[3:]}"))}
    assert chosen == {own}
    with_il = replace(header, options={**header.options, "with_il": True})
    assert chooses(with_il, CaseName.parse(f"il{SIN[3:]}"))


@given(st.text("ab*?/[", max_size=6), st.text("ab/[", max_size=6))
def test_globs_without_sets_match_as_those_of_a_shell(glob, name):
    expected = fnmatch.fnmatchcase(name, glob.replace("[", "[[]"))
    assert (glob_pattern(glob).fullmatch(name) is not None) == expected


def test_certify_asks_every_mode(tmp_path):
    header = run_of(tmp_path, {}, options={"filters": [], "modes": "auto"}, tier="certify").header
    assert chooses(header, CaseName.parse(SIN.replace("default", "ftz")))


@pytest.mark.parametrize("journal", [POCL, INTEL])
def test_a_baseline_fits_the_run_that_it_was_made_of(journal, tmp_path, capsys):
    file = tmp_path / "baseline.txt"
    words = ["--owner", "us", "--issue", "https://i/1", "--expires", "2027-01-01"]
    assert main(["baseline", "make", str(journal), "--out", str(file), *words]) == 0
    assert main(["baseline", "check", str(journal), str(file), "--today", "2026-06-01"]) == 0
    assert main(["baseline", "update", str(journal), str(file)]) == 0
    said = capsys.readouterr().out
    assert "worse" not in said and "@@" not in said
    # ... and for no other run.
    other = INTEL if journal is POCL else POCL
    assert main(["baseline", "check", str(other), str(file)]) == 1
    assert main(["baseline", "update", str(other), str(file)]) == 2


def test_known_failures_of_a_real_run_expire(tmp_path, capsys):
    file = tmp_path / "baseline.txt"
    main(["baseline", "make", str(POCL), "--out", str(file), "--expires", "2027-01-01"])
    assert main(["baseline", "check", str(POCL), str(file), "--today", "2027-01-02", "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    fails = sum(result.verdict is Verdict.FAIL for result in read_run(POCL).results.values())
    assert fails == sum(f["standing"] == "expired" for f in findings) == sum(f["red"] for f in findings) > 0


def test_an_update_keeps_what_people_wrote_and_shows_what_changed(tmp_path, capsys):
    old = run_of(tmp_path / "a", {SIN: "fail", COS: ("pass", 1.0)})
    path = tmp_path / "b.txt"
    path.write_text(make(old, "us", "https://i/1", date(2027, 1, 1)).text())
    run_of(tmp_path / "c", {SIN: ("fail", 2.0), COS: ("pass", 0.5)})
    assert main(["baseline", "update", str(tmp_path / "c"), str(path), "--dry-run"]) == 0
    assert path.read_text() == make(old, "us", "https://i/1", date(2027, 1, 1)).text()
    assert main(["baseline", "update", str(tmp_path / "c"), str(path)]) == 0
    changed = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("+clc")]
    assert changed[0] == ["+" + COS, "pass", "0.5", "-", "-", "-"]
    assert changed[1] == ["+" + SIN, "fail", "2.0", "us", "https://i/1", "2027-01-01"]
    # The failure is fixed, so its notes are removed.
    file = parse(path.read_text(), "baseline", "f")
    assert update(run_of(tmp_path / "d", {SIN: "pass", COS: "pass"}), file).entries[SIN] == Entry(SIN, Verdict.PASS, 1.0)
    # Cases that the run did not select stay, cases that no longer exist go, and undecided ones stay.
    one = run_of(tmp_path / "e", {SIN: "pass"}, options={"filters": ["clc/math/sin/*"], "modes": "auto"})
    assert COS in update(one, file).entries
    assert COS not in update(run_of(tmp_path / "f", {SIN: "pass"}), file).entries
    assert COS in update(run_of(tmp_path / "g", {SIN: "pass"}, left_out=[COS]), file).entries
    assert update(run_of(tmp_path / "h", {SIN: "harness-error", COS: "pass"}), file).entries[SIN].verdict is Verdict.FAIL


def test_a_baseline_is_made_of_a_whole_run_only(tmp_path):
    for broken in ({"end": False}, {}):
        run = run_of(tmp_path / f"r{len(broken)}", {SIN: "xfail"} if not broken else {SIN: "pass"}, **broken)
        with pytest.raises(UsageError):
            make(run)
    assert make(run_of(tmp_path / "m", {SIN: "harness-error", COS: "pass"})).entries.keys() == {COS}
    assert make(run_of(tmp_path / "n", {SIN: "partial", COS: "pass"})).entries.keys() == {COS}


def test_a_run_on_a_part_of_the_inputs_has_no_baseline(tmp_path):
    run = run_of(tmp_path, {SIN: "pass"}, covers=generated.LISTED)
    with pytest.raises(UsageError, match="covers only the inputs of"):
        make(run)
    with pytest.raises(UsageError, match="covers only the inputs of"):
        judge(run, baseline_of(Entry(SIN, Verdict.PASS)), None, TODAY)


def test_wrong_use_is_told(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text("x")
    assert main(["baseline", "check", str(POCL)]) == 2
    assert main(["baseline", "check", str(POCL), str(path)]) == 4
    assert main(["baseline", "make", str(POCL), "--out", str(path)]) == 2
    path.write_bytes(b"\xff\xfe")
    assert main(["baseline", "check", str(POCL), str(path)]) == 4


def held(tmp_path, verdict, found):
    """Makes a run that used a baseline: the device's own verdict is in `found`."""
    run = run_of(tmp_path, {SIN: (verdict, 8.0)})
    lines = [json.loads(line) for line in run.file.read_text().splitlines()]
    lines[1]["baseline"] = {"standing": verdict, "expected": found, "found": found, "issue": ""}
    return read_run(generated.write(tmp_path / "held", iter(lines)))


def test_a_run_that_was_held_against_a_baseline_is_judged_by_what_it_found(tmp_path):
    run = held(tmp_path, "xfail", "fail")
    (finding,) = judge(run, baseline_of(FAIL), None, TODAY)
    assert finding.standing is Standing.XFAIL
    (finding,) = judge(run, baseline_of(Entry(SIN, Verdict.PASS, 1.0)), None, TODAY)
    assert finding.standing is Standing.WORSE
    assert make(run).entries[SIN].verdict is Verdict.FAIL


def test_an_expected_failure_that_does_not_say_what_was_found_makes_no_baseline(tmp_path):
    with pytest.raises(UsageError, match="does not contain the device's own verdicts"):
        make(run_of(tmp_path, {SIN: "xfail"}))
