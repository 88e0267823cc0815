"""Why a package is no evidence: a place and a sentence."""

from typing import NamedTuple


class Reason(NamedTuple):
    where: str  # a file of the package, or a case
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"
