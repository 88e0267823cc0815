"""Tests the news: new failures, their origin, and repro commands; no output if nothing is new."""

import json
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import generated
import pytest
from classay_report.cli import main
from trend_runs import COS, SIN, SIN2, lines_of

Lines = list[dict[str, Any]]


class Nights:
    """A database and the output of commands on it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.db = str(folder / "trend.sqlite")

    def add(self, day: int, results: dict[str, Any], end: bool = True, suite: str = "", **more: Any) -> Path:
        lines: Lines = list(lines_of(f"2026-01-{day:02}T02:00:00Z", results, end=end, **more))
        if suite:
            lines[0]["suite"] = lines[0]["suite"] | {"commit": suite}
        for line in lines:
            if line.get("verdict") in ("fail", "crash", "flake"):
                line["repro"] = f"classay repro --device device --case {line['case']} --spec clc-2.0 --profile full"
        run = generated.write(self.folder / f"{day}-{more.get('device', '')}", generated.counted(lines))
        assert main(["trend", "import", str(run), "--db", self.db]) == 0
        self.capsys.readouterr()
        return run

    def __call__(self, *words: str) -> tuple[int, str]:
        code = main(["trend", *words, "--db", self.db])
        said = self.capsys.readouterr()
        return code, said.out + said.err


@pytest.fixture
def nights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Nights:
    return Nights(tmp_path, capsys)


def test_nothing_new_is_no_word(nights: Nights) -> None:
    nights.add(1, {SIN: "pass", COS: "fail"})
    nights.add(2, {SIN: "pass", COS: "fail"})
    assert nights("news") == (0, "")
    assert nights("news", "--json") == (0, "")


def test_what_got_worse_is_told_with_where_it_began_and_how_to_ask_again(nights: Nights) -> None:
    nights.add(1, {SIN: ("pass", 0.5), COS: "fail"}, driver="1.0")
    nights.add(2, {SIN: ("fail", 5.5), COS: "fail"}, driver="2.0")
    code, said = nights("news")
    assert code == 1
    assert "device (Generated): tier quick, clc-2.0, full profile" in said
    assert "now     2026-01-02, driver 2.0, suite 0123456789ab" in said
    assert "before  2026-01-01, driver 1.0, suite 0123456789ab" in said
    assert "1 worse, 1 unchanged" in said
    assert f"{SIN}  pass, 0.5 ulp  ->  fail, 1 of 9 wrong, 5.5 ulp" in said
    assert "good until 2026-01-01, driver 1.0" in said and "bad since 2026-01-02, driver 2.0" in said
    assert "the driver changed from 1.0 to 2.0; the suite did not" in said
    assert f"classay repro --device device --case {SIN} --spec clc-2.0 --profile full\n" in said
    assert COS not in said
    code, told = nights("news", "--json")
    (series,) = json.loads(told)["series"]
    assert code == 1 and series["worse"] and series["unchanged"] == 1
    (change,), (began,) = series["changes"], series["began"]
    assert (change["case"], change["kind"], change["after"]["ulp"]) == (SIN, "worse", 5.5)
    assert began["last_good"]["driver"] == "1.0" and began["first_bad"]["driver"] == "2.0"
    assert began["repro"] == change["after"]["repro"] != ""


@pytest.mark.parametrize(
    "before, after, code, word",
    [
        ("fail", "pass", 0, "1 better"),
        (("pass", 0.5), ("pass", 0.75), 0, "1 less accurate"),
        (("pass", 0.75), ("pass", 0.5), 0, "1 more accurate"),
        ("pass", "flake", 1, "1 flaky"),
        ("pass", "unsupported", 1, "1 worse"),
        ("fail", ("fail", math.inf), 0, "1 less accurate"),
    ],
)
def test_what_changed_is_news_and_only_what_is_worse_is_bad(
    nights: Nights, before: Any, after: Any, code: int, word: str
) -> None:
    nights.add(1, {SIN: before, COS: "pass"})
    nights.add(2, {SIN: after, COS: "pass"})
    found, said = nights("news")
    assert (found, word in said) == (code, True), said


def test_cases_that_come_and_go_are_told(nights: Nights) -> None:
    nights.add(1, {SIN: "pass", COS: "pass"})
    nights.add(2, {SIN: "pass", SIN2: "pass"})
    code, said = nights("news")
    assert code == 0 and "1 gone, 1 new, 1 unchanged" in said


def test_a_run_that_has_not_ended_is_bad_and_no_measure_for_the_next(nights: Nights) -> None:
    nights.add(1, {SIN: "pass", COS: "pass"})
    nights.add(2, {SIN: "pass"}, end=False)
    code, said = nights("news")
    assert code == 1 and "has not ended" in said and f"{COS}  pass, 1.0 ulp  ->  missing" in said
    nights.add(3, {SIN: "pass", COS: "pass"})
    assert nights("news") == (0, "")


def test_the_first_run_is_news_where_something_is_not_as_promised(nights: Nights) -> None:
    nights.add(1, {SIN: "pass"})
    assert nights("news") == (0, "")
    nights.add(1, {SIN: "crash", COS: "pass"}, device="other")
    code, said = nights("news")
    assert code == 1 and "other (Generated)" in said and "1 of 2 cases are not as promised" in said
    (series,) = json.loads(nights("news", "--json")[1])["series"]
    assert series["before"] is None and [b["case"] for b in series["began"]] == [SIN]


def test_of_several_devices_only_those_with_news_are_told_or_those_that_are_named(nights: Nights) -> None:
    nights.add(1, {SIN: "pass"}, device="quiet")
    nights.add(1, {SIN: "pass"}, device="loud")
    quiet = nights.add(2, {SIN: "pass"}, device="quiet")
    loud = nights.add(2, {SIN: "fail"}, device="loud")
    code, said = nights("news")
    assert code == 1 and "loud (" in said and "quiet" not in said
    assert nights("news", str(quiet)) == (0, "")
    assert nights("news", str(loud))[0] == 1
    older = nights.folder / "1-loud"
    code, said = nights("news", str(older))
    assert code == 2 and "not the last run of its series" in said


def test_words_of_others_are_no_lines_and_no_commands(nights: Nights) -> None:
    name = "dev\n\x1b[2Jice"
    nights.add(1, {SIN: "pass"}, device=name)
    run = nights.folder / "evil"
    lines: Lines = list(lines_of("2026-01-02T02:00:00Z", {SIN: "fail"}, device=name))
    lines[1]["repro"] = f"classay repro --device x --case {SIN}; rm -rf /"
    generated.write(run, generated.counted(lines))
    assert main(["trend", "import", str(run), "--db", nights.db]) == 0
    nights.capsys.readouterr()
    said = nights("news")[1]
    assert "dev\\n\\u001b[2Jice (Generated)" in said and "\x1b" not in said
    assert "rm -rf" not in said and "classay repro" not in said


@pytest.mark.parametrize(
    "drivers, suites, words",
    [
        (("1", "2"), ("a", "a"), "the driver changed from 1 to 2; the suite did not"),
        (("1", "1"), ("a", "b"), "the suite changed; the driver did not"),
        (("1", "2"), ("a", "b"), "driver and suite changed"),
        (("1", "1"), ("a", "a"), "neither driver nor suite changed"),
    ],
)
def test_what_changed_between_the_last_good_and_the_first_bad_run_is_told(
    nights: Nights, drivers: tuple[str, str], suites: tuple[str, str], words: str
) -> None:
    nights.add(1, {SIN: "pass"}, driver=drivers[0], suite=suites[0])
    nights.add(2, {SIN: "fail"}, driver=drivers[1], suite=suites[1])
    # Later changes are not the cause.
    nights.add(3, {SIN: "fail"}, driver="9", suite="z")
    code, said = nights("bisect")
    assert code == 1 and words in said


def test_bisecting_names_the_first_bad_driver_and_the_last_good_one(nights: Nights) -> None:
    for day, driver in enumerate(("1.0", "1.1", "1.2", "1.3"), start=1):
        nights.add(day, {SIN: "pass" if day < 3 else "fail", SIN2: "fail", COS: "pass"}, driver=driver)
    code, said = nights("bisect", "*/sin/*/v1")
    assert code == 1 and SIN2 not in said
    assert "good until 2026-01-02, driver 1.1" in said and "bad since 2026-01-03, driver 1.2" in said
    assert f"--case {SIN}" in said
    (series,) = json.loads(nights("bisect", "--json")[1])["series"]
    assert {b["case"]: b["last_good"] and b["last_good"]["driver"] for b in series["bad"]} == {SIN: "1.1", SIN2: None}
    assert nights("bisect", "*/cos/*") == (0, "")
    assert nights("bisect", "--device", "GENERATED")[0] == 1
    code, said = nights("bisect", "--device", "unknown")
    assert code == 2 and "--device unknown: no device in the database" in said


def badge_of(nights: Nights, *words: str) -> str:
    file = nights.folder / "badge.svg"
    assert nights("badge", str(file), *words) == (0, "")
    Xml.parse(file)
    found = re.search(r"<title>(.*)</title>", file.read_text())
    assert found
    return found[1]


def test_a_badge_says_how_the_last_runs_are(nights: Nights) -> None:
    nights.add(1, {SIN: "pass", COS: "fail"})
    assert badge_of(nights) == "classay: 1 of 2 not as promised"
    nights.add(2, {SIN: "pass", COS: "pass"})
    assert badge_of(nights, "--label", "<math> & more") == "&lt;math&gt; &amp; more: 2 as promised"
    nights.add(1, {SIN: "pass"}, device="other", end=False)
    assert badge_of(nights) == "classay: 1 of 2 runs not ended"
    nights.add(2, {SIN: "crash"}, device="other")
    assert badge_of(nights) == "classay: 1 of 3 not as promised"


def test_a_badge_takes_nothing_for_kept_that_was_not_asked_or_is_known_to_fail(nights: Nights) -> None:
    nights.add(1, {SIN: "unsupported", COS: "skip"})
    assert badge_of(nights) == "classay: 0 as promised, 2 not tested"
    assert "#1a7f37" not in (nights.folder / "badge.svg").read_text()
    nights.add(2, {SIN: "pass", SIN2: "xfail", COS: "unsupported"})
    assert badge_of(nights) == "classay: 1 as promised, 1 known to fail, 1 not tested"
    assert "#1a7f37" not in (nights.folder / "badge.svg").read_text()
    nights.add(3, {SIN: "quality-warning", SIN2: "pass", COS: "unsupported"})
    assert badge_of(nights) == "classay: 2 as promised, 1 not tested"
    assert "#1a7f37" in (nights.folder / "badge.svg").read_text()


@pytest.mark.parametrize("action", ["news", "bisect", "badge b.svg"])
def test_where_there_is_no_database_none_is_made(nights: Nights, action: str) -> None:
    code, said = nights(*action.split())
    assert code == 2 and "no such database" in said and not Path(nights.db).exists()
