"""The text that `scripts/mutate.py --report` prints: counts of mutants by folder and by kind."""

from collections.abc import Callable, Iterable

from mutants import KINDS, NOT_TRIED, SEEN, Mutant, Result

INTRODUCTION = """Mutants of scripts/mutations, with the outcomes in scripts/mutations/results.tsv. A mutant that was changed
after its run counts as not run. "killed": a test failed; "compiler": a static_assert refused it; "timeout": a test program
took three times its processor time, and at least 20 s; "open": some test programs were not run on it; "survived": all tests
pass, or the mutant does not compile.
"""

HEADINGS = ("mutants", "killed", "compiler", "timeout", "open", "survived", "not run", "detected, of all")


def counts(some: list[Mutant], results: dict[str, Result]) -> list[str]:
    """The cells of one row, in the order of HEADINGS."""
    outcomes = [results.get(m.name, NOT_TRIED).outcome for m in some]
    detected = [outcomes.count(outcome) for outcome in SEEN]
    still_open = outcomes.count("open")
    not_run = outcomes.count(NOT_TRIED.outcome)
    survived = len(some) - sum(detected) - still_open - not_run
    numbers = (len(some), *detected, still_open, survived, not_run)
    return [*map(str, numbers), f"{100 * sum(detected) / len(some):.1f} %"]


def table(
    what: str, of: Callable[[Mutant], str], order: Iterable[str], all_mutants: list[Mutant], results: dict[str, Result]
) -> str:
    rows = [(what, *HEADINGS), *[("---",) * (len(HEADINGS) + 1)]]
    for key in order:
        some = [m for m in all_mutants if of(m) == key]
        if some:
            rows.append((key, *counts(some, results)))
    rows.append(("all", *counts(all_mutants, results)))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def folder_of(m: Mutant) -> str:
    parts = m.file.split("/")
    return parts[0] if parts[0] in ("suites", "kernels") else "/".join(parts[:2])


def rendered(all_mutants: list[Mutant], results: dict[str, Result]) -> str:
    text = INTRODUCTION + "\n"
    text += table("folder", folder_of, sorted({folder_of(m) for m in all_mutants}), all_mutants, results) + "\n"
    text += table("kind", lambda m: m.kind, KINDS, all_mutants, results)
    undetected = [m for m in all_mutants if results.get(m.name, NOT_TRIED).outcome not in (*SEEN, NOT_TRIED.outcome)]
    for m in undetected:
        outcome = results[m.name].outcome
        text += f"\n- {m.name} ({outcome}; {m.file}: `{m.was.strip()}` becomes `{m.now.strip()}`): {m.breaks}. {m.survives}"
    return text.rstrip() + "\n"
