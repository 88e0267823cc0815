"""Writes the pages of a trend as files, which open from disk.

Equal runs give equal pages, byte by byte. The pages are written into a temporary folder, which then replaces the old folder,
so that a reader never sees half of them.
"""

from pathlib import Path

from sqlalchemy import Engine

from classay_report.errors import UsageError
from classay_report.files import folder_beside
from classay_report.pages import style
from classay_report.trend.history import all_series
from classay_report.trend.pages import History, builtin_page, devices_page, flakes_page, front_page, series_page

MARKER = ".classay-trend"


def _pages(engine: Engine) -> dict[str, str]:
    with engine.connect() as connection:
        histories = [History(connection, series) for series in all_series(connection)]
        pages = {"index.html": front_page([h.series for h in histories]), "devices.html": devices_page(histories)}
        for history in histories:
            pages[f"{history.slug}.html"] = series_page(history)
            pages[f"{history.slug}-flakes.html"] = flakes_page(history)
            for page, functions in history.builtins.items():
                pages[f"{history.slug}/{page}"] = builtin_page(history, functions[0].builtin)
    return pages


def _write(engine: Engine, folder: Path) -> None:
    for name, text in _pages(engine).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    (folder / "style.css").write_text(style(), encoding="utf-8", newline="")
    (folder / MARKER).write_text("Written by classay-report trend pages, which replaces all files here.\n", encoding="utf-8")


def write_site(engine: Engine, folder: Path) -> Path:
    """Returns the path of the front page. Raises UsageError if the folder has content other than a trend."""
    if folder.exists() and not (folder / MARKER).is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: contains files other than a trend, which the pages would replace; give a new folder")
    with folder_beside(folder) as fresh, folder_beside(folder) as away:
        _write(engine, fresh)
        if folder.exists():
            folder.rename(away / "old")
        fresh.rename(folder)
    return folder / "index.html"
