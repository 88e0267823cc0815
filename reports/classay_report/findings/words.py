"""Describes findings in words, for all output formats."""

import re
from collections.abc import Sequence

from classay_report import numbers
from classay_report.findings.group import Finding
from classay_report.findings.values import in_order
from classay_report.journal import Run

_SHOWN_NAMES = 4
_SHOWN_SPARED = 8
_SHOWN_LETTERS = 160
_ALL_WIDTHS = [1, 2, 3, 4, 8, 16]
# For one builtin and for several.
_VERBS = {
    "hang": ("does not return", "do not return"),
    "beyond-end": ("writes beyond the end of its output", "write beyond the end of their output"),
    "zero-sign": ("returns zeros with the wrong sign", "return zeros with the wrong sign"),
    "flushed": ("returns zero instead of subnormal results", "return zero instead of subnormal results"),
    "nan-bits": ("returns NaNs with wrong bits", "return NaNs with wrong bits"),
    "second-result": ("returns a wrong second result", "return a wrong second result"),
    "overflow": ("overflows where the result is finite", "overflow where the result is finite"),
    "never-stored": ("does not store results", "do not store results"),
    "wrong-constant": ("is folded to wrong constants", "are folded to wrong constants"),
    "wrong": ("returns wrong results", "return wrong results"),
    "variant": ("is wrong in a call variant", "are wrong in a call variant"),
}

_KILLED = re.compile(r"killed by (?P<signal>\w+) in .*?, in (?P<call>cl\w+)(?: of \w+)?(?:: )?(?P<message>.*)", re.DOTALL)


def listed(names: Sequence[str], most: int = _SHOWN_NAMES) -> str:
    """Joins names: `a`, `a and b`, `a, b and c`, `a, b, c, d and 3 more`."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def shortened(text: str, most: int = _SHOWN_LETTERS) -> str:
    return text if len(text) <= most else f"{text[: most - 3].rstrip()}..."


def _accuracy(finding: Finding) -> str:
    several = len(finding.builtins) > 1
    if finding.formats[0][0] not in "bf" or not finding.ulps:
        return "return wrong results" if several else "returns wrong results"
    if finding.ulps <= 1:
        return "are rounded wrongly" if several else "is rounded wrongly"
    error = f"{finding.ulps:,.0f}" if 1000 <= finding.ulps < 1e7 else numbers.ulps(finding.ulps)
    return f"{'are' if several else 'is'} up to {error} ulp off"


def _crash(reason: str) -> str:
    """Shortens `killed by SIGABRT in libc.so.6, called from libpocl.so.2, in clFinish of look: message`."""
    found = _KILLED.fullmatch(reason)
    return f"{found['signal']} in {found['call']}{': ' if found['message'] else ''}{found['message']}" if found else reason


def _special(finding: Finding) -> str:
    classes = in_order(finding.inputs)
    where = f" for {listed([f'{name}' for name in classes])} arguments" if classes else ""
    return f"{'are' if len(finding.builtins) > 1 else 'is'} wrong{where}"


def title(finding: Finding) -> str:
    """Returns one plain sentence without a full stop."""
    who, detail = listed(finding.builtins), finding.shown[1].detail.removeprefix("does not build: ")
    several = len(finding.builtins) > 1
    formats = f" ({', '.join(finding.formats)})"
    kind = finding.kind
    if kind == "accuracy":
        return f"{who} {_accuracy(finding)}{formats}"
    if kind == "special":
        return f"{who} {_special(finding)}{formats}"
    if kind in _VERBS:
        return f"{who} {_VERBS[kind][several]}{formats}"
    sentences = {
        "crash": f"{who} {'end' if several else 'ends'} the process: {_crash(detail)}",
        "build": f"{who} {'do' if several else 'does'} not build: {detail}",
        "constant-lost": f"Results of constant calls of {who} are not stored, or are 0{formats}",
        "launches": f"Results of {who} differ between launches of the same inputs{formats}",
        "neighbour-lanes": f"Lanes of {who} depend on their neighbours{formats}",
        "mode": f"Build mode {finding.subject.partition(' ')[0]}: {who} {_of_mode(finding)}{formats}",
        "probe": f"{who}: {detail}",
        "harness-error": f"classay failed in {who}: {detail}",
        "resource-error": f"{who} lacked resources: {detail}",
        "undecided": f"Cases without a complete result: {who}",
    }
    return shortened(sentences.get(kind, f"{who}: {detail}"))


def _of_mode(finding: Finding) -> str:
    effect = finding.subject.partition(" ")[2]
    several = len(finding.builtins) > 1
    if effect == "build":
        return "do not build" if several else "does not build"
    if effect in ("never-stored", "constant-lost"):
        return "do not store results" if several else "does not store results"
    whose = "the mode" if effect == "limits of the mode" else "the default mode"
    return f"{'exceed' if several else 'exceeds'} the limits of {whose}"


def cases_text(count: int) -> str:
    return f"{numbers.count(count)} case{'' if count == 1 else 's'}"


def facts(finding: Finding) -> str:
    """Returns the number of cases, the front ends, formats, widths and modes."""
    widths = "all widths" if finding.widths == _ALL_WIDTHS else " ".join(f"v{lanes}" for lanes in finding.widths)
    modes = [mode for mode in finding.modes if mode != "default"]
    words = [
        " ".join(finding.front_ends),
        " ".join(finding.formats),
        widths,
        *([f"modes {' '.join(modes)}"] if modes else []),
    ]
    return f"{cases_text(len(finding.cases))}: {', '.join(words)}"


def spared_text(finding: Finding) -> str:
    return f"not affected: {listed(finding.spared, _SHOWN_SPARED)}" if finding.spared else ""


def example(finding: Finding) -> str:
    """Returns one wrong result; empty if the journal has no sentence for it, or if the title contains it."""
    shown = finding.shown[1]
    return shortened(shown.example or (shown.detail if finding.kind in ("never-stored", "launches", "variant") else ""))


def headline(run: Run, findings: Sequence[Finding]) -> str:
    cases = {case for finding in findings for case in finding.cases}
    if not cases:
        return "no findings: no case failed"
    count = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    return f"{count} in {cases_text(len(cases))} of {numbers.count(run.total)}"
