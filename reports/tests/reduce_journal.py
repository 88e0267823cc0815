"""Reduces journals of one device to the fields that findings read, for tests.

    reports/tests/reduce_journal.py OUT.jsonl.gz JOURNAL...

The first journal gives the header. A later result of a case replaces an earlier one.
"""

import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

Record = dict[str, Any]

GOOD = ("pass", "quality-warning", "skip", "unsupported", "xfail")
COUNTS = ("judged", "failed", "undefined", "unwritten", "beyond_end")
OBJECTIONS, LETTERS = 40, 300


def reduced(result: Record) -> Record:
    """Keeps the name and the verdict of a case that is as promised, and the symptoms of any other."""
    found = {key: result[key] for key in ("kind", "case", "verdict")} | {"reason": ""}
    if result["verdict"] in GOOD:
        return found
    found["reason"] = result["reason"][: 2 * LETTERS]
    for key in ("repro", "first", "vectors", "second_launch"):
        if result.get(key):
            found[key] = result[key]
    if "inputs" in result:
        found["inputs"] = {key: result["inputs"][key] for key in ("plan", "count", "hash")}
    if "counts" in result:
        found["counts"] = {key: value for key, value in result["counts"].items() if key in COUNTS}
    if result.get("limit"):
        found["limit"] = {key: result["limit"][key] for key in ("text", "value", "edition")}
    found["worst"] = [sample for sample in result.get("worst", []) if sample.get("expected") is not None]
    for key, value in result.items():
        if isinstance(value, dict) and value.get("objections"):
            found[key] = {"objections": [text[:LETTERS] for text in value["objections"][:OBJECTIONS]]}
    if forms := [form for form in result.get("forms", []) if form.get("failed")]:
        found["forms"] = [{key: form[key] for key in ("form", "asked", "differing", "failed")} for form in forms]
    return found


def main(out: str, *journals: str) -> None:
    header: Record = {}
    results: dict[str, Record] = {}
    for journal in journals:
        opened = gzip.open if journal.endswith(".gz") else open
        with opened(journal, "rt", encoding="utf-8") as lines:
            for line in lines:
                if not line.endswith("\n"):
                    break
                record = json.loads(line)
                if record["kind"] == "run":
                    header = header or record
                elif record["kind"] == "result":
                    results[record["case"]] = reduced(record)
    header.pop("cases", None)
    header["device"]["extensions"] = []
    totals = dict(Counter(result["verdict"] for result in results.values()))
    records = [header, *results.values(), {"kind": "end", "totals": totals, "left_out": []}]
    text = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    Path(out).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
