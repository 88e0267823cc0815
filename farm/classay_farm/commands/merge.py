"""`classay-farm merge`: finishes a run whose shards were run by jobs."""

import argparse

from classay_report.arguments import Parser

from classay_farm.commands import options
from classay_farm.plan import read_plan
from classay_farm.program import Program
from classay_farm.store import Store
from classay_farm.whole import finish


def register(parser: Parser) -> None:
    options.add_program(parser)
    options.add_out(parser)


def run(args: argparse.Namespace) -> int:
    program = Program.at(args.classay)
    return finish(Store(args.out, read_plan(args.out)), program, {})
