"""Stores results of mutants in scripts/mutations/results.tsv, so that trials on several machines and days add up. Each line
has name, identity, outcome, the test that failed, and seconds."""

import hashlib
from pathlib import Path

from mutants import FOLDER, Mutant, Result

RESULTS = FOLDER / "results.tsv"


def identity(m: Mutant) -> str:
    """Returns a hash of an entry's effect. After a change of the entry, its old result does not match any more."""
    return hashlib.sha256("\n".join((m.file, m.behind, m.was, m.now)).encode()).hexdigest()[:16]


def load_results(all_mutants: list[Mutant], path: Path = RESULTS) -> dict[str, Result]:
    """Returns the results of entries that have not changed since."""
    told = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    now = {m.name: identity(m) for m in all_mutants}
    results = {}
    for line in told:
        name, digest, outcome, by, seconds = line.split("\t")
        if now.get(name) == digest:
            results[name] = Result(digest, outcome, by, float(seconds))
    return results


def save_results(results: dict[str, Result], path: Path = RESULTS) -> None:
    lines = ["\t".join((name, r.identity, r.outcome, r.by, f"{r.seconds:g}")) for name, r in sorted(results.items())]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
