"""Tests the standing of each result against each entry of a baseline by a table, which the program's tests read too."""

import math
from dataclasses import replace
from datetime import date
from pathlib import Path

import generated
import pytest
from classay_report.baseline.file import Entry
from classay_report.baseline.judge import Standing, against_entry
from classay_report.journal import Result, Verdict, read_run

ROOT = Path(__file__).parents[2]
SIN = "clc/math/sin/f32/default/v1"
TODAY = date(2026, 11, 1)

SIGNS = {
    "=": Standing.AS_EXPECTED,
    "x": Standing.XFAIL,
    "w": Standing.WARNING,
    "+": Standing.IMPROVED,
    "-": Standing.WORSE,
}
Pair = tuple[Verdict, Verdict]
Standings = tuple[Standing, Standing]

NOT_FOUND_OR_EXPECTED = {Verdict.XFAIL, Verdict.MISSING}  # by a run without a baseline, in a case that it reached
NOT_EXPECTED = NOT_FOUND_OR_EXPECTED | {Verdict.PARTIAL, Verdict.HARNESS_ERROR, Verdict.KILLED}


def table_of_standings() -> dict[Pair, Standings]:
    """Reads the table that harness/journal/baseline_test.cpp reads too: {(expected, found): (within, larger)}."""
    lines = (ROOT / "data/baselines/standings.txt").read_text().splitlines()
    head, *rows = (line.split() for line in lines if line and not line.startswith("#"))
    return {
        (Verdict(expected), Verdict(found)): (SIGNS[cell[0]], SIGNS[cell[1]])
        for expected, *cells in rows
        for found, cell in zip(head[1:], cells, strict=True)
    }


def test_the_table_of_standings_has_every_verdict() -> None:
    expected = set(Verdict) - NOT_EXPECTED
    assert set(table_of_standings()) == {(e, f) for e in expected for f in set(Verdict) - NOT_FOUND_OR_EXPECTED}


def a_result(folder: Path) -> Result:
    lines = [
        generated.header(1, 1, "1.5", "2026-01-01T00:00:00Z", "device"),
        {"kind": "result", "case": SIN, "verdict": "pass", "max_ulp": generated.max_ulp(1.0, ["0x1"])},
        {"kind": "end", "totals": {}, "left_out": []},
    ]
    return next(iter(read_run(generated.write(folder, generated.counted(lines))).results.values()))


@pytest.mark.parametrize(("verdicts", "signs"), table_of_standings().items(), ids=lambda value: "-".join(map(str, value)))
def test_each_standing_is_that_of_the_table(verdicts: Pair, signs: Standings, tmp_path: Path) -> None:
    expected, found = verdicts
    within, larger = signs
    written = a_result(tmp_path)
    assert written.max_ulp is not None
    # Largest error of the entry, error of the result, and the standing.
    errors = [(None, None, within), (None, 6.0, within), (5.0, None, within), (5.0, 4.0, within), (5.0, 5.0, within)]
    errors += [(5.0, 6.0, larger), (5.0, math.inf, larger), (math.inf, math.inf, within)]
    for most, ulp, standing in errors:
        error = None if ulp is None else replace(written.max_ulp, value=None if math.isinf(ulp) else ulp)
        result = replace(written, verdict=found, max_ulp=error)
        for expires in (None, TODAY):
            assert against_entry(result, Entry(SIN, expected, most, expires=expires), TODAY).standing is standing
        late = Entry(SIN, expected, most, expires=date(2026, 10, 31))
        assert against_entry(result, late, TODAY).standing is Standing.EXPIRED
