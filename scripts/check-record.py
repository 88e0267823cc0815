#!/usr/bin/env python3
"""Compares a wheel with its RECORD: prints one line per file that differs, is missing or is not recorded.

check-record.py WHEEL
"""

import base64
import csv
import hashlib
import sys
import zipfile


def problems(wheel: str) -> list[str]:
    with zipfile.ZipFile(wheel) as content:
        names = {name for name in content.namelist() if not name.endswith("/")}
        (record,) = [name for name in names if name.endswith(".dist-info/RECORD")]
        rows = {row[0]: row[1] for row in csv.reader(content.read(record).decode("utf-8").splitlines())}
        found = [f"{name} is not in RECORD" for name in sorted(names - rows.keys())]
        found += [f"{name} is in RECORD but not in the wheel" for name in sorted(rows.keys() - names)]
        for name in sorted(names & rows.keys() - {record}):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content.read(name)).digest()).rstrip(b"=").decode()
            if rows[name] != f"sha256={digest}":
                found.append(f"{name} differs from its checksum in RECORD")
    return found


if __name__ == "__main__":
    for line in problems(sys.argv[1]):
        print(line)
