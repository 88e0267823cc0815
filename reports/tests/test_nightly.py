"""Tests the nightly script with a stand-in for the program and the real reports."""

import fcntl
import gzip
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from classay_report.cli import main

HERE = Path(__file__).parent
NIGHTLY = HERE.parent / "nightly" / "nightly.sh"
DATA = HERE / "data"

pytestmark = pytest.mark.skipif(not all(map(shutil.which, ("bash", "flock"))), reason="bash and flock are not installed")

# Copies a recorded journal to the given place, and ends with the given code.
CLASSAY = """#!/usr/bin/env python3
import gzip, os, pathlib, sys
words = sys.argv[1:]
assert words[0] == "run" and "--tier" in words, words
out = pathlib.Path(words[words.index("--out") + 1])
journal = os.environ.get("JOURNAL")
if journal:
    out.mkdir(parents=True)
    text = gzip.decompress(pathlib.Path(journal).read_bytes()).decode()
    # Makes a different night.
    (out / "journal.jsonl").write_text(text.replace('"start":"20', '"start":"21', 1) if os.environ.get("LATER") else text)
sys.exit(int(os.environ.get("CODE", "0")))
"""
# The same with two devices.
FARM = """#!/usr/bin/env python3
import gzip, os, pathlib, sys
words = sys.argv[1:]
assert words[0] == "run" and words[-3:] == ["--", "--tier", "quick"] and "--all-devices" in words, words
out = pathlib.Path(words[words.index("--out") + 1])
text = gzip.decompress(pathlib.Path(os.environ["JOURNAL"]).read_bytes()).decode()
start = '"start":"21' if os.environ.get("LATER") else '"start":"20'
for name in os.environ["DEVICES"].split():
    (out / name / "run").mkdir(parents=True)
    (out / name / "shards/x/1-of-1").mkdir(parents=True)
    (out / name / "shards/x/1-of-1/journal.jsonl").write_text(text)
    whole = text.replace('"start":"20', start, 1).replace('"name":"pthread', f'"name":"{name}', 1)
    (out / name / "run/journal.jsonl").write_text(whole)
sys.exit(int(os.environ.get("CODE", "0")))
"""
REPORT = """#!/bin/sh
PYTHONPATH={reports} exec {python} -m classay_report "$@"
"""
# Prints its arguments; the step $BROKEN ends with exit code $BREAKS.
STAND_IN = """#!/bin/sh
echo "called: $*"
[ "$1" != "$BROKEN" ] || exit "$BREAKS"
"""


class Night:
    """Runs the script in its own folder."""

    def __init__(self, folder, report):
        self.folder, self.said = folder / "n", ""
        for name, text in (("classay", CLASSAY), ("report", report)):
            (folder / name).write_text(text)
            (folder / name).chmod(stat.S_IRWXU)
        self.settings = {"CLASSAY": folder / "classay", "CLASSAY_REPORT": folder / "report", "CLASSAY_NIGHTLY": self.folder}

    def __call__(self, *words, **settings):
        environment = os.environ | {name: str(path) for name, path in self.settings.items()} | settings
        done = subprocess.run([NIGHTLY, *words], env=environment, capture_output=True, text=True)
        self.said = done.stdout + done.stderr
        return done.returncode


@pytest.fixture
def night(tmp_path):
    return Night(tmp_path, REPORT.format(reports=HERE.parent, python=sys.executable))


@pytest.fixture
def quick_night(tmp_path):
    """Also replaces the reports by a stand-in, for tests of exit codes."""
    return Night(tmp_path, STAND_IN)


POCL, FLAKE = str(DATA / "pocl.jsonl.gz"), str(DATA / "planted-flake.jsonl.gz")


def test_a_night_leaves_all_that_is_to_be_looked_at(night):
    assert night(JOURNAL=POCL, CODE="1") == 1, night.said
    (run,) = (night.folder / "runs").iterdir()
    for name in ("journal.jsonl", "junit.xml", "summary.md", "news.txt", "news.json"):
        assert (run / name).stat().st_size > 0
    assert "not as promised" in (night.folder / "www/badge.svg").read_text()
    assert (night.folder / "trend.sqlite").is_file()
    for page in ("last/index.html", "trend/index.html"):
        assert (night.folder / "www" / page).is_file()
    assert not (night.folder / "www/diff.html").exists()


def test_the_second_night_is_compared_with_the_first(night):
    assert night(JOURNAL=FLAKE, CODE="1") == 1
    (first,) = (night.folder / "runs").iterdir()
    first.rename(first.with_name("2000-01-01T000000Z"))
    assert night(JOURNAL=FLAKE, CODE="1", LATER="yes") == 1
    assert (night.folder / "www/diff.html").is_file() and "unchanged" in night.said
    assert len(list((night.folder / "runs").iterdir())) == 2
    assert ">2<" in (night.folder / "www/trend/index.html").read_text()


def test_news_is_told_where_there_is_some_and_not_else(night):
    told = night.folder.parent / "told"
    tell = {"JOURNAL": FLAKE, "CODE": "1", "CLASSAY_TELL": f"cat >> '{told}'"}
    assert night(**tell) == 1
    assert "flake" in told.read_text() or "not as promised" in told.read_text()
    told.unlink()
    (first,) = (night.folder / "runs").iterdir()
    first.rename(first.with_name("2000-01-01T000000Z"))
    assert night(**tell, LATER="yes") == 1
    (run,) = (path for path in (night.folder / "runs").iterdir() if not path.name.startswith("2000"))
    assert (run / "news.txt").read_bytes() == b"" == (run / "news.json").read_bytes() and not told.exists()


def test_journals_of_older_nights_are_packed_and_still_read(night):
    for day in range(1, 5):
        older = night.folder / f"runs/2000-01-0{day}T000000Z"
        older.mkdir(parents=True)
        (older / "journal.jsonl").write_bytes(gzip.decompress(Path(FLAKE).read_bytes()))
    assert night(JOURNAL=FLAKE, CODE="1", LATER="yes", CLASSAY_PLAIN_NIGHTS="2") == 1
    found = [next(path.glob("journal*")).name for path in sorted((night.folder / "runs").iterdir())]
    assert found == ["journal.jsonl.gz"] * 3 + ["journal.jsonl"] * 2
    packed = night.folder / "runs/2000-01-01T000000Z"
    assert main(["diff", str(packed), FLAKE]) == 0
    assert main(["trend", "import", str(packed), "--db", str(night.folder / "again.sqlite")]) == 0


@pytest.fixture
def farm_night(night):
    farm = night.folder.parent / "farm"
    farm.write_text(FARM)
    farm.chmod(stat.S_IRWXU)
    night.settings["CLASSAY_FARM"] = farm
    return night


def test_a_night_of_a_farm_has_all_devices(farm_night):
    assert farm_night(JOURNAL=FLAKE, CODE="1", DEVICES="a b") == 1, farm_night.said
    (first,) = (farm_night.folder / "runs").iterdir()
    first.rename(first.with_name("2000-01-01T000000Z"))
    assert farm_night(JOURNAL=FLAKE, CODE="1", DEVICES="a b c", LATER="yes", CLASSAY_PLAIN_NIGHTS="1") == 1, farm_night.said
    www = farm_night.folder / "www"
    assert {page.name for page in www.glob("diff*")} == {"diff-a.html", "diff-b.html"}
    site = (www / "last/index.html").read_text()
    assert all(f"{name}-" in site for name in "abc") and (www / "last/ways.html").is_file()
    packed = farm_night.folder / "runs/2000-01-01T000000Z"
    assert {path.name for path in packed.glob("**/journal*")} == {"journal.jsonl.gz"}
    (last,) = (path for path in (farm_night.folder / "runs").iterdir() if not path.name.startswith("2000"))
    assert {path.name for path in last.glob("**/journal*")} == {"journal.jsonl"}


def test_a_night_of_a_farm_that_lacks_a_device_tells_of_the_others(farm_night):
    assert farm_night(JOURNAL=FLAKE, CODE="4", DEVICES="a") == 4
    assert (farm_night.folder / "www/last/index.html").is_file()
    assert farm_night(JOURNAL=FLAKE, CODE="4", DEVICES="") == 4 and "left no journal" in farm_night.said
    assert farm_night(JOURNAL=FLAKE, CODE="0", DEVICES="a", CLASSAY_BASELINE="b.txt") == 2
    assert "a baseline belongs to one device" in farm_night.said


def test_news_that_can_not_be_told_is_code_4(night):
    assert night(JOURNAL=FLAKE, CODE="0", CLASSAY_TELL="cat > /dev/null; exit 7") == 4
    assert "the news failed with exit code 7" in night.said


@pytest.mark.parametrize("code", ["0", "1", "4", "5", "130"])
def test_the_code_is_that_of_the_run(quick_night, code):
    assert quick_night(JOURNAL=FLAKE, CODE=code) == int(code)


@pytest.mark.parametrize(("code", "ends"), [("0", 3), ("3", 3), ("5", 5)])
def test_a_night_without_a_journal_is_no_good_night(quick_night, code, ends):
    assert quick_night(CODE=code) == ends
    assert "left no journal" in quick_night.said


@pytest.mark.parametrize(
    ("code", "check", "ends"), [("1", "0", 0), ("0", "1", 1), ("1", "1", 1), ("0", "2", 2), ("5", "0", 5), ("130", "0", 130)]
)
def test_a_baseline_decides_what_is_unexpected(quick_night, code, check, ends):
    told = {"CLASSAY_BASELINE": "b.txt", "CLASSAY_WAIVERS": "w.txt", "BROKEN": "baseline", "BREAKS": check}
    assert quick_night(JOURNAL=FLAKE, CODE=code, **told) == ends
    asked = "b.txt --waivers w.txt" in quick_night.said
    assert asked == (code in "01")


def test_what_is_known_is_no_news(night, tmp_path):
    baseline = tmp_path / "baseline.txt"
    main(["baseline", "make", FLAKE, "--out", str(baseline)])
    assert night(JOURNAL=FLAKE, CODE="1", CLASSAY_BASELINE=str(baseline)) == 0
    baseline.write_text(baseline.read_text().replace(" flake ", " pass "))
    (run,) = (night.folder / "runs").iterdir()
    run.rename(run.with_name("2000-01-01T000000Z"))
    assert night(JOURNAL=FLAKE, CODE="1", CLASSAY_BASELINE=str(baseline)) == 1
    assert "worse" in night.said


@pytest.mark.parametrize("step", ["trend", "html", "junit", "markdown"])
def test_a_report_that_can_not_be_made_is_code_4_and_the_others_are_made(quick_night, step):
    assert quick_night(JOURNAL=FLAKE, CODE="1", BROKEN=step, BREAKS="2") == 4
    assert "failed with exit code 2" in quick_night.said
    assert all(f"called: {word} " in quick_night.said for word in ("trend", "html", "junit", "markdown"))


@pytest.mark.parametrize(("breaks", "ends"), [("0", 0), ("1", 0), ("2", 4)])
def test_a_comparison_is_for_people_unless_it_fails(quick_night, breaks, ends):
    older = quick_night.folder / "runs/2000-01-01T000000Z"
    older.mkdir(parents=True)
    (older / "journal.jsonl").touch()
    assert quick_night(JOURNAL=FLAKE, BROKEN="diff", BREAKS=breaks) == ends
    assert f"called: diff {older}" in quick_night.said


def test_two_nights_do_not_run_at_once(quick_night):
    night = quick_night
    night.folder.mkdir()
    with (night.folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert night(JOURNAL=POCL) == 3
    assert "still running" in night.said


def test_settings_come_from_a_file(quick_night, tmp_path):
    night = quick_night
    (tmp_path / "settings").write_text(
        f'CLASSAY_NIGHTLY={tmp_path}/elsewhere\nCLASSAY_RUN_OPTIONS="--tier smoke --device pocl"\n'
    )
    assert night(str(tmp_path / "settings"), JOURNAL=FLAKE) == 0
    assert "elsewhere/trend.sqlite" in night.said and (tmp_path / "elsewhere/runs").is_dir()
    assert night(str(tmp_path / "no-such-file"), JOURNAL=FLAKE) == 2
    assert night("--help") == 0 and "Exit codes" in night.said


def test_the_units_name_what_there_is():
    """Returns the paths and settings that the files next to the script mention."""
    folder = NIGHTLY.parent
    service, conf = (folder / "classay-nightly.service").read_text(), (folder / "nightly.conf").read_text()
    script = NIGHTLY.read_text()
    assert f"/usr/lib/classay/{NIGHTLY.name} /etc/classay/nightly.conf" in service
    assert f"/usr/lib/classay/{NIGHTLY.name} /etc/classay/nightly.conf" in (folder / "crontab").read_text()
    named = {line.lstrip("#").split("=")[0] for line in conf.splitlines() if line.lstrip("#").startswith("CLASSAY")}
    assert named and all(f"${{{name}:-" in script for name in named)
    assert (folder / "classay-nightly.timer").is_file()
