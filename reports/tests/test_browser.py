"""Tests the site in a real browser: the parts that a reader can see, reach, search, zoom and copy."""

import re
from collections.abc import Iterator
from pathlib import Path

import generated
import hostile
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import AXE, CONTRAST, chromium, opened, screenshot
from classay_report.html.site import write_site
from classay_report.journal import CaseName, read_run
from playwright.sync_api import Browser

DATA = Path(__file__).parent / "data"
PAGES = ("index", "builtin/math-sin")
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """PoCL, which fails, and Intel's runtime, side by side."""
    out = tmp_path_factory.mktemp("two") / "site"
    write_site(out, [read_run(DATA / "pocl.jsonl.gz"), read_run(DATA / "intel.jsonl.gz")])
    return out


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run with many functions."""
    out = tmp_path_factory.mktemp("large")
    run = read_run(generated.write(out / "run", generated.journal(420)))
    write_site(out / "site", [run])
    return out / "site"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_to_object_to(browser: Browser, site: Path, page: str, scheme: str) -> None:
    with opened(browser, site / f"{page}.html", scheme=scheme) as tab:
        found = Axe().run(tab, options=AXE)
        assert found.violations_count == 0, found.generate_report()


def test_axe_can_object(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html") as tab:
        tab.evaluate("document.querySelector('#f-name').closest('label').outerHTML = '<input type=search>'")
        assert Axe().run(tab, options=AXE).violations_count > 0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("page", PAGES)
def test_every_text_has_the_contrast_of_wcag_aa(browser: Browser, site: Path, page: str, scheme: str) -> None:
    with opened(browser, site / f"{page}.html", scheme=scheme) as tab:
        *lowest, (_, texts, _) = tab.evaluate(CONTRAST)
        assert texts > 100
        assert lowest[0][0] >= 4.5, lowest


def test_the_measure_of_contrast_can_fail(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html") as tab:
        tab.add_style_tag(content=":root { --muted: #b0b0b0 !important }")
        assert tab.evaluate(CONTRAST)[0][0] < 3


def test_dark_is_dark(browser: Browser, site: Path) -> None:
    grounds = []
    for scheme in SCHEMES:
        with opened(browser, site / "index.html", scheme=scheme) as tab:
            colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
            grounds.append(sum(int(n) for n in colour.strip("rgb()").split(",")) / 3)
    assert grounds[0] > 230 and grounds[1] < 40


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_is_wider_than_the_screen(browser: Browser, site: Path, large: Path, page: str, width: int) -> None:
    for place in (site, large):
        with opened(browser, place / f"{page}.html", width=width) as tab:
            assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_search_leaves_the_functions_that_match(browser: Browser, large: Path) -> None:
    with opened(browser, large / "index.html") as tab:
        rows = tab.locator("#grid-table tbody tr:visible")
        whole = rows.count()
        tab.get_by_label("Function").fill("sin")
        names = rows.locator("th a").all_inner_texts()
        assert 0 < len(names) < whole and all("sin" in name for name in names)
        assert tab.locator("#found").inner_text() == f"{len(names)} of {whole} functions"
        shown = tab.locator("#margin-table tbody tr:visible th a").all_inner_texts()
        assert shown and all("sin" in name for name in shown)
        tab.get_by_role("button", name="Clear").click()
        assert rows.count() == whole


def test_search_for_nothing_that_is_there_shows_nothing(browser: Browser, large: Path) -> None:
    with opened(browser, large / "index.html") as tab:
        tab.get_by_label("Function").fill("no such function")
        assert tab.locator("#grid-table tbody tr:visible").count() == 0
        assert tab.locator("#found").inner_text().startswith("0 of")


def test_filters_by_verdict_show_what_they_say(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html") as tab:
        tab.locator("#f-verdict").select_option("bad")
        names = tab.locator("#grid-table tbody tr:visible th a").all_inner_texts()
        results = read_run(DATA / "pocl.jsonl.gz").results
        expected = {c.builtin for c, r in results.items() if not r.verdict.leaves_exit_code_zero}
        assert set(names) == expected


@pytest.mark.parametrize("scheme", SCHEMES)
def test_everybody_can_read_of_other_bits_and_find_them(browser: Browser, tmp_path: Path, scheme: str) -> None:
    lines = [generated.header(4, 1, "1", "2026-01-01T00:00:00Z", "d")]
    for name in ("sin", "cos"):
        line = generated.result(f"clc/math/{name}/f32/default", 1, 1, False)
        other = line["answers"] if name == "cos" else "0x0000000000000001"
        lines += [line, line | {"case": line["case"].replace("clc", "il"), "answers": other}]
    index = write_site(tmp_path / "site", [read_run(generated.write(tmp_path / "run", iter(lines)))])
    with opened(browser, index, scheme=scheme) as tab:
        tab.locator("#f-verdict").select_option("different bits from SPIR-V")
        (link,) = tab.locator("#grid-table tbody tr:visible th a").all()
        assert tab.locator("#margin-table tbody tr:visible").count() == 1
        assert Axe().run(tab, options=AXE).violations_count == 0
        link.click()
        told = tab.get_by_role("list", name="f32: bits of both front ends").get_by_role("listitem")
        assert told.all_inner_texts() == ["default ≠ SPIR-V and OpenCL C give different bits at v1."]
        assert Axe().run(tab, options=AXE).violations_count == 0
        *lowest, _ = tab.evaluate(CONTRAST)
        assert lowest[0][0] >= 4.5, lowest


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of three routes. The second one has different bits for sin and no result for cos."""
    folder = tmp_path_factory.mktemp("ways")
    told = {"opencl": ("clc", "a"), "level-zero": ("il", "b"), "vulkan": ("clspv", "a")}
    runs = []
    for backend, (front_end, bits) in told.items():
        header = generated.header(3, 1, "1", "2026-01-01T00:00:00Z", "d")
        header["device"]["backend"] = backend
        lines = [generated.answered(front_end, 1, "a", f"math/{name}/f32/default") for name in ("cos", "exp", "sin")]
        lines[2]["answers"] = f"0x{int(bits, 16):016x}"
        if backend == "level-zero":
            lines[0] = {"kind": "result", "case": lines[0]["case"], "verdict": "crash", "reason": "generated " * 9}
        runs.append(read_run(generated.write(folder / backend, iter([header, *lines]))))
    return write_site(folder / "site", runs).with_name("ways.html")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")])
def test_everybody_can_read_of_ways(browser: Browser, ways: Path, width: int, scheme: str) -> None:
    with opened(browser, ways, width=width, scheme=scheme) as tab:
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(tab, options=AXE)
        assert found.violations_count == 0, found.generate_report()
        *lowest, (_, texts, _) = tab.evaluate(CONTRAST)
        assert texts > 50 and lowest[0][0] >= 4.5, lowest
        screenshot(tab, f"ways-{width}-{scheme}")


def test_what_differs_between_ways_is_found_and_leads_on(browser: Browser, ways: Path) -> None:
    with opened(browser, ways.with_name("index.html")) as tab:
        tab.get_by_role("navigation").get_by_role("link", name="Routes side by side").click()
        links = tab.locator("#ways-table tbody tr:visible th a")
        assert links.all_inner_texts() == ["cos", "sin", "exp"] and tab.locator("#found").inner_text() == "3 rows"
        tab.get_by_label("Show").select_option("only what differs")
        assert links.all_inner_texts() == ["cos", "sin"] and tab.locator("#found").inner_text() == "2 of 3 rows"
        tab.get_by_label("Show").select_option("bits differ")
        assert links.all_inner_texts() == ["sin"] and tab.url.endswith("#verdict=other-bits")
        tab.get_by_label("Function").fill("cos")
        assert links.count() == 0
        tab.get_by_role("button", name="Clear").click()
        links.nth(1).click()
        assert tab.locator("h1").inner_text() == "sin"


def test_filters_by_format_and_mode_leave_their_columns(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html") as tab:
        tab.locator("#f-form").select_option("f32")
        tab.locator("#f-mode").select_option("relaxed")
        assert tab.locator("#grid-table thead tr:nth-child(2) th:visible").all_inner_texts() == ["relaxed"]
        assert tab.locator("#grid-table tbody tr").first.locator("td:visible").count() == 1


def test_what_is_looked_for_can_be_sent_to_somebody(browser: Browser, large: Path) -> None:
    with opened(browser, large / "index.html") as tab:
        tab.get_by_label("Function").fill("cos")
        address = tab.evaluate("location.href")
    assert address.endswith("#name=cos")
    with opened(browser, large / "index.html") as tab:
        tab.goto(address)
        tab.reload()
        names = tab.locator("#grid-table tbody tr:visible th a").all_inner_texts()
        assert names and all("cos" in name for name in names)


def test_all_margins_can_be_shown(browser: Browser, large: Path) -> None:
    with opened(browser, large / "index.html") as tab:
        rows = tab.locator("#margin-table tbody tr:visible")
        assert rows.count() == 40
        tab.locator("#more").click()
        assert rows.count() > 40


def test_the_range_zooms_by_buttons_keys_and_dragging(browser: Browser, site: Path) -> None:
    with opened(browser, site / "builtin" / "math-sin.html") as tab:
        plots = tab.locator("section#f32 .plots")
        drawn = plots.locator(".range path.series").first

        def points() -> int:
            return int(drawn.get_attribute("data-points") or 0)

        whole = points()
        assert whole > 400
        plots.get_by_role("button", name="Zoom in").click()
        half = points()
        assert 0 < half < whole
        plots.get_by_role("button", name="Show the whole range").click()
        assert points() == whole
        stage = plots.locator(".range .figure-box")
        stage.focus()
        tab.keyboard.press("+")
        tab.keyboard.press("+")
        assert points() < half
        tab.keyboard.press("0")
        assert points() == whole
        stage.scroll_into_view_if_needed()
        box = stage.bounding_box()
        assert box is not None
        tab.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 100)
        tab.mouse.down()
        tab.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 100, steps=4)
        tab.mouse.up()
        assert 0 < points() < whole / 4


def test_the_plot_has_a_point_for_each_binade_and_a_line_for_the_limit(browser: Browser, site: Path) -> None:
    result = read_run(DATA / "pocl.jsonl.gz").results[CaseName.parse("clc/math/sin/f32/default/v1")]
    with opened(browser, site / "builtin" / "math-sin.html") as tab:
        plots = tab.locator("section#f32 .plots")
        assert int(plots.locator(".range path.series").first.get_attribute("data-points") or 0) == len(result.binades)
        assert plots.locator(".range .limit-name").all_text_contents() == ["limit 4 ulp", "limit −4 ulp"]


def test_points_beyond_the_limit_are_those_that_are_wrong(browser: Browser, site: Path) -> None:
    """Compares the picture with the journal: reads heights from the drawing."""
    result = read_run(DATA / "pocl.jsonl.gz").results[CaseName.parse("clc/math/sin/f32/default/v2")]
    assert result.limit is not None and result.limit.value == 4
    errors = [b.sample.ulps for b in result.binades]
    with opened(browser, site / "builtin" / "math-sin.html") as tab:
        plots = tab.locator("section#f32 .plots")
        plots.get_by_role("button", name="v2", exact=True).click()
        high, low = (
            float(n) for n in plots.locator(".range line.limit").evaluate_all("l => l.map(e => e.getAttribute('y1'))")
        )
        path = plots.locator(".range path.series.run0").get_attribute("d") or ""
        heights = [float(y) for y in re.findall(r"M\S+ (\S+?)a", path)]
    assert len(heights) == len(errors)
    assert sum(y < high for y in heights) == sum(e > 4 for e in errors) > 10
    assert sum(y > low for y in heights) == sum(e < -4 for e in errors) > 10


def test_hostile_words_do_nothing(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path / "site", [read_run(generated.write(tmp_path / "run", iter(hostile.lines())))] * 2)
    for page in (tmp_path / "site").rglob("*.html"):
        with opened(browser, page) as tab:
            tab.on("dialog", lambda dialog: pytest.fail(f"the page says: {dialog.message}"))
            tab.reload()
            assert tab.locator("img").count() == 0
            assert "<script>alert(1)" in tab.locator("body").inner_text()


def test_modes_and_widths_change_what_is_drawn(browser: Browser, site: Path) -> None:
    with opened(browser, site / "builtin" / "math-sin.html") as tab:
        plots = tab.locator("section#f32 .plots")
        before = plots.locator(".range path.series").first.get_attribute("d")
        plots.get_by_role("button", name="relaxed").click()
        assert plots.get_by_role("button", name="relaxed").get_attribute("aria-pressed") == "true"
        assert plots.locator(".range path.series").first.get_attribute("d") != before


def test_a_command_is_copied_as_it_stands(browser: Browser, site: Path) -> None:
    with opened(browser, site / "builtin" / "math-sin.html") as tab:
        tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button = tab.locator("button.copy[data-copy^='classay repro']").first
        # The button shows its text only for a short time, so an observer records the changes.
        button.evaluate("""b => { window.said = []; new MutationObserver(() => window.said.push(b.textContent))
          .observe(b, { characterData: true, subtree: true }); }""")
        button.click()
        tab.wait_for_function("window.said.length > 0")
        assert tab.evaluate("window.said[0]").startswith("Copied")
        assert tab.evaluate("navigator.clipboard.readText()") == button.get_attribute("data-copy")


def test_everything_can_be_reached_by_keyboard_and_the_focus_is_seen(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html") as tab:
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.textContent") == "Skip to the contents"
        tab.keyboard.press("Enter")
        assert tab.evaluate("document.activeElement.id") == "main"
        reached = set()
        for _ in range(60):
            tab.keyboard.press("Tab")
            reached.add(tab.evaluate("document.activeElement.id || document.activeElement.className"))
            outline = tab.evaluate("getComputedStyle(document.activeElement).outlineWidth")
            assert outline != "0px", reached
        assert {"f-name", "f-verdict", "f-mode", "scroll"} <= reached


def test_what_does_not_belong_on_paper_is_not_printed(browser: Browser, site: Path) -> None:
    with opened(browser, site / "builtin" / "math-sin.html", width=800) as tab:
        tab.emulate_media(media="print")
        assert tab.locator(".tools:visible, .choice:visible, nav:visible, button.copy:visible").count() == 0
        assert tab.locator(".range svg:visible").count() > 0
        screenshot(tab, "builtin-print")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")])
def test_screenshots_for_people(browser: Browser, site: Path, width: int, scheme: str) -> None:
    for page in PAGES:
        with opened(browser, site / f"{page}.html", width=width, scheme=scheme) as tab:
            screenshot(tab, f"{page.replace('/', '-')}-{width}-{scheme}")
