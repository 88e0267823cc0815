"""Defines a reason why a package is not evidence: a place and a sentence."""

from typing import NamedTuple

from classay_report.visible import shortened

_WHAT_LETTERS = 2000  # enough for a sentence that contains names


class Reason(NamedTuple):
    where: str  # a file of the package, or a case
    what: str

    @property
    def shown(self) -> "Reason":
        """The reason with long names cut off."""
        return Reason(shortened(self.where), shortened(self.what, _WHAT_LETTERS))

    def __str__(self) -> str:
        return f"{self.shown.where}: {self.shown.what}"
