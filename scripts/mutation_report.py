"""docs/mutations.md: what became of the mutations of scripts/mutations."""

import re
from collections.abc import Callable, Iterable

from mutants import KINDS, NOT_TRIED, SEEN, Mutant, Result

INTRODUCTION = """# The oracle is attacked too

Tests tell whether the program is right; this tells whether the tests do. `scripts/mutate.py` plants mistakes in the sources,
one at a time - a coefficient, a bound, a direction of rounding, a limit of a table, a rule, a domain, a comparison turned
around - and runs the project's own tests until one fails. The mistakes are entries of `scripts/mutations`, chosen so that
some input shows each; where they stand and what they change is written there. Tests that only compare a document with what
the program renders do not count: they see that a table changed, and not that it is wrong.

Made by `scripts/mutate.py --report` from the results that there are. "By the compiler" are mistakes that a
`static_assert` refuses; "by time" are those with which a test program takes three times the processor time that it takes
without, and more than 20 seconds. "Open" are those that some tests have not seen, and others have not been asked about.

"""


def counted(some: list[Mutant], results: dict[str, Result]) -> str:
    by = [results.get(m.name, NOT_TRIED).outcome for m in some]
    tried = len(by) - by.count(NOT_TRIED.outcome)
    seen = sum(o in SEEN for o in by)
    still_open = by.count("open")
    cells = (
        len(some),
        tried,
        by.count("killed"),
        by.count("compiler"),
        by.count("timeout"),
        still_open,
        tried - seen - still_open,
    )
    return " | ".join(str(c) for c in cells) + (f" | {100 * seen / tried:.1f} % |" if tried else " | |")


def table(
    what: str, of: Callable[[Mutant], str], order: Iterable[str], all_mutants: list[Mutant], results: dict[str, Result]
) -> str:
    text = f"| {what} | mistakes | tried | by a test | by the compiler | by time | open | survive | seen of those tried |\n"
    text += "|---|---|---|---|---|---|---|---|---|\n"
    for key in order:
        some = [m for m in all_mutants if of(m) == key]
        if some:
            text += f"| {key} | {counted(some, results)}\n"
    return text + f"| all | {counted(all_mutants, results)}\n"


def escaped(text: str) -> str:
    return re.sub(r"([|*<_])", r"\\\1", text)


def room_of(m: Mutant) -> str:
    parts = m.file.split("/")
    return parts[0] if parts[0] == "suites" else "/".join(parts[:2])


def rendered(all_mutants: list[Mutant], results: dict[str, Result]) -> str:
    text = INTRODUCTION
    kinds = {f"{kind}: {what}": kind for kind, what in KINDS.items()}
    names = {kind: name for name, kind in kinds.items()}
    text += table("kind", lambda m: names[m.kind], kinds, all_mutants, results) + "\n"
    text += table("room", room_of, sorted({room_of(m) for m in all_mutants}), all_mutants, results)
    text += "\n## Those that survive\n\n"
    for m in all_mutants:
        if results.get(m.name, NOT_TRIED).outcome in (*SEEN, NOT_TRIED.outcome):
            continue
        text += f"- **{m.name}** ({m.file}: `{m.was.strip()}` becomes `{m.now.strip()}`): {m.breaks}. {m.survives}\n"
    text += "\n## All of them\n\n| mistake | kind | what it breaks | seen by |\n|---|---|---|---|\n"
    for m in all_mutants:
        result = results.get(m.name, NOT_TRIED)
        by = result.by if result.outcome in SEEN else result.outcome
        text += f"| {m.name} | {m.kind} | {escaped(m.breaks)} | {escaped(by)} |\n"
    return text
