"""`classay-report trend import | pages | serve | news | bisect | badge`: track devices over many runs."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from classay_report.errors import ReportError, UsageError
from classay_report.files import write_text
from classay_report.journal import JournalError, read_run
from classay_report.journal.reader import JOURNAL_NAMES
from classay_report.visible import json_text, say, warn

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from classay_report.trend.store import Store


def register(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    importing = actions.add_parser("import", help="import journals into the database, each once")
    importing.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run, or a folder of runs")
    pages = actions.add_parser("pages", help="write pages into a folder")
    pages.add_argument("folder", type=Path, metavar="FOLDER")
    serve = actions.add_parser("serve", help="show the pages to browsers, each as it is when it is asked for")
    serve.add_argument("--listen", default="127.0.0.1:8080", metavar="HOST:PORT", help="where (default: 127.0.0.1:8080)")
    news = actions.add_parser(
        "news",
        help="say what the last run has that the run before it had not, and nothing where there is no news",
        epilog="Exit code 1 when something is worse.",
    )
    news.add_argument("runs", nargs="*", type=Path, metavar="RUN", help="only of series that these are the last run of")
    bisect = actions.add_parser(
        "bisect", help="of what is not as promised now: the last good run, the first bad one, and what changed between"
    )
    bisect.add_argument("cases", nargs="*", metavar="GLOB", help="only these cases, such as 'clc/math/sin/*'")
    bisect.add_argument("--device", default="", metavar="WORD", help="only devices with this in their name or platform")
    for action in (news, bisect):
        action.add_argument("--json", action="store_true", help="print JSON")
    badge = actions.add_parser("badge", help="write a badge: whether the last runs are as promised")
    badge.add_argument("file", type=Path, metavar="FILE.svg")
    badge.add_argument("--label", default="classay", metavar="WORD", help="what stands in front (default: classay)")
    for action in (importing, pages, serve, news, bisect, badge):
        action.add_argument(
            "--db",
            default="classay-trend.sqlite",
            metavar="ADDRESS",
            help="an SQLite file (default: classay-trend.sqlite), or an address such as postgresql://user@host/name",
        )


def _runs_in(path: Path) -> list[Path]:
    """A folder without a journal is a folder of runs; anything else is a run."""
    if not path.is_dir() or any((path / name).exists() for name in JOURNAL_NAMES):
        return [path]
    inside = sorted({file.parent for name in JOURNAL_NAMES for file in path.glob(f"*/{name}")})
    if not inside:
        raise UsageError(f"{path}: there is no journal in this folder, nor in those in it")
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
                # One that is damaged does not keep the others out.
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
    """Whether the run was imported, and what to print. A run that has ended without any result has lost them."""
    from classay_report.trend.journal_scan import NothingToImportError  # noqa: PLC0415

    try:
        return True, f"{store.add(path)}: {path}"
    except NothingToImportError as error:
        run = read_run(path)
        if run.end and not run.written:
            raise JournalError(f"{error}, and the run has ended: its results are lost") from None
        return False, f"left out: {error}"


def _opened(address: str) -> "Engine":
    """To be read: nothing is made where nothing is."""
    from classay_report.trend.database import open_store  # noqa: PLC0415

    if "://" not in address and not Path(address).is_file():
        raise UsageError(f"{address}: there is no such database; `classay-report trend import` makes it")
    return open_store(address)


def _pages(args: argparse.Namespace) -> int:
    from classay_report.trend.site import write_site  # noqa: PLC0415

    say(str(write_site(_opened(args.db), args.folder)))
    return 0


def _serve(args: argparse.Namespace) -> int:
    try:
        from classay_report.trend.serve import serve  # noqa: PLC0415
    except ImportError as error:
        missing = f"serve needs Werkzeug and waitress, and {error.name} is not installed: pip install 'classay[serve]'"
        raise UsageError(missing) from None
    if not re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^:\s]+):[0-9]{1,5}", args.listen):
        raise UsageError(f"'{args.listen}' is no HOST:PORT")
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
            raise UsageError("a run that is named is not in the database, or is not the last one of its kind")
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
            raise UsageError(f"no device in the database has '{args.device}' in its name")
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
        import alembic  # noqa: F401, PLC0415 - large ones, which only this command needs
        import sqlalchemy as database_library  # noqa: PLC0415
    except ImportError as error:
        missing = f"trend needs SQLAlchemy and Alembic, and {error.name} is not installed: pip install 'classay[trend]'"
        raise UsageError(missing) from None
    from classay_report.trend.database import reason_of  # noqa: PLC0415

    try:
        actions = {"import": _import, "pages": _pages, "serve": _serve, "news": _news, "bisect": _bisect, "badge": _badge}
        return actions[args.action](args)
    except database_library.exc.SQLAlchemyError as error:
        raise ReportError(f"the database can not be read: {reason_of(error)}") from None
