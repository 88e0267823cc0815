"""Checks whether journals are evidence of conformance. Every statement in them is checked against the others.

Evidence has one clean build, one device, and the complete suite at the required tier. It contains every shard once. Every
case has a verdict as promised in its first result, or a waiver of the standards body.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from classay_report.baseline.asked import filters_of, modes_of
from classay_report.baseline.file import Entry, ExpectationFile
from classay_report.baseline.judge import asked_of, has_expired, is_waived
from classay_report.evidence.kernels import disagreements
from classay_report.evidence.reason import Reason
from classay_report.journal import Header, Result, Run, Verdict
from classay_report.journal.lines import shard_of
from classay_report.journal.missing import nameless_text

_SHOWN_SHARDS = 16
TIERS = ("smoke", "quick", "full", "certify")
# `classay merge` and `resume` compare devices by the same keys. Properties that may differ between processes, such as memory
# sizes, are left out.
DEVICE_KEYS = (
    *("name", "platform", "platform_version", "vendor", "version", "driver", "language_version", "profile"),
    *("il_versions", "extensions", "f16", "f32", "f64", "has_compiler"),
)


@dataclass(frozen=True, slots=True)
class Demand:
    tier: str = "certify"
    part: bool = False  # accept a part of the suite


@dataclass(frozen=True, slots=True)
class Findings:
    reasons: list[Reason]
    waived: list[str]  # failing cases that the standards body waived
    remarks: tuple[Reason, ...] = ()  # defects that need attention but do not invalidate the package
    signer: str = ""  # the signer's name in the verifier's file of allowed signers


def _words(header: Header) -> dict[str, object]:
    """Returns the properties that must be equal in all journals of a package."""
    device = {f"the device's {key}": header.device.raw.get(key) for key in DEVICE_KEYS}
    suite = header.suite
    return device | {
        "the suite's version": suite.version,
        "the suite's commit": suite.commit,
        "the suite's build": suite.build,
        "dirty": suite.dirty,
        "seed": header.seed,
        "tier": header.tier,
        "edition": header.edition,
        "profile": header.profile,
        "filters": filters_of(header),
        "modes": modes_of(header),
        "the number of cases": header.cases,
    }


def _identities(runs: Mapping[str, Run]) -> Iterator[Reason]:
    (first, first_run), *others = runs.items()
    expected = _words(first_run.header)
    for name, run in others:
        for what, value in _words(run.header).items():
            if value != expected[what]:
                yield Reason(name, f"mixed identities: {what} is {value!r}, but {expected[what]!r} in {first}")


def _shards(runs: Mapping[str, Run]) -> Iterator[Reason]:
    seen: dict[int, str] = {}
    counts: dict[int, str] = {}
    for name, run in runs.items():
        index, of = shard_of(run.header.shard)
        if index in seen:
            yield Reason(name, f"duplicate: {seen[index]} also has shard {index}")
        seen[index] = name
        counts[of] = name
    if len(counts) > 1:
        yield Reason(", ".join(sorted(counts.values())), f"different numbers of shards: {sorted(counts)}")
    absent = [index for index in range(1, max(counts, default=0) + 1) if index not in seen]
    for index in absent[:_SHOWN_SHARDS]:
        yield Reason("journals", f"shard {index}/{max(counts)} is missing")
    if len(absent) > _SHOWN_SHARDS:
        yield Reason("journals", f"{len(absent) - _SHOWN_SHARDS} more shards are missing")


def _header(name: str, header: Header, demand: Demand) -> Iterator[Reason]:
    if header.suite.dirty:
        yield Reason(name, "a dirty build: the suite has uncommitted changes")
    if not header.suite.commit or header.suite.commit == "unknown" or not header.suite.build:
        yield Reason(name, "unknown build of the suite: no commit, or no hash of the program")
    if header.tier not in TIERS or TIERS.index(header.tier) < TIERS.index(demand.tier):
        yield Reason(name, f"a reduced tier: {header.tier}, but {demand.tier} is required")
    if header.merged:
        yield Reason(name, "merged journal: pack the journals of the shards instead")
    if header.covers:
        yield Reason(name, f"only a part of the inputs ran: the run {header.covers}")
    if demand.part:
        return
    if filters_of(header) not in ([], ["*"]):
        yield Reason(name, f"only a part of the suite ran: filters {' '.join(filters_of(header))}")
    if modes_of(header) is not None:
        yield Reason(name, f"only some modes ran: {', '.join(modes_of(header) or [])}")


def _whole(name: str, run: Run) -> Iterator[Reason]:
    if run.torn:
        yield Reason(name, "torn: the last line is incomplete")
    if run.end is None:
        yield Reason(name, "the run has not ended")
        return
    if run.end.unusable:
        yield Reason(name, f"the run was abandoned: {run.end.unusable}")
    for case in run.end.left_out:
        if not run.results[case].is_stand_in:
            yield Reason(f"{name}: {case}", "missing: it was left out")
    if run.nameless:
        yield Reason(name, nameless_text(run.nameless, has_ended=True))
    if run.header.cases is None:
        yield Reason(name, "the first record does not contain the number of chosen cases")


def _asked_once(name: str, run: Run) -> Iterator[Reason]:
    """A pass counts only as the first result of a case. The reader refuses second results."""
    bad = {(case.unit, case.lanes) for case, r in run.results.items() if not r.verdict.leaves_exit_code_zero}
    for attempt in run.attempts:
        if (attempt.unit, attempt.lanes) not in bad:
            yield Reason(
                f"{name}: {attempt.unit}/v{attempt.lanes}",
                f"a retried pass: the first result was {attempt.verdict} (line {attempt.line})",
            )
    for abnormal in run.abnormal:
        if abnormal.unit not in {unit for unit, _ in bad}:
            what = f"a retried pass: the first attempt ended with {abnormal.verdict} (line {abnormal.line})"
            yield Reason(f"{name}: {abnormal.unit}", what)


def _contradiction(result: Result) -> str:
    if not result.verdict.leaves_exit_code_zero or result.inputs is None:
        return ""
    if result.counts.failed or result.first:
        return f"verdict {result.verdict}, although it lists wrong results"
    if result.verdict in (Verdict.PASS, Verdict.QUALITY_WARNING) and result.counts.judged == 0:
        return f"verdict {result.verdict}, although no input was judged"
    if result.counts.judged + result.counts.undefined > result.inputs.count:
        return f"{result.counts.judged} judged and {result.counts.undefined} undefined of {result.inputs.count} inputs"
    return ""


def _trouble(result: Result) -> str:
    if result.verdict is Verdict.FLAKE:
        return f"a retried pass: flake, {result.reason}"
    if result.verdict is Verdict.XFAIL:
        return "an expected failure counts as a failure: xfail"
    if not result.verdict.leaves_exit_code_zero:
        return f"{result.verdict}: {result.reason}" if result.reason else result.verdict.value
    return _contradiction(result)


def _cases(name: str, run: Run, waivers: Mapping[str, Entry], waived: set[str]) -> Iterator[Reason]:
    for case, result in run.results.items():
        trouble = _trouble(result)
        if not trouble:
            continue
        waiver = waivers.get(str(case))
        if waiver and is_waived(result, waiver):
            waived.add(str(case))
        else:
            yield Reason(f"{name}: {case}", trouble)


def _parts(runs: Mapping[str, Run]) -> Iterator[Reason]:
    """All shards contain all cases, each with its part of the same inputs."""
    plans: dict[str, tuple[str, str]] = {}
    every_case = {case for run in runs.values() for case in run.results}
    for name, run in runs.items():
        for case in sorted(every_case - run.results.keys()):
            yield Reason(f"{name}: {case}", "missing: other shards contain it")
        for case, result in run.results.items():
            if result.inputs is None:
                continue
            plan, first = plans.setdefault(str(case), (result.inputs.hash, name))
            if plan != result.inputs.hash or not plan:
                yield Reason(f"{name}: {case}", f"its inputs ({result.inputs.hash}) differ from those of {first} ({plan})")


def _usable_waivers(file: ExpectationFile, run: Run, reasons: list[Reason]) -> dict[str, Entry]:
    """Checks expiry on the day of the run, so that evidence stays valid."""
    misfits = file.scope.misfits(asked_of(run.header))
    if misfits:
        reasons.append(Reason("waivers", f"not for this device: {'; '.join(misfits)}"))
        return {}
    try:
        day = date.fromisoformat(run.header.start[:10])
    except ValueError:
        reasons.append(Reason("waivers", f"the start of the run is not a date: '{run.header.start}'"))
        return {}
    expired = [entry for entry in file.entries.values() if has_expired(entry, day)]
    reasons += [Reason(f"waivers: {entry.case}", f"expired on {entry.expires}, before the run") for entry in expired]
    return {entry.case: entry for entry in file.entries.values() if entry not in expired}


def check(runs: Mapping[str, Run], waivers: ExpectationFile | None, demand: Demand) -> Findings:
    if not runs:
        return Findings([Reason("journals", "there are none")], [])
    reasons: list[Reason] = []
    waived: set[str] = set()
    first: Run = next(iter(runs.values()))
    leave = _usable_waivers(waivers, first, reasons) if waivers else {}
    groups: Sequence[Iterable[Reason]] = (_identities(runs), _shards(runs), _parts(runs), disagreements(runs))
    for group in groups:
        reasons += group
    for name, run in runs.items():
        for group in (
            _header(name, run.header, demand),
            _whole(name, run),
            _asked_once(name, run),
            _cases(name, run, leave, waived),
        ):
            reasons += group
    unused = sorted(leave.keys() - waived)
    reasons += [Reason(f"waivers: {case}", "the waived failure did not occur: remove the waiver") for case in unused]
    return Findings(reasons, sorted(waived))
