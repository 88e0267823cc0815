"""Imports journals into the database: each run once, in any order, however often.

The beginning of its journal identifies a run. A journal that has grown, because the run resumed, replaces the stored one;
a shorter one changes nothing. Equal journals therefore give an equal database, in any order.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, insert, select
from sqlalchemy.exc import SQLAlchemyError

from classay_report.baseline.asked import filters_of, modes_of
from classay_report.compare.groups import Group
from classay_report.errors import ReportError
from classay_report.journal import CaseName, Header, journal_file
from classay_report.trend import schema
from classay_report.trend.database import reason_of, writing
from classay_report.trend.differing import find_differing, forget
from classay_report.trend.history import GOOD, Function, Worst
from classay_report.trend.journal_scan import NothingToImportError, Row, Scan, read_beginning, scan


class Outcome(StrEnum):
    IMPORTED = "imported"
    GROWN = "imported again, as it has grown"
    KNOWN = "known"


class Store:
    """Imports runs one after the other, each in its own transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.cases: dict[str, int] = {}
        self.inputs: dict[tuple[str, int], int] = {}
        self.functions: dict[Function, int] = {}

    def _look_up(self, connection: Connection) -> None:
        """Must be called in the writing transaction, so that no other process adds rows before its end."""
        self.cases = {name: id_ for id_, name in connection.execute(select(schema.cases.c.id, schema.cases.c.name))}
        found = connection.execute(select(schema.inputs.c.id, schema.inputs.c.hash, schema.inputs.c.count))
        self.inputs = {(hash_, count): id_ for id_, hash_, count in found}
        self.functions = {Function(*words): id_ for id_, *words in connection.execute(select(schema.functions))}

    def add(self, path: Path) -> Outcome:
        """Raises JournalError if the journal cannot be read, NothingToImportError if it is not a complete run."""
        beginning = read_beginning(path)
        if beginning.header.shard != "1/1":
            raise NothingToImportError(f"{path}: shard {beginning.header.shard}; join the shards first: classay merge")
        if covers := beginning.header.covers:
            raise NothingToImportError(f"{path}: the run {covers}, and a trend has complete runs")
        file = journal_file(path)
        size = file.stat().st_size if file.suffix != ".gz" else -1
        try:
            with self.engine.connect() as connection:
                known = connection.execute(select(schema.runs.c.bytes).filter_by(identity=beginning.identity)).scalar()
            if known == size:
                return Outcome.KNOWN
            found = scan(path)
            return self._add(found)
        except SQLAlchemyError as error:
            # The transaction was rolled back, so the ids found in it are invalid.
            self.cases, self.inputs, self.functions = {}, {}, {}
            raise ReportError(f"{path}: cannot be stored: {reason_of(error)}") from error

    def _add(self, found: Scan) -> Outcome:
        outcome = Outcome.IMPORTED
        with writing(self.engine) as connection:
            there = connection.execute(
                select(schema.runs.c.id, schema.runs.c.bytes, schema.runs.c.content).where(
                    schema.runs.c.identity == found.beginning.identity
                )
            ).first()
            if there is not None:
                if (there.bytes, there.content) >= (found.bytes, found.content):
                    return Outcome.KNOWN
                forget(connection, there.id)
                outcome = Outcome.GROWN
            self._insert(connection, found)
        return outcome

    def _insert(self, connection: Connection, found: Scan) -> None:
        run_id = _new(connection, schema.runs, **_run_values(connection, found))
        asked = {row.inputs for row in found.rows.values() if row.inputs}
        worst = worst_of(found.rows)
        known = found.rows.keys() <= self.cases.keys() and asked <= self.inputs.keys()
        if not (known and worst.keys() <= self.functions.keys()):
            # Another process may have added them since the last look-up.
            self._look_up(connection)
        self._learn_cases(connection, found.rows)
        self._learn_inputs(connection, asked)
        self._learn_functions(connection, worst)
        lines: list[dict[str, Any]] = [
            {
                "run_id": run_id,
                "case_id": self.cases[name],
                "verdict": row.verdict,
                "ulp": row.ulp,
                "limit": row.limit,
                "failed": row.failed,
                "nondeterministic": row.nondeterministic,
                "inputs_id": self.inputs[row.inputs] if row.inputs else None,
                "repro": row.repro,
            }
            for name, row in found.rows.items()
        ]
        lines.sort(key=lambda line: line["case_id"])
        connection.execute(insert(schema.results), lines)
        counts = Counter(row.verdict for row in found.rows.values())
        connection.execute(
            insert(schema.totals), [{"run_id": run_id, "verdict": v, "count": n} for v, n in sorted(counts.items())]
        )
        connection.execute(
            insert(schema.worst),
            [
                {"run_id": run_id, "function_id": self.functions[f], "ulp": w.ulp, "limit": w.limit, "bad": w.bad}
                for f, w in worst.items()
            ],
        )
        self._insert_findings(connection, run_id, found.groups)
        find_differing(connection, run_id)

    def _insert_findings(self, connection: Connection, run_id: int, groups: Sequence[Group]) -> None:
        """The names are few. They are looked up in the transaction of each run."""
        known = {name: id_ for id_, name in connection.execute(select(schema.findings.c.id, schema.findings.c.name))}
        for group in groups:
            if group.name not in known:
                known[group.name] = _new(connection, schema.findings, name=group.name)
        lines = [
            {"run_id": run_id, "finding_id": known[g.name], "title": g.title, "cases": g.cases, "repro": g.repro}
            for g in groups
        ]
        if lines:
            connection.execute(insert(schema.found), lines)

    def _learn_cases(self, connection: Connection, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.cases:
                case = CaseName.parse(name)
                values = {"front_end": case.front_end, "group": case.group, "builtin": case.builtin, "format": case.format}
                self.cases[name] = _new(connection, schema.cases, name=name, mode=case.mode, lanes=case.lanes, **values)

    def _learn_inputs(self, connection: Connection, asked: Iterable[tuple[str, int]]) -> None:
        for hash_, count in asked:
            if (hash_, count) not in self.inputs:
                self.inputs[hash_, count] = _new(connection, schema.inputs, hash=hash_, count=count)

    def _learn_functions(self, connection: Connection, asked: Iterable[Function]) -> None:
        for function in sorted(set(asked) - self.functions.keys()):
            self.functions[function] = _new(connection, schema.functions, **asdict(function))


def worst_of(rows: Mapping[str, Row]) -> dict[Function, Worst]:
    """Returns the worst result of all widths of each function."""
    together: dict[Function, list[Row]] = defaultdict(list)
    for name, row in rows.items():
        case = CaseName.parse(name)
        together[Function(case.builtin, case.format, case.mode, case.front_end)].append(row)

    def largest(values: Iterable[float | None]) -> float | None:
        return max((value for value in values if value is not None), default=None)

    return {
        function: Worst(
            largest(row.ulp for row in some),
            largest(row.limit for row in some),
            sum(row.verdict not in GOOD for row in some),
        )
        for function, some in together.items()
    }


def _new(connection: Connection, table: Table, **values: object) -> int:
    key = connection.execute(insert(table).values(**values)).inserted_primary_key
    return int(key[0]) if key else 0


def _device(connection: Connection, header: Header) -> int:
    device, table = header.device, schema.devices
    values = {"platform": device.platform, "name": device.name, "driver": device.driver, "version": device.version}
    found = connection.execute(select(table.c.id).filter_by(**values)).scalar()
    return int(found) if found is not None else _new(connection, table, **values)


def _run_values(connection: Connection, found: Scan) -> dict[str, object]:
    header = found.beginning.header
    modes = modes_of(header)
    return {
        "identity": found.beginning.identity,
        "bytes": found.bytes,
        "content": found.content,
        "device_id": _device(connection, header),
        "start": header.start,
        "suite": header.suite.version,
        "commit": header.suite.commit,
        "build": header.suite.build,
        "dirty": header.suite.dirty,
        "tier": header.tier,
        "edition": header.edition,
        "profile": header.profile,
        "filters": " ".join(filters_of(header)),
        "modes": "auto" if modes is None else ",".join(modes),
        "host": str(header.host.get("name", "")),
        "seed": header.seed if header.seed < schema.SEEDS // 2 else header.seed - schema.SEEDS,
        "ended": found.ended,
    }
