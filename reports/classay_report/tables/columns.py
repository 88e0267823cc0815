"""Defines the table that csv and parquet write: one row per result."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from classay_report.journal import CaseName, Header, MaxUlp, Result, Run, SecondLaunch, Verdict
from classay_report.journal.missing import nameless_text

Value = str | int | float | bool | None
_NO_NAME = CaseName("", "", "", "", "", 0)


class Unsigned(int):
    """An integer that may use all 64 bits."""


class Column(NamedTuple):
    name: str
    type: type  # the type of values; all columns except those of the case may be empty
    of: Callable[[Header, Result], Value]


def _from(part: str, attribute: str) -> Callable[[Header, Result], Value]:
    def get(_: Header, result: Result) -> Value:
        found: Any = getattr(result, part)
        value: Value = None if found is None else getattr(found, attribute)
        return value

    return get


def _words(of: Callable[[MaxUlp], Sequence[str | None]]) -> Callable[[Header, Result], Value]:
    """Joins all components of the largest error. Results of two-result builtins are separated by a space."""

    def get(_: Header, result: Result) -> Value:
        if result.max_ulp is None:
            return None
        return " ".join("-" if word is None else word for word in of(result.max_ulp))

    return get


def _seconds(key: str) -> Callable[[Header, Result], Value]:
    return lambda _, result: result.seconds.get(key)


def _counted(attribute: str) -> Callable[[Header, Result], Value]:
    # Without inputs the count is unknown, not 0.
    return lambda _, result: getattr(result.counts, attribute) if result.inputs else None


def _second(get: Callable[[SecondLaunch], int]) -> Callable[[Header, Result], Value]:
    def found(_: Header, result: Result) -> Value:
        if result.second_launch:
            return get(result.second_launch)
        return 0 if result.inputs else None

    return found


COLUMNS: tuple[Column, ...] = (
    Column("case", str, lambda _, r: str(r.case) if r.case.lanes else ""),
    Column("front_end", str, lambda _, r: r.case.front_end),
    Column("group", str, lambda _, r: r.case.group),
    Column("builtin", str, lambda _, r: r.case.builtin),
    Column("format", str, lambda _, r: r.case.format),
    Column("mode", str, lambda _, r: r.case.mode),
    Column("lanes", int, lambda _, r: r.case.lanes),
    Column("verdict", str, lambda _, r: r.verdict.value),
    Column("reason", str, lambda _, r: r.reason),
    Column("max_ulp", float, lambda _, r: r.max_error),
    Column("limit", str, _from("limit", "text")),
    Column("limit_ulp", float, _from("limit", "value")),
    Column("clause", str, _from("limit", "clause")),
    Column("input", str, _words(lambda e: e.inputs)),
    Column("got", str, _words(lambda e: e.got)),
    Column("expected", str, _words(lambda e: e.right.expected)),
    Column("low", str, _words(lambda e: e.right.low)),
    Column("high", str, _words(lambda e: e.right.high)),
    Column("plan", str, _from("inputs", "plan")),
    Column("inputs", int, _from("inputs", "count")),
    Column("inputs_hash", str, _from("inputs", "hash")),
    Column("exhaustive", bool, _from("inputs", "exhaustive")),
    Column("answers", str, lambda _, r: r.answers or None),
    Column("judged", int, _counted("judged")),
    Column("failed", int, _counted("failed")),
    Column("undefined", int, _counted("undefined")),
    Column("nondeterministic", int, _counted("nondeterministic")),
    Column("second_launch_differing", int, _second(lambda s: s.differing)),
    Column("second_launch_wrong", int, _second(lambda s: s.wrong)),
    Column("second_launch_input", str, lambda _, r: " ".join(r.second_launch.inputs) if r.second_launch else None),
    Column("clock", str, lambda _, r: r.clock or None),
    Column("seconds", float, _seconds("total")),
    Column("seconds_device", float, _seconds("device")),
    Column("seconds_reference", float, _seconds("reference")),
    Column("repro", str, lambda _, r: r.repro or None),
    Column("platform", str, lambda h, _: h.device.platform),
    Column("device", str, lambda h, _: h.device.name),
    Column("driver", str, lambda h, _: h.device.driver),
    Column("suite", str, lambda h, _: h.suite.version),
    Column("commit", str, lambda h, _: h.suite.commit),
    Column("tier", str, lambda h, _: h.tier),
    Column("edition", str, lambda h, _: h.edition),
    Column("profile", str, lambda h, _: h.profile),
    Column("seed", Unsigned, lambda h, _: h.seed),
    Column("shard", str, lambda h, _: h.shard),
    Column("start", str, lambda h, _: h.start),
    Column("covers", str, lambda h, _: h.covers),
    Column("label", str, lambda h, _: h.label),
)


def _all_results(run: Run) -> Iterator[Result]:
    yield from run.results.values()
    if run.nameless:
        yield Result(_NO_NAME, Verdict.MISSING, nameless_text(run.nameless, has_ended=run.end is not None))


def rows(runs: Sequence[Run]) -> Iterator[list[Value]]:
    """Yields one row per result, and one row per run for all missing results without a name."""
    for run in runs:
        for result in _all_results(run):
            yield [column.of(run.header, result) for column in COLUMNS]


def word(value: Value) -> str:
    """Returns a text that reads back as the same value: exact numbers, `inf`, true, false; empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return "inf" if math.isinf(value) else repr(value)
    return str(value)
