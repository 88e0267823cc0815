"""Tests bills of materials: they list every component by its standard name, and contain no time."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def made(folder: Path, *words: str) -> dict[str, Any]:
    out = folder / "sbom.cdx.json"
    subprocess.run([sys.executable, str(ROOT / "scripts/sbom.py"), str(out), "classay", "1.0", *words], check=True)
    bill: dict[str, Any] = json.loads(out.read_text())
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.5", 1)
    references = [part["bom-ref"] for part in bill["components"]]
    assert bill["dependencies"] == [{"ref": "pkg:generic/classay@1.0", "dependsOn": references}]
    assert len(set(references)) == len(references)
    return bill


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/libmpfr.so.6").write_bytes(b"mpfr")
    (tmp_path / "packages.txt").write_text("libstdc++6 12.2.0-14+deb12u1\nlibmpfr6 4.2.0-1\n")
    (tmp_path / "libraries.txt").write_text("libmpfr.so.6 libmpfr6\n")
    return tmp_path


def test_libraries_stand_under_their_debian_packages(folder: Path) -> None:
    words = ["--debian", str(folder / "packages.txt"), "--libraries", str(folder / "lib"), str(folder / "libraries.txt")]
    mpfr, cpp = made(folder, "--artifact", str(folder / "lib/libmpfr.so.6"), *words)["components"]
    assert mpfr["purl"] == "pkg:deb/debian/libmpfr6@4.2.0-1?distro=debian-12"
    assert cpp["purl"] == "pkg:deb/debian/libstdc++6@12.2.0-14%2Bdeb12u1?distro=debian-12"
    (file,) = mpfr["components"]
    assert file["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"mpfr").hexdigest()}]
    first = (folder / "sbom.cdx.json").read_bytes()
    made(folder, "--artifact", str(folder / "lib/libmpfr.so.6"), *words)
    assert (folder / "sbom.cdx.json").read_bytes() == first


def test_a_file_whose_package_has_no_version_is_told(folder: Path) -> None:
    (folder / "libraries.txt").write_text("libmpfr.so.6 libother\n")
    with pytest.raises(subprocess.CalledProcessError):
        made(
            folder,
            "--debian",
            str(folder / "packages.txt"),
            "--libraries",
            str(folder / "lib"),
            str(folder / "libraries.txt"),
        )


def metadata(folder: Path, *needs: str) -> str:
    lines = "".join(f"Requires-Dist: {need}\n" for need in needs)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: w\nVersion: 1\n{lines}\nText")
    return str(folder / "METADATA")


def test_sources_and_python_packages_have_addresses_of_their_own(folder: Path) -> None:
    (folder / "packages.txt").write_text("gmp 2:6.2.1+dfsg1-1.1 source\nziglang 0.17.1 pypi\n")
    gmp, zig = made(folder, "--debian", str(folder / "packages.txt"))["components"]
    assert gmp["purl"] == "pkg:deb/debian/gmp@2%3A6.2.1%2Bdfsg1-1.1?arch=source&distro=debian-12"
    assert zig["purl"] == "pkg:pypi/ziglang@0.17.1"


def test_what_a_wheel_needs_has_the_version_that_it_was_tested_with(folder: Path) -> None:
    file = metadata(
        folder, "jinja2>=3.1", "psycopg[binary]>=3.1; extra == 'postgresql'", 'SQLAlchemy>=2.0; extra == "trend"'
    )
    parts = made(folder, "--requirements", file, str(ROOT / "requirements-dev.txt"))["components"]
    assert [(part["name"], part["scope"]) for part in parts] == [
        ("jinja2", "required"),
        ("psycopg", "optional"),
        ("sqlalchemy", "optional"),
    ]
    assert all(
        part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}" and part["version"][0].isdigit() for part in parts
    )


def test_what_was_not_tested_is_told(folder: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        made(folder, "--requirements", metadata(folder, "leftpad"), str(ROOT / "requirements-dev.txt"))


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements-*.txt")), ids=lambda file: file.name)
def test_every_python_package_has_hashes(file: Path) -> None:
    logical = file.read_text().replace("\\\n", " ").splitlines()
    lines = [line for line in logical if line.strip() and not line.startswith("#")]
    assert lines and all("==" in line and "--hash=sha256:" in line for line in lines)


def test_every_installation_of_the_scripts_demands_hashes() -> None:
    scripts = [file for file in (ROOT / "scripts").rglob("*") if file.is_file() and file.suffix in ("", ".sh")]
    calls = [
        line for file in scripts for line in file.read_text().replace("\\\n", " ").splitlines() if 'pip" install' in line
    ]
    # --no-index: a wheel that was made here.
    assert len(calls) >= 4 and all("--require-hashes" in call or "--no-index" in call for call in calls)
