"""Journals that are joined: shards of a run, and runs of other cases that are parts of one."""

import json
import shutil
import unittest
from pathlib import Path
from typing import Any

from run_testing import Line, RunTestCase, outcome, read_journal, timeless


class MergeTestCase(RunTestCase):
    def merge(self, *parts: str) -> tuple[int, str, list[Line]]:
        whole = self.folder / "merged"
        shutil.rmtree(whole, ignore_errors=True)
        done = self.classay("merge", str(whole), *parts)
        return done.returncode, done.stderr, read_journal(whole) if whole.exists() else []

    def changed(self, part: str, path: tuple[str, ...], value: Any) -> str:
        """A copy of a shard whose first line says something else."""
        self.writes_journals = True
        copy = self.folder / "changed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(part, copy)
        lines = read_journal(copy)
        place = lines[0]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        (copy / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        return str(copy)


class ShardsTest(MergeTestCase):
    FILTERS = ("clc/math/[st][ia]n/f[13][62]/default/v[14]",)

    def shard(self, which: str, *words: str) -> str:
        self.out = self.folder / f"shard-{which.replace('/', '-of-')}-{len(words)}"
        self.run_all("--shard", which, *words, filters=self.FILTERS)
        return str(self.out)

    def test_shards_add_up_to_the_whole_exactly(self) -> None:
        self.behave(("*/sin/f32/*/v4", "fail"), ("*/tan/f16/*/v1", "unsupported"))
        whole = read_journal(Path(self.shard("1/1")))
        for of in (2, 5):
            parts = [self.shard(f"{i}/{of}") for i in range(1, of + 1)]
            code, said, merged = self.merge(*reversed(parts))
            self.assertEqual((code, said), (1, ""))
            self.assertEqual(outcome(merged), outcome(whole))
            for key in ("device", "tier", "seed", "edition", "profile", "cases", "shard", "suite"):
                self.assertEqual(merged[0][key], whole[0][key])

    def test_a_failure_of_one_shard_is_a_failure_of_the_whole(self) -> None:
        first = self.shard("1/2")
        self.behave(("*/sin/f32/*/v4", "crash"))
        code, _, merged = self.merge(first, self.shard("2/2"))
        self.assertEqual(code, 1)
        bad = {line["case"]: line for line in merged if line["kind"] == "result" and line["verdict"] != "pass"}
        self.assertEqual(list(bad), ["clc/math/sin/f32/default/v4"])
        self.assertRegex(timeless(bad["clc/math/sin/f32/default/v4"])["reason"], "shard 2/2: killed by SIGABRT")

    def test_a_label_of_all_shards_is_that_of_the_whole(self) -> None:
        parts = [self.shard(f"{i}/2", "--label", "night") for i in (1, 2)]
        self.assertEqual(self.merge(*parts)[2][0]["label"], "night")
        code, said, merged = self.merge(parts[0], self.shard("2/2", "--label", "day", "--quiet"))
        self.assertEqual((code, said, "label" in merged[0]), (0, "", False))
        self.assertIn("is not a label; write up to 100 visible characters", self.run_all("--label", "a\nb").stderr)

    def test_what_does_not_belong_together_is_refused(self) -> None:
        first = self.shard("1/2")
        self.assertRegex(self.merge(first)[1], "shard 2/2 is missing")
        self.assertRegex(self.merge(first, first)[1], "overlap: both are shard 1/2")
        self.assertRegex(self.merge(first, self.shard("2/3"))[1], "one is shard 1/2, the other 2/3")
        self.assertRegex(self.merge(first, self.shard("2/2", "--seed", "2"))[1], "seed was 1 and is 2")
        self.behave(driver="2")
        code, said, merged = self.merge(first, self.shard("2/2"))
        self.assertEqual((code, merged), (4, []))
        self.assertRegex(said, 'the device\'s driver was "1" and is "2"')

    def test_whatever_differs_is_named_and_refused(self) -> None:
        first, second = self.shard("1/2"), self.shard("2/2")
        is_dirty = read_journal(Path(second))[0]["suite"]["dirty"]
        for path, value, named in (
            (("suite", "build"), "other", "the suite's build was"),
            (("suite", "commit"), "other", "the suite's commit was"),
            (("suite", "dirty"), not is_dirty, "the suite's dirty was"),
            (("options", "modes"), ["relaxed"], 'the option modes was "auto" and is'),
            (("options", "models"), False, "the option models was true and is false"),
            (("options", "with_il"), True, "the option with_il was"),
            (("options", "case_time"), 1.5, "the option case_time was"),
            (("options", "timeout"), 7.0, "the option timeout was"),
            (("options", "filters"), ["*"], "the option filters was"),
            (("options", "news"), 1, "the option news was null and is 1"),
            (("device", "name"), "Other", "the device's name was"),
            (("device", "extensions"), ["cl_khr_fp16"], "the device's extensions was"),
            (("device", "spirv_capabilities"), [1], "the device's spirv_capabilities was"),
            (("tier",), "quick", "tier was"),
            (("profile",), "embedded", "profile was"),
            (("edition",), "clc-2.0", "edition was"),
            (("cases",), 77, "cases was"),
            (("plant",), {"name": "x"}, "plant was"),
            (("news",), 1, "news was null and is 1"),
        ):
            with self.subTest(path=path):
                code, said, merged = self.merge(first, self.changed(second, path, value))
                self.assertEqual((code, merged), (4, []))
                self.assertIn("do not belong together: ", said)
                self.assertIn(named, said)

    def test_what_each_shard_has_of_its_own_is_not_said_of_the_whole(self) -> None:
        first, second = self.shard("1/2"), self.shard("2/2")
        host = read_journal(Path(first))[0]["host"]
        own: tuple[tuple[tuple[str, ...], Any], ...] = (
            (("host",), {**host, "name": "another"}),
            (("options", "workers"), 3),
            (("options", "dump_kernels"), "kernels"),
            (("device", "address"), "7:7"),
        )
        for path, value in own:
            code, said, merged = self.merge(first, self.changed(second, path, value))
            with self.subTest(path=path):
                self.assertEqual((code, said), (0, ""))
                if path == ("host",):
                    self.assertEqual(merged[0]["host"], {key: host[key] for key in host if key != "name"})
                    self.assertEqual([part["host"].get("name") for part in merged[0]["merged"]], [host["name"], "another"])
                else:
                    self.assertEqual(merged[0][path[0]].get(path[1], ""), "")
                self.assertEqual(self.classay("resume", str(self.folder / "merged")).returncode, 0)

    def test_no_result_of_a_shard_gets_lost(self) -> None:
        first, second = self.shard("1/2"), self.shard("2/2")
        narrow = ["clc/math/sin/f32/default/v[14]"]
        parts = []
        for number, part in enumerate((first, second)):
            parts.append(str(self.folder / f"narrow-{number}"))
            shutil.copytree(self.changed(part, ("options", "filters"), narrow), parts[-1])
        code, said, _ = self.merge(*parts)
        self.assertEqual(code, 4)
        self.assertRegex(said, "has a result of clc/[a-z/0-9]+, which its first record does not select")


class JoinTest(MergeTestCase):
    WHOLE = ("--filter", "clc/math/[st][ia]n/f32/default/v[14]")

    def part(self, function: str, which: str = "1/1", *words: str) -> str:
        self.out = self.folder / f"{function}-{which.replace('/', '-of-')}-{len(words)}"
        filters = (f"clc/math/{function}/f32/default/v1", f"clc/math/{function}/f32/default/v4")
        self.run_all("--shard", which, *words, filters=filters)
        return str(self.out)

    def test_runs_of_other_cases_are_joined_to_the_run_that_they_are_parts_of(self) -> None:
        self.behave(("*/sin/f32/*/v4", "fail"), ("*/tan/f32/*/v1", "unsupported"))
        self.out = self.folder / "whole"
        self.run_all(filters=self.WHOLE[1:])
        whole = read_journal(self.out)
        parts = [self.part("sin", "1/2"), self.part("tan"), self.part("sin", "2/2")]
        code, said, joined = self.merge(*parts, *self.WHOLE)
        self.assertEqual((code, said), (1, ""))
        self.assertEqual(outcome(joined), outcome(whole))
        same = {key: value for key, value in joined[0].items() if key not in ("merged", "start")}
        self.assertEqual(same, {key: value for key, value in whole[0].items() if key != "start"})
        self.assertEqual([part["shard"] for part in joined[0]["merged"]], ["1/2", "2/2", "1/1"])

    def test_parts_of_another_run_are_refused(self) -> None:
        sin, tan = self.part("sin"), self.part("tan")
        first, second = self.part("sin", "1/2"), self.part("sin", "2/2")
        wide = ("--filter", "clc/math/[cst][ioa][ns]/f32/default/v[14]")
        for words, named in (
            (
                (sin, *self.WHOLE),
                "the runs have 2 cases, but the filters select 4; no run has a result of clc/math/tan/f32/default/v1",
            ),
            ((sin, tan, *wide), "the runs have 4 cases, but the filters select 6; no run has a result of clc/math/cos/"),
            ((sin, tan, "--no-filter"), "no run has a result of clc/misc/"),
            (
                (sin, tan, "--filter", "clc/math/sin/f32/default/v[14]"),
                "tan/f32/default/v1, which the filters do not select",
            ),
            ((first, tan, *self.WHOLE), "shard 2/2 is missing"),
            ((first, second, sin, tan, *self.WHOLE), "one is shard 1/2, the other 1/1"),
            ((sin, self.part("tan", "1/1", "--seed", "2"), *self.WHOLE), "seed was 1 and is 2"),
            ((sin, tan), "the option filters was"),
            ((sin, tan, *self.WHOLE, "--no-filter"), "cannot be used together"),
        ):
            with self.subTest(named=named):
                code, said, joined = self.merge(*words)
                self.assertIn(named, said)
                self.assertEqual((code, joined), (2 if named == "cannot be used together" else 4, []))
        half = self.changed(sin, ("options", "filters"), ["clc/math/sin/f32/default/v1"])
        self.assertIn(
            "overlap: both have a result of clc/math/sin/f32/default/v1", self.merge(sin, half, tan, *self.WHOLE)[1]
        )


if __name__ == "__main__":
    unittest.main()
