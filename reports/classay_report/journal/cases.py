"""Names of cases: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH."""

from dataclasses import dataclass


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
        """Raises ValueError for what is no name of a case."""
        parts = name.split("/")
        if len(parts) != 6 or not all(parts) or not parts[5].startswith("v") or not parts[5][1:].isdecimal():
            raise ValueError(f"'{name}' is no name of a case: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH")
        front_end, group, builtin, form, mode, width = parts
        return cls(front_end, group, builtin, form, mode, int(width[1:]))

    @property
    def width(self) -> str:
        return f"v{self.lanes}"

    @property
    def unit(self) -> str:
        """The name without the width."""
        return f"{self.front_end}/{self.group}/{self.builtin}/{self.format}/{self.mode}"

    def __str__(self) -> str:
        return f"{self.unit}/{self.width}"
