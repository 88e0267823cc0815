"""`classay-report trend import | pages`: track devices over many runs."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from classay_report.errors import ReportError, UsageError
from classay_report.journal import JournalError
from classay_report.visible import say, warn


def register(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    importing = actions.add_parser("import", help="import journals into the database, each once")
    importing.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run, or a folder of runs")
    pages = actions.add_parser("pages", help="write pages into a folder")
    pages.add_argument("folder", type=Path, metavar="FOLDER")
    for action in (importing, pages):
        action.add_argument(
            "--db",
            default="classay-trend.sqlite",
            metavar="ADDRESS",
            help="an SQLite file (default: classay-trend.sqlite), or an address such as postgresql://user@host/name",
        )


def _runs_in(paths: Sequence[Path]) -> Iterator[Path]:
    """A folder without a journal is a folder of runs."""
    for path in paths:
        if path.is_dir() and not any(path.glob("journal.jsonl*")):
            inside = sorted(file.parent for file in path.glob("*/journal.jsonl*"))
            if not inside:
                raise UsageError(f"{path}: there is no journal in this folder, nor in those in it")
            yield from dict.fromkeys(inside)
        else:
            yield path


def _import(args: argparse.Namespace) -> int:
    from classay_report.trend.database import open_store  # noqa: PLC0415
    from classay_report.trend.journal_scan import NothingToImportError  # noqa: PLC0415
    from classay_report.trend.store import Store  # noqa: PLC0415

    store = Store(open_store(args.db))
    code = 0
    for path in _runs_in(args.runs):
        try:
            say(f"{store.add(path)}: {path}")
        except NothingToImportError as error:
            say(f"left out: {error}")
        except JournalError as error:
            # One that is damaged does not keep the others out.
            warn(f"classay-report: {error}")
            code = 4
    return code


def _pages(args: argparse.Namespace) -> int:
    from classay_report.trend.database import open_store  # noqa: PLC0415
    from classay_report.trend.site import write_site  # noqa: PLC0415

    if "://" not in args.db and not Path(args.db).is_file():
        raise UsageError(f"{args.db}: there is no such database; `classay-report trend import` makes it")
    say(str(write_site(open_store(args.db), args.folder)))
    return 0


def run(args: argparse.Namespace) -> int:
    try:
        import alembic  # noqa: F401, PLC0415 - large ones, which only this command needs
        import sqlalchemy as database_library  # noqa: PLC0415
    except ImportError as error:
        missing = f"trend needs SQLAlchemy and Alembic, and {error.name} is not installed: pip install './reports[trend]'"
        raise UsageError(missing) from None
    from classay_report.trend.database import reason_of  # noqa: PLC0415

    try:
        return {"import": _import, "pages": _pages}[args.action](args)
    except database_library.exc.SQLAlchemyError as error:
        raise ReportError(f"the database can not be read: {reason_of(error)}") from None
