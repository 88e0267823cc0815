"""Decides whether a run caught an injected defect. Compares two results of each case, with and without the defect, so that
only the effect of the defect counts."""

from dataclasses import asdict, dataclass, field
from typing import Any

Result = dict[str, Any]

# Verdicts of good results.
GOOD = ("pass", "quality-warning", "unsupported", "skip", "xfail")
# Verdicts from which nothing follows about the defect.
NOT_ASKED = ("unsupported", "missing", "harness-error", "killed", "resource-error", "device-lost")


@dataclass(frozen=True)
class Outcome:
    """The outcome for an injected defect in one tier."""

    status: str  # one of the words in outcome()
    verdicts: list[str] = field(default_factory=list)  # verdicts of the cases with the defect
    inputs: int = 0  # number of inputs
    why: str = ""
    shown: list[str] = field(default_factory=list)  # names of the cases that show the defect

    def as_json(self) -> Result:
        return asdict(self)


def _failures(result: Result) -> set[tuple[Any, ...]]:
    """Returns what is wrong in a result, in a comparable form."""
    wrong: set[tuple[Any, ...]] = {("input", sample["index"], str(sample["got"])) for sample in result.get("first", [])}
    for form in result.get("forms", []):
        if form["failed"] or "unasked" in form:
            wrong.add(("form", form["form"], form["failed"]))
    for program in result.get("unbuilt", []):
        wrong.add(("unbuilt", program["program"]))
    if not wrong and result["verdict"] not in GOOD:
        wrong.add(("reason", result.get("reason", "")))
    return wrong


def _failed(result: Result) -> int:
    """Returns the number of wrong results. The record lists only the first ones, which may all be the device's own."""
    return int(result.get("counts", {}).get("failed", 0))


def does_not_build(result: Result) -> bool:
    return bool(result.get("unbuilt")) or "does not build" in result.get("reason", "")


def is_due(base: Result, planted: Result) -> bool:
    """Whether the verdict is worse than that of the unchanged device, because of a result that is correct there."""
    if planted["verdict"] in NOT_ASKED or planted["verdict"] == base["verdict"] == "pass":
        return False
    if planted["verdict"] == "quality-warning":
        return bool(base["verdict"] == "pass")
    if planted["verdict"] in GOOD:
        return False
    return base["verdict"] in GOOD or _failed(planted) > _failed(base) or bool(_failures(planted) - _failures(base))


def has_changed(base: Result, planted: Result) -> bool:
    """Whether the defect changed any result."""

    def said(result: Result) -> list[Any]:
        forms = [(form["form"], form["differing"], form["failed"]) for form in result.get("forms", [])]
        return [result.get("answers"), forms, result["verdict"], result.get("reason", "")]

    return said(base) != said(planted)


def outcome(is_oddity: bool, base: list[Result], planted: list[Result]) -> Outcome:
    """Decides from results of the same cases in the same order."""
    pairs = list(zip(base, planted, strict=True))
    verdicts = [p["verdict"] for _, p in pairs]
    inputs = sum(p.get("inputs", {}).get("count", 0) for _, p in pairs)
    asked = [(b, p) for b, p in pairs if p["verdict"] not in NOT_ASKED]
    if not asked:
        return Outcome("not asked", verdicts, inputs, "; ".join(sorted({p.get("reason", "") for _, p in pairs})))
    if broken := [p for b, p in asked if does_not_build(p) and not does_not_build(b)]:
        return Outcome("broken", verdicts, inputs, f"the injected code does not build: {broken[0].get('reason', '')}")
    if due := [p for b, p in asked if is_due(b, p)]:
        shown = [p["case"] for p in due]
        return Outcome("failed" if is_oddity else "caught", verdicts, inputs, str(due[0].get("reason", "")), shown)
    if skipped := [p for _, p in asked if p["verdict"] == "skip"]:
        return Outcome("missed", verdicts, inputs, str(skipped[0].get("reason", "")))
    if not any(has_changed(b, p) for b, p in asked):
        return Outcome("unchanged", verdicts, inputs)
    return Outcome("passed" if is_oddity else "missed", verdicts, inputs)
