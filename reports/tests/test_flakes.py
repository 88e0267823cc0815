"""Compares the flakes of identical runs with a count over all results; in SQLite and in PostgreSQL."""

import itertools
import random
from collections import Counter, defaultdict
from typing import Any

import generated
from classay_report.trend import schema
from classay_report.trend.flakes import flake_groups
from classay_report.trend.store import Outcome
from sqlalchemy import select
from trend_runs import COS, SIN, asked, lines_of, run_of


def test_flakes_are_what_identical_runs_do_not_agree_on(store, tmp_path):
    for day, told in enumerate(["pass", "pass", "fail", "pass"], start=1):
        store.add(run_of(tmp_path / str(day), day, {SIN: told, COS: ("pass", 0.5)}))
    # A single run of a different driver has nothing to compare with. Neither has a run that has not ended.
    store.add(run_of(tmp_path / "x", 5, {SIN: "fail", COS: ("pass", 0.75)}, driver="2.0"))
    store.add(run_of(tmp_path / "y", 6, {SIN: "crash"}, end=False))
    (group,) = asked(store, flake_groups)
    assert group.places == (0, 1, 2, 3) and (group.differing, group.results) == (1, 8)
    assert [(f.case, f.runs, f.differing, f.verdicts) for f in group.flaky] == [(SIN, 4, 1, "fail, pass")]


def test_a_verdict_of_flake_differs_however_often_it_is_given(store, tmp_path):
    for day in (1, 2):
        store.add(run_of(tmp_path / str(day), day, {SIN: "flake", COS: "pass"}))
    (group,) = asked(store, flake_groups)
    assert (group.differing, group.results) == (2, 4)


def counted_flakes(connection, series):
    """Counts the same by reading every result."""
    table = schema.results.c
    names = {row.id: row.name for row in connection.execute(select(schema.cases.c.id, schema.cases.c.name))}
    groups = defaultdict(list)
    for place, run in enumerate(series.runs):
        if run.ended:
            groups[run.repeats].append(place)
    found = []
    for places in sorted(tuple(places) for places in groups.values() if len(places) > 1):
        ids = [series.runs[place].id for place in places]
        query = select(table.case_id, table.verdict, table.ulp, table.failed, table.inputs_id).where(table.run_id.in_(ids))
        answers: dict[str, Counter[Any]] = defaultdict(Counter)
        for case, *answer in connection.execute(query.where(table.verdict != "partial")):
            answers[names[case]][tuple(answer)] += 1
        flaky = []
        for case, given in answers.items():
            steady = max((count for answer, count in given.items() if answer[0] != "flake"), default=0)
            if given.total() > steady:
                flaky.append((case, given.total(), given.total() - steady))
        found.append((places, sum(given.total() for given in answers.values()), sorted(flaky)))
    return found


def told_flakes(connection, series):
    return [
        (g.places, g.results, sorted((f.case, f.runs, f.differing) for f in g.flaky))
        for g in flake_groups(connection, series)
    ]


# Runs in any order, with results that differ, are missing or are partial, and runs that grow. The first run, with which all
# others were compared, may also grow.
def test_flakes_are_those_that_reading_every_answer_finds(store, tmp_path):
    chance = random.Random(7)
    cases = [f"clc/math/{name}/f32/default/v1" for name in ("sin", "cos", "tan", "exp", "log", "pow", "cbrt", "erf")]
    verdicts = [("pass", 1.0)] * 24 + [("pass", 2.0), ("fail", 9.0), "flake", "crash"] + ["partial"] * 6
    days = []
    for day in range(1, 15):
        has_ended = chance.random() < 0.8
        some = cases if has_ended else chance.sample(cases, 5)
        days.append((day, {case: chance.choice(verdicts) for case in some}, chance.choice(("1.0", "2.0")), has_ended))
    chance.shuffle(days)
    seen = 0
    for day, told, driver, has_ended in days:
        store.add(run_of(tmp_path / str(day), day, told, driver=driver, end=has_ended, cases=8))
        if len(days) - days.index((day, told, driver, has_ended)) > 7:
            continue
        assert asked(store, told_flakes) == asked(store, counted_flakes)
        seen += sum(len(flaky) for _, _, flaky in asked(store, counted_flakes))
    assert seen > 20
    # Each run grows: cases that are missing or partial get a result, in the order of import.
    grown = 0
    for day, told, driver, _ in days:
        again = [(case, chance.choice(verdicts)) for case in cases if told.get(case, "partial") == "partial"]
        if not again:
            continue
        longer = itertools.chain(
            lines_of(f"2026-01-{day:02}T02:00:00Z", told, driver=driver, end=False),
            itertools.islice(lines_of("", dict(again)), 1, None),
        )
        run = generated.write(tmp_path / f"{day} again", generated.counted(longer, cases=8))
        assert store.add(run) is Outcome.GROWN
        grown += 1
        assert asked(store, told_flakes) == asked(store, counted_flakes)
    assert grown > len(days) / 2
