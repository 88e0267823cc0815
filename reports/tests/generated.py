"""Generates journals in the format of `classay run`: any number of cases, equal for equal seeds.

    python reports/tests/generated.py FOLDER [CASES [SEED]] [--driver NAME] [--start DATE] [--whole-f64]

Errors are drawn as devices make them: most within half of the limit, some close to it, a few beyond, of which some are no
numbers. What depends on them (counts, histogram, worst, first, max_ulp, the verdict) is computed from them.
"""

import argparse
import hashlib
import json
import math
import random
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

Json = dict[str, Any]

LISTED = {"file": "bugs.txt", "hash": "0123456789abcdef"}  # the field `covers` of a run with a list of inputs
RANGES = {"ranges": ["-1..1", ".."]}  # the field `covers` of a run with ranges

BUILTINS = """sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi exp exp2
exp10 expm1 log log2 log10 log1p logb sqrt rsqrt cbrt erf erfc tgamma lgamma ceil floor trunc rint round fabs
frexp modf fract sincos ilogb nan pow powr pown rootn atan2 atan2pi hypot fmod remainder remquo fdim fmax fmin
maxmag minmag nextafter copysign ldexp fma mad""".split()
MODES = "default relaxed ftz correct-div-sqrt unsafe finite mad-enable no-signed-zeros opt-disable".split()
LANES = (1, 2, 3, 4, 8, 16)
# Bits of the significand that are stored, smallest and largest exponent of binades, width, largest limit.
FORMATS = {"f32": (23, -127, 127, 32, 16.0), "f64": (52, -1023, 1023, 64, 16.0), "f16": (10, -15, 15, 16, 4.0)}
SHARE_OF_TROUBLE = {
    "crash": 0.002,
    "timeout": 0.001,
    "flake": 0.004,
    "harness-error": 0.0005,
    "unsupported": 0.02,
    "skip": 0.005,
}


def case_names() -> Iterator[tuple[str, int]]:
    """Returns units with their lanes, the usual modes first."""
    for mode in MODES:
        for front_end in ("clc", "il"):
            for form in FORMATS:
                for builtin in BUILTINS:
                    for lanes in LANES:
                        yield f"{front_end}/math/{builtin}/{form}/{mode}", lanes


def histogram_bin(ulps: float) -> int:
    magnitude = abs(ulps)
    step = 45
    if magnitude < 65536:
        step = int(magnitude * 4) if magnitude < 8 else 32 + math.frexp(magnitude)[1] - 4
    return 45 - step if ulps < 0 else 46 + step


def pattern(exponent: int, negative: bool, form: str, rng: random.Random) -> str:
    significand, lowest, _, width, _ = FORMATS[form]
    bits = (exponent - lowest) << significand | rng.getrandbits(significand) | (int(negative) << (width - 1))
    return f"0x{bits:0{width // 4}x}"


def told(ulps: float) -> float | str:
    return ulps if math.isfinite(ulps) else "inf" if ulps > 0 else "-inf"


def an_error(rng: random.Random, limit: float, quality: float) -> float:
    draw = rng.random()
    if draw < 1e-5:
        return math.inf if rng.random() < 0.5 else -math.inf
    spread = limit * (2.0 if draw > 1 - 1e-4 else quality)
    return rng.uniform(-spread, spread) * rng.random()


def result(name: str, lanes: int, seed: int, whole_f64: bool) -> Json:
    """Makes the results of one unit. Most widths give the same, as on devices."""
    own = random.Random(f"{seed} {name} {lanes}")
    rng = own if own.random() < 0.2 else random.Random(f"{seed} {name}")
    form = name.split("/")[3]
    _, lowest, highest, _, largest = FORMATS[form]
    limit = random.Random(f"{seed} {name} limit").choice((1.0, 2.0, 3.0, 4.0, largest))
    quality = rng.choice((0.2, 0.25, 0.5, 0.9))
    step = 8 if form == "f64" and not whole_f64 else 1
    samples: list[tuple[int, bool, int, list[str], float]] = []
    for exponent in range(lowest, highest + 1, step):
        for negative in (False, True):
            error = an_error(rng, limit, quality)
            index = len(samples) + 7
            samples.append((exponent, negative, index, [pattern(exponent, negative, form, rng)], error))
    ranked = sorted(samples, key=lambda s: (-abs(s[4]), s[2]))
    wrong = [s for s in samples if abs(s[4]) > limit]
    histogram = [0] * 92
    for s in samples:
        histogram[histogram_bin(s[4])] += 1

    def sample(s: tuple[int, bool, int, list[str], float]) -> Json:
        right = {"expected": s[3][0], "low": f"1.{s[2]}", "high": f"1.{s[2]}1"} if s[4] else {}
        return {"index": s[2], "inputs": s[3], "got": s[3][0], "ulps": told(s[4])} | right

    worst = ranked[0]
    case = f"{name}/v{lanes}"
    line: Json = {"kind": "result", "case": case, "verdict": "fail" if wrong else "pass"}
    line["reason"] = f"{len(wrong)} of {len(samples)} results wrong" if wrong else ""
    line["inputs"] = {"plan": "generated", "count": len(samples), "hash": f"0x{seed:016x}", "exhaustive": form == "f16"}
    line["kernels"] = {kind: hashlib.sha256(f"{name} {kind}".encode()).hexdigest() for kind in ("literals", "table")}
    line["answers"] = "0x" + hashlib.sha256(repr(samples).encode()).hexdigest()[:16]
    line["counts"] = {
        "judged": len(samples),
        "failed": len(wrong),
        "undefined": 0,
        "bitwise_equal_to_scalar": 0,
        "slow_path": 0,
    }
    line["max_ulp"] = max_ulp(abs(worst[4]), worst[3]) | {"low": "1.0", "high": "1.1"}
    line["limit"] = {"text": f"<= {limit:g} ulp", "value": limit, "edition": "clc-2.0", "clause": "OpenCL C 2.0, table 36"}
    line["also_meets"] = [] if wrong else [{"edition": "clc-2.0", "profile": "embedded", "mode": "default"}]
    line["also_fails"] = []
    line["worst"] = [sample(s) for s in ranked[:16]]
    line["first"] = [sample(s) for s in wrong[:16]]
    line["signed_histogram"] = histogram
    line["per_binade"] = [[s[0], "-" if s[1] else "+", s[2], s[3], s[3][0], told(s[4])] for s in samples]
    line["seconds"] = {"total": round(0.1 + own.random(), 6), "device": 0.001, "reference": 0.05, "build": 0.01}
    line["vectors"] = [[s[3][0]] * lanes for s in (wrong or ranked)[:16]]
    line["repro"] = f"classay repro --device '0:0' --case {case} --spec clc-2.0 --profile full --input {worst[3][0]}"
    return line


def answered(front_end: str, lanes: int, answers: str, unit: str = "math/sin/f32/default", **inputs: Any) -> Json:
    """Makes a result, equal for all front ends except for changes. `answers`: in hex; empty as in an older journal."""
    line = result(f"clc/{unit}", lanes, 1, False)
    line["inputs"] |= inputs
    line["answers"] = answers and f"0x{int(answers, 16):016x}"
    return line | {"case": f"{front_end}/{unit}/v{lanes}"}


def trouble(name: str, lanes: int, seed: int) -> Json | None:
    draw = random.Random(f"{seed} {name} {lanes} trouble").random()
    for verdict, share in SHARE_OF_TROUBLE.items():
        if draw < share:
            return {"kind": "result", "case": f"{name}/v{lanes}", "verdict": verdict, "reason": f"generated {verdict}"}
        draw -= share
    return None


def header(cases: int, seed: int, driver: str, start: str, device: str) -> Json:
    config = {"denormals": True, "fma": True, "to_nearest": True, "infinity_and_nan": True}
    return {
        "schema": 1,
        "kind": "run",
        "suite": {"version": "0.1.0", "commit": "0123456789ab", "dirty": False, "build": "00000000deadbeef"},
        "device": {
            "address": "0:0",
            "name": device,
            "platform": "Generated",
            "platform_version": "OpenCL 3.0",
            "vendor": "Nobody",
            "version": "OpenCL 3.0",
            "driver": driver,
            "language_version": "OpenCL C 3.0",
            "profile": "FULL_PROFILE",
            "il_versions": ["SPIR-V_1.2"],
            "extensions": ["cl_khr_fp16", "cl_khr_fp64"],
            "f16": config,
            "f32": config,
            "f64": config,
            "compute_units": 2,
        },
        "host": {"name": "host", "system": "Linux", "machine": "x86_64", "processor": "processor", "cores": 2},
        "options": {"filters": [], "modes": ["default"]},
        "seed": seed,
        "tier": "quick",
        "edition": "clc-2.0",
        "profile": "full",
        "shard": "1/1",
        "cases": cases,
        "start": start,
    }


def journal(
    cases: int,
    seed: int = 1,
    *,
    driver: str = "1.0",
    start: str = "2026-01-01T00:00:00Z",
    device: str = "generated device",
    whole_f64: bool = False,
) -> Iterator[Json]:
    """The lines of a journal. f64 has an eighth of its binades unless `whole_f64`."""
    yield header(cases, seed, driver, start, device)
    totals: dict[str, int] = {}
    for at, (name, lanes) in enumerate(islice(case_names(), cases)):
        if lanes == 1:
            yield {"kind": "start", "unit": name, "widths": list(LANES[: cases - at]), "stage": "first"}
        line = trouble(name, lanes, seed) or result(name, lanes, seed, whole_f64)
        totals[line["verdict"]] = totals.get(line["verdict"], 0) + 1
        yield line
    yield {"kind": "end", "totals": totals, "left_out": []}


def text(line: Json) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"


def max_ulp(ulp: float, words: list[str]) -> Json:
    """Makes a sample whose result equals its first input."""
    value = ulp if math.isfinite(ulp) else None
    return {"value": value, "input": words, "got": words[0], "expected": words[0], "low": "1", "high": "2"}


def counted(lines: Iterable[Json], **head: Any) -> Iterator[Json]:
    """Adjusts the counts in the first and the last record to the records between them."""
    every = list(lines)
    verdicts: dict[str, str] = {}
    named = {line["case"] for line in every if line["kind"] == "result"}
    named |= {name for line in every if line["kind"] == "end" for name in line["left_out"]}
    rows = sum("/misc/" not in name for name in named)
    for line in every:
        if line["kind"] == "result":
            verdicts[line["case"]] = line["verdict"]
        if line["kind"] == "run":
            yield line | {"cases": rows} | head
        elif line["kind"] == "end":
            yield line | {"totals": dict(Counter(verdicts.values()))}
        else:
            yield line


def write(folder: Path, lines: Iterator[Json]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "journal.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(text(line) for line in lines)
    return folder


def value_of(bits: str, form: str) -> float:
    """Converts bits with Python's own functions, independently of the code under test."""
    kind = {"f16": ("<H", "<e"), "f32": ("<I", "<f"), "f64": ("<Q", "<d")}[form]
    return float(struct.unpack(kind[1], struct.pack(kind[0], int(bits, 16)))[0])


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a generated journal.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("cases", type=int, nargs="?", default=5000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--driver", default="1.0")
    parser.add_argument("--start", default="2026-01-01T00:00:00Z")
    parser.add_argument("--whole-f64", action="store_true")
    args = parser.parse_args()
    lines = journal(args.cases, args.seed, driver=args.driver, start=args.start, whole_f64=args.whole_f64)
    write(args.folder, lines)


if __name__ == "__main__":
    main()
