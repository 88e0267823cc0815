"""The system of the program under test. With CLASSAY_SYSTEM=windows it is a program for Windows that wine runs
(scripts/windows --tests), and the tests themselves run on Linux."""

import os
import re
import unittest
from collections.abc import Callable
from typing import Any

WINDOWS = os.environ.get("CLASSAY_SYSTEM") == "windows"
LIBRARY_ENDING = "dll" if WINDOWS else "so"


def posix_only(reason: str) -> Callable[[Any], Any]:
    """Skips a test of something that Windows does not have."""
    return unittest.skipIf(WINDOWS, f"not on Windows: {reason}")


def not_below_wine(reason: str) -> Callable[[Any], Any]:
    """Skips a test of something that Windows has, but not wine, or not for a test that runs on Linux."""
    return unittest.skipIf(WINDOWS, f"not below wine: {reason}")


def plain(messages: str) -> str:
    """Messages with "/" in paths, which both systems accept. A backslash before a quote does not separate."""
    return re.sub(r"\\(?!')", "/", messages) if WINDOWS else messages
