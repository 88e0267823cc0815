"""`classay-report pack`: packs evidence as a folder and as an archive. It refuses evidence that `verify` would reject."""

import argparse
import sys
from pathlib import Path

from classay_report.arguments import Parser
from classay_report.errors import UsageError
from classay_report.evidence.archive import write_archive
from classay_report.evidence.demand import demand_of, reason_lines, register_demand
from classay_report.evidence.package import STATEMENT_TEMPLATE, build, examine
from classay_report.evidence.signature import sign
from classay_report.files import folder_beside
from classay_report.visible import say, warn


def register(parser: Parser) -> None:
    parser.add_argument(
        "out", nargs="?", type=Path, metavar="FOLDER", help="folder to write; FOLDER.tar.gz is written next to it"
    )
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN", help="the runs of all shards")
    parser.selection.add_argument(
        "--statement", type=Path, metavar="FILE", help="include this completed statement (default: blank)"
    )
    parser.output.add_argument("--statement-template", action="store_true", help="print a statement to fill in, and exit")
    parser.selection.add_argument(
        "--waivers", type=Path, metavar="FILE", help="include waivers granted by the standards body"
    )
    parser.selection.add_argument(
        "--kernels",
        type=Path,
        metavar="DIR",
        help="check these kernels of `run --dump-kernels` against the journals; they are not packed",
    )
    parser.output.add_argument(
        "--sign", type=Path, metavar="KEY", help="sign the package with this SSH key (default: unsigned)"
    )
    register_demand(parser)


def run(args: argparse.Namespace) -> int:
    if args.statement_template:
        sys.stdout.write(STATEMENT_TEMPLATE)
        return 0
    if args.out is None or not args.runs:
        raise UsageError("no folder or no runs given; give a folder for the package and the runs of all shards")
    out: Path = args.out.absolute()
    archive = out.with_name(out.name + ".tar.gz")
    for path in (out, archive):
        if path.exists():
            raise UsageError(f"{path}: already exists; give a new folder")
    with folder_beside(out) as scratch:
        misfits = build(scratch / out.name, args.runs, args.statement, args.waivers, args.kernels)
        reasons = [*misfits, *examine(scratch / out.name, demand_of(args)).reasons]
        if reasons:
            warn(f"classay-report: not packed, because the runs are not evidence, for {len(reasons)} reasons:")
            for line in reason_lines(reasons):
                warn(line)
            return 1
        if args.sign:
            sign(scratch / out.name, args.sign)
        write_archive(scratch / out.name, scratch / archive.name)
        (scratch / archive.name).rename(archive)
        (scratch / out.name).rename(out)
    say(str(out), str(archive))
    if not args.statement:
        warn("The statement is blank: fill in the output of --statement-template, then pack again with --statement FILE.")
    return 0
