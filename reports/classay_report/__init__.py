"""Makes reports from classay's journals. Runs no tests."""

import sys

# Also the version of the program and of the farm: CMakeLists.txt reads this line.
__version__ = "0.1.0"

# The wheel also installs on Python 3.9, because the program in it works without Python.
if sys.version_info < (3, 11):  # noqa: UP036
    found = sys.version.split()[0]
    print(f"classay-report: needs Python 3.11 or newer, found {found}; install a newer Python", file=sys.stderr)
    sys.exit(2)
