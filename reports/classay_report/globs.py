"""Matches names of cases with globs (suites/glob.h): `*`, `?`, `[a-c]`, `{sin,cos}`, and `!` to exclude."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from classay_report.errors import UsageError

MOST_ALTERNATIVES = 4096


def alternatives(glob: str) -> list[str]:
    """Returns the patterns without braces that a glob stands for."""
    start = glob.find("{")
    if start < 0:
        return [glob]
    depth, begin, parts = 1, start + 1, []
    for end in range(start + 1, len(glob)):
        letter = glob[end]
        if depth == 1 and letter in ",}":
            parts.append(glob[begin:end])
            begin = end + 1
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            break
    else:
        raise UsageError(f"glob '{glob}': the brace that opens at character {start + 1} has no '}}'")
    found: list[str] = []
    for part in parts:
        found += alternatives(glob[:start] + part + glob[begin:])
        if len(found) > MOST_ALTERNATIVES:
            raise UsageError(f"glob '{glob}': the braces stand for more than {MOST_ALTERNATIVES} patterns; use '*'")
    return found


def selects(globs: Sequence[str], name: str) -> bool:
    """Returns whether one glob matches, or all of them exclude, and none excludes the name."""
    included = [glob for glob in globs if not glob.startswith("!")]
    excluded = [glob[1:] for glob in globs if glob.startswith("!")]

    def matches(glob: str) -> bool:
        return any(fnmatchcase(name, one) for one in alternatives(glob))

    return (not included or any(map(matches, included))) and not any(map(matches, excluded))
