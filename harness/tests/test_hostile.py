"""Files and devices that mean harm: one sentence, exit 4, nothing followed, nothing waited for, nothing acted out on a
terminal. (Which journals are refused at all: harness/journal/hostile_files_test.cpp.)"""

import json
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path
from typing import Any

from run_testing import CLASSAY, Done, Line, RunTestCase, read_journal

CASE = "clc/math/sin/f32/default/v1"
DEEP = "[" * 100_000 + "]" * 100_000
# Clears the screen, names the window, begins a line of its own, turns letters around, hides, and is no ASCII control (C1).
HOSTILE = "GPU\x1b[2J\x1b]0;x\x07\nverified: all as promised\r\u202egpj\u200b\u009b31m\x7f"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def deepened(line: Line, *path: str) -> str:
    copy: Any = json.loads(json.dumps(line))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = "DEEP"
    return json.dumps(copy).replace('"DEEP"', DEEP)


class HostileTest(RunTestCase):
    writes_journals = True

    def setUp(self) -> None:
        super().setUp()
        self.run_all()
        self.file = self.out / "journal.jsonl"
        self.lines = read_journal(self.out)

    def put(self, number: int, text: str) -> None:
        texts = [json.dumps(line) for line in self.lines]
        texts[number - 1] = text
        self.file.write_text("".join(line + "\n" for line in texts))

    def readers(self) -> dict[str, Done]:
        shutil.rmtree(self.folder / "merged", ignore_errors=True)
        return {
            "resume": self.resume(),
            "merge": self.classay("merge", str(self.folder / "merged"), str(self.out)),
            "repro": self.classay("repro", str(self.out), CASE),
        }

    def check_refused(self, what: str) -> None:
        for reader, done in self.readers().items():
            with self.subTest(reader=reader, what=what):
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertRegex(done.stderr, what)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertNotIn("json.exception", done.stderr)
                self.assertLess(len(done.stderr), 1000)

    def test_what_is_nested_too_deep_is_one_sentence(self) -> None:
        checkpoint = next(i for i, line in enumerate(self.lines) if line["kind"] == "checkpoint")
        self.put(1, deepened(self.lines[0], "host"))
        self.check_refused("journal.jsonl, line 1: .*nested deeper than 64 levels")
        self.put(checkpoint + 1, deepened(self.lines[checkpoint], "state", "results"))
        self.check_refused(f"journal.jsonl, line {checkpoint + 1}: .*nested deeper than 64 levels")

    def test_two_journals_in_one_file_are_refused_with_the_line_of_the_second(self) -> None:
        whole = self.file.read_text()
        last = len(self.lines)
        self.file.write_text(whole * 2)
        self.check_refused(f"journal.jsonl, line {last + 1}: another run begins here")
        suite = self.classay("bench", "--suite", str(self.out))
        self.assertEqual((suite.returncode, f"line {last + 1}: another run" in suite.stderr), (4, True), suite.stderr)
        # Without its first line the second is one that no run has written either.
        self.file.write_text(whole + "".join(whole.splitlines(keepends=True)[1:]))
        self.check_refused("journal.jsonl, line [0-9]+: clc/math/sin/.* has a result already")

    def test_a_first_line_that_can_not_be_is_one_sentence_with_its_line(self) -> None:
        for path, bad in (
            (("options",), None),
            (("options", "filters"), 7),
            (("options", "workers"), 4294967297),
            (("options", "timeout"), -1),
            (("options", "timeout"), 1e300),
            (("device",), []),
            (("tier",), "huge"),
            (("edition",), "clc-9"),
            (("seed",), -1),
            (("shard",), "1/1x"),
            (("schema",), 4294967297),
        ):
            first = json.loads(json.dumps(self.lines[0]))
            place = first if len(path) == 1 else first[path[0]]
            place[path[-1]] = bad
            self.put(1, json.dumps(first))
            with self.subTest(path=path, bad=bad):
                done = self.classay("merge", str(self.folder / "merged"), str(self.out))
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertIn("journal.jsonl, line 1: ", done.stderr)
                self.assertNotIn("json.exception", done.stderr)

    def test_what_is_no_file_is_not_waited_for(self) -> None:
        self.file.unlink()
        os.mkfifo(self.file)
        self.check_refused("journal.jsonl is a pipe: there has to be a file")
        self.file.unlink()
        self.file.symlink_to("/dev/zero")
        done = self.classay("repro", str(self.out), CASE)
        self.assertEqual(done.returncode, 4)
        self.assertIn("is a device: there has to be a file", done.stderr)

    def test_a_baseline_that_cannot_be_read_is_4_and_a_missing_one_is_2(self) -> None:
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        text = self.folder / "text"
        text.write_text("classay-baseline 1\nplatform \x1b[31m\nplatform b\n")
        for file, what, code in (
            (pipe, "is a pipe", 4),
            (Path("/dev/zero"), "is a device", 4),
            (self.folder / "nothing", "nothing' does not exist", 2),
            (text, "text, line 3: 'platform' stands there twice", 4),
        ):
            with self.subTest(file=file):
                self.out = self.folder / "other"
                done = self.run_all("--baseline", str(file))
                self.assertEqual(done.returncode, code)
                self.assertRegex(done.stderr, what)

    def test_nothing_is_written_through_a_link_in_the_output_folder(self) -> None:
        precious = self.folder / "precious"
        precious.write_text("keep")
        self.out = self.folder / "other"
        self.out.mkdir()
        (self.out / "journal.jsonl.new").symlink_to(precious)
        self.assertEqual(self.run_all().returncode, 0)
        (self.out / "journal.jsonl").rename(self.folder / "journal")
        before = (self.folder / "journal").read_bytes()
        (self.out / "journal.jsonl").symlink_to(self.folder / "journal")
        done = self.resume()
        self.assertEqual(done.returncode, 4)
        self.assertIn("journal.jsonl is a symbolic link, through which nothing is written", done.stderr)
        self.assertEqual((self.folder / "journal").read_bytes(), before)
        self.assertEqual(precious.read_text(), "keep")

    def test_a_line_that_is_gone_is_asked_again_or_missing(self) -> None:
        for line in [i for i, line in enumerate(self.lines) if line["kind"] == "result"]:
            self.file.write_text("".join(json.dumps(each) + "\n" for i, each in enumerate(self.lines) if i != line))
            gone = self.lines[line]["case"]
            readers = self.readers()
            with self.subTest(gone=gone):
                self.assertEqual(readers["merge"].returncode, 0 if readers["resume"].returncode == 0 else 1)
                self.assertIn(gone, [each.get("case") for each in read_journal(self.out)])
            self.file.write_text("".join(json.dumps(each) + "\n" for i, each in enumerate(self.lines) if i != line))
            done = self.classay("merge", str(self.folder / "merged-missing"), str(self.out))
            merged = read_journal(self.folder / "merged-missing")
            shutil.rmtree(self.folder / "merged-missing")
            with self.subTest(missing=gone):
                self.assertEqual(done.returncode, 1)
                self.assertEqual([each["case"] for each in merged if each.get("verdict") == "missing"], [gone])


class TerminalTest(RunTestCase):
    def check_harmless(self, text: str) -> None:
        self.assertIsNone(CONTROLS.search(text), text)
        self.assertNotIn("\nverified", text)

    def test_a_device_can_say_nothing_that_a_terminal_acts_on(self) -> None:
        self.behave(("*/v2", "fail"), ("*/v4", "crash"), name=HOSTILE, platform=HOSTILE, driver=HOSTILE)
        done = self.run_all()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.check_harmless(done.stdout + done.stderr)
        self.assertIn("GPU\\u001b[2J\\u001b]0;x\\u0007\\nverified", done.stdout)
        self.assertEqual(read_journal(self.out)[0]["device"]["name"], HOSTILE)
        self.check_harmless(self.resume().stdout)
        self.out = self.folder / "json"
        done = self.run_all("--json")
        self.check_harmless(done.stdout)
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], read_journal(self.out))

    def test_the_journal_of_someone_else_neither(self) -> None:
        self.writes_journals = True
        self.behave(("*/v2", "fail"))
        self.run_all()
        lines = read_journal(self.out)
        for line in lines:
            if line["kind"] == "run":
                line["device"].update(name=HOSTILE, platform=HOSTILE, driver=HOSTILE)
            if line.get("verdict") == "fail":
                line.update(reason=HOSTILE, repro=f"classay repro {HOSTILE}")
        (self.out / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        for words in (["resume", str(self.out)], ["merge", str(self.folder / "merged"), str(self.out)]):
            done = self.classay(*words)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.check_harmless(done.stdout + done.stderr)

    def test_no_command_of_someone_else_is_shown_to_be_pasted(self) -> None:
        self.writes_journals = True
        self.behave(("*/v2", "fail"))
        self.run_all()
        lines = read_journal(self.out)
        for repro, is_shown in (
            ("classay repro --device d --case " + CASE, True),
            ("classay repro d c; touch owned", False),
            ("classay repro $(touch owned) c", False),
            ("classay repro --emit /tmp/owned --case c", False),
            ("touch owned", False),
        ):
            for line in lines:
                if line.get("verdict") == "fail":
                    line["repro"] = repro
            (self.out / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            with self.subTest(repro=repro):
                self.assertEqual(repro in self.classay("resume", str(self.out)).stdout, is_shown)

    def test_what_a_terminal_sees_is_painted_by_nobody_else(self) -> None:
        if shutil.which("script") is None:
            self.skipTest("no terminal can be made here")
        self.behave(name="\x1b[2J\x1b[32mpass", driver="\u009b31m\xfea")
        words = " ".join(f"'{word}'" for word in [CLASSAY, *self.run_words()])
        done = subprocess.run(
            ["script", "-qec", words, "/dev/null"],
            env={**self.environment(), "TERM": "xterm"},
            capture_output=True,
            check=False,
        )
        text = done.stdout.decode()
        self.assertIn("\\u001b[2J\\u001b[32mpass", text)
        self.assertNotIn("\x1b[2J", text)
        self.assertNotIn("\u009b", text)


if __name__ == "__main__":
    unittest.main()
