"""Reads the logs in data/cts, which are written by hand in the form of OpenCL-CTS, and who is right about their failures."""

from pathlib import Path

FOLDER = Path(__file__).parent / "data/cts"


def logs() -> list[Path]:
    return sorted(FOLDER.glob("*.log"))


def outcomes() -> dict[str, list[tuple[int, str]]]:
    """Returns the lines of failures with their outcomes, by the name of the log."""
    found: dict[str, list[tuple[int, str]]] = {}
    for line in (FOLDER / "outcomes.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, number, outcome = line.split(" ", 2)
            found.setdefault(name, []).append((int(number), outcome))
    return found
