"""Groups the cases of a run that are not as promised into findings: one per defect, as an engineer would report them.

`findings_of(run)` is a pure function of the journal: the order of records and the time of day do not change the groups.
"""

from classay_report.findings.group import Finding, findings_of

__all__ = ["Finding", "findings_of"]
