"""Decides who is right about a failure: the device, OpenCL-CTS, or neither because the specification is unclear.

A device is wrong only if every value that fits the log is wrong, under every setting that the log leaves open.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from classay_report.cts.failure import Call, Failure, Operand
from classay_report.cts.judging import Conditions, Json, Judge, call_text, operand_words
from classay_report.cts.log import Device
from classay_report.cts.values import Value, order_key

MOST_CALLS = 20_000  # for one failure
_AMBIGUITY = re.compile(r"docs/ambiguities\.md, ([a-z0-9-]+)")
_GOOD = ("right", "undefined", "quality-warning")


class Outcome(StrEnum):
    DEVICE = "device wrong"
    CTS = "CTS wrong"
    UNCLEAR = "specification unclear"
    UNJUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Finding:
    """`proven` has what the reference proves: the exact value, the error and the limit."""

    failure: Failure
    outcome: Outcome
    why: str
    conditions: str = ""
    proven: Mapping[str, Any] = field(default_factory=dict)
    interpretation: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """One failure with the calls to judge: those with the obtained result, and those with CTS's expected one."""

    failure: Failure
    conditions: tuple[Conditions, ...]
    got: tuple[str, ...]
    expected: tuple[str, ...]
    exact: str  # the call for the oracle; empty if the arguments are not exact
    why: str = ""


def conditions_of(device: Device, form: str, mode: str, spec: str, profile: str) -> tuple[Conditions, ...]:
    """Returns all settings that the log allows. `spec` and `profile` of the user replace those of the log."""
    if spec:
        specs = [spec]
    elif device.version is None:
        specs = ["clc-2.0", "clc-3.1"]
    else:
        specs = ["clc-3.1" if device.version >= (3, 1) else "clc-2.0"]
    if profile:
        profiles = [profile]
    elif device.is_embedded is None:
        profiles = ["full", "embedded"]
    else:
        profiles = ["embedded" if device.is_embedded else "full"]
    known = device.flushes.get(form if form[0] == "f" else "f64")
    flushing = [False, True] if known is None else [known]
    found = []
    for one, other, flushes in itertools.product(specs, profiles, flushing):
        to_zero = [device.rounds_to_zero] if device.rounds_to_zero is not None else [False, True]
        found += [Conditions(one, other, mode, flushes, rtz) for rtz in (to_zero if other == "embedded" else to_zero[:1])]
    return tuple(found)


def _picks(operands: Sequence[Operand]) -> Iterator[tuple[tuple[int, ...], ...]]:
    choices = [range(len(value.patterns)) for operand in operands for value in operand]
    sizes = [len(operand) for operand in operands]
    for flat in itertools.product(*choices):
        numbers = iter(flat)
        yield tuple(tuple(itertools.islice(numbers, size)) for size in sizes)


def _combinations(operands: Sequence[Operand]) -> int:
    count = 1
    for operand in operands:
        for value in operand:
            count *= len(value.patterns) if value.is_listed else MOST_CALLS + 1
    return count


def _ordered_apart(values: Sequence[Value]) -> bool:
    """Whether all patterns that fit have the same order: each two values are equal and exact, or do not overlap."""
    spans = []
    for value in values:
        keys = [order_key(pattern, value.form) for pattern in value.patterns]
        if any(key is None for key in keys):
            return False
        numbers = [key for key in keys if key is not None]
        spans.append((min(numbers), max(numbers)))
    return all(a[1] < b[0] or b[1] < a[0] or (a == b and a[0] == a[1]) for a, b in itertools.combinations(spans, 2))


def _one_each(operands: Sequence[Operand]) -> tuple[Operand, ...]:
    return tuple(tuple(Value(v.text, v.form, v.patterns[:1]) for v in operand) for operand in operands)


def _reduced(call: Call) -> Call:
    """Replaces sets of arguments by one of each if only their order matters and it is the same for all. The result of such a
    builtin is one of its arguments or a truth value, so all obtained results that fit are still judged."""
    # Lanes that repeat one printed value are one object.
    by_form: dict[str, dict[int, Value]] = {}
    for operand in call.arguments:
        for value in operand:
            by_form.setdefault(value.form, {})[id(value)] = value
    if not call.by_order or not all(_ordered_apart(list(values.values())) for values in by_form.values()):
        return call
    return Call(call.builtin, call.form, _one_each(call.arguments), call.got, call.expected)


def _texts(call: Call, results: tuple[Operand, ...]) -> list[str]:
    count = len(call.arguments)
    found = []
    for picks in _picks((*call.arguments, *results)):
        found.append(call_text(call, operand_words(call.arguments, picks[:count]), operand_words(results, picks[count:])))
    return found


def _is_exact(operands: Sequence[Operand]) -> bool:
    return all(value.is_exact for operand in operands for value in operand)


def _case(failure: Failure, device: Device, spec: str, profile: str) -> _Case:
    got: list[str] = []
    expected: list[str] = []
    exact = ""
    for original in failure.calls:
        call = _reduced(original)
        if _combinations((*call.arguments, *call.got)) > MOST_CALLS:
            return _Case(failure, (), (), (), "", "the log has too few digits: too many values fit them")
        got += _texts(call, call.got)
        if call.expected and _combinations((*call.arguments, *call.expected)) <= MOST_CALLS:
            expected += _texts(call, call.expected)
        if _is_exact(call.arguments) and len(failure.calls) == 1:
            exact = _texts(call, ())[0]
    if len(got) > MOST_CALLS:
        return _Case(failure, (), (), (), "", "the log has too few digits: too many values fit them")
    form = failure.calls[0].form
    return _Case(failure, conditions_of(device, form, failure.mode, spec, profile), tuple(got), tuple(expected), exact)


def findings(failures: Sequence[Failure], device: Device, judge: Judge, spec: str = "", profile: str = "") -> list[Finding]:
    """Judges the failures of one log together: one run of classay for each setting."""
    cases = [
        _case(failure, device, spec, profile) if failure.calls else _Case(failure, (), (), (), "", failure.why)
        for failure in failures
    ]
    results: dict[tuple[Conditions, str], Json] = {}
    for conditions in sorted({one for case in cases for one in case.conditions}):
        calls = sorted({text for case in cases if conditions in case.conditions for text in (*case.got, *case.expected)})
        results.update(zip(((conditions, text) for text in calls), judge.judge(conditions, calls)))
    exact = sorted({case.exact for case in cases if case.exact})
    values = dict(zip(exact, judge.oracle(exact)))
    return [_finding(case, results, values) for case in cases]


def _finding(case: _Case, results: Mapping[tuple[Conditions, str], Json], values: Mapping[str, Json]) -> Finding:
    if case.why:
        return Finding(case.failure, Outcome.UNJUDGED, case.why)
    got = [[results[one, text] for text in case.got] for one in case.conditions]
    expected = [results[one, text] for one in case.conditions for text in case.expected]
    every = [answer for answers in got for answer in answers]
    named = " or ".join(str(one) for one in case.conditions)
    refused = next((str(answer["error"]) for answer in every if "verdict" not in answer), "")
    if refused:
        return Finding(case.failure, Outcome.UNJUDGED, f"classay does not judge this call: {refused}", named)
    wrong = [answer["verdict"] not in _GOOD for answer in every]
    proven = _proven(every, values.get(case.exact, {}))
    if all(wrong):
        return Finding(case.failure, Outcome.DEVICE, _device_text(every[0], expected), named, proven)
    if any(wrong):
        is_open = all(len({answer["verdict"] not in _GOOD for answer in answers}) == 1 for answers in got)
        why = (
            "the result is wrong under one of these settings and right under another"
            if is_open
            else ("the log does not have enough digits, or does not show the variant: some of the values that fit are wrong")
        )
        return Finding(case.failure, Outcome.UNJUDGED, why, named)
    return _device_is_right(case.failure, every, expected, named, proven)


def _device_text(answer: Json, expected: Sequence[Json]) -> str:
    why = str(answer.get("why") or "is wrong")
    if expected and all(one.get("verdict") == "wrong" for one in expected):
        why += "; the value that CTS expects is wrong, too"
    return f"the result {why}"


def _device_is_right(
    failure: Failure, got: Sequence[Json], expected: Sequence[Json], named: str, proven: Mapping[str, Any]
) -> Finding:
    entry = next((str(answer["reading"]) for answer in (*got, *expected) if answer.get("reading")), "")
    if not entry:
        clauses = (_AMBIGUITY.search(str(answer.get("clause", ""))) for answer in got)
        entry = next((match[1] for match in clauses if match), "")
    verdicts = {answer["verdict"] for answer in got}
    is_expected_wrong = bool(expected) and all(answer.get("verdict") == "wrong" for answer in expected)
    if is_expected_wrong and not entry:
        why = f"the result is right; the value that CTS expects {expected[0].get('why') or 'is wrong'}"
        return Finding(failure, Outcome.CTS, why, named, proven)
    if entry:
        return Finding(failure, Outcome.UNCLEAR, "the result is right under one interpretation", named, proven, entry)
    if "undefined" in verdicts:
        return Finding(failure, Outcome.CTS, "the specification leaves the result undefined for this input", named, proven)
    if "quality-warning" in verdicts:
        why = f"the specification does not require this result: {got[0].get('why', '')}"
        return Finding(failure, Outcome.UNCLEAR, why, named, proven)
    why = "the result and the value that CTS expects are both allowed" if expected else "the result is allowed"
    return Finding(failure, Outcome.CTS, why, named, proven)


def _proven(answers: Sequence[Json], value: Json) -> dict[str, Any]:
    """The largest error is that of the first answer: the candidates differ by the digits that the log lacks."""
    first = answers[0]
    found: dict[str, Any] = {key: first[key] for key in ("error", "limit", "clause") if first.get(key) is not None}
    if "low" in value:
        found["low"], found["high"] = value["low"], value["high"]
        found["nearest"] = value["rne"]
        prescribed = value.get("prescribed")
        if isinstance(prescribed, dict):
            found["prescribed"] = prescribed.get("rule")
    return found
