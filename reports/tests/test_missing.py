"""Tests that a lost result is missing in every report and every exit code, whichever record mentions it."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import generated
import pyarrow.parquet
import pytest
from classay_report.cli import main
from classay_report.html.devices import columns
from classay_report.journal import Verdict, read_run

UNIT = "clc/math/sin/f32/default"
Lines = list[dict[str, Any]]


def whole() -> Lines:
    """Six passes."""
    lines: Lines = [generated.header(6, 1, "1.0", "2026-01-01T00:00:00Z", "device")]
    lines.append({"kind": "start", "unit": UNIT, "widths": [1, 2, 3, 4, 8, 16], "stage": "first"})
    for lanes in (1, 2, 3, 4, 8, 16):
        line = generated.result(UNIT, lanes, 1, False)
        lines.append(line | {"verdict": "pass", "reason": "", "counts": line["counts"] | {"failed": 0}, "first": []})
    return [*lines, {"kind": "end", "totals": {"pass": 6}, "left_out": []}]


def without(*numbers: int) -> Callable[[Lines], Lines]:
    return lambda lines: [line for number, line in enumerate(lines) if number not in numbers]


# The number of missing results, and whether the journal contains their names.
LOST: dict[str, tuple[Callable[[Lines], Lines], int, bool]] = {
    "a result, named by its start": (without(4), 1, True),
    "a result and its start": (without(1, 4), 1, False),
    "all results": (without(2, 3, 4, 5, 6, 7), 6, True),
    "all results and their start": (without(1, 2, 3, 4, 5, 6, 7), 6, False),
}


@pytest.fixture(params=LOST)
def lost(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str, int, bool]:
    spoil, count, has_names = LOST[request.param]
    generated.write(tmp_path / "whole", iter(whole()))
    generated.write(tmp_path / "lost", iter(spoil(whole())))
    return str(tmp_path / "whole"), str(tmp_path / "lost"), count, has_names


Case = tuple[str, str, int, bool]


def test_the_reader_counts_it(lost: Case) -> None:
    before, after, count, has_names = lost
    assert read_run(before).totals() == {Verdict.PASS: 6} and read_run(before).is_whole
    run = read_run(after)
    assert run.totals().get(Verdict.MISSING) == count and run.total == 6 and not run.is_whole
    assert run.lost == count and run.nameless == (0 if has_names else count)


def test_markdown(lost: Case, capsys: pytest.CaptureFixture[str]) -> None:
    _, after, count, _ = lost
    assert main(["markdown", after]) == 1
    said = capsys.readouterr().out
    assert f"{count} missing" in said and ": all as promised" not in said


def test_junit(lost: Case, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, _, _ = lost
    assert main(["junit", before]) == 0
    assert Xml.fromstring(capsys.readouterr().out)[0].get("errors") == "0"
    assert main(["junit", after]) == 1
    assert int(Xml.fromstring(capsys.readouterr().out)[0].get("errors", "")) >= 1


def test_diff(lost: Case, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, _, _ = lost
    assert main(["diff", before, before]) == 0
    capsys.readouterr()
    assert main(["diff", before, after, "--markdown"]) == 1
    assert "got worse" in capsys.readouterr().out
    # A comparison of the run with itself must not report "nothing got worse" either.
    assert main(["diff", after, after, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["got_worse"]


def test_html(lost: Case, tmp_path: Path) -> None:
    before, after, count, _ = lost
    assert main(["html", str(tmp_path / "site"), before, after]) == 1
    good, (bad,) = columns([read_run(before)]), columns([read_run(after)])
    assert good[0].tone == "good" and bad.tone == "unclear" and "not in the journal" in bad.state
    assert sum(t.count for t in bad.tallies if t.verdict is Verdict.MISSING) == count
    front = (tmp_path / "site/index.html").read_text()
    assert "it was damaged or changed" in front


def test_csv_and_parquet(lost: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, after, count, has_names = lost
    assert main(["csv", after]) == 0
    rows = [row for row in csv.DictReader(capsys.readouterr().out.splitlines()) if row["verdict"] == "missing"]
    assert len(rows) == (count if has_names else 1) and (has_names or f"{count} result" in rows[0]["reason"])
    assert main(["parquet", after, "--out", str(tmp_path / "table")]) == 0
    assert pyarrow.parquet.read_table(tmp_path / "table")["verdict"].to_pylist().count("missing") == len(rows)


def test_trend(lost: Case, tmp_path: Path) -> None:
    before, after, count, has_names = lost
    assert main(["trend", "import", before, "--db", str(tmp_path / "db")]) == 0
    code = main(["trend", "import", after, "--db", str(tmp_path / "db")])
    # A trend cannot store results without names. A journal without results has no identity.
    assert code == (0 if has_names and count < 6 else 4)


def test_baseline(lost: Case, tmp_path: Path) -> None:
    before, after, _, _ = lost
    baseline = str(tmp_path / "baseline")
    assert main(["baseline", "make", before, "--out", baseline]) == 0
    assert main(["baseline", "check", before, baseline]) == 0
    assert main(["baseline", "check", after, baseline]) == 1
    assert main(["baseline", "make", after, "--out", f"{baseline}.2"]) in (2, 4)
    assert main(["baseline", "update", after, baseline]) in (2, 4)


def test_pack(lost: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, _, _ = lost
    demand = ["--tier", "quick", "--part"]
    assert main(["pack", str(tmp_path / "a"), before, *demand]) == 0
    assert main(["pack", str(tmp_path / "b"), after, *demand]) == 1
    assert "missing" in capsys.readouterr().err


def test_what_was_not_reached_is_told_apart_from_what_was_lost(tmp_path: Path) -> None:
    """A run that has not ended has lost nothing, but is not good news either."""
    folder = generated.write(tmp_path / "run", iter(whole()[:5]))
    run = read_run(folder)
    assert run.lost == 0 and run.totals() == {Verdict.MISSING: 3, Verdict.PASS: 3} and not run.is_whole
    assert main(["diff", str(folder), str(folder)]) == 0
