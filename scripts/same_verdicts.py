#!/usr/bin/env python3
"""Were the same answers judged the same, in two runs of the same cases?

    scripts/same_verdicts.py RUN RUN

Every case has to be in both, with a verdict that says that it was judged. Where a device gave the same bits (a result's
`answers`), all that the judge made of them has to be the same, to the last digit; where it did not, on another processor
say, nothing is compared. What hangs on other answers of the device than those is no judgement of them: those of the scalar
case, and those when the same was asked again. At least one case has to be compared.

Exit codes: 0 the same, 1 a difference, or nothing to compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Result = dict[str, Any]

# What of a result is no judgement; `reason` says in words what the other keys say, and what became of asking once more.
NOT_JUDGED = {"seconds", "repro", "timing", "device_seconds", "reason", "clock"}
# Of the counts, those that hang on other answers. Results of the same bits as the scalar ones are not judged again, so that
# none of them takes the slow path.
OF_OTHER_ANSWERS = {"bitwise_equal_to_scalar", "slow_path", "repeated", "nondeterministic"}
# The device answered differently when it was asked again: what was first, and what then, is told by chance.
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
    """What the judge made of the same answers in one run, and not in the other."""
    a, b = judgement(one), judgement(other)
    keys = sorted(set(a) | set(b))
    if CHANGING in (one["verdict"], other["verdict"]):
        keys.remove("verdict")
    return [f"{key}: {a.get(key)} and {b.get(key)}" for key in keys if a.get(key) != b.get(key)]


def compare(one: dict[str, Result], other: dict[str, Result]) -> tuple[int, list[str]]:
    """How many cases had the same answers, and all that is wrong."""
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
    print(f"{len(one)} cases, {compared} of them with the same answers in both, {len(wrong)} differences")
    return 0 if compared and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
