"""Derives the symptoms of one result: how it differs from the expected one, and under which call.

A result can have several symptoms. Wrong inputs are sorted by effect, so that `tanh` of an infinity and lost results of
constant calls are two symptoms, although both occur in one case.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from classay_report.findings import probes
from classay_report.findings.families import family
from classay_report.findings.values import EXTREME, effect, is_poison, lane_classes, sample_classes
from classay_report.journal import CaseName, Result, Sample, Verdict, commands

# Symptoms that one cause can spread over many builtins: their subject is not a builtin.
SHARED = frozenset(("constant-lost", "wrong-constant", "zero-sign", "flushed", "undecided"))
_LITERALS = re.compile(r"([0-9]+) literals?\b")
_UNDECIDED = frozenset((Verdict.PARTIAL, Verdict.MISSING, Verdict.KILLED))


@dataclass(frozen=True, slots=True)
class Symptom:
    kind: str
    subject: str  # a family of builtins, a normalised message, or empty
    detail: str = ""  # a message, for titles
    inputs: frozenset[str] = frozenset()  # classes of the wrong inputs
    ulps: float = 0.0  # the largest error of the samples
    repro: str = ""  # a command that shows the symptom
    example: str = ""  # one wrong result in words
    neighbours: bool = False  # scalars are right, and each known wrong lane has a neighbour with an extreme value

    @property
    def key(self) -> tuple[str, str]:
        return (self.kind, self.subject)


@dataclass(frozen=True, slots=True)
class Around:
    """The results next to a case, by which its symptoms are interpreted."""

    verdicts: Mapping[CaseName, Verdict]
    limits: Mapping[CaseName, str] = field(default_factory=dict)

    def scalars_are_good(self, case: CaseName) -> bool:
        scalar = CaseName(case.front_end, case.group, case.builtin, case.format, case.mode, 1)
        found = self.verdicts.get(scalar)
        return found is not None and found.leaves_exit_code_zero

    def is_good_in_opencl_c(self, case: CaseName) -> bool:
        """Whether a case of SPIR-V has a counterpart in OpenCL C that is as promised."""
        there = CaseName("clc", case.group, case.builtin, case.format, case.mode, case.lanes)
        found = self.verdicts.get(there)
        return case.front_end == "il" and found is not None and found.leaves_exit_code_zero


def literals_of(result: Result) -> int:
    """Returns the number of inputs that ran as constants. They are the first inputs of a plan."""
    found = _LITERALS.match(result.inputs.plan) if result.inputs else None
    return int(found[1]) if found else 0


def failing_samples(result: Result) -> list[Sample]:
    """Returns the known wrong inputs: the first ones, and those of the largest errors that exceed the limit."""
    known = {sample.index: sample for sample in result.first}
    limit = result.limit.value if result.limit else None
    for sample in result.worst if result.counts.failed > len(known) else ():
        if math.isinf(sample.ulps) or (limit is not None and abs(sample.ulps) > limit):
            known.setdefault(sample.index, sample)
    return [known[index] for index in sorted(known)]


def _constants(result: Result, samples: list[Sample]) -> set[int]:
    """Returns the indices of samples that are wrong only as constants, not from a buffer."""
    literals = literals_of(result)
    if result.counts.failed <= len(result.first):
        from_buffer = {sample.inputs for sample in samples if sample.index >= literals}
        return {s.index for s in samples if s.index < literals and s.inputs not in from_buffer}
    # The journal does not list all wrong results: those that were never stored must account for all of them.
    all_literal = result.counts.failed <= min(literals, result.counts.unwritten) and all(s.index < literals for s in samples)
    return {sample.index for sample in samples} if all_literal else set()


def _is_zero(sample: Sample) -> bool:
    return all(set(bits[2:]) <= {"0"} for bits in sample.got)


def _kind(result: Result, sample: Sample, constants: set[int]) -> str:
    is_lost = result.counts.unwritten > 0 and any(map(is_poison, sample.got))
    if sample.index in constants:
        # A lost store leaves the previous content of a register or of the buffer, which is often zero.
        return "constant-lost" if is_lost or _is_zero(sample) else "wrong-constant"
    return "never-stored" if is_lost else effect(sample, result.case)


def _vectors(result: Result) -> dict[int, tuple[str, ...]]:
    return {sample.index: lanes for sample, lanes in zip(result.first, result.vectors)}


def _depends_on_neighbours(result: Result, around: Around) -> bool:
    """Whether scalars are right, and each wrong lane has a neighbour with an extreme value that it does not have itself."""
    if result.case.lanes == 1 or result.case.group == "geometric" or not around.scalars_are_good(result.case):
        return False
    vectors = _vectors(result)
    found = []
    for sample in result.first:
        own = ",".join(sample.inputs)
        others = [lane for lane in vectors.get(sample.index, ()) if lane != own]
        neighbours: frozenset[str] = frozenset()
        for lane in others:
            neighbours |= lane_classes(lane, result.case)
        found.append(bool(neighbours & (EXTREME - {"subnormal"})) and not sample_classes(sample, result.case) & {"NaN"})
    return bool(found) and all(found) and result.counts.failed > len(found) / 2


def _repro(result: Result, sample: Sample | None) -> str:
    if sample is None:
        return result.repro
    lanes = _vectors(result).get(sample.index) or (",".join(sample.inputs),)
    if len(lanes) not in (1, result.case.lanes):
        lanes = lanes[:1]
    return commands.with_inputs(result.repro, lanes) if result.repro else ""


def subject_of(kind: str, case: CaseName) -> str:
    if kind == "constant-lost":
        return "integer" if case.format[0] in "iu" else "float"
    return "" if kind in SHARED else family(case.group, case.builtin)


def _of_samples(result: Result, around: Around) -> list[Symptom]:
    samples = failing_samples(result)
    constants = _constants(result, samples)
    neighbours = _depends_on_neighbours(result, around)
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        kind = _kind(result, sample, constants)
        found.setdefault(kind, []).append(sample)
    return [_symptom(result, kind, some, neighbours) for kind, some in found.items()]


def _symptom(result: Result, kind: str, samples: list[Sample], neighbours: bool) -> Symptom:
    classes = frozenset[str]().union(*(sample_classes(sample, result.case) for sample in samples))
    errors = [abs(sample.ulps) for sample in samples if not math.isinf(sample.ulps)]
    return Symptom(
        kind,
        subject_of(kind, result.case),
        inputs=classes,
        ulps=max(errors, default=0.0),
        repro=_repro(result, samples[0]),
        example=probes.first_sentence(result.reason) if result.first and samples[0] is result.first[0] else "",
        neighbours=neighbours,
    )


def _without_samples(result: Result) -> Symptom:
    case = result.case
    subject = family(case.group, case.builtin)
    counts = result.counts
    if result.second_launch and result.second_launch.wrong:
        return Symptom("launches", subject, result.reason, repro=result.repro)
    if counts.beyond_end:
        return Symptom("beyond-end", subject, result.reason, repro=result.repro)
    if counts.unwritten:
        kind = "constant-lost" if counts.unwritten <= literals_of(result) else "never-stored"
        return Symptom(kind, subject_of(kind, case), result.reason, repro=result.repro)
    for form in _failed_variants(result):
        return Symptom("variant", f"{form} {subject}", result.reason, repro=result.repro)
    return probes.of_message(result, "wrong")


def _failed_variants(result: Result) -> list[str]:
    forms = result.other.get("forms")
    if not isinstance(forms, list):
        return []
    named = [str(form.get("form", "")) for form in forms if isinstance(form, dict) and form.get("failed")]
    return sorted(name for name in named if re.fullmatch(r"[a-z]{1,20}", name))


def symptoms_of(result: Result, around: Around) -> list[Symptom]:
    """Returns at least one symptom for a result that is not as promised, and none for any other."""
    verdict, case = result.verdict, result.case
    if verdict.leaves_exit_code_zero:
        return []
    if verdict in _UNDECIDED:
        return [Symptom("undecided", "", result.reason or verdict.value, repro=result.repro)]
    if verdict in (Verdict.HARNESS_ERROR, Verdict.RESOURCE_ERROR):
        return [probes.of_message(result, verdict.value)]
    if verdict in (Verdict.CRASH, Verdict.DEVICE_LOST):
        return [probes.of_crash(result)]
    if verdict is Verdict.TIMEOUT:
        return [Symptom("hang", family(case.group, case.builtin), result.reason, repro=result.repro)]
    if verdict is Verdict.FLAKE:
        return [Symptom("launches", family(case.group, case.builtin), result.reason, repro=result.repro)]
    if (built := probes.of_build(result)) is not None:
        return [built]
    if case.group == "misc":
        return probes.of_objections(result, around.is_good_in_opencl_c(case))
    return _of_samples(result, around) or [_without_samples(result)]
