"""Tests the server: pages equal the files for all clients, and no request changes anything."""

import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from classay_report.cli import main
from classay_report.trend.connections import Channel, Limits, Watch
from classay_report.trend.database import open_store
from classay_report.trend.serve import Application, serve_pages
from classay_report.trend.site import write_site
from sqlalchemy import text
from test_news import Nights
from trend_runs import COS, SIN
from werkzeug.test import Client

REPORTS = Path(__file__).parents[1]


@pytest.fixture
def nights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Nights:
    nights = Nights(tmp_path, capsys)
    nights.add(1, {SIN: "pass", COS: "pass", "clc/math/odd name/f32/default/v1": "pass"})
    nights.add(2, {SIN: "fail", COS: "pass"})
    nights.add(1, {SIN: "pass"}, device="<script>alert(1)</script>")
    return nights


@pytest.fixture
def client(nights: Nights) -> Iterator[Client]:
    engine = open_store(nights.db)
    yield Client(Application(engine))
    engine.dispose()


def files_of(nights: Nights) -> dict[str, str]:
    engine = open_store(nights.db)
    site = nights.folder / "site"
    write_site(engine, site)
    engine.dispose()
    return {str(path.relative_to(site)): path.read_text() for path in site.rglob("*") if path.suffix in (".html", ".css")}


def test_each_page_is_what_the_file_would_be(nights: Nights, client: Client) -> None:
    files = files_of(nights)
    assert len(files) >= 9
    for name, content in files.items():
        answer = client.get(f"/{name}")
        assert (answer.status_code, answer.text) == (200, content), name
    assert client.get("/").text == files["index.html"]


def test_every_link_leads_somewhere(client: Client) -> None:
    found, left = {"/"}, ["/"]
    while left:
        page = left.pop()
        answer = client.get(page)
        assert answer.status_code == 200, page
        for link in re.findall(r'href="([^"#:]+)"', answer.text if answer.mimetype == "text/html" else ""):
            parts = (page.rsplit("/", 1)[0] + "/" + link).split("/")
            address = re.sub(r"/[^/]+/\.\./", "/", "/".join(parts))
            if address not in found:
                found.add(address)
                left.append(address)
    assert len(found) >= 9


def test_badge_and_news_are_there_for_other_programs(client: Client) -> None:
    assert client.get("/badge.svg").mimetype == "image/svg+xml"
    (series,) = client.get("/news.json").json["series"]  # type: ignore[index]
    assert SIN in {change["case"] for change in series["changes"]} and series["worse"]


def test_what_a_device_calls_itself_is_no_program(client: Client) -> None:
    answer = client.get("/")
    assert "<script" not in answer.text and "&lt;script&gt;" in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "page", ["/none.html", "/none/sin.html", "/none-flakes.html", "/../etc/passwd", "/%2e%2e/x", "/a/b/c", "/x%00y"]
)
def test_what_is_not_there_is_404(client: Client, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 404 and answer.mimetype == "text/plain"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_changed(client: Client, method: str) -> None:
    answer = client.open("/", method=method)
    assert answer.status_code == 405 and set(answer.allow) == {"GET", "HEAD"}


def test_who_has_a_page_is_told_that_it_is_still_the_same_until_something_is_imported(
    nights: Nights, client: Client
) -> None:
    tag = client.get("/").headers["ETag"]
    assert client.get("/", headers={"If-None-Match": tag}).status_code == 304
    nights.add(3, {SIN: "pass", COS: "pass"})
    assert client.get("/", headers={"If-None-Match": tag}).status_code == 200


def test_a_database_that_is_gone_is_503_in_a_sentence(nights: Nights, client: Client) -> None:
    engine = open_store(nights.db)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE totals"))
    engine.dispose()
    answer = client.get("/")
    assert answer.status_code == 503 and "cannot be read: no such table: totals" in answer.text


def test_the_command_serves_until_it_is_interrupted(nights: Nights) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    words: list[Any] = [sys.executable, "-m", "classay_report", "trend", "serve", "--listen", address, "--db", nights.db]
    program = subprocess.Popen(words, cwd=REPORTS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        assert program.stdout.readline() == f"http://{address}/\n"
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://{address}/") as answer:
                    assert answer.status == 200 and b"Trend" in answer.read()
                break
            except ConnectionError:
                time.sleep(0.1)
            except urllib.error.URLError:
                time.sleep(0.1)
        else:
            pytest.fail("it does not answer")
    finally:
        program.send_signal(2)
        _, said = program.communicate()
    assert (program.returncode, said) == (0, "")


def test_an_address_that_is_taken_or_none_is_told(nights: Nights) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, said = nights("serve", "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
    assert code == 4 and "in use" in said
    code, said = nights("serve", "--listen", "nowhere")
    assert code == 2 and "HOST:PORT" in said


def test_without_a_database_there_is_nothing_to_serve(tmp_path: Path) -> None:
    assert main(["trend", "serve", "--db", str(tmp_path / "none.sqlite")]) == 2


# --- connections that are idle or slow -------------------------------------------------------------------------------------


def free_address() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


@contextmanager
def serving(application: Callable[..., Any], limits: Limits) -> Iterator[str]:
    """Runs a server in a thread. Its limits are never reached; other tests control the clock."""
    address = free_address()
    stop = threading.Event()
    has_begun = threading.Event()

    def run() -> None:
        serve_pages(application, address, has_begun.set, limits, stop.is_set)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        has_begun.wait()
        yield address
    finally:
        stop.set()
        thread.join()


def connect(address: str, stack: ExitStack) -> socket.socket:
    host, _, port = address.rpartition(":")
    one = stack.enter_context(socket.socket())
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect((host, int(port)))
    return one


def is_open(connection: socket.socket) -> bool:
    """Checks that nothing arrived and that the connection is open."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def hello(_: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    start("200 OK", [("Content-Length", "5")])
    return [b"hello"]


NEVER = float("inf")
PATIENT = {"request": NEVER, "idle": NEVER, "silence": NEVER, "response": NEVER}
# A connection that sends nothing, and requests that end in the first line, in a field, and before the last byte.
HALVES = [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Y: ", b"GET / HTTP/1.1\r\nHost: x\r\n\r"]


@pytest.fixture
def many_descriptors() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("many_descriptors")
@pytest.mark.parametrize("count", [100, 1000])
def test_half_a_request_is_in_nobodys_way(count: int) -> None:
    with serving(hello, Limits(connections=128, **PATIENT)) as address, ExitStack() as stack:
        idle = [connect(address, stack) for _ in range(count)]
        for number, one in enumerate(idle):
            one.sendall(HALVES[number % len(HALVES)])
        for _ in range(3):
            with urllib.request.urlopen(f"http://{address}/") as answer:
                assert answer.read() == b"hello"
        # The newest connections still get responses; the oldest excess ones are closed.
        assert is_open(idle[-1]) and is_open(idle[0]) == (count == 100)
        idle[-1].setblocking(True)
        idle[-1].sendall(b"\n")
        assert idle[-1].recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.usefixtures("many_descriptors")
def test_readers_that_take_nothing_are_in_nobodys_way() -> None:
    def application(environment: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        content = bytes(1 << 22 if environment["PATH_INFO"] == "/large" else 5)
        start("200 OK", [("Content-Length", str(len(content)))])
        return [content]

    with serving(application, Limits(connections=16, **PATIENT)) as address, ExitStack() as stack:
        for _ in range(40):
            connect(address, stack).sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(3):
            with urllib.request.urlopen(f"http://{address}/") as answer:
                assert answer.read() == bytes(5)


def test_a_head_that_is_too_long_is_refused() -> None:
    with serving(hello, Limits()) as address, ExitStack() as stack:
        for head in (b"X-A: b\r\n" * 5000, b"X-A: " + b"b" * (1 << 15), b"Content-Length: 1000000\r\n"):
            one = connect(address, stack)
            one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n")
            assert one.recv(12)[-4:] in (b" 431", b" 413")
        with urllib.request.urlopen(f"http://{address}/") as answer:
            assert answer.read() == b"hello"


@dataclass(eq=False)
class Connection:
    """A channel with waitress's interface."""

    requests: list[Any] = field(default_factory=list)
    request: Any = None
    total_outbufs_len: int = 0
    last_activity: float = 0.0

    def handle_close(self) -> None:
        raise AssertionError("that is for the server")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def looked(watch: Watch, clock: Clock, seconds: float, *connections: Connection) -> list[Channel]:
    """Returns the connections that are closed after this time."""
    watch.to_close(connections)
    clock.now += seconds
    return watch.to_close(connections)


LIMITS = Limits(connections=3, request=10, idle=30, silence=20, response=100)


def test_a_request_that_never_ends_is_late_however_often_a_byte_comes(clock: Clock) -> None:
    watch, one = Watch(LIMITS, clock), Connection(request=object())
    for second in range(10):
        one.last_activity = second
        assert looked(watch, clock, 1, one) == []
    assert looked(watch, clock, 1, one) == [one]


def test_a_request_that_follows_another_has_its_own_time(clock: Clock) -> None:
    watch, one = Watch(LIMITS, clock), Connection()
    for _ in range(5):
        one.request = object()
        assert looked(watch, clock, 9, one) == []


def test_a_connection_is_idle_since_its_last_response(clock: Clock) -> None:
    watch, one = Watch(LIMITS, clock), Connection()
    for second in range(5):
        one.last_activity = second
        assert looked(watch, clock, 29, one) == []
    assert looked(watch, clock, 2, one) == [one]


def test_a_reader_is_late_when_it_takes_nothing_or_takes_too_long(clock: Clock) -> None:
    watch, stuck, slow = Watch(LIMITS, clock), Connection(total_outbufs_len=1000), Connection(total_outbufs_len=1000)
    for _ in range(5):
        slow.total_outbufs_len -= 1
        closed = looked(watch, clock, 19, stuck, slow)
        assert slow not in closed
    assert closed == [stuck] and looked(watch, clock, 19, slow) == [slow]


def test_a_request_that_is_worked_on_is_never_late(clock: Clock) -> None:
    watch, one = Watch(LIMITS, clock), Connection(requests=[object()])
    assert looked(watch, clock, 1e9, one) == []


def test_of_too_many_the_oldest_that_nobody_works_for_goes(clock: Clock) -> None:
    watch = Watch(Limits(connections=2), clock)
    works, reads, asks, idle, new = (
        Connection(requests=[object()]),
        Connection(total_outbufs_len=1),
        Connection(request=object()),
        Connection(),
        Connection(),
    )
    assert looked(watch, clock, 1, works, asks) == [] == looked(watch, clock, 1, works, asks, reads)
    assert looked(watch, clock, 1, works, asks, reads, idle) == [asks]
    assert looked(watch, clock, 1, works, reads, idle, new) == [reads]
    assert looked(watch, clock, 0, new, *(Connection(requests=[object()]) for _ in range(9))) == []


def test_the_command_serves_while_hundreds_of_connections_are_half_open(nights: Nights) -> None:
    address = free_address()
    words: list[Any] = [sys.executable, "-m", "classay_report", "trend", "serve", "--listen", address, "--db", nights.db]
    program = subprocess.Popen(words, cwd=REPORTS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    with ExitStack() as stack:
        assert program.stdout.readline() == f"http://{address}/\n"
        halves = [connect(address, stack) for _ in range(300)]
        for one in halves:
            one.sendall(HALVES[1])
        with urllib.request.urlopen(f"http://{address}/") as answer:
            assert b"Trend" in answer.read()
        program.send_signal(signal.SIGINT)
        _, said = program.communicate()
    assert (program.returncode, said) == (0, "")
