"""Journals whose lines were damaged before the run goes on: what it would have gone on from is asked again, and never a
verdict on the device."""

import json
import random
import subprocess
import time
import unittest
from collections.abc import Iterator
from typing import Any

from run_testing import CLASSAY, Line, RunTestCase, outcome, read_journal

# A checkpoint, an attempt and an abnormal end are in the journal when the run is killed.
RULES = (("*/v1", "fail"), ("*/v8", "crash", "unit"))
OTHER: dict[type, Any] = {bool: True, int: 7, float: 0.5, str: "other", list: [0], dict: {"other": 0}, type(None): 0}


def leaves(json_value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that has no parts."""
    parts: list[tuple[Any, Any]] = []
    if isinstance(json_value, dict):
        parts = list(json_value.items())
    elif isinstance(json_value, list):
        parts = list(enumerate(json_value))
    if not parts:
        yield path
    for key, part in parts:
        yield from leaves(part, (*path, key))


def changed(line: Line, path: tuple[Any, ...]) -> Line:
    copy: Line = json.loads(json.dumps(line))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    place[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else OTHER[type(old)]
    assert copy != line
    return copy


class DamageTest(RunTestCase):
    writes_journals = True

    def setUp(self) -> None:
        super().setUp()
        self.behave(*RULES)
        self.run_all()
        self.undisturbed = outcome(read_journal(self.out))
        self.out = self.folder / "damaged"
        self.behave(*RULES, ("*/v16", "hang", "alone"))
        with subprocess.Popen([CLASSAY, *self.run_words()], env=self.environment(), stdout=subprocess.DEVNULL) as process:
            while not self.waits_for_v16():
                time.sleep(0.01)
            process.kill()
        self.behave(*RULES)
        self.file = self.out / "journal.jsonl"
        self.whole = self.file.read_bytes().splitlines(keepends=True)

    def waits_for_v16(self) -> bool:
        file = self.out / "journal.jsonl"
        return file.exists() and '"stage":"again"' in file.read_text() and '"widths":[16]' in file.read_text()

    def places(self, kind: str) -> list[int]:
        return [i for i, line in enumerate(self.whole) if json.loads(line)["kind"] == kind]

    def go_on(self, at: int, damaged: bytes) -> subprocess.CompletedProcess[str]:
        self.file.write_bytes(b"".join([*self.whole[:at], damaged, *self.whole[at + 1 :]]))
        return self.resume()

    def check_ignored(self, at: int, damaged: bytes) -> None:
        done = self.go_on(at, damaged)
        told = f"line {at + 1} of the journal"
        self.assertIn(told, done.stderr)
        self.assertEqual(outcome(read_journal(self.out)), self.undisturbed)
        ignored = [line for line in read_journal(self.out) if line["kind"] == "ignored"]
        self.assertEqual([line["line"] for line in ignored], [at + 1])
        self.assertEqual(done.returncode, 1)

    def test_each_field_that_is_another_is_seen_and_costs_nothing_but_time(self) -> None:
        source = random.Random(20261123)
        for kind in ("checkpoint", "attempt", "abnormal"):
            at = self.places(kind)[-1]
            line = json.loads(self.whole[at])
            every = [path for path in leaves(line) if path != ("kind",)]
            top = {path[:2]: path for path in every}.values()  # one of each part, and some of the many
            for path in [*top, *source.sample(every, min(5, len(every)))]:
                with self.subTest(kind=kind, path=path):
                    self.check_ignored(at, json.dumps(changed(line, path)).encode() + b"\n")

    def test_a_line_without_a_digest_or_of_another_unit_is_not_gone_by(self) -> None:
        for kind in ("checkpoint", "attempt", "abnormal"):
            at = self.places(kind)[-1]
            line = json.loads(self.whole[at])
            del line["digest"]
            with self.subTest(kind=kind):
                self.check_ignored(at, json.dumps(line).encode() + b"\n")

    def test_bytes_that_are_others_are_refused_or_seen(self) -> None:
        source = random.Random(20261124)
        for _ in range(40):
            at = source.choice([i for kind in ("checkpoint", "attempt", "abnormal") for i in self.places(kind)])
            line = bytearray(self.whole[at])
            for _ in range(source.choice((1, 1, 3))):
                line[source.randrange(len(line) - 1)] ^= 1 << source.randrange(8)
            with self.subTest(at=at, line=bytes(line[:80])):
                done = self.go_on(at, bytes(line))
                if done.returncode == 4:
                    self.assertRegex(done.stderr, f"line {at + 1}|line {at + 2}")
                else:
                    self.assertEqual(outcome(read_journal(self.out)), self.undisturbed)

    def test_a_line_that_was_cut_is_refused_with_its_number(self) -> None:
        at = self.places("checkpoint")[-1]
        done = self.go_on(at, self.whole[at][: len(self.whole[at]) // 2] + b"\n")
        self.assertEqual(done.returncode, 4)
        self.assertIn(f"line {at + 1}: malformed; the journal was damaged or edited", done.stderr)


if __name__ == "__main__":
    unittest.main()
