"""Derives symptoms from messages: crashes, failed builds, and objections of tests that have no inputs to list.

Two messages are the same symptom if they are equal without numbers, addresses, paths, types and quoted texts.
"""

import hashlib
import re
from typing import TYPE_CHECKING

from classay_report.findings.families import family
from classay_report.journal import Result

if TYPE_CHECKING:
    from classay_report.findings.symptoms import Symptom

_LETTERS = 4000  # the part of a message that is read
_NOT_RUN = re.compile(r"^not run, because the cases before it ended like this: ")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|`[^\']*\'')
_TYPES = r"(?:bool|u?char|u?short|u?int|u?long|half|float|double|[iu](?:8|16|32|64)|f(?:16|32|64))"
_NOISE = (
    (re.compile(r"\b[A-Za-z_.-]+: (?=\./|/|[A-Za-z_]+:)"), ""),
    (re.compile(r"(?:\.{0,2}/)[\w./+-]+"), "PATH"),
    (re.compile(rf"\b{_TYPES}(?:2|3|4|8|16)?\b"), "TYPE"),
    (re.compile(r"\bCL_(?:R|A|RG|RGBA|BGRA|ARGB|INTENSITY|LUMINANCE)\b"), "ORDER"),
    (re.compile(r"[-+]?0x[0-9a-f.]+(?:p[-+]?[0-9]+)?", re.IGNORECASE), "N"),
    (re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?"), "N"),
    (re.compile(r"\bN(?:[, ]+N)+\b"), "N"),
    (re.compile(r"\s+"), " "),
)
_MISSING = re.compile(r"(\w+)\([^;]*?\) is missing at link time|Cannot find symbol|Symbols not found")
_OF_CALL = re.compile(r" of \w+:")


def normalised(message: str) -> str:
    """Removes the parts of a message that vary between cases with the same cause."""
    text = _QUOTED.sub("...", message[:_LETTERS].strip())
    for pattern, word in _NOISE:
        text = pattern.sub(word, text)
    return text.strip()[:300]


def slug(message: str) -> str:
    """Returns a short and stable identity of a normalised message."""
    return hashlib.sha256(message.encode()).hexdigest()[:8]


def first_sentence(reason: str) -> str:
    """Returns the example of a reason: `sin(-0x1p-126) = X, expected Y`; empty if the reason has none."""
    _, found, example = reason.partition("first: ")
    return example.split("; ")[0] if found else ""


def _symptom(kind: str, subject: str, detail: str, result: Result) -> "Symptom":
    from classay_report.findings.symptoms import Symptom  # noqa: PLC0415 - the two modules use each other

    return Symptom(kind, subject, detail, repro=result.repro)


def of_message(result: Result, kind: str) -> "Symptom":
    """Returns a symptom for a result with nothing but a reason."""
    text = normalised(result.reason)
    subject = family(result.case.group, result.case.builtin) if kind == "wrong" else ""
    return _symptom(kind, f"{subject} {slug(text)}".strip(), result.reason, result)


def crash_site(result: Result) -> str:
    """Returns the signal, the driver call and the message of a crash, without the parts that vary."""
    reason = _NOT_RUN.sub("", result.reason)
    return normalised(_OF_CALL.sub(" of KERNEL:", reason))


def of_crash(result: Result) -> "Symptom":
    return _symptom("crash", slug(crash_site(result)), _NOT_RUN.sub("", result.reason), result)


def of_build(result: Result) -> "Symptom | None":
    """Returns a symptom if a program of the case does not build."""
    if not result.reason.startswith("does not build"):
        return None
    case = result.case
    missing = _MISSING.search(result.reason[:_LETTERS])
    if missing is None:
        subject = f"{family(case.group, case.builtin)} {slug(normalised(result.reason))}"
    elif case.group == "misc":
        subject = f"link {'images' if case.builtin.startswith('image-') else case.builtin}"
    else:
        # A library that lacks a type lacks several of its functions.
        subject = f"link functions of {case.format}"
    return _symptom("build", subject, result.reason, result)


def _objections(result: Result) -> list[str]:
    found: list[str] = []
    for value in result.other.values():
        if isinstance(value, dict) and isinstance(value.get("objections"), list):
            found += [text[:_LETTERS] for text in value["objections"] if isinstance(text, str) and text]
    return found or [result.reason[:_LETTERS]]


_MORE = re.compile(r"and [0-9]+ more$")
_CONVERSION = re.compile(r'^printf\("(?P<format>(?:[^"\\]|\\.)*)"\) gives')


def _printed(objection: str) -> str:
    """Names the kind of a printf conversion: a string, a vector or a number."""
    found = _CONVERSION.match(objection)
    if found is None:
        return f"printf {slug(normalised(objection))}"
    if "s" in re.sub(r"[^a-z]", "", found["format"]):
        return "printf of strings"
    return "printf of vectors" if "v" in found["format"] else "printf of numbers"


_ALPHA = re.compile(r": .*alpha (?:has no channel and )?is (?:0|0x0p\+0)\b")
_CHANNELS = re.compile(r"^CL_\w+, (CL_\w+):")


def _imaged(objection: str) -> str:
    channels = _CHANNELS.match(objection)
    if channels and channels[1] == "CL_HALF_FLOAT":
        return "image CL_HALF_FLOAT"
    return "image alpha" if _ALPHA.search(objection) else f"image {slug(normalised(objection))}"


def of_objections(result: Result, only_from_spirv: bool) -> "list[Symptom]":
    """Returns the symptoms of a test of group misc. Only printf reports independent objections. In the other tests the first
    objection often causes the next ones."""
    name, objections = result.case.builtin, _objections(result)
    if name == "printf":
        route = " from SPIR-V" if only_from_spirv else ""
        named = {_printed(text): text for text in reversed(objections) if not _MORE.match(text)} or {
            _printed(objections[0]): objections[0]
        }
        return [_symptom("probe", f"{subject}{route}", text, result) for subject, text in sorted(named.items())]
    first = objections[0]
    if name.startswith("image-"):
        return [_symptom("probe", _imaged(first), first, result)]
    if name == "macros":
        return [_symptom("probe", "macros", first, result)]
    return [_symptom("probe", f"misc {slug(normalised(first))}", first, result)]
