#!/usr/bin/env python3
"""Makes classay's wheel from a portable folder: the program with its libraries and data, the reports and the farm.

    make_wheel.py FOLDER ARCHITECTURE OUT      Write OUT/classay-VERSION-...whl; print its path

The program, its libraries and its data go into the wheel's data folder. pip unpacks that into the prefix of the environment:
bin/classay is the program itself, which finds lib/classay and share/classay from there. Equal folders give equal wheels,
byte by byte. `pip install .` also calls this script (pyproject.toml), which then makes the portable folder first.

ARCHITECTURE windows-x86_64: Scripts\\classay.exe is the program itself, with its libraries next to it. The farm needs Linux,
so this wheel does not contain it.
"""

import argparse
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WINDOWS = "windows-x86_64"
TIME = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip file can represent
REPORTS, FARM = ROOT / "reports/classay_report", ROOT / "farm/classay_farm"


def version() -> str:
    """Returns the version. CMakeLists.txt reads the same line."""
    text = (ROOT / "reports/classay_report/__init__.py").read_text("utf-8")
    found: list[str] = re.findall(r'(?m)^__version__ = "([0-9.]+)"$', text)
    return found[0]


def tag_of(architecture: str) -> str:
    return "py3-none-" + ("win_amd64" if architecture == WINDOWS else f"manylinux_2_28_{architecture}")


def project_of(architecture: str) -> dict[str, Any]:
    """Returns the table `project` of pyproject.toml, for Windows without the farm."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    if architecture == WINDOWS:
        del project["optional-dependencies"]["farm"], project["scripts"]["classay-farm"]
    return project


def metadata(project: Mapping[str, Any], licences: list[str]) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in licences),
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {need}" for need in project["dependencies"]),
    ]
    for extra, needs in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {need}; extra == '{extra}'" for need in needs)]
    readme = (ROOT / project["readme"]).read_text("utf-8")
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def python_files(architecture: str) -> Iterator[tuple[str, Path]]:
    for package in (REPORTS,) if architecture == WINDOWS else (REPORTS, FARM):
        for file in package.rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                yield f"{package.name}/{file.relative_to(package).as_posix()}", file


def installed_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yields names in the wheel's data folder. `scripts` is bin/ on Linux and Scripts\\ on Windows, `data` is the prefix."""
    for file in (*folder.glob("*.exe"), *folder.glob("*.dll")):
        yield f"scripts/{file.name}", file
    for top in ("bin", "lib", "share"):
        for file in (folder / top).rglob("*"):
            if file.is_file():
                yield f"data/{file.relative_to(folder).as_posix()}", file


def licence_files(folder: Path) -> Iterator[tuple[str, Path]]:
    for file in (folder / "LICENSE", folder / "NOTICE", *(folder / "licences").iterdir()):
        yield file.relative_to(folder).as_posix(), file


def materials(folder: Path, architecture: str, text: str) -> bytes:
    """Returns the materials of the portable folder, and those of the Python packages."""
    with tempfile.TemporaryDirectory() as scratch:
        needs, out = Path(scratch) / "METADATA", Path(scratch) / "sbom.cdx.json"
        needs.write_text(text, "utf-8")
        program, libraries = ("classay.exe", ".") if architecture == WINDOWS else ("bin/classay", "lib/classay")
        words = ["--artifact", folder / program, "--debian", folder / "licences/packages.txt"]
        words += ["--libraries", folder / libraries, folder / "licences/libraries.txt"]
        words += ["--requirements", needs, ROOT / "requirements-dev.txt"]
        command = [sys.executable, ROOT / "scripts/sbom.py", out, f"classay-{architecture}", version(), *words]
        subprocess.run([str(word) for word in command], check=True)
        return out.read_bytes()


class Wheel:
    """A zip file that records its content."""

    def __init__(self, content: zipfile.ZipFile) -> None:
        self.content, self.record = content, ""

    def add(self, name: str, data: bytes, mode: int = 0o644) -> None:
        entry = zipfile.ZipInfo(name, TIME)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.content.writestr(entry, data, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record += f"{name},sha256={digest},{len(data)}\n"


def make(folder: Path, architecture: str, out: Path) -> Path:
    project = project_of(architecture)
    stem = f"{project['name']}-{version()}"
    info, tag = f"{stem}.dist-info", tag_of(architecture)
    licences = sorted(licence_files(folder))
    text = metadata(project, [name for name, _ in licences])
    file = out / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(file, "w") as content:
        wheel = Wheel(content)
        for name, source in sorted(python_files(architecture)):
            wheel.add(name, source.read_bytes())
        for name, source in sorted(installed_files(folder)):
            wheel.add(f"{stem}.data/{name}", source.read_bytes(), 0o755 if os.access(source, os.X_OK) else 0o644)
        for name, source in licences:
            wheel.add(f"{info}/licenses/{name}", source.read_bytes())
        wheel.add(f"{info}/sboms/classay.cdx.json", materials(folder, architecture, text))
        wheel.add(f"{info}/METADATA", text.encode())
        wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: classay\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
        wheel.add(f"{info}/entry_points.txt", f"[console_scripts]\n{scripts}".encode())
        wheel.add(f"{info}/RECORD", f"{wheel.record}{info}/RECORD,,\n".encode())
    return file


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """The entry point for `pip install .` and `pip wheel .` (PEP 517)."""
    del config_settings, metadata_directory
    architecture = platform.machine()
    subprocess.run([str(ROOT / "scripts/package"), "--wheel", architecture], check=True)
    made = ROOT / f"build/package/classay-{version()}-{tag_of(architecture)}.whl"
    return Path(shutil.copy(made, wheel_directory)).name


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("architecture")
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    print(make(args.folder, args.architecture, args.out))


if __name__ == "__main__":
    main()
