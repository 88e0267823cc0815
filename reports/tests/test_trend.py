"""Tests the trend: each run is stored once, in any order, and pages show it; in SQLite and in PostgreSQL."""

import itertools
import json
import math
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as Xml

import generated
import postgresql
import pytest
from classay_report.cli import main
from classay_report.trend import schema
from classay_report.trend.database import open_store
from classay_report.trend.history import Function, all_series, bad_since, last_by_function, worst_by_function
from classay_report.trend.site import write_site
from classay_report.trend.store import Outcome, Store
from classay_report.trend.svg import Chart, drawn
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from trend_runs import COS, SIN, SIN2, asked, lines_of, only_series, run_of

DATA = Path(__file__).parent / "data"


def stored(store):
    with store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(schema.results)).scalar_one()


def test_each_run_is_imported_once(store, tmp_path):
    run = run_of(tmp_path / "a", 1, {SIN: "pass", COS: "fail"})
    assert store.add(run) is Outcome.IMPORTED and store.add(run) is Outcome.KNOWN
    # ... under a different name, and by a process that does not know of the first import.
    copy = run_of(tmp_path / "copy", 1, {SIN: "pass", COS: "fail"})
    assert Store(store.engine).add(copy) is Outcome.KNOWN
    assert stored(store) == 2
    # A different run with the same second and device.
    other = run_of(tmp_path / "b", 1, {SIN: ("pass", 1.25), COS: "fail"})
    assert store.add(other) is Outcome.IMPORTED and stored(store) == 4


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_run_that_was_gone_on_with_counts_as_far_as_it_came(store, tmp_path, order):
    stages = [({SIN: "pass"}, False), ({SIN: "pass", COS: "pass"}, False), ({SIN: "pass", COS: "pass", SIN2: "fail"}, True)]
    for stage in order:
        results, end = stages[stage]
        store.add(run_of(tmp_path / f"s{stage}", 1, results, end=end, cases=3))
    assert stored(store) == 3
    (run,) = only_series(store).runs
    assert run.ended and run.totals == {"pass": 2, "fail": 1}


def test_real_journals_come_back_as_they_were(store):
    assert store.add(DATA / "pocl.jsonl.gz") is Outcome.IMPORTED
    assert store.add(DATA / "intel.jsonl.gz") is Outcome.IMPORTED
    assert store.add(DATA / "pocl.jsonl.gz") is Outcome.KNOWN
    with store.engine.connect() as connection:
        series = {s.key.platform: s for s in all_series(connection)}
        pocl = series["Portable Computing Language"]
        worst = worst_by_function(connection, pocl)
        # From the journal's own text.
        assert worst[Function("sin", "f32", "default", "clc")][0].ulp == 1.1127707932709183e43
        assert worst[Function("sin", "f32", "default", "clc")][0].limit == 4.0
        assert {b.case for b in bad_since(connection, pocl)} >= {
            "clc/math/sin/f32/default/v2",
            "clc/math/sin/f32/default/v4",
        }


def test_errors_come_back_to_the_last_bit_and_no_number_is_the_largest(store, tmp_path):
    ulp = math.nextafter(2.0, 3)
    store.add(run_of(tmp_path / "a", 1, {SIN: ("pass", ulp), SIN2: ("pass", 2.0)}))
    store.add(run_of(tmp_path / "b", 2, {SIN: ("fail", math.inf), SIN2: ("pass", 2.0)}))
    store.add(run_of(tmp_path / "c", 3, {COS: "unsupported"}))
    worst = asked(store, worst_by_function)
    assert [w and w.ulp for w in worst[Function("sin", "f32", "default", "clc")]] == [ulp, math.inf, None]
    assert [w and w.bad for w in worst[Function("sin", "f32", "default", "clc")]] == [0, 1, None]
    assert worst[Function("cos", "f64", "relaxed", "clc")][2].ulp is None


def test_of_a_function_that_is_asked_no_more_the_last_run_that_did_counts(store, tmp_path):
    store.add(run_of(tmp_path / "b", 2, {SIN: ("pass", 1.5), COS: ("fail", 7.0)}))
    store.add(run_of(tmp_path / "a", 1, {SIN: ("pass", 0.5), COS: ("pass", 0.25)}))
    store.add(run_of(tmp_path / "c", 3, {SIN: ("pass", 2.5)}))
    last = {function.builtin: (worst.ulp, worst.bad) for function, worst in asked(store, last_by_function).items()}
    assert last == {"cos": (7.0, 1), "sin": (2.5, 0)}


def test_the_first_bad_run_is_that_of_the_streak_that_lasts(store, tmp_path):
    nights = [
        {SIN: "fail", COS: "pass", SIN2: "fail"},
        {SIN: "pass", COS: "pass", SIN2: "crash"},
        {SIN: "fail", COS: "pass"},
        {COS: "fail", SIN2: "fail"},
        {SIN: "crash", COS: "pass", SIN2: "fail"},
    ]
    # Imported in a different order from that of the runs.
    for i in (3, 0, 4, 2, 1):
        store.add(run_of(tmp_path / str(i), i + 1, nights[i]))
    found = {b.case: (b.first_bad, b.last_good, b.verdict) for b in asked(store, bad_since)}
    assert found == {SIN: (2, 1, "crash"), SIN2: (0, None, "fail")}


def test_results_that_a_second_launch_gave_differently_are_counted(store, tmp_path):
    for day, count in ((1, 7), (2, 3)):
        lines = list(lines_of(f"2026-01-{day:02}T02:00:00Z", {SIN: "pass", SIN2: "pass"}))
        lines[1]["counts"]["nondeterministic"] = count
        store.add(generated.write(tmp_path / str(day), generated.counted(lines)))
    page = "".join(site(store, tmp_path / "site").values())
    assert "Different from launch to launch in the last run (1)" in page
    assert f'<code>{SIN}</code></th><td class="number">3</td>' in page


def site(store, folder):
    write_site(store.engine, folder)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


class _Checker(HTMLParser):
    """Collects unclosed elements, and the targets of links."""

    def __init__(self):
        super().__init__()
        self.open, self.links = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)
        self.links += [value for name, value in attrs if name == "href" and value not in ("data:,", "#main")]

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_pages_are_well_formed_escaped_and_linked(store, tmp_path):
    hostile = "<script>alert('x')</script>"
    for day in (1, 2):
        store.add(run_of(tmp_path / str(day), day, {SIN: "pass", COS: "fail"}, driver=f"{day}.0 <b>", device=hostile))
    store.add(run_of(tmp_path / "3", 3, {SIN: "pass"}, device="another", tier="full"))
    pages = site(store, tmp_path / "site")
    for name, text in pages.items():
        assert "<script" not in text and " <b>" not in text
        if not name.endswith(".html"):
            continue
        checker = _Checker()
        checker.feed(text)
        assert not checker.open
        for link in checker.links:
            assert ((tmp_path / "site" / name).parent / link).resolve().is_file(), f"{name}: {link}"
    front = pages["index.html"]
    assert front.count("&lt;script&gt;") >= 1 and "another" in front and "1" in front
    assert "first bad run" in "".join(pages.values())


journals = st.permutations(range(6))


@settings(max_examples=6)
@given(journals)
def test_pages_do_not_depend_on_the_order_of_imports(tmp_path_factory, order):
    folder = tmp_path_factory.mktemp("runs")

    def pages(name, places):
        store = Store(open_store(str(folder / f"{name}.sqlite")))
        for place in places:
            lines = generated.journal(
                8, 1, driver=f"1.{place // 4}", start=f"2026-01-0{1 + place % 5}T00:00:00Z", device=f"d{place % 2}"
            )
            lines = (line | {"seconds": {"total": place}} if line["kind"] == "result" else line for line in lines)
            store.add(generated.write(folder / name / str(place), lines))
        found = site(store, folder / f"{name}-site")
        store.engine.dispose()
        return found

    assert pages("ordered", range(6)) == pages("shuffled", order)


def test_postgresql_and_sqlite_make_the_same_pages(postgresql_address, tmp_path):
    made: list[dict[str, str]] = []
    for word in (str(tmp_path / "t.sqlite"), postgresql_address):
        if word is postgresql_address:
            postgresql.empty(word)
        store = Store(open_store(word))
        for journal in ("pocl", "intel", "planted-flip", "planted-flake", "planted-crash"):
            store.add(DATA / f"{journal}.jsonl.gz")
        made.append(site(store, tmp_path / f"site{len(made)}"))
        store.engine.dispose()
    assert made[0] == made[1] and len(made[0]) > 10


def test_the_command_imports_what_it_can_and_tells_the_rest(tmp_path, capsys):
    runs = tmp_path / "runs"
    run_of(runs / "a", 1, {SIN: "pass"})
    run_of(runs / "b", 2, {SIN: "pass"}, shard="1/2")
    run_of(runs / "c", 3, {}, end=False)
    run_of(runs / "e", 5, {})
    damaged = run_of(runs / "d", 4, {SIN: "pass"}) / "journal.jsonl"
    damaged.write_text(damaged.read_text().replace('"verdict":"pass"', '"verdict":"fine"'))
    db = ["--db", str(tmp_path / "t.sqlite")]
    assert main(["trend", "import", str(runs), *db]) == 4
    said = capsys.readouterr()
    assert said.out.count("imported:") == 1 and "classay merge" in said.out and "has no result yet" in said.out
    assert "line 2 is malformed" in said.err and "its results are lost" in said.err
    assert main(["trend", "import", str(runs / "e"), *db]) == 4
    assert main(["trend", "import", str(runs / "c"), *db]) == 4
    capsys.readouterr()
    assert main(["trend", "pages", str(tmp_path / "site"), *db]) == 0
    assert main(["trend", "pages", str(tmp_path / "site"), *db]) == 0
    assert main(["trend", "import", str(runs / "a"), *db]) == 0
    assert "known:" in capsys.readouterr().out


def with_blanks(journal):
    """Writes the same journal as a program in another language would, with the kinds last."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    lines = [{**{key: line[key] for key in line if key != "kind"}, "kind": line["kind"]} for line in lines]
    journal.write_text("".join(json.dumps(line, indent=None, separators=(" , ", " : ")) + "\n" for line in lines))


def test_a_journal_with_blanks_in_its_json_is_imported(tmp_path, capsys):
    runs = {name: run_of(tmp_path / name, day, {SIN: "pass", COS: "fail"}) for day, name in ((1, "a"), (2, "b"))}
    with_blanks(runs["b"] / "journal.jsonl")
    db = str(tmp_path / "t.sqlite")
    assert main(["trend", "import", *map(str, runs.values()), "--db", db]) == 0
    assert capsys.readouterr().out.count("imported:") == 2
    assert stored(Store(open_store(db))) == 4


def test_a_run_that_is_named_and_not_imported_is_exit_code_4(tmp_path, capsys):
    good = str(run_of(tmp_path / "a", 1, {SIN: "pass"}))
    for name, run in {
        "shard": run_of(tmp_path / "shard", 2, {SIN: "pass"}, shard="1/2"),
        "listed": run_of(tmp_path / "listed", 4, {SIN: "pass"}, covers=generated.LISTED),
        "begun": run_of(tmp_path / "begun", 3, {}, end=False),
    }.items():
        assert main(["trend", "import", good, str(run), "--db", str(tmp_path / "t.sqlite")]) == 4
        said = capsys.readouterr()
        assert f"left out: {run}" in said.out and "1 of 2 runs were not imported" in said.out
        assert f"{tmp_path / name}: nothing was imported" in said.err


def test_in_a_folder_of_runs_what_is_not_imported_is_named_and_counted(tmp_path, capsys):
    runs = tmp_path / "runs"
    run_of(runs / "a", 1, {SIN: "pass"})
    shard = run_of(runs / "b", 2, {SIN: "pass"}, shard="1/2")
    assert main(["trend", "import", str(runs), "--db", str(tmp_path / "t.sqlite")]) == 0
    said = capsys.readouterr().out
    assert f"left out: {shard}: shard 1/2" in said and "1 of 2 runs were not imported" in said


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"value":1.0', '"value":1e999'),
        lambda text: text.replace('"value":1.0', '"value":NaN'),
        lambda text: text.replace('"value":1.0', '"value":"1"'),
        lambda text: text.replace('"failed":0', '"failed":-1'),
        lambda text: text.replace('"failed":0', '"failed":true'),
        lambda text: text.replace("/v1", ""),
        lambda text: text.replace('"kind":"end"', '"kin":"end"'),
        lambda text: text.replace('"count":9', '"amount":9'),
        lambda text: text.replace('"schema":1', '"schema":2'),
    ],
)
def test_what_is_malformed_is_not_imported(spoil, tmp_path):
    journal = run_of(tmp_path / "a", 1, {SIN: "pass"}) / "journal.jsonl"
    assert main(["trend", "import", str(tmp_path / "a"), "--db", str(tmp_path / "before.sqlite")]) == 0
    assert spoil(journal.read_text()) != journal.read_text()
    journal.write_text(spoil(journal.read_text()))
    assert main(["trend", "import", str(tmp_path / "a"), "--db", str(tmp_path / "t.sqlite")]) == 4
    assert stored(Store(open_store(str(tmp_path / "t.sqlite")))) == 0


def test_wrong_use_is_told(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    db = ["--db", str(tmp_path / "t.sqlite")]
    assert main(["trend", "pages", str(tmp_path / "site"), *db]) == 2
    assert main(["trend", "import", str(tmp_path / "mine"), *db]) == 2
    run_of(tmp_path / "a", 1, {SIN: "pass"})
    assert main(["trend", "import", str(tmp_path / "a"), *db]) == 0
    assert main(["trend", "pages", str(tmp_path / "mine"), *db]) == 2
    assert (tmp_path / "mine/letter.txt").read_text() == "dear"
    assert main(["trend", "import", str(tmp_path / "a"), "--db", "nosuch://place"]) == 4
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    assert main(["trend", "pages", str(tmp_path / "site"), *db]) == 2


values = st.lists(st.one_of(st.none(), st.floats(0, allow_nan=False)), min_size=1, max_size=12)


@given(values, st.one_of(st.none(), st.floats(0, 1e9)))
def test_every_value_is_drawn_within_the_picture(some, limit):
    bad = frozenset(i for i, v in enumerate(some) if v is not None and v > 4)
    svg = Xml.fromstring(drawn(Chart("t <&>", some, bad, limit, [(0, "<1>")], ["2026-01-01"] * len(some), "ulp")))
    numbers = [float(word) for path in svg.iter("path") for word in re.findall(r"[0-9.]+", path.attrib["d"])]
    numbers += [float(c.attrib[key]) for c in svg.iter("circle") for key in ("cx", "cy")]
    assert all(0 <= number <= 720 for number in numbers)
    assert len([c for c in svg.iter("circle") if c.get("class") == "bad"]) == len(bad)
    points = [step for path in svg.iter("path") for step in re.findall("[ML]", path.attrib["d"])]
    assert len(points) == sum(v is not None for v in some)
