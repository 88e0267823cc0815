"""Tests that changed sources are checked at once, and all others within five days."""

import os
import subprocess
import sys
import tempfile
import unittest
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from recent_sources import MOST, recent, spread
from turns import DAYS, has_turn

DAY = date(2027, 3, 31)


class RecentSourcesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.git("init", "-q")
        for i in range(40):
            (self.folder / f"a{i}.cpp").write_text("")
        (self.folder / "alone.h").write_text("")
        (self.folder / "a7.h").write_text("")
        (self.folder / "a8.cpp").write_text('#include "alone.h"\n')
        self.commit("2027-01-01T00:00:00Z")

    def git(self, *words: str, when: str = "2027-01-01T00:00:00Z") -> None:
        who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        times = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        subprocess.run(["git", "-C", self.folder, *words], check=True, env={**os.environ, **who, **times})

    def commit(self, when: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a", when=when)

    def write(self, name: str, when: str) -> None:
        (self.folder / name).write_text("// new\n")
        self.commit(when)

    def beyond_turns(self) -> set[str]:
        """Returns sources that are checked out of turn."""
        return {s for s in recent(self.folder, DAY) if not has_turn(s, DAY)}

    def without_turn(self) -> str:
        return next(f"a{i}.cpp" for i in range(10, 40) if not has_turn(f"a{i}.cpp", DAY))

    def test_a_new_history_is_looked_through_whole(self) -> None:
        self.assertEqual(len(recent(self.folder, DAY)), 40)

    def test_more_than_there_is_time_for_is_said(self) -> None:
        for i in range(MOST):
            (self.folder / f"b{i}.cpp").write_text("")
        self.commit("2027-01-01T01:00:00Z")
        script = Path(__file__).resolve().parents[1] / "recent_sources.py"
        done = subprocess.run([sys.executable, script, self.folder], check=True, capture_output=True, text=True)
        self.assertEqual(len(done.stdout.split()), MOST)
        self.assertIn("40 more have changed", done.stderr)
        today = [s for s in recent(self.folder, date.today()) if has_turn(s, date.today())]
        self.assertLessEqual(set(today), set(done.stdout.split()))

    def test_fewer_are_spread_over_all(self) -> None:
        self.assertEqual(spread(["a", "b", "c"], 3), ["a", "b", "c"])
        self.assertEqual(spread(["a", "b", "c", "d", "e"], 2), ["a", "c"])
        self.assertEqual(spread([], 2), [])

    def test_five_days_name_every_source_and_none_names_all(self) -> None:
        self.write("other.txt", "2027-02-01T00:00:00Z")
        days = [recent(self.folder, DAY + timedelta(days=i)) for i in range(DAYS)]
        self.assertEqual(sorted(s for day in days for s in day), sorted(f"a{i}.cpp" for i in range(40)))
        self.assertTrue(all(len(day) < 40 for day in days))

    def test_what_a_day_changed_is_named_whatever_day_it_is(self) -> None:
        source = self.without_turn()
        self.write(source, "2027-02-01T00:00:00Z")
        self.assertEqual(self.beyond_turns(), {source})
        self.write("other.txt", "2027-02-01T23:00:00Z")
        self.assertEqual(self.beyond_turns(), {source})
        self.write("another.txt", "2027-02-03T00:00:00Z")
        self.assertEqual(self.beyond_turns(), set())

    def test_what_is_not_committed_is_named(self) -> None:
        self.write("other.txt", "2027-02-01T00:00:00Z")
        source = self.without_turn()
        (self.folder / source).write_text("// newer\n")
        self.assertEqual(self.beyond_turns(), {source})

    def test_a_header_is_looked_through_with_a_source(self) -> None:
        self.write("a7.h", "2027-02-01T00:00:00Z")
        self.write("alone.h", "2027-02-01T00:00:00Z")
        self.assertLessEqual({"a7.cpp", "a8.cpp"}, set(recent(self.folder, DAY)))


if __name__ == "__main__":
    unittest.main()
