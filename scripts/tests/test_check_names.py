"""Tests that a second list of builtins is found, a page that names a missing file, and two types of one name; everything
else passes."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_names import ROOT, builtins, files_of, lost, misplaced, twins

TABLE = '{.name = "sin", .number = 57},\n    vector_dot<Type::u8, Type::u8>("dot_uu", false),\n'


class CheckNamesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.put("suites/table_math.h", TABLE)

    def put(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def misplaced(self) -> list[str]:
        return list(misplaced(self.folder, files_of(self.folder)))

    def lost(self) -> list[str]:
        return list(lost(self.folder, files_of(self.folder)))

    def twins(self) -> list[str]:
        return list(twins(self.folder, files_of(self.folder)))

    def test_two_types_of_one_name_are_seen(self) -> None:
        one = "namespace a {\nnamespace b {\nstruct Late;\n}\n\nstruct Place {\n  int x;\n};\n\n}  // namespace a\n"
        self.put("one.h", one)
        self.put("other.h", "namespace a {\nenum class Place : int { here };\n}  // namespace a\n")
        self.assertEqual(self.twins(), ["other.h: a::Place is also a type of one.h: rename one of them"])
        self.put("other.h", "namespace a {\nusing Place = int;\n}  // namespace a\n")
        self.assertEqual(len(self.twins()), 1)

    def test_declarations_and_types_of_other_namespaces_and_types_pass(self) -> None:
        self.put("one.h", "namespace a {\nstruct Place {\n  struct Part {};\n};\nusing Same = int;\n}  // namespace a\n")
        for text in (
            "namespace b {\nstruct Place {};\n}  // namespace b\n",
            "namespace a::b {\nclass Place {\n};\n}  // namespace a::b\n",
            "namespace a {\nstruct Place;\nusing Same = int;\n}  // namespace a\n",
            "namespace a {\nstruct Other {\n  struct Part {};\n};\n}  // namespace a\n",
            "namespace a {\nnamespace {\nstruct Place {};\n}  // namespace\n}  // namespace a\n",
        ):
            with self.subTest(text):
                self.put("other.h", text)
                self.assertEqual(self.twins(), [])

    def test_the_tree_has_no_two_types_of_one_name(self) -> None:
        self.assertEqual(list(twins(ROOT, files_of(ROOT))), [])

    def test_the_tree_has_builtins_enough_to_look_for(self) -> None:
        names = builtins(ROOT, files_of(ROOT))
        self.assertGreater(len(names), 230)
        self.assertLessEqual({"sin", "add", "shift_left", "mul_add", "dot_4x8packed_uu_uint"}, names)

    def test_a_second_list_is_seen(self) -> None:
        for name in ("kernels/layout.cpp", "harness/worker/sweep/call_form.h", "suites/plan/recipe.cpp"):
            with self.subTest(name):
                self.put(name, 'if (row.name == "sin") return true;\nconstexpr auto kAll = {"dot_uu"};\n')
                self.assertEqual([line.split(":")[1] for line in self.misplaced()], ["1", "2"])
                (self.folder / name).unlink()

    def test_the_table_the_oracle_and_tests_may_name_them(self) -> None:
        for name in (
            "suites/table_math.h",
            "reference/bulk/values.cpp",
            "suites/cases_test.cpp",
            "harness/tests/faults.cpp",
        ):
            self.put(name, TABLE + 'f("sin");\n')
        self.put("kernels/layout.cpp", '// as "sin" is\nconst auto word = "sine";\n')
        self.assertEqual(self.misplaced(), [])

    def test_a_file_that_is_not_there_is_seen(self) -> None:
        self.put("docs/map.md", "See suites/cases.h and `harness/supervisor`.\n")
        self.put("suites/cases.cpp", '// as in names.h\n#include "elsewhere/gone.h"\n')
        self.assertEqual(
            self.lost(),
            [
                "docs/map.md:1: no such file: suites/cases.h",
                "docs/map.md:1: no such file: harness/supervisor",
                "suites/cases.cpp:1: no such file: names.h",
            ],
        )

    def test_files_are_named_whole_or_from_their_room(self) -> None:
        self.put(
            "docs/map.md", "suites/plan/recipe.cpp, plan/recipe.cpp, recipe.cpp, suites/plan, suites/table_*.h, build/x.h.\n"
        )
        self.put("suites/plan/recipe.cpp", "")
        self.assertEqual(self.lost(), [])


if __name__ == "__main__":
    unittest.main()
