"""Mutations of the reference, the tables and the judge as data: scripts/mutations/*.txt, read and applied to sources.

An entry is a few lines, ended by an empty one:

    ties-to-odd; rounding; ties go to the odd neighbour
    reference/number/rounding.h
    @ constexpr bool rounds_away(
    - half && (below || odd)
    + half && (below || !odd)
    = why it survives all tests, for those that do

Name, kind, and what it breaks; the file; where the same text stands there several times, a text that stands there once,
behind which it is meant; the text and what it becomes. Lines that begin with # are comments.
"""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "scripts" / "mutations"

KINDS = {
    "coefficient": "a number of a formula or a constant",
    "bound": "how far something reaches, or how large an error is taken to be",
    "rounding": "a direction of rounding",
    "limit": "what a table promises of an error",
    "rule": "a prescribed value",
    "domain": "where something holds",
    "comparison": "a comparison, turned around or made strict",
    "sign": "a sign, of zeros above all",
    "special": "what becomes of infinities and NaN",
    "flushing": "what may, and what must, be flushed to zero",
    "edition": "which document, profile or mode says something",
    "input": "what is asked at all",
    "place": "which operand, component, lane or index is meant",
}


class EntryError(Exception):
    """An entry that can not be read, or that is not of this tree."""


@dataclass
class Result:
    identity: str  # of the entry that was tried
    # killed, compiler, timeout, survived, same-code; invalid: it does not compile; open: survived some of the tests
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
    behind: str = ""  # a text of the file
    survives: str = ""  # why

    def applied(self, text: str) -> str:
        """The file's text with the mutation in it."""
        start = 0
        if self.behind:
            start = self._place_of(self.behind, text, 0, only=True)
        at = self._place_of(self.was, text, start, only=not self.behind)
        return text[:at] + self.now + text[at + len(self.was) :]

    def _place_of(self, wanted: str, text: str, start: int, *, only: bool) -> int:
        at = text.find(wanted, start)
        if at < 0:
            raise EntryError(f"{self.name}: {self.file} has no `{wanted}`" + (f" behind `{self.behind}`" if start else ""))
        if only and text.find(wanted, at + 1) >= 0:
            raise EntryError(f"{self.name}: {self.file} has `{wanted}` more than once; say behind which text with @")
        return at


def parse(entry: list[str]) -> Mutant:
    head = [word.strip() for word in entry[0].split(";", 2)]
    if len(head) != 3 or not all(head):
        raise EntryError(f"`{entry[0]}` is not `name; kind; what it breaks`")
    name, kind, breaks = head
    if kind not in KINDS:
        raise EntryError(f"{name}: `{kind}` is no kind; there are {', '.join(KINDS)}")
    fields: dict[str, str] = {}
    for line in entry[2:]:
        mark, text = line[:2], line[2:]
        if mark not in ("@ ", "- ", "+ ", "= ", "+") or mark in fields:
            raise EntryError(f"{name}: `{line}` is not what an entry has there")
        fields[mark] = text
    if len(entry) < 4 or not fields.get("- ") or not ("+ " in fields or "+" in fields):
        raise EntryError(f"{name}: an entry has a file, a line with - and one with +")
    now = fields.get("+ ", "")
    if now == fields["- "]:
        raise EntryError(f"{name}: nothing changes")
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
    """What is wrong with entries, as seen from the sources."""
    found = []
    for m in mutants:
        try:
            m.applied((root / m.file).read_text(encoding="utf-8"))
        except (EntryError, OSError) as e:
            found.append(str(e))
    return found
