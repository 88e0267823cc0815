"""`classay-report cts RUN`: predicts the results of OpenCL-CTS from a run of classay, by the table map.txt."""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from classay_report.arguments import Parser
from classay_report.cts.log import read_log
from classay_report.cts.names import rows
from classay_report.cts.seen import Seen, seen
from classay_report.errors import ReportError
from classay_report.globs import alternatives
from classay_report.journal import Result, Run, Verdict, read_run
from classay_report.visible import joined, json_text

AS_PROMISED, FAILS, NOTHING = 0, 1, 3
PASS_OF_A_SAMPLE = "pass of a sample"
_BAD = (
    Verdict.FAIL,
    Verdict.CRASH,
    Verdict.TIMEOUT,
    Verdict.DEVICE_LOST,
    Verdict.RESOURCE_ERROR,
    Verdict.FLAKE,
    Verdict.XFAIL,
)
_SAMPLED = (Verdict.FAIL, Verdict.FLAKE, Verdict.XFAIL)
_UNTESTED = (Verdict.PARTIAL, Verdict.MISSING, Verdict.HARNESS_ERROR, Verdict.KILLED)
_ABSENT = (Verdict.UNSUPPORTED, Verdict.SKIP)
_FLAGS = ("special", "unchecked", "unclear")
_SELECTING = ("filters", "excludes", "modes")


class Expected(StrEnum):
    FAIL = "fail"
    PASS = "pass"
    SKIP = "skip"
    NOT_COVERED = "not covered"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of map.txt."""

    program: str
    test: str
    globs: tuple[str, ...]
    is_special: bool = False
    is_unchecked: bool = False
    is_unclear: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Prediction:
    row: Row
    expected: Expected
    why: str
    result: Result | None = None  # the first failure
    cts: str = ""  # the result in a log, if one was given

    @property
    def agrees(self) -> bool | None:
        """None: there is nothing to compare."""
        if not self.cts or self.expected is Expected.NOT_COVERED:
            return None
        if self.expected is Expected.FAIL and self.cts == PASS_OF_A_SAMPLE:
            return None
        return (self.cts == "fail") == (self.expected is Expected.FAIL)


@cache
def table() -> tuple[Row, ...]:
    found = []
    for program, test, *words in rows("map.txt"):
        flag = words[0] if words[0] in ("-", *_FLAGS) else ""
        rest = tuple(words[bool(flag) :])
        if flag == "-":
            found.append(Row(program, test, (), reason=" ".join(rest)))
        else:
            found.append(Row(program, test, rest, flag == "special", flag == "unchecked", flag == "unclear"))
    return tuple(found)


class CaseIndex:
    """Finds the cases of a row. Names are kept by front end, group and builtin, because map.txt has many patterns."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_builtin: dict[str, list[str]] = {}
        for name in names:
            self._by_builtin.setdefault("/".join(name.split("/")[:3]), []).append(name)

    def matching(self, pattern: str) -> list[str]:
        """`pattern` is a glob without braces."""
        builtin = "/".join(pattern.split("/")[:3])
        chosen = [names for key, names in self._by_builtin.items() if fnmatchcase(key, builtin)]
        return [name for names in chosen for name in names if fnmatchcase(name, pattern)]

    def of(self, row: Row) -> list[str]:
        patterns = [pattern for glob in row.globs for pattern in alternatives(glob)]
        return list(dict.fromkeys(name for pattern in patterns for name in self.matching(pattern)))


def _verdict(result: Result) -> Verdict:
    return result.found or result.verdict


def _counted(results: Sequence[Result]) -> str:
    counts = Counter(_verdict(result).value for result in results)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _view(result: Result, row: Row) -> Seen:
    if _verdict(result) not in _SAMPLED:
        return Seen.YES  # a crash or the like
    if row.is_unchecked:
        return Seen.NO
    view = seen(result, row.program, is_special=row.is_special)
    return Seen.UNKNOWN if row.is_unclear and view is Seen.YES else view


def predict(row: Row, results: Sequence[Result], missing: Sequence[str] = ()) -> Prediction:
    """`missing`: cases of the row that the run did not select."""
    if not row.globs:
        return Prediction(row, Expected.NOT_COVERED, row.reason)
    if not results:
        return Prediction(row, Expected.NOT_COVERED, "the run has none of its cases")
    bad = [result for result in results if _verdict(result) in _BAD]
    views = {result.case: _view(result, row) for result in bad}
    visible = [result for result in bad if views[result.case] is Seen.YES]
    if visible:
        first = visible[0]
        why = f"{len(visible)} of {len(results)} cases fail; {first.case}: {_verdict(first)}: {first.reason or 'no reason'}"
        return Prediction(row, Expected.FAIL, why, first)
    unknown = [result for result in bad if views[result.case] is Seen.UNKNOWN]
    untested = [result for result in results if _verdict(result) in _UNTESTED]
    if unknown or untested or missing:
        reasons = [
            f"{len(unknown)} cases fail; CTS may not check their failures: "
            f"{unknown[0].case}: "
            f"{unknown[0].reason or 'no reason'}"
            if unknown
            else "",
            f"{len(untested)} of {len(results)} cases have no complete result ({_counted(untested)})" if untested else "",
            f"{len(missing)} of {len(missing) + len(results)} cases did not run, such as {missing[0]}" if missing else "",
        ]
        return Prediction(row, Expected.NOT_COVERED, "; ".join(reason for reason in reasons if reason))
    if all(_verdict(result) in _ABSENT for result in results):
        return Prediction(row, Expected.SKIP, f"{_counted(results)}: {results[0].reason or 'no reason'}")
    hidden = f"; CTS does not check the failures: {bad[0].case}: {bad[0].reason or 'no reason'}" if bad else ""
    return Prediction(row, Expected.PASS, _counted(results) + hidden)


def predictions(
    run: Run, every: Sequence[str] = (), logged: Mapping[tuple[str, str], str] | None = None
) -> list[Prediction]:
    """`every`: the names of all cases of classay; empty: the selection of the run is not checked."""
    by_name = {str(case): result for case, result in run.results.items()}
    selected, complete = CaseIndex(by_name), CaseIndex(every)
    found = []
    for row in table():
        names = selected.of(row)
        missing = [name for name in complete.of(row) if name not in by_name] if every else []
        one = predict(row, [by_name[name] for name in names], missing)
        cts = (logged or {}).get((row.program, row.test), "")
        found.append(Prediction(one.row, one.expected, one.why, one.result, cts))
    return found


def register(parser: Parser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="folder of a run, or its journal")
    parser.selection.add_argument(
        "--classay",
        default="",
        metavar="PROGRAM",
        help="count cases that the run did not select, by the list of this program",
    )
    parser.selection.add_argument(
        "--log", nargs="+", type=Path, default=[], metavar="LOG", help="compare with the results in these logs of OpenCL-CTS"
    )
    parser.output.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.epilog = "Exit codes: 0 no failure is predicted; 1 a test is predicted to fail; 3 no test is covered."


def listed(program: str) -> list[str]:
    try:
        done = subprocess.run([program, "list"], capture_output=True, text=True, timeout=120, check=True)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError) as error:
        raise ReportError(f"--classay '{program}': cannot list cases: {error}") from error
    return done.stdout.split()


def logged_results(paths: Iterable[Path]) -> dict[tuple[str, str], str]:
    found = {}
    for path in paths:
        log = read_log(path)
        for test in log.tests:
            if test.result:
                is_part = log.is_sample and test.result == "pass"
                found[log.program, test.name] = PASS_OF_A_SAMPLE if is_part else test.result
    return found


def _selection_note(run: Run) -> str:
    chosen = [name for name in _SELECTING if run.header.options.get(name)]
    return (
        f"the run has a selection ({', '.join(chosen)}); --classay PROGRAM counts the cases that are not in it"
        if chosen
        else ""
    )


def text_of(run: Run, found: Sequence[Prediction], is_checked: bool) -> str:
    lines = [f"{run.header.device.name}, driver {run.header.device.driver}, tier {run.header.tier}"]
    lines.append("A prediction is not a conformance result of Khronos.")
    note = "" if is_checked else _selection_note(run)
    lines += [f"note: {note}"] * bool(note)
    width = max(len(one.row.test) for one in found)
    for program in dict.fromkeys(one.row.program for one in found):
        own = [one for one in found if one.row.program == program]
        counts = Counter(one.expected for one in own)
        lines += ["", f"{program}: " + ", ".join(f"{counts[kind]} {kind}" for kind in Expected if counts[kind])]
        for one in own:
            cts = f" [CTS: {one.cts}{'' if one.agrees is not False else ', differs'}]" if one.cts else ""
            lines.append(f"  {one.expected:<11}  {one.row.test:<{width}}  {one.why}{cts}")
    compared = Counter(one.agrees for one in found if one.agrees is not None)
    if compared:
        lines += ["", f"compared with logs: {compared[True]} agree, {compared[False]} differ"]
    return joined(lines)


def data_of(run: Run, found: Sequence[Prediction]) -> dict[str, Any]:
    def one(prediction: Prediction) -> dict[str, Any]:
        result = prediction.result
        first = {"case": str(result.case), "reason": result.reason, "repro": result.repro} if result else None
        return {
            "program": prediction.row.program,
            "test": prediction.row.test,
            "prediction": prediction.expected.value,
            "why": prediction.why,
            "first": first,
            **({"cts": prediction.cts, "agrees": prediction.agrees} if prediction.cts else {}),
        }

    device = run.header.device
    return {"schema": 1, "device": device.name, "driver": device.driver, "tests": [one(prediction) for prediction in found]}


def run(args: argparse.Namespace) -> int:
    tested = read_run(args.run)
    found = predictions(tested, listed(args.classay) if args.classay else (), logged_results(args.log))
    sys.stdout.write(json_text(data_of(tested, found)) if args.json else text_of(tested, found, bool(args.classay)))
    kinds = {one.expected for one in found}
    if Expected.FAIL in kinds:
        return FAILS
    return NOTHING if kinds == {Expected.NOT_COVERED} else AS_PROMISED
