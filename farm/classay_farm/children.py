"""Programs and processes that end with the process that started them: SIGKILL leaves that one no time to end them.

This module is sent to workers, and knows nothing but Python.
"""

import ctypes
import os
import shutil
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1  # of prctl(2)
# The parent may have ended before the child asked for its signal: then the child is another's.
_CHECKED = 'parent=$1; shift; [ "$PPID" = "$parent" ] || exit 1; exec "$@"'


def with_its_parent(*command: str, how: str = "KILL") -> Sequence[str]:
    """The command, which gets a signal when its parent ends. Without setpriv (util-linux) it is the command as it is."""
    if shutil.which("setpriv") is None:
        return command
    return ("setpriv", "--pdeathsig", how, "--", "sh", "-c", _CHECKED, "sh", str(os.getpid()), *command)


def end_with_parent(parent: int) -> None:
    """From now on this process gets SIGKILL when its parent ends, also where it is stopped. On Linux; elsewhere nothing."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
