"""Tests the comparison of results from SPIR-V and from OpenCL C, and its text on the site."""

import re
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.html import builtin, front_page
from classay_report.html.devices import columns
from classay_report.html.front_ends import Bits, Unit, compared, count_text
from classay_report.html.site import write_site
from classay_report.journal import read_run
from hypothesis import given
from hypothesis import strategies as st

SIN, RELAXED = "math/sin/f32/default", "math/sin/f32/relaxed"
UNIT = Unit("math", "sin", "f32", "default")


def journal(folder: Path, *lines: dict[str, Any]) -> Path:
    header = generated.header(len(lines), 1, "1", "2026-01-01T00:00:00Z", "d")
    return generated.write(folder, generated.counted([header, *lines]))


def bits_of(folder: Path, *lines: dict[str, Any]) -> dict[Unit, Bits]:
    return compared(read_run(journal(folder, *lines)).results.values())


BOTH = [
    generated.answered("clc", 1, "a"),
    generated.answered("il", 1, "b"),
    generated.answered("clc", 2, "a"),
    generated.answered("il", 2, "a"),
]


def test_other_bits_and_the_same_are_told_apart_by_width(tmp_path: Path) -> None:
    assert bits_of(tmp_path, *BOTH) == {UNIT: Bits(["v1"], ["v2"])}
    assert Bits(["v1", "v4"]).said == "SPIR-V and OpenCL C give different bits at v1, v4"
    assert Bits(["v1"], ["v2"]).said == "SPIR-V and OpenCL C give different bits at v1, and the same at v2"
    assert Bits([], ["v1", "v2"]).said == "SPIR-V gives the same bits as OpenCL C at v1, v2"


@pytest.mark.parametrize(
    "spirv",
    [
        generated.answered("il", 1, "b", hash="0x0000000000000007"),
        generated.answered("il", 1, "b", count=7),
        generated.answered("il", 1, "b", of=100_000),  # cut short
        generated.answered("il", 1, "b", hash=""),
        generated.answered("il", 1, ""),  # an older journal
        generated.answered("il", 2, "b"),
        generated.answered("il", 1, "b", RELAXED),
        {"kind": "result", "case": f"il/{SIN}/v1", "verdict": "unsupported"},
    ],
)
def test_only_answers_to_the_same_question_are_compared(tmp_path: Path, spirv: dict[str, Any]) -> None:
    assert bits_of(tmp_path, generated.answered("clc", 1, "a"), spirv) == {}
    hashless = generated.answered("clc", 1, "a", hash="")
    assert bits_of(tmp_path, hashless, spirv) == {}


pairs = st.dictionaries(st.sampled_from([1, 2, 4]), st.tuples(*[st.sampled_from(["", "a", "b"])] * 2))


@given(pairs, pairs)
def test_every_pair_of_answers_is_counted_once(
    tmp_path_factory: pytest.TempPathFactory, default: dict[int, tuple[str, str]], relaxed: dict[int, tuple[str, str]]
) -> None:
    asked = [(unit, lanes, pair) for unit, found in ((SIN, default), (RELAXED, relaxed)) for lanes, pair in found.items()]
    lines = [generated.answered(end, lanes, a, unit) for unit, lanes, pair in asked for end, a in zip(("clc", "il"), pair)]
    found = bits_of(tmp_path_factory.mktemp("run"), *lines)
    both = [pair for _, _, pair in asked if all(pair)]
    other = sum(a != b for a, b in both)
    assert sum(len(bits.other) for bits in found.values()) == other
    assert sum(len(bits.same) for bits in found.values()) == len(both) - other
    said = count_text(found)
    assert re.findall(r"[0-9]+", said) == [str(n) for n in ((other, len(both)) if other else (len(both),)) if n]
    assert ("different bits" in said) == (other > 0) and ("the same bits" in said) == (other == 0 < len(both))


def page_texts(site: Path) -> tuple[str, str]:
    return (site / "index.html").read_text(), (site / "builtin/math-sin.html").read_text()


def test_the_site_says_where_bits_are_other_and_where_they_are_the_same(tmp_path: Path) -> None:
    same = [generated.answered(end, 1, "c", RELAXED) for end in ("clc", "il")]
    write_site(tmp_path / "site", [read_run(journal(tmp_path / "run", *BOTH, *same))])
    index, page = page_texts(tmp_path / "site")
    assert "SPIR-V and OpenCL C give different bits in 1 of 3 cases with the same inputs<" in index
    assert '<option value="other-bits">' in index and index.count(' other-bits"') == 2
    told = [re.sub(r"<[^>]*>", "", item).split(" ", 1)[1] for item in re.findall(r"<li>(.*SPIR-V.*)</li>", page)]
    assert told == [
        "default ≠ SPIR-V and OpenCL C give different bits at v1, and the same at v2.",
        "relaxed = SPIR-V gives the same bits as OpenCL C at v1.",
    ]


def test_the_site_says_nothing_of_bits_where_nothing_was_compared(tmp_path: Path) -> None:
    write_site(
        tmp_path / "site",
        [read_run(journal(tmp_path / "run", generated.answered("clc", 1, "a"), generated.answered("il", 2, "a")))],
    )
    index, page = page_texts(tmp_path / "site")
    assert "Front ends</dt>" not in index and "other-bits" not in index and "SPIR-V gives" not in page


def test_runs_side_by_side_have_each_their_own_bits(tmp_path: Path) -> None:
    alike = [generated.answered("clc", 1, "a"), generated.answered("il", 1, "a")]
    both = columns([read_run(journal(tmp_path / "a", *BOTH)), read_run(journal(tmp_path / "b", *alike))])
    results = {c.at: list(c.run.results.values()) for c in both}
    (section,) = builtin.page("math", "sin", both, results).sections
    assert [(mode, column.letter, bits) for mode, column, bits in section.front_ends] == [
        ("default", "A", Bits(["v1"], ["v2"])),
        ("default", "B", Bits([], ["v1"])),
    ]
    assert front_page.grid(both).has_other_bits and front_page.margin_rows(both)[0].has_other_bits
    assert not front_page.grid(columns([both[1].run])).has_other_bits
