"""Runs as who starts them sees them: which device and which cases are asked, what is shown while they go on, what ends them,
and the exit code. Which verdict a case gets: test_run.py."""

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import unittest
import unittest.mock
from typing import Any

from run_testing import CLASSAY, STAND_IN, Line, RunTestCase, all_pass_but, read_journal
from system_testing import WINDOWS


class FrontEndTest(RunTestCase):
    def header(self, *words: str, filters: tuple[str, ...] = (), **device: Any) -> Line:
        shutil.rmtree(self.out, ignore_errors=True)
        self.behave(**device)
        done = self.run_all("--time-budget", "0", *words, filters=filters)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return read_journal(self.out)[0]

    def test_without_a_filter_spirv_is_asked_where_the_device_takes_it(self) -> None:
        without = self.header(il_versions=[])
        taking = self.header(il_versions=["SPIR-V_1.2"])
        self.assertFalse(without["options"]["with_il"])
        self.assertTrue(taking["options"]["with_il"])
        self.assertGreater(taking["cases"], 1.2 * without["cases"])
        filtered = self.header(il_versions=["SPIR-V_1.2"], filters=("*/math/sin/f32/default/v1",))
        self.assertEqual(filtered["cases"], 1)
        listed = self.classay("run", "--tier", "certify", "--list", "--filter", "*/math/sin/f32/default/v1").stdout
        self.assertEqual(listed.split(), ["clc/math/sin/f32/default/v1", "il/math/sin/f32/default/v1"])

    def test_a_dry_run_without_a_filter_prints_the_cases_of_a_run(self) -> None:
        for versions, takes_spirv in (([], False), (["SPIR-V_1.2"], True)):
            header = self.header(il_versions=versions)
            listed = self.run_all("--dry-run", filters=()).stdout.split()
            self.assertEqual(any(case.startswith("il/") for case in listed), takes_spirv)
            self.assertEqual(len(listed), header["cases"])

    def test_each_front_end_has_the_document_of_its_own(self) -> None:
        for version, documents in (
            ("OpenCL 2.0", ("clc-2.0", "spirv-2.2")),
            ("OpenCL 3.0", ("clc-2.0", "spirv-2.2")),
            ("OpenCL 3.1", ("clc-3.1", "spirv-3.1")),
        ):
            header = self.header(version=version)
            self.assertEqual((header["edition"], header["il_edition"]), documents)
        told = self.header("--edition", "clc-3.1", version="OpenCL 3.0")
        self.assertEqual((told["edition"], told["il_edition"]), ("clc-3.1", "clc-3.1"))


class OrderTest(RunTestCase):
    FILTERS = ("clc/math/{cos,sin,tan}/{f32,f64}/default/*",)

    def units(self, *words: str) -> list[str]:
        done = self.run_all("--dry-run", *words, filters=self.FILTERS)
        self.assertEqual(done.returncode, 0, done.stderr)
        return list(dict.fromkeys("/".join(case.split("/")[2:4]) for case in done.stdout.split()))

    def test_short_runs_have_one_type_of_each_builtin_first(self) -> None:
        self.assertEqual(self.units(), ["cos/f32", "sin/f32", "tan/f32", "cos/f64", "sin/f64", "tan/f64"])

    def test_what_did_not_pass_in_an_earlier_run_comes_first(self) -> None:
        self.behave(("*/sin/f64/*/v3", "fail"))
        self.assertEqual(self.run_all(filters=self.FILTERS).returncode, 1)
        self.assertEqual(self.units("--known", str(self.out))[:2], ["sin/f64", "cos/f32"])
        (self.out / "journal.jsonl").unlink()  # as the folder of a search
        self.assertEqual(self.units("--known", str(self.out))[0], "cos/f32")


class DeviceTest(RunTestCase):
    def test_a_device_that_dies_ends_the_run_with_5_and_the_rest_missing(self) -> None:
        self.behave(("*/sin/*/v3", "brick"))
        done = self.run_all(filters=["clc/math/[st][ia]n/f32/default/*"])
        self.assertEqual(done.returncode, 5, done.stdout)
        self.assertIn("classay resume", done.stderr)
        self.assertIn("does not respond any more", done.stderr)
        results = {line["case"]: line for line in read_journal(self.out) if line["kind"] == "result"}
        self.assertEqual(results["clc/math/sin/f32/default/v1"]["verdict"], "pass")
        self.assertEqual(results["clc/math/sin/f32/default/v3"]["verdict"], "device-lost")
        self.assertEqual(results["clc/math/tan/f32/default/v16"]["verdict"], "missing")
        self.assertEqual(len(results), 12)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 2, "device-lost": 1, "missing": 9})

    def test_what_is_said_of_a_dead_device_is_told_in_words(self) -> None:
        for said, told in (
            ({"healthy": False, "message": "clFlush: CL_OUT_OF_RESOURCES"}, "(clFlush: CL_OUT_OF_RESOURCES) since clc/"),
            ({"healthy": False, "message": "does not build\nlog, line 1\nlog, line 2"}, "(does not build) since clc/"),
            ({"healthy": False, "message": ["not", "words"]}, "(exit code 1) since clc/"),
            ("it computes a wrong sum", "(it computes a wrong sum) since clc/"),
        ):
            with self.subTest(said=said):
                shutil.rmtree(self.out, ignore_errors=True)
                (self.folder / "bricked").unlink(missing_ok=True)
                self.behave(("*/v3", "brick"), health=said if isinstance(said, str) else json.dumps(said))
                done = self.run_all()
                self.assertEqual(done.returncode, 5, done.stdout)
                why = next(line for line in done.stderr.splitlines() if "does not respond any more" in line)
                self.assertIn(told, why)
                self.assertNotIn("{", done.stderr)
                self.assertEqual(read_journal(self.out)[-1]["unusable"], why.removeprefix("classay: "))

    def test_when_it_is_well_again_the_missing_are_asked(self) -> None:
        self.test_a_device_that_dies_ends_the_run_with_5_and_the_rest_missing()
        (self.folder / "bricked").unlink()
        self.behave()
        done = self.resume()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(read_journal(self.out)[-1]["totals"], {"pass": 11, "device-lost": 1})

    def test_the_one_meant_by_device_is_asked(self) -> None:
        self.assertEqual(self.run_all("--device", "stand").returncode, 0)
        done = self.run_all("--device", "unknown")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--device: no device 'unknown'; choose one of\n  0:0  Stand-in", done.stderr)

    def test_a_name_may_stand_in_the_version_only(self) -> None:
        self.behave(version="OpenCL 3.1 Oddity")
        self.assertEqual(self.run_all("--device", "oddity").returncode, 0)


class CommandTest(RunTestCase):
    def test_what_matches_nothing_or_can_not_be_asked_is_3(self) -> None:
        done = self.run_all(filters=["clc/math/sinn/*"])
        self.assertEqual((done.returncode, "nothing matches" in done.stderr), (3, True))
        done = self.run_all("--modes", "default", filters=["clc/math/sin/f32/relaxed/*"])
        self.assertEqual((done.returncode, "none of the 6 matching cases can run" in done.stderr), (3, True))
        self.assertFalse(self.out.exists())

    def test_modes_are_asked_when_they_are_given_or_named(self) -> None:
        def listed(*options: str, filters: list[str]) -> list[str]:
            return self.run_all("--dry-run", *options, filters=filters).stdout.split()

        every_mode = ["clc/math/sin/f32/*/v1"]
        self.assertEqual(listed(filters=every_mode), ["clc/math/sin/f32/default/v1"])
        self.assertEqual(listed("--modes", "ftz", filters=every_mode), ["clc/math/sin/f32/ftz/v1"])
        self.assertEqual(len(listed("--modes", "relaxed,ftz,relaxed", filters=every_mode)), 2)
        self.assertEqual(len(listed("--modes", "all", filters=every_mode)), 8)
        self.assertEqual(listed(filters=["clc/math/sin/f32/unsafe/v1"]), ["clc/math/sin/f32/unsafe/v1"])
        done = self.run_all("--dry-run", "--modes", "quick", filters=every_mode)
        self.assertEqual((done.returncode, "quick" in done.stderr), (2, True))

    def test_list_says_what_would_run_and_runs_nothing(self) -> None:
        done = self.run_all("--dry-run", filters=["clc/math/sin/f32/default/v[12]"])
        self.assertEqual(done.stdout.split(), ["clc/math/sin/f32/default/v1", "clc/math/sin/f32/default/v2"])
        self.assertFalse(self.out.exists())

    def test_json_is_the_journal(self) -> None:
        self.behave(("*/v3", "crash"))
        done = self.run_all("--json")
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], read_journal(self.out))

    def test_a_pipe_gets_a_line_a_case_and_a_table(self) -> None:
        self.behave(("*/v3", "fail"))
        done = self.run_all()
        self.assertEqual(len([line for line in done.stdout.splitlines() if line.startswith("pass ")]), 5)
        self.assertIn("What failed, by builtin, worst first", done.stdout)
        self.assertIn("Slowest", done.stdout)
        self.assertIn("5 pass, 1 fail", done.stdout)
        self.assertNotIn("\x1b", done.stdout)

    def report(self, text: str, of_windows: str = "") -> dict[str, str]:
        """The environment with this shell script in the place of classay-report, which reads no journals of stand-ins. The
        program for Windows starts the script of Windows, if there is one."""
        script = self.folder / ("report.bat" if WINDOWS and of_windows else "report")
        script.write_text("@echo off\n" + of_windows if script.suffix else "#!/bin/sh\n" + text)
        script.chmod(0o755)
        return {"CLASSAY_REPORT": str(script)}

    def test_the_next_commands_are_of_this_run_and_work(self) -> None:
        with unittest.mock.patch.dict(os.environ, self.report('mkdir "$2" && test -f "$3/journal.jsonl"\n')):
            done = self.run_all()
        pages, larger = (shlex.split(line.split(" # ")[0]) for line in done.stdout.split("\nNext\n")[1].splitlines())
        subprocess.run(pages, check=True)
        self.assertTrue((self.out / "html").is_dir())
        self.assertEqual(larger[:2] + larger[-1:], ["classay", "run", "clc/math/sin/f32/default/*"])
        listed = self.classay(*larger[1:], "--program", STAND_IN, "--list")
        self.assertEqual(len(listed.stdout.split()), 6, listed.stderr)

    def test_pages_are_written_when_the_run_has_ended(self) -> None:
        writes = 'test "$1" = --help || { mkdir "$2" && tail -n 1 "$3/journal.jsonl" >"$2/index.html"; }\n'
        of_windows = 'if "%~1"=="--help" exit 0\nmkdir "%~2"\ncopy "%~3\\journal.jsonl" "%~2\\index.html"\n'
        with unittest.mock.patch.dict(os.environ, self.report(writes, of_windows)):
            done = self.run_all("--html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"pages for a browser: {self.out}/html/index.html", done.stderr)
        self.assertIn('"kind":"end"', (self.out / "html" / "index.html").read_text())
        self.assertNotIn("writes pages", done.stdout)

    def test_pages_that_can_not_be_written_are_no_success(self) -> None:
        fails = "test $1 = --help && exit 0; echo no disk >&2; exit 1\n"
        fails_on_windows = 'if "%~1"=="--help" exit 0\necho no disk>&2\nexit 1\n'
        for text, of_windows, code, said in (
            ("exit 3\n", "exit 3\n", 2, "--help` failed: exit code 3"),
            (fails, fails_on_windows, 4, "the pages were not written: no disk"),
        ):
            shutil.rmtree(self.out, ignore_errors=True)
            with unittest.mock.patch.dict(os.environ, self.report(text, of_windows)):
                done = self.run_all("--html")
            self.assertEqual((done.returncode, said in done.stderr), (code, True), done.stderr)
            self.assertEqual(self.out.exists(), code == 4, "a run without its pages does not begin")

    def test_a_terminal_gets_a_line_that_is_written_over(self) -> None:
        self.behave(("*/v3", "fail"))
        for colours in (True, False):
            with self.subTest(colours=colours):
                self.out = self.folder / f"out-{colours}"
                environment = {**self.environment(), "TERM": "xterm", **({} if colours else {"NO_COLOR": "1"})}
                parent, child = pty.openpty()
                with subprocess.Popen([CLASSAY, *self.run_words()], env=environment, stdout=child, stderr=child) as process:
                    os.close(child)
                    text = self.read_all(parent)
                    self.assertEqual(process.wait(), 1)
                self.assertIn("\r\x1b[K", text)
                self.assertRegex(text, r"%  clc/math/sin/f32/default")
                self.assertEqual("\x1b[1;31m" in text, colours)

    def test_the_line_moves_while_a_case_hangs_and_names_it_and_its_time(self) -> None:
        self.behave(("clc/math/sin/f32/default/v2", "hang"))
        filters = ("clc/math/sin/f32/default/*", "clc/math/cos/f32/default/*")
        parent, child = pty.openpty()
        environment = {**self.environment(), "TERM": "xterm"}
        words = [CLASSAY, *self.run_words(filters=filters)]
        with subprocess.Popen(words, env=environment, stdout=child, stderr=child) as process:
            os.close(child)
            times: set[str] = set()
            text = ""
            while len(times) < 4:
                text += os.read(parent, 65536).decode()
                times = set(re.findall(r"sin/f32/default, (\d+\.\d) s", text))
            process.send_signal(signal.SIGINT)
            text += self.read_all(parent)
            self.assertEqual(process.wait(), 130)
        self.assertRegex(text, r"%  clc/math/sin/f32/default, .* about \d+\.\d s left")

    def test_where_it_is_no_terminal_a_line_tells_what_hangs(self) -> None:
        self.behave(("*/v3", "hang"))
        words = [CLASSAY, *self.run_words("--progress", "0.05")]
        with subprocess.Popen(
            words, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            said = (line for line in process.stdout if line.startswith("running "))
            lines = [line for _, line in zip(range(3), said)]
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            process.stderr.read()
            self.assertEqual(process.wait(), 130)
        for line in lines:
            self.assertRegex(line, r"^running +\d+\.\d %  clc/math/sin/f32/default, \d+\.\d s")

    def test_nobody_is_told_more_than_was_wanted(self) -> None:
        self.behave(("*/v3", "late"))
        for words in (("--progress", "0"), ()):
            self.out = self.folder / f"out-{len(words)}"
            self.assertNotIn("running", self.run_all(*words).stdout)

    def read_all(self, descriptor: int) -> str:
        parts = []
        try:
            while part := os.read(descriptor, 65536):
                parts.append(part)
        except OSError:  # how a terminal ends
            pass
        os.close(descriptor)
        return b"".join(parts).decode()

    def test_an_interrupt_leaves_what_can_be_resumed(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.out = self.folder / f"out-{number}"
                self.behave(("*/v4", "hang"))
                said = self.stopped_when("/v3", number)
                self.assertIn(f"classay resume {self.out}", said)
                self.behave()
                self.assertEqual(self.resume().returncode, 0)
                self.assertEqual(self.verdicts(), all_pass_but())

    def test_commands_that_are_shown_can_be_pasted_whatever_the_folder_is_called(self) -> None:
        self.out = self.folder / "it's $HOME's out"
        self.behave(("*/v3", "fail"), ("*/v4", "brick"))
        done = self.run_all()
        self.assertEqual(done.returncode, 5, done.stdout)
        shown = {line["repro"] for line in read_journal(self.out) if line.get("repro", "").startswith("classay repro")}
        shown |= {line.strip() for line in done.stderr.splitlines() if "classay resume" in line}
        self.assertGreaterEqual(len(shown), 2)
        for command in shown:
            self.assertEqual(shlex.split(command)[2], str(self.out), command)
        again = self.run_all()  # into the same folder
        said = re.search("`(classay resume .*)`", again.stderr)
        assert said is not None, again.stderr
        self.assertEqual(shlex.split(said[1]), ["classay", "resume", str(self.out)])

    def test_a_time_budget_that_is_spent_leaves_out_and_says_what(self) -> None:
        done = self.run_all("--time-budget", "0")
        self.assertEqual(done.returncode, 3)
        self.assertIn("left out 6 of 6 cases", done.stderr)
        self.assertEqual(len(read_journal(self.out)[-1]["left_out"]), 6)

    def test_words_that_can_not_be_read_are_2(self) -> None:
        for words in (["--tier", "huge"], ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "x"], ["--timeout", "0"],
                      ["--time-budget", "5x"], ["--edition", "clc-9"], ["--seed", "-1"], ["--filter", "[a"]):  # fmt: skip
            with self.subTest(words):
                done = self.run_all(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertTrue(done.stderr.startswith("classay: "))
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
