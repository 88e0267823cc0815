#!/usr/bin/env python3
"""Writes the fields of a journal into docs/journal.md, from data/schema/journal.schema.json.

    scripts/journal_fields.py           write the lists between the marks of the page
    scripts/journal_fields.py --check   only compare them

Exit codes: 0 written, or current; 1 the page is not current; 2 wrong usage.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from typing import Any

from pages import ROOT, WIDTH, keep_current, list_item

SCHEMA = ROOT / "data/schema/journal.schema.json"
PAGE = ROOT / "docs/journal.md"
MARKED = re.compile(r"(<!-- fields -->\n).*?(<!-- end of fields -->)", re.DOTALL)
# Parts of the state of a task, which only the same build reads. Their fields are not described.
OPAQUE = {"state", "state_of_width", "to_confirm"}
# Definitions with many values, which other pages explain.
PAGES_OF = {"verdict": "verdicts.md", "blame": "whose-fault.md"}

Node = dict[str, Any]


def named(node: Node) -> str:
    return str(node.get("$ref", "")).rpartition("/")[2]


def alternatives(node: Node, defs: dict[str, Node]) -> str:
    """The type of a field in words; definitions with fields are links."""
    if name := named(node):
        target = defs[name]
        if name in OPAQUE:
            return "object"
        if name in PAGES_OF:
            return f"[{name}]({PAGES_OF[name]})"
        return f"[{name}](#{name})" if "properties" in target else alternatives(target, defs)
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(alternatives(one, defs) for one in node["anyOf"]))
    if "enum" in node or "const" in node:
        return " ".join(f"`{json.dumps(value).strip(chr(34))}`" for value in node.get("enum", [node.get("const")]))
    kinds = node.get("type", "object")
    words = [word_of(kind, node, defs) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(words)


def word_of(kind: str, node: Node, defs: dict[str, Node]) -> str:
    if kind == "array":
        return f"list of {alternatives(node['items'], defs)}" if isinstance(node.get("items"), dict) else "list"
    if kind == "object" and isinstance(node.get("additionalProperties"), dict):
        return f"object of {alternatives(node['additionalProperties'], defs)}"
    return {"integer": "integer", "number": "number", "string": "text"}.get(kind, kind)


def description_of(node: Node, defs: dict[str, Node]) -> str:
    """Without descriptions that only name a page, which the type links."""
    target = defs.get(named(node), {})
    text = str(node.get("description") or ("" if "properties" in target else target.get("description", "")))
    return "" if text.startswith("docs/") else text


def items(node: Node, defs: dict[str, Node]) -> list[str]:
    """One item per type and description. A field that has the name of its type is a link. Texts with a description have
    no type."""
    required = node.get("required", [])
    names: dict[tuple[str, str], list[str]] = {}
    for name, of in node["properties"].items():
        if name == "kind":
            continue
        text, kind = description_of(of, defs), alternatives(of, defs)
        is_link = kind == f"[{name}](#{name})"
        shown = f"[`{name}`](#{name})" if is_link else f"`{name}`"
        shows_kind = not is_link and (kind != "text" or not text)
        key = (f": {kind}" if shows_kind else "", f"{'. ' if shows_kind else ': '}{text}" if text else "")
        names.setdefault(key, []).append(f"**{shown}**" if name in required else shown)
    return [list_item(", ".join(of) + kind + text) for (kind, text), of in names.items()]


def fields_of(schema: Node) -> str:
    defs: dict[str, Node] = schema["$defs"]
    lines: list[str] = []
    for name, node in defs.items():
        if "properties" not in node or name in OPAQUE:
            continue
        lines += [f"### {name}", ""]
        if description := node.get("description"):
            lines += [*textwrap.wrap(description, WIDTH, break_on_hyphens=False), ""]
        lines += [*items(node, defs), ""]
    return "\n".join(lines)


def page_of(text: str) -> str:
    fields = fields_of(json.loads(SCHEMA.read_text()))
    return MARKED.sub(lambda mark: f"{mark[1]}\n{fields}{mark[2]}", text)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    page = page_of(PAGE.read_text())
    return 0 if keep_current(PAGE, page, bool(arguments), "scripts/journal_fields.py") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
