"""Compares a run with its expectations: a baseline, which the lab keeps, and waivers, which the standards body grants.

Every unexpected result makes the check fail, better results included. An outdated expectation would stay in force.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from classay_report.baseline.asked import chooses
from classay_report.baseline.file import Entry, ExpectationFile
from classay_report.baseline.found import as_found
from classay_report.baseline.scope import Asked
from classay_report.errors import UsageError
from classay_report.journal import CaseName, Header, Result, Run, Verdict
from classay_report.journal.missing import nameless_text


class Standing(StrEnum):
    """The outcome for a case or for an entry. Those that make the check fail come first."""

    WORSE = "worse"
    MISSING = "missing"
    EXPIRED = "expired"
    STALE = "stale"
    IMPROVED = "improved"
    WAIVED = "waived"
    XFAIL = "xfail"
    WARNING = "quality-warning"
    UNLISTED = "not listed"
    AS_EXPECTED = "as expected"

    @property
    def is_red(self) -> bool:
        return self in _RED


_RED = frozenset((Standing.WORSE, Standing.MISSING, Standing.EXPIRED, Standing.STALE, Standing.IMPROVED))


@dataclass(frozen=True, slots=True)
class Finding:
    case: str  # or a description of the file or the run, if the finding is about all of it
    standing: Standing
    why: str = ""
    entry: Entry | None = None


def asked_of(header: Header) -> Asked:
    device = header.device
    return Asked(device.platform, device.name, device.driver, header.tier, str(header.seed), header.edition, header.profile)


def has_expired(entry: Entry, today: date) -> bool:
    return entry.expires is not None and entry.expires < today


def exceeds(result: Result, entry: Entry) -> bool:
    """Whether the error is larger than the entry allows. Without judged results it is not."""
    return entry.ulp is not None and result.max_error is not None and not result.max_error <= entry.ulp


def _ulp_text(result: Result, entry: Entry) -> str:
    return f"{result.max_error!r} ulp, expected at most {entry.ulp!r} ulp"


def is_waived(result: Result, waiver: Entry) -> bool:
    return result.verdict is waiver.verdict and not exceeds(result, waiver)


def _without_entry(result: Result) -> Finding:
    if result.verdict.leaves_exit_code_zero:
        return Finding(str(result.case), Standing.UNLISTED, result.verdict.value)
    return Finding(str(result.case), Standing.WORSE, f"{result.verdict}, not listed in the baseline: {result.reason}")


def _same_verdict(result: Result, entry: Entry) -> Finding:
    name, good = str(result.case), result.verdict.leaves_exit_code_zero
    if exceeds(result, entry):
        return Finding(name, Standing.WARNING if good else Standing.WORSE, _ulp_text(result, entry), entry)
    return Finding(name, Standing.AS_EXPECTED if good else Standing.XFAIL, result.reason, entry)


def against_entry(result: Result, entry: Entry, today: date) -> Finding:
    name = str(result.case)
    if has_expired(entry, today):
        return Finding(name, Standing.EXPIRED, f"since {entry.expires}; the case is now {result.verdict}", entry)
    if result.verdict is entry.verdict:
        return _same_verdict(result, entry)
    was_good, is_good = entry.verdict.leaves_exit_code_zero, result.verdict.leaves_exit_code_zero
    change = f"{result.verdict}, expected {entry.verdict}"
    if entry.verdict is Verdict.FLAKE and is_good:
        return Finding(name, Standing.XFAIL, f"a flake, this time {result.verdict}", entry)
    if result.verdict is Verdict.QUALITY_WARNING and entry.verdict is Verdict.PASS:
        return Finding(name, Standing.WARNING, result.reason, entry)
    if is_good and result.verdict.badness < entry.verdict.badness:
        return Finding(name, Standing.IMPROVED, change, entry)
    reason = f": {result.reason}" if result.reason else ""
    what = change if was_good or is_good else f"fails differently: {change}"
    return Finding(name, Standing.WORSE, what + reason, entry)


def _against_waiver(result: Result, waiver: Entry, today: date) -> Finding | None:
    """Returns None if the waiver does not apply to this result."""
    name = str(result.case)
    if has_expired(waiver, today):
        return Finding(
            name, Standing.EXPIRED, f"the waiver, since {waiver.expires}; the case is now {result.verdict}", waiver
        )
    if result.verdict.leaves_exit_code_zero:
        return Finding(name, Standing.IMPROVED, f"{result.verdict}: the waiver has become unnecessary", waiver)
    if is_waived(result, waiver):
        return Finding(name, Standing.WAIVED, result.reason, waiver)
    return None


def _not_there(run: Run, file: ExpectationFile) -> Iterator[Finding]:
    """Yields findings for entries whose case has no result."""
    for name, entry in file.entries.items():
        case = CaseName.parse(name)
        if case in run.results or not chooses(run.header, case):
            continue
        if run.end is None or run.nameless:
            why = "its result is not in the journal" if run.end else "the run has not ended"
            yield Finding(name, Standing.MISSING, why, entry)
        else:
            yield Finding(name, Standing.STALE, "the case no longer exists", entry)


def _usable(run: Run, file: ExpectationFile | None, findings: list[Finding]) -> dict[str, Entry]:
    """Returns the entries of a file that applies to the run. A file that does not apply is one stale finding."""
    if file is None:
        return {}
    misfits = file.scope.misfits(asked_of(run.header))
    if misfits:
        findings.append(Finding(f"all of the {file.kind}", Standing.STALE, "; ".join(misfits)))
        return {}
    findings += _not_there(run, file)
    return file.entries


def require_all_inputs(run: Run) -> None:
    if run.header.covers:
        raise UsageError(f"{run.file}: the run {run.header.covers}, and a baseline has complete results; run all inputs")


def judge(run: Run, baseline: ExpectationFile | None, waivers: ExpectationFile | None, today: date) -> list[Finding]:
    """Returns a finding for each case and each entry without a case. Those that fail the check come first."""
    run = as_found(run)
    require_all_inputs(run)
    findings: list[Finding] = []
    entries, waived = _usable(run, baseline, findings), _usable(run, waivers, findings)
    for case, result in run.results.items():
        entry, waiver = entries.get(str(case)), waived.get(str(case))
        if result.verdict is Verdict.MISSING:
            findings.append(Finding(str(case), Standing.MISSING, result.reason, entry))
            continue
        found = _against_waiver(result, waiver, today) if waiver else None
        if found is None:
            found = against_entry(result, entry, today) if entry else _without_entry(result)
        findings.append(found)
    if run.end is None:
        findings.append(Finding("the run", Standing.MISSING, "has not ended: the remaining results are unknown"))
    elif run.nameless:
        findings.append(Finding("the run", Standing.MISSING, nameless_text(run.nameless, has_ended=True)))
    if not run.written:
        findings.append(Finding("the run", Standing.MISSING, "has no result"))
    order = list(Standing)
    return sorted(findings, key=lambda finding: (order.index(finding.standing), finding.case))
