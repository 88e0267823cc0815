"""Tests the templates for CI systems: their commands exist, and their scripts work on stored runs and a stub of classay."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.cli import COMMANDS, parser_for

yaml: Any = pytest.importorskip("yaml")

REPORTS = Path(__file__).parents[1]
CI = REPORTS / "ci"
SIN = "clc/math/sin/f32/default/v"


def github() -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = yaml.safe_load((CI / "github.yml").read_text())["jobs"]["arithmetic"]["steps"]
    return steps


def gitlab(job: str = "classay") -> list[str]:
    script: list[str] = yaml.safe_load((CI / "gitlab.yml").read_text())[job]["script"]
    return script


def scripts() -> dict[str, str]:
    return {
        "github.yml": "\n".join(step["run"] for step in github() if "run" in step),
        "gitlab.yml": "\n".join([*gitlab(), *gitlab("classay-comment")]),
    }


def commands(name: str) -> Iterator[list[str]]:
    """Returns the words of each command of classay in a template."""
    for line in scripts()[name].replace("\\\n", " ").splitlines():
        for found in re.finditer(r"(?<![\w/.-])(classay(?:-report)?) ([a-z].*?)(?= \|\||;| >|$)", line.strip()):
            yield [found[1], *found[2].split()]


@pytest.mark.parametrize("name", ["github.yml", "gitlab.yml"])
def test_every_command_and_option_exists(name: str) -> None:
    page = (REPORTS.parent / "docs/cli.md").read_text(encoding="utf-8")
    found = list(commands(name))
    assert {words[0] for words in found} == {"classay", "classay-report"}
    for program, command, *words in found:
        options = {word.partition("=")[0] for word in words if word.startswith("-")}
        if program == "classay-report":
            assert command in {known.name for known in COMMANDS}
            parser_for(command).parse([command, *[re.sub(r"[\"$]", "", word) for word in words]])
        else:
            (listed,) = re.findall(rf"<!-- options: classay {command} -->(.*?)<!-- end of options -->", page, re.DOTALL)
            # --device is one of the options of every command, which the page describes once.
            assert all(f"{option} " in listed or f"{option}`" in listed for option in options - {"--device"})


@pytest.mark.parametrize("name", ["github.yml", "gitlab.yml"])
def test_the_scripts_are_valid_shell(name: str) -> None:
    subprocess.run(["bash", "-n"], input=scripts()[name], text=True, check=True)
    if shutil.which("shellcheck"):
        head = "#!/bin/bash\n"
        subprocess.run(["shellcheck", "-S", "warning", "-"], input=head + scripts()[name], text=True, check=True)


def run_of(folder: Path, verdicts: list[str]) -> Path:
    lines: list[dict[str, Any]] = [generated.header(1, 1, "1", "2026-01-01T00:00:00Z", "device")]
    lines += [
        {"kind": "result", "case": f"{SIN}{lanes}", "verdict": verdict, "reason": "r"}
        for lanes, verdict in zip((1, 2), verdicts)
    ]
    lines.append({"kind": "end", "totals": {}, "left_out": []})
    return generated.write(folder, generated.counted(lines))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder for a job, with stubs: classay copies the stored run, classay-report is that of the tree."""
    (tmp_path / "bin").mkdir()
    stubs = {
        "classay": 'cp -r "$STORED" run; exit "$STORED_CODE"',
        "classay-report": f'exec "{sys.executable}" -m classay_report "$@"',
        "python3": 'mkdir -p "$3/bin"; printf "#!/bin/sh\\n" > "$3/bin/pip"; chmod +x "$3/bin/pip"',
        "curl": '[ -n "$BEFORE" ] || exit 22; echo "$@" >> curl.txt',
        "unzip": 'mkdir -p before; cp -r "$BEFORE" before/run',
        "gh": 'echo "$@" > gh.txt',
    }
    for name, text in stubs.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "job").mkdir()
    return tmp_path


def shell(place: Path, script: str, **more: str) -> int:
    words = {"CLASSAY_WHEEL": "w", "CLASSAY_DEVICE": "d", "CLASSAY_TIER": "smoke", "CLASSAY_CASES": "*", "BEFORE": ""}
    words |= {
        "GITHUB_OUTPUT": "out.txt",
        "GITHUB_STEP_SUMMARY": "summary.md",
        "GITHUB_PATH": "path.txt",
        "RUNNER_TEMP": "temp",
    }
    words |= {"CI_API_V4_URL": "u", "CI_PROJECT_ID": "1", "CI_JOB_TOKEN": "t", "CI_DEFAULT_BRANCH": "main"}
    words |= {"PULL_REQUEST": "p", "CLASSAY_TOKEN": "t", "CI_MERGE_REQUEST_IID": "7"}
    environment = os.environ | words | {"PATH": f"{place / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(REPORTS)} | more
    (place / "script").write_text(script)
    words_of_shell = ["bash", "-e", "-o", "pipefail", str(place / "script")]
    done = subprocess.run(words_of_shell, cwd=place / "job", env=environment, check=False)
    return done.returncode


# Verdicts of the earlier run, if there is one; of this run; the exit code of the job; a text of the comment.
JOBS = {
    "first and good": ([], ["pass", "pass"], 0, "all as promised"),
    "first and wrong": ([], ["pass", "fail"], 1, "### Findings (1)"),
    "as wrong as before": (["pass", "fail"], ["pass", "fail"], 0, "nothing got worse"),
    "worse": (["pass", "pass"], ["pass", "fail"], 1, "### New findings (1)"),
    "better": (["fail", "fail"], ["pass", "fail"], 0, "### Findings with fewer cases (1)"),
}


@pytest.mark.parametrize("job", JOBS)
def test_a_job_of_github(job: str, place: Path) -> None:
    before, now, code, said = JOBS[job]
    stored = {"STORED": str(run_of(place / "now", now)), "STORED_CODE": str(int("fail" in now))}
    if before:
        run_of(place / "job/before", before)
    steps = {step["name"]: step["run"] for step in github() if "run" in step}
    decide = steps.pop("Decide")
    for name, script in steps.items():
        assert shell(place, script, **stored) == 0, name
    assert shell(place, decide, CODE=(place / "job/out.txt").read_text().strip().removeprefix("code=")) == code
    check_outputs(place, said)
    assert "--body-file short.md" in (place / "job/gh.txt").read_text()
    assert (place / "job/before/journal.jsonl").is_file() and (place / "job/summary.md").is_file()


@pytest.mark.parametrize("job", JOBS)
def test_a_job_of_gitlab(job: str, place: Path) -> None:
    before, now, code, said = JOBS[job]
    stored = {"STORED": str(run_of(place / "now", now)), "STORED_CODE": str(int("fail" in now))}
    if before:
        stored["BEFORE"] = str(run_of(place / "before", before))
    assert shell(place, "\n".join(gitlab()), **stored) == code
    check_outputs(place, said)
    assert shell(place, "\n".join(gitlab("classay-comment")), BEFORE="x") == 0
    assert "merge_requests/7/notes" in (place / "job/curl.txt").read_text()


def check_outputs(place: Path, said: str) -> None:
    job = place / "job"
    assert said in (job / "comment.md").read_text()
    assert "<testsuite" in (job / "classay.xml").read_text() and (job / "pages/index.html").is_file()


@pytest.mark.parametrize("code", [2, 4, 5])
def test_a_program_that_fails_fails_the_job(code: int, place: Path) -> None:
    stored = {"STORED": str(run_of(place / "now", ["pass"])), "STORED_CODE": str(code)}
    (test,) = [step["run"] for step in github() if step.get("id") == "test"]
    assert shell(place, test, **stored) == 1
    shutil.rmtree(place / "job/run")
    assert shell(place, "\n".join(gitlab()), **stored) == code
