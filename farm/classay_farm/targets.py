"""What can be asked: a device with its driver, wherever in the farm it is.

A target has the same name on every machine, and machines that have the same one can take each other's shards. Where it
stands on a machine is the address there, of which a machine with several equal devices has several. This module is sent to
workers, and knows nothing but Python.
"""

import queue
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

LIBRARY = "lib:"  # a library of C functions, which no list of devices has
LIBRARIES = "C library"  # the platform of each


@dataclass(frozen=True, slots=True)
class Target:
    name: str  # "NAME (PLATFORM), driver DRIVER", as a run introduces it
    short_name: str = ""
    takes_il: bool = False

    @property
    def folder(self) -> str:
        return re.sub(r"[^a-z0-9.+]+", "-", self.name.lower()).strip("-.")[:100] or "device"

    def fits(self, word: str) -> bool:
        return word.lower() in (self.short_name.lower(), self.name.lower())

    def has(self, word: str) -> bool:
        return word.lower() in self.name.lower()


def name_of(name: str, platform: str, driver: str) -> str:
    """Returns the name of the target that a device is."""
    return f"{LIBRARY}{name}" if platform == LIBRARIES else f"{name} ({platform}), driver {driver}"


@dataclass(frozen=True, slots=True)
class Place:
    """A target on a machine."""

    target: Target
    address: str


def place_of(device: dict[str, Any]) -> Place:
    """Of a line of `devices --json`. An address without a prefix is OpenCL's."""
    target = Target(
        name_of(device["name"], device["platform"], device["driver"]),
        str(device.get("short_name", "")),
        bool(device.get("il_versions")),
    )
    return Place(target, str(device["address"]))


def places_of(devices: Iterable[dict[str, Any]], libraries: Sequence[str] = ()) -> list[Place]:
    return [place_of(device) for device in devices] + [Place(Target(word), word) for word in libraries]


def choose(targets: Sequence[Target], words: Sequence[str]) -> list[Target]:
    """For each word the one target that it names: its name or short name as a whole, else a part. Raises ValueError."""
    chosen: dict[str, Target] = {}
    for word in words:
        found = [t for t in targets if t.fits(word)] or [t for t in targets if t.has(word)]
        if len(found) != 1:
            those = "".join(f"\n  {t.name}" for t in (found or targets))
            fits = "fits several devices of the farm" if found else "fits no device of the farm; there are" if those else ""
            raise ValueError(f"'{word}' {fits or 'fits no device of the farm, which has none'}{':' if those else ''}{those}")
        chosen[found[0].name] = found[0]
    return list(chosen.values())


class Machine:
    """The places of a machine, each of which is taken by so many shards at a time."""

    def __init__(self, places: Iterable[Place], slots: int) -> None:
        self.places = list(places)
        self._free: dict[str, queue.Queue[str]] = {}
        for place in self.places * slots:
            self._free.setdefault(place.target.name, queue.Queue()).put(place.address)
        self.slots = {name: free.qsize() for name, free in self._free.items()}

    def take(self, name: str) -> str:
        """An address of the target, for this caller alone."""
        return self._free[name].get()

    def give_back(self, name: str, address: str) -> None:
        self._free[name].put(address)
