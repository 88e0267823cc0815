"""Divides a run of classay into shards and runs them on several devices or machines: see docs/guide/farm.md."""

from classay_report import __version__ as __version__
