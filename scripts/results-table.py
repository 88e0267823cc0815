#!/usr/bin/env python3
"""Prints what runs found as CSV tables: for each builtin the largest error with its input, and the failures.

    scripts/results-table.py [--by-mode] JOURNAL-FOLDER...

Folders are those of `classay run --out`. There is a table for each device, format and mode, after a line `# TITLE`. A row is
a builtin over all vector widths that were tested. Input, result and correctly rounded result belong to the width with the
largest error. Several folders of one device make one table; the last result of a case counts. With --by-mode there is a
table for each device and format, with a column for each mode: the largest error in ulp, and the share of wrong results.
data/drivers has such tables.
"""

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

Result = dict[str, Any]
# By device, format and mode: by builtin and width.
Tables = dict[tuple[str, str, str], dict[str, dict[str, Result]]]
# Verdicts that the table shows next to the number of failures.
SPOKEN = (
    "flake",
    "timeout",
    "crash",
    "device-lost",
    "resource-error",
    "harness-error",
    "killed",
    "missing",
    "partial",
    "unsupported",
    "skip",
)


def read(folders: list[Path]) -> dict[tuple[str, str], Result]:
    """Results by device and case. Ends the program at a journal that is malformed, or has lost some."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "reports"))
    from classay_report.errors import ReportError  # noqa: PLC0415 - out of the tree
    from classay_report.journal import read_run  # noqa: PLC0415

    results: dict[tuple[str, str], Result] = {}
    for folder in folders:
        file = folder / "journal.jsonl" if folder.is_dir() else folder
        try:
            run = read_run(file)
        except ReportError as error:
            raise SystemExit(f"results-table.py: {error}") from error
        if run.lost:
            raise SystemExit(f"results-table.py: {file}: the results of {run.lost} cases are not in the journal")
        device = "?"
        for text in file.read_text().splitlines():
            line = json.loads(text)
            if line["kind"] == "run":
                device = f"{line['device']['platform']} {line['device']['driver']}, {line['tier']}"
            elif line["kind"] == "result":
                results[device, line["case"]] = line
    return results


def error_of(result: Result) -> float:
    largest = result.get("max_ulp")
    if not largest:
        return -1.0
    return float("inf") if largest["value"] is None else float(largest["value"])


def words(value: str | list[str | None] | None) -> str:
    """The one value, or those of all components; empty where there is none."""
    parts = [value] if value is None or isinstance(value, str) else value
    return " ".join(part or "-" for part in parts) if any(parts) else ""


def form_words(result: Result) -> str:
    """Lists programs that did not build, and call variants that are wrong although the plain call is right."""
    said = [f"'{program['program']}' does not build" for program in result.get("unbuilt", [])]
    for form in result.get("forms", []):
        if unasked := form.get("unasked"):
            what = "does not build" if unasked["verdict"] == "fail" else unasked["verdict"]
            said.append(f"'{form['form']}' {what}")
        elif form["failed"]:
            said.append(f"'{form['form']}' {form['failed']:,} of {form['asked']:,}")
    return ", ".join(said)


COLUMNS = ["builtin", "judged", "largest_ulp", "limit", "input", "width", "result", "expected", "wrong"]


def row(builtin: str, by_width: dict[str, Result]) -> list[str]:
    width, worst = max(by_width.items(), key=lambda item: error_of(item[1]))
    judged = sum(r.get("counts", {}).get("judged", 0) for r in by_width.values())
    cells = [builtin, str(judged), *[""] * 7]
    if "limit" in worst:
        cells[3] = worst["limit"]["text"]
    if largest := worst.get("max_ulp"):
        value = error_of(worst)
        cells[2] = f"{value:.6g}" if value != float("inf") else "no number"
        cells[4:8] = [" ".join(largest["input"]), width, words(largest["got"]), words(largest["expected"])]
    said = []
    failed = {w: r for w, r in by_width.items() if r["verdict"] == "fail" and "counts" in r}
    wrong = {w: f"{r['counts']['failed']:,}" if r["counts"]["failed"] else form_words(r) for w, r in failed.items()}
    if len(wrong) > 1 and len(set(wrong.values())) == 1 and "'" in next(iter(wrong.values())):
        said.append(f"{next(iter(wrong.values()))} (v{', v'.join(wrong)})")
    elif wrong:
        said.append(", ".join(f"v{w}: {text}" for w, text in wrong.items()))
    if unasked := [w for w, r in by_width.items() if r["verdict"] == "fail" and "counts" not in r]:
        reason = by_width[unasked[0]]["reason"].split(":")[0]
        said.append(f"{reason} (v{', v'.join(unasked)})")
    for verdict in SPOKEN:
        if widths := [w for w, r in by_width.items() if r["verdict"] == verdict]:
            said.append(f"{verdict} (v{', v'.join(widths)})")
    cells[8] = "; ".join(said)
    return cells


def share(failed: int, judged: int) -> str:
    percent = 100 * failed / judged
    return f"{failed} wrong" if percent < 0.1 else f"{percent:.2g} % wrong"


def cell(by_width: dict[str, Result]) -> str:
    """Returns the cell of a builtin in a mode."""
    results = list(by_width.values())
    verdicts = {r["verdict"] for r in results} - {"pass", "fail"}
    largest = max(error_of(r) for r in results)
    said = [] if largest < 0 else ["no number" if largest == float("inf") else f"{largest:.4g}"]
    counts = [r["counts"] for r in results if r.get("counts") and r["verdict"] == "fail"]
    if judged := sum(c["judged"] for c in counts):
        said.append(share(sum(c["failed"] for c in counts), judged))
    elif any(r["verdict"] == "fail" for r in results):
        said.append("does not build")
    return ", ".join(said + sorted(verdicts))


def print_by_mode(tables: Tables) -> None:
    devices: dict[tuple[str, str], dict[str, dict[str, dict[str, Result]]]] = defaultdict(dict)
    for (device, form, mode), rows in tables.items():
        devices[device, form][mode] = rows
    for (device, form), by_mode in devices.items():
        print(f"# {form}: {device}")
        write = csv.writer(sys.stdout, lineterminator="\n")
        write.writerow(["builtin", *by_mode])
        for builtin in sorted({b for rows in by_mode.values() for b in rows}):
            write.writerow([builtin, *(cell(rows[builtin]) if builtin in rows else "" for rows in by_mode.values())])
        print()


def main() -> int:
    folders = [word for word in sys.argv[1:] if word != "--by-mode"]
    if not folders or folders[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if folders else 2
    tables: Tables = defaultdict(lambda: defaultdict(dict))
    for (device, case), result in read([Path(word) for word in folders]).items():
        parts = case.split("/")
        if len(parts) == 6 and parts[5].startswith("v"):
            front_end, group, builtin, form, mode, width = parts
            name = builtin if group == "math" else f"{group}/{builtin}"
            tables[f"{device}, {front_end}", form, mode][name][width[1:]] = result
    if "--by-mode" in sys.argv:
        print_by_mode(tables)
        return 0
    for (device, form, mode), rows in tables.items():
        passed = sum(r["verdict"] == "pass" for widths in rows.values() for r in widths.values())
        cases = sum(len(widths) for widths in rows.values())
        print(f"# {form}, {mode}: {device}: {passed} of {cases} cases pass")
        write = csv.writer(sys.stdout, lineterminator="\n")
        write.writerow(COLUMNS)
        write.writerows(row(builtin, by_width) for builtin, by_width in sorted(rows.items()))
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
