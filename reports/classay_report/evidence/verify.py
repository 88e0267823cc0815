"""`classay-report verify`: checks whether a package is evidence. Exits with 0 if it is, otherwise with 1 and all reasons."""

import argparse
import sys
from pathlib import Path
from typing import Any

from classay_report.arguments import Parser
from classay_report.errors import UsageError
from classay_report.evidence.checks import Findings
from classay_report.evidence.demand import demand_of, reason_lines, register_demand
from classay_report.evidence.package import verify
from classay_report.visible import joined, json_text


def register(parser: Parser) -> None:
    parser.add_argument("package", type=Path, metavar="PACKAGE", help="the folder or the archive of a package")
    parser.output.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.selection.add_argument(
        "--signers", type=Path, metavar="FILE", help="require a signature by a signer in this file of ssh-keygen"
    )
    register_demand(parser)


def _data(found: Findings) -> dict[str, Any]:
    reasons = [reason.shown._asdict() for reason in found.reasons]
    remarks = [str(remark) for remark in found.remarks]
    return {
        "schema": 1,
        "verified": not reasons,
        "reasons": reasons,
        "waived": found.waived,
        "remarks": remarks,
        "signer": found.signer,
    }


def _text(found: Findings, args: argparse.Namespace) -> str:
    if found.reasons:
        lines = [f"{args.package}: rejected, for {len(found.reasons)} reasons", *reason_lines(found.reasons)]
    else:
        what = f"for tier {args.tier}{' and a part of the suite' if args.part else ''}"
        lines = [f"{args.package}: verified, {what}{f', signed by {found.signer}' if found.signer else ''}"]
    if found.waived:
        lines.append(f"waived by the standards body: {', '.join(found.waived)}")
    return joined([*lines, *(f"does not invalidate the package, but needs attention: {remark}" for remark in found.remarks)])


def run(args: argparse.Namespace) -> int:
    if not args.package.exists():
        raise UsageError(f"{args.package}: no such file or folder; give a package")
    found = verify(args.package, demand_of(args), args.signers)
    sys.stdout.write(json_text(_data(found)) if args.json else _text(found, args))
    return 1 if found.reasons else 0
