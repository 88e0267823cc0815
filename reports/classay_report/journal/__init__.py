"""The journal of a run, read: see docs/journal.md for what stands in it.

`read_run(path)` gives a `Run`; everything in it is frozen. Fields that this version does not know are kept in `other`.
"""

from classay_report.journal.cases import CaseName
from classay_report.journal.model import (
    Abnormal,
    Attempt,
    Binade,
    Counts,
    End,
    Header,
    Health,
    Inputs,
    Limit,
    MaxUlp,
    Result,
    RightAnswer,
    Run,
    Sample,
    SecondLaunch,
    Table,
)
from classay_report.journal.reader import JournalError, journal_file, read_run
from classay_report.journal.verdicts import Verdict

__all__ = [
    "Abnormal",
    "Attempt",
    "Binade",
    "CaseName",
    "Counts",
    "End",
    "Header",
    "Health",
    "Inputs",
    "JournalError",
    "Limit",
    "MaxUlp",
    "Result",
    "RightAnswer",
    "Run",
    "Sample",
    "SecondLaunch",
    "Table",
    "Verdict",
    "journal_file",
    "read_run",
]
