"""Tests the site without a browser: the structure of pages, and that text from a journal cannot break out of its element."""

import html.parser
import json
import math
from pathlib import Path
from typing import Any

import generated
import hostile
import pytest
from classay_report import cli
from classay_report.errors import UsageError
from classay_report.html import builtin, front_page, series
from classay_report.html.builtin import command
from classay_report.html.devices import columns
from classay_report.html.site import SIGNS, as_json, sign, write_site
from classay_report.journal import CaseName, Verdict, read_run

DATA = Path(__file__).parent / "data"


class Elements(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def elements(file: Path) -> Elements:
    parser = Elements()
    parser.feed(file.read_text(encoding="utf-8"))
    return parser


def run_of(tmp_path: Path, lines: list[dict[str, Any]]) -> Path:
    return generated.write(tmp_path / "run", generated.counted(lines))


def test_every_page_is_there_and_every_link_leads_to_something(tmp_path: Path) -> None:
    write_site(tmp_path / "site", [read_run(DATA / f"{name}.jsonl.gz") for name in ("pocl", "intel")])
    pages = list((tmp_path / "site").rglob("*.html"))
    ids = {page: {a["id"] for _, a in elements(page).found if "id" in a} for page in pages}
    assert len(pages) > 3
    for page in pages:
        for tag, attributes in elements(page).found:
            target = attributes.get("href") or attributes.get("src")
            if target is None or target == "data:,":
                continue
            assert "://" not in target, f"{page.name} reaches out to {target}"
            file, _, fragment = target.partition("#")
            place = (page.parent / file).resolve() if file else page
            assert place.is_file(), f"{tag} of {page.name}: {target}"
            assert not fragment or fragment in ids[place], f"{page.name}: {target}"


def test_ids_are_unique(tmp_path: Path) -> None:
    write_site(tmp_path / "site", [read_run(DATA / "pocl.jsonl.gz")])
    for page in (tmp_path / "site").rglob("*.html"):
        ids = [a["id"] for _, a in elements(page).found if "id" in a]
        assert len(ids) == len(set(ids)), page


def test_what_a_journal_says_is_text_and_nothing_else(tmp_path: Path) -> None:
    write_site(tmp_path / "site", [read_run(run_of(tmp_path, hostile.lines()))] * 2)
    pages = list((tmp_path / "site").rglob("*.html"))
    assert pages
    for page in pages:
        found = elements(page)
        scripts = [a for tag, a in found.found if tag == "script"]
        assert all((a.get("src") or "").endswith(".js") or a.get("type") == "application/json" for a in scripts)
        assert not [a for tag, a in found.found if tag == "img" or "onerror" in a]
        assert "{{ 7*7 }}" in "".join(found.text)
    assert (tmp_path / "site" / "index.html").read_text().count("&lt;script&gt;alert(1)") > 5
    assert {p.parent.name for p in pages} == {"site", "builtin"}


def test_json_in_a_page_reads_back_whatever_is_in_it() -> None:
    value = {"a": "</script><!--", "b": [1, None, "\u2028&"]}
    text = str(as_json(value))
    assert "<" not in text and "&" not in text
    assert json.loads(text) == value


def test_plots_have_the_errors_of_the_journal(tmp_path: Path) -> None:
    lines = list(generated.journal(1, 5))
    run = read_run(run_of(tmp_path, lines))
    (column,) = columns([run])
    (line,) = series.agreeing(column, run.results.values())
    data = series.plot_data(line)
    written = {(b[0], b[1]): b[5] for b in lines[2]["per_binade"]}
    for side, sign_of in ((data["low"], "-"), (data["high"], "+")):
        first, errors = side
        assert len(errors) == sum(key[1] == sign_of for key in written)
        for at, error in enumerate(errors):
            exact = written[first + at, sign_of]
            assert error == exact if isinstance(exact, str) else math.isclose(error, exact, rel_tol=6e-4)
    assert sum(data["bins"].values()) == len(written)


def test_widths_that_agree_are_one_line_and_others_are_not(tmp_path: Path) -> None:
    base = generated.result("clc/math/sin/f32/default", 1, 1, False)
    other = json.loads(json.dumps(base))
    other["per_binade"][9][5] *= 0.5
    lines = [
        generated.header(3, 1, "1", "", "d"),
        base,
        {**base, "case": base["case"][:-1] + "2"},
        {**other, "case": base["case"][:-1] + "4"},
    ]
    run = read_run(run_of(tmp_path, lines))
    (column,) = columns([run])
    assert [s.name for s in series.agreeing(column, run.results.values())] == ["v1 v2", "v4"]


def test_the_share_correctly_rounded_an_ulp_counts_just_those_bins() -> None:
    run = read_run(DATA / "pocl.jsonl.gz")
    for result in run.results.values():
        if result.max_error is not None and result.max_error >= 0.5:
            assert series.correctly_rounded(result) == sum(result.histogram[44:48])
    # Correctly rounded everywhere, although 143 errors are so close to a half that the bin above counts them.
    sqrt = run.results[CaseName.parse("clc/math/sqrt/f32/default/v1")]
    assert sum(sqrt.histogram[44:48]) < series.correctly_rounded(sqrt) == sqrt.counts.judged


def test_ties_are_correctly_rounded_where_that_is_the_limit_and_it_is_kept(tmp_path: Path) -> None:
    some = (generated.result("clc/math/sqrt/f32/default", 1, seed, False) for seed in range(99))
    line = next(line for line in some if (line["max_ulp"]["value"] or 0) > 0.5)
    line["limit"] |= {"text": "correctly rounded", "value": None}
    for verdict, is_all in (("pass", True), ("fail", False)):
        run = read_run(run_of(tmp_path, [generated.header(1, 1, "1", "", "d"), {**line, "verdict": verdict}]))
        (result,) = run.results.values()
        assert (series.correctly_rounded(result) == result.counts.judged) == is_all


def test_margins_stand_on_the_side_where_they_belong() -> None:
    assert front_page.place(0) == 0 and front_page.place(1) == 50 and front_page.place(math.inf) == 100
    places = [front_page.place(m) for m in (0.1, 0.5, 1, 1.0001, 10, 1e6, 1e12, 1e40, math.inf)]
    assert places == sorted(places)
    assert front_page.place(1.0001) > 50 and front_page.place(1e300) < 100


def test_margins_come_worst_first_and_what_failed_is_never_left_out() -> None:
    run = read_run(DATA / "pocl.jsonl.gz")
    rows = front_page.margin_rows(columns([run]))
    margins = [row.worst.result.margin_or_verdict for row in rows]
    assert margins == sorted(margins, reverse=True)
    failed = {(c.group, c.builtin, c.format, c.mode) for c, r in run.results.items() if r.verdict is Verdict.FAIL}
    assert failed and failed <= {(row.group, row.builtin, row.form, row.mode) for row in rows}
    assert all(mark.is_wrong == (mark.place > 50) for row in rows for mark in row.marks)


def test_what_passed_stands_beside_what_failed_elsewhere(tmp_path: Path) -> None:
    """If the limit is not in ulp, a pass has no margin, but its error is still shown."""
    line = generated.result("clc/math/sin/f32/relaxed", 1, 1, False)
    line["limit"] |= {"text": "<= 2^-11 absolute on [-pi, pi]", "value": None}
    runs = []
    for name, verdict in (("a", "fail"), ("b", "pass")):
        lines = [generated.header(1, 1, "1", "", "d"), {**line, "verdict": verdict}]
        runs.append(read_run(run_of(tmp_path / name, lines)))
    (row,) = front_page.margin_rows(columns(runs))
    assert [(m.column.letter, m.has_place, m.is_wrong) for m in row.marks] == [("A", True, True), ("B", False, False)]
    assert front_page.margin_rows(columns(runs[1:])) == []


def test_logs_and_unsteady_results_are_told(tmp_path: Path) -> None:
    line = generated.result("clc/math/sin/f32/default", 1, 1, False)
    line["counts"] |= {"repeated": 100, "nondeterministic": 3}
    broken = {
        "kind": "result",
        "case": "clc/math/sin/f32/default/v2",
        "verdict": "fail",
        "reason": "no build",
        "log": "line 1: <b>",
    }
    run = read_run(run_of(tmp_path, [generated.header(2, 1, "1", "", "d"), line, broken]))
    (column,) = columns([run])
    (section,) = builtin.page("math", "sin", [column], {0: list(run.results.values())}).sections
    assert [(note.what.split(" ")[0], note.log) for note in section.notes] == [("3", ""), ("no", "line 1: <b>")]
    sample = {"index": 7, "inputs": ["0x3f800000"], "first": ["0x1", "0x2"], "second": ["0x1", "0x3"]}
    line["second_launch"] = {"differing": 2, "wrong": 1, "sample": sample, "vector": ["0x1p+0"]}
    line |= {"clock": "the clock <i>is wrong</i>"}
    run = read_run(run_of(tmp_path / "second", [generated.header(1, 1, "1", "", "d"), line]))
    (column,) = columns([run])
    (section,) = builtin.page("math", "sin", [column], {0: list(run.results.values())}).sections
    assert [note.what for note in section.notes] == [
        "2 results differ between two launches of the same inputs, 1 of them wrong; at 0x3f800000: 0x1 0x2, then 0x1 0x3",
        "the clock <i>is wrong</i>",
    ]


def test_effects_of_the_driver_are_on_the_front_page(tmp_path: Path) -> None:
    line = generated.result("clc/math/sin/f32/default", 1, 1, False)
    pages = []
    for notes in ([], ["clFlush changed a <b>mode</b>"]):
        run = run_of(tmp_path / str(len(notes)), [generated.header(1, 1, "1", "", "d"), line | {"driver_notes": notes}])
        write_site(tmp_path / f"site{len(notes)}", [read_run(run)])
        pages.append((tmp_path / f"site{len(notes)}/index.html").read_text())
    assert "Effects of the driver" not in pages[0]
    assert "Effects of the driver on its process (1)" in pages[1]
    assert "clFlush changed a &lt;b&gt;mode&lt;/b&gt;" in pages[1]


def test_the_standing_of_a_profile_follows_from_its_cases(tmp_path: Path) -> None:
    full = generated.result("clc/math/sin/f32/default", 1, 1, False)
    full |= {"verdict": "pass", "also_meets": [], "also_fails": []}
    embedded = {"edition": "clc-2.0", "profile": "embedded", "mode": "default"}
    other_mode = {**embedded, "mode": "relaxed"}

    def word(*changes: dict[str, Any]) -> list[str]:
        lines = [generated.header(1, 1, "1", "", "d")]
        lines += [{**full, **change, "case": f"clc/math/sin/f32/default/v{n + 1}"} for n, change in enumerate(changes)]
        ((_, standings),) = front_page.standings(columns([read_run(run_of(tmp_path, lines))]))
        return [s.word for _, _, s in standings]

    assert word({}) == ["kept", "undecided"]
    assert word({"also_meets": [embedded]}) == ["kept", "kept"]
    assert word({"also_meets": [other_mode]}) == ["kept", "undecided"]
    assert word({"also_meets": [embedded]}, {"verdict": "fail", "also_fails": [embedded]}) == ["broken", "broken"]
    assert word({"also_meets": [embedded]}, {"verdict": "crash"}) == ["broken", "undecided"]
    assert word({"verdict": "unsupported"}) == ["not tested", "not tested"]


def test_unsupported_widths_do_not_hide_what_others_found(tmp_path: Path) -> None:
    lines = [generated.header(2, 1, "1", "", "d")]
    for lanes, verdict in ((1, "unsupported"), (2, "pass"), (4, "unsupported")):
        lines.append({"kind": "result", "case": f"clc/math/sin/f32/default/v{lanes}", "verdict": verdict})
    (row,) = front_page.grid(columns([read_run(run_of(tmp_path, lines))])).rows
    ((cell,),) = row.cells.values()
    assert cell is not None and cell.worst is Verdict.PASS and cell.total == 3


def test_a_run_that_did_not_end_is_never_called_good(tmp_path: Path) -> None:
    lines = list(generated.journal(3, 2))[:-1]
    for line in lines[2:]:
        line["verdict"] = "pass"
    (column,) = columns([read_run(run_of(tmp_path, lines))])
    assert column.bad == 0 and column.tone == "unclear" and "so far" in column.headline and "has not ended" in column.state


def test_a_run_on_a_part_of_the_inputs_is_never_called_good(tmp_path: Path) -> None:
    lines = list(generated.journal(3, 2))
    for line in lines[2:-1]:
        line["verdict"] = "pass"
    lines[0]["covers"] = generated.LISTED
    (column,) = columns([read_run(run_of(tmp_path, [*lines[:-1], {"kind": "end", "totals": {}, "left_out": []}]))])
    assert column.bad == 0 and column.tone == "unclear" and "on a part of their inputs" in column.headline
    assert column.state == "Partial: the run covers only the inputs of bugs.txt."


def test_a_run_that_judged_nothing_is_never_called_good(tmp_path: Path) -> None:
    lines = [generated.header(1, 1, "1", "", "d"), {"kind": "end", "totals": {}, "left_out": []}]
    lines.insert(1, {"kind": "result", "case": "clc/math/sin/f32/default/v1", "verdict": "unsupported", "reason": "no"})
    (column,) = columns([read_run(run_of(tmp_path, lines))])
    assert column.tone == "unclear" and column.headline == "Nothing was judged"


def test_planted_errors_are_on_the_front_page(tmp_path: Path) -> None:
    write_site(tmp_path / "site", [read_run(DATA / "planted-flip.jsonl.gz")])
    text = "".join(elements(tmp_path / "site" / "index.html").text)
    assert "12 of 12 cases are not as promised" in text
    write_site(tmp_path / "crash", [read_run(DATA / "planted-crash.jsonl.gz")])
    assert "6 of 6 cases are not as promised" in "".join(elements(tmp_path / "crash" / "index.html").text)


def test_every_verdict_has_a_sign_and_those_of_different_worth_differ() -> None:
    good, bad = (
        {sign(v)[0] for v in Verdict if v.leaves_exit_code_zero},
        {sign(v)[0] for v in Verdict if not v.leaves_exit_code_zero},
    )
    assert all(sign(v)[0] for v in Verdict) and not good & bad
    assert SIGNS[Verdict.PASS][0] not in {sign(v)[0] for v in Verdict if v is not Verdict.PASS}


def test_commands_have_the_neighbours_of_a_failing_lane() -> None:
    result = read_run(DATA / "pocl.jsonl.gz").results[CaseName.parse("clc/math/sin/f32/default/v2")]
    assert result.verdict is Verdict.FAIL
    assert command(result, result.first[0]) == result.repro
    assert command(result, result.first[0]).count("--input") == 2


def test_a_site_is_written_anew_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, run = tmp_path / "site", str(DATA / "planted-crash.jsonl.gz")
    for _ in range(2):
        assert cli.main(["html", str(out), run]) == 1
        assert capsys.readouterr().out.strip() == (out / "index.html").as_uri()
    stray = out / "builtin" / "math-gone.html"
    stray.write_text("x")
    assert cli.main(["html", str(out), run]) == 1 and not stray.exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "precious").write_text("x")
    assert cli.main(["html", str(tmp_path / "mine"), run]) == 2
    assert cli.main(["html", str(tmp_path / "mine" / "precious"), run]) == 2
    assert cli.main(["html", str(tmp_path / "other"), str(tmp_path)]) == 2
    with pytest.raises(UsageError):
        write_site(tmp_path / "mine", [])


def test_a_front_page_of_5000_cases_is_below_two_megabytes(tmp_path: Path) -> None:
    lines = [generated.header(5000, 1, "1", "2026-01-01T00:00:00Z", "d")]
    pattern = generated.result("clc/math/sin/f32/default", 1, 1, False)
    pattern |= {"per_binade": [], "worst": pattern["worst"][:1], "signed_histogram": []}
    names = [n for n, _ in zip(generated.case_names(), range(5000))]
    lines += [{**pattern, "case": f"{name}/v{lanes}"} for name, lanes in names]
    run = read_run(run_of(tmp_path, lines))
    assert len(run.results) == 5000
    index = write_site(tmp_path / "site", [run])
    assert index.stat().st_size < 2_000_000


def test_where_all_is_exact_that_is_said_and_nothing_drawn(tmp_path: Path) -> None:
    line = generated.result("clc/math/sin/f32/default", 1, 1, False)
    line |= {"case": "clc/integer/clz/i32/default/v1", "verdict": "pass", "reason": "", "first": [], "vectors": []}
    line["max_ulp"] |= {"value": 0.0}
    line["limit"] = {"text": "0 ulp", "value": None, "edition": "clc-2.0", "clause": "Integer Functions"}
    line["worst"] = [{"index": 0, "inputs": ["0x00000000"], "got": "0x00000020", "ulps": 0.0}]
    line["per_binade"] = [[0, "+", 0, ["0x00000000"], "0x00000020", 0.0]]

    def page_of(found: dict[str, Any]) -> builtin.Section:
        (column,) = columns([read_run(run_of(tmp_path, [generated.header(1, 1, "1", "", "d"), found]))])
        return builtin.page("integer", "clz", [column], {0: list(column.run.results.values())}).sections[0]

    exact = page_of(line)
    assert exact.is_exact and exact.plot is None and exact.worst == []
    wrong = {"index": 3, "inputs": ["0x00000001"], "got": "0x00000020", "ulps": 1.0}
    planted = {**line, "verdict": "fail", "worst": [wrong], "first": [wrong], "vectors": [["0x00000001"]]}
    planted["max_ulp"] = {**line["max_ulp"], "value": 1.0}
    section = page_of(planted)
    assert not section.is_exact and section.plot is None
    ((_, _, rows),) = section.worst
    assert [(r.inputs[0].decimal, r.got[0].decimal, r.is_failure) for r in rows] == [("1", "32", True)]
