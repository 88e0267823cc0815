"""What became of mutations, kept in the tree: scripts/mutations/results.tsv, so that tries of several machines and days add
up. A line for each: name, identity, outcome, the test that saw it, seconds."""

import hashlib
from pathlib import Path

from mutants import FOLDER, Mutant, Result

RESULTS = FOLDER / "results.tsv"


def identity(m: Mutant) -> str:
    """Of what an entry does, so that a result of one that was changed since is none."""
    return hashlib.sha256("\n".join((m.file, m.behind, m.was, m.now)).encode()).hexdigest()[:16]


def load_results(all_mutants: list[Mutant], path: Path = RESULTS) -> dict[str, Result]:
    """Those of entries that are what they were."""
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
