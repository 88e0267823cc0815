"""Defines test case names: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH."""

import re
from dataclasses import dataclass

_WIDTH = re.compile("v[1-9][0-9]?")


@dataclass(frozen=True, slots=True, order=True)
class CaseName:
    front_end: str
    group: str
    builtin: str
    format: str
    mode: str
    lanes: int

    @classmethod
    def parse(cls, name: str) -> "CaseName":
        """Raises ValueError if `name` is not a test case name."""
        parts = name.split("/")
        if len(parts) != 6 or not all(parts) or not _WIDTH.fullmatch(parts[5]):
            raise ValueError(f"'{name:.200}' is not a test case name: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH")
        front_end, group, builtin, form, mode, width = parts
        return cls(front_end, group, builtin, form, mode, int(width[1:]))

    @property
    def is_counted(self) -> bool:
        """Whether the first record of a journal counts this case. It does not count cases without a row in the table."""
        return self.group != "misc"

    @property
    def width(self) -> str:
        return f"v{self.lanes}"

    @property
    def unit(self) -> str:
        """The name without the width."""
        return f"{self.front_end}/{self.group}/{self.builtin}/{self.format}/{self.mode}"

    def __str__(self) -> str:
        return f"{self.unit}/{self.width}"
