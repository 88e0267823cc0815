#!/usr/bin/env python3
"""Checks that equal results of a device got equal verdicts in two runs of the same cases.

    scripts/same_verdicts.py RUN RUN

Both runs must contain every case, with a verdict that was judged. If the device gave the same bits in both (`answers` of a
result), everything that the judge derived from them must be exactly equal. If it did not, for example on a different
processor, the case is not compared. Fields that depend on further results of the device are ignored: on the scalar case,
and on repeated launches. At least one case must be comparable.

Exit codes: 0 equal, 1 a difference, or nothing to compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Result = dict[str, Any]

# Fields of a result that the judge does not determine. `reason` repeats the other fields and the outcome of a re-run.
NOT_JUDGED = {"seconds", "repro", "timing", "device_seconds", "reason", "clock"}
# Counts that depend on other results. Results that equal the scalar ones are not judged again, so they do not take the slow
# path.
OF_OTHER_ANSWERS = {"bitwise_equal_to_scalar", "slow_path", "repeated", "nondeterministic"}
# The results of a repeated launch differ. Which of them came first is random.
CHANGING = "flake"
JUDGED = {"pass", "fail", "quality-warning", CHANGING}


def results(folder: str) -> dict[str, Result]:
    lines = [json.loads(line) for line in (Path(folder) / "journal.jsonl").read_text().splitlines()]
    return {line["case"]: line for line in lines if line["kind"] == "result"}


def judgement(result: Result) -> Result:
    judged = {key: value for key, value in result.items() if key not in NOT_JUDGED}
    counts = judged.get("counts", {})
    judged["counts"] = {key: value for key, value in counts.items() if key not in OF_OTHER_ANSWERS}
    return judged


def differences(one: Result, other: Result) -> list[str]:
    """Returns the differences between two judgements of equal results."""
    a, b = judgement(one), judgement(other)
    keys = sorted(set(a) | set(b))
    if CHANGING in (one["verdict"], other["verdict"]):
        keys.remove("verdict")
    return [f"{key}: {a.get(key)} and {b.get(key)}" for key in keys if a.get(key) != b.get(key)]


def compare(one: dict[str, Result], other: dict[str, Result]) -> tuple[int, list[str]]:
    """Returns the number of cases with equal results, and all differences."""
    wrong = [f"{case}: only in one" for case in sorted(set(one) ^ set(other))]
    compared = 0
    for case in sorted(set(one) & set(other)):
        a, b = one[case], other[case]
        wrong += [f"{case}: {r['verdict']}, {r.get('reason', '')}" for r in (a, b) if r["verdict"] not in JUDGED]
        if not a.get("answers") or a["answers"] != b.get("answers"):
            continue
        compared += 1
        wrong += [f"{case}: {line}" for line in differences(a, b)]
    return compared, wrong


def main() -> int:
    one, other = results(sys.argv[1]), results(sys.argv[2])
    compared, wrong = compare(one, other)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(one)} cases, {compared} of them with equal results in both, {len(wrong)} differences")
    return 0 if compared and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
