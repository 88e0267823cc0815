"""Draws a value over the runs of a series as SVG, which a browser shows without scripts.

Runs are equally spaced, whatever the time between them: a night without a run is not information. A bad run has a ring, and
a value that is not a number is at the upper edge. Colours only repeat what shapes show.
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
    values: Sequence[float | None]  # by run; None: no value
    bad: frozenset[int]  # runs with a result that is not as promised
    limit: float | None
    drivers: Sequence[tuple[int, str]]  # the first run and the name of each
    dates: Sequence[str]
    unit: str


def _escaped(text: str) -> Markup:
    return escape(visible(text))


def number(value: float) -> str:
    if math.isinf(value):
        return "no number"
    return f"{value:.4g}"


def _scale(chart: Chart) -> tuple[Callable[[float], float], list[float]]:
    """Returns the height of a value, and values for labels. Logarithmic if values differ by more than a factor of 100."""
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
    """Interrupts the curve at runs without a value."""
    words, pen = [], "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        words.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L"
    return " ".join(words)


def _date_places(count: int) -> list[int]:
    """Returns as many places as fit without overlap."""
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
    """Draws a line where each driver begins, with its name if there is space next to the previous name."""
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
    """Whether a line segment makes the point visible."""
    return any(0 <= i < len(points) and points[i] is not None for i in (place - 1, place + 1))
