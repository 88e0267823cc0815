"""The program as its users meet it: help, usage, standard input, pipes and terminals."""

import json
import os
import pty
import re
import struct
import subprocess
import tempfile
import time
import unittest

from program_testing import CLASSAY, answers, main, run
from system_testing import not_below_wine, posix_only


class HelpTest(unittest.TestCase):
    def test_help_goes_to_standard_output_and_succeeds(self):
        for words in (["--help"], ["-h"], ["list", "--help"], ["oracle", "-h"], ["judge", "--help"]):
            done = run(*words)
            self.assertEqual(done.returncode, 0, words)
            self.assertIn("Usage:", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_help_has_examples_that_work(self):
        for command in ("list", "oracle", "judge"):
            examples = re.findall(r"^  (classay .*)$", run(command, "--help").stdout.split("Examples")[1], re.MULTILINE)
            self.assertGreater(len(examples), 2)
            for example in examples:
                if "|" in example or "<" in example:
                    continue
                done = subprocess.run(
                    example.replace("classay", CLASSAY, 1), shell=True, capture_output=True, text=True, check=False
                )
                self.assertIn(done.returncode, (0, 1), example + done.stderr)
                self.assertNotEqual(done.stdout, "", example)

    COMMANDS = (
        "doctor",
        "devices",
        "run",
        "resume",
        "repro",
        "merge",
        "list",
        "search",
        "bench",
        "oracle",
        "judge",
        "selfcheck",
    )

    def test_help_fits_a_terminal(self):
        for words in ([], *([command] for command in self.COMMANDS)):
            for line in run(*words, "--help").stdout.splitlines():
                self.assertLessEqual(len(line), 105, line)

    def test_help_has_commands_in_order_of_use_and_options_in_groups(self):
        said = run("--help").stdout
        commands = re.findall(r"^  ([a-z]+)  +[A-Z]", said.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)
        self.assertEqual(tuple(commands), self.COMMANDS)
        titles = re.findall(r"^([A-Z][a-z]+):$", run("run", "--help").stdout, re.MULTILINE)
        self.assertEqual(titles, ["Arguments", "Selection", "Device", "Time", "Output", "Debugging"])
        for command in self.COMMANDS:
            said = run(command, "--help").stdout
            self.assertNotRegex(said, r"\{(true|false)\}| in \[|:INT|:UINT|TEXT|REQUIRED|Needs:|Excludes:", command)

    def test_help_is_a_command_too(self):
        self.assertEqual(run("help").stdout, run("--help").stdout)
        self.assertEqual(run("help", "run").stdout, run("run", "--help").stdout)
        self.assertEqual(run("-V").stdout, run("--version").stdout)

    def test_version_names_the_commit(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^classay \d+\.\d+\.\d+ \(commit ([0-9a-f]{12}|unknown)(, dirty)?\)\nMPFR 4")
        for library in ("GMP", "Arb", "FLINT", "fmt", "nlohmann-json", "CLI11", "SPIRV-Tools"):
            self.assertRegex(done.stdout, rf"\b{library} v?\d+\.\d+")


class UsageTest(unittest.TestCase):
    def assert_usage(self, words, message, caret=None):
        done = run(*words)
        self.assertEqual(done.returncode, 2, words)
        self.assertEqual(done.stdout, "")
        self.assertIn(message, done.stderr)
        if caret is not None:
            lines = done.stderr.splitlines()
            self.assertEqual(lines[-1].index("^") - 2, caret, done.stderr)
            self.assertEqual(lines[-2], "  " + " ".join(words[1:]))

    def test_every_wrong_word_is_pointed_at(self):
        self.assert_usage(["oracle", "sine", "f32", "1"], "no builtin 'sine'; did you mean 'sin'?", 0)
        self.assert_usage(["oracle", "sin", "f33", "1"], "'f33' is not a format; sin has f16, f32, f64", 4)
        self.assert_usage(["oracle", "half_sin", "f64", "1"], "half_sin has no format f64; half_sin has f32", 9)
        self.assert_usage(["oracle", "sin", "f32", "1.2.3"], "'.' does not belong in a decimal number", 11)
        self.assert_usage(["oracle", "atan2", "f32", "1"], "atan2 takes 2 arguments, not 1: atan2(f32 y, f32 x)", 11)
        self.assert_usage(["oracle", "pown", "f32", "1", "nan"], "does not belong in an integer (i32)", 11)
        self.assert_usage(["oracle", "sin", "f32", "1e40"], "beyond the largest f32", 8)
        self.assert_usage(["judge", "sin", "f32", "0", "0"], "the result is missing", 11)
        self.assert_usage(["judge", "sin", "f32", "0", "=", "x"], "does not belong", 12)

    def test_unknown_choices_list_those_that_there_are(self):
        call = ["judge", "sin", "f32", "0", "=", "0"]
        self.assert_usage(
            [*call, "--edition", "clc-9"],
            "no specification 'clc-9'; use one of clc-2.0, spirv-2.2, clc-3.1, spirv-3.1, clspv",
        )
        self.assert_usage([*call, "--profile", "fast"], "no profile 'fast'; use one of full, embedded")
        self.assert_usage([*call, "--mode", "quick"], "no mode 'quick'; use one of default, relaxed")
        self.assert_usage(["list", "--builtins", "--edition", "x"], "no specification 'x'")

    def test_commands_and_options_that_do_not_exist(self):
        self.assert_usage(["--cpu", "baseline"], "--help")
        self.assert_usage(["orcale"], "no command 'orcale'; did you mean 'oracle'?")
        self.assert_usage(["xyzzy"], "no command 'xyzzy'; classay --help lists all commands")
        self.assert_usage(["help", "runn"], "no command 'runn'; did you mean 'run'?")
        self.assert_usage(["oracle"], "--help")
        self.assert_usage(["oracle", "sin", "f32", "1", "--jsn"], "oracle: unknown option '--jsn'; did you mean '--json'?")
        self.assert_usage(["run", "--teir", "smoke"], "run: unknown option '--teir'; did you mean '--tier'?")
        self.assert_usage(["run", "--no-such-option"], "unknown option '--no-such-option'; see classay run --help")
        self.assert_usage(["run", "--jobs", "0"], "'0' is not a whole number from 1 to 256")
        self.assert_usage(["resume"], "DIR is missing")
        self.assert_usage(["list", "--builtins", "--coverage"], "cannot be used together")
        self.assert_usage(["devices", "x"], "devices: unexpected word 'x'")
        self.assert_usage(["run", "--timeout", "soon"], "--timeout: 'soon' is not a time; write one such as 90s, 5m or 2h")
        self.assert_usage(["list", "--color", "maybe"], "--color: 'maybe' is not auto, always or never")
        self.assert_usage(["list", "--edition", "clc-3.1"], "--builtins")
        self.assert_usage(["list", "--filter"], "--filter")
        for command in ("list", "run", "bench"):
            self.assert_usage([command, "--filter", "[a"], "the set that opens at character 1 has no ']'")
        self.assert_usage(["oracle", "sin", "f32", "1", "-"], "nothing may stand before it")

    def test_suggestions_are_close(self):
        self.assertNotIn("did you mean", run("search", "foo", "f32").stderr)
        self.assert_usage(["run", "--tier", "smok"], "no tier 'smok'; did you mean 'smoke'? All: smoke, quick")
        self.assert_usage(["judge", "sin", "f32", "0", "=", "0", "--mode", "relax"], "did you mean 'relaxed'?")
        for words, hint in (
            (["clc/math/sine/*"], "did you mean 'clc/math/sin/*'?"),
            (["*/cso/*"], "did you mean '*/cos/*'?"),
            (["clc/maths/sin/f32/default/v1"], "did you mean 'clc/math/sin/f32/default/v1'?"),
            (["sin"], "did you mean '*/sin/*'?"),
            (["clc/math/nothing-like-this/*"], "globs match complete names such as"),
        ):
            done = run("list", *words)
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertIn(hint, done.stderr)

    def test_options_that_a_repro_would_ignore_are_refused(self):
        for more in (["--input", "0x0"], ["--case", "clc/math/sin/f32/default/v1"], ["--constants", "smoke"]):
            self.assert_usage(["repro", "run", "clc/math/sin/f32/default/v1", *more], "repro takes DIR and CASE, or --case")
        for more in (["--spec", "clc-3.1"], ["--profile", "full"]):
            self.assert_usage(["repro", "run", "clc/misc/macros/i32/default/v1", *more], "has no limits, so --spec and")

    def test_a_path_that_does_not_exist_is_2(self):
        for words in (
            ["resume", "none"],
            ["repro", "none", "clc/math/sin/f32/default/v1"],
            ["merge", "out", "none"],
            ["bench", "--suite", "none"],
            ["run", "--known", "none"],
            ["run", "--case-list", "none"],
            ["search", "exp", "f32", "--known", "none"],
            ["doctor", "--root", "/none"],
        ):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn("none", done.stderr)

    def test_old_names_of_options_work(self):
        new = run("list", "--builtins", "--spec", "clc-3.1", "--filter", "sin").stdout
        self.assertEqual(run("list", "--builtins", "--edition", "clc-3.1", "sin").stdout, new)
        self.assertEqual(run("run", "--list", "clc/math/sin/f32/*").stdout, run("run", "-n", "clc/math/sin/f32/*").stdout)
        self.assertEqual(run("list", "--planted", "--json").stdout, run("list", "--defects", "--json").stdout)
        self.assertEqual(run("run", "--whole", "--workers", "2", "--plant", "x", "--list", "clc/math/sin/*").returncode, 0)
        for command in ("run", "resume", "list", "repro", "search", "judge", "bench"):
            said = run(command, "--help").stdout
            for old in ("--edition", "--worker", "--workers", "--whole", "--plant", "--planted", "--vacuous", "--list"):
                self.assertNotRegex(said, rf"{old}\b(?!-)", command)

    def test_control_characters_do_not_reach_the_terminal(self):
        self.assertNotIn("\x1b", run("oracle", "sin\x1b[31m", "f32", "1").stderr)


class StandardInputTest(unittest.TestCase):
    def test_a_prefix_leaves_less_to_say(self):
        whole = answers("oracle", "-", stdin="sin f32 1\nsin f32 -2\n")
        self.assertEqual(whole, answers("oracle", "sin", "-", stdin="f32 1\nf32 -2\n"))
        self.assertEqual(whole, answers("oracle", "sin", "f32", "-", stdin="1\n-2\n"))
        self.assertEqual(whole, answers("oracle", "sin", "f32", "-", stdin="# two\n\n1\r\n  \n -2"))

    def test_a_wrong_line_is_told_and_the_rest_is_answered(self):
        done = run("oracle", "sin", "f32", "-", "--json", stdin="1\nx\n1 2\n2\n")
        self.assertEqual(done.returncode, 2)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([("error" in line) for line in lines], [False, True, True, False])
        self.assertEqual(lines[1], {"line": 2, "error": "'x' does not belong in a number", "column": 1})
        self.assertEqual((lines[2]["line"], lines[2]["column"]), (3, 3))
        self.assertIn("2 of 4 calls have no result", done.stderr)

    def test_text_has_the_line_and_a_caret(self):
        done = run("oracle", "-", stdin="sin f32 1\nsin f32 1.x\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("line 2: 'x' does not belong in a decimal number\n  sin f32 1.x\n            ^\n", done.stdout)

    def test_a_wrong_prefix_is_wrong_at_once(self):
        done = run("oracle", "sine", "-", stdin="f32 1\n")
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_judgements_of_lines(self):
        lines = "2.25 = 1.5\n2.25 = 1.25\n"
        done = run("judge", "sqrt", "f32", "-", stdin=lines)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(
            done.stdout.splitlines()[0].startswith("right      sqrt f32 0x1.2p+1 = 0x1.8p+0   error 0 ulp, limit")
        )
        self.assertEqual([j["verdict"] for j in answers("judge", "sqrt", "f32", "-", stdin=lines)], ["right", "wrong"])
        self.assertEqual(run("judge", "sqrt", "f32", "-", stdin=lines + "nonsense\n").returncode, 2)

    def test_no_lines_are_no_answers(self):
        done = run("oracle", "sin", "f32", "-")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_bytes_that_are_no_text(self):
        done = subprocess.run(
            [CLASSAY, "oracle", "-", "--json"],
            input=b"\xff\xfe f32\n\x00\nsin f32 \xc3\x28\n",
            capture_output=True,
            check=False,
        )
        self.assertEqual(done.returncode, 2)
        self.assertEqual([json.loads(line)["line"] for line in done.stdout.decode("utf-8").splitlines()], [1, 2, 3])

    def test_a_line_may_be_long(self):
        (j,) = answers("oracle", "fabs", "f32", "-", stdin="-" + "0" * 1000000 + "1." + "0" * 1000000 + "\n")
        self.assertEqual(j["args"], ["0xbf800000"])

    def test_a_program_that_asks_line_by_line_is_answered(self):
        with subprocess.Popen(
            [CLASSAY, "oracle", "fabs", "f32", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as p:
            for number, pattern in ((b"-1\n", "0x3f800000"), (b"-2\n", "0x40000000")):
                p.stdin.write(number)
                p.stdin.flush()
                self.assertEqual(json.loads(p.stdout.readline())["rne"], pattern)
            p.stdin.close()
            self.assertEqual(p.wait(), 0)

    def test_a_hundred_thousand_lines(self):
        lines = "".join(f"{i / 128}\n" for i in range(100000))
        done = run("oracle", "fabs", "f64", "-", "--json", stdin=lines)
        self.assertEqual(done.returncode, 0)
        answered = done.stdout.splitlines()
        self.assertEqual(len(answered), 100000)
        for i in range(0, 100000, 997):
            self.assertEqual(json.loads(answered[i])["args"], [f"0x{struct.pack('>d', i / 128).hex()}"])


class OutputTest(unittest.TestCase):
    def test_a_full_disk_is_a_failure(self):
        for words in (["list"], ["oracle", "sin", "f32", "1"], ["--version"], ["list", "--help"]):
            with open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run([CLASSAY, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 4, words)
            self.assertIn("cannot write to standard output: No space left on device", done.stderr)

    def test_a_reader_who_goes_away_is_no_failure(self):
        for words, stdin in ((["list"], b""), (["oracle", "sin", "f32", "-"], b"1\n" * 5000)):
            with subprocess.Popen(
                [CLASSAY, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ) as p:
                p.stdout.close()
                try:
                    p.stdin.write(stdin)
                    p.stdin.close()
                except BrokenPipeError:
                    pass
                self.assertEqual(p.stderr.read(), b"")
                self.assertEqual(p.wait(), 0, words)

    def on_terminal(self, *words, **env):
        """What the program writes when its standard output is a terminal."""
        reader, writer = pty.openpty()
        p = subprocess.Popen([CLASSAY, *words], stdout=writer, env={**os.environ, "TERM": "xterm", **env})
        os.close(writer)
        text = b""
        try:
            while piece := os.read(reader, 4096):
                text += piece
        except OSError:  # the other end is closed
            pass
        os.close(reader)
        p.wait()
        return text.decode("utf-8")

    @posix_only("O_NONBLOCK")
    def test_a_pipe_that_does_not_wait_loses_nothing(self):
        whole = run("list", "--json").stdout.encode()
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with subprocess.Popen([CLASSAY, "list", "--json"], stdout=writer, stderr=subprocess.PIPE) as p:
            os.close(writer)
            time.sleep(0.2)  # until the pipe is full
            with os.fdopen(reader, "rb") as pipe:
                self.assertEqual(pipe.read(), whole)
            self.assertEqual(p.stderr.read(), b"")
            self.assertEqual(p.wait(), 0)

    @posix_only("O_NONBLOCK")
    def test_input_that_is_not_there_yet_is_waited_for(self):
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        with subprocess.Popen([CLASSAY, "oracle", "sqrt", "f32", "-", "--json"], stdin=reader, stdout=subprocess.PIPE) as p:
            os.close(reader)
            for number in (b"4\n", b"9\n"):
                time.sleep(0.1)
                os.write(writer, number)
                self.assertIn(b'"sqrt"', p.stdout.readline())
            os.close(writer)
            self.assertEqual(p.wait(), 0)

    @not_below_wine("a terminal of Linux is not a console of Windows")
    def test_colours_are_for_terminals_that_want_them(self):
        words = ("judge", "sqrt", "f32", "2.25", "=", "1.25")
        self.assertIn("\x1b[", self.on_terminal(*words, NO_COLOR=""))
        self.assertNotIn("\x1b[", self.on_terminal(*words, NO_COLOR="1"))
        self.assertNotIn("\x1b[", self.on_terminal(*words, NO_COLOR="", TERM="dumb"))
        self.assertNotIn("\x1b[", run(*words, env={"TERM": "xterm", "NO_COLOR": ""}).stdout)
        self.assertIn("\x1b[", run(*words, "--color", "always").stdout)
        self.assertNotIn("\x1b[", self.on_terminal(*words, "--color", "never", NO_COLOR=""))


@posix_only("limits on the stack")
class StackTest(unittest.TestCase):
    """A small limit on the stack, which all that the program starts inherits."""

    def test_it_works_as_ever(self):
        with tempfile.TemporaryDirectory() as folder:
            for kilobytes in (64, 128, 1024):
                out = f"{folder}/{kilobytes}"
                for words in (
                    ["oracle", "sqrt", "f32", "4"],
                    ["selfcheck"],
                    ["run", "--device", "lib:libm.so.6", "--tier", "smoke", "--filter", "c/math/sqrt/f32/*", "--out", out],
                ):
                    limited = ["sh", "-c", f'ulimit -s {kilobytes} && exec "$0" "$@"', CLASSAY, *words]
                    done = subprocess.run(limited, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, f"{kilobytes} {words}: {done.stderr}")


if __name__ == "__main__":
    main()
