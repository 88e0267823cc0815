"""A line over the runs of a series, as SVG: what a browser shows without a program.

Every run is a step to the right, whatever the time between two: nights without a run are no news. What is bad has a ring
beside its place, what is no number stands at the upper edge; nothing is told by colour alone.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from classay_report.visible import visible

WIDTH, HEIGHT = 720, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 8, 22, 22


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    values: Sequence[float | None]  # by run; None: nothing there
    bad: frozenset[int]  # runs in which something was not as promised
    limit: float | None
    drivers: Sequence[tuple[int, str]]  # where each begins
    dates: Sequence[str]
    unit: str


def _escaped(text: str) -> Markup:
    return escape(visible(text))


def number(value: float) -> str:
    if math.isinf(value):
        return "no number"
    return f"{value:.4g}"


def _scale(chart: Chart) -> tuple[Callable[[float], float], list[float]]:
    """The height of a value, and values worth a label; logarithmic when they differ by more than 100."""
    finite = [v for v in (*chart.values, chart.limit) if v is not None and math.isfinite(v)]
    top = max(finite, default=1.0) or 1.0
    positive = [v for v in finite if v > 0]
    low = min(positive, default=top)
    room = HEIGHT - _TOP - _BOTTOM
    if top / 100 <= low:
        return (lambda v: HEIGHT - _BOTTOM - room * (max(0.0, v) / top / 1.05)), [0.0, top]
    span = math.log(top) - math.log(low)

    def logarithmic(v: float) -> float:
        return HEIGHT - _BOTTOM - room * (0.05 + 0.9 * ((math.log(v) - math.log(low)) / span if v > low else 0.0))

    return logarithmic, [low, top]


def _x(place: int, count: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * (place + 0.5) / max(count, 1)


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    """Broken where a run has nothing."""
    words, pen = [], "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        words.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L"
    return " ".join(words)


def _date_places(count: int) -> list[int]:
    """As many as do not touch each other."""
    if count <= 4:
        return list(range(count))
    return [0, count // 2, count - 1] if count < 12 else [0, count // 3, 2 * count // 3, count - 1]


def _dates(chart: Chart) -> list[str]:
    count = len(chart.dates)
    anchors = {0: "start", count - 1: "end"}
    return [
        f'<text x="{_x(place, count):.1f}" y="{HEIGHT - 6}" text-anchor="{anchors.get(place, "middle")}">'
        f"{_escaped(chart.dates[place][:10])}</text>"
        for place in _date_places(count)
    ]


def _drivers(chart: Chart) -> list[str]:
    """A line where each begins; its name where there is room beside the one before."""
    count = max(len(chart.values), 1)
    parts, free = [], 0.0
    for place, driver in chart.drivers:
        x = _x(place, count) - (WIDTH - _LEFT - _RIGHT) / count / 2
        line = f'x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{HEIGHT - _BOTTOM}"'
        parts.append(f'<line class="driver" {line}><title>driver {_escaped(driver)}</title></line>')
        if x >= free:
            parts.append(f'<text x="{x + 3:.1f}" y="12">{_escaped(driver)}</text>')
            free = x + 12 + 7 * len(driver)
    return parts


def drawn(chart: Chart) -> Markup:
    height, labels = _scale(chart)
    count = len(chart.values)
    points = [
        None if v is None else (_x(i, count), float(_TOP) if math.isinf(v) else height(v))
        for i, v in enumerate(chart.values)
    ]
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_escaped(chart.title)}">']
    parts.append(f"<title>{_escaped(chart.title)}</title>")
    for value in labels:
        parts.append(
            f'<line class="rule" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{height(value):.1f}" y2="{height(value):.1f}"/>'
        )
        parts.append(f'<text x="{_LEFT - 6}" y="{height(value) + 4:.1f}" text-anchor="end">{number(value)}</text>')
    if chart.limit is not None:
        y = height(chart.limit)
        parts.append(f'<line class="limit" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        words = f"limit {number(chart.limit)} {_escaped(chart.unit)}"
        parts.append(f'<text x="{WIDTH - _RIGHT}" y="{y - 4:.1f}" text-anchor="end">{words}</text>')
    parts += _drivers(chart)
    parts.append(f'<path class="curve" d="{_path(points)}"/>')
    alone = [p for i, p in enumerate(points) if p and not _has_neighbour(points, i)]
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in alone]
    parts += [
        f'<circle class="bad" cx="{p[0]:.1f}" cy="{p[1]:.1f}" r="4"/>' for i, p in enumerate(points) if p and i in chart.bad
    ]
    return Markup("".join([*parts, *_dates(chart), "</svg>"]))


def _has_neighbour(points: Sequence[object], place: int) -> bool:
    """A line goes through it, so that it is seen."""
    return any(0 <= i < len(points) and points[i] is not None for i in (place - 1, place + 1))
