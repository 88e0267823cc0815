#!/usr/bin/env python3
"""Writes a bill of materials of an artifact of scripts/package, in CycloneDX 1.5 (JSON): its content and its dependencies.

    sbom.py OUT NAME VERSION [--artifact FILE] [--debian FILE] [--libraries FOLDER FILE] [--requirements METADATA FILE]

Equal materials give equal files, byte by byte: the file contains no time and no serial number.
"""

import argparse
import email.parser
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

Component = dict[str, Any]


def sha256(file: Path) -> list[dict[str, str]]:
    with file.open("rb") as stream:
        return [{"alg": "SHA-256", "content": hashlib.file_digest(stream, "sha256").hexdigest()}]


def component(kind: str, name: str, version: str, purl: str, **more: Any) -> Component:
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}


def words_of(file: Path) -> Iterator[list[str]]:
    yield from (line.split() for line in file.read_text("utf-8").splitlines() if line.strip())


def debian(file: Path, libraries: tuple[Path, Path] | None) -> Iterator[Component]:
    """Reads lines with a package, its version and its kind: empty for a binary package of Debian, `source` for a source
    package, `pypi` for a package of PyPI. `libraries`: a folder of files, and lines with a file and its package."""
    files: dict[str, list[Path]] = {}
    if libraries:
        folder, lines = libraries
        for name, package in words_of(lines):
            files.setdefault(package, []).append(folder / name)
    for name, version, *kind in sorted(words_of(file)):
        purl = f"pkg:deb/debian/{quote(name, safe='+')}@{quote(version, safe='')}?distro=debian-12"
        if kind == ["pypi"]:
            purl = f"pkg:pypi/{name}@{version}"
        elif kind:
            purl = purl.replace("?", f"?arch={kind[0]}&")
        inner = [{"type": "file", "name": f.name, "hashes": sha256(f)} for f in sorted(files.pop(name, []))]
        yield component("library", name, version, purl, **({"components": inner} if inner else {}))
    if files:
        raise SystemExit(f"sbom.py: {', '.join(sorted(files))}: files of this package were found, but no version")


def plain(name: str) -> str:
    """Normalises a name as PyPI does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def python(metadata: Path, requirements: Path) -> Iterator[Component]:
    """Yields the packages that a wheel's METADATA requires, in the versions that it was tested with."""
    needs = email.parser.Parser().parsestr(metadata.read_text("utf-8")).get_all("Requires-Dist", [])
    pinned = dict(re.findall(r"(?m)^([A-Za-z0-9._-]+)==([^\s\\]+)", requirements.read_text("utf-8")))
    versions = {plain(name): version for name, version in pinned.items()}
    optional: dict[str, bool] = {}
    for need in needs:
        name = plain(re.split(r"[^A-Za-z0-9._-]", need, maxsplit=1)[0])
        optional[name] = optional.get(name, True) and "extra ==" in need
    for name in sorted(optional):
        if name not in versions:
            raise SystemExit(f"sbom.py: {name} has no version in {requirements}")
        scope = "optional" if optional[name] else "required"
        yield component("library", name, versions[name], f"pkg:pypi/{name}@{versions[name]}", scope=scope)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("name")
    parser.add_argument("version")
    parser.add_argument("--artifact", type=Path, help="the file that the bill describes")
    parser.add_argument("--debian", type=Path, help="read lines with a Debian package and its version")
    parser.add_argument("--libraries", nargs=2, type=Path, help="a folder, and lines with a file and its Debian package")
    parser.add_argument("--requirements", nargs=2, type=Path, help="METADATA of a wheel, and the tested versions")
    args = parser.parse_args()
    whole = component("application", args.name, args.version, f"pkg:generic/{args.name}@{args.version}")
    if args.artifact:
        whole |= {"hashes": sha256(args.artifact)}
    parts: list[Component] = []
    if args.debian:
        parts += debian(args.debian, tuple(args.libraries) if args.libraries else None)
    if args.requirements:
        parts += python(*args.requirements)
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": whole},
        "components": parts,
        "dependencies": [{"ref": whole["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    args.out.write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
