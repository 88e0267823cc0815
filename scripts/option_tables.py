#!/usr/bin/env python3
"""Writes the options of commands into docs/cli.md and docs/reports.md, from what the programs print for --help.

    scripts/option_tables.py CLASSAY            write the lists between the marks of both pages
    scripts/option_tables.py --check CLASSAY    only compare them

CLASSAY is the program, such as build/dev/classay. A list stands between `<!-- options: classay run -->` and
`<!-- end of options -->`. The other program is scripts/report. A long text stands in the first list that has it; later
lists of the page name that command.

Exit codes: 0 written, or current; 1 a page is not current; 2 wrong usage, or a help text that cannot be read.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from types import ModuleType

from pages import ROOT, keep_current, list_item

PAGES = (ROOT / "docs/cli.md", ROOT / "docs/reports.md")
MARKED = re.compile(r"(<!-- options: (classay|classay-report)((?: [a-z]+)*) -->\n).*?(<!-- end of options -->)", re.DOTALL)
# Options of every command, which the pages describe once.
EVERYWHERE = {"--help", "--cpu", "--color", "--version", "--device", "--symbols", "--json"}
SAME_AS_ARGUMENT = "the same as the argument"
# Texts of at most so many words are repeated.
SHORT = 6


def described() -> ModuleType:
    """Loads scripts/describe-commands.py, whose name cannot be imported."""
    spec = importlib.util.spec_from_file_location("describe_commands", ROOT / "scripts/describe-commands.py")
    if spec is None or spec.loader is None:
        raise ImportError("scripts/describe-commands.py cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def item(left: str, text: str) -> str:
    return list_item(f"`{left}`: {text[:1].upper()}{text[1:]}")


class Lists:
    """The lists of one page. `commands` has the first command with each long item."""

    def __init__(self, describe: ModuleType) -> None:
        self.describe = describe
        self.commands: dict[tuple[str, str], str] = {}

    def items(self, entries: list[tuple[str, str]], command: str) -> list[str]:
        found: list[str] = []
        repeated: dict[str, list[str]] = {}
        for left, text in entries:
            first = self.commands.setdefault((left, text), command) if len(text.split()) > SHORT else command
            if first == command:
                found.append(item(left, text))
            else:
                repeated.setdefault(first, []).append(f"`{left}`")
        return found + [list_item(f"{', '.join(names)}: As for `{first}`") for first, names in repeated.items()]

    def list_of(self, program: list[str], words: str) -> str:
        command = self.describe.read_command(program, words, "")
        options = [option for option in command.options if EVERYWHERE.isdisjoint(option.names)]
        options = [option for option in options if SAME_AS_ARGUMENT not in option.text]
        entries = [entry for entry in command.arguments if entry[1]]
        entries += [(", ".join(o.names) + (f" {o.value}" if o.value else ""), o.text) for o in options]
        return "\n".join([*(f"    {line}" for line in command.usage), "", *self.items(entries, words)])


def page_of(text: str, classay: str) -> str:
    lists = Lists(described())

    def put(mark: re.Match[str]) -> str:
        program = [classay] if mark[2] == "classay" else [str(ROOT / "scripts/report")]
        return f"{mark[1]}\n{lists.list_of(program, mark[3].strip()).rstrip()}\n\n{mark[4]}"

    return MARKED.sub(put, text)


def main(arguments: list[str]) -> int:
    only_check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + only_check or arguments[-1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    are_current = True
    for page in PAGES:
        try:
            text = page_of(page.read_text(), arguments[-1])
        except (OSError, RuntimeError) as error:
            print(f"option_tables: {error}", file=sys.stderr)
            return 2
        are_current = keep_current(page, text, only_check, "scripts/option_tables.py CLASSAY") and are_current
    return 0 if are_current else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
