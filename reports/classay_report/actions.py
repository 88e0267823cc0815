"""Adds actions to a command, such as `baseline make`."""

from typing import Any

from classay_report.arguments import Parser


def add_action(actions: Any, name: str, effect: str, epilog: str = "") -> Parser:
    """Uses `effect` in the list of actions and as the description of the action's own help."""
    description = f"{effect[:1].upper()}{effect[1:]}."
    added: Parser = actions.add_parser(name, help=effect, description=description, epilog=epilog or None)
    return added
