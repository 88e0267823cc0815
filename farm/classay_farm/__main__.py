import sys

from classay_farm.cli import main

if __name__ == "__main__":
    sys.exit(main())
