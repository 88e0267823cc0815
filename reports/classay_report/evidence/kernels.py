"""The programs that a device was asked: their hashes, as the journals have them, and files of them that were kept.

Journals of before have none. Then the files that were kept speak for themselves, or nothing does: the hash of the program
that makes them (`build` in suite.json) stands for them.
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

Programs = dict[str, dict[str, str]]  # by unit and kind; by case and kind where widths of a unit have programs of their own


def are_known(runs: Sequence[Run]) -> bool:
    return any(result.kernels for run in runs for result in run.results.values())


def programs_of(runs: Sequence[Run]) -> Programs:
    """Where journals contradict each other the first one counts; `disagreements` tells."""
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
    """All shards ask the same program; and what was judged was asked by one."""
    if not are_known(list(runs.values())):
        return
    seen: dict[tuple[CaseName, str], tuple[str, str]] = {}
    for name, run in runs.items():
        for case, result in run.results.items():
            if result.counts.judged and not result.kernels:
                yield Reason(f"{name}: {case}", f"judged {result.counts.judged} results, and names no program")
            for kind, digest in result.kernels.items():
                other, first = seen.setdefault((case, kind), (digest, name))
                if digest != other:
                    yield Reason(f"{name}: {case}", f"its program '{kind}' is {digest}, and {other} in {first}")


def file_of(name: str, kind: str) -> str:
    """As `run --dump-kernels` calls the program of a unit."""
    return f"{name.replace('/', '-')}-{kind}.cl"


def _kept(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder of kernels")
    there = tree_of(folder)
    if there.reasons:
        raise UsageError(f"{folder}: {there.reasons[0]}")
    found = {name: sha256_of(path) for name, path in there.files.items() if path.is_file()}
    if not found:
        raise UsageError(f"{folder}: there are no kernels in it")
    return found


def misfits(folder: Path, runs: Sequence[Run]) -> list[Reason]:
    """Files that are not what the journals say was asked. Where widths of a unit have programs of their own, any will do."""
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
            reasons.append(Reason(str(folder / name), "belongs to no unit of the journals"))
        elif digest not in expected[name]:
            told = " or ".join(sorted(expected[name]))
            reasons.append(
                Reason(str(folder / name), f"is not the program that was asked: its SHA-256 is {digest}, not {told}")
            )
    return reasons


def kernels_data(runs: Sequence[Run], folder: Path | None) -> dict[str, Any]:
    if are_known(runs):
        return {"sha256": programs_of(runs), "remark": ""}
    if folder is None:
        return {"sha256": None, "remark": "the kernels were not kept; they follow from the suite's build, see suite.json"}
    return {"sha256": _kept(folder), "remark": ""}
