"""Describes the runs of a site, which are its columns: their headings and marks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from classay_report import numbers
from classay_report.html.front_ends import Bits, Unit, compared, count_text
from classay_report.html.order import in_order
from classay_report.journal import Run, Verdict
from classay_report.journal.backends import FRONT_ENDS, backend_title

# Letter and shape distinguish runs; the style sheet adds colours.
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "ring")


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of cases with a verdict, and its share in percent."""

    verdict: Verdict
    count: int
    percent: float


@dataclass(frozen=True, slots=True)
class Column:
    """A run as a column of the site."""

    at: int
    letter: str
    shape: str
    run: Run
    tallies: tuple[Tally, ...]
    front_ends: Mapping[Unit, Bits]  # for units tested through both front ends

    def has_other_bits(self, unit: Unit) -> bool:
        """Whether SPIR-V and OpenCL C give different results."""
        return unit in self.front_ends and bool(self.front_ends[unit].other)

    @property
    def title(self) -> str:
        return self.run.header.device.name or "unnamed device"

    @property
    def legend(self) -> str:
        """The text next to the run's mark. OpenCL is the default and not mentioned."""
        device = self.run.header.device
        through = "" if device.backend == "opencl" else backend_title(device.backend)
        return ", ".join(word for word in (self.run.header.label, self.title, through, device.driver) if word)

    @property
    def bad(self) -> int:
        return sum(t.count for t in self.tallies if not t.verdict.leaves_exit_code_zero) - self.missing

    @property
    def missing(self) -> int:
        return sum(t.count for t in self.tallies if t.verdict is Verdict.MISSING)

    @property
    def asked(self) -> int:
        """The number of cases that were decided, whatever the verdict."""
        return sum(t.count for t in self.tallies if t.verdict.needs_an_answer and t.verdict is not Verdict.MISSING)

    @property
    def asked_in(self) -> list[str]:
        """The front ends of the run's cases."""
        return in_order((case.front_end for case in self.run.results), tuple(FRONT_ENDS))

    @property
    def headline(self) -> str:
        total = self.run.total
        if self.bad:
            verb = "is" if self.bad == 1 else "are"
            return f"{numbers.count(self.bad)} of {numbers.count(total)} cases {verb} not as promised"
        if self.asked == 0:
            return "Nothing was judged"
        if self.missing:
            verb = "has" if self.missing == 1 else "have"
            return (
                f"{numbers.count(self.missing)} of {numbers.count(total)} cases {verb} no result; the others are as promised"
            )
        if not self.run.header.is_promised:
            cases = "case was" if self.asked == 1 else "cases were"
            return f"{numbers.count(self.asked)} {cases} judged; no limits apply"
        if not self.run.is_whole:
            return f"All {numbers.count(self.asked)} cases so far are as promised"
        part = " on a part of their inputs" if self.run.header.covers else ""
        return f"All {numbers.count(self.asked)} judged cases are as promised{part}"

    @property
    def tone(self) -> str:
        if self.bad:
            return "bad"
        header = self.run.header
        is_proven = self.asked and self.run.is_whole and not self.missing and header.is_promised and not header.covers
        return "good" if is_proven else "unclear"

    @property
    def state(self) -> str:
        """Why the run is not complete; empty if it is."""
        end = self.run.end
        if end is None:
            return "The run has not ended" + (", and its last line is incomplete." if self.run.torn else ".")
        if end.unusable:
            return "The device became unusable, and the run was abandoned."
        if self.run.lost:
            return f"The results of {numbers.count(self.run.lost)} cases are not in the journal: it was damaged or changed."
        if end.left_out:
            return f"{numbers.count(len(end.left_out))} cases were not tested: the time limit of the run was reached."
        covers = self.run.header.covers
        return f"Partial: the run {covers}." if covers else ""

    @property
    def facts(self) -> list[tuple[str, str]]:
        header = self.run.header
        device, suite = header.device, header.suite
        version = f"{suite.version} ({suite.commit or 'commit unknown'}{', uncommitted changes' if suite.dirty else ''})"
        worker = f"{header.worker.get('command', '')}, on {_machine(header.worker.get('host'))}" if header.worker else ""
        shard = "" if header.shard == "1/1" else f", shard {header.shard}"
        facts = [
            ("Label", header.label),
            ("Platform", device.platform),
            ("Driver", device.driver),
            (backend_title(device.backend), device.version),
            ("Formats", ", ".join(f"{form} ({config})" for form, config in _configs(device.raw)) or "not stated"),
            ("Limits from", header.promised_by(*(self.asked_in or [""]))),
            ("Tested", f"tier {header.tier}, seed {header.seed}{shard}"),
            ("Front ends", count_text(self.front_ends)),
            ("Started", header.start.replace("T", " ").replace("Z", " UTC")),
            ("Host", _machine(header.host)),
            ("Worker", worker),
            ("classay", version),
        ]
        return [(name, value) for name, value in facts if value]


def _machine(host: Any) -> str:
    told = host if isinstance(host, dict) else {}
    return ", ".join(str(told[key]) for key in ("processor", "system", "machine") if told.get(key))


def _configs(raw: Any) -> list[tuple[str, str]]:
    """Describes the device's formats in a few words."""
    found = []
    for form in ("f16", "f32", "f64"):
        config = raw.get(form)
        if not isinstance(config, dict):
            continue
        said = ["subnormals" if config.get("denormals") else "no subnormals"]
        if config.get("fma"):
            said.append("fma")
        found.append((form, ", ".join(said)))
    return found


def columns(runs: list[Run]) -> list[Column]:
    found = []
    for at, run in enumerate(runs):
        total = run.total
        tallies = tuple(Tally(v, n, 100 * n / total) for v, n in run.totals().items())
        letter = chr(ord("A") + at) if at < 26 else f"{at + 1}"
        found.append(Column(at, letter, SHAPES[at % len(SHAPES)], run, tallies, compared(run.results.values())))
    return found
