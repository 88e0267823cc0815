"""The back ends through which devices are reached, and the front ends in which cases are asked: as people read their names.

A test holds both against harness/devices/registry.cpp and suites/front_end.cpp. A name of a later version stands for itself.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backend:
    title: str
    front_end: str  # in which its devices are asked where nobody says


BACKENDS = {
    "opencl": Backend("OpenCL", "clc"),
    "level-zero": Backend("Level Zero", "il"),
    "vulkan": Backend("Vulkan", "clspv"),
    "library": Backend("Math library", "c"),
}
FRONT_ENDS = {"clc": "OpenCL C", "il": "SPIR-V", "clspv": "clspv", "c": "C"}


def backend_title(name: str) -> str:
    return BACKENDS[name].title if name in BACKENDS else name


def front_end_title(name: str) -> str:
    return FRONT_ENDS.get(name, name)
