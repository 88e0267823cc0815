"""Reports from classay's journals. Reads them, and runs nothing."""

import sys

# The version of the program and of the farm, too: CMakeLists.txt reads this line.
__version__ = "0.1.0"

# The wheel installs on Python 3.9 for the sake of the program, which needs no Python.
if sys.version_info < (3, 11):  # noqa: UP036
    print(f"classay-report: needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
    sys.exit(2)
