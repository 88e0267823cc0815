"""A run of classay as many small ones, on the machines of a farm: see docs/guide/farm.md."""

from classay_report import __version__ as __version__
