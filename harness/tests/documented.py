"""Commands in documentation: finds them on a page, runs them and compares what they print.

A block of a page is run when its first line begins with "$ ", and when it is a block of kind "sh":

- Of a block with "$ ", the lines below a command are its output, standard error included. They are compared word by word, so
  that a page may wrap long lines. The word "..." stands for any number of words. Times, sizes, names of devices and
  the like are masked on both sides (MASKS). A page shows a failure by the command `echo $?` below the command.
- Each line of a block of kind "sh" has to end with exit code 0.
"""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ANY = "..."
MARK = "classay-documented-command-ends"
HERE = "/home/you"  # the folder of a page's commands, as the page writes it

# What differs from machine to machine or from run to run. Applied in this order to a text whose blanks are single ones.
MASKS = (
    (r"(pthread|cpu)-\S[^()]*(\(R\)[^()]*)* ?\(Portable Computing Language\)", "DEVICE"),
    (r"driver \d\S*", "driver N"),
    (r"(commit )?\b[0-9a-f]{12}\b(, dirty| with changes)?", "COMMIT"),
    (r"\d{4}-\d\d-\d\dT\S+", "DATE"),
    (r"\b\d+([.:]\d+)? (ns|ms|s|min|h|kB|KB|MB|KiB|MiB|GiB)\b", "N UNITS"),
    (r"\b[1-9]\d* of \d+ ((?:results )?wrong)", r"N of N \1"),
    (r"\b0 of \d+ wrong", "0 of N wrong"),
    (r"\S+ ulp, N UNITS", "N ulp, N UNITS"),
    (r"loops \d+ compared", "loops N compared"),
    (r"sets( [a-z0-9]+,?)+ passed", "sets NAMES passed"),
    (r"worst \S+ ulp at \S+", "worst N ulp at N"),
)


@dataclass(frozen=True)
class Command:
    text: str
    output: str | None  # None: it is not compared, and the exit code has to be 0


def programs(folder: Path, names: Mapping[str, str]) -> dict[str, str]:
    """Writes a script for each program into the folder, and returns an environment in which a page's commands find them."""
    folder.mkdir()
    for name, program in names.items():
        (folder / name).write_text(f'#!/bin/sh\nexec {program} "$@"\n')
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def blocks(page: Path) -> list[list[Command]]:
    """The commands of each block that is to be run, in the order of the page."""
    return blocks_of(page.read_text())


def blocks_of(page: str) -> list[list[Command]]:
    found = re.findall(r"^( *)```(\w*)\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
    result = []
    for indent, kind, text in found:
        lines = [line.removeprefix(indent) for line in text.splitlines()]
        if kind == "sh":
            whole = "\n".join(lines).replace("\\\n", "").splitlines()
            result.append([Command(line.strip(), None) for line in whole if line.strip()])
        elif lines and lines[0].startswith("$ "):
            result.append(_with_output(lines))
    return result


def _with_output(lines: Sequence[str]) -> list[Command]:
    commands: list[Command] = []
    continues = False
    for line in lines:
        if line.startswith("$ "):
            commands.append(Command(line[2:], ""))
        elif continues:
            commands[-1] = Command(f"{commands[-1].text}\n{line}", "")
        else:
            commands[-1] = Command(commands[-1].text, f"{commands[-1].output}{line}\n")
        continues = (line.startswith("$ ") or continues) and line.endswith("\\")
    return commands


def words(text: str) -> list[str]:
    """The words of a text. Masks replace those that differ between machines or runs."""
    text = " ".join(text.split())
    for pattern, mask in MASKS:
        text = re.sub(pattern, mask, text)
    return text.split()


def is_like(written: str, printed: str) -> bool:
    """Whether the words of `printed` are those of `written`, in which "..." stands for any words."""
    pieces: list[list[str]] = [[]]
    for word in words(written):
        if word == ANY:
            pieces.append([])
        else:
            pieces[-1].append(word)
    rest = words(printed)
    if len(pieces) == 1:
        return pieces[0] == rest
    first, last = pieces[0], pieces[-1]
    if len(first) + len(last) > len(rest) or rest[: len(first)] != first or rest[len(rest) - len(last) :] != last:
        return False
    rest = rest[len(first) : len(rest) - len(last)]
    for piece in pieces[1:-1]:
        starts = range(len(rest) - len(piece) + 1)
        start = next((i for i in starts if rest[i : i + len(piece)] == piece), None)
        if start is None:
            return False
        rest = rest[start + len(piece) :]
    return True


@dataclass(frozen=True)
class Done:
    output: str
    code: int


def run(commands: Sequence[Command], folder: Path, environment: Mapping[str, str]) -> list[Done]:
    """Runs the commands of a block in one shell, so that `$?` is the exit code of the command above."""
    script = "code=0\n"
    for command in commands:
        script += f"(exit $code)\n{command.text}\ncode=$?\nprintf '\\n{MARK} %d\\n' $code\n"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    parts = re.split(rf"\n{MARK} (\d+)\n", done.stdout.replace(str(folder), HERE))
    return [Done(output, int(code)) for output, code in zip(parts[::2], parts[1::2], strict=False)]


def complaint(command: Command, done: Done, shows_code: bool) -> str:
    """Why a command does not do what its page shows; empty when it does.

    `shows_code`: the page shows the exit code, so that any is right here."""
    if command.output is None:
        return "" if done.code == 0 else f"{command.text}\nends with exit code {done.code}:\n{done.output}"
    if not is_like(command.output, done.output):
        return f"{command.text}\n--- the page has\n{command.output}\n--- and it prints\n{done.output}"
    # 1 is a wrong result, which the output shows.
    if done.code > 1 and not shows_code:
        return f"{command.text}\nends with exit code {done.code}, which the page does not show:\n{done.output}"
    return ""
