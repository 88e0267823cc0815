"""A run of classay as many small ones, on the machines of a farm: see docs/guide/farm.md."""

__version__ = "0.1.0"
