"""Verdicts on cases, in the order that decides what is worse."""

from enum import StrEnum


class Verdict(StrEnum):
    """From the worst to the best: of its parts a case gets the first (docs/cli.md, merge)."""

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
        """0 for a pass; the larger, the worse."""
        return _BADNESS[self]

    @property
    def leaves_exit_code_zero(self) -> bool:
        return self in _GOOD

    @property
    def needs_an_answer(self) -> bool:
        """The device is there to be asked, whether it answers or not."""
        return self not in (Verdict.SKIP, Verdict.UNSUPPORTED)

    @property
    def says_something(self) -> bool:
        """The inputs were judged, and the verdict is on their results."""
        return self in (Verdict.PASS, Verdict.QUALITY_WARNING, Verdict.XFAIL, Verdict.FAIL, Verdict.FLAKE)


_BADNESS = {verdict: badness for badness, verdict in enumerate(reversed(Verdict))}
_GOOD = frozenset((Verdict.PASS, Verdict.QUALITY_WARNING, Verdict.SKIP, Verdict.UNSUPPORTED, Verdict.XFAIL))
