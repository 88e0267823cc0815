"""Starts processes that end with their parent, even if the parent is killed and cannot end them itself.

This module is sent to workers, so it imports only the standard library.
"""

import ctypes
import os
import shutil
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1  # of prctl(2)
# The parent may end before the child requests its signal. The child then has a different parent, and exits.
_CHECKED = 'parent=$1; shift; [ "$PPID" = "$parent" ] || exit 1; exec "$@"'


def with_its_parent(*command: str, how: str = "KILL") -> Sequence[str]:
    """Returns a command that gets a signal when its parent ends. Without setpriv (util-linux) it is returned unchanged."""
    if shutil.which("setpriv") is None:
        return command
    return ("setpriv", "--pdeathsig", how, "--", "sh", "-c", _CHECKED, "sh", str(os.getpid()), *command)


def end_with_parent(parent: int) -> None:
    """Lets Linux send this process SIGKILL when its parent ends, even while it is stopped. No effect on other systems."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
