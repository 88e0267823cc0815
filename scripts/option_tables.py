#!/usr/bin/env python3
"""Writes the options of commands into docs/cli.md and docs/reports.md, from what the programs print for --help.

    scripts/option_tables.py CLASSAY            write the lists between the marks of both pages
    scripts/option_tables.py --check CLASSAY    only compare them

CLASSAY is the program, such as build/dev/classay. A list stands between `<!-- options: classay run -->` and
`<!-- end of options -->`. The other program is scripts/report.

Exit codes: 0 written, or current; 1 a page is not current; 2 wrong usage, or a help text that cannot be read.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/cli.md", "docs/reports.md")
WIDTH = 118
MARKED = re.compile(r"(<!-- options: (classay|classay-report)((?: [a-z]+)*) -->\n).*?(<!-- end of options -->)", re.DOTALL)
# Of every command: the pages describe them once.
EVERYWHERE = {"--help", "--cpu", "--version"}


def described() -> ModuleType:
    """scripts/describe-commands.py, whose name is none of a module."""
    spec = importlib.util.spec_from_file_location("describe_commands", ROOT / "scripts/describe-commands.py")
    if spec is None or spec.loader is None:
        raise ImportError("scripts/describe-commands.py cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def item(left: str, text: str) -> str:
    """A line of a list, wrapped; words of `code` stay together."""
    whole = re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\0"), f"- `{left}`: {text[:1].upper()}{text[1:]}")
    lines = textwrap.wrap(whole, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def option_items(options: list[Any]) -> list[str]:
    shown = [option for option in options if EVERYWHERE.isdisjoint(option.names)]
    return [item(", ".join(o.names) + (f" {o.value}" if o.value else ""), o.text) for o in shown]


def list_of_classay(program: str, words: list[str], describe: ModuleType) -> str:
    command = describe.read_command([program], *words, "")
    return "\n".join(["```text", *command.usage, "```", "", *option_items(command.options)])


def list_of_report(words: list[str], describe: ModuleType) -> str:
    """The help of argparse has other titles, and its usage ends at an empty line."""
    lines = describe.help_of([str(ROOT / "scripts/report")], *words)
    usage = " ".join(line.strip() for line in lines[: lines.index("")]).removeprefix("usage: ").replace(" [-h]", "")
    wrapped = textwrap.wrap(usage, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    arguments = [item(*entry) for entry in describe.entries(describe.block(lines, "positional arguments:")) if entry[1]]
    options = [
        describe.option_of(left.replace(", ", ","), text)
        for left, text in describe.entries(describe.block(lines, "options:"))
    ]
    return "\n".join(["```text", *wrapped, "```", "", *arguments, *option_items(options)])


def page_of(text: str, classay: str) -> str:
    describe = described()

    def put(mark: re.Match[str]) -> str:
        words = mark[3].split()
        found = list_of_classay(classay, words, describe) if mark[2] == "classay" else list_of_report(words, describe)
        return f"{mark[1]}\n{found}\n\n{mark[4]}"

    return MARKED.sub(put, text)


def main(arguments: list[str]) -> int:
    only_check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + only_check or arguments[-1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["COLUMNS"] = "1000"  # help texts are wrapped here, and not there
    stale = 0
    for name in PAGES:
        text = (ROOT / name).read_text()
        try:
            page = page_of(text, arguments[-1])
        except (OSError, RuntimeError) as error:
            print(f"option_tables: {error}", file=sys.stderr)
            return 2
        if page != text:
            stale = 1
            if only_check:
                print(f"option_tables: {name} is not current: run scripts/option_tables.py CLASSAY", file=sys.stderr)
            else:
                (ROOT / name).write_text(page)
    return stale if only_check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
