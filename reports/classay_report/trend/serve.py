"""Serves the pages of a trend over HTTP. Each page is made on request, so that it shows the current database.

The server only reads, and the database may be read-only. Addresses equal the file names of `trend pages`. Between imports
a browser can use its cached page: the server replies that the page has not changed.
"""

import hashlib
import logging
import sys
from collections.abc import Callable, Iterable
from typing import Any

import waitress
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ThreadedTaskDispatcher
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, ServiceUnavailable
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Request, Response

from classay_report.pages import style
from classay_report.trend import schema
from classay_report.trend.badge import badge
from classay_report.trend.connections import Limits, Watch
from classay_report.trend.database import reason_of
from classay_report.trend.history import all_series
from classay_report.trend.news import news_of
from classay_report.trend.pages import History, builtin_page, devices_page, flakes_page, front_page, series_page, slug_of
from classay_report.trend.told import news_data
from classay_report.visible import json_text


def _page(address: str, endpoint: str) -> Rule:
    return Rule(address, endpoint=endpoint, methods=["GET"])


_ROUTES = Map(
    [
        _page("/", "front"),
        _page("/index.html", "front"),
        _page("/devices.html", "devices"),
        _page("/style.css", "style"),
        _page("/badge.svg", "badge"),
        _page("/news.json", "news"),
        _page("/<slug>-flakes.html", "flakes"),
        _page("/<slug>.html", "series"),
        _page("/<slug>/<page>", "builtin"),
    ]
)
_SAFE = {
    # Pages contain names that devices report. The policy prevents a browser from running them as scripts.
    "Content-Security-Policy": "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def _history(connection: Connection, slug: str) -> History:
    for series in all_series(connection):
        if slug_of(series.key) == slug:
            return History(connection, series)
    raise NotFound(f"no series {slug}")


def _front(connection: Connection) -> str:
    return front_page(all_series(connection))


def _devices(connection: Connection) -> str:
    return devices_page([History(connection, series) for series in all_series(connection)])


def _series(connection: Connection, slug: str) -> str:
    return series_page(_history(connection, slug))


def _flakes(connection: Connection, slug: str) -> str:
    return flakes_page(_history(connection, slug))


def _builtin(connection: Connection, slug: str, page: str) -> str:
    history = _history(connection, slug)
    functions = history.builtins.get(page)
    if not functions:
        raise NotFound(f"no page {page}")
    return builtin_page(history, functions[0].builtin)


def _badge(connection: Connection) -> str:
    return badge(all_series(connection))


def _news(connection: Connection) -> str:
    found = [news_of(connection, series) for series in all_series(connection)]
    return json_text(news_data([news for news in found if news.is_any()]))


def _style(_: Connection) -> str:
    return style()


_PAGES: dict[str, tuple[Callable[..., str], str]] = {
    "front": (_front, "text/html"),
    "devices": (_devices, "text/html"),
    "series": (_series, "text/html"),
    "flakes": (_flakes, "text/html"),
    "builtin": (_builtin, "text/html"),
    "style": (_style, "text/css"),
    "badge": (_badge, "image/svg+xml"),
    "news": (_news, "application/json"),
}


def _state(connection: Connection) -> str:
    """Returns a hash that changes with each import: runs are added, and grow."""
    runs = schema.runs.c
    known = connection.execute(select(func.count(), func.max(runs.id), func.sum(runs.bytes)).select_from(schema.runs)).one()
    return hashlib.sha256(f"{tuple(known)} {style()}".encode()).hexdigest()[:32]


class Application:
    """A WSGI application."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __call__(self, environment: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        request = Request(environment)
        try:
            response = self._answer(request)
        except HTTPException as error:
            said = f"{error.code} {error.name}: {error.description}\n"
            response = Response(said, status=error.code, mimetype="text/plain")
            if isinstance(error, MethodNotAllowed):
                response.allow.update(error.valid_methods or ())
        response.headers.update(_SAFE)
        return response(environment, start)

    def _answer(self, request: Request) -> Response:
        endpoint, words = _ROUTES.bind_to_environ(request.environ).match()
        make, kind = _PAGES[endpoint]
        try:
            with self.engine.connect() as connection:
                state = _state(connection)
                if state in request.if_none_match:
                    return Response(status=304, headers={"ETag": f'"{state}"'})
                text = make(connection, **words)
        except SQLAlchemyError as error:
            raise ServiceUnavailable(f"the database cannot be read: {reason_of(error, self.engine.url)}") from error
        response = Response(text, mimetype=kind)
        response.set_etag(state)
        return response


_THREADS = 4
_SECOND = 1.0  # between two checks of inactive connections
_SIZES = {
    # Requests are GET only: an address and a few header fields.
    "max_request_header_size": 1 << 14,
    "max_request_body_size": 1 << 12,
    # A response is complete before it is sent, so that no thread waits for a slow client.
    "outbuf_high_watermark": 1 << 40,
}
_LISTENS = 16  # waitress's own sockets, in addition to the connections


def serve(engine: Engine, listen: str, begin: Callable[[], None]) -> None:
    """Serves until interrupted. Calls `begin` when the server accepts connections. Raises OSError if it cannot listen."""
    serve_pages(Application(engine), listen, begin, Limits())


def serve_pages(
    application: Callable[..., Any],
    listen: str,
    begin: Callable[[], None],
    limits: Limits,
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    # Queued requests and clients that disconnect are not worth a warning.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    connections: dict[int, Any] = {}
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(_THREADS)
    watch = Watch(limits)
    try:
        waitress.create_server(
            application,
            map=connections,
            _dispatcher=threads,
            listen=listen,
            ident=None,
            connection_limit=2 * limits.connections + _LISTENS,
            log_socket_errors=False,
            **_SIZES,
        )
        begin()
        sys.stdout.flush()
        while not is_over():
            wasyncore.loop(timeout=_SECOND, use_poll=True, map=connections, count=1)
            for channel in watch.to_close([one for one in connections.values() if isinstance(one, HTTPChannel)]):
                channel.handle_close()
    except KeyboardInterrupt:
        return
    finally:
        threads.shutdown()
        wasyncore.close_all(connections)
