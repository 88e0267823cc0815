"""Converts a record of a journal from JSON to the values of the model. Raises ValueError if a record is invalid."""

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from classay_report.journal import commands
from classay_report.journal.cases import CaseName
from classay_report.journal.model import (
    Abnormal,
    Attempt,
    Binade,
    Binades,
    Counts,
    Device,
    End,
    Header,
    Health,
    Inputs,
    Json,
    Limit,
    MaxUlp,
    Result,
    RightAnswer,
    Sample,
    SecondLaunch,
    Suite,
    Table,
)
from classay_report.journal.verdicts import Verdict

SCHEMA = 1  # the major version; every minor one is read (docs/journal.md)
HISTOGRAM_BINS = 92
LARGEST_COUNT = (1 << 63) - 1  # what databases and tables can hold
LARGEST_SEED = (1 << 64) - 1
LARGEST_EXPONENT = 1 << 15
MOST_SHARDS = 65536

_BITS = re.compile(r"0x[0-9a-f]{1,512}")
_ANSWERS = re.compile(r"0x[0-9a-f]{16}")
_KIND = re.compile(r"[a-z0-9_-]{1,40}")  # it is part of a file's name
_SHARD = re.compile(r"([1-9][0-9]{0,4})/([1-9][0-9]{0,4})")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_RESULT_FIELDS = frozenset(
    "kind case verdict reason inputs counts max_ulp limit also_meets also_fails worst first signed_histogram per_binade "
    "vectors seconds repro log answers kernels second_launch clock driver_notes".split()
)
_NOTHING: Json = {}

T = TypeVar("T")


class OtherVersionError(ValueError):
    """The journal has another major version, and may be valid."""


def _short(value: Any) -> str:
    """Shortens a value for a message. Python refuses to print an int of thousands of digits."""
    return "a number of very many digits" if isinstance(value, int) and value.bit_length() > 512 else f"{value!r:.60}"


def _typed(value: Any, kind: type[T], what: str) -> T:
    # In Python a bool is an int. In a journal it is not.
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    raise ValueError(f"{what} is {_short(value)}")


def text(line: Mapping[str, Any], key: str, default: str | None = None) -> str:
    return _typed(line.get(key, default), str, f"'{key}'")


def _texts(line: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_typed(word, str, f"one of '{key}'") for word in _typed(line.get(key, []), list, f"'{key}'"))


def _count(line: Mapping[str, Any], key: str, default: int | None = None, largest: int = LARGEST_COUNT) -> int:
    count = _typed(line.get(key, default), int, f"'{key}'")
    if not 0 <= count <= largest:
        raise ValueError(f"'{key}' is {_short(count)}")
    return count


def _object(line: Mapping[str, Any], key: str) -> Json:
    return _typed(line.get(key, _NOTHING), dict, f"'{key}'")


def _list(line: Mapping[str, Any], key: str) -> list[Any]:
    return _typed(line.get(key, []), list, f"'{key}'")


def _number(value: Any, what: str) -> float:
    if (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and -sys.float_info.max <= value <= sys.float_info.max
    ):
        return float(value)
    raise ValueError(f"{what} is {_short(value)}")


def ulps(value: Any) -> float:
    if value == "inf":
        return math.inf
    return -math.inf if value == "-inf" else _number(value, "an error in ulp")


def _bits(value: Any) -> str:
    if isinstance(value, str) and _BITS.fullmatch(value):
        return value
    raise ValueError(f"{value!r:.60} is not a bit pattern")


def _components(value: Any) -> tuple[Any, ...]:
    """Returns the value, or the values of all components, as a tuple."""
    return tuple(value) if isinstance(value, list) else (value,)


def _sample(index: Any, inputs: Any, got: Any, error: Any) -> Sample:
    return Sample(
        index=_count({"index": index}, "index"),
        inputs=tuple(_bits(word) for word in _typed(inputs, list, "'inputs' of a sample")),
        got=tuple(_bits(word) for word in _components(got)),
        ulps=ulps(error),
    )


def _right_answer(found: Json) -> RightAnswer:
    right = RightAnswer(
        expected=tuple(None if word is None else _bits(word) for word in _components(found.get("expected"))),
        low=tuple(_typed(word, str, "'low'") for word in _components(found.get("low"))),
        high=tuple(_typed(word, str, "'high'") for word in _components(found.get("high"))),
    )
    numbers = [len(words) for words in (_components(found.get("got")), right.expected, right.low, right.high)]
    if len(set(numbers)) > 1:
        raise ValueError("'got', 'expected', 'low' and 'high' have different numbers of results")
    return right


def _samples(line: Json, key: str) -> tuple[Sample, ...]:
    found = []
    for entry in _list(line, key):
        s = _typed(entry, dict, f"one of '{key}'")
        right = _right_answer(s) if "low" in s else None
        found.append(replace(_sample(s.get("index"), s.get("inputs"), s.get("got"), s.get("ulps")), right=right))
    return tuple(found)


def _exponent(value: Any) -> int:
    if type(value) is int and abs(value) <= LARGEST_EXPONENT:
        return value
    raise ValueError(f"the exponent of a binade is {_short(value)}")


def whole_binades(per_binade: Any) -> tuple[Binade, ...]:
    found = []
    for entry in _typed(per_binade, list, "'per_binade'"):
        if not isinstance(entry, list) or len(entry) != 6 or entry[1] not in ("+", "-"):
            raise ValueError(f"{entry!r:.60} is not a binade")
        exponent = _exponent(entry[0])
        found.append(Binade(exponent, entry[1] == "-", _sample(*entry[2:])))
    if len({(b.exponent, b.negative) for b in found}) != len(found):
        raise ValueError("a binade occurs twice")
    return tuple(found)


def binade_errors(per_binade: Any) -> list[tuple[int, bool, float]]:
    """Returns exponent, sign and error in ulp of each binade, without parsing the rest."""
    found = []
    for entry in _typed(per_binade, list, "'per_binade'"):
        try:
            exponent, sign, _, _, _, error = entry
        except (TypeError, ValueError):
            raise ValueError(f"{entry!r:.60} is not a binade") from None
        if sign not in ("+", "-"):
            raise ValueError(f"{entry!r:.60} is not a binade")
        found.append(
            (_exponent(exponent), sign == "-", error if type(error) is float and abs(error) < math.inf else ulps(error))
        )
    return found


def _max_ulp(line: Json) -> MaxUlp | None:
    found = line.get("max_ulp")
    if found is None:
        return None
    found = _typed(found, dict, "'max_ulp'")
    value = found.get("value")
    return MaxUlp(
        value=None if value is None else _number(value, "'value' of 'max_ulp'"),
        inputs=tuple(_bits(word) for word in _list(found, "input")),
        got=tuple(_bits(word) for word in _components(found.get("got"))),
        right=_right_answer(found),
    )


def _second_launch(line: Json) -> SecondLaunch | None:
    if line.get("second_launch") is None:
        return None
    found = _object(line, "second_launch")
    sample = _typed(found.get("sample"), dict, "'sample'")
    _count(sample, "index")
    _texts(found, "vector")
    return SecondLaunch(
        differing=_count(found, "differing"),
        wrong=_count(found, "wrong"),
        inputs=tuple(_bits(word) for word in _list(sample, "inputs")),
        first=tuple(_bits(word) for word in _components(sample["first"])) if "first" in sample else (),
        second=tuple(_bits(word) for word in _components(sample.get("second"))),
    )


def _limit(line: Json) -> Limit | None:
    if line.get("limit") is None:
        return None
    found = _object(line, "limit")
    value = found.get("value")
    return Limit(
        text=text(found, "text"),
        value=None if value is None else _number(value, "'value' of 'limit'"),
        edition=text(found, "edition", ""),
        clause=text(found, "clause", ""),
    )


def _inputs(line: Json) -> Inputs | None:
    if line.get("inputs") is None:
        return None
    found = _object(line, "inputs")
    exhaustive = _typed(found.get("exhaustive", False), bool, "'exhaustive'")
    of = _count(found, "of") if "of" in found else 0
    return Inputs(text(found, "plan", ""), _count(found, "count"), text(found, "hash", ""), exhaustive, of)


def _tables(line: Json, key: str) -> tuple[Table, ...]:
    found = (_typed(t, dict, f"one of '{key}'") for t in _list(line, key))
    # Early journals have no modes.
    return tuple(Table(text(t, "edition"), text(t, "profile"), text(t, "mode", "default")) for t in found)


def _histogram(line: Json) -> tuple[int, ...]:
    bins = tuple(_count({"signed_histogram": n}, "signed_histogram") for n in _list(line, "signed_histogram"))
    if bins and len(bins) != HISTOGRAM_BINS:
        raise ValueError(f"'signed_histogram' has {len(bins)} bins instead of {HISTOGRAM_BINS}")
    return bins


def _answers(line: Json) -> str:
    answers = text(line, "answers", "")
    if answers and not _ANSWERS.fullmatch(answers):
        raise ValueError(f"'answers' is {answers!r:.60}")
    return answers


def _kernels(line: Json) -> dict[str, str]:
    found = _object(line, "kernels")
    for kind, digest in found.items():
        if not _KIND.fullmatch(kind) or not _SHA256.fullmatch(_typed(digest, str, "one of 'kernels'")):
            raise ValueError(f"{kind!r:.60}: {digest!r:.80} is not a kernel with its SHA-256")
    return found


def _found(line: Json) -> Verdict | None:
    held = _object(line, "baseline")
    return Verdict(text(held, "found")) if "found" in held else None


def result(line: Json, number: int, binades: Binades | None, binades_key: str) -> Result:
    counts = _object(line, "counts")
    known = {key: _count(counts, key) for key in Counts.__slots__ if key in counts}
    case = CaseName.parse(text(line, "case"))
    return Result(
        case=case,
        verdict=Verdict(text(line, "verdict")),
        found=_found(line),
        reason=text(line, "reason", ""),
        inputs=_inputs(line),
        counts=Counts(**known),
        max_ulp=_max_ulp(line),
        limit=_limit(line),
        also_meets=_tables(line, "also_meets"),
        also_fails=_tables(line, "also_fails"),
        worst=_samples(line, "worst"),
        first=_samples(line, "first"),
        histogram=_histogram(line),
        vectors=tuple(_texts({"vectors": vector}, "vectors") for vector in _list(line, "vectors")),
        seconds={key: _number(value, f"'{key}' of 'seconds'") for key, value in _object(line, "seconds").items()},
        second_launch=_second_launch(line),
        clock=text(line, "clock", ""),
        driver_notes=_texts(line, "driver_notes"),
        repro=commands.repro(text(line, "repro", ""), case),
        log=text(line, "log", ""),
        answers=_answers(line),
        kernels=_kernels(line),
        line=number,
        binades_key=binades_key,
        other={key: value for key, value in line.items() if key not in _RESULT_FIELDS},
        _binades=binades,
    )


def shard_of(word: str) -> tuple[int, int]:
    """Returns (2, 4) for 2/4. Raises ValueError."""
    if match := _SHARD.fullmatch(word):
        index, of = int(match[1]), int(match[2])
        if index <= of <= MOST_SHARDS:
            return index, of
    raise ValueError(f"'{word:.60}' is not a shard I/N, such as 2/4, with N at most {MOST_SHARDS}")


def header(line: Json) -> Header:
    if line.get("kind") != "run":
        raise ValueError("the first line does not describe a run")
    schema = line.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise OtherVersionError(
            f"has schema {_short(schema)}, but this program reads schema {SCHEMA}: use a newer classay-report"
        )
    suite, device = _object(line, "suite"), _object(line, "device")
    return Header(
        schema=schema,
        minor=_count(line, "minor", 0),
        suite=Suite(
            text(suite, "version"),
            text(suite, "commit", ""),
            _typed(suite.get("dirty", False), bool, "'dirty'"),
            text(suite, "build", ""),
        ),
        device=Device(
            name=text(device, "name"),
            platform=text(device, "platform", ""),
            vendor=text(device, "vendor", ""),
            version=text(device, "version", ""),
            driver=text(device, "driver", ""),
            profile=text(device, "profile", ""),
            platform_version=text(device, "platform_version", ""),
            language_version=text(device, "language_version", ""),
            il_versions=_texts(device, "il_versions"),
            extensions=_texts(device, "extensions"),
            backend=text(device, "backend", "opencl"),
            raw=device,
        ),
        host=_object(line, "host"),
        worker=_object(line, "worker"),
        options=_object(line, "options"),
        seed=_count(line, "seed", 0, LARGEST_SEED),
        tier=text(line, "tier"),
        edition=text(line, "edition"),
        il_edition=text(line, "il_edition", text(line, "edition")),
        profile=text(line, "profile"),
        shard="{}/{}".format(*shard_of(text(line, "shard", "1/1"))),
        cases=_count(line, "cases") if "cases" in line else None,
        start=text(line, "start", ""),
        merged=tuple(_typed(part, dict, "one of 'merged'") for part in _list(line, "merged")),
        raw=line,
    )


def attempt(line: Json, number: int) -> Attempt:
    return Attempt(text(line, "unit"), _count(line, "width"), text(_object(line, "answer"), "verdict", ""), number)


def abnormal(line: Json, number: int) -> Abnormal:
    return Abnormal(
        text(line, "unit"), Verdict(text(line, "verdict")), text(line, "reason", ""), text(line, "log", ""), number
    )


def health(line: Json, number: int) -> Health:
    healthy = _typed(line.get("healthy"), bool, "'healthy'")
    return Health(healthy, text(line, "message", ""), text(line, "after", ""), number)


def end(line: Json, number: int) -> End:
    totals = _object(line, "totals")
    left_out = tuple(CaseName.parse(name) for name in _texts(line, "left_out"))
    return End({Verdict(key): _count(totals, key) for key in totals}, left_out, line.get("unusable"), number)


def begun(line: Json) -> list[CaseName]:
    """Returns the cases of a `start` record."""
    return [CaseName.parse(f"{text(line, 'unit')}/v{_count({'': width}, '')}") for width in _list(line, "widths")]
