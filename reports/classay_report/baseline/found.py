"""Restores the device's own verdicts of a run that used `classay run --baseline`: an expected failure becomes a failure
again, and a quality warning that only the baseline caused becomes a pass."""

from dataclasses import replace

from classay_report.journal import Result, Run


def result_as_found(result: Result) -> Result:
    return result if result.found is None else replace(result, verdict=result.found)


def as_found(run: Run) -> Run:
    return replace(run, results={case: result_as_found(result) for case, result in run.results.items()})
