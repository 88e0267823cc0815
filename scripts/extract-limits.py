#!/usr/bin/env python3
"""Extracts the ulp tables from the OpenCL specifications and writes them as facts, one per cell.

    scripts/extract-limits.py SPECDIR [OUTDIR]

SPECDIR contains the specifications that limit_documents.py names. The script writes limits-EDITION.tsv to OUTDIR (default:
suites/testdata). A test compares the facts with the table of builtins (suites/limits_test.cpp). They are extracted without
that table, so that an error in either shows.

A fact is: builtin, format, profile, mode, table, promise. Promises have the format of text(Limit). A relaxed cell that is
prose is split into parts: "as EXPRESSION [if CONDITION]; ...", "or <= N ulp", "defined if ...", separated by " | ".
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from limit_documents import DOCUMENTS, PROFILES, Document, Table


@dataclass
class Derived:
    """The sentences of a derived cell, by kind."""

    forms: list[tuple[str, str]] = field(default_factory=list)  # (condition, expression)
    otherwise: str = ""
    otherwise_if: str = ""
    defined: list[str] = field(default_factory=list)
    undefined: list[str] = field(default_factory=list)


# Names of operators and overloaded functions in the specifications, and the names of their rows.
NAMES = {
    "x + y": "add",
    "x - y": "sub",
    "x * y": "mul",
    "x / y": "div",
    "1.0 / x": "recip",
    "x * y + z": "mul_add",
    "OpFAdd": "add",
    "OpFSub": "sub",
    "OpFMul": "mul",
    "OpFDiv": "div",
    "OpDot": "dot",
    "OpFDiv for 1.0 / x": "recip",
    "OpFDiv for x / y": "div",
    "OpFMul and OpFAdd for x * y + z": "mul_add",
    "OpFMul and OpFAdd, for x * y + z": "mul_add",
    "fsqrt": "sqrt",
    "clamp": "fclamp",
    "max": "fmax_common",
    "min": "fmin_common",
}

# Corrections of the plain-text copies: lost superscripts, a plus sign lost at the start of a line, and a typing error.
REPAIRS = (
    (r"^Implemention-defined$", "Implementation-defined"),
    (r"\b2-(126|62|21|11|10)\b", r"2^-\1"),
    (r"\b2(126|62)\b", r"2^\1"),
    (r"\[-224, 224\]", "[-2^24, 2^24]"),
    (r"\[-210,210\]", "[-2^10, 2^10]"),
    (r"atan\(y / x\) M_1_PI_F", "atan(y / x) + M_1_PI_F"),
)


SIGNS = (("{leq}", "<="), ("≤", "<="), ("{pi}", "pi"), ("π", "pi"), ("{inf}", "inf"), ("`", ""), ("+/-0", "0"))


# ---- Reading the specifications into rows of cells


def rows_of_asciidoc(lines: list[str], columns: int) -> list[list[str]]:
    begin = next(i for i, line in enumerate(lines) if line.startswith("|==="))
    end = next(i for i, line in enumerate(lines) if i > begin and line.startswith("|==="))
    body = [line for line in lines[begin + 1 : end] if not line.startswith("//")]
    cells = [cell.strip() for cell in re.split(r"(?:^|(?<=\s))\|(?=\s|$)", "\n".join(body), flags=re.MULTILINE)[1:]]
    rows = [cells[i : i + columns + 1] for i in range(0, len(cells), columns + 1)]
    return [row for row in rows[1:] if row[0]]  # without header and separators


def rows_of_text(lines: list[str], columns: int) -> list[list[str]]:
    paragraphs = [" ".join(p.split()) for p in "\n".join(lines).split("\n\n")]
    paragraphs = [p for p in paragraphs if p]
    if columns == 1 and not paragraphs[1].startswith("Op") and "SPIR-V" not in paragraphs[0]:
        return rows_of_pairs(paragraphs[3:])
    return rows_of_instructions(paragraphs[1:])


def rows_of_pairs(paragraphs: list[str]) -> list[list[str]]:
    """Parses OpenCL C: a function, its cell, and so on, up to the footnotes."""
    rows: list[list[str]] = []
    for i in range(0, len(paragraphs), 2):
        if paragraphs[i].startswith("["):
            return rows
        rows.append(paragraphs[i : i + 2])
    raise ValueError("the table does not end")


def rows_of_instructions(paragraphs: list[str]) -> list[list[str]]:
    """Parses SPIR-V: an instruction and all its cells. A single cell in three columns is the middle one."""
    rows: list[list[str]] = []
    for p in paragraphs:
        if p.startswith(("ULP Values", "Edge Case")):
            return rows
        if p.startswith("Op"):
            rows.append([p])
        else:
            rows[-1].append(p)
    raise ValueError("the table does not end")


def plain(cell: str) -> str:
    """Returns a cell without markup, in one line, in ASCII."""
    cell = re.sub(r"footnote:\[[^]]*\]", "", cell)
    cell = re.sub(r"\[On some implementations.*\]$", "", cell.replace("\n", " "))
    for old, new in SIGNS:
        cell = cell.replace(old, new)
    cell = re.sub(r"\s\+\s*\n?\s+for x", " for x", " ".join(cell.split()))
    cell = re.sub(r"(?<![\w)])_(\w+)_(?!\w)", r"\1", cell)  # _x_
    cell = re.sub(r"\*(\w[\w ,./+*-]*?)\*(?=[\s(,)]|$)", r"\1", cell) if "*Op" in cell else cell
    cell = re.sub(r"\*(\w+)\*(?!\w)", r"\1", cell)  # *exp*
    cell = re.sub(r"(?<=[\s(-])\*(?=[a-z])", "", cell)  # a lost opening star: *exp(x)
    cell = re.sub(r"\^(-?\d+)\^", r"^\1", cell).replace("\\", "")
    cell = re.sub(r"<=\s*", "<= ", cell)
    for pattern, replacement in REPAIRS:
        cell = re.sub(pattern, replacement, cell)
    return " ".join(cell.split())


def name_of(cell: str) -> str:
    name = plain(cell).strip("*")
    name = re.sub(r"\s*\+\s+for", " for", name)
    name = re.sub(r"^OpExtInst ", "", name).replace("_x_", "x").replace("_y_", "y")
    if name in NAMES:
        return NAMES[name]
    name = re.sub(r"\(.*\)$", "", name).strip("*")
    name = NAMES.get(name, name)
    if not re.fullmatch(r"\w+", name):
        raise ValueError(f"no builtin: {cell!r} ({name!r})")
    return name


# ---- From a cell to a promise


def simple(cell: str) -> str:
    """Parses a cell of a default table."""
    c = cell.lower()
    if c in ("correctly rounded", "implementation-defined", "undefined", "any value allowed (infinite ulp)"):
        return c
    if re.fullmatch(r"(<= [\d.]+|0) ulp", c):
        return c
    if m := re.fullmatch(r"(<= [\d.]+ ulp) for sine and cosine values", c):
        return m[1]
    if m := re.fullmatch(r"<= ((?:[\d.]+ \+ )?[\d.]*n) ulp, for gentype with vector width n", c):
        return f"<= {m[1]} ulp"
    if m := re.fullmatch(r"absolute error tolerance of '(max \* max \* .*)_epsilon\)?'.*", c):
        return scaled(m[1])
    if m := re.fullmatch(r"absolute error tolerance of (1e-\d)", c):
        return f"<= {m[1]} absolute"
    if c.startswith("0 ulp for the remainder, at least the lower 7 bits"):
        return "0 ulp, 7 bits of the quotient"
    if c.startswith("implemented either as a correctly rounded fma"):
        return "fma or two roundings"
    raise ValueError(f"unknown promise: {cell!r}")


def found(pattern: str, words: str) -> re.Match[str]:
    if m := re.search(pattern, words):
        return m
    raise ValueError(f"{pattern!r} is not in {words!r}")


def scaled(words: str) -> str:
    factor = found(r"\(?(3|\(2n - 1\)) \* (flt|half)", words)
    epsilon = {"flt": "2^-23", "half": "2^-10"}[factor[2]]
    return f"<= max * max * {factor[1]} * {epsilon} absolute"


def tidy(expression: str) -> str:
    """Returns an expression with balanced parentheses and regular spacing."""
    e = re.sub(r"\)72$", ")", expression.strip().rstrip("."))  # the mark of footnote 72
    e += ")" * (e.count("(") - e.count(")"))
    e = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", e))
    return re.sub(r"\s*([*/])\s*", r" \1 ", e)


def condition(words: str) -> str:
    """Returns a condition in the grammar of derived forms."""
    w = words.strip().rstrip(",").replace("for ", "", 1) if words.startswith("for ") else words.strip().rstrip(",")
    w = w.replace(" when ", " and ")
    w = re.sub(r"non-?zero y|y is non-?zero", "y != 0", w)
    w = w.replace("non-integer y", "y is not integer")
    w = re.sub(r"(odd|even) y", r"y is \1", w)
    w = re.sub(r"(?<![<>=!])=(?!=)", "==", w)
    w = re.sub(r"(x|y) outside the domain \[-2\^(\d+), 2\^\2\]", r"|\1| > 2^\2", w)
    w = re.sub(r"(x|y) outside of \[-2\^(-?\d+), ?2\^\2\]", r"|\1| > 2^\2", w)
    w = re.sub(r"(x|y) in \[-2\^(-?\d+), ?2\^\2\]", r"|\1| <= 2^\2", w)
    w = re.sub(r"(x|y) in the domain \[-(\w+), ?\2\]", r"|\1| <= \2", w)
    w = re.sub(r"(x|y) in the domain \(-(\w+), ?\2\)", r"|\1| < \2", w)
    return w


OTHERWISE = r"For non-derived implementations, the error is <= (\d+) ulp(?: for (x in the domain .*))?"
IMPLEMENT = (
    r"(?:for )?(?:derived implementations )?(?:may |will )?"
    r"(?:implemented|implement|derived implement|derived implementations implement|return)"
    r"(?: this case| this)?(?: as)? "
)


def derived(cell: str, parts: Derived) -> None:
    """Sorts the sentences of a derived cell into forms, limits and domains."""
    cell = re.sub(r"\s+On some implementations.*", "", cell)
    for sentence in re.split(r"\.\s+(?=[A-Z])|\.$|\.\s*$", cell):
        if sentence:
            derived_sentence(sentence, parts)


def derived_sentence(s: str, parts: Derived) -> None:
    if m := re.fullmatch(OTHERWISE, s, re.IGNORECASE):
        parts.otherwise = m[1]
        if m[2]:
            parts.otherwise_if = condition(m[2])
    elif m := re.fullmatch(r"Undefined for (.*)", s):
        parts.undefined.append(condition(m[1]))
    elif s == "Defined only for integer values of y":
        pass  # pown takes no others
    elif m := re.fullmatch(r"Defined only for (.*)", s):
        parts.defined.append(condition(m[1]))
    elif m := re.fullmatch(r"Defined for (x in the domain .*?)(?: and implemented as (.*))?", s):
        if m[1] != "x in the domain [-inf, inf]":
            parts.defined.append(condition(m[1]))
        if m[2]:
            parts.forms.append(("", tidy(m[2])))
    elif m := re.fullmatch(r"(?:Defined for|For) (.*?),? " + IMPLEMENT + "(.*?)(?: in this case)?", s):
        if s.startswith("Defined"):
            parts.defined.append(condition(m[1].rstrip(",")))
        for c in condition(m[1]).split(" or "):
            parts.forms.append((c, value(m[2])))
    elif m := re.fullmatch(IMPLEMENT + "(.*)", s, re.IGNORECASE):
        forms_with_trailing_conditions(m[1], parts)
    else:
        raise ValueError(f"unknown sentence: {s!r}")


def value(words: str) -> str:
    return "0" if words in ("zero", "+0") else tidy(words)


def forms_with_trailing_conditions(words: str, parts: Derived) -> None:
    """Parses EXPRESSION for CONDITION, EXPRESSION for CONDITION and EXPRESSION for CONDITION; or one expression."""
    pieces = re.findall(r"(.*?) for (x [<>] 0(?: and y [<>] 0)?)(?:,? and |, |$)", words)
    if not pieces:
        parts.forms.append(("", tidy(words)))
    for expression, c in pieces:
        parts.forms.append((condition(c), tidy(expression)))


ABSOLUTE = r"For x in the domain \[(\S+), (\S+)\],? the maximum absolute error is <= (2\^-\d+)"
ELSEWHERE = (
    r"; otherwise the maximum error is <= (\d) ulp for the full profile"
    r" and <= (\d) ulp for the embedded profile\.?"
)


def relaxed(cell: str, profile: str) -> str:
    """Parses a cell of a relaxed table for one profile."""
    full = profile == "full"
    if m := re.fullmatch(r"<= (\d+) ulp", cell):
        return cell
    if m := re.match(r"<= ([\d.]+) ulp for x in the domain of (\S+) to (\S+) ", cell):
        rest = cell.split("full profile")[1]
        ulps = m[1] if full else found(r"<= ([\d.]+) ulp (?:for x in the domain of|for the embedded)", rest)[1]
        on = "" if not full and "the domain" not in rest else f" on [{m[2]}, {m[3]}]"
        return f"<= {ulps} ulp{on}"
    if m := re.fullmatch(ABSOLUTE + r" and larger otherwise\.?", cell):
        return f"<= {m[3]} absolute on [{m[1]}, {m[2]}]"
    if m := re.fullmatch(ABSOLUTE + ELSEWHERE, cell):
        return f"<= {m[3]} absolute on [{m[1]}, {m[2]}], <= {m[4] if full else m[5]} ulp elsewhere"
    if "floor(" in cell:
        words = cell.split(" for the full profile, and ")
        return re.sub(r"floor\(\s*fabs\(2 \* x\)\s*\)", "floor(|2x|)", words[0 if full else 1]).split(" for the")[0]
    if cell.startswith("ulp values as defined for sin(x) and cos(x)"):
        return "as sin and cos"
    if cell.startswith("Implemented either as a correctly rounded fma"):
        return "fma or two roundings"
    return prose(cell)


def prose(cell: str) -> str:
    parts = Derived()
    derived(cell, parts)
    words = ["as " + "; ".join(f"{e} if {c}" if c else e for c, e in parts.forms)]
    if parts.otherwise:
        words.append(f"or <= {parts.otherwise} ulp" + (f" if {parts.otherwise_if}" if parts.otherwise_if else ""))
    domain = [" or ".join(parts.defined)] if parts.defined else []
    domain += [f"not ({c})" for c in parts.undefined]
    if domain:
        words.append("defined if " + " and ".join(domain))
    return " | ".join(words)


# ---- Facts


def facts_of(table: Table, rows: list[list[str]]) -> Iterator[tuple[str, ...]]:
    for row in rows:
        name, cells = name_of(row[0]), row[1:]
        if len(cells) == 1 and len(table.columns) == 3:
            cells = ["", cells[0], ""]
        if len(cells) != len(table.columns):
            raise ValueError(f"{name}: {len(cells)} cells in {table.name}")
        for (format, profile), cell in zip(table.columns, cells):
            for p in PROFILES if profile == "both" else (profile,):
                if text := plain(cell):
                    promise = relaxed(text, p) if table.mode == "relaxed" else simple(text)
                    yield name, format, p, table.mode, table.name, promise


def facts_of_document(document: Document, lines: list[str]) -> Iterator[tuple[str, ...]]:
    for table in document.tables:
        start = next(i for i, line in enumerate(lines) if line.startswith(table.start))
        reader = rows_of_asciidoc if any(line.startswith("|===") for line in lines) else rows_of_text
        yield from facts_of(table, reader(lines[start:], len(table.columns)))


def main() -> None:
    specs = Path(sys.argv[1])
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent.parent / "suites" / "testdata"
    for document in DOCUMENTS:
        facts = list(facts_of_document(document, (specs / document.file).read_text().split("\n")))
        path = out / f"limits-{document.edition}.tsv"
        header = f"# {document.title}; made by scripts/extract-limits.py from {document.file}\n"
        header += "# builtin\tformat\tprofile\tmode\ttable\tpromise\n"
        path.write_text(header + "".join("\t".join(fact) + "\n" for fact in facts))
        print(f"{path}: {len(facts)} facts")


if __name__ == "__main__":
    main()
