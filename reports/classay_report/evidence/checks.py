"""Are these journals evidence? Reads all that they say, and believes none of it that they contradict themselves.

Evidence is: one clean build, one device, the whole suite at the tier that is demanded, every part of it once, every case
judged in its first answer and as promised - or waived by the standard's body.
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
# As `classay merge` and `resume` compare devices: what may differ from one process to the next, memory sizes among it, is
# left out.
DEVICE_KEYS = (
    *("name", "platform", "platform_version", "vendor", "version", "driver", "language_version", "profile"),
    *("il_versions", "extensions", "f16", "f32", "f64", "has_compiler"),
)


@dataclass(frozen=True, slots=True)
class Demand:
    tier: str = "certify"
    part: bool = False  # part of the suite will do


@dataclass(frozen=True, slots=True)
class Findings:
    reasons: list[Reason]
    waived: list[str]  # cases that fail, by leave of the standard's body
    remarks: tuple[Reason, ...] = ()  # what does not speak against the package, and should be seen to
    signer: str = ""  # by the name that who verifies has for it


def _words(header: Header) -> dict[str, object]:
    """What has to be the same in all journals of a package."""
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
                yield Reason(name, f"mixed identities: {what} is {value!r}, and {expected[what]!r} in {first}")


def _shards(runs: Mapping[str, Run]) -> Iterator[Reason]:
    seen: dict[int, str] = {}
    counts: dict[int, str] = {}
    for name, run in runs.items():
        index, of = shard_of(run.header.shard)
        if index in seen:
            yield Reason(name, f"double: shard {index} is {seen[index]} too")
        seen[index] = name
        counts[of] = name
    if len(counts) > 1:
        yield Reason(", ".join(sorted(counts.values())), f"shards of different numbers of parts: {sorted(counts)}")
    absent = [index for index in range(1, max(counts, default=0) + 1) if index not in seen]
    for index in absent[:_SHOWN_SHARDS]:
        yield Reason("journals", f"shard {index}/{max(counts)} is missing")
    if len(absent) > _SHOWN_SHARDS:
        yield Reason("journals", f"{len(absent) - _SHOWN_SHARDS} more shards are missing")


def _header(name: str, header: Header, demand: Demand) -> Iterator[Reason]:
    if header.suite.dirty:
        yield Reason(name, "a dirty build: the suite was changed and not committed")
    if not header.suite.commit or header.suite.commit == "unknown" or not header.suite.build:
        yield Reason(name, "the build of the suite is not known: no commit, or no hash of the program")
    if header.tier not in TIERS or TIERS.index(header.tier) < TIERS.index(demand.tier):
        yield Reason(name, f"a reduced tier: {header.tier}, and {demand.tier} is demanded")
    if header.merged:
        yield Reason(name, "was merged: hand in the journals of the shards")
    if demand.part:
        return
    if filters_of(header) not in ([], ["*"]):
        yield Reason(name, f"only a part of the suite was asked: filters {' '.join(filters_of(header))}")
    if modes_of(header) is not None:
        yield Reason(name, f"only some modes were asked: {', '.join(modes_of(header) or [])}")


def _whole(name: str, run: Run) -> Iterator[Reason]:
    if run.torn:
        yield Reason(name, "torn: the last line was cut off")
    if run.end is None:
        yield Reason(name, "the run has not ended")
        return
    if run.end.unusable:
        yield Reason(name, f"the run was given up: {run.end.unusable}")
    for case in run.end.left_out:
        if not run.results[case].is_stand_in:
            yield Reason(f"{name}: {case}", "missing: it was left out")
    if run.nameless:
        yield Reason(name, nameless_text(run.nameless, has_ended=True))
    if run.header.cases is None:
        yield Reason(name, "its first line does not say how many cases were chosen")


def _asked_once(name: str, run: Run) -> Iterator[Reason]:
    """A pass counts only if it was the first answer. The reader refuses a second result of a case."""
    bad = {(case.unit, case.lanes) for case, r in run.results.items() if not r.verdict.leaves_exit_code_zero}
    for attempt in run.attempts:
        if (attempt.unit, attempt.lanes) not in bad:
            yield Reason(
                f"{name}: {attempt.unit}/v{attempt.lanes}",
                f"a retried pass: it was {attempt.verdict} first (line {attempt.line})",
            )
    for abnormal in run.abnormal:
        if abnormal.unit not in {unit for unit, _ in bad}:
            what = f"a retried pass: it ended in a {abnormal.verdict} first (line {abnormal.line})"
            yield Reason(f"{name}: {abnormal.unit}", what)


def _contradiction(result: Result) -> str:
    if not result.verdict.leaves_exit_code_zero or result.inputs is None:
        return ""
    if result.counts.failed or result.first:
        return f"says {result.verdict}, and lists wrong results"
    if result.verdict in (Verdict.PASS, Verdict.QUALITY_WARNING) and result.counts.judged == 0:
        return f"says {result.verdict}, and judged no input"
    if result.counts.judged + result.counts.undefined > result.inputs.count:
        return f"judged {result.counts.judged} and {result.counts.undefined} undefined of {result.inputs.count} inputs"
    return ""


def _trouble(result: Result) -> str:
    if result.verdict is Verdict.FLAKE:
        return f"a retried pass: flake, {result.reason}"
    if result.verdict is Verdict.XFAIL:
        return "an expected failure is a failure: xfail"
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
    """All shards ask all cases, each its part of the same inputs."""
    plans: dict[str, tuple[str, str]] = {}
    every_case = {case for run in runs.values() for case in run.results}
    for name, run in runs.items():
        for case in sorted(every_case - run.results.keys()):
            yield Reason(f"{name}: {case}", "missing: other shards have it")
        for case, result in run.results.items():
            if result.inputs is None:
                continue
            plan, first = plans.setdefault(str(case), (result.inputs.hash, name))
            if plan != result.inputs.hash or not plan:
                yield Reason(f"{name}: {case}", f"its inputs ({result.inputs.hash}) are not those of {first} ({plan})")


def _usable_waivers(file: ExpectationFile, run: Run, reasons: list[Reason]) -> dict[str, Entry]:
    """By the day of the run, not of today: evidence does not go bad."""
    misfits = file.scope.misfits(asked_of(run.header))
    if misfits:
        reasons.append(Reason("waivers", f"they are not for this device: {'; '.join(misfits)}"))
        return {}
    try:
        day = date.fromisoformat(run.header.start[:10])
    except ValueError:
        reasons.append(Reason("waivers", f"the run's start is no date: '{run.header.start}'"))
        return {}
    expired = [entry for entry in file.entries.values() if has_expired(entry, day)]
    reasons += [Reason(f"waivers: {entry.case}", f"expired on {entry.expires}, before the run") for entry in expired]
    return {entry.case: entry for entry in file.entries.values() if entry not in expired}


def check(runs: Mapping[str, Run], waivers: ExpectationFile | None, demand: Demand) -> Findings:
    if not runs:
        return Findings([Reason("journals", "there is none")], [])
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
    reasons += [Reason(f"waivers: {case}", "nothing that is waived happened: leave it out") for case in unused]
    return Findings(reasons, sorted(waived))
