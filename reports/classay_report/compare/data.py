"""Writes a comparison as JSON. An error that is not a number of ulp is "inf", as in a journal."""

import math
from typing import Any

from classay_report.compare.changes import Change, Comparison, Kind
from classay_report.compare.groups import group_data
from classay_report.compare.side import Seen
from classay_report.compare.timing import Timings


def _error(error: float | None) -> float | str | None:
    return "inf" if error is not None and math.isinf(error) else error


def _seen(seen: Seen | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    return {
        "verdict": seen.verdict.value,
        "reason": seen.reason,
        "ulp": _error(seen.error),
        "input": seen.at,
        "failed": seen.failed,
        "judged": seen.judged,
        "repro": seen.repro,
        "answers": seen.answers,
    }


def change_data(change: Change) -> dict[str, Any]:
    return {
        "case": str(change.case),
        "kind": change.kind.value,
        "direction": change.direction.value,
        "same_inputs": change.same_inputs,
        "before": _seen(change.before),
        "after": _seen(change.after),
    }


def data(c: Comparison, timings: Timings, strict: bool) -> dict[str, Any]:
    return {
        "schema": 1,
        "got_worse": c.got_worse(strict),
        "counts": {kind.value: len(c.of_kind(kind)) for kind in Kind} | {"unchanged": c.same},
        "identity": [{"what": d.what, "before": d.before, "after": d.after} for d in c.identity],
        "ended": {"before": c.before.has_ended, "after": c.after.has_ended},
        "lost": {"before": c.before.lost, "after": c.after.lost},
        "findings": group_data(c.before.groups, c.after.groups),
        "changes": [change_data(change) for change in c.changes],
        "other_inputs": [str(case) for case in c.other_inputs],
        "other_limits": [str(case) for case in c.other_limits],
        "times": {
            "why_not": timings.why_not,
            "asked": timings.asked,
            "said": [
                {"what": t.what, "before": t.before, "after": t.after, "ratio": t.ratio, "p": float(t.p)}
                for t in timings.said
            ],
        },
    }
