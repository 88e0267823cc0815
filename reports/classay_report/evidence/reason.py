"""Why a package is no evidence: a place and a sentence."""

from typing import NamedTuple

from classay_report.visible import shortened

_WHAT_LETTERS = 2000  # a sentence, with names in it


class Reason(NamedTuple):
    where: str  # a file of the package, or a case
    what: str

    @property
    def shown(self) -> "Reason":
        """Names in it may have any length."""
        return Reason(shortened(self.where), shortened(self.what, _WHAT_LETTERS))

    def __str__(self) -> str:
        return f"{self.shown.where}: {self.shown.what}"
