"""Determines whether a run selects a case, from the options in its first record, with the rules of `classay run`.

If a case is in a baseline but not in a run, this shows whether the run did not select it or the case no longer exists.
"""

import re
from functools import cache

from classay_report.journal import CaseName, Header
from classay_report.journal.backends import BACKENDS

_NOTHING = "\x01"  # no character of a glob matches it


@cache
def glob_pattern(glob: str) -> re.Pattern[str]:
    """`*` matches any text, `?` any character, `[a-z]` and `[^a]` one of a set; a backslash quotes the next character."""
    parts: list[str] = []  # the parts between the stars
    pattern, at = "", 0
    while at < len(glob):
        sign = glob[at]
        close = glob.find("]", at + 2 if glob[at + 1 : at + 2] != "^" else at + 3)
        if sign == "*":
            parts.append(pattern)
            pattern = ""
        elif sign == "?":
            pattern += "."
        elif sign == "\\" and at + 1 < len(glob):
            at += 1
            pattern += re.escape(glob[at])
        elif sign == "[" and close > 0:
            inner = glob[at + 1 : close]
            pattern += "[" + re.sub(r"[\\\[&~|]", r"\\\g<0>", inner) + "]"
            at = close
        else:
            pattern += re.escape(sign)
        at += 1
    if not parts:
        return re.compile(pattern, re.DOTALL)
    # The first match of each part is sufficient. Without backtracking, a glob with many stars is as fast as one with few.
    first, *middle = parts
    return re.compile(first + "".join(f"(?>.*?{part})" for part in middle if part) + f".*{pattern}", re.DOTALL)


def _matches(glob: str, name: str) -> bool:
    return glob_pattern(glob).fullmatch(name) is not None


def filters_of(header: Header) -> list[str]:
    found = header.options.get("filters")
    return [str(word) for word in found] if isinstance(found, list) else []


def modes_of(header: Header) -> list[str] | None:
    """Returns the modes of the filter option; None if tier and filters select the modes."""
    found = header.options.get("modes")
    return [str(word) for word in found] if isinstance(found, list) else None


def _open_front_ends(header: Header) -> set[str]:
    """Returns the front ends that a run includes without a filter that names them."""
    backend = BACKENDS.get(header.device.backend)
    found = {backend.front_end} if backend else set()
    return found | ({"il"} if header.options.get("with_il") is True else set())


def chooses(header: Header, case: CaseName) -> bool:
    name = str(case)
    matching = [glob for glob in filters_of(header) if _matches(glob, name)]
    if filters_of(header) and not matching:
        return False
    if case.front_end not in _open_front_ends(header):
        no_front_end = f"{_NOTHING}{name[len(case.front_end) :]}"
        if all(_matches(glob, no_front_end) for glob in matching):
            return False
    modes = modes_of(header)
    if modes is not None:
        return case.mode in modes
    if header.tier == "certify" or case.mode == "default":
        return True
    no_mode = name.replace(f"/{case.mode}/v", f"/{_NOTHING}/v")
    return any(not _matches(glob, no_mode) for glob in matching)
