"""Groups the symptoms of a run into findings."""

import json
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from classay_report.findings import probes
from classay_report.findings.families import relatives
from classay_report.findings.symptoms import Around, Symptom, subject_of, symptoms_of
from classay_report.journal import CaseName, Header, Result, Run
from classay_report.journal.commands import is_plain

# Wrong values of one builtin often come in several kinds. The first kind of a chain absorbs the later ones.
_ABSORBS = (
    ("neighbour-lanes", ("accuracy", "overflow", "special", "flushed", "zero-sign", "wrong-constant")),
    ("accuracy", ("overflow", "special", "flushed", "zero-sign", "second-result", "wrong-constant")),
    ("overflow", ("special", "flushed")),
    ("special", ("nan-bits",)),
    ("constant-lost", ("wrong-constant",)),
)
_OF_VALUES = ("accuracy", "overflow", "special", "flushed")
NOT_OF_THE_DEVICE = ("harness-error", "undecided")
_RANK = ("crash", "hang", "build", "never-stored", "constant-lost", "launches", "beyond-end", "neighbour-lanes")

Member = tuple[Result, Symptom]
Unit = tuple[str, str, str, str]  # group, builtin, format, mode: the front ends share the code of a driver


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect, as far as the journal shows: symptoms with the same signature."""

    name: str  # equal for the same finding in every run
    kind: str
    subject: str
    members: tuple[Member, ...]  # sorted by case
    spared: tuple[str, ...]  # builtins of the same kind and formats whose cases are all as promised
    repro: str

    @property
    def cases(self) -> list[CaseName]:
        return [result.case for result, _ in self.members]

    @property
    def builtins(self) -> list[str]:
        return list(dict.fromkeys(case.builtin for case in self.cases))

    @property
    def formats(self) -> list[str]:
        return list(dict.fromkeys(sorted((case.format for case in self.cases), key=_format_rank)))

    @property
    def widths(self) -> list[int]:
        return sorted({case.lanes for case in self.cases})

    @property
    def modes(self) -> list[str]:
        return sorted({case.mode for case in self.cases})

    @property
    def front_ends(self) -> list[str]:
        return sorted({case.front_end for case in self.cases})

    @property
    def inputs(self) -> frozenset[str]:
        return frozenset[str]().union(*(symptom.inputs for _, symptom in self.members))

    @property
    def ulps(self) -> float:
        return max(symptom.ulps for _, symptom in self.members)

    @property
    def shown(self) -> Member:
        """The member with the shortest command, or else the first with an example."""
        return min(self.members, key=_simplicity)

    @property
    def is_of_the_device(self) -> bool:
        return self.kind not in NOT_OF_THE_DEVICE


def _format_rank(form: str) -> tuple[str, int]:
    return (form.rstrip("0123456789"), int(re.sub(r"[^0-9]", "", form)[:9] or 0))


def _simplicity(member: Member) -> tuple[bool, int, bool, int, CaseName]:
    result, symptom = member
    return (not symptom.repro, result.case.lanes, not symptom.example, len(symptom.repro), result.case)


def _unit(case: CaseName) -> Unit:
    return (case.group, case.builtin, case.format, case.mode)


_MOST_LANES = 4  # in wider vectors an extreme neighbour is not remarkable


def _with_neighbours(members: list[Member]) -> list[Member]:
    """Decides for each builtin and format by its narrowest wrong vector whether lanes depend on their neighbours."""
    narrowest: dict[Unit, tuple[int, bool]] = {}
    for result, symptom in members:
        if symptom.kind in _OF_VALUES:
            lanes, neighbours = narrowest.get(_unit(result.case), (1 << 10, False))
            if result.case.lanes <= lanes:
                is_first = result.case.lanes < lanes
                narrowest[_unit(result.case)] = (result.case.lanes, symptom.neighbours or (neighbours and not is_first))
    found = []
    for result, symptom in members:
        lanes, neighbours = narrowest.get(_unit(result.case), (0, False))
        if symptom.kind in _OF_VALUES and neighbours and lanes <= _MOST_LANES:
            symptom = replace(symptom, kind="neighbour-lanes", subject=subject_of("neighbour-lanes", result.case))
        found.append((result, symptom))
    return found


def _absorbed(members: list[Member]) -> list[Member]:
    """Replaces kinds of symptoms that follow from a more general kind of the same builtin and format."""
    kinds: dict[Unit, set[str]] = defaultdict(set)
    for result, symptom in members:
        kinds[_unit(result.case)].add(symptom.kind)
    found: dict[tuple[CaseName, tuple[str, str]], Member] = {}
    for result, symptom in members:
        there = kinds[_unit(result.case)]
        kind, subject = symptom.kind, symptom.subject
        for first, later in _ABSORBS:
            if first in there and kind in later:
                kind = first
                subject = subject_of(first, result.case)
        changed = replace(symptom, kind=kind, subject=subject)
        key = (result.case, changed.key)
        found[key] = (result, _joined(found[key][1], changed) if key in found else changed)
    return list(found.values())


def _joined(one: Symptom, other: Symptom) -> Symptom:
    shown = min(one, other, key=lambda s: (not s.repro, not s.example, len(s.repro), s.repro))
    return replace(shown, inputs=one.inputs | other.inputs, ulps=max(one.ulps, other.ulps))


def _crashes_by_builtin(members: list[Member]) -> list[Member]:
    """Gives all crashes of a builtin its most frequent site, because the message of one crash may vary from run to run."""
    sites: dict[tuple[str, str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    for result, symptom in members:
        if symptom.kind == "crash":
            sites[result.case.front_end, result.case.group, result.case.builtin][symptom.subject, symptom.detail] += 1
    found = []
    for result, symptom in members:
        if symptom.kind == "crash":
            counted = Counter[str]()
            there = sites[result.case.front_end, result.case.group, result.case.builtin]
            for (subject, _), count in there.items():
                counted[subject] += count
            subject = min(counted, key=lambda s: (-counted[s], s))
            detail = min(detail for site, detail in there if site == subject)
            symptom = replace(symptom, subject=subject, detail=detail)
        found.append((result, symptom))
    return found


def _by_mode(members: list[Member], around: Around) -> list[Member]:
    """Attributes failures to a build mode, if the default mode of the same builtin and format is as promised."""
    good: dict[Unit, bool] = {}
    for case, verdict in around.verdicts.items():
        if case.mode == "default":
            good[_unit(case)] = good.get(_unit(case), True) and verdict.leaves_exit_code_zero
    found = []
    for result, symptom in members:
        case = result.case
        is_own = case.mode != "default" and good.get((case.group, case.builtin, case.format, "default"), False)
        if is_own and symptom.kind not in ("crash", "hang", "undecided", "harness-error"):
            symptom = replace(symptom, kind="mode", subject=f"{case.mode} {_effect_of_mode(result, symptom, around)}")
        found.append((result, symptom))
    return found


def _effect_of_mode(result: Result, symptom: Symptom, around: Around) -> str:
    if symptom.kind in ("build", "never-stored", "constant-lost"):
        return symptom.kind
    case = result.case
    default = CaseName(case.front_end, case.group, case.builtin, case.format, "default", case.lanes)
    default_limit, limit = around.limits.get(default), around.limits.get(case)
    return "limits of the mode" if default_limit and limit and limit != default_limit else "default limits"


def _name(key: tuple[str, str]) -> str:
    text = re.sub(r"[^a-z0-9]+", "-", " ".join(key).lower()).strip("-")
    return text if len(text) <= 60 else f"{text[:50]}-{probes.slug(text)}"


def _run_command(header: Header, case: CaseName) -> str:
    """Returns a command that runs the case again; empty if a word of it is not plain."""
    device = header.options.get("device")
    name = device if isinstance(device, str) and device else header.device.name
    if not is_plain(case) or not name.isprintable() or name.startswith("-") or not re.fullmatch(r"[a-z]{1,20}", header.tier):
        return ""
    return shlex.join(["classay", "run", str(case), "--device", name, "--tier", header.tier])


def _spared(members: Iterable[Member], results: Mapping[CaseName, Result]) -> tuple[str, ...]:
    """Returns builtins of the same kind, in the same formats and modes, whose cases are all as promised."""
    hit = {
        (case.group, relatives(case.group, case.builtin), case.format, case.mode) for case in (r.case for r, _ in members)
    }
    good: dict[str, bool] = {}
    for case, result in results.items():
        if (case.group, relatives(case.group, case.builtin), case.format, case.mode) in hit:
            is_good = result.verdict.leaves_exit_code_zero
            counts = result.verdict.says_something or not is_good
            if counts:
                good[case.builtin] = good.get(case.builtin, True) and is_good
    return tuple(sorted(name for name, is_good in good.items() if is_good))


def _rank(finding: Finding) -> tuple[bool, int, int, str]:
    place = _RANK.index(finding.kind) if finding.kind in _RANK else len(_RANK)
    return (not finding.is_of_the_device, place, -len(finding.members), finding.name)


def findings_of(run: Run) -> tuple[Finding, ...]:
    """Returns the findings of a run, the most severe first. Each case that is not as promised is in at least one of them."""
    results = {case: run.results[case] for case in sorted(run.results)}
    limits = {case: result.limit.text for case, result in results.items() if result.limit}
    around = Around({case: result.verdict for case, result in results.items()}, limits)
    members = [(result, symptom) for result in results.values() for symptom in symptoms_of(result, around)]
    members = _absorbed(_by_mode(_with_neighbours(_crashes_by_builtin(members)), around))
    groups: dict[tuple[str, str], list[Member]] = defaultdict(list)
    for result, symptom in members:
        groups[symptom.key].append((result, symptom))
    found = []
    for key, some in groups.items():
        shown = min(some, key=_simplicity)
        repro = shown[1].repro or _run_command(run.header, shown[0].case)
        found.append(Finding(_name(key), *key, tuple(some), _spared(some, results), repro))
    return tuple(sorted(found, key=_rank))


def signature(findings: Iterable[Finding]) -> str:
    """Returns the groups as text, for comparisons in tests: the name of each finding with its cases."""
    return json.dumps({finding.name: [str(case) for case in finding.cases] for finding in findings}, indent=1)
