"""Drives Debian's headless Chromium with Playwright. Without a browser the tests are skipped."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SCREENSHOTS = Path(__file__).parents[2] / "build" / "reports" / "screenshots"

# Axe would fetch the style sheets again, which pages opened from disk must not do.
AXE = {"resultTypes": ["violations"], "preload": False}

# Checks the contrast of every text with its background (WCAG 2) from the colours that the browser computed. Axe skips texts
# that it cannot decide.
CONTRAST = """() => {
  const channels = (c) => c.match(/[\\d.]+/g).map(Number);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = (top, under) => [0, 1, 2].map((i) => (top[i] * top[3] + under[i] * (255 - top[3])) / 255).concat(255);
  const light = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 255]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest("script,noscript,.vh,.skip") || !e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    const ground = behind(e.closest("svg")?.parentElement ?? e);
    const ink = over(rgba(e instanceof SVGElement ? style.fill : style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    found.push([(high + 0.05) / (low + 0.05), walker.currentNode.data.trim().slice(0, 40), style.color]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3).concat([["texts", found.length, ""]]);
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("chromium is missing: scripts/setup --ci installs it")
    with sync_playwright() as playwright:
        # The pages are our own, and not every container allows the browser's sandbox.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, page: Path, width: int = 1280, scheme: Any = "light") -> Iterator[Page]:
    """Opens a page from disk. Fails if it prints to the console or requests anything that is not a file."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    said: list[str] = []
    tab = context.new_page()
    tab.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("requestfailed", lambda request: said.append(f"failed: {request.url}"))
    tab.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else said.append(request.url))
    tab.goto(page.as_uri())
    yield tab
    context.close()
    assert said == []


def screenshot(tab: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    tab.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
