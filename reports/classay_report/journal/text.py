"""Parses a line of a journal from bytes to JSON, with the same bounds as classay (data/hostile/files.json)."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from classay_report.journal.model import Json

LINE_BYTES = 1 << 26
DEPTH = 64
VALUES = 1 << 22
MEMBERS = 1 << 10  # in one object

# Inside a string these quotes would be escaped, so this matches only the key itself.
_BINADES = b'"per_binade":['
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_HALF_LETTER = re.compile(rb"\\u[dD][89a-fA-F]")
# Numbers that may exceed the largest double. The digits of a bit pattern are followed by a quote instead.
_LARGE_NUMBER = re.compile(rb"(?:[eE]\+?[0-9]{3,}|[0-9]{309})[0-9.eE+-]*\s*[,\]}]")


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yields lines with their newlines, which the last one may lack. Raises ValueError if a line is too long."""
    while line := stream.readline(LINE_BYTES + 2):
        if len(line) - line.endswith(b"\n") > LINE_BYTES:
            raise ValueError(f"it is longer than {LINE_BYTES >> 20} MiB")
        yield line


def place_of_binades(line: bytes) -> tuple[int, int]:
    """Finds the list of binades without parsing it. Returns (0, 0) if there is none to cut out.

    An entry ends with a number or a string, so the first "]]" ends the list. If a line is written differently, the text
    that remains after the cut is not valid JSON and is refused.
    """
    key = line.find(_BINADES)
    if key < 0:
        return (0, 0)
    start = key + len(_BINADES) - 1
    stop = line.find(b"]]", start)
    return (0, 0) if stop < 0 or line[start + 1 : start + 2] == b"]" else (start, stop + 2)


def parsed_line(line: bytes) -> Json:
    """Parses a complete line without its binades. Raises ValueError if malformed."""
    start, stop = place_of_binades(line)
    value = parsed_value(line[:start] + b"[]" + line[stop:] if stop else line)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def parsed_value(text: bytes) -> Any:
    """Raises ValueError."""
    if _count(text) > VALUES and _count(_STRING.sub(b"", text)) > VALUES:
        raise ValueError(f"it has more than {VALUES} values")
    try:
        # Python reads a number beyond the largest double as inf, which JSON does not have.
        floats, ints = (_finite, _whole) if _LARGE_NUMBER.search(text) else (None, None)
        value = json.loads(
            text.decode("utf-8"),
            parse_constant=_no_constant,
            parse_float=floats,
            parse_int=ints,
            # Counts duplicate names twice, which the finished object would hide.
            object_pairs_hook=_few_members if text.count(b":") > MEMBERS else None,
        )
    except RecursionError as error:
        raise ValueError(f"it has lists and objects deeper than {DEPTH}") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at byte {error.pos}") from error
    _check_depth(value)
    if _HALF_LETTER.search(text):
        # Python accepts an unpaired surrogate and fails only when the text is written.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def _count(text: bytes) -> int:
    return text.count(b",") + text.count(b"[") + text.count(b"{")


def _check_depth(value: Any) -> None:
    level, depth = [value], 0
    while level := [v for v in level if isinstance(v, (dict, list))]:
        depth += 1
        if depth > DEPTH:
            raise ValueError(f"it has lists and objects deeper than {DEPTH}")
        level = [inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer)]


def _few_members(members: list[tuple[str, Any]]) -> Json:
    if len(members) > MEMBERS:
        raise ValueError(f"it has an object of more than {MEMBERS} members")
    return dict(members)


def _finite(word: str) -> float:
    value = float(word)
    if value - value != 0:
        raise ValueError(f"{word:.40} is too large for a number")
    return value


def _whole(word: str) -> int:
    if len(word) > 308:
        raise ValueError(f"{word:.40}... is too large for a number")
    return int(word)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not valid JSON")
