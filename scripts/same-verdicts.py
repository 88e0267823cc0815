#!/usr/bin/env python3
"""Were the same answers judged the same, in two runs of the same cases?

    scripts/same-verdicts.py RUN RUN

Every case has to be in both, with a verdict that says that it was judged. Where a device gave the same bits (a result's
`answers`), all that the judge made of them has to be the same, to the last digit; where it did not, on another processor
say, nothing is compared. At least one case has to be compared.

Exit codes: 0 the same, 1 a difference, or nothing to compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# What of a result is no judgement.
NOT_JUDGED = {"seconds", "repro", "timing", "device_seconds"}
JUDGED = {"pass", "fail", "quality-warning"}


def results(folder: str) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in (Path(folder) / "journal.jsonl").read_text().splitlines()]
    return {line["case"]: line for line in lines if line["kind"] == "result"}


def judgement(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key not in NOT_JUDGED}


def main() -> int:
    one, other = results(sys.argv[1]), results(sys.argv[2])
    wrong = [f"{case}: only in one" for case in sorted(set(one) ^ set(other))]
    compared = 0
    for case in sorted(set(one) & set(other)):
        a, b = one[case], other[case]
        wrong += [f"{case}: {r['verdict']}, {r.get('reason', '')}" for r in (a, b) if r["verdict"] not in JUDGED]
        if not a.get("answers") or a["answers"] != b.get("answers"):
            continue
        compared += 1
        differing = [key for key in sorted(set(a) | set(b)) if judgement(a).get(key) != judgement(b).get(key)]
        wrong += [f"{case}: {key}: {a.get(key)} and {b.get(key)}" for key in differing]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(one)} cases, {compared} of them with the same answers in both, {len(wrong)} differences")
    return 0 if compared and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
