"""Tests commands with random input: whatever the bytes, a command ends with a defined exit code and at most one sentence.

The inputs are valid journals, baselines and packages with pieces removed, duplicated, swapped or made up. Purely random
bytes would not get beyond the first line. CLASSAY_FUZZ_TIMES=50 tests 50 times as many inputs, different ones in each run.
"""

import contextlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import generated
import pytest
from classay_report.baseline.file import ExpectationFile, parse
from classay_report.cli import main
from classay_report.errors import ReportError
from classay_report.evidence.checks import Demand
from classay_report.evidence.package import examine
from classay_report.journal import JournalError, Verdict, read_run
from classay_report.journal.text import parsed_line
from classay_report.visible import visible
from handed_in import list_again, shards
from hostile_files import TABLE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TIMES = int(os.environ.get("CLASSAY_FUZZ_TIMES", "0"))


def fuzzed(examples: int) -> Callable[[Any], Any]:
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
    return settings(max_examples=(TIMES or 1) * examples, derandomize=not TIMES, deadline=None, suppress_health_check=checks)


# Values that often break parsers.
WORDS = [
    *(
        b"null",
        b"true",
        b"-1",
        b"1e400",
        b"-0.0",
        b"1" * 400,
        b"18446744073709551616",
        b'""',
        b"[]",
        b"{}",
        b"[[[]]]",
        b"NaN",
    ),
    *(b'"inf"', b'"\\ud800"', b'"\\u0000"', b"\xff", b"\x00", b"\n", b"\r", b'"', b"{", b"]", b",", b":", b"\x1b[2J"),
    *(b"1.7976931348623157e308", b"5e-324", b"-1.7976931348623157e308"),
    *(b"pass", b"missing", b"v1", b"v0", b"1/1", b"0x", b"9" * 5000, b"inf", b"-", b"\xe2\x80\xae", b" ", b"#"),
]

Change = tuple[int, int, bytes]
changes = st.lists(
    st.tuples(st.integers(0, 1 << 20), st.integers(0, 40), st.one_of(st.sampled_from(WORDS), st.binary(max_size=8))),
    min_size=1,
    max_size=4,
)


def changed(content: bytes, how: list[Change]) -> bytes:
    for at, length, new in how:
        place = at % (len(content) + 1)
        content = content[:place] + new + content[place + length :]
    return content


def whole_values(line: bytes) -> list[tuple[int, int]]:
    """Finds the places of values in a record that contain no other values."""
    found, at = [], 0
    while (at := line.find(b":", at)) >= 0:
        at += 1
        stop = min((p for p in (line.find(b",", at), line.find(b"}", at)) if p >= 0), default=len(line))
        found.append((at, stop))
    return found


exchanges = st.lists(st.tuples(st.integers(0, 1 << 20), st.sampled_from(WORDS)), min_size=1, max_size=3)


def exchanged(content: bytes, how: list[tuple[int, bytes]]) -> bytes:
    """Replaces complete values. The record then stays valid more often than with changed bytes."""
    for at, new in how:
        places = whole_values(content)
        if places:
            start, stop = places[at % len(places)]
            content = content[:start] + new + content[stop:]
    return content


def small_journal() -> bytes:
    lines = list(generated.journal(3, 2))
    for line in lines:
        if "per_binade" in line:
            line |= {"per_binade": line["per_binade"][:3], "worst": line["worst"][:2], "signed_histogram": []}
    attempt = {"kind": "attempt", "unit": "clc/math/sin/f32/default", "width": 1, "answer": {"verdict": "fail"}}
    abnormal = {"kind": "abnormal", "unit": "clc/math/sin/f32/default", "verdict": "crash", "reason": "r", "widths": [1]}
    health = {"kind": "health", "healthy": True, "message": "", "after": "x"}
    return "".join(map(generated.text, [*lines[:-1], attempt, abnormal, health, lines[-1]])).encode()


JOURNAL = small_journal()
BASELINE = "\n".join(TABLE["bases"]["baselines"]).encode() + b"\n"
JOURNALS = st.one_of(
    st.builds(changed, st.just(JOURNAL), changes),
    st.builds(exchanged, st.just(JOURNAL), exchanges),
    st.builds(lambda lines: b"".join(lines), st.permutations(JOURNAL.splitlines(keepends=True))),
)


def run_command(words: list[str]) -> tuple[int, str]:
    out, wrong = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(wrong):
        code = main(words)
    assert all(visible(line) == line for line in wrong.getvalue().split("\n"))
    return code, wrong.getvalue()


@fuzzed(400)
@given(JOURNALS)
def test_a_journal_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_bytes(content)
    try:
        run = read_run(file, check_binades=True)
    except JournalError as error:
        assert str(file) in str(error) and "\n" not in str(error)
        return
    # The result is consistent: every case that the journal mentions has a result or is missing.
    totals = run.totals()
    assert sum(totals.values()) == run.total >= 1
    assert totals.get(Verdict.MISSING, 0) >= run.nameless + sum(r.is_stand_in for r in run.results.values())
    if run.is_whole and run.end is not None:
        assert (
            dict(run.end.totals) == {verdict: count for verdict, count in totals.items() if count}
            or 0 in run.end.totals.values()
        )


# One process runs many examples in turn, because a process for each would take minutes.
COMMANDS: list[Callable[[str, str], list[str]]] = [
    lambda run, out: ["html", f"{out}/site", run],
    lambda run, out: ["diff", run, run, "--html", f"{out}/page"],
    lambda run, _: ["diff", run, run, "--json"],
    lambda run, _: ["junit", run],
    lambda run, _: ["markdown", run],
    lambda run, _: ["csv", run],
    lambda run, out: ["parquet", run, "--out", f"{out}/table"],
    lambda run, _: ["baseline", "make", run],
    lambda run, out: ["pack", f"{out}/package", run, "--tier", "quick", "--part"],
    lambda run, out: ["trend", "import", run, "--db", f"{out}/db"],
]


@fuzzed(60)
@given(st.builds(exchanged, st.just(JOURNAL), exchanges))
def test_every_command_keeps_its_promise(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "journal.jsonl").write_bytes(content)
    for command in COMMANDS:
        words = command(str(folder / "journal.jsonl"), str(folder))
        code, said = run_command(words)
        assert code in (0, 1, 2, 4), words
        # A package may be rejected for many reasons.
        assert said.count("\n") <= (0 if code == 0 and words[0] != "pack" else 1) or words[0] == "pack", (words, said)


@fuzzed(400)
@given(st.builds(changed, st.just(BASELINE), changes))
def test_a_baseline_is_read_again_as_it_was_written_or_refused(content: bytes) -> None:
    try:
        file = parse(content.decode("utf-8"), "baseline", "f")
    except (ReportError, UnicodeDecodeError) as error:
        assert "\n" not in visible(str(error))
        return
    again = parse(file.text(), "baseline", "f")
    assert isinstance(again, ExpectationFile) and again == file


leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
json_values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


@fuzzed(60)
@given(st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_any_object_is_read_as_python_reads_it(value: dict[str, Any]) -> None:
    line = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    if b'"per_binade":[' not in line:
        assert parsed_line(line) == json.loads(line)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    assert run_command(["pack", str(folder / "p"), *shards(folder)])[0] == 0
    return folder / "p"


@fuzzed(60)
@given(st.integers(0, 100), changes, st.booleans())
def test_a_changed_package_is_no_evidence(package: Path, which: int, how: list[Change], is_listed: bool) -> None:
    """A forger who also changes the list can only change facts that nothing else repeats."""
    files = sorted(path for path in package.rglob("*") if path.is_file())
    file = files[which % len(files)]
    before, sums = file.read_bytes(), (package / "SHA256SUMS").read_bytes()
    try:
        file.write_bytes(changed(before, how))
        if is_listed and file.name != "SHA256SUMS":
            list_again(package)
        is_same = file.read_bytes() == before
        found = examine(package, Demand()).reasons
        # Times and reasons in a journal have no second source, and neither have kernels of journals without hashes.
        is_free = is_listed and (file.name in ("statement.txt", "kernels.json") or file.suffix == ".jsonl")
        assert is_free or bool(found) != is_same
    finally:
        file.write_bytes(before)
        (package / "SHA256SUMS").write_bytes(sums)


@fuzzed(60)
@given(changes)
def test_a_changed_archive_is_no_evidence(package: Path, how: list[Change]) -> None:
    archive = package.with_name("p.tar.gz")
    other = package.with_name("other.tar.gz")
    other.write_bytes(changed(archive.read_bytes(), how))
    assert run_command(["verify", str(other)])[0] == int(other.read_bytes() != archive.read_bytes())
