"""Rebuilds the commands that pages and tables offer for a shell, from checked and quoted parts of the journal.

The journal contains the command as text and is not trusted. The text is split as a shell would split it, each part must have
an expected form, and the command is joined again. If a part does not pass, no command is offered.
"""

import re
import shlex
from collections.abc import Mapping, Sequence

from classay_report.journal.cases import CaseName

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_REMOTES = (["--remote"], ["--worker"])  # now, and its old name
_LANE = re.compile(r"0x[0-9a-f]{1,512}(,0x[0-9a-f]{1,512})*")
_OPTIONS: Mapping[str, re.Pattern[str]] = {
    "--device": re.compile(r"[^-].*"),  # the name that the driver reports
    "--spec": _PLAIN,
    "--edition": _PLAIN,  # the old name of --spec
    "--profile": _PLAIN,
    "--constants": _PLAIN,
    "--seed": _PLAIN,
    "--input": _LANE,
}


def is_plain(case: CaseName) -> bool:
    """Whether no letter of the name has a meaning in a shell. All genuine case names pass."""
    parts = (case.front_end, case.group, case.builtin, case.format, case.mode)
    return all(_PLAIN.fullmatch(part) for part in parts)


def repro(told: str, case: CaseName) -> str:
    """Returns the `classay repro` command of a journal; empty if it is not plainly the command for this case."""
    try:
        words = shlex.split(told)
    except ValueError:
        return ""
    if words[:2] != ["classay", "repro"] or not is_plain(case) or not all(word.isprintable() for word in words):
        return ""
    words = _without_remote(words)
    rest = words[4:] if words[2:3] in _REMOTES else words[2:]
    # A case without inputs: the command names the run and the case.
    if len(rest) == 2 and rest[1] == str(case) and not rest[0].startswith("-"):
        return shlex.join(words)
    pairs = list(zip(rest[::2], rest[1::2]))
    is_known = len(rest) % 2 == 0 and all(_is_known(option, value, case) for option, value in pairs)
    return shlex.join(words) if is_known and ("--case", str(case)) in pairs else ""


def _without_remote(words: list[str]) -> list[str]:
    """Replaces the command of --remote by a placeholder, because a shell would run the journal's text unchecked."""
    return [*words[:3], "COMMAND", *words[4:]] if words[2:3] in _REMOTES and len(words) > 4 else words


def _is_known(option: str, value: str, case: CaseName) -> bool:
    if option == "--case":
        return value == str(case)
    pattern = _OPTIONS.get(option)
    return pattern is not None and pattern.fullmatch(value) is not None


def with_inputs(command: str, lanes: Sequence[str]) -> str:
    """Returns the command for other inputs: one per lane, components separated by commas. `command` is a `repro` command or
    empty. A command that names a run instead of inputs is returned unchanged."""
    words = shlex.split(command)
    if "--case" not in words:
        return command
    if not all(_LANE.fullmatch(lane) for lane in lanes):
        return ""
    start = words[: words.index("--input")] if "--input" in words else words
    return shlex.join([*start, *(word for lane in lanes for word in ("--input", lane))])


def oracle(case: CaseName, inputs: Sequence[str]) -> str:
    """Returns the command that prints the correct result."""
    if not is_plain(case) or not all(_LANE.fullmatch(word) for word in inputs):
        return ""
    return shlex.join(["classay", "oracle", case.builtin, case.format, "--bits", *inputs])
