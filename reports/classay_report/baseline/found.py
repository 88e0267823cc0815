"""A run as its device answered, whatever baseline `classay run --baseline` held it against: an expected failure is a failure
again, and a quality warning that only the baseline knew is a pass."""

from collections.abc import Mapping
from dataclasses import replace

from classay_report.journal import Result, Run, Verdict


def result_as_found(result: Result) -> Result:
    held = result.other.get("baseline")
    if not isinstance(held, Mapping) or "found" not in held:
        return result
    return replace(result, verdict=Verdict(held["found"]))


def as_found(run: Run) -> Run:
    return replace(run, results={case: result_as_found(result) for case, result in run.results.items()})
