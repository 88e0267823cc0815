"""Tests the command line as a user types it."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import classay_farm
import generated
import pytest
from classay_report import __version__, cli
from classay_report.arguments import did_you_mean
from classay_report.journal import Verdict

REPORTS = Path(__file__).parents[1]
SIN, COS = "clc/math/sin/f32/default/v1", "clc/math/cos/f32/default/v1"
GOOD = ("pass", "quality-warning", "skip", "unsupported", "xfail")


def test_every_command_is_a_module_that_can_be_asked() -> None:
    for command in cli.COMMANDS:
        module = importlib.import_module(command.module)
        assert callable(module.register) and callable(module.run)


WRONG = {
    "": "classay-report: COMMAND is missing; see classay-report --help",
    "htlm": "classay-report: no command 'htlm'; did you mean 'html'?",
    "nothing-like-it": "classay-report: no command 'nothing-like-it'; commands: html, findings, diff, ",
    "--no-such-option": "classay-report: COMMAND is missing; see classay-report --help",
    "diff a b --jsn": "classay-report diff: unknown option '--jsn'; did you mean '--json'?",
    "diff a b --no-such-option": "classay-report diff: unknown option '--no-such-option'; see classay-report diff --help",
    "baseline mak": "classay-report baseline: no command 'mak'; did you mean 'make'?",
    "pack --tier fast": "classay-report pack: --tier: invalid choice: 'fast'",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_use_ends_with_code_2_and_a_hint(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(WRONG[words])


@pytest.mark.parametrize(("word", "expected"), [("htlm", "html"), ("foo", ""), ("x", ""), ("a" * 5000, "")])
def test_suggestions_are_close(word: str, expected: str) -> None:
    hint = did_you_mean(word, [command.name for command in cli.COMMANDS])
    assert hint == (f"; did you mean '{expected}'?" if expected else "")


@pytest.mark.parametrize("words", [["diff", "no-run", "no-run"], ["baseline", "check", "no-run"], ["html", "out", "no-run"]])
def test_a_missing_path_is_code_2(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2


def test_help_shows_each_option_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["junit", "--help"])
    said = capsys.readouterr().out
    assert said.startswith("Usage: classay-report junit RUN... [OPTIONS]\n")
    assert re.search(r"^Output:\n( .*\n)*  -o, --out FILE  ", said, re.MULTILINE)
    assert max(map(len, said.splitlines())) <= 100


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"^ +{command.name} ", said, re.MULTILINE) for command in cli.COMMANDS)


def test_the_version_is_that_of_the_farm_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert __version__ in capsys.readouterr().out
    assert classay_farm.__version__ == __version__


# --- exit codes ------------------------------------------------------------------------------------------------------------


def run_of(folder: Path, verdicts: Iterable[str], left_out: Iterable[str] = (), end: bool = True, **last: Any) -> str:
    """Makes a run: the first verdict is that of sin in the first width, and so on."""
    lines = [generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "device")]
    for lanes, verdict in zip((1, 2, 3, 4, 8, 16), verdicts):
        lines.append({"kind": "result", "case": SIN.replace("v1", f"v{lanes}"), "verdict": verdict, "reason": ""})
    if end:
        lines.append({"kind": "end", "totals": {}, "left_out": list(left_out)} | last)
    return str(generated.write(folder, generated.counted(lines)))


def shown(run: str, out: Path, *options: str) -> set[int]:
    """Returns the exit codes of all commands that show runs."""
    words = (["html", str(out / "site"), run], ["junit", run], ["markdown", run])
    return {cli.main([*command, *options]) for command in words}


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_result_that_is_not_as_promised_is_code_1_of_what_shows_the_run(verdict: str, tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["pass", str(verdict), "skip"])
    assert shown(run, tmp_path) == ({0} if verdict in GOOD else {1})
    assert shown(run, tmp_path, "--exit-zero") == {0}


LACKING: dict[str, Callable[[Path], str]] = {
    "a case left out": lambda folder: run_of(folder, ["pass"], left_out=[COS]),
    "a run that has not ended": lambda folder: run_of(folder, ["pass"], end=False),
    "a device given up": lambda folder: run_of(folder, ["pass"], unusable="it did not come back"),
    "no result": lambda folder: run_of(folder, []),
}


@pytest.mark.parametrize("what", LACKING)
def test_what_a_run_lacks_is_code_1_of_what_shows_it(what: str, tmp_path: Path) -> None:
    assert shown(LACKING[what](tmp_path / "run"), tmp_path) == {1}


def test_one_bad_run_of_several_is_code_1(tmp_path: Path) -> None:
    good, bad = run_of(tmp_path / "good", ["pass"]), run_of(tmp_path / "bad", ["fail"])
    for order in ([good, bad], [bad, good]):
        for words in (["html", str(tmp_path / "site")], ["junit"], ["markdown"]):
            assert cli.main([*words, *order]) == 1


def test_tables_are_data_and_end_with_0(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run = run_of(tmp_path / "run", ["fail", "crash"], left_out=[COS])
    assert cli.main(["csv", run]) == 0
    assert cli.main(["parquet", run, "--out", str(tmp_path / "table")]) == 0


def test_the_exit_codes_of_every_command_are_documented() -> None:
    text = (REPORTS.parent / "docs/reports.md").read_text()
    table = text.split("## Exit codes\n")[1].split("\n## ")[0]
    for command in cli.COMMANDS:
        assert re.search(rf"^\|[^|]*`{command.name}\b", table, re.MULTILINE), command.name


# --- standard output -------------------------------------------------------------------------------------------------------


def ends(words: list[str], stdout: str = "", stderr: str = "") -> tuple[int, str]:
    """Returns exit code and standard error of a command whose descriptors a shell closes or redirects, as with `>&-`."""
    code = f'"$0" -m classay_report "$@" {stdout} {stderr}'
    done = subprocess.run(["bash", "-c", code, sys.executable, *words], cwd=REPORTS, capture_output=True, text=True)
    return done.returncode, done.stderr


PRINTS = [["csv"], ["junit"], ["markdown"], ["diff"], ["baseline", "make"], ["baseline", "check"]]
PRINTS += [["pack", "--statement-template"]]


def printing(words: list[str], run: str, folder: Path) -> list[str]:
    if words == ["diff"]:
        return [*words, run, run]
    if words == ["baseline", "check"]:
        (folder / "waivers").write_text("classay-waivers 1\nplatform *\ndevice *\ndriver *\n\n")
        return [*words, run, "--waivers", str(folder / "waivers")]
    return words if words[0] == "pack" else [*words, run]


@pytest.mark.parametrize("words", PRINTS, ids=" ".join)
def test_output_that_is_closed_is_lost_in_one_sentence(words: list[str], tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["pass"])
    code, said = ends(printing(words, run, tmp_path), ">&-")
    assert (code, said) == (4, "classay-report: standard output: is closed; the output is lost\n")


def test_a_command_that_prints_nothing_needs_no_output(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["pass"])
    assert ends(["junit", run, "--out", str(tmp_path / "junit.xml")], "<&- >&-", "2>&-") == (0, "")
    assert "testsuite" in (tmp_path / "junit.xml").read_text()
    bad = run_of(tmp_path / "bad", ["fail"])
    assert ends(["markdown", bad, "--out", str(tmp_path / "a.md")], ">&-")[0] == 1


def test_what_is_opened_never_takes_the_place_of_closed_output(tmp_path: Path) -> None:
    """Otherwise the database would have descriptor 1 and receive the output of a child."""
    run = run_of(tmp_path / "run", ["pass"])
    db = str(tmp_path / "trend.sqlite")
    assert ends(["trend", "import", run, "--db", db], ">&-")[0] == 4
    assert ends(["trend", "import", run, "--db", db], "")[0] == 0
    assert ends(["csv", str(tmp_path / "none")], ">&-", "2>&-") == (2, "")


@pytest.mark.parametrize(("verdict", "code"), [("pass", 0), ("fail", 1)])
def test_a_reader_that_goes_away_hides_no_failure(verdict: str, code: int, tmp_path: Path) -> None:
    """`set -o pipefail` shows the exit code of the first command. 65 KiB exceed the capacity of a pipe."""
    before, run = run_of(tmp_path / "before", ["pass"]), run_of(tmp_path / "run", [verdict])
    for words in (["junit", *[run] * 3000], ["markdown", *[run] * 3000], ["diff", before, run]):
        assert ends(words, "| head -c 1; exit ${PIPESTATUS[0]}") == (code, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["junit", "--help"]])
def test_help_that_nobody_reads_leaves_no_trace(words: list[str], unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    assert ends(words, "| head -c 0; exit ${PIPESTATUS[0]}") == (0, "")
    code, said = ends(words, ">/dev/full")
    assert code == 4 and said.count("\n") == 1, said


def test_a_caller_of_main_gets_its_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["csv", run_of(tmp_path / "run", ["pass"])]) == 0
    assert capsys.readouterr().out.startswith("case,") and os.fstat(1)
