"""Names of the back ends that reach devices, and of the front ends that cases are written for, as shown to readers.

A test compares both with harness/device/registry.cpp and suites/front_end.cpp. An unknown name, from a later version, is
shown unchanged.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backend:
    title: str
    front_end: str  # the default front end of its devices


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
