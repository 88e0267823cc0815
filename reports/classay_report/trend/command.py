"""`classay-report trend import | pages | serve | news | bisect | badge`: tracks devices over many runs."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from classay_report.actions import add_action
from classay_report.arguments import Parser
from classay_report.errors import ReportError, UsageError
from classay_report.files import write_text
from classay_report.journal import JournalError, read_run
from classay_report.journal.reader import JOURNAL_NAMES
from classay_report.visible import json_text, say, warn

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from classay_report.trend.store import Store


def register(parser: Parser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    importing = add_action(actions, "import", "import journals into the database, each once")
    importing.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run, or a folder of runs")
    pages = add_action(actions, "pages", "write the pages of all devices into a folder")
    pages.add_argument("folder", type=Path, metavar="FOLDER", help="folder to write; existing pages are replaced")
    serve = add_action(actions, "serve", "serve the pages over HTTP, each made from the current database")
    listen = "listen on this address (default: 127.0.0.1:8080)"
    serve.output.add_argument("--listen", default="127.0.0.1:8080", metavar="HOST:PORT", help=listen)
    news = add_action(
        actions,
        "news",
        "print how the last run differs from the run before it; print nothing if it does not",
        epilog="Exit code 1 if something is worse.",
    )
    news.add_argument("runs", nargs="*", type=Path, metavar="RUN", help="report only series whose last run is given")
    bisect = add_action(
        actions,
        "bisect",
        "find the last good run and the first bad run of each failing case, and what changed between them",
        epilog="Exit code 1 if a case is not as promised in the last run.",
    )
    bisect.add_argument("cases", nargs="*", metavar="GLOB", help="search only these cases, such as 'clc/math/sin/*'")
    bisect.device.add_argument("--device", default="", metavar="WORD", help="search only devices with this in their name")
    for action in (news, bisect):
        action.output.add_argument("--json", action="store_true", help="print JSON instead of text")
    badge = add_action(actions, "badge", "write an SVG badge that states whether the last runs are as promised")
    badge.add_argument("file", type=Path, metavar="FILE.svg", help="file to write")
    badge.output.add_argument("--label", default="classay", metavar="WORD", help="put this word in front (default: classay)")
    for action in (importing, pages, serve, news, bisect, badge):
        action.selection.add_argument(
            "--db",
            default="classay-trend.sqlite",
            metavar="ADDRESS",
            help="use this SQLite file, or an address such as postgresql://user@host/name (default: classay-trend.sqlite)",
        )


def _runs_in(path: Path) -> list[Path]:
    """Returns the runs in a folder of runs. A folder with a journal is a run itself."""
    if not path.is_dir() or any((path / name).exists() for name in JOURNAL_NAMES):
        return [path]
    inside = sorted({file.parent for name in JOURNAL_NAMES for file in path.glob(f"*/{name}")})
    if not inside:
        raise UsageError(f"{path}: no journal in this folder or its subfolders; give runs or a folder of runs")
    return inside


def _import(args: argparse.Namespace) -> int:
    from classay_report.trend.database import open_store  # noqa: PLC0415
    from classay_report.trend.store import Store  # noqa: PLC0415

    runs = {path: _runs_in(path) for path in args.runs}
    store = Store(open_store(args.db))
    total = left_out = code = 0
    for named, inside in runs.items():
        taken = refused = 0
        for path in inside:
            try:
                is_taken, outcome = _add(store, path)
                say(outcome)
                taken += is_taken
            except JournalError as error:
                # A damaged journal does not stop the import of the others.
                warn(f"classay-report: {error}")
                refused += 1
        total += len(inside)
        left_out += len(inside) - taken
        if not taken and not refused:
            warn(f"classay-report: {named}: nothing was imported")
        if refused or not taken:
            code = 4
    if left_out:
        say(f"{left_out} of {total} {'run was' if total == 1 else 'runs were'} not imported")
    return code


def _add(store: "Store", path: Path) -> tuple[bool, str]:
    """Returns whether the run was imported, and the line to print. An ended run without results is an error."""
    from classay_report.trend.journal_scan import NothingToImportError  # noqa: PLC0415

    try:
        return True, f"{store.add(path)}: {path}"
    except NothingToImportError as error:
        run = read_run(path)
        if run.end and not run.written:
            raise JournalError(f"{error}, although the run has ended: its results are lost") from None
        return False, f"left out: {error}"


def _opened(address: str) -> "Engine":
    """Opens an existing database. Does not create one."""
    from classay_report.trend.database import open_store  # noqa: PLC0415

    if "://" not in address and not Path(address).is_file():
        raise UsageError(f"{address}: no such database; create it with: classay-report trend import")
    return open_store(address)


def _pages(args: argparse.Namespace) -> int:
    from classay_report.trend.site import write_site  # noqa: PLC0415

    say(str(write_site(_opened(args.db), args.folder)))
    return 0


def _serve(args: argparse.Namespace) -> int:
    try:
        from classay_report.trend.serve import serve  # noqa: PLC0415
    except ImportError as error:
        missing = f"serve needs {error.name}, which is not installed; install it: pip install werkzeug waitress"
        raise UsageError(missing) from None
    if not re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^:\s]+):[0-9]{1,5}", args.listen):
        raise UsageError(f"--listen {args.listen}: not of the form HOST:PORT, such as 127.0.0.1:8080")
    engine = _opened(args.db)
    serve(engine, args.listen, lambda: say(f"http://{args.listen}/"))
    return 0


def _news(args: argparse.Namespace) -> int:
    from classay_report.trend.journal_scan import read_beginning  # noqa: PLC0415
    from classay_report.trend.news import news_of, series_of  # noqa: PLC0415
    from classay_report.trend.told import news_data, news_text  # noqa: PLC0415

    identities = [read_beginning(path).identity for path in args.runs]
    with _opened(args.db).connect() as connection:
        chosen = series_of(connection, identities)
        if len(chosen) < len(set(identities)):
            raise UsageError("a given run is not in the database, or is not the last run of its series; import it first")
        found = [news for series in chosen if (news := news_of(connection, series)).is_any()]
    if found:
        sys.stdout.write(json_text(news_data(found)) if args.json else news_text(found))
    return 1 if any(news.is_bad() for news in found) else 0


def _bisect(args: argparse.Namespace) -> int:
    from classay_report.trend.history import all_series, bad_now  # noqa: PLC0415
    from classay_report.trend.told import bisected_data, bisected_text  # noqa: PLC0415

    with _opened(args.db).connect() as connection:
        chosen = [s for s in all_series(connection) if args.device.lower() in f"{s.key.device} ({s.key.platform})".lower()]
        if not chosen:
            raise UsageError(f"--device {args.device}: no device in the database has this in its name or platform")
        found = [(series, bad_now(connection, series, args.cases)) for series in chosen]
    if args.json:
        sys.stdout.write(json_text(bisected_data(found)))
    else:
        sys.stdout.write("\n".join(bisected_text(series, bad) for series, bad in found if bad))
    return 1 if any(bad for _, bad in found) else 0


def _badge(args: argparse.Namespace) -> int:
    from classay_report.trend.badge import badge  # noqa: PLC0415
    from classay_report.trend.history import all_series  # noqa: PLC0415

    with _opened(args.db).connect() as connection:
        write_text(args.file, badge(all_series(connection), args.label))
    return 0


def run(args: argparse.Namespace) -> int:
    try:
        import alembic  # noqa: F401, PLC0415 - large libraries, which only this command needs
        import sqlalchemy as database_library  # noqa: PLC0415
    except ImportError as error:
        missing = f"trend needs {error.name}, which is not installed; install it: pip install 'SQLAlchemy>=2' alembic"
        raise UsageError(missing) from None
    if not hasattr(database_library, "URL"):
        raise UsageError(f"trend needs SQLAlchemy 2, and found {database_library.__version__}: pip install 'SQLAlchemy>=2'")
    from classay_report.trend.database import reason_of  # noqa: PLC0415

    try:
        actions = {"import": _import, "pages": _pages, "serve": _serve, "news": _news, "bisect": _bisect, "badge": _badge}
        return actions[args.action](args)
    except database_library.exc.SQLAlchemyError as error:
        raise ReportError(f"the database cannot be read: {reason_of(error)}") from None
