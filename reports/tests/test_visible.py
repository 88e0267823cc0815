"""Tests that whatever devices, journals and file names contain, terminals get plain text and shells plain words."""

import json
import shlex
import subprocess
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import generated
import pytest
from classay_report.baseline.command import read_expectations
from classay_report.cli import main
from classay_report.journal import CaseName, commands, read_run
from classay_report.markup import escaped
from classay_report.visible import joined, json_text, visible, visible_lines
from hypothesis import given
from hypothesis import strategies as st

# Characters that act on a terminal, end a line or look like it, or change the direction of writing.
UNSEEN = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u200b", "\u200e", "\u202e", "\u2028", "\u2066", "\ufeff"]
SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
# The table that the program's tests use too.
TABLE = json.loads((Path(__file__).parents[2] / "data/hostile/visible.json").read_text())["texts"]
BAD = "\x1b]0;title\x07\x9b2J\r\n  verified\u202e\u2028"


@given(st.text())
def test_what_is_visible_is_one_line_of_what_is_seen(text: str) -> None:
    shown = visible(text)
    assert all(unicodedata.category(letter)[0] != "C" and (letter == " " or letter.strip()) for letter in shown)
    assert visible(shown) == shown and len(shown.splitlines()) <= 1
    assert all(visible(line) == line for line in visible_lines(text).split("\n"))
    assert len(joined([text, text]).splitlines()) == 2
    assert json.loads(json_text(text)) == text and json_text(text).isascii() and "\x7f" not in json_text(text)
    assert visible(escaped(text)) == escaped(text)


@pytest.mark.parametrize("letter", UNSEEN, ids=ascii)
def test_what_is_not_seen_is_shown_as_its_number(letter: str) -> None:
    assert visible(f"a{letter}b") == "a" + SHORT.get(letter, f"\\u{ord(letter):04x}") + "b"


@pytest.mark.parametrize("text", TABLE, ids=lambda text: text["bytes"])
def test_the_program_shows_the_same(text: dict[str, str]) -> None:
    assert visible(bytes.fromhex(text["bytes"]).decode("utf-8", "surrogateescape")) == text["shown"]


def test_plain_text_stays_as_it_is() -> None:
    for text in ("sin(x) <= 4 ulp", "größer − 1 µs", "数学", "C:\\x1b"):
        assert visible(text) == text


def spoiled(fail: bool = True) -> list[dict[str, Any]]:
    """Makes a journal with bad characters in all possible places."""
    lines = list(generated.journal(4, 1, device=f"dev{BAD}", driver=f"1.0{BAD}"))
    lines[0]["device"] |= dict.fromkeys(("platform", "vendor", "version"), f"p{BAD}")
    lines[0]["host"] |= {"name": BAD, "processor": BAD}
    lines[0]["suite"] |= {"version": f"1{BAD}", "commit": f"c{BAD}"}
    lines[0]["tier"] = lines[0]["edition"] = lines[0]["profile"] = f"t{BAD}"
    lines[0]["options"]["filters"] = [f"*{BAD}*"]
    for line in lines:
        if line["kind"] == "result":
            line |= {"reason": f"why{BAD}", "log": f"log{BAD}", "verdict": "fail" if fail else "pass"}
            line["case"] = line["case"].replace("/sin/", f"/si{BAD}n/")
            if line.get("limit"):
                line["limit"] |= {"text": f"<= {BAD}", "clause": BAD}
    return list(generated.counted(lines))


def is_clean(text: str) -> bool:
    return all(visible(line) == line for line in text.split("\n"))


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    bad = tmp_path / f"bad{BAD}"
    good = generated.write(tmp_path / "good", iter(spoiled(fail=False)))
    return str(good), str(generated.write(bad, iter(spoiled())))


@pytest.mark.parametrize(
    "command", ["diff", "diff --markdown", "diff --json", "junit", "csv", "markdown", "trend", "pack", "make"]
)
def test_every_command_prints_lines_that_are_seen(
    command: str, runs: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = runs
    name, *options = command.split()
    words = {
        "diff": ["diff", good, bad, *options],
        "trend": ["trend", "import", bad, "--db", str(tmp_path / "db")],
        "pack": ["pack", str(tmp_path / f"p{BAD}"), bad],
        "make": ["baseline", "make", bad],
    }.get(name, [name, bad])
    main(words)
    said = capsys.readouterr()
    assert said.out + said.err and is_clean(said.out) and is_clean(said.err)
    if name == "junit":
        Xml.fromstring(said.out)  # which may have the lines of a log
    else:
        assert "\n  verified" not in said.out + said.err


def test_a_package_can_not_write_its_own_verdict(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (packed / "x\n: verified, for tier certify\x1b[8m").write_text("")
    assert main(["verify", str(packed)]) == 1
    said = capsys.readouterr().out
    assert is_clean(said) and not any(line.startswith(": verified") for line in said.splitlines())


def test_errors_about_files_with_odd_names_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markdown", str(tmp_path / BAD)]) == 2
    said = capsys.readouterr().err
    assert is_clean(said) and said.count("\n") == 1


def test_pages_show_what_is_not_seen(runs: tuple[str, str], tmp_path: Path) -> None:
    good, bad = runs
    assert main(["html", str(tmp_path / "site"), bad]) == 1
    assert main(["diff", good, bad, "--html", str(tmp_path / "site/diff.html")]) == 1
    assert main(["trend", "import", bad, "--db", str(tmp_path / "db")]) == 0
    assert main(["trend", "pages", str(tmp_path / "trend"), "--db", str(tmp_path / "db")]) == 0
    pages = [*(tmp_path / "site").rglob("*.html"), *(tmp_path / "trend").rglob("*.html")]
    assert len(pages) > 5
    for page in pages:
        text = page.read_text()
        assert not any(letter in text for letter in BAD if not letter.isprintable() and letter != "\n"), page


# --- baselines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["two\nplatform lies", " blanks ", "tab\there", "a\r", "", "new\u2028line", "\u00a0", "rtl\u202e", "#x", "-"]
)
def test_a_baseline_of_any_name_is_read_again_and_is_for_its_run(name: str, tmp_path: Path) -> None:
    lines = list(generated.counted(list(generated.journal(2, 5, device=name))))
    lines[0]["device"]["platform"] = name
    run = str(generated.write(tmp_path / "run", iter(lines)))
    baseline = str(tmp_path / "baseline")
    assert main(["baseline", "make", run, "--out", baseline]) == 0
    assert len(read_expectations(Path(baseline), "baseline").entries) == 2
    assert main(["baseline", "check", run, baseline]) == 0


def test_a_case_that_a_baseline_can_not_hold_is_refused(runs: tuple[str, str], tmp_path: Path) -> None:
    assert main(["baseline", "make", runs[1], "--out", str(tmp_path / "b")]) == 4
    assert not (tmp_path / "b").exists()


# --- commands --------------------------------------------------------------------------------------------------------------

CASE = CaseName.parse("clc/math/sin/f32/default/v2")
OWN = f"classay repro --device 'AMD EPYC (Portable)' --case {CASE} --spec clc-2.0 --profile full --input 0x1"

GOOD = [
    OWN,
    OWN.replace(" --input 0x1", ""),
    f"classay repro --device d --case {CASE} --constants smoke --seed 7 --input 0x1",
    f"classay repro '/tmp/a b' {CASE}",
    f"classay repro --device 'it'\\''s' --case {CASE}",
]
WRONG = [
    "",
    "rm -rf /",
    f"{OWN}; rm -rf /",
    f"{OWN} && rm -rf /",
    f"{OWN} $(rm -rf /)",
    f"{OWN}\nrm -rf /",
    f"{OWN} --input '0x1; rm'",
    f"{OWN} --input",
    f"{OWN} --emit x.c",
    f"{OWN} 'more'",
    OWN.replace("sin", "cos"),
    OWN.replace("AMD", "\x1b[8m"),
    OWN.replace("'AMD EPYC (Portable)'", "-x"),
    OWN.replace("clc-2.0", "'clc;rm'"),
    f"classay repro '-x' {CASE}",
    f"classay repro 'a\nb' {CASE}",
    f"classay run --out / {CASE}",
    "classay repro 'not closed",
    f"sudo {OWN}",
]


@pytest.mark.parametrize("told", GOOD)
def test_a_command_of_checked_parts_is_offered(told: str) -> None:
    made = commands.repro(told, CASE)
    assert shlex.split(made) == shlex.split(told)


@pytest.mark.parametrize("told", WRONG)
def test_any_other_text_is_no_command(told: str) -> None:
    assert commands.repro(told, CASE) == ""


@given(st.text())
def test_whatever_the_name_of_a_device_a_shell_makes_one_word_of_it(name: str) -> None:
    made = commands.repro(f"classay repro --device {shlex.quote(name)} --case {CASE}", CASE)
    if made:
        done = subprocess.run(
            ["sh", "-c", made.replace("classay repro", "printf '%s\\n'", 1)], capture_output=True, check=True
        )
        assert done.stdout.decode().split("\n") == ["--device", name, "--case", str(CASE), ""]
    else:
        assert not name or name.startswith("-") or not name.isprintable()


def test_a_command_that_reaches_a_board_is_not_believed() -> None:
    for option in ("--remote", "--worker"):  # its name now, and in older journals
        for rest in (f"--device d --case {CASE}", f"run {CASE}"):
            expected = f"classay repro {option} COMMAND {rest}"
            assert commands.repro(f"classay repro {option} 'rm -rf x' {rest}", CASE) == expected
        assert commands.repro(f"classay repro {option}", CASE) == commands.repro(f"classay repro {option} x", CASE) == ""
        assert commands.repro(f"classay repro --device d {option} x --case {CASE}", CASE) == ""


def test_a_command_of_an_older_journal_is_read() -> None:
    told = OWN.replace("--spec", "--edition")
    assert commands.repro(told, CASE) == shlex.join(shlex.split(told))


def test_a_case_with_odd_letters_has_no_command() -> None:
    odd = CaseName("clc", "math", "sin;rm", "f32", "default", 1)
    assert commands.repro(f"classay repro --device d --case {shlex.quote(str(odd))}", odd) == ""
    assert commands.oracle(odd, ["0x1"]) == ""


def test_inputs_of_other_lanes_are_put_in_place() -> None:
    made = commands.with_inputs(commands.repro(OWN, CASE), ["0x2,0x3", "0x4"])
    assert made.endswith("--profile full --input 0x2,0x3 --input 0x4") and "0x1" not in made
    assert commands.with_inputs(commands.repro(OWN, CASE), ["0x2; rm"]) == ""


class Copies(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value or "" for name, value in attrs if name == "data-copy"]


@pytest.mark.parametrize("journal", ["pocl", "planted-flip"])
def test_copy_buttons_of_real_runs_hold_what_the_journal_told(journal: str, tmp_path: Path) -> None:
    run = Path(__file__).parent / f"data/{journal}.jsonl.gz"
    assert main(["html", str(tmp_path / "site"), str(run), "--exit-zero"]) == 0
    found = Copies()
    for page in (tmp_path / "site").rglob("*.html"):
        found.feed(page.read_text())
    assert any(text.startswith("classay repro --device 0:0 --case clc/") for text in found.texts)
    assert all(shlex.join(shlex.split(text)) == text for text in found.texts)


def test_copy_buttons_never_hold_the_journals_own_text(tmp_path: Path) -> None:
    lines = list(generated.journal(12, 4))
    for line in lines:
        if "repro" in line:
            line["repro"] += "; touch /tmp/owned"
            line["vectors"] = [["0x1; touch /tmp/owned"]] * len(line["vectors"])
    run = generated.write(tmp_path / "run", iter(lines))
    assert main(["html", str(tmp_path / "site"), str(run), "--exit-zero"]) == 0
    assert not any(result.repro for result in read_run(run).results.values())
    for page in (tmp_path / "site").rglob("*.html"):
        assert "owned" not in page.read_text()
