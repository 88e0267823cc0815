#!/usr/bin/env python3
"""Writes the man page and the completions for shells of classay, classay-report or classay-farm, from its --help.

    scripts/describe-commands.py FOLDER PROGRAM...

PROGRAM is one word, or several: an emulator and the program. The first word of its --version is its NAME. FOLDER gets
NAME.1, NAME.bash, _NAME (zsh) and NAME.fish. The build calls this script (cmake/Packaging.cmake), so that the files have
the options that the program has.

Exit codes: 0 written, 2 wrong usage, or a help text that cannot be read.
"""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PURPOSES = {
    "classay": "test the arithmetic of OpenCL devices against the OpenCL specifications",
    "classay-report": "make reports from the journals of classay",
    "classay-farm": "divide a run of classay into shards, and run them on several devices or machines",
}
ENVIRONMENT = {
    "CLASSAY_DATA": "Folder with hard-inputs/ and planted/, instead of the installed one.",
    "CLASSAY_OPENCL": "OpenCL library, instead of libOpenCL.so.1 or libOpenCL.so.",
    "OCL_ICD_VENDORS": "Folder of OpenCL drivers, for the ICD loader.",
}
MODES = (
    "default relaxed ftz correct-div-sqrt unsafe finite mad-enable no-signed-zeros opt-disable "
    "not-nan not-inf nsz allow-recip fast allow-contract allow-reassoc "
    "denorm-preserve denorm-flush-to-zero rounding-rte rounding-rtz signed-zero-inf-nan-preserve"
)

# Values of options, for the shells.
CHOICES = {
    "--tier": ["smoke", "quick", "full", "certify"],
    "--profile": ["auto", "full", "embedded"],
    "--color": ["auto", "always", "never"],
    "--spec": ["auto", "clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1", "clspv"],
    "--mode": MODES.split(),
    "--modes": ["all", *MODES.split()],
}
FOLDERS = {"--out", "--known", "--dump-kernels", "--emit", "--suite", "--kernels"}


@dataclass
class Option:
    names: list[str]  # "-h", "--help"
    value: str  # "DIR", "" for a flag
    text: str


@dataclass
class Command:
    name: str  # "run", or "baseline make"
    summary: str
    usage: list[str] = field(default_factory=list)
    arguments: list[tuple[str, str]] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    footer: list[str] = field(default_factory=list)
    actions: list["Command"] = field(default_factory=list)


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


def sections(lines: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Returns the lines of each section, such as "Output:", and the lines after the last one."""
    found: dict[str, list[str]] = {}
    rest: list[str] = []
    title = ""
    for line in lines:
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            title, rest = line[:-1], []
            found[title] = []
        elif title and not rest and line.startswith("  "):
            found[title].append(line)
        elif title and (line.strip() or rest):
            rest.append(line)
    return found, rest


def option_of(left: str, text: str) -> Option:
    """`-j, --jobs N` is an option with two names and the value N."""
    mark = re.fullmatch(r"(-[\w-]+(?:, -[\w-]+)*)(?: (.*))?", left)
    if mark is None:
        raise UnreadableError(f"'{left}' is not an option")
    return Option(mark[1].split(", "), mark[2] or "", text)


def read_command(program: list[str], name: str, summary: str) -> Command:
    lines = help_of(program, *name.split())
    command = Command(name, summary)
    start = next((i for i, line in enumerate(lines) if line.startswith("Usage: ")), None)
    if start is None:
        raise UnreadableError(f"the help of {name} has no usage line")
    end = start
    while end < len(lines) and lines[end].strip():
        command.usage.append(lines[end].removeprefix("Usage: ").strip())
        end += 1
    found, command.footer = sections(lines[end:])
    actions = found.pop("Commands", [])
    command.arguments = entries(found.pop("Arguments", []))
    command.options = [option_of(*entry) for block in found.values() for entry in entries(block)]
    if name:
        command.actions = [read_command(program, f"{name} {action}", text) for action, text in entries(actions)]
    return command


def read_commands(program: list[str]) -> list[Command]:
    found = entries(sections(help_of(program))[0].get("Commands", []))
    if not found:
        raise UnreadableError("the help has no commands")
    return [read_command(program, name, summary) for name, summary in found]


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith(".") else text


def flattened(commands: list[Command]) -> list[Command]:
    return [one for command in commands for one in (command.actions or [command])]


def man_page(name: str, commands: list[Command], version: str) -> str:
    lines = [
        f'.TH {name.upper()} 1 "" "{roff(version)}" "User Commands"',
        ".SH NAME",
        f"{roff(name)} \\- {PURPOSES[name]}",
        ".SH SYNOPSIS",
    ]
    for command in flattened(commands):
        for usage in command.usage:
            lines += [f".B {roff(usage)}", ".br"]
    lines.append(".SH COMMANDS")
    for command in flattened(commands):
        lines += [f".SS {command.name}", roff(command.summary.rstrip(".")) + "."]
        for argument, text in command.arguments:
            lines += [".TP", f"\\fI{roff(argument)}\\fR", roff(text)]
        for option in command.options:
            value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
            lines += [".TP", ", ".join(f"\\fB{roff(n)}\\fR" for n in option.names) + value, roff(option.text)]
        if command.footer:
            lines += [".PP", ".nf", *(roff(line) for line in command.footer), ".fi"]
    if name == "classay":
        lines.append(".SH ENVIRONMENT")
        for variable, text in ENVIRONMENT.items():
            lines += [".TP", f".B {variable}", roff(text)]
    return "\n".join(lines) + "\n"


def all_options(command: Command) -> list[Option]:
    """Returns the options of a command and of its actions, each name once."""
    known: dict[str, Option] = {}
    for one in [command, *command.actions]:
        for option in one.options:
            known.setdefault(option.names[-1], option)
    return list(known.values())


def offered(command: Command) -> list[str]:
    actions = [action.name.split()[1] for action in command.actions]
    return [*actions, *(name for option in all_options(command) for name in option.names if name.startswith("--"))]


def function_of(name: str) -> str:
    return "_" + name.replace("-", "_")


def bash_completion(name: str, commands: list[Command]) -> str:
    lines = [
        f"# Completion of {name} for bash.",
        f"{function_of(name)}() {{",
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
        words = f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(offered(command))}" -- "$word")'
        when = "((COMP_CWORD == 2))" if command.actions else "[[ $word == -* ]]"
        lines.append(f"    {command.name}) {when} && {words} ;;")
    lines += [
        "  esac",
        '  [[ $word == -* || ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -- "$word")',
        "}",
        f"complete -o filenames -F {function_of(name)} {name}",
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_completion(name: str, commands: list[Command]) -> str:
    def specification(option: Option) -> list[str]:
        text = re.sub(r"([\[\]:])", r"\\\1", option.text)
        long = option.names[-1]
        if not option.value:
            return [quoted(f"{long}[{text}]")]
        if long in CHOICES:
            return [quoted(f"*{long}[{text}]:value:({' '.join(CHOICES[long])})")]
        return [quoted(f"*{long}[{text}]:value:{'_files -/' if long in FOLDERS else '_files'}")]

    lines = [f"#compdef {name}", f"# Completion of {name} for zsh.", "local -a commands", "commands=("]
    lines += ["  " + quoted(f"{c.name}:{c.summary}") for c in commands]
    lines += [")", "if ((CURRENT == 2)); then", "  _describe command commands", "  return", "fi", "case $words[2] in"]
    for command in commands:
        words = [s for option in all_options(command) for s in specification(option)]
        if command.actions:
            words.append(quoted(f"1:action:({' '.join(action.name.split()[1] for action in command.actions)})"))
        lines.append(f"  {command.name}) shift words; ((CURRENT--)); _arguments {' '.join(words)} '*:file:_files' ;;")
    return "\n".join([*lines, "esac"]) + "\n"


def fish_completion(name: str, commands: list[Command]) -> str:
    lines = [f"# Completion of {name} for fish.", f"complete -c {name} -f"]
    for command in commands:
        lines.append(f"complete -c {name} -n __fish_use_subcommand -a {command.name} -d {quoted(command.summary)}")
        begin = f"complete -c {name} -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"{begin} -a {action.name.split()[1]} -d {quoted(action.summary)}" for action in command.actions]
        for option in all_options(command):
            long = option.names[-1].removeprefix("--")
            short = f" -s {option.names[0][1:]}" if len(option.names) > 1 else ""
            line = f"{begin}{short} -l {long} -d {quoted(option.text)}"
            if f"--{long}" in CHOICES:
                line += f" -xa {quoted(' '.join(CHOICES[f'--{long}']))}"
            elif option.value:
                line += " -xa '(__fish_complete_directories)'" if f"--{long}" in FOLDERS else " -r"
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
        name = version.split()[0]
    except (OSError, subprocess.CalledProcessError, UnreadableError) as e:
        print(f"describe-commands: {e}", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in {
        f"{name}.1": man_page(name, commands, version),
        f"{name}.bash": bash_completion(name, commands),
        f"_{name}": zsh_completion(name, commands),
        f"{name}.fish": fish_completion(name, commands),
    }.items():
        (folder / file).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
