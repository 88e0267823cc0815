"""Defines the verdicts on cases, ordered from worst to best."""

from enum import StrEnum


class Verdict(StrEnum):
    """Ordered from worst to best. A merged case gets the worst verdict of its parts (docs/cli.md, merge)."""

    FAIL = "fail"
    CRASH = "crash"
    TIMEOUT = "timeout"
    DEVICE_LOST = "device-lost"
    RESOURCE_ERROR = "resource-error"
    HARNESS_ERROR = "harness-error"
    KILLED = "killed"
    FLAKE = "flake"
    MISSING = "missing"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    SKIP = "skip"
    XFAIL = "xfail"
    QUALITY_WARNING = "quality-warning"
    PASS = "pass"

    @property
    def badness(self) -> int:
        """0 for a pass; larger is worse."""
        return _BADNESS[self]

    @property
    def leaves_exit_code_zero(self) -> bool:
        return self in _GOOD

    @property
    def needs_an_answer(self) -> bool:
        """Whether the case was to run on the device, with or without a result."""
        return self not in (Verdict.SKIP, Verdict.UNSUPPORTED)

    @property
    def says_something(self) -> bool:
        """Whether the verdict is based on judged results."""
        return self in (Verdict.PASS, Verdict.QUALITY_WARNING, Verdict.XFAIL, Verdict.FAIL, Verdict.FLAKE)


_BADNESS = {verdict: badness for badness, verdict in enumerate(reversed(Verdict))}
_GOOD = frozenset((Verdict.PASS, Verdict.QUALITY_WARNING, Verdict.SKIP, Verdict.UNSUPPORTED, Verdict.XFAIL))
