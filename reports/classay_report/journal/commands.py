"""Commands that pages and tables offer to be pasted into a shell: made of parts of the journal that were checked and quoted.

The journal has the command as a text, by whoever wrote the journal. It is taken apart as a shell would, each part must be
what it can be and no more, and it is put together again. What does not pass is no command, and nothing is offered.
"""

import re
import shlex
from collections.abc import Mapping, Sequence

from classay_report.journal.cases import CaseName

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_LANE = re.compile(r"0x[0-9a-f]{1,512}(,0x[0-9a-f]{1,512})*")
_OPTIONS: Mapping[str, re.Pattern[str]] = {
    "--device": re.compile(r"[^-].*"),  # a name, as the driver gives it
    "--edition": _PLAIN,
    "--profile": _PLAIN,
    "--constants": _PLAIN,
    "--seed": _PLAIN,
    "--input": _LANE,
}


def is_plain(case: CaseName) -> bool:
    """Of letters that mean nothing to a shell. Names of cases are, where nobody changed them."""
    parts = (case.front_end, case.group, case.builtin, case.format, case.mode)
    return all(_PLAIN.fullmatch(part) for part in parts)


def repro(told: str, case: CaseName) -> str:
    """`classay repro` as a journal tells it; empty where that is not plainly the command for this case."""
    try:
        words = shlex.split(told)
    except ValueError:
        return ""
    if words[:2] != ["classay", "repro"] or not is_plain(case) or not all(word.isprintable() for word in words):
        return ""
    words = _without_worker(words)
    rest = words[2:] if words[2:3] != ["--worker"] else words[4:]
    # Of a case that has no inputs: where the run is.
    if len(rest) == 2 and rest[1] == str(case) and not rest[0].startswith("-"):
        return shlex.join(words)
    pairs = list(zip(rest[::2], rest[1::2]))
    is_known = len(rest) % 2 == 0 and all(_is_known(option, value, case) for option, value in pairs)
    return shlex.join(words) if is_known and ("--case", str(case)) in pairs else ""


def _without_worker(words: list[str]) -> list[str]:
    """The same with a word that stands for the command of --worker: what a journal has for that would be run as it is."""
    return [*words[:3], "COMMAND", *words[4:]] if words[2:3] == ["--worker"] and len(words) > 4 else words


def _is_known(option: str, value: str, case: CaseName) -> bool:
    if option == "--case":
        return value == str(case)
    pattern = _OPTIONS.get(option)
    return pattern is not None and pattern.fullmatch(value) is not None


def with_inputs(command: str, lanes: Sequence[str]) -> str:
    """The same for other inputs: one for each lane, components separated by commas. `command`: of `repro`, or empty. One
    that names a run instead of inputs stays as it is."""
    words = shlex.split(command)
    if "--case" not in words:
        return command
    if not all(_LANE.fullmatch(lane) for lane in lanes):
        return ""
    start = words[: words.index("--input")] if "--input" in words else words
    return shlex.join([*start, *(word for lane in lanes for word in ("--input", lane))])


def oracle(case: CaseName, inputs: Sequence[str]) -> str:
    """Asks what would be right."""
    if not is_plain(case) or not all(_LANE.fullmatch(word) for word in inputs):
        return ""
    return shlex.join(["classay", "oracle", case.builtin, case.format, "--bits", *inputs])
