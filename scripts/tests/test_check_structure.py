"""Tests that an include against the order of modules is found, and that a costly header is counted through other headers."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_names import ROOT
from check_structure import Tree, arrows, reach, system_headers, through


class CheckStructureTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def tree(self, **files: str) -> Tree:
        """Makes a tree of files; in a name, "__" stands for "/" and "_h" or "_cpp" at the end for the suffix."""
        for name, text in files.items():
            stem, suffix = name.rsplit("_", 1)
            path = self.folder / (stem.replace("__", "/") + "." + suffix)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Tree(self.folder)

    def test_a_worker_that_includes_the_supervisor_is_found(self) -> None:
        tree = self.tree(
            harness__supervisor__run_h="",
            harness__worker__sweep__ask_cpp='#include "harness/supervisor/run.h"\n',
        )
        self.assertEqual(len(arrows(tree)), 1)
        self.assertIn("harness/worker/sweep/ask.cpp: includes harness/supervisor/run.h", arrows(tree)[0])

    def test_a_supervisor_that_includes_the_worker_is_found(self) -> None:
        tree = self.tree(
            harness__worker__sweep__ask_h="",
            harness__supervisor__run_cpp='#include "harness/worker/sweep/ask.h"\n',
        )
        self.assertEqual(len(arrows(tree)), 1)

    def test_a_lower_module_that_includes_a_higher_one_is_found(self) -> None:
        tree = self.tree(suites__row_h="", reference__judge_cpp='#include "suites/row.h"\n')
        self.assertEqual(len(arrows(tree)), 1)

    def test_tests_and_tools_may_include_everything(self) -> None:
        tree = self.tree(
            harness__supervisor__run_h="",
            harness__worker__ask_test_cpp='#include "harness/supervisor/run.h"\n',
            tools__inject__plant_cpp='#include "harness/supervisor/run.h"\n',
        )
        self.assertEqual(arrows(tree), [])

    def test_a_header_of_the_system_is_found_outside_its_module(self) -> None:
        tree = self.tree(
            harness__process__host_cpp="#include <unistd.h>\n",
            harness__cli__batch_cpp="#include <unistd.h>\n#include <vector>\n",
            harness__cli__batch_test_cpp="#include <sys/stat.h>\n",
        )
        self.assertEqual(len(system_headers(tree)), 1)
        self.assertIn("harness/cli/batch.cpp: includes <unistd.h>", system_headers(tree)[0])

    def test_a_costly_header_is_counted_through_other_headers(self) -> None:
        tree = self.tree(
            reference__real_h="#include <mpfr.h>\n",
            suites__row_h='#include "reference/real.h"\n',
            suites__a_cpp='#include "suites/row.h"\n',
            suites__a_test_cpp='#include "suites/row.h"\n',
            suites__b_cpp="#include <vector>\n",
        )
        self.assertEqual(reach(tree, "mpfr.h"), (2, 1))
        self.assertEqual(through(tree, "mpfr.h"), {"reference/real.h": 2, "suites/row.h": 2})

    def test_this_tree_is_clean(self) -> None:
        self.assertEqual(arrows(Tree(ROOT)) + system_headers(Tree(ROOT)), [])


if __name__ == "__main__":
    unittest.main()
