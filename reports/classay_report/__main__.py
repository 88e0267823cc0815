import sys

from classay_report.cli import main

if __name__ == "__main__":
    sys.exit(main())
