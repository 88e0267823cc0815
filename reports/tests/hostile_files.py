"""Makes the files of data/hostile/files.json (format: data/README.md)."""

import json
from pathlib import Path
from typing import Any

TABLE = json.loads((Path(__file__).parents[2] / "data/hostile/files.json").read_text("utf-8"))


def _piece(piece: Any, base: list[str]) -> bytes:
    if isinstance(piece, str):
        return str(piece).encode()
    if "base" in piece:
        return base[int(piece["base"]) - 1].encode()
    return bytes.fromhex(piece["bytes"]) if "bytes" in piece else str(piece["repeat"]).encode() * int(piece["times"])


def _pieces(pieces: Any, base: list[str]) -> bytes:
    return b"".join(_piece(piece, base) for piece in ([pieces] if isinstance(pieces, str) else pieces))


def content(kind: str, entry: dict[str, Any]) -> bytes:
    """Makes the file of an entry under `journals` or `baselines`."""
    base: list[str] = TABLE["bases"][kind]
    lines: list[bytes | None] = [line.encode() for line in base]
    for change in entry["changes"]:
        at = change["line"] - 1
        line = lines[at]
        assert line is not None
        if "old" in change:
            assert change["old"].encode() in line, entry["name"]
            lines[at] = line.replace(change["old"].encode(), _pieces(change["new"], base), 1)
        else:
            lines[at] = None if change.get("gone") else _pieces(change["new"], base)
    whole = b"".join(line + b"\n" for line in lines if line is not None)
    return whole[: len(whole) - entry.get("cut", 0)]
