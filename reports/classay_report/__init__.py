"""Reports from classay's journals. Reads them, and runs nothing."""

__version__ = "0.1.0"
