"""A run as its device answered, whatever baseline `classay run --baseline` held it against: an expected failure is a failure
again, and a quality warning that only the baseline knew is a pass."""

from dataclasses import replace

from classay_report.journal import Result, Run


def result_as_found(result: Result) -> Result:
    return result if result.found is None else replace(result, verdict=result.found)


def as_found(run: Run) -> Run:
    return replace(run, results={case: result_as_found(result) for case, result in run.results.items()})
