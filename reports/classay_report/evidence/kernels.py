"""Handles the programs that a device ran: their hashes in the journals, and kernel files that were kept.

Older journals have no hashes. Then the kept files represent the programs. Without kept files, the hash of the suite that
generates them (`build` in suite.json) has to suffice.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from classay_report.errors import UsageError
from classay_report.evidence.reason import Reason
from classay_report.evidence.sums import sha256_of
from classay_report.evidence.tree import tree_of
from classay_report.journal import CaseName, Run

Programs = dict[str, dict[str, str]]  # by unit and kind; by case and kind if the widths of a unit have different programs


def are_known(runs: Sequence[Run]) -> bool:
    return any(result.kernels for run in runs for result in run.results.values())


def programs_of(runs: Sequence[Run]) -> Programs:
    """Collects the hashes. If journals contradict each other, the first one counts, and `disagreements` reports it."""
    by_unit: dict[str, dict[CaseName, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for run in runs:
        for case, result in run.results.items():
            for kind, digest in result.kernels.items():
                by_unit[case.unit][case].setdefault(kind, digest)
    found: Programs = {}
    for unit, cases in by_unit.items():
        common: dict[str, str] = {}
        if all(common.setdefault(kind, digest) == digest for kinds in cases.values() for kind, digest in kinds.items()):
            found[unit] = common
        else:
            found |= {str(case): kinds for case, kinds in cases.items()}
    return found


def disagreements(runs: Mapping[str, Run]) -> Iterator[Reason]:
    """All shards must use the same program, and every judged result must name one."""
    if not are_known(list(runs.values())):
        return
    seen: dict[tuple[CaseName, str], tuple[str, str]] = {}
    for name, run in runs.items():
        for case, result in run.results.items():
            if result.counts.judged and not result.kernels:
                yield Reason(f"{name}: {case}", f"{result.counts.judged} judged results, but no program hash")
            for kind, digest in result.kernels.items():
                other, first = seen.setdefault((case, kind), (digest, name))
                if digest != other:
                    yield Reason(f"{name}: {case}", f"its program '{kind}' is {digest}, but {other} in {first}")


def file_of(name: str, kind: str) -> str:
    """Returns the file name that `run --dump-kernels` gives to the program of a unit."""
    return f"{name.replace('/', '-')}-{kind}.cl"


def _kept(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; give one written by `run --dump-kernels`")
    there = tree_of(folder)
    if there.reasons:
        raise UsageError(f"{folder}: {there.reasons[0]}")
    found = {name: sha256_of(path) for name, path in there.files.items() if path.is_file()}
    if not found:
        raise UsageError(f"{folder}: contains no kernels")
    return found


def misfits(folder: Path, runs: Sequence[Run]) -> list[Reason]:
    """Finds files that differ from the programs in the journals. If widths have different programs, any of them matches."""
    if not are_known(runs):
        return []
    expected: dict[str, set[str]] = defaultdict(set)
    for run in runs:
        for case, result in run.results.items():
            for kind, digest in result.kernels.items():
                for name in (case.unit, str(case)):
                    expected[file_of(name, kind)].add(digest)
    reasons = []
    for name, digest in _kept(folder).items():
        if name not in expected:
            reasons.append(Reason(str(folder / name), "does not belong to a unit in the journals"))
        elif digest not in expected[name]:
            told = " or ".join(sorted(expected[name]))
            reasons.append(
                Reason(str(folder / name), f"differs from the program that ran: its SHA-256 is {digest}, not {told}")
            )
    return reasons


def kernels_data(runs: Sequence[Run], folder: Path | None) -> dict[str, Any]:
    if are_known(runs):
        return {"sha256": programs_of(runs), "remark": ""}
    if folder is None:
        return {"sha256": None, "remark": "the kernels were not kept; they follow from the suite's build, see suite.json"}
    return {"sha256": _kept(folder), "remark": ""}
