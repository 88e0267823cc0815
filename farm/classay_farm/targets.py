"""Defines targets: a device with its driver, on whatever machine.

A target has the same name on every machine, so machines with the same target can run each other's shards. On one machine a
target has an address, or several if the machine has several equal devices. Workers receive this module, so it imports only
the standard library.
"""

import queue
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

LIBRARY = "lib:"  # prefix of a library of C functions, which `classay devices` does not list
LIBRARIES = "C library"  # the platform name of such libraries


@dataclass(frozen=True, slots=True)
class Target:
    name: str  # "NAME (PLATFORM), driver DRIVER", as printed at the start of a run
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
    """Returns the name of a target for a device of this name, platform and driver."""
    return f"{LIBRARY}{name}" if platform == LIBRARIES else f"{name} ({platform}), driver {driver}"


@dataclass(frozen=True, slots=True)
class Place:
    """A target on a machine."""

    target: Target
    address: str


def place_of(device: dict[str, Any]) -> Place:
    """Converts an entry of `devices --json`. An address without a prefix belongs to OpenCL."""
    target = Target(
        name_of(device["name"], device["platform"], device["driver"]),
        str(device.get("short_name", "")),
        bool(device.get("il_versions")),
    )
    return Place(target, str(device["address"]))


def places_of(devices: Iterable[dict[str, Any]], libraries: Sequence[str] = ()) -> list[Place]:
    return [place_of(device) for device in devices] + [Place(Target(word), word) for word in libraries]


def choose(targets: Sequence[Target], words: Sequence[str]) -> list[Target]:
    """Returns the target for each word: by its full name or short name, else by a part. Raises ValueError if not unique."""
    chosen: dict[str, Target] = {}
    for word in words:
        found = [t for t in targets if t.fits(word)] or [t for t in targets if t.has(word)]
        if len(found) != 1:
            those = "".join(f"\n  {t.name}" for t in (found or targets))
            fits = "matches several devices of the farm" if found else "matches no device; the farm has" if those else ""
            raise ValueError(f"--device {word}: {fits or 'the farm has no device'}{':' if those else ''}{those}")
        chosen[found[0].name] = found[0]
    return list(chosen.values())


class Machine:
    """The places of a machine. Each runs a fixed number of shards at a time."""

    def __init__(self, places: Iterable[Place], slots: int) -> None:
        self.places = list(places)
        self._free: dict[str, queue.Queue[str]] = {}
        for place in self.places * slots:
            self._free.setdefault(place.target.name, queue.Queue()).put(place.address)
        self.slots = {name: free.qsize() for name, free in self._free.items()}

    def take(self, name: str) -> str:
        """Reserves an address of the target for the caller."""
        return self._free[name].get()

    def give_back(self, name: str, address: str) -> None:
        self._free[name].put(address)
