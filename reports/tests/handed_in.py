"""Valid runs of two shards, ways to spoil them, and a forger's changes of a package."""

import copy
import hashlib
from pathlib import Path
from typing import Any

import generated
from classay_report.cli import main
from classay_report.evidence.sums import SIGNATURE, SUMS, check_sums

SIN, COS, NOTHING = "clc/math/sin/f32/default/v1", "clc/math/cos/f32/default/v1", "clc/math/sin/f16/default/v1"


def result(case, **more):
    inputs = {"plan": "all of them", "count": 8, "hash": "0x00000000000000aa", "exhaustive": False}
    counts = {"judged": 8, "failed": 0, "undefined": 0}
    line = {"kind": "result", "case": case, "verdict": "pass", "reason": "", "inputs": inputs, "counts": counts}
    return line | copy.deepcopy(more)


def lines_of(shard):
    """Returns the valid records of one of two shards."""
    head = generated.header(3, 1, "1.0", "2026-01-01T00:00:00Z", "device") | {"tier": "certify", "shard": f"{shard}/2"}
    head["options"] = {"filters": [], "modes": "auto"}
    unsupported = {"kind": "result", "case": NOTHING, "verdict": "unsupported", "reason": "no half"}
    end = {"kind": "end", "totals": {"pass": 2, "unsupported": 1}, "left_out": []}
    return copy.deepcopy([head, result(SIN), result(COS), unsupported, end])


def spoilt(spoil, lines):
    """Adjusts the last record, so that changed results do not contradict it. Changed counts still do."""
    first, last = copy.deepcopy(lines[0]), copy.deepcopy(lines[-1])
    number = len(lines)
    lines = spoil(lines) or lines
    counts = lines[0]["cases"], lines[-1].get("totals")
    is_about_results = counts == (first["cases"], last["totals"]) and len(lines) >= number
    return list(generated.counted(lines)) if is_about_results else lines


def shards(tmp_path: Path, spoil: Any = lambda lines: lines, text: Any = lambda text: text) -> list[str]:
    """Writes both shards. `spoil` changes the records of the second one, and `text` its text."""
    folders = []
    for shard in (1, 2):
        lines = lines_of(shard)
        lines = spoilt(spoil, lines) if shard == 2 else lines
        written = "".join(generated.text(line) for line in lines)
        folder = tmp_path / f"run{shard}"
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").write_text(text(written) if shard == 2 else written)
        folders.append(str(folder))
    return folders


def rejected(folder, capsys):
    capsys.readouterr()
    assert main(["verify", str(folder)]) == 1
    return capsys.readouterr().out


def list_again(folder):
    """Writes the list of checksums again, as a forger would."""
    lines = [
        f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(folder)}" for p in folder.rglob("*") if p.is_file()
    ]
    names = sorted((line for line in lines if not line.endswith((SUMS, SIGNATURE))), key=lambda line: line[66:])
    (folder / SUMS).write_text("".join(f"{line}\n" for line in names))
    assert not check_sums(folder)


def put(path, value):
    """Returns a function that sets lines[path[0]][path[1]]... to a value."""

    def spoil(lines):
        place = lines
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return spoil


def instead(at, *lines):
    return lambda old: [*old[:at], *lines, *old[at + 1 :]]


def spoilt_result(**more):
    return instead(1, result(SIN, **more))
