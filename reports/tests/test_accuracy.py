"""Tests the accuracy tables: errors are those of the journal, and no text of a device is markup."""

import csv
import io
import math
import re
import struct
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report import cli, numbers
from classay_report.journal import read_run
from classay_report.tables.accuracy import GROUPS, tables_of
from classay_report.tables.accuracy_text import FORMATS, latex_escaped, rst_escaped
from classay_report.visible import visible
from hypothesis import given
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
POCL, INTEL = DATA / "pocl.jsonl.gz", DATA / "intel.jsonl.gz"
ATTACK = "a|b*c_d`e`<i>&\\{f}$g$ %h #i =j [k](l) \x1b[31m\n.. m::"


def text_of(form: str, *options: str, runs: tuple[Path, ...] = (POCL, INTEL)) -> str:
    found = [read_run(path) for path in runs]
    return FORMATS[form](tables_of(found, GROUPS, options or ["default"]), found)


def lines_of(*runs: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of("csv", runs=runs))))


def test_errors_are_the_largest_of_all_widths() -> None:
    run = read_run(POCL)
    for line in lines_of(POCL):
        key = (line["group"], line["function"], line["format"], line["mode"])
        results = [r for c, r in run.results.items() if (c.group, c.builtin, c.format, c.mode) == key]
        assert float(line["max_ulp"]) == max(r.max_error or 0.0 for r in results)
        assert line["verdict"] == max((r.verdict for r in results), key=lambda v: v.badness)


def test_a_row_has_the_runs_side_by_side() -> None:
    page = text_of("markdown")
    (sine,) = re.findall(r"^\| sin \| &lt;= 4 ulp \|(.*)\|$", page, re.MULTILINE)
    cells = [cell.strip() for cell in sine.split("|")]
    assert cells[0] == r"1.113e43 \(fail\)" and cells[2] == cells[5] == "10,562 sampled"
    assert cells[3:5] == ["1.725", "0x1.e4b834p+16"]
    assert "| Function | Limit | Error A | at A | Inputs A | Error B |" in page
    assert "- A: pthread" in page and "- B: AMD EPYC" in page
    alone = text_of("markdown", runs=(POCL,))
    assert "| Function | Limit | Error | at | Inputs |" in alone


def run_of(folder: Path, device: str = "device", modes: tuple[str, ...] = ("default",), **inputs: Any) -> Path:
    lines: list[dict[str, Any]] = [generated.header(1, 1, "1", "2026-01-01T00:00:00Z", device)]
    for mode, lanes in ((mode, lanes) for mode in modes for lanes in (1, 2)):
        line = generated.result(f"clc/math/exp/f32/{mode}", lanes, 1, False)
        line |= {"verdict": "pass", "inputs": {"plan": "p", "count": 4096, "hash": "0x1"} | inputs}
        lines.append(line)
    lines.append({"kind": "end", "totals": {"pass": 2 * len(modes)}, "left_out": []})
    return generated.write(folder, generated.counted(lines))


@pytest.mark.parametrize(("inputs", "shown"), [
    ({"exhaustive": True}, "all 4,096"),
    ({"exhaustive": False}, "4,096 sampled"),
    ({"exhaustive": True, "of": 8192}, "4,096 sampled, cut short"),
])  # fmt: skip
def test_the_inputs_are_called_sampled_or_all(inputs: dict[str, Any], shown: str, tmp_path: Path) -> None:
    run = run_of(tmp_path, **inputs)
    for form in ("markdown", "rst", "latex"):
        assert shown in text_of(form, runs=(run,))
    assert "lower bound" in text_of("latex", runs=(run,))
    (line,) = lines_of(run)
    assert line["exhaustive"] == str("of" not in inputs and inputs["exhaustive"]).lower()
    assert line["complete"] == str("of" not in inputs).lower()


def test_modes_are_tables_of_their_own(tmp_path: Path) -> None:
    run = run_of(tmp_path, modes=("default", "relaxed"))
    one, every = text_of("rst", runs=(run,)), text_of("rst", "default", "relaxed", runs=(run,))
    assert "mode default" in one and "mode relaxed" not in one and "mode relaxed" in every


def test_no_function_is_an_error_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["table", str(POCL), "--mode", "relaxd"]) == 2
    assert "modes of the runs: default" in capsys.readouterr().err


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_writes_each_format(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table"
    assert cli.main(["table", str(POCL), "--format", form, "--out", str(out)]) == 0
    assert cli.main(["table", str(POCL), "--format", form]) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")


# --- escapes ---------------------------------------------------------------------------------------------------------------


@given(st.one_of(st.text(), st.text(alphabet="\\*`|_<>[]{}:#=~^\"'+-.1a) ")))
def test_a_text_is_literal_in_restructuredtext(text: str) -> None:
    made = rst_escaped(text)
    plain = re.sub(r"\\(.)", r"\1", made).strip()
    assert plain == visible(" ".join(text.split())).strip()
    bare = re.sub(r"\\.", "", made)
    assert not re.search(r"[\\*`|_<>\[\]:#=~^+-]", bare) and not re.match(r"\(?\w+[.)]( |$)", made)


@given(st.one_of(st.text(), st.text(alphabet="\\~^<>|\"`-'[]*&%$#_{}<= a")))
def test_a_text_is_literal_in_latex(text: str) -> None:
    made = latex_escaped(text)
    bare = re.sub(r"\\text[a-z]+\{\}|\\[&%$#_{}]|\{[-*\[\]]\}|\$\\le\$ ", "", made)
    assert not re.search(r"[\\~^<>|\"`'\[\]*&%$#_{}-]", bare)


def test_names_of_devices_are_no_markup(tmp_path: Path) -> None:
    run = run_of(tmp_path, ATTACK, exhaustive=False)
    for form in FORMATS:
        text = text_of(form, runs=(run,))
        assert "\x1b" not in text and "\n.. m::" not in text
    assert "<i>" not in text_of("markdown", runs=(run,))
    assert "$g$" not in text_of("latex", runs=(run,)).replace(r"\$", "")


@pytest.mark.parametrize(("bits", "builtin", "form", "at", "text"), [
    ("0x3fc00000", "sin", "f32", 0, "0x1.8p+0"),
    ("0x80000001", "sin", "f32", 0, "-0x1p-149"),
    ("0x00000000", "sin", "f32", 0, "0x0p+0"),
    ("0x7fc00000", "sin", "f32", 0, "nan"),
    ("0xff800000", "sin", "f32", 0, "-inf"),
    ("0x4009999a", "sin", "bf16", 0, "0x4009999a"),
    ("0x4009", "sin", "bf16", 0, "0x1.12p+1"),
    ("0xfffffffe", "pown", "f32", 1, "-2"),
    ("0x3ff0000000000001", "sin", "f64", 0, "0x1.0000000000001p+0"),
])  # fmt: skip
def test_arguments_are_written_as_in_c(bits: str, builtin: str, form: str, at: int, text: str) -> None:
    assert numbers.c_text(bits, at, builtin, form) == text


@given(st.integers(0, 2**32 - 1))
def test_an_argument_reads_back(pattern: int) -> None:
    (value,) = struct.unpack("<f", struct.pack("<I", pattern))
    text = numbers.c_text(f"0x{pattern:08x}", 0, "sin", "f32")
    assert float.fromhex(text) == value or (text == "nan" and math.isnan(value))
