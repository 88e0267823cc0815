"""The fields in docs/journal.md are those of data/schema/journal.schema.json."""

import json
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from journal_fields import PAGE, SCHEMA, fields_of, page_of


class JournalFieldsTest(unittest.TestCase):
    def test_the_page_is_current(self) -> None:
        self.assertEqual(PAGE.read_text(), page_of(PAGE.read_text()), "run scripts/journal_fields.py")

    def test_every_kind_of_record_is_described(self) -> None:
        kinds = json.loads(SCHEMA.read_text())["properties"]["kind"]["enum"]
        text = PAGE.read_text()
        for kind in kinds:
            self.assertIn(f"| `{kind}` |", text)
            self.assertIn(f"\n### {kind}\n", text)

    def test_links_lead_to_headings(self) -> None:
        text = PAGE.read_text()
        for name in re.findall(r"\]\(#([a-z0-9_]+)\)", text):
            self.assertRegex(text, rf"(?mi)^##+ {name}$")

    def test_types_are_words(self) -> None:
        schema = {
            "$defs": {
                "a": {
                    "description": "An object.",
                    "required": ["one"],
                    "properties": {
                        "kind": {"const": "a"},
                        "one": {"description": "A list.", "type": "array", "items": {"$ref": "#/$defs/b"}},
                        "two": {"anyOf": [{"const": "auto"}, {"$ref": "#/$defs/c"}]},
                    },
                },
                "b": {
                    "properties": {
                        "x": {"type": ["string", "null"]},
                        "y": {"type": "integer"},
                        "z": {"type": ["string", "null"]},
                    }
                },
                "c": {"type": "integer"},
            }
        }
        expected = "### a\n\nAn object.\n\n- **`one`**: list of [b](#b). A list.\n- `two`: `auto` or integer\n\n"
        self.assertEqual(fields_of(schema), expected + "### b\n\n- `x`, `z`: text or null\n- `y`: integer\n")


if __name__ == "__main__":
    unittest.main()
