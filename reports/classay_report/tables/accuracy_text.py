"""Writes accuracy tables as Markdown, reStructuredText, LaTeX and CSV. Each format escapes texts in its own way."""

import csv
import io
import re
from collections.abc import Callable, Sequence

from classay_report import numbers
from classay_report.journal import Run
from classay_report.markup import escaped
from classay_report.tables.accuracy import Cell, Row, Table
from classay_report.tables.columns import Column, Value
from classay_report.tables.csv import cell as csv_cell
from classay_report.visible import visible

_ULP = "One ulp is the distance between the two numbers of the format that enclose the exact value."
_SAMPLED = "sampled: the error is a lower bound of the largest error. all: each input ran, so that it is the largest error."
_FAILS = "fail: the function exceeds its limit, or a special value is wrong."
_NO_NUMBER = "no number: a result is a NaN or an infinity where the exact value is a number, or the reverse."


def error_text(cell: Cell | None) -> str:
    """Rounds up to four digits, so that the text is not below the error."""
    if cell is None:
        return ""
    text = numbers.ulps(cell.error, 4).replace("−", "-")
    return f"{text} (fail)" if cell.fails else text


def _letter(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else f"R{at + 1}"


def notes(runs: Sequence[Run]) -> list[str]:
    """Returns the identity of each column, and the definitions that a citation needs."""
    found = []
    for at, run in enumerate(runs):
        header, suite = run.header, run.header.suite
        commit = f" {suite.commit}{' with changes' if suite.dirty else ''}" if suite.commit else ""
        ended = ("" if run.end else "; the run has not ended") + (f"; partial: {header.covers}" if header.covers else "")
        who = f"{header.device.name} ({header.device.platform}), driver {header.device.driver}"
        how = f"classay {suite.version}{commit}, tier {header.tier}, seed {header.seed}, {header.start[:10]}{ended}"
        found.append(f"{_letter(at)}: {who}; limits: {header.promised_by('clc', 'il')}; {how}.")
    return [
        *found,
        _ULP,
        "Errors are the largest over all vector widths and front ends, rounded up.",
        _SAMPLED,
        _FAILS,
        _NO_NUMBER,
    ]


def _head(runs: Sequence[Run]) -> list[str]:
    words = ["Function", "Limit"]
    for at in range(len(runs)):
        suffix = f" {_letter(at)}" if len(runs) > 1 else ""
        words += [f"Error{suffix}", f"at{suffix}", f"Inputs{suffix}"]
    return words


def _words(row: Row) -> list[str]:
    words = [row.builtin, "; ".join(row.limits)]
    for cell in row.cells:
        words += [error_text(cell), cell.at if cell and cell.error else "", cell.inputs_text if cell else ""]
    return words


# --- Markdown --------------------------------------------------------------------------------------------------------------


def markdown(tables: Sequence[Table], runs: Sequence[Run]) -> str:
    lines = []
    for table in tables:
        head = _head(runs)
        lines += [f"### {escaped(table.title)}", "", f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
        lines += ["| " + " | ".join(escaped(word) for word in _words(row)) + " |" for row in table.rows]
        lines.append("")
    return "\n".join([*lines, *(f"- {escaped(note)}" for note in notes(runs))]) + "\n"


# --- reStructuredText ------------------------------------------------------------------------------------------------------

_RST = re.compile(r"([\\*`|_<>\[\]{}:#=~^\"'+!$&%@;?/-])")
_RST_LIST = re.compile(r"^(\(?(?:[A-Za-z]|[0-9]+|[ivxlcdmIVXLCDM]+|#))([.)])(?=\s|$)")


def rst_escaped(text: str) -> str:
    """Returns one line without active markup. A backslash makes the next letter literal."""
    line = visible(" ".join(text.split()))
    return _RST_LIST.sub(r"\1\\\2", _RST.sub(r"\\\1", line)) or "\\ "


def rst(tables: Sequence[Table], runs: Sequence[Run]) -> str:
    lines = []
    for table in tables:
        lines += [f".. list-table:: {rst_escaped(table.title)}", "   :header-rows: 1", ""]
        for words in (_head(runs), *map(_words, table.rows)):
            lines += [f"   {'* -' if at == 0 else '  -'} {rst_escaped(word)}" for at, word in enumerate(words)]
        lines.append("")
    return "\n".join([*lines, *(f"- {rst_escaped(note)}" for note in notes(runs))]) + "\n"


# --- LaTeX -----------------------------------------------------------------------------------------------------------------

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",  # two would become a dash
    "'": r"\textquotesingle{}",
    "[": "{[}",  # after \\ it would begin an argument
    "]": "{]}",
    "*": "{*}",
} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


def latex_escaped(text: str) -> str:
    line = visible(" ".join(text.split()))
    return "".join(_LATEX.get(letter, letter) for letter in line).replace(r"\textless{}= ", r"$\le$ ")


def latex(tables: Sequence[Table], runs: Sequence[Run]) -> str:
    lines = [r"% Needs \usepackage[T1]{fontenc}, \usepackage{textcomp} and \usepackage{longtable}."]
    for table in tables:
        head = _head(runs)
        lines += [
            rf"\begin{{longtable}}{{ll{'rll' * len(runs)}}}",
            rf"\caption{{{latex_escaped(table.title)}}}\\",
            r"\hline",
        ]
        lines += [" & ".join(map(latex_escaped, head)) + r" \\", r"\hline", r"\endhead"]
        for row in table.rows:
            first, *words = map(latex_escaped, _words(row))
            lines.append(" & ".join([rf"\texttt{{{first}}}", *words]) + r" \\")
        lines += [r"\hline", r"\end{longtable}", ""]
    return (
        "\n".join([*lines, r"\begin{itemize}", *(rf"\item {latex_escaped(n)}" for n in notes(runs)), r"\end{itemize}"])
        + "\n"
    )


# --- CSV -------------------------------------------------------------------------------------------------------------------

COLUMNS = (
    "group function format mode limit limit_ulp max_ulp input input_bits lanes front_end inputs exhaustive complete verdict "
    "platform device driver tier edition profile suite commit start"
).split()
_TEXT, _NUMBER = Column("", str, lambda _, __: None), Column("", float, lambda _, __: None)


def _csv_words(table: Table, row: Row, cell: Cell, run: Run) -> list[Value]:
    header, result = run.header, cell.result
    return [
        *(row.group, row.builtin, table.form, table.mode, cell.limit, result.limit.value if result.limit else None),
        *(cell.error, cell.at, cell.bits, result.case.lanes, result.case.front_end, cell.inputs, cell.is_exhaustive),
        *(cell.is_whole, cell.verdict.value, header.device.platform, header.device.name, header.device.driver, header.tier),
        *(header.edition_of(result.case.front_end), header.profile, header.suite.version, header.suite.commit, header.start),
    ]


def csv_text(tables: Sequence[Table], runs: Sequence[Run]) -> str:
    """Writes one line per function and run, with exact errors."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in tables:
        for row in table.rows:
            for cell, run in zip(row.cells, runs, strict=True):
                if cell:
                    values = _csv_words(table, row, cell, run)
                    writer.writerow(csv_cell(_TEXT if isinstance(v, str) else _NUMBER, v) for v in values)
    return text.getvalue()


FORMATS: dict[str, Callable[[Sequence[Table], Sequence[Run]], str]] = {
    "markdown": markdown,
    "rst": rst,
    "latex": latex,
    "csv": csv_text,
}
