"""Defines the options for required properties of evidence, which `pack` and `verify` share."""

import argparse
from collections.abc import Iterable

from classay_report.arguments import Parser
from classay_report.evidence.checks import TIERS, Demand
from classay_report.evidence.reason import Reason


def register_demand(parser: Parser) -> None:
    parser.selection.add_argument(
        "--tier", choices=TIERS, default="certify", help="require at least this tier (default: certify)"
    )
    parser.selection.add_argument(
        "--part", action="store_true", help="accept a part of the suite: do not check filters and modes"
    )


def demand_of(args: argparse.Namespace) -> Demand:
    return Demand(args.tier, args.part)


def reason_lines(reasons: Iterable[Reason]) -> list[str]:
    return [f"  {reason}" for reason in reasons]
