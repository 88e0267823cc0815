"""Reads mutants of the reference, the tables and the judge from scripts/mutations/*.txt and applies them to sources.

An entry has a few lines and ends with an empty one:

    ties-to-odd; rounding; ties go to the odd neighbour
    reference/number/rounding.h
    @ constexpr bool rounds_away(
    - half && (below || odd)
    + half && (below || !odd)
    = why it survives all tests, if it does

The first line has the name, the kind, and what the mutant breaks; the second has the file. If the replaced text occurs more
than once, the line with @ contains a unique text in front of the right occurrence. Then follow the text and its replacement.
Lines that begin with # are comments.
"""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "scripts" / "mutations"

KINDS = {
    "coefficient": "a number in a formula, or a constant",
    "bound": "the end of a range, or the assumed size of an error",
    "rounding": "a direction of rounding",
    "limit": "an error limit in a table",
    "rule": "a prescribed value",
    "domain": "the range in which something holds",
    "comparison": "a comparison, reversed or made strict",
    "sign": "a sign, especially of zeros",
    "special": "the handling of infinities and NaN",
    "flushing": "what may and what must be flushed to zero",
    "edition": "the specification, profile or mode that defines something",
    "input": "the choice of inputs",
    "place": "the choice of an operand, component, lane or index",
}


class EntryError(Exception):
    """An entry is invalid, or does not match this tree."""


@dataclass
class Result:
    identity: str  # hash of the entry at the time of the trial
    # killed, compiler, timeout, survived, same-code; invalid: it does not compile; open: only some of the tests have run
    outcome: str
    by: str = ""
    seconds: float = 0


SEEN = ("killed", "compiler", "timeout")
NOT_TRIED = Result("", "not tried")


@dataclass(frozen=True)
class Mutant:
    name: str
    kind: str
    breaks: str
    file: str
    was: str
    now: str
    behind: str = ""  # a text in the file in front of the replaced one
    survives: str = ""  # why

    def applied(self, text: str) -> str:
        """Returns the file's text with the mutation."""
        start = 0
        if self.behind:
            start = self._place_of(self.behind, text, 0, only=True)
        at = self._place_of(self.was, text, start, only=not self.behind)
        return text[:at] + self.now + text[at + len(self.was) :]

    def _place_of(self, wanted: str, text: str, start: int, *, only: bool) -> int:
        at = text.find(wanted, start)
        if at < 0:
            raise EntryError(f"{self.name}: {self.file} has no `{wanted}`" + (f" after `{self.behind}`" if start else ""))
        if only and text.find(wanted, at + 1) >= 0:
            raise EntryError(f"{self.name}: {self.file} has `{wanted}` more than once; name a text in front of it with @")
        return at


def parse(entry: list[str]) -> Mutant:
    head = [word.strip() for word in entry[0].split(";", 2)]
    if len(head) != 3 or not all(head):
        raise EntryError(f"`{entry[0]}` is not of the form `name; kind; effect`")
    name, kind, breaks = head
    if kind not in KINDS:
        raise EntryError(f"{name}: unknown kind `{kind}`; kinds are {', '.join(KINDS)}")
    fields: dict[str, str] = {}
    for line in entry[2:]:
        mark, text = line[:2], line[2:]
        if mark not in ("@ ", "- ", "+ ", "= ", "+") or mark in fields:
            raise EntryError(f"{name}: unexpected line `{line}`")
        fields[mark] = text
    if len(entry) < 4 or not fields.get("- ") or not ("+ " in fields or "+" in fields):
        raise EntryError(f"{name}: an entry needs a file, a line with - and one with +")
    now = fields.get("+ ", "")
    if now == fields["- "]:
        raise EntryError(f"{name}: the mutation changes nothing")
    return Mutant(name, kind, breaks, entry[1], fields["- "], now, fields.get("@ ", ""), fields.get("= ", ""))


def parse_all(text: str) -> list[Mutant]:
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith("#")]
    entries: list[list[str]] = [[]]
    for line in lines:
        if line:
            entries[-1].append(line)
        elif entries[-1]:
            entries.append([])
    return [parse(entry) for entry in entries if entry]


def load(folder: Path = FOLDER) -> list[Mutant]:
    mutants = [m for path in sorted(folder.glob("*.txt")) for m in parse_all(path.read_text(encoding="utf-8"))]
    seen: set[str] = set()
    for m in mutants:
        if m.name in seen:
            raise EntryError(f"{m.name}: two entries have this name")
        seen.add(m.name)
    return mutants


def complaints(mutants: list[Mutant], root: Path = ROOT) -> list[str]:
    """Returns the entries that do not match the sources, with reasons."""
    found = []
    for m in mutants:
        try:
            m.applied((root / m.file).read_text(encoding="utf-8"))
        except (EntryError, OSError) as e:
            found.append(str(e))
    return found
