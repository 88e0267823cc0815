"""Tests junit, csv, parquet and markdown: nothing is lost, and nothing looks better than it is."""

import csv
import json
import math
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import generated
import pytest
from classay_report.cli import main
from classay_report.journal import CaseName, Result, Verdict, read_run
from classay_report.markup import escaped
from classay_report.tables.columns import COLUMNS, Column, rows, word
from classay_report.tables.csv import cell
from classay_report.tables.junit import suite_of
from classay_report.tables.markdown import summary
from classay_report.visible import visible, visible_lines
from hypothesis import given, settings
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
POCL, INTEL = DATA / "pocl.jsonl.gz", DATA / "intel.jsonl.gz"


def read_back(text, kind):
    """Reads a word of CSV back with Python's own parsing of numbers."""
    if text == "":
        return None
    if kind is str:
        return text.removeprefix("'")
    return {"true": True, "false": False}[text] if kind is bool else kind(text)


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(0, allow_nan=False), st.text(min_size=1)))
def test_a_word_of_csv_reads_back_as_the_same(value):
    back = read_back(word(value), type(value))
    assert back == value and type(back) is type(value)


TEXT, NUMBER = Column("reason", str, lambda _h, r: r.reason), Column("max_ulp", float, lambda _h, r: r.max_error)
FORMULAS = ["=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "--1", "-", "'=1", "＝1", "－2+3", "-1.5 =2", "-0x1p+3"]
FORMULAS += ["\t=1", "\r=1"]


@given(st.one_of(st.text(min_size=1), st.sampled_from(FORMULAS).flatmap(lambda t: st.text().map(lambda u: t + u))))
def test_a_text_cell_is_no_formula_and_reads_back(text):
    made = cell(TEXT, text)
    assert read_back(made, str) == visible(text)
    begins = made[0] in "=+-@\t\r＝＋－＠"
    assert not begins or all(word == "-" or math.isfinite(float(word)) or float(word) for word in made.split(" "))


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_defused(text):
    made = cell(TEXT, text)
    assert made[0] not in "=+-@\t\r＝＋－＠" or made == "-"


@given(st.floats(allow_nan=False))
def test_a_number_is_never_defused(value):
    assert float(cell(NUMBER, value)) == (abs(value) if math.isinf(value) else value)
    for text in (repr(value), f"{value!r} {-value!r}", f"- {value!r}"):
        assert cell(TEXT, text) == text


def test_no_cell_of_a_hostile_journal_is_a_formula(tmp_path):
    attack = "=cmd|'C calc'!A0"
    lines = [generated.header(1, 1, attack, "2026-01-01T00:00:00Z", attack)]
    lines[0]["device"]["platform"] = lines[0]["tier"] = lines[0]["edition"] = attack
    lines.append({"kind": "result", "case": f"{attack}/math/-sin/f32/default/v1", "verdict": "fail", "reason": "-1+1"})
    lines.append({"kind": "end", "totals": {}, "left_out": []})
    _, *found = as_csv([generated.write(tmp_path / "run", generated.counted(lines))], tmp_path / "a.csv")
    texts = [text for line in found for text in line]
    assert not [text for text in texts if text[:1] in tuple("=+-@")] and f"'{attack}" in texts and "'-1+1" in texts


def as_csv(paths, out):
    assert main(["csv", *map(str, paths), "--out", str(out)]) == 0
    with out.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_csv_has_all_of_real_runs(tmp_path):
    head, *lines = as_csv([POCL, INTEL], tmp_path / "a.csv")
    assert head == [column.name for column in COLUMNS]
    runs = [read_run(POCL), read_run(INTEL)]
    expected = [[None if value == "" else value for value in row] for row in rows(runs)]
    assert [[read_back(w, column.type) for w, column in zip(line, COLUMNS)] for line in lines] == expected
    at = {(line[head.index("device")], line[0]): line for line in lines}
    # ... and for one case by hand, from the journal's own text.
    line = at["pthread-skylake-avx512-AMD EPYC", "clc/math/sin/f32/default/v2"]
    assert line[head.index("verdict")] == "fail" and line[head.index("failed")] == "1156"
    assert float(line[head.index("max_ulp")]).hex() == (1.0480557996839345e43).hex()


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**30))
def test_csv_of_generated_journals_round_trips(tmp_path_factory, seed):
    folder = generated.write(tmp_path_factory.mktemp("run"), generated.journal(12, seed))
    _, *lines = as_csv([folder], folder / "a.csv")
    results = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    results = [line for line in results if line["kind"] == "result"]
    assert [line[0] for line in lines] == [r["case"] for r in results]
    for line, r in zip(lines, results):
        assert line[[c.name for c in COLUMNS].index("answers")] == r.get("answers", "")
        ulp = line[[c.name for c in COLUMNS].index("max_ulp")]
        if not r.get("max_ulp"):
            assert ulp == ""
        else:
            assert float(ulp) == (math.inf if r["max_ulp"]["value"] is None else r["max_ulp"]["value"])


def test_parquet_is_csv_with_types(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "a.parquet"
    assert main(["parquet", str(POCL), "--out", str(out)]) == 0
    table = parquet.read_table(out).to_pylist()
    head, *lines = as_csv([POCL], tmp_path / "a.csv")
    for got, line in zip(table, lines, strict=True):
        assert {k: "" if v is None else v for k, v in got.items()} == {
            name: "" if w == "" else read_back(w, column.type) for name, w, column in zip(head, line, COLUMNS)
        }


def test_parquet_without_its_library_says_what_to_install(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["parquet", str(POCL), "--out", str(tmp_path / "a.parquet")]) == 2
    assert "pip install" in capsys.readouterr().err


def junit(path, tmp_path):
    out = tmp_path / "junit.xml"
    assert main(["junit", str(path), "--out", str(out)]) == 1
    return Xml.parse(out).getroot()


def test_junit_counts_are_those_of_the_tests(tmp_path):
    run = read_run(POCL)
    (suite,) = junit(POCL, tmp_path)
    tests = suite.findall("testcase")
    totals = run.totals()
    assert int(suite.get("tests")) == len(tests) == len(run.results)
    assert int(suite.get("failures")) == totals[Verdict.FAIL] == len(suite.findall("testcase/failure"))
    assert int(suite.get("skipped")) == totals[Verdict.UNSUPPORTED]
    (sin,) = [t for t in tests if (t.get("classname"), t.get("name")) == ("clc.math.sin.f32.default", "v2")]
    assert "1156 of 10562 are wrong" in sin.find("failure").get("message")
    assert "classay repro" in sin.find("failure").text


def run_of(verdict, tmp_path, end=True):
    lines = [generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "d\x07evice")]
    lines += (
        [{"kind": "result", "case": "clc/math/sin/f32/default/v1", "verdict": verdict, "reason": "a\x00b<&>"}]
        if verdict
        else []
    )
    lines += [{"kind": "end", "totals": {}, "left_out": ["clc/math/cos/f32/default/v1"]}] if end else []
    return read_run(generated.write(tmp_path, generated.counted(lines)))


@pytest.mark.parametrize("verdict", list(Verdict))
def test_junit_never_makes_a_pass_of_what_is_none(verdict, tmp_path):
    suite = suite_of(run_of(verdict.value, tmp_path))
    plain = Xml.fromstring(Xml.tostring(suite))
    sin, cos = plain.findall("testcase")
    tags = {child.tag for child in sin} & {"failure", "error", "skipped"}
    passes = verdict in (Verdict.PASS, Verdict.QUALITY_WARNING)
    assert (not tags) == passes
    assert (tags == {"skipped"}) == (verdict.leaves_exit_code_zero and not passes)
    assert cos.find("error") is not None


def test_junit_of_a_run_that_was_cut_off_is_not_green(tmp_path):
    suite = suite_of(run_of("pass", tmp_path, end=False))
    assert suite.get("errors") == "1" and suite.find("testcase/error") is not None


def test_markdown_says_what_failed_and_what_is_close():
    text = summary(read_run(POCL))
    assert "not all as promised" in text and "clc/math/sin/f32/default/v2" in text
    assert "Nearest to their limits" in text


@pytest.mark.parametrize(
    ("covers", "words"),
    [
        (generated.LISTED, "partial: covers only the inputs of bugs.txt"),
        (generated.RANGES, "partial: covers only arguments in -1..1, .."),
    ],
)
def test_a_run_on_a_part_of_the_inputs_is_called_partial(covers, words, tmp_path):
    head = generated.header(0, 1, "1", "", "d") | {"covers": covers}
    run = read_run(generated.write(tmp_path, iter([head, {"kind": "end", "totals": {}, "left_out": []}])))
    assert words in summary(run)
    assert words in str(suite_of(run).get("name"))
    assert "covers" in [column.name for column in COLUMNS]


@pytest.mark.parametrize(("label", "words"), [("plain", "plain"), (None, ""), (7, "")])
def test_the_label_of_a_run_is_in_every_table(label, words, tmp_path):
    head = generated.header(0, 1, "1", "", "d") | ({} if label is None else {"label": label})
    run = read_run(generated.write(tmp_path, iter([head, {"kind": "end", "totals": {}, "left_out": []}])))
    assert summary(run).startswith(f"## {words}, d: " if words else "## d: ")
    assert str(suite_of(run).get("name")).startswith(f"classay {words} quick" if words else "classay quick")
    assert run.header.label == words and "label" in [column.name for column in COLUMNS]


def test_markdown_of_nothing_or_half_a_run_is_no_praise(tmp_path):
    assert "the run has not ended" in summary(run_of("pass", tmp_path / "a", end=False))
    assert "there are no results" in summary(run_of(None, tmp_path / "b"))
    assert ": all as promised" not in summary(run_of("fail", tmp_path / "c"))


@given(st.text())
def test_what_is_visible_can_be_said_in_xml_and_is_read_back(text):
    element = Xml.Element("e", a=visible(text))
    element.text = visible_lines(text)
    read = Xml.fromstring(Xml.tostring(element, encoding="unicode"))
    assert read.get("a") == visible(text) and (read.text or "") == visible_lines(text)


@given(st.text())
def test_escaped_words_stay_in_their_cell(text):
    cell = escaped(text)
    assert "\n" not in cell and "<" not in cell.replace("&lt;", "")
    assert "|" not in cell.replace("\\|", "")


def test_results_can_be_made_by_hand():
    assert Result(CaseName.parse("clc/math/sin/f32/default/v1"), Verdict.PASS).max_error is None


def unstable_run(tmp_path, verdict):
    """Makes a run of one case whose results differ between two launches, on a device with a wrong clock."""
    line = generated.result("clc/math/exp/f32/default", 1, 1, False)
    line |= {"verdict": verdict, "reason": "" if verdict == "pass" else "3 results differ between two launches: exp(0x1p+0)"}
    line["counts"] |= {"failed": 0, "repeated": 100, "nondeterministic": 4}
    line |= {"first": [], "clock": "the device's clock is wrong: by it a launch ended before it began"}
    if verdict != "pass":
        sample = {"index": 7, "inputs": ["0x3f800000"], "first": "0x402df854", "second": "0x402df855"}
        line["second_launch"] = {"differing": 3, "wrong": 0, "sample": sample, "vector": ["0x1p+0"]}
    end = {"kind": "end", "totals": {verdict: 1}, "left_out": []}
    path = tmp_path / "journal.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (generated.header(1, 1, "1", "", "d"), line, end)))
    return path


def test_results_that_differ_from_launch_to_launch_stand_in_every_table(tmp_path):
    path = unstable_run(tmp_path, "quality-warning")
    run = read_run(path)
    page = summary(run)
    assert "### Different from launch to launch (1)" in page
    assert "3 results differ between two launches of the same inputs, 0 of them wrong; at 0x3f800000: 0x402df854" in page
    assert "The device's clock contradicts the host's in 1 cases" in page
    (told,) = suite_of(run).iter("system-out")
    assert told.text and told.text.startswith("quality-warning: 3 results differ")
    head, line = as_csv([path], tmp_path / "a.csv")
    found = dict(zip(head, line))
    assert found["second_launch_differing"] == "3" and found["second_launch_wrong"] == "0"
    assert found["second_launch_input"] == "0x3f800000" and found["clock"].startswith("the device's clock is wrong")


def test_effects_of_the_driver_are_listed_once_each(tmp_path):
    path = unstable_run(tmp_path, "pass")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert "Effects of the driver" not in summary(read_run(path))
    lines[1]["driver_notes"] = ["clFlush changed a <b>mode</b>"] * 2 + [f"note {n:02}" for n in range(24)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    page = summary(read_run(path))
    assert "### Effects of the driver on its process (25), which change no verdict" in page
    assert page.count("clFlush changed a") == 1 and "<b>" not in page
    assert "- note 18\n" in page and "note 19" not in page and "... and 5 more" in page


def test_a_clock_that_is_wrong_is_told_of_a_pass(tmp_path):
    path = unstable_run(tmp_path, "pass")
    run = read_run(path)
    assert "Different from launch to launch" not in summary(run)
    (told,) = suite_of(run).iter("system-out")
    assert told.text == "the device's clock is wrong: by it a launch ended before it began"
    head, line = as_csv([path], tmp_path / "a.csv")
    found = dict(zip(head, line))
    assert found["second_launch_differing"] == "0" and found["second_launch_input"] == ""
