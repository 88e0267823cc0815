"""Adds actions to a command, such as `baseline make`."""

import argparse
from typing import Any


def add_action(actions: Any, name: str, effect: str, epilog: str = "") -> argparse.ArgumentParser:
    """Uses `effect` in the list of actions and as the description of the action's own help."""
    description = f"{effect[:1].upper()}{effect[1:]}."
    added: argparse.ArgumentParser = actions.add_parser(name, help=effect, description=description, epilog=epilog or None)
    return added
