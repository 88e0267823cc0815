"""Defines the tasks of a farm: each is a group of cases, one shard of their inputs, and the options of the run.

The plan is written once, to farm.json in the folder of the run. Every later command on the folder, on any machine, uses the
same plan.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from classay_report import files
from classay_report.errors import UsageError
from classay_report.journal import CaseName

from classay_farm.program import Program
from classay_farm.targets import Target

VERSION = 1
BY_CASE, BY_RANGE = "case", "range"
EVERYTHING = "all"

# Options that the farm sets itself, or that would make a shard depend on the machine.
REFUSED = {
    "--out": "the farm creates a folder for each shard",
    "-o": "the farm creates a folder for each shard",
    "--shard": "the farm creates the shards; use --shards before the --",
    "--dry-run": "use `classay run --dry-run` directly",
    "-n": "use `classay run --dry-run` directly",
    "--list": "use `classay run --dry-run` directly",
    "--case-list": "shards on several machines have no common files; name the cases as globs",
    "--inputs": "shards on several machines have no common files; run the list on one machine",
    "--range": "runs of a range are not joined; give each machine a --shard of `classay run`, and use `classay merge`",
    "--symbols": "write the pattern into the address of the library: --device 'lib:FILE:symbols=PATTERN'",
    "--html": "make pages of the merged run: classay-report html",
    "--junit": "make the file from the merged run: classay-report junit",
    "--json": "shards finish in any order",
    "--progress": "the farm reports progress itself",
    "--dump-kernels": "shards on several machines have no common folder",
    "--time-budget": "the omitted cases would depend on the machine",
    "--inject": "reports refuse runs with an injected defect",
    "--plant": "reports refuse runs with an injected defect",
}
# Options of `classay run` without a value. A word after any other option is its value; all other words are globs.
FLAGS = {"--no-case-limit", "--whole", "--no-models", "--compare-on-device", "-q", "--quiet", "-v", "--verbose"}
JOBS = {"-j", "--jobs", "--workers"}


@dataclass(frozen=True, slots=True)
class Words:
    """Options of `classay run`, as the user gave them."""

    filters: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def of_a_task(self) -> tuple[str, ...]:
        """Limits each shard to one worker, because the farm already runs many processes."""
        return self.others if any(w.split("=")[0] in JOBS for w in self.others) else (*self.others, "--jobs", "1")


def read_words(words: Sequence[str]) -> tuple[Words, list[str]]:
    """Separates the options of the run from its globs and from the devices that they name."""
    taken: dict[str, list[str]] = {"--filter": [], "--exclude": [], "--device": []}
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name in REFUSED:
            raise UsageError(f"{name}: not available in a farm: {REFUSED[name]}")
        if not word.startswith("-"):
            taken["--filter"].append(word)
            continue
        if equals or name in FLAGS:
            given = [word]
        else:
            value = next(rest, "")
            given = [word, value]
        if name not in FLAGS and not value:
            raise UsageError(f"{name} needs a value")
        if name in taken:
            taken[name].append(value)
        else:
            others += given
    filters = [*taken["--filter"], *(f"!{glob}" for glob in taken["--exclude"])]
    return Words(tuple(filters), tuple(others)), taken["--device"]


@dataclass(frozen=True, slots=True)
class Task:
    target: str
    group: str  # "clc/math/exp/f32"; EVERYTHING
    index: int
    of: int
    cases: tuple[str, ...] = field(repr=False)  # empty: chosen by the filters
    filters: tuple[str, ...] = field(repr=False)
    others: tuple[str, ...] = field(repr=False)

    @property
    def shard(self) -> str:
        return f"{self.index}/{self.of}"

    @property
    def name(self) -> str:
        return f"{self.group} {self.shard}"

    @property
    def folder(self) -> str:
        return f"{self.group.replace('/', '-')}/{self.index}-of-{self.of}"

    @property
    def words(self) -> list[str]:
        """The arguments of `classay run`, except device and folder."""
        chosen = [word for glob in self.filters for word in ("--filter", glob)]
        return [*self.others, *chosen, "--shard", self.shard]


@dataclass(frozen=True, slots=True)
class Plan:
    words: Words
    shards: int
    by: str
    suite: str  # version of the classay that made the plan
    targets: tuple[Target, ...]
    cases: dict[str, tuple[str, ...]]  # the cases of each target

    def tasks(self) -> list[Task]:
        return [task for target in self.targets for task in self.tasks_of(target)]

    def tasks_of(self, target: Target) -> list[Task]:
        cases = self.cases[target.name]
        groups = {EVERYTHING: ()} if self.by == BY_RANGE else grouped(cases)
        tasks = []
        for group, members in groups.items():
            of = 1 if is_measured(group) else self.shards
            filters = members or self.words.filters
            task = (members, filters, self.words.of_a_task)
            tasks += [Task(target.name, group, index, of, *task) for index in range(1, of + 1)]
        return tasks


def is_measured(group: str) -> bool:
    """Whether the cases have no inputs to divide, so that every shard would run the same."""
    return "/misc/" in group


def grouped(cases: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Groups the cases of a task: a builtin in one format with all modes and widths; probe cases with all formats."""
    groups: dict[str, list[str]] = {}
    for name in cases:
        case = CaseName.parse(name)
        parts = [case.front_end, case.group, case.builtin, case.format]
        groups.setdefault("/".join(parts[:3] if not case.is_counted else parts), []).append(name)
    return {group: tuple(members) for group, members in groups.items()}


def make_plan(
    program: Program, words: Words, targets: Sequence[Target], addresses: dict[str, str], shards: int, by: str
) -> Plan:
    """`addresses`: an address of each target, whose prefix determines the back end."""
    cases = {target.name: tuple(cases_of(program, words, target, addresses[target.name])) for target in targets}
    return Plan(words, shards, by, program.version(), tuple(targets), cases)


def cases_of(program: Program, words: Words, target: Target, address: str) -> list[str]:
    """Lists the cases of a target. Adds SPIR-V cases if no filter is given: a list without a device cannot include them."""
    filters = words.filters
    if target.takes_il and all(glob.startswith("!") for glob in filters):
        filters = ("*", "il/*", *filters)
    chosen = [word for glob in filters for word in ("--filter", glob)]
    return program.cases([*words.others, *chosen, "--device", address])


def to_json(plan: Plan) -> dict[str, Any]:
    return {
        "farm": VERSION,
        "filters": list(plan.words.filters),
        "words": list(plan.words.others),
        "shards": plan.shards,
        "by": plan.by,
        "suite": plan.suite,
        "targets": [
            {"name": t.name, "short_name": t.short_name, "takes_il": t.takes_il, "cases": list(plan.cases[t.name])}
            for t in plan.targets
        ],
    }


def from_json(found: dict[str, Any]) -> Plan:
    return Plan(
        Words(tuple(found["filters"]), tuple(found["words"])),
        int(found["shards"]),
        str(found["by"]),
        str(found["suite"]),
        tuple(Target(t["name"], t["short_name"], t["takes_il"]) for t in found["targets"]),
        {t["name"]: tuple(t["cases"]) for t in found["targets"]},
    )


def plan_file(folder: Path) -> Path:
    return folder / "farm.json"


def read_plan(folder: Path) -> Plan:
    file = plan_file(folder)
    if not file.exists():
        raise UsageError(f"{folder}: no farm.json in this folder; create it with `classay-farm run` or `classay-farm plan`")
    try:
        found = json.loads(files.read_text(file))
        if found["farm"] != VERSION:
            raise UsageError(f"{file}: version {found['farm']}, but this farm reads version {VERSION}; use the same classay")
        return from_json(found)
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file}: malformed: {error!r}") from error


def keep_plan(folder: Path, plan: Plan) -> None:
    """Raises UsageError if the folder has a different plan, because its shards belong to that plan."""
    file = plan_file(folder)
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        files.write_text(file, json.dumps(to_json(plan), indent=1) + "\n")
        return
    was, now = to_json(read_plan(folder)), to_json(plan)
    differing = [key for key in now if was.get(key) != now[key]]
    if differing:
        told = "; ".join(f"{key} was {_shown(was.get(key))} and is {_shown(now[key])}" for key in differing)
        raise UsageError(f"--out {folder}: contains a run with a different plan: {told}; choose another folder")


def _shown(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ", ".join(f"{one['name']} with {len(one['cases'])} cases" for one in value)
    return json.dumps(value)
