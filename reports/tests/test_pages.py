"""Tests pages of comparisons and trends in a real browser: what readers can see and reach."""

from collections.abc import Iterator
from pathlib import Path

import generated
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import AXE, CONTRAST, chromium, opened, screenshot
from classay_report.cli import main
from classay_report.trend.database import open_store
from classay_report.trend.site import write_site
from classay_report.trend.store import Store
from playwright.sync_api import Browser

DATA = Path(__file__).parent / "data"
PAGES = ("diff", "front", "series", "flakes", "builtin", "devices")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of real runs, and of generated nights with a very long name."""
    folder = tmp_path_factory.mktemp("pages")
    main(["diff", str(DATA / "intel.jsonl.gz"), str(DATA / "pocl.jsonl.gz"), "--html", str(folder / "diff.html")])
    store = Store(open_store(str(folder / "t.sqlite")))
    for name in ("pocl", "intel"):
        store.add(DATA / f"{name}.jsonl.gz")
    for night in range(6):
        start, driver = f"2026-03-{night + 1:02}T01:30:00Z", f"1.{night // 3}"
        lines: Iterator[generated.Json] = generated.journal(60, 1, driver=driver, start=start, device="a device " + 30 * "x")
        lines = (line | {"seconds": {"total": night}} if line["kind"] == "result" else line for line in lines)
        if night == 4:
            flaky = (line | {"verdict": "flake"} if line.get("case", "").endswith("/v2") else line for line in lines)
            lines = generated.counted(flaky)
        store.add(generated.write(folder / str(night), lines))
    site = folder / "site"
    write_site(store.engine, site)
    series, flakes = sorted(site.glob("a-device*.html"), key=lambda page: len(page.name))
    found = {"front": site / "index.html", "devices": site / "devices.html", "series": series, "flakes": flakes}
    return found | {"builtin": series.with_suffix("") / "sin.html", "diff": folder / "diff.html"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_everybody_can_read_it(browser: Browser, pages: dict[str, Path], page: str, scheme: str) -> None:
    with opened(browser, pages[page], scheme=scheme) as tab:
        found = Axe().run(tab, options=AXE)
        assert found.violations_count == 0, found.generate_report()
        *lowest, (_, texts, _) = tab.evaluate(CONTRAST)
        assert texts > 15
        assert lowest[0][0] >= 4.5, lowest
        screenshot(tab, f"{page}-{scheme}")


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_wider_than_the_screen(browser: Browser, pages: dict[str, Path], page: str, width: int) -> None:
    with opened(browser, pages[page], width=width) as tab:
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        if width == 320:
            screenshot(tab, f"{page}-phone")


def test_from_the_front_to_a_function_and_back(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["front"]) as tab:
        tab.get_by_role("link", name="a device").first.click()
        tab.get_by_role("link", name="sin", exact=True).click()
        assert tab.get_by_role("heading", level=1).inner_text() == "sin"
        assert tab.get_by_role("img").count() >= 1
        tab.get_by_role("link", name="All devices").click()
        assert tab.get_by_role("heading", level=1).inner_text() == "Trend"
