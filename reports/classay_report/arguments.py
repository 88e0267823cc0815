"""Parses command lines like the C++ program does: options in groups, suggestions for misspelt words, and short messages.

`classay-report` and `classay-farm` use it. Commands add options to a group: `parser.output.add_argument(...)`.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from classay_report.visible import visible_lines

WIDTH, INDENT = 100, 28
USAGE = 2
# Names that old scripts use. They work, but help does not show them.
OLD_NAMES = {"--workers"}
# Ends the help of every command.
EXIT_CODES = (
    "Exit codes: 0 all results conform; 1 a result does not; 2 wrong usage, or a path that does not exist; "
    "3 nothing matched; 4 the program failed, output was lost or a file is damaged; 5 no usable device; 130 interrupted."
)


def distance(a: str, b: str) -> int:
    """Counts insertions, deletions, replacements, and swaps of neighbours."""
    before, last = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        row = [i] + [0] * len(b)
        for j in range(1, len(b) + 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                row[j] = min(row[j], before[j - 2] + 1)
        before, last = last, row
    return last[len(b)]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Returns "; did you mean 'html'?", or nothing if no name is similar (as suites/nearest.h)."""
    word = word[:100]
    best, least = "", 3
    for name in names:
        longer, differences = max(len(word), len(name)), distance(word, name)
        if differences < least and differences <= max(1, longer // 3) and differences < longer:
            best, least = name, differences
    return f"; did you mean '{best}'?" if best else ""


class Help(argparse.HelpFormatter):
    """Prints names once (`-o, --out FILE`), a short usage line, and texts in one column."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=INDENT, width=WIDTH)

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        del groups
        words = [self._argument(action) for action in actions if not action.option_strings]
        if any(action.option_strings and action.help is not argparse.SUPPRESS for action in actions):
            words.append("[OPTIONS]")
        if prefix == "":  # the program in the name of a subcommand
            return " ".join([self._prog, *words[:-1]])
        return f"Usage: {usage or ' '.join([self._prog, *words])}\n\n"

    def _get_help_string(self, action: argparse.Action) -> str:
        text = action.help or ""
        return text[:1].upper() + text[1:]

    @staticmethod
    def _argument(action: argparse.Action) -> str:
        name = action.metavar if isinstance(action.metavar, str) else action.dest
        shapes = {"*": f"[{name}...]", "+": f"{name}...", "?": f"[{name}]"}
        return shapes.get(str(action.nargs), name)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings:
            return super()._format_action_invocation(action)
        names = sorted((n for n in action.option_strings if n not in OLD_NAMES), key=lambda n: n.startswith("--"))
        value = "" if action.nargs == 0 else " " + self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(names) + value


class Parser(argparse.ArgumentParser):
    """An ArgumentParser with the groups of `classay --help`. Parsers of subcommands have the same class."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, "add_help": False, **settings})
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        self.selection = self.add_argument_group("Selection")
        self.device = self.add_argument_group("Device")
        self.time = self.add_argument_group("Time")
        self.output = self.add_argument_group("Output")
        self.debugging = self.add_argument_group("Debugging")
        self.output.add_argument("-h", "--help", action="help", help="print this help")
        self.commands: Any = None
        self.default_action = ""  # the action that is meant if the first word is not one of them

    def add_subparsers(self, **settings: Any) -> Any:
        self.commands = super().add_subparsers(title="Commands", **settings)
        self._action_groups.insert(0, self._action_groups.pop())  # before the options
        return self.commands

    def format_help(self) -> str:
        # argparse prints a line with all commands above their list.
        text = re.sub(r"^  \{?COMMAND\}?\n|^  ACTION\n", "", super().format_help(), flags=re.MULTILINE)
        return re.sub(r"^    (?=[a-z]+(?: {2,}|$))", "  ", text, flags=re.MULTILINE) if self.commands else text

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        first = next((word for word in words if not word.startswith("-")), None)
        if self.default_action and first is not None and first not in self.commands.choices:
            words.insert(0, self.default_action)
        return super().parse_known_args(words, namespace)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parses all words. Reports unknown ones with the command's own options in mind."""
        found: argparse.Namespace
        found, unknown = self.parse_known_args(words)
        if unknown:
            self._chosen(found).refuse(unknown[0])
        return found

    def _chosen(self, found: argparse.Namespace) -> "Parser":
        parser = self
        while parser.commands is not None and (name := getattr(found, parser.commands.dest, None)) is not None:
            parser = parser.commands.choices[name]
        return parser

    def refuse(self, word: str) -> NoReturn:
        if not word.startswith("-"):
            self.error(f"unexpected word '{word}'")
        names = [n for n in self._option_string_actions if n.startswith("--") and n not in OLD_NAMES]
        self.error(f"unknown option '{word}'{did_you_mean(word.partition('=')[0], names)}")

    def error(self, message: str) -> NoReturn:
        """Ends with a sentence instead of the complete usage."""
        if found := re.match(
            r"argument (?:COMMAND|ACTION): invalid choice: '(.*?)' \(choose from (.*)\)$", message, re.DOTALL
        ):
            names = [name.strip("'") for name in found[2].split(", ")]
            message = f"no command '{found[1]}'{did_you_mean(found[1], names) or '; commands: ' + ', '.join(names)}"
        message = re.sub(r"^argument ([^:]*): ", lambda m: m[1].split("/")[-1] + ": ", message)
        message = re.sub(r"^the following arguments are required: (.*)$", r"\1 is missing", message)
        end = "" if message.endswith("?") else f"; see {self.prog} --help"
        print(f"{self.prog}: {visible_lines(message)}{end}", file=sys.stderr)
        sys.exit(USAGE)
