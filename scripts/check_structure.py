#!/usr/bin/env python3
"""Checks the arrows between modules and the cost of headers.

    scripts/check_structure.py              check the tree
    scripts/check_structure.py --report     also print how many sources reach each costly header
    scripts/check_structure.py --reach mpfr.h    list the headers through which most sources reach it

A module is a folder of MODULES below. A file may include its own module and the modules that MODULES names for it. The two
processes of a run, worker and supervisor, do not include each other. COSTLY limits the number of sources that include a
header of a third party, directly or through other headers.

Exit codes: 0 clean, 1 a file includes a module or a header of the system that it must not use, or a header reaches too many
sources.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

from check_names import ROOT, files_of

# Each module with the modules whose headers it may include; the longest path that fits counts. Tests may include all.
MODULES = {
    "reference": (),
    "suites": ("reference",),
    "kernels": ("reference", "suites"),
    "harness/text": ("reference", "suites"),
    "harness/process": ("harness/text",),
    "harness/device": ("reference", "suites", "kernels", "harness/text", "harness/process"),
    "harness/journal": ("reference", "suites", "kernels", "harness/text", "harness/process"),
    "harness/worker/lanes": ("reference", "suites", "kernels"),
    "harness/worker/judging": (
        "reference",
        "suites",
        "harness/text",
        "harness/process",
        "harness/journal",
        "harness/worker/lanes",
    ),
    "harness/worker/selfcheck": (
        "reference",
        "suites",
        "harness/journal",
        "harness/worker/lanes",
        "harness/worker/judging",
    ),
    "harness/worker": (
        "reference",
        "suites",
        "kernels",
        "harness/text",
        "harness/process",
        "harness/device",
        "harness/journal",
    ),
    "harness/supervisor": ("reference", "suites", "kernels", "harness/text", "harness/process", "harness/journal"),
    "harness/cli": ("reference", "suites", "kernels", "harness", "tools/inject"),
}
FREE = re.compile(r"_test\.cpp$|(^|/)tests?/|testing\.(h|cpp)$|^tools/|^cmake/|fake_device|^harness/main\.cpp$")
# Header, the number of sources that may include it, directly or indirectly, and the number of those that are neither tests
# nor tools. Tests that use json.hpp cost little, because every test begins with a precompiled header that contains it.
COSTLY = {"mpfr.h": (159, 83), "nlohmann/json.hpp": (114, 54), "toml++/toml.h": (1, 1)}
SOURCE = re.compile(r"^(reference|suites|kernels|harness|tools|cmake)/.*\.(cpp|h|def)$")
# What depends on the system is in one module, so that another system needs that module only. clspv_main.cpp is a program of
# its own, which links none of them.
SYSTEM = re.compile(
    r"^(sys/.*|(unistd|fcntl|poll|dlfcn|link|elf|signal|spawn|pthread|sched|dirent|termios|grp|pwd|netdb|ucontext|execinfo)\.h"
    r"|csignal)$"
)
OF_SYSTEM = re.compile(r"^(harness/process/|harness/device/vulkan/clspv_main\.cpp$)")
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)


class Tree:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {name for name in files_of(folder) if SOURCE.match(name)}
        self.includes = {name: self.read(name) for name in sorted(self.files)}

    def read(self, name: str) -> list[str]:
        """Returns the included files: paths from the root for files of the tree, other names as written."""
        found = []
        for path in INCLUDE.findall((self.folder / name).read_text()):
            here = str(Path(name).parent / path)
            found.append(here if here in self.files and path not in self.files else path)
        return found

    def sources(self) -> list[str]:
        return [name for name in self.includes if name.endswith(".cpp")]

    @cache  # noqa: B019  # one tree per process
    def reached(self, name: str) -> frozenset[str]:
        """Returns everything that a file includes, directly or indirectly."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            for path in self.includes.get(waiting.pop(), ()):
                if path not in seen:
                    seen.add(path)
                    waiting.append(path)
        return frozenset(seen)


def module_of(name: str) -> str | None:
    fitting = [module for module in MODULES if name.startswith(module + "/")]
    return max(fitting, key=len) if fitting else None


def arrows(tree: Tree) -> list[str]:
    wrong = []
    for name, paths in tree.includes.items():
        module = module_of(name)
        if module is None or FREE.search(name):
            continue
        allowed = (module, *MODULES[module])
        wrong += [
            f"{name}: includes {path}, but {module} may only use {', '.join(allowed)}"
            for path in paths
            if path in tree.files and not path.startswith(tuple(one + "/" for one in allowed))
        ]
    return wrong


def system_headers(tree: Tree) -> list[str]:
    return [
        f"{name}: includes <{path}>, a header of the system; harness/process has what depends on it"
        for name, paths in tree.includes.items()
        if not (FREE.search(name) or OF_SYSTEM.match(name))
        for path in paths
        if SYSTEM.match(path)
    ]


def reach(tree: Tree, header: str) -> tuple[int, int]:
    """Returns the number of sources that include a header, and of those that are neither tests nor tools."""
    reached = [name for name in tree.sources() if header in tree.reached(name)]
    return len(reached), sum(not FREE.search(name) for name in reached)


def through(tree: Tree, header: str) -> Counter[str]:
    """Counts for each header of the tree that includes `header` itself or reaches it the sources that include it."""
    count: Counter[str] = Counter()
    carriers = {name for name in tree.files if name.endswith(".h") and header in tree.reached(name)}
    for name in tree.sources():
        count.update(carriers & tree.reached(name))
    return count


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="check_structure.py", description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="the tree (default: this one)")
    parser.add_argument("--report", action="store_true", help="print how many sources reach each costly header")
    parser.add_argument("--reach", metavar="HEADER", help="list the headers through which sources reach HEADER")
    options = parser.parse_args(arguments)
    tree = Tree(options.folder)
    if options.reach:
        for name, count in through(tree, options.reach).most_common(60):
            print(f"{count:5d} {name}")
        return 0
    wrong = arrows(tree) + system_headers(tree)
    for header, most in COSTLY.items():
        counts = reach(tree, header)
        if options.report:
            print(
                f"{header}: reaches {counts[0]} of {len(tree.sources())} sources (limit {most[0]}), "
                f"{counts[1]} without tests and tools (limit {most[1]})"
            )
        for count, limit, of in zip(counts, most, ("sources", "sources that are neither tests nor tools"), strict=True):
            if count > limit:
                wrong.append(f"{header}: reaches {count} {of}; the limit is {limit}: see --reach {header}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
