"""Defines which runs a baseline or a file of waivers applies to: a device, a range of its drivers, and the settings.

The rules are simple enough for any program to implement: `*` and `?` in names, drivers compared by the numbers in them.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase


def numbers_in(version: str) -> tuple[int, ...]:
    """Returns (3, 1) for 3.1+debian. The text between the numbers does not affect the order."""
    return tuple(int(digits) for digits in re.findall(r"[0-9]+", version))


def _matches(name: str, pattern: str) -> bool:
    # Only * and ? are special: a name may contain brackets.
    return fnmatchcase(name, pattern.replace("[", "[[]"))


@dataclass(frozen=True, slots=True)
class DriverRange:
    """From `low` to `high`, both included; high 3.1 includes 3.1.5. Empty: no bound."""

    low: str = ""
    high: str = ""

    @classmethod
    def parse(cls, text: str) -> "DriverRange":
        """`*`, one driver, `LOW ..`, `.. HIGH` or `LOW .. HIGH`. Raises ValueError."""
        if text == "*":
            return cls()
        low, dots, high = (part.strip() for part in text.partition(".."))
        given = cls(low, high if dots else low)
        bounds = [bound for bound in (given.low, given.high) if bound]
        if not bounds or not all(numbers_in(bound) for bound in bounds):
            raise ValueError(f"'{text}' is not a range of drivers, such as '3.1 .. 3.2', '3.1 ..' or '*'")
        return given

    def __str__(self) -> str:
        if not self.low and not self.high:
            return "*"
        return self.low if self.low == self.high else f"{self.low} .. {self.high}".strip()

    def contains(self, driver: str) -> bool:
        numbers, low, high = numbers_in(driver), numbers_in(self.low), numbers_in(self.high)
        if self.low == self.high and self.low:
            return driver == self.low or (numbers == low and bool(numbers))
        if not numbers and (low or high):
            return False
        return numbers >= low and (not high or numbers[: len(high)] <= high)


@dataclass(frozen=True, slots=True)
class Asked:
    """The device and the settings of a run."""

    platform: str
    device: str
    driver: str
    tier: str
    seed: str
    edition: str
    profile: str


SETTINGS = ("tier", "seed", "edition", "profile")


@dataclass(frozen=True, slots=True)
class Scope:
    """The runs that a file applies to. A setting that is not given matches everything."""

    platform: str
    device: str
    driver: DriverRange
    settings: tuple[tuple[str, str], ...] = ()  # in the order of SETTINGS

    def misfits(self, asked: Asked) -> list[str]:
        """Returns the reasons why the file does not apply to a run; empty if it applies."""
        all_of_them = [
            *(
                f"the {what} is '{is_}', expected '{wanted}'"
                for what, is_, wanted in (("platform", asked.platform, self.platform), ("device", asked.device, self.device))
                if not _matches(is_, wanted)
            )
        ]
        if not self.driver.contains(asked.driver):
            all_of_them.append(f"the driver is '{asked.driver}', outside of {self.driver}")
        for what, wanted in self.settings:
            is_ = str(getattr(asked, what))
            if is_ != wanted:
                all_of_them.append(f"the {what} is {is_}, expected {wanted}")
        return all_of_them
