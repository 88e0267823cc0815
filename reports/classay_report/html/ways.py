"""Prepares the page of routes: devices and drivers side by side, reached through back ends and tested in front ends.

Each API has its own name for a device, so the page cannot know which routes lead to the same hardware. Each route is judged
by its own limits, not by a different route. But if routes differ, then two paths through a driver's sources, or two drivers,
compute the same function differently, and that deserves attention. Differences between two drivers of one device come first:
they show what a release changed.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum

from classay_report import numbers
from classay_report.html.devices import Column
from classay_report.html.front_ends import Bits, Unit, have_same_bits, unit_of
from classay_report.html.front_page import weight
from classay_report.html.order import FORMATS, MODES, place_in
from classay_report.journal import Result, Verdict
from classay_report.journal.backends import backend_title, front_end_title


class Difference(StrEnum):
    """The properties in which routes can differ, the most important first."""

    VERDICT = "verdict"
    ERROR = "error"
    BITS = "bits"
    SUPPORT = "support"  # one route was judged where a different one does not support the case


SAID = {
    Difference.VERDICT: "verdicts",
    Difference.ERROR: "largest errors",
    Difference.BITS: "bits",
    Difference.SUPPORT: "support",
}


@dataclass(frozen=True, slots=True)
class Way:
    """A route: a front end in a run."""

    at: int
    column: Column
    front_end: str  # empty: no case of the run has a result or a name
    name: str  # short name

    @property
    def kind(self) -> tuple[str, str]:
        return (self.column.run.header.device.backend, self.front_end)

    @property
    def device(self) -> str:
        return self.column.title

    @property
    def driver(self) -> str:
        return self.column.run.header.device.driver

    @property
    def who(self) -> tuple[object, ...]:
        """Equal for two runs of the same route. A label says that the runs differ in something else, such as variables."""
        header = self.column.run.header
        return (*self.kind, header.device.identity, header.label)

    @property
    def title(self) -> str:
        asked = front_end_title(self.front_end) if self.front_end else "not tested yet"
        header = self.column.run.header
        return ", ".join(word for word in (header.label, backend_title(header.device.backend), asked) if word)

    @property
    def promised_by(self) -> str:
        return self.column.run.header.promised_by(self.front_end)

    @property
    def knows_all(self) -> bool:
        """Whether a case without a result was certainly not selected: the run names all selected cases."""
        run = self.column.run
        return not run.nameless and (run.end is not None or run.header.cases is not None)


def ways_of(columns: list[Column]) -> list[Way]:
    found: list[Way] = []
    for column in columns:
        for front_end in column.asked_in or [""]:
            words = [column.letter, front_end] if len(columns) > 1 else [front_end]
            found.append(Way(len(found), column, front_end, " ".join(words).strip()))
    return found


def are_several(ways: list[Way]) -> bool:
    """Two runs of the same route are not worth a comparison here."""
    return len({way.who for way in ways}) > 1


# --- a row: an instruction in a format and mode ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Relation:
    """Compares the bits of a cell with those of a route further left, by width."""

    way: Way
    bits: Bits  # empty: both were tested, but with different inputs


@dataclass(frozen=True, slots=True)
class NamedWays:
    """The routes left of a cell, grouped by the comparison of bits."""

    other: list[str]
    same: list[str]
    unknown: list[str]


@dataclass(frozen=True, slots=True)
class Cell:
    """The outcome of an instruction through one route."""

    way: Way
    by_lanes: dict[int, Result]  # empty: no results
    relations: tuple[Relation, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        """The worst verdict of the judged widths, or of all widths if none was judged."""
        return max((r.verdict for r in self.by_lanes.values()), key=weight, default=None)

    @property
    def is_due(self) -> bool:
        """Whether the case was to run, with or without a result."""
        return self.verdict is not None and self.verdict.needs_an_answer

    @property
    def has_answers(self) -> bool:
        return any(r.answers or r.max_ulp for r in self.by_lanes.values())

    @property
    def largest(self) -> Result | None:
        judged = (r for r in self.by_lanes.values() if r.max_error is not None)
        return max(judged, key=lambda r: r.max_error or 0.0, default=None)

    @property
    def max_error(self) -> float | None:
        return self.largest.max_error if self.largest else None

    @property
    def error(self) -> str:
        return numbers.ulps(self.max_error)

    @property
    def limit(self) -> str:
        """The limit of the largest error; if nothing was judged, any limit."""
        limits = (r.limit for r in (self.largest, *self.by_lanes.values()) if r)
        return next((limit.text for limit in limits if limit), "")

    @property
    def absent(self) -> str:
        """The text for a case without a result."""
        return "not tested" if self.way.knows_all else "not tested, or missing"

    @property
    def bits(self) -> NamedWays:
        found = NamedWays([], [], [])
        for way, bits in ((r.way, r.bits) for r in self.relations):
            if bits.other:
                found.other.append(f"{way.name} at {' '.join(bits.other)}" if bits.same else way.name)
            else:
                (found.same if bits.same else found.unknown).append(way.name)
        return found

    @property
    def reason(self) -> str:
        """The reason of a verdict that is not pass."""
        if self.verdict is Verdict.PASS:
            return ""
        found = (r.reason for r in self.by_lanes.values() if r.verdict is self.verdict)
        return next((reason for reason in found if reason), "")

    def widths(self, all_lanes: list[int]) -> list[tuple[str, str]]:
        """The outcomes with their widths; empty if all widths have the same."""
        said: dict[str, list[str]] = defaultdict(list)
        for lanes in all_lanes:
            said[self.by_lanes[lanes].verdict if lanes in self.by_lanes else self.absent].append(f"v{lanes}")
        return [(word, " ".join(widths)) for word, widths in said.items()] if len(said) > 1 else []


@dataclass(slots=True)
class Row:
    unit: Unit
    cells: list[Cell]  # one per route
    differs: list[Difference] = field(init=False)
    by_driver: list[str] = field(init=False)  # devices whose drivers differ

    def __post_init__(self) -> None:
        self.differs = [what for what in Difference if _differ(what, self.cells)]
        self.by_driver = _devices_that_differ(self.cells) if self.differs else []

    @property
    def all_lanes(self) -> list[int]:
        return sorted({lanes for cell in self.cells for lanes in cell.by_lanes})

    @property
    def asked(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.by_lanes]

    @property
    def verdicts(self) -> list[Verdict]:
        return sorted({r.verdict for cell in self.cells for r in cell.by_lanes.values()})

    @property
    def is_bad(self) -> bool:
        return any(not verdict.leaves_exit_code_zero for verdict in self.verdicts)

    @property
    def rank(self) -> tuple[object, ...]:
        """Sorts differences between drivers of one device first, then other differences by kind. Units tested through one
        route come last. Within each group the worst come first."""
        results = [r for cell in self.cells for r in cell.by_lanes.values()]
        worst = max(weight(r.verdict) for r in results)
        margin = max(r.margin_or_verdict for r in results)
        unit = self.unit
        place = (unit.group, unit.builtin, place_in(FORMATS, unit.form), place_in(MODES, unit.mode))
        first = list(Difference).index(self.differs[0]) if self.differs else len(Difference) + (len(self.asked) == 1)
        return (not self.by_driver, first, -worst, -margin, *place)


def _differ(what: Difference, cells: list[Cell]) -> bool:
    due = [cell for cell in cells if cell.is_due]
    if what is Difference.VERDICT:
        return len({cell.verdict for cell in due}) > 1
    if what is Difference.ERROR:
        return any(len(errors) > 1 for errors in _errors_by_lanes(due).values())
    if what is Difference.BITS:
        ways = {cell.way.at for cell in cells}
        return any(relation.bits.other for cell in cells for relation in cell.relations if relation.way.at in ways)
    return bool(due) and any(cell.by_lanes and not cell.is_due for cell in cells)


def _devices_that_differ(cells: list[Cell]) -> list[str]:
    """Returns the devices whose drivers differ, when reached through the same route."""
    alike: dict[tuple[str, ...], list[Cell]] = defaultdict(list)
    for cell in cells:
        alike[(cell.way.device, *cell.way.kind)].append(cell)
    several = {key: same for key, same in alike.items() if len({cell.way.driver for cell in same}) > 1}
    differing = (key[0] for key, same in several.items() if any(_differ(what, same) for what in Difference))
    return list(dict.fromkeys(differing))


def _errors_by_lanes(cells: list[Cell]) -> dict[int, set[float]]:
    """Collects the errors at each width. A width that only one route judged has one error, so it does not differ."""
    found: dict[int, set[float]] = defaultdict(set)
    for cell in cells:
        for lanes, result in cell.by_lanes.items():
            if result.max_error is not None:
                found[lanes].add(result.max_error)
    return found


@dataclass(frozen=True, slots=True)
class Page:
    ways: list[Way]
    rows: list[Row]

    @property
    def compared(self) -> int:
        return sum(len(row.asked) > 1 for row in self.rows)

    @property
    def differing(self) -> int:
        return sum(bool(row.differs) for row in self.rows)

    @property
    def has_devices(self) -> bool:
        """Whether there are several devices or drivers."""
        return len({way.column.run.header.device.identity for way in self.ways}) > 1

    @property
    def by_driver(self) -> int:
        return sum(bool(row.by_driver) for row in self.rows)

    @property
    def kinds(self) -> list[Difference]:
        """The kinds of differences that occur."""
        return [what for what in Difference if self.count(what)]

    def count(self, what: Difference) -> int:
        return sum(what in row.differs for row in self.rows)

    @property
    def nameless(self) -> int:
        return sum(column.run.nameless for column in {way.column.at: way.column for way in self.ways}.values())

    @property
    def said(self) -> str:
        """A sentence about all rows. An instruction counts once per format and mode."""
        if not self.compared:
            return "No instruction was tested through more than one route in the same format and mode"
        were = "instruction" if self.compared == 1 else "instructions"
        asked = f"{numbers.count(self.compared)} {were} tested through more than one route"
        if not self.differing:
            return f"No difference was found in {asked}"
        counts = [f"{numbers.count(self.count(what))} in {SAID[what]}" for what in self.kinds]
        drivers = f"; {numbers.count(self.by_driver)} between drivers of one device" if self.by_driver else ""
        return f"{numbers.count(self.differing)} of {asked} differ: {', '.join(counts)}{drivers}"


def page(ways: list[Way]) -> Page:
    found: dict[Unit, dict[int, dict[int, Result]]] = defaultdict(lambda: defaultdict(dict))
    for way in ways:
        for case, result in way.column.run.results.items():
            if case.front_end == way.front_end:
                found[unit_of(case)][way.at][case.lanes] = result
    rows = [Row(unit, _cells(ways, by_way)) for unit, by_way in found.items()]
    return Page(ways, sorted(rows, key=lambda row: row.rank))


def _cells(ways: list[Way], by_way: dict[int, dict[int, Result]]) -> list[Cell]:
    cells: list[Cell] = []
    for way in ways:
        cell = Cell(way, by_way.get(way.at, {}))
        relations = (_relation(before, cell) for before in cells if before.has_answers and cell.has_answers)
        cells.append(Cell(way, cell.by_lanes, tuple(relations)))
    return cells


def _relation(before: Cell, cell: Cell) -> Relation:
    bits = Bits()
    shards = (before.way.column.run.header.shard, cell.way.column.run.header.shard)
    for lanes, result in sorted(cell.by_lanes.items()):
        same = have_same_bits(before.by_lanes[lanes], result, shards) if lanes in before.by_lanes else None
        if same is not None:
            (bits.same if same else bits.other).append(result.case.width)
    return Relation(before.way, bits)
