#!/usr/bin/env python3
"""Writes docs/results.md, the index of what is known of drivers, from data/drivers.

    scripts/driver_results.py           write the page
    scripts/driver_results.py --check   compare it with the folders, and look at their form

data/drivers/README.md describes the form of a folder.

Exit codes: 0 written, or current; 1 the page is not current, or a folder has another form; 2 wrong usage.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from pages import ROOT, keep_current

FOLDERS = ROOT / "data/drivers"
PAGE = ROOT / "docs/results.md"

FIELDS = ("driver", "version", "platform", "back end", "formats", "date", "command", "cases", "passed", "failed", "other")
OF_FINDING = ("Result", "Limit", "Reported")
INTRODUCTION = """# Results on drivers

[data/drivers](../data/drivers/README.md) has one folder per driver and version, with a summary, the runs and the
findings. A finding is a result that differs from a specification, with the command that shows it. classay is not a
Khronos conformance test. `scripts/driver_results.py` makes this page.

## Tested on
"""

COUNTS = """The counts belong to the command in the summary of the folder. Unsupported cases are neither passed nor failed.
`reported` counts the findings for which the vendor has an issue."""


class FormError(Exception):
    """A folder that has not the form of data/drivers/README.md."""


@dataclass
class Finding:
    title: str
    reported: str


@dataclass
class Driver:
    folder: str
    title: str
    fields: dict[str, str]
    findings: list[Finding]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def finding_of(folder: str, section: str) -> Finding:
    title, _, body = section.partition("\n")
    bullets = dict(re.findall(r"^- (\w+): (.+)$", body, re.MULTILINE))
    for name in OF_FINDING:
        if name not in bullets:
            raise FormError(f"{folder}: finding '{title}' has no line '- {name}: ...'")
    if not re.search(r"^ {6}\S", body, re.MULTILINE):
        raise FormError(f"{folder}: finding '{title}' has no command that shows it")
    return Finding(title.strip(), bullets["Reported"])


def driver_of(folder: str, text: str) -> Driver:
    head = re.match(r"# (.+)\n", text)
    if head is None:
        raise FormError(f"{folder}: README.md does not begin with a heading")
    summary, _, rest = text.partition("\n## ")
    fields: dict[str, str] = {}
    for line in summary.splitlines():
        if line.startswith("|") and len(row := cells(line)) == 2:
            fields[row[0]] = row[1]
    for name in FIELDS:
        if name not in fields:
            raise FormError(f"{folder}: the summary has no field '{name}'")
    sections = dict(section.partition("\n")[::2] for section in ("\n## " + rest).split("\n## ")[1:])
    for name in ("Runs", "Findings"):
        if name not in sections:
            raise FormError(f"{folder}: heading '## {name}' is missing")
    findings = [finding_of(folder, part) for part in sections["Findings"].split("\n### ")[1:]]
    for table in re.findall(r"\]\(([\w.-]+\.csv)\)", text):
        if not (FOLDERS / folder / table).is_file():
            raise FormError(f"{folder}: {table} is missing")
    return Driver(folder, head[1], fields, findings)


def drivers() -> list[Driver]:
    files = sorted(FOLDERS.glob("*/README.md"))
    return [driver_of(file.parent.name, file.read_text()) for file in files]


def page_of(known: list[Driver]) -> str:
    lines = [INTRODUCTION, "| driver | platform | back ends | last run | passed of cases | failed | findings | reported |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for driver in known:
        value = driver.fields
        reported = sum(finding.reported != "no" for finding in driver.findings)
        counts = f"{value['passed']} of {value['cases']} | {value['failed']} | {len(driver.findings)} | {reported}"
        last = value["date"].split(" to ")[-1]
        lines.append(f"| [{driver.title}] | {value['platform']} | {value['back end']} | {last} | {counts} |")
    lines += ["", COUNTS, "", *(f"[{driver.title}]: ../data/drivers/{driver.folder}/README.md" for driver in known)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        page = page_of(drivers())
    except FormError as error:
        print(f"driver_results: {error}", file=sys.stderr)
        return 1
    return 0 if keep_current(PAGE, page, bool(arguments), "scripts/driver_results.py") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
