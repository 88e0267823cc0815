#!/usr/bin/env python3
"""Writes the man page and the completions for shells, from what the program says in --help.

    scripts/describe-commands.py FOLDER PROGRAM...

PROGRAM is one word, or several: an emulator and what it runs. FOLDER gets classay.1, classay.bash, _classay (zsh) and
classay.fish. The build calls it (cmake/Packaging.cmake), so that none of them can tell of an option that is not there.

Exit codes: 0 written, 2 usage, or help that can not be read.
"""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ENVIRONMENT = {
    "CLASSAY_DATA": "The folder with hard-inputs/ and planted/, in place of the one that was installed.",
    "CLASSAY_OPENCL": "The library through which OpenCL is reached, in place of libOpenCL.so.1 or libOpenCL.so.",
    "OCL_ICD_VENDORS": "The folder of OpenCL drivers, as the ICD loader has it.",
}
MODES = (
    "default relaxed ftz correct-div-sqrt unsafe finite mad-enable no-signed-zeros opt-disable "
    "not-nan not-inf nsz allow-recip fast allow-contract allow-reassoc "
    "denorm-preserve denorm-flush-to-zero rounding-rte rounding-rtz signed-zero-inf-nan-preserve"
)

# What may stand behind an option, for the shells.
CHOICES = {
    "--tier": ["smoke", "quick", "full", "certify"],
    "--profile": ["auto", "full", "embedded"],
    "--edition": ["auto", "clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1", "clspv"],
    "--mode": MODES.split(),
    "--modes": ["all", *MODES.split()],
}
FOLDERS = {"--out", "--known", "--dump-kernels", "--emit"}


@dataclass
class Option:
    names: list[str]  # "-h", "--help"
    value: str  # "DIR", "" for a flag
    text: str


@dataclass
class Command:
    name: str
    summary: str
    usage: list[str] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    footer: list[str] = field(default_factory=list)


class UnreadableError(RuntimeError):
    pass


def help_of(program: list[str], *words: str) -> list[str]:
    done = subprocess.run([*program, *words, "--help"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UnreadableError(f"{' '.join([*program, *words])} --help ends with {done.returncode}")
    return done.stdout.splitlines()


def entries(lines: list[str]) -> list[tuple[str, str]]:
    """Returns the left column and the text of each entry of a block. A text may continue on further lines."""
    found: list[tuple[str, str]] = []
    for line in lines:
        left = re.match(r"  (\S.*?)(?:  +(.*))?$", line)
        if left and not line.startswith("   "):
            found.append((left[1], left[2] or ""))
        elif found:
            name, text = found[-1]
            found[-1] = (name, f"{text} {line.strip()}".strip())
    return found


def block(lines: list[str], title: str) -> list[str]:
    if title not in lines:
        return []
    start = lines.index(title) + 1
    end = start
    while end < len(lines) and lines[end].startswith("  "):
        end += 1
    return lines[start:end]


def option_of(left: str, text: str) -> Option:
    """`--seed N:NONNEGATIVE=1` is the option --seed with a value N, which is 1 without it."""
    names, _, value = re.sub(r" (Needs|Excludes):.*", "", left).partition(" ")
    value, _, default = value.partition("=")
    value = re.sub(r":.*$| REQUIRED$", "", value)
    names = re.sub(r"\{.*\}", "", names)
    return Option(names.split(","), value, f"{text} (default: {default})" if default else text)


def read_command(program: list[str], name: str, summary: str) -> Command:
    lines = help_of(program, name)
    command = Command(name, summary)
    start = next((i for i, line in enumerate(lines) if line.startswith("Usage: ")), None)
    if start is None:
        raise UnreadableError(f"the help of {name} does not say how it is used")
    end = start
    while end < len(lines) and lines[end].strip():
        command.usage.append(lines[end].removeprefix("Usage: ").strip())
        end += 1
    options = block(lines, "Options:")
    command.options = [option_of(left, text) for left, text in entries(options)]
    command.footer = lines[lines.index("Options:") + 1 + len(options) :] if options else []
    while command.footer and not command.footer[0].strip():
        command.footer.pop(0)
    return command


def read_commands(program: list[str]) -> list[Command]:
    found = entries(block(help_of(program), "Subcommands:"))
    if not found:
        raise UnreadableError("the help names no commands")
    return [read_command(program, name, summary) for name, summary in found]


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith(".") else text


def man_page(commands: list[Command], version: str) -> str:
    lines = [
        f'.TH CLASSAY 1 "" "{roff(version)}" "User Commands"',
        ".SH NAME",
        "classay \\- does the math of an OpenCL device keep the promises of the specifications?",
        ".SH SYNOPSIS",
    ]
    for command in commands:
        for usage in command.usage:
            lines += [f".B {roff(usage)}", ".br"]
    lines.append(".SH COMMANDS")
    for command in commands:
        lines += [f".SS {command.name}", roff(command.summary) + "."]
        for option in command.options:
            if "--help" in option.names:
                continue
            value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
            lines += [".TP", ", ".join(f"\\fB{roff(n)}\\fR" for n in option.names) + value, roff(option.text)]
        lines += [".PP", ".nf", *(roff(line) for line in command.footer), ".fi"]
    lines.append(".SH ENVIRONMENT")
    for name, text in ENVIRONMENT.items():
        lines += [".TP", f".B {name}", roff(text)]
    return "\n".join(lines) + "\n"


def long_names(command: Command) -> list[str]:
    return [name for option in command.options for name in option.names if name.startswith("--")]


def bash_completion(commands: list[Command]) -> str:
    lines = [
        "# Completion of classay for bash.",
        "_classay() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
        "  COMPREPLY=()",
        "  if ((COMP_CWORD == 1)); then",
        f'    mapfile -t COMPREPLY < <(compgen -W "{" ".join(c.name for c in commands)} --help --version" -- "$word")',
        "    return",
        "  fi",
        "  case $before in",
    ]
    for option, choices in CHOICES.items():
        lines.append(f'    {option}) mapfile -t COMPREPLY < <(compgen -W "{" ".join(choices)}" -- "$word"); return ;;')
    lines += [
        f'    {"|".join(sorted(FOLDERS))}) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;',
        "  esac",
        "  case ${COMP_WORDS[1]} in",
    ]
    for command in commands:
        offered = f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(long_names(command))}" -- "$word")'
        lines.append(f"    {command.name}) [[ $word == -* ]] && {offered} ;;")
    lines += [
        "  esac",
        '  [[ $word == -* ]] || mapfile -t COMPREPLY < <(compgen -d -- "$word")',
        "}",
        "complete -o filenames -F _classay classay",
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_completion(commands: list[Command]) -> str:
    def specification(option: Option) -> list[str]:
        text = re.sub(r"([\[\]:])", r"\\\1", option.text)
        name = next(n for n in option.names if n.startswith("--"))
        if not option.value:
            return [quoted(f"{name}[{text}]")]
        if name in CHOICES:
            return [quoted(f"*{name}[{text}]:value:({' '.join(CHOICES[name])})")]
        return [quoted(f"*{name}[{text}]:value:{'_files -/' if name in FOLDERS else ' '}")]

    lines = ["#compdef classay", "# Completion of classay for zsh.", "local -a commands", "commands=("]
    lines += ["  " + quoted(f"{c.name}:{c.summary}") for c in commands]
    lines += [")", "if ((CURRENT == 2)); then", "  _describe command commands", "  return", "fi", "case $words[2] in"]
    for command in commands:
        words = [s for option in command.options for s in specification(option)]
        lines.append(f"  {command.name}) shift words; ((CURRENT--)); _arguments {' '.join(words)} '*:folder:_files -/' ;;")
    return "\n".join([*lines, "esac"]) + "\n"


def fish_completion(commands: list[Command]) -> str:
    lines = ["# Completion of classay for fish.", "complete -c classay -f"]
    for command in commands:
        lines.append(f"complete -c classay -n __fish_use_subcommand -a {command.name} -d {quoted(command.summary)}")
        for option in command.options:
            name = next(n for n in option.names if n.startswith("--")).removeprefix("--")
            line = f"complete -c classay -n '__fish_seen_subcommand_from {command.name}' -l {name} -d {quoted(option.text)}"
            if f"--{name}" in CHOICES:
                line += f" -xa {quoted(' '.join(CHOICES[f'--{name}']))}"
            elif option.value:
                line += " -xa '(__fish_complete_directories)'" if f"--{name}" in FOLDERS else " -x"
            lines.append(line)
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    if len(words) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder, program = Path(words[0]), words[1:]
    try:
        version = subprocess.run([*program, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
        commands = read_commands(program)
    except (OSError, subprocess.CalledProcessError, UnreadableError) as e:
        print(f"describe-commands: {e}", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "classay.1": man_page(commands, version),
        "classay.bash": bash_completion(commands),
        "_classay": zsh_completion(commands),
        "classay.fish": fish_completion(commands),
    }.items():
        (folder / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
