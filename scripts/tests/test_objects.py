"""Tests check-objects.py with compiled objects: one for each violation, and a valid one."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent.parent / "check-objects.py"
WIDE = ("-O2", "-mavx512f")

TABLE = """
struct Table { int (*loop)(int); static const Table wide; };
constinit const Table Table::wide = {::loop};
"""
RIGHT = "namespace { int loop(int x) { return x + 1; } }" + TABLE
# An inline function of a header that is not inlined: the linker may keep this copy for sources compiled for every machine.
INLINE = "inline int shared(int x) { return x * 3; } namespace { int loop(int x) { return shared(x); } }" + TABLE
TEMPLATE = "template <class T> struct Of { static T twice(T x) { return x + x; } }; template struct Of<int>;"
INLINE_VARIABLE = "inline int counter = 5; namespace { int loop(int x) { return x + counter; } }" + TABLE
FUNCTION = "int made_when_asked() { return 7; }"
AT_START = "int ask(); namespace { int begun = ask(); } extern int* const kTable; int* const kTable = &begun;"


def check(source: str, *options: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "wide.o"
        compiler = os.environ.get("CXX", "c++")
        command = [compiler, "-std=c++20", *WIDE, *options, "-x", "c++", "-c", "-o", str(made), "-"]
        subprocess.run(command, input=source, text=True, check=True)
        return subprocess.run([CHECK, "--file", made], capture_output=True, text=True)


class ObjectsTest(unittest.TestCase):
    def assert_refused(self, source: str, why: str, *options: str) -> None:
        result = check(source, *options)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(why, result.stderr)

    def test_an_object_that_gives_nothing_but_a_table_is_clean(self) -> None:
        result = check(RIGHT)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_an_inline_function_is_refused(self) -> None:
        self.assert_refused(INLINE, "shared(int): a weak symbol", "-fno-inline")

    def test_an_instance_of_a_template_is_refused(self) -> None:
        self.assert_refused(TEMPLATE, "Of<int>::twice(int): a weak symbol")

    def test_an_inline_variable_is_refused(self) -> None:
        self.assert_refused(INLINE_VARIABLE, "counter: a")

    def test_a_function_that_others_can_call_is_refused(self) -> None:
        self.assert_refused(FUNCTION, "made_when_asked(): a function that other objects can call")

    def test_what_runs_at_the_start_is_refused(self) -> None:
        self.assert_refused(AT_START, ".init_array: runs when the program starts")

    def test_a_build_without_such_objects_is_not_called_clean(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "compile_commands.json").write_text("[]")
            self.assertEqual(subprocess.run([CHECK, folder], capture_output=True).returncode, 3)


if __name__ == "__main__":
    unittest.main()
