#!/usr/bin/env python3
"""Checks the wording of new lines against docs/STYLE.md: Markdown, comments, messages and commit subjects.

    scripts/check_words.py            check the lines of the last day, uncommitted ones included
    scripts/check_words.py COMMIT     check the lines added since this commit
    scripts/check_words.py --all      check all lines of the tree

The last day is the one before the newest commit. It begins at the earliest with the commit that added docs/STYLE.md.
Moved lines of a renamed file are not new. Text in `code` is not checked, nor, in Markdown and comments, text in
quotation marks.

Exit codes: 0 clean, 1 a line to rewrite, 2 wrong usage or an unknown commit.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from check_names import ROOT, files_of

GUIDE = "docs/STYLE.md"
MOST_IN_SUBJECT = 72
MOST_IN_LINE = 120
DAY = 24 * 60 * 60

# Places where the subject of a clause can begin.
BEGIN = r"(?:^[\s|/*#-]*|[.;:,] |\b(?:of|by|for|with|and|than|in|from|but|on|beside) )"
# A pattern, and the advice for a line that has it.
HABITS = [
    (r"\b(nobody|somebody|whoever)\b", "name the person, the process or the file"),
    (
        r"(?<!\?)\b(for|by|of|from|to) whom?\b|^\s*who\b|[,;:] who (?=only|has|is|does|gets|asks|stops|comes|takes)",
        "name the subject",
    ),
    (r"\b(is|are|was|were|be|been|being|not|never) asked\b", "write run, test, launch, query or select"),
    (r"\basks? (a|the|each|every|all|its) (device|driver|builtin|case|input)", "write run, test, launch, query or select"),
    (r"\b(is|are|was|were|be|been) told\b|\btells? of\b", "write report, print or record"),
    (BEGIN + r"what (is|was|has|does|it|an?|the|there|no|came|comes|became|goes|they|can)\b(?![^.]*\?)", "name the thing"),
    (r"\bbeside\b", "write next to, besides, in addition to or outside"),
    (r"\bheld against\b", "write compared with or checked against"),
    (
        r"\b(otherwise than|other bits|such a one|as ever|all the same|so it is with|so are)\b",
        "name both things that differ",
    ),
    (r"\bcan not\b", "write cannot"),
    (r"\b(mend|mended|mends|reckoned|begun anew|gone on with|goes on with)\b", "write fix, estimate, restart or resume"),
    (r"\bns an input\b|\ba line each\b", "write ns per input, one per line"),
    (r"\bis (no|nothing that)\b", "negate the verb: is not, unknown, has no"),
    (r"^(?:[-*] |\d+\. )?(?-i:Of) (an?|the|those|all|each|these|what|one|two|times)\b", "begin with the subject"),
    (r"\b(vacuous|oddity|oddities|hard places|slow judge|the documents)\b", "use the word of the list in docs/STYLE.md"),
    (r"\b(wanted|asked):", "move targets to an issue"),
]
COMPILED = [(re.compile(pattern, re.IGNORECASE), advice) for pattern, advice in HABITS]

# Files whose words are data: lists of bad words, and texts of others.
DATA = re.compile(
    r"docs/STYLE\.md$|scripts/(tests/test_)?check_words\.py$|LICENSE$|NOTICE$|scripts/mutations/|(.*/)?(testdata|tests/data)/|"
    r"data/.*\.(txt|tsv|csv|jsonl?)$"
)
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
SLASHED = {".h", ".cpp", ".def", ".cl", ".js"}
HASHED = {".py", ".sh", ".cmake", ""}


class Line(NamedTuple):
    file: str
    number: int
    text: str


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout


def start_of_day(folder: Path) -> str:
    """Returns the newest commit that is a day older than HEAD, or the commit that added the guide if that is newer."""
    newest = int(git(folder, "log", "-1", "--format=%ct"))
    earlier = git(folder, "rev-list", "-1", f"--before={newest - DAY}", "HEAD").strip()
    added = git(folder, "log", "--diff-filter=A", "--format=%H %ct", "--", GUIDE).split()
    if added and (not earlier or int(added[1]) > newest - DAY):
        return added[0]
    return earlier or "HEAD"


def added_since(folder: Path, commit: str) -> Iterator[Line]:
    """Yields the lines that the commits since then, and the working tree, added."""
    file, number = "", 0
    for line in git(folder, "diff", "--unified=0", "--no-color", "--find-renames", commit).splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/") if line.startswith("+++ b/") else ""
        elif mark := re.match(r"@@ -\S+ \+(\d+)", line):
            number = int(mark[1]) - 1
        elif line.startswith("+"):
            number += 1
            if file:
                yield Line(file, number, line[1:])


def all_lines(folder: Path) -> Iterator[Line]:
    for file in files_of(folder):
        try:
            text = (folder / file).read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            yield Line(file, number, line)


def code_of_page(folder: Path, file: str) -> set[int]:
    """Returns the numbers of the lines in fenced blocks."""
    inside, numbers = False, set()
    for number, line in enumerate((folder / file).read_text().splitlines(), 1):
        is_fence = line.lstrip().startswith("```")
        if inside or is_fence:
            numbers.add(number)
        inside ^= is_fence
    return numbers


def prose(file: str, line: str) -> str:
    """Returns the parts of a line that a person reads as text."""
    suffix = Path(file).suffix
    if suffix == ".md":
        return "" if line.startswith(("    ", "\t", "|--", "| --")) else QUOTED.sub(" ", line)
    mark = "//" if suffix in SLASHED else "#" if suffix in HASHED else None
    if mark is None:
        return ""
    comment = re.search(rf"(?:^|\s){mark}+ ?(.*)$", line)
    code = line[: comment.start()] if comment else line
    strings = [text for text in STRING.findall(code) if text.count(" ") >= 2]
    return " | ".join(strings + ([QUOTED.sub(" ", comment[1])] if comment else []))


def habits_in(text: str) -> Iterator[str]:
    for pattern, advice in COMPILED:
        if found := pattern.search(text):
            yield f"'{found[0].strip()}': {advice}"


def is_too_long(file: str, line: str) -> bool:
    """Tables and indented code have lines of any length; so has a single word, such as an address."""
    is_text = Path(file).suffix == ".md" and not line.startswith(("|", "    ", "\t"))
    return is_text and len(line) > MOST_IN_LINE and " " in line.strip(" -*>")


def wrong_lines(folder: Path, lines: Iterator[Line]) -> Iterator[str]:
    code: dict[str, set[int]] = {}
    for file, number, text in lines:
        if DATA.match(file):
            continue
        if file.endswith(".md"):
            if file not in code:
                code[file] = code_of_page(folder, file)
            if number in code[file]:
                continue
        if is_too_long(file, text):
            yield f"{file}:{number}: {len(text)} characters; the limit is {MOST_IN_LINE}"
        for finding in habits_in(prose(file, text)):
            yield f"{file}:{number}: {finding}"


def wrong_subjects(folder: Path, commit: str) -> Iterator[str]:
    for row in git(folder, "log", "--no-merges", "--format=%h %s", f"{commit}..HEAD").splitlines():
        name, _, subject = row.partition(" ")
        if len(subject) > MOST_IN_SUBJECT:
            yield f"commit {name}: the subject has {len(subject)} characters; the limit is {MOST_IN_SUBJECT}"
        for finding in habits_in(QUOTED.sub(" ", subject)):
            yield f"commit {name}: {finding}"


def main(arguments: list[str], folder: Path = ROOT) -> int:
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-") and arguments[0] != "--all"):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments == ["--all"]:
        wrong = list(wrong_lines(folder, all_lines(folder)))
    else:
        try:
            commit = (
                git(folder, "rev-parse", "--verify", f"{arguments[0]}^{{commit}}").strip()
                if arguments
                else start_of_day(folder)
            )
        except subprocess.CalledProcessError:
            print(f"check_words: no commit '{arguments[0] if arguments else 'HEAD'}' here", file=sys.stderr)
            return 2
        wrong = [*wrong_lines(folder, added_since(folder, commit)), *wrong_subjects(folder, commit)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
