"""Tests one device reached through several routes: the comparison, the verdict of incomplete runs, and the site's texts."""

from itertools import combinations
from pathlib import Path
from typing import Any

import generated
import hostile
import pytest
from classay_report.html import ways
from classay_report.html.devices import columns
from classay_report.html.site import write_site
from classay_report.html.ways import Difference, Row
from classay_report.journal import Run, Verdict, read_run
from classay_report.tables.markdown import summary
from generated import answered
from hypothesis import given
from hypothesis import strategies as st
from test_html import elements

SIN, COS = "math/sin/f32/default", "math/cos/f32/default"
VULKAN: dict[str, Any] = {"backend": "vulkan", "edition": "clspv"}
LIBRARY: dict[str, Any] = {"backend": "library", "edition": "none"}


def run(folder: Path, lines: list[dict[str, Any]], backend: str = "opencl", ends: bool = True, **head: Any) -> Run:
    header = generated.header(0, 1, "1", "2026-01-01T00:00:00Z", "d")
    header["device"]["backend"] = backend
    end = [{"kind": "end", "totals": {}, "left_out": []}] if ends else []
    return read_run(generated.write(folder, generated.counted([header, *lines, *end], **head)))


def page(*runs: Run) -> ways.Page:
    return ways.page(ways.ways_of(columns(list(runs))))


def row(*runs: Run) -> Row:
    (found,) = page(*runs).rows
    return found


def three(folder: Path, **changes: Any) -> list[Run]:
    """One device three times, run twice through OpenCL; `changes` of a record, by front end and width."""

    def lines(*front_ends: str) -> list[dict[str, Any]]:
        every = [(front_end, lanes) for front_end in front_ends for lanes in (1, 2)]
        return [answered(front_end, lanes, "a") | changes.get(f"{front_end}_{lanes}", {}) for front_end, lanes in every]

    opencl, level_zero = run(folder / "a", lines("clc", "il")), run(folder / "b", lines("il"), "level-zero")
    return [opencl, level_zero, run(folder / "c", lines("clspv"), **VULKAN)]


def unjudged(verdict: str, lanes: int, front_end: str = "il", unit: str = SIN) -> dict[str, Any]:
    return {"kind": "result", "case": f"{front_end}/{unit}/v{lanes}", "verdict": verdict, "reason": f"it says {verdict}"}


def test_a_way_is_a_back_end_and_a_front_end_and_what_promises(tmp_path: Path) -> None:
    found = page(*three(tmp_path), run(tmp_path / "d", [answered("c", 1, "a")], **LIBRARY)).ways
    assert [(way.name, way.title, way.promised_by) for way in found] == [
        ("A clc", "OpenCL, OpenCL C", "clc-2.0, full profile"),
        ("A il", "OpenCL, SPIR-V", "clc-2.0, full profile"),
        ("B il", "Level Zero, SPIR-V", "clc-2.0, full profile"),
        ("C clspv", "Vulkan, clspv", "clspv, full profile"),
        ("D c", "Math library, C", "no specification"),
    ]
    assert [way.column.legend for way in found[1:]] == ["d, 1", "d, Level Zero, 1", "d, Vulkan, 1", "d, Math library, 1"]


def test_ways_that_answer_alike_do_not_differ(tmp_path: Path) -> None:
    found = page(*three(tmp_path))
    assert found.said == "No difference was found in 1 instruction tested through more than one route"
    (only,) = found.rows
    assert only.differs == [] and [cell.widths(only.all_lanes) for cell in only.cells] == [[]] * 4
    assert only.cells[3].bits == ways.NamedWays([], ["A clc", "A il", "B il"], [])


def test_a_planted_bit_is_told_with_its_width(tmp_path: Path) -> None:
    found = row(*three(tmp_path, clspv_2={"answers": "0x000000000000000b"}))
    assert found.differs == [Difference.BITS]
    assert found.cells[3].bits.other == ["A clc at v2", "A il at v2", "B il at v2"]
    assert found.cells[2].bits == ways.NamedWays([], ["A clc", "A il"], [])


@pytest.mark.parametrize("verdict", ["fail", "crash", "timeout", "flake", "partial", "quality-warning"])
def test_another_verdict_at_one_width_is_that_of_the_cell(tmp_path: Path, verdict: str) -> None:
    found = row(*three(tmp_path, clspv_2={"verdict": verdict, "reason": "planted"}, clspv_1={"verdict": "pass"}))
    assert found.differs == [Difference.VERDICT]
    cell = found.cells[3]
    assert (cell.verdict, cell.reason) == (Verdict(verdict), "planted")
    assert cell.widths(found.all_lanes) == [("pass", "v1"), (verdict, "v2")]


def test_a_case_that_is_missing_is_never_good_and_other_than_a_pass(tmp_path: Path) -> None:
    begun = {"kind": "start", "unit": f"il/{SIN}", "widths": [1, 2], "stage": "first"}
    whole = run(tmp_path / "a", [answered("clc", lanes, "a") for lanes in (1, 2)])
    torn = run(tmp_path / "b", [begun, answered("il", 1, "a")], "level-zero", ends=False, cases=2)
    found = row(whole, torn)
    assert found.differs == [Difference.VERDICT]
    assert (found.cells[1].verdict, found.cells[1].reason) == (Verdict.MISSING, "the run has not ended")
    assert found.cells[1].widths([1, 2]) == [("pass", "v1"), ("missing", "v2")]


def test_what_was_not_asked_is_told_from_what_may_be_missing(tmp_path: Path) -> None:
    both = run(tmp_path / "a", [answered("clc", 1, "a", unit) for unit in (SIN, COS)])
    for ends, cases, said in (
        (True, 1, "not tested"),
        (False, 2, "not tested, or missing"),
        (True, 2, "not tested, or missing"),
    ):
        other = run(tmp_path / "b", [answered("il", 1, "a")], "level-zero", ends, cases=cases)
        sin, cos = sorted(page(both, other).rows, key=lambda row: row.unit.builtin, reverse=True)
        assert (cos.cells[1].absent, cos.cells[1].verdict, cos.differs) == (said, None, [])
        assert sin.differs == [] and cos.cells[1].bits == ways.NamedWays([], [], [])


def test_a_run_without_a_result_has_a_column_all_the_same(tmp_path: Path) -> None:
    found = page(run(tmp_path / "a", [answered("clc", 1, "a")]), run(tmp_path / "b", [], "level-zero", ends=False, cases=7))
    assert [way.title for way in found.ways] == ["OpenCL, OpenCL C", "Level Zero, not tested yet"]
    assert found.rows[0].cells[1].absent == "not tested, or missing" and found.nameless == 7


def test_unsupported_is_told_and_no_other_verdict(tmp_path: Path) -> None:
    opencl = run(tmp_path / "a", [answered("clc", lanes, "a") for lanes in (1, 2)])
    some = row(opencl, run(tmp_path / "b", [answered("il", 1, "a"), unjudged("unsupported", 2)], "level-zero"))
    assert some.differs == [] and some.cells[1].verdict is Verdict.PASS
    assert some.cells[1].widths([1, 2]) == [("pass", "v1"), ("unsupported", "v2")]
    none = row(opencl, run(tmp_path / "c", [unjudged("unsupported", 1), unjudged("skip", 2)], "level-zero"))
    assert none.differs == [Difference.SUPPORT] and none.cells[1].verdict in (Verdict.UNSUPPORTED, Verdict.SKIP)
    assert none.cells[1].bits == ways.NamedWays([], [], []) and none.cells[1].max_error is None


@pytest.mark.parametrize(
    ("inputs", "head"),
    [
        ({"hash": "0x0000000000000007"}, {}),
        ({"count": 7}, {}),
        ({"of": 100_000}, {}),  # cut short
        ({"hash": ""}, {}),
        ({}, {"shard": "2/4"}),
    ],
)
def test_answers_to_other_questions_are_neither_the_same_nor_others(
    tmp_path: Path, inputs: dict[str, Any], head: dict[str, Any]
) -> None:
    for answers in ("a", "b"):
        one = run(tmp_path / "a", [answered("clc", 1, "a")])
        found = row(one, run(tmp_path / "b", [answered("il", 1, answers, **inputs)], "level-zero", **head))
        assert found.differs == [] and found.cells[1].bits == ways.NamedWays([], [], ["A clc"])


def test_parts_of_the_same_inputs_are_compared(tmp_path: Path) -> None:
    parts = [run(tmp_path / b, [answered(f, 1, f)], b, shard="2/4") for b, f in (("opencl", "c"), ("vulkan", "a"))]
    assert row(*parts).cells[1].bits.other == ["A c"]


answers_of = st.dictionaries(st.sampled_from([1, 2, 4]), st.sampled_from(["", "a", "b"]), min_size=1)


@given(st.lists(answers_of, min_size=3, max_size=3))
def test_bits_differ_where_any_two_ways_differ(tmp_path_factory: pytest.TempPathFactory, told: list[dict[int, str]]) -> None:
    folder = tmp_path_factory.mktemp("runs")
    each = zip(("opencl", "level-zero", "vulkan"), ("clc", "il", "clspv"), told)
    runs = [
        run(folder / backend, [answered(front_end, lanes, bits) for lanes, bits in answers.items()], backend)
        for backend, front_end, answers in each
    ]
    pairs = [(one[n], other[n]) for one, other in combinations(told, 2) for n in one.keys() & other.keys()]
    found = row(*runs)
    assert (Difference.BITS in found.differs) == any(all(pair) and pair[0] != pair[1] for pair in pairs)
    compared = sum(bool(r.bits.same or r.bits.other) for cell in found.cells for r in cell.relations)
    both = [
        (one, other) for one, other in combinations(told, 2) if any(one[n] and other[n] for n in one.keys() & other.keys())
    ]
    assert compared == len(both)


def error_of(line: dict[str, Any], ulps: float) -> dict[str, Any]:
    return line | {"max_ulp": line["max_ulp"] | {"value": ulps}}


def test_largest_errors_are_compared_at_widths_that_both_have(tmp_path: Path) -> None:
    narrow, wide = answered("clc", 1, "a"), answered("clc", 2, "a")
    both = run(tmp_path / "a", [error_of(narrow, 0.25), error_of(wide, 0.75)])
    for error, differs in ((0.25, []), (0.5, [Difference.ERROR])):
        found = row(both, run(tmp_path / "b", [error_of(answered("il", 1, "a"), error)], "level-zero"))
        assert found.differs == differs and [cell.error for cell in found.cells] == ["0.75", f"{error}"]


def test_what_differs_comes_first_and_what_was_asked_in_one_way_last(tmp_path: Path) -> None:
    def lines(front_end: str, **changes: dict[str, Any]) -> list[dict[str, Any]]:
        units = {name: f"math/{name}/f32/default" for name in ("cos", "exp", "log", "sin", "tan")}
        return [answered(front_end, 1, "a", unit) | changes.get(name, {}) for name, unit in units.items()]

    alone = answered("clc", 1, "a", "math/acos/f32/default") | {"verdict": "fail"}
    support = unjudged("unsupported", 1, unit="math/cos/f32/default")
    error = error_of(answered("il", 1, "a", "math/tan/f32/default"), 0.125)
    changes = {"log": {"verdict": "crash"}, "tan": error, "sin": {"answers": "0x0000000000000001"}, "cos": support}
    found = page(run(tmp_path / "a", [alone, *lines("clc")]), run(tmp_path / "b", lines("il", **changes), "level-zero"))
    assert [row.unit.builtin for row in found.rows] == ["log", "tan", "sin", "cos", "exp", "acos"]
    assert [row.differs for row in found.rows] == [[what] for what in Difference] + [[], []]
    assert found.said.startswith("4 of 5 instructions tested through more than one route differ: 1 in verdicts, 1 in")


def driven_by(folder: Path, driver: str, device: str = "d", **changes: dict[str, Any]) -> Run:
    """Makes a run of six instructions; `changes` of a record, by instruction."""
    header = generated.header(0, 1, driver, "2026-01-01T00:00:00Z", device)
    units = {name: f"math/{name}/f32/default" for name in ("cos", "exp", "log", "sin", "tan", "sqrt")}
    lines = [answered("clc", 1, "a", unit) | changes.get(name, {}) for name, unit in units.items()]
    every = [header, *lines, {"kind": "end", "totals": {}, "left_out": []}]
    return read_run(generated.write(folder, generated.counted(every)))


def test_what_two_drivers_of_a_device_differ_in_comes_before_all_else(tmp_path: Path) -> None:
    """However bad the differences between devices are."""
    bits: dict[str, Any] = {"answers": "0x0000000000000001"}
    runs = [
        driven_by(tmp_path / "a", "535"),
        driven_by(tmp_path / "b", "550", tan=bits),
        driven_by(tmp_path / "c", "1", "other", log={"verdict": "crash"}),
    ]
    found = page(*runs)
    assert [(r.unit.builtin, r.differs, r.by_driver) for r in found.rows[:2]] == [
        ("tan", [Difference.BITS], ["d"]),
        ("log", [Difference.VERDICT], []),
    ]
    assert found.by_driver == 1 and found.has_devices and found.said.endswith("; 1 between drivers of one device")
    write_site(tmp_path / "site", runs)
    text = " ".join("".join(elements(tmp_path / "site/ways.html").text).split())
    assert "bits: drivers of d" in text and "d, 535" in text and "d, 550" in text and "other, 1" in text


def test_two_nights_of_a_driver_are_no_two_drivers(tmp_path: Path) -> None:
    bits: dict[str, Any] = {"answers": "0x0000000000000001"}
    found = page(driven_by(tmp_path / "a", "535"), driven_by(tmp_path / "b", "535", tan=bits))
    assert found.rows[0].differs == [Difference.BITS] and found.by_driver == 0 and not found.has_devices
    assert not ways.are_several(found.ways)
    devices = page(driven_by(tmp_path / "c", "535"), driven_by(tmp_path / "d", "550", "e", tan=bits))
    assert devices.by_driver == 0 and ways.are_several(devices.ways)


def test_labels_tell_runs_of_one_device_apart(tmp_path: Path) -> None:
    labels = {"a": "plain", "b": "slow<b>"}
    a, b = (run(tmp_path / bits, [answered("clc", 1, bits)], label=label) for bits, label in labels.items())
    found = page(a, b)
    assert ways.are_several(found.ways) and not found.has_devices
    assert [way.title for way in found.ways] == ["plain, OpenCL, OpenCL C", "slow<b>, OpenCL, OpenCL C"]
    assert found.rows[0].differs == [Difference.BITS]
    write_site(tmp_path / "site", [a, b])
    for name in ("index.html", "ways.html", "builtin/math-sin.html"):
        text = "".join(elements(tmp_path / "site" / name).text)
        assert "plain, " in text and "slow<b>, " in text, name


def test_there_is_a_page_where_there_are_several_ways_and_it_goes_with_them(tmp_path: Path) -> None:
    site = tmp_path / "site"
    runs = three(tmp_path, clspv_2={"answers": "0x000000000000000b"}, il_1={"verdict": "missing"})
    write_site(site, runs)
    index, shown = (elements(site / name) for name in ("index.html", "ways.html"))
    assert ("a", {"href": "ways.html"}) in index.found and "1 of 1 instruction" in "".join(index.text)
    text = " ".join("".join(shown.text).split())
    assert "≠bits differ from A clc at v2, A il at v2, B il at v2" in text and "? missing" in text
    for tag, attributes in shown.found:
        target = (attributes.get("href") or "").partition("#")[0]
        assert tag != "a" or not target or (site / target).is_file(), target
    write_site(site, runs[2:])
    assert not (site / "ways.html").exists() and "ways.html" not in (site / "index.html").read_text()
    write_site(site, [runs[0]])  # two front ends are two routes
    assert (site / "ways.html").is_file()
    write_site(site, [runs[1], runs[1]])  # two nights are one route
    assert not (site / "ways.html").exists()


def test_hostile_words_stay_text(tmp_path: Path) -> None:
    lines = hostile.lines()
    lines[0]["device"]["backend"] = lines[0]["limits"] = hostile.WORD
    lines[0]["limits"] = {"file": hostile.WORD}
    hurt = read_run(generated.write(tmp_path / "h", iter(lines)))
    write_site(tmp_path / "site", [hurt, run(tmp_path / "b", [answered("il", 1, "a")], "level-zero")])
    found = elements(tmp_path / "site" / "ways.html")
    assert not [a for tag, a in found.found if tag == "img" or "onerror" in a]
    assert [a for tag, a in found.found if tag == "script"] == [{"src": "site.js"}]
    assert "{{ 7*7 }}" in "".join(found.text)


# --- a math library, which promises nothing --------------------------------------------------------------------------------


def test_nothing_is_as_promised_where_nobody_promised_anything(tmp_path: Path) -> None:
    lines = [answered("c", 1, "a"), unjudged("unsupported", 2, "c")]
    library = run(tmp_path / "a", lines, **LIBRARY)
    (column,) = columns([library])
    assert (column.tone, column.headline) == ("unclear", "1 case was judged; no limits apply")
    assert ("Limits from", "no specification") in column.facts
    assert summary(library).startswith("## d: no limits apply\n")
    text = write_site(tmp_path / "site", [library]).read_text()
    assert "No specification has limits for this run." in text and "kept" not in text
    stated = run(tmp_path / "b", lines, **LIBRARY, limits={"file": "limits.txt", "hash": "1bad230952025ebf"})
    (column,) = columns([stated])
    assert (column.tone, column.headline) == ("good", "All 1 judged cases are as promised")
    assert ("Limits from", "limits.txt") in column.facts and summary(stated).startswith("## d: all as promised\n")


def test_a_summary_of_what_can_not_be_asked_promises_nothing(tmp_path: Path) -> None:
    assert summary(run(tmp_path, [unjudged("unsupported", 1), unjudged("skip", 2)])).startswith("## d: nothing was judged\n")


def test_a_library_leaves_the_standings_to_those_that_have_a_table(tmp_path: Path) -> None:
    """In whatever order they are given."""
    library = run(tmp_path / "a", [answered("c", 1, "a")], **LIBRARY)
    torn = run(tmp_path / "b", [answered("clc", 1, "a")], ends=False, cases=3)
    for runs in ([library, torn], [torn, library]):
        text = write_site(tmp_path / "site", runs).read_text()
        assert text.count('<th scope="colgroup" colspan="2">') == 1
        assert "1 of 3 cases keep it, the others are undecided" in text
