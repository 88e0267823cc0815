"""Reads the journal of a run. docs/journal.md describes the format.

`read_run(path)` returns a `Run`; all its values are frozen. `other` keeps fields that this version does not know.
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
