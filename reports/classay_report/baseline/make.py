"""Makes a baseline from a run, and updates one. Owner, issue and expiry, which a person wrote, are kept while the verdict of
the entry stays the same."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from classay_report.baseline.asked import chooses
from classay_report.baseline.file import Entry, ExpectationFile
from classay_report.baseline.found import as_found
from classay_report.baseline.judge import asked_of, require_all_inputs
from classay_report.baseline.scope import SETTINGS, DriverRange, Scope
from classay_report.errors import ReportError, UsageError
from classay_report.journal import CaseName, Header, Result, Run, Verdict

# With these verdicts the device was not tested, or not in full, or the suite failed. They cannot be expected.
_NEVER_EXPECTED = (Verdict.MISSING, Verdict.PARTIAL, Verdict.HARNESS_ERROR, Verdict.KILLED)


def _pattern(name: str) -> str:
    """Returns a pattern of one line that matches the name. `*` replaces characters that a line cannot contain."""
    inner = name.strip(" ")
    shown = "".join(letter if letter.isprintable() else "*" for letter in inner)
    return shown if inner == name and shown else f"*{shown}*"


def scope_of(header: Header) -> Scope:
    asked = asked_of(header)
    try:
        driver = DriverRange.parse(asked.driver) if asked.driver.isprintable() else DriverRange()
    except ValueError:
        driver = DriverRange()
    return Scope(
        _pattern(asked.platform),
        _pattern(asked.device),
        driver,
        tuple((what, str(getattr(asked, what))) for what in SETTINGS),
    )


def _entry(result: Result, owner: str, issue: str, expires: date | None) -> Entry:
    known = not result.verdict.leaves_exit_code_zero
    return Entry(
        case=str(result.case),
        verdict=result.verdict,
        ulp=result.max_error,
        owner=owner if known else "",
        issue=issue if known else "",
        expires=expires if known else None,
    )


def _check(run: Run) -> None:
    if run.end is None:
        raise UsageError(f"{run.file}: the run has not ended; resume it with: classay resume")
    if any(result.verdict is Verdict.XFAIL for result in run.results.values()):
        raise UsageError(
            f"{run.file}: the run used a baseline and does not contain the device's own verdicts; run without --baseline"
        )
    if not run.written:
        raise UsageError(f"{run.file}: the run has no results")
    if run.lost:
        raise ReportError(f"{run.file}: the results of {run.lost} cases are not in the journal; run again")


def make(run: Run, owner: str = "", issue: str = "", expires: date | None = None) -> ExpectationFile:
    run = as_found(run)
    require_all_inputs(run)
    _check(run)
    results = (result for result in run.results.values() if result.verdict not in _NEVER_EXPECTED)
    entries = {str(result.case): _entry(result, owner, issue, expires) for result in results}
    return ExpectationFile("baseline", scope_of(run.header), entries)


def _updated(entry: Entry, old: Entry | None) -> Entry:
    if old is None or old.verdict is not entry.verdict:
        return entry
    return replace(entry, owner=old.owner, issue=old.issue, expires=old.expires)


def update(
    run: Run, file: ExpectationFile, owner: str = "", issue: str = "", expires: date | None = None
) -> ExpectationFile:
    """Raises UsageError if the baseline is not for this run, so that expectations of two devices do not get mixed."""
    misfits = file.scope.misfits(asked_of(run.header))
    if misfits:
        raise UsageError(f"the baseline is not for this run: {'; '.join(misfits)}")
    fresh: Mapping[str, Entry] = make(run, owner, issue, expires).entries
    # Keeps the entries of cases that this run did not select or did not decide.
    kept = {
        name: entry
        for name, entry in file.entries.items()
        if not chooses(run.header, CaseName.parse(name)) or _is_unknown(run, name)
    }
    entries = kept | {name: _updated(entry, file.entries.get(name)) for name, entry in fresh.items()}
    return ExpectationFile("baseline", file.scope, entries)


def _is_unknown(run: Run, name: str) -> bool:
    result = run.results.get(CaseName.parse(name))
    if result is None:
        return False
    return result.verdict in _NEVER_EXPECTED
