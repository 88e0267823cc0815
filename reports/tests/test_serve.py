"""Pages from the database: the same as the files, whoever asks, and nothing that could change anything."""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from classay_report.cli import main
from classay_report.trend.database import open_store
from classay_report.trend.serve import Application
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
    assert answer.status_code == 503 and "can not be read: no such table: totals" in answer.text


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
