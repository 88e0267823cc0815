"""Tests that trends follow findings from the first run to the last."""

import json
from pathlib import Path
from typing import Any

from classay_report.trend.found import Followed, followed
from classay_report.trend.news import news_of
from classay_report.trend.pages import History, series_page
from classay_report.trend.store import Outcome
from classay_report.trend.told import news_data, news_text
from sqlalchemy import text
from trend_runs import COS, SIN, SIN2, asked, only_series, run_of

SINES, EXPONENTIALS = "wrong-trigonometric-e3b0c442", "hang-exponential"
EXP = "clc/math/exp/f32/default/v1"
NIGHTS: tuple[dict[str, Any], ...] = (
    {SIN: "pass", SIN2: "pass", EXP: "timeout"},
    {SIN: "fail", SIN2: "pass", EXP: "timeout"},
    {SIN: "fail", SIN2: "fail", EXP: "pass"},
)


def fill(store: Any, folder: Path, nights: tuple[dict[str, Any], ...] = NIGHTS) -> None:
    for day, results in enumerate(nights, 1):
        store.add(run_of(folder / f"{day}", day, results))


def test_a_finding_is_followed_through_the_runs(store: Any, tmp_path: Path) -> None:
    fill(store, tmp_path)
    found: list[Followed] = asked(store, followed)
    assert [(f.group.name, f.first, f.last, f.runs, f.group.cases) for f in found] == [
        (SINES, 1, 2, 2, 2),
        (EXPONENTIALS, 0, 1, 2, 1),
    ]


def test_the_page_of_a_device_lists_findings(store: Any, tmp_path: Path) -> None:
    fill(store, tmp_path)
    with store.engine.connect() as connection:
        page = series_page(History(connection, only_series(store)))
    assert "Findings (1 in the last run)" in page and SINES in page and EXPONENTIALS in page


def test_news_begin_with_findings(store: Any, tmp_path: Path) -> None:
    fill(store, tmp_path)
    news = asked(store, news_of)
    told = news_text([news])
    assert told.index("Findings with more cases (1)") < told.index("Findings that are gone (1)") < told.index("Worse")
    (series,) = news_data([news])["series"]
    assert [(f["name"], f["kind"]) for f in series["findings"]] == [(SINES, "larger"), (EXPONENTIALS, "gone")]


def test_findings_of_an_older_program_are_unknown_not_new(store: Any, tmp_path: Path) -> None:
    fill(store, tmp_path, NIGHTS[:2])
    with store.engine.begin() as connection:
        first = connection.execute(text("SELECT min(id) FROM runs")).scalar_one()
        connection.execute(text(f"DELETE FROM found WHERE run_id = {first}"))
    news = asked(store, news_of)
    assert news.comparison.after.groups == () and "New findings" not in news_text([news])


def test_a_run_that_has_grown_replaces_its_findings(store: Any, tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 1, {SIN: "fail", COS: "pass"}, end=False, cases=3)
    store.add(run)
    assert [f.group.cases for f in asked(store, followed)] == [1]
    with (run / "journal.jsonl").open("a") as journal:
        journal.write(json.dumps({"kind": "result", "case": SIN2, "verdict": "fail", "reason": ""}) + "\n")
    assert store.add(run) is Outcome.GROWN
    assert [f.group.cases for f in asked(store, followed)] == [2]
