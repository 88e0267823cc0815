"""Makes runs of a few cases for tests of trends, and queries the series that they form."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import generated
from classay_report.trend.history import all_series

SIN, SIN2, COS = (f"clc/math/{name}" for name in ("sin/f32/default/v1", "sin/f32/default/v2", "cos/f64/relaxed/v1"))


def lines_of(
    start: str,
    results: dict[str, Any],
    driver: str = "1.0",
    device: str = "device",
    end: bool = True,
    **head: Any,
) -> Iterator[dict[str, Any]]:
    """Results: case -> verdict, or verdict and error."""
    yield generated.header(len(results), 1, driver, start, device) | head
    for case, told in results.items():
        verdict, ulp = told if isinstance(told, tuple) else (told, 1.0)
        line = {"kind": "result", "case": case, "verdict": verdict, "reason": ""}
        if verdict in ("pass", "fail", "flake"):
            line["inputs"] = {"plan": "p", "count": 9, "hash": "0x1", "exhaustive": False}
            line["counts"] = {"judged": 9, "failed": int(verdict == "fail"), "undefined": 0}
            line["max_ulp"] = generated.max_ulp(ulp, ["0x1"])
            line["limit"] = {"text": "<= 4 ulp", "value": 4.0, "edition": "clc-2.0", "clause": "c"}
        yield line
    if end:
        yield {"kind": "end", "totals": {}, "left_out": []}


def run_of(folder: Path, day: int, results: dict[str, Any], **more: Any) -> Path:
    cases = {"cases": more["cases"]} if "cases" in more else {}
    return generated.write(folder, generated.counted(lines_of(f"2026-01-{day:02}T02:00:00Z", results, **more), **cases))


def only_series(store: Any) -> Any:
    with store.engine.connect() as connection:
        (series,) = all_series(connection)
    return series


def asked(store: Any, question: Callable[..., Any]) -> Any:
    with store.engine.connect() as connection:
        return question(connection, only_series(store))
