"""The certificate's page in a headless browser: contents, search, details, keyboard, small screens, print, no script.
The page loads nothing from the network, and texts of a target are not interpreted as HTML."""
import html
import re
import shutil

import pytest

from ...harness.comparison.compare import TOLERANCES
from . import certificate_summary, certificate_text as sentences, html_page, page_data, testing_certificates
from .certificate_records import Waiver

pytestmark = pytest.mark.long
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = "<img src=x onerror=\"globalThis.harm=1\"></script><script>globalThis.harm=2</script>{{ 7 * 6 }} & '\""
MAX_PAGE_BYTES = 2_000_000                            # two architectures, two targets, hundreds of defects
# JavaScript that the tests evaluate in the page
SHOWN = """arch => [...document.querySelectorAll(`[data-arch=${arch}] tr[id]`)]
    .filter(row => row.checkVisibility()).map(row => row.cells[0].textContent.trim())"""
NAMES = "[...document.querySelectorAll('[data-arch] tr[id] > th')].map(cell => cell.textContent.trim())"
FOCUSED = """() => { const active = document.activeElement, style = getComputedStyle(active);
    return [style.outlineStyle, parseFloat(style.outlineWidth), active.getBoundingClientRect().top + scrollY]; }"""
UNFOLD = "document.querySelectorAll('details').forEach(element => element.open = true)"
COLOUR = """where => getComputedStyle(document.querySelector(where)).backgroundColor.match(/\\d+/g).map(Number)"""
SHIFT = """() => new Promise(done => { let sum = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 300); })"""
LEVELS = "[...document.querySelectorAll('h1, h2, h3, h4')].map(heading => Number(heading.tagName[1]))"
HEADED = """[...document.querySelectorAll('table')].every(
    table => table.tHead && table.querySelector('thead th[scope=col]'))"""
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="not exercised: the page in a browser: Debian's chromium is not installed"
)


def certificates_of_two_targets(arch="gfx906"):
    """Certificates of two targets: both fail, in different operations."""
    return [
        testing_certificates.sample_certificate(arch, "first"),
        testing_certificates.sample_certificate(arch, "second", turns=("pass", "pass", "not claimed", "not exercised")),
    ]


def hostile_certificate():
    """A certificate in which every text of the target and of files contains HTML or script."""
    certificate = testing_certificates.sample_certificate("gfx906", HOSTILE, defects=1)
    bad = {"cause": HOSTILE, "text": f"{HOSTILE}: expected {HOSTILE}, got {HOSTILE}", "assembly": [HOSTILE],
           "case": {"state": {HOSTILE: HOSTILE}}, "axes": [HOSTILE], "section": HOSTILE}
    for defect in certificate.defects:
        for key, value in bad.items():
            setattr(defect, key, value)
    for failure in certificate.failures[:4]:
        failure.text, failure.assembly, failure.file = HOSTILE, [HOSTILE], "javascript:globalThis.harm=3"
    for form in next(iter(certificate.operations.values())).forms.values():
        form.causes = {HOSTILE: 1}
    certificate.operations[HOSTILE] = next(iter(certificate.operations.values()))
    certificate.waivers.append(Waiver(operation="v_add_f32", reason=HOSTILE, link="javascript:globalThis.harm=4"))
    return testing_certificates.with_digest(certificate, unexplained=[HOSTILE], leniencies={HOSTILE: 1},
                                            refused={HOSTILE: 1})


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Paths of pages by name."""
    folder, paths = tmp_path_factory.mktemp("pages"), {}
    for name, certificates in {
        "one": [testing_certificates.sample_certificate("gfx1100")], "two": certificates_of_two_targets(),
        "hostile": [hostile_certificate()],
        "passed": [testing_certificates.sample_certificate("gfx906", turns=("pass",))],
    }.items():
        paths[name] = folder / f"{name}.html"
        html_page.write_html_page(certificates, paths[name])
    return paths


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser, pages):
    """Return a function that opens a page in a new window. Requests, console output and exceptions of the page fail
    the test."""
    opened, problems = [], []

    def go(name, anchor="", width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        opened.append(context)
        page = context.new_page()
        page.route("**/*", lambda route: route.continue_() if route.request.is_navigation_request() else route.abort())
        page.on("request", lambda request: request.is_navigation_request()
                or problems.append(f"asks for {request.url}"))
        page.on("console", lambda message: problems.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.goto(pages[name].as_uri() + anchor)
        return page
    yield go
    for context in opened:
        context.close()
    assert not problems


def visible_operations(page, arch="gfx906"):
    """The names of the visible operations."""
    return page.evaluate(SHOWN, arch)


# ---- without a browser ----

def test_page_size_is_limited():
    certificates = [
        testing_certificates.sample_certificate(arch, name, turns=turns, defects=150)
        for name, turns in (("first", ("pass", "fail", "pass", "unsupported")), ("second", ("fail", "pass", "pass")))
        for arch in ("gfx906", "gfx1100")
    ]
    size = len(html_page.render_page(certificates).encode())
    assert MAX_PAGE_BYTES / 4 < size < MAX_PAGE_BYTES


def test_the_markup_is_complete_without_script():
    """Verdict, summary, defects, operations, rules and tolerances are in the markup."""
    certificate = testing_certificates.sample_certificate("gfx906")
    text = html.unescape(re.sub(r"<[^>]*>", " ", html_page.render_page([certificate]).partition('id="data"')[0]))
    assert len(sentences.summary_lines(certificate)) == 5
    assert all(line in text for _, line in sentences.summary_lines(certificate))
    for defect in certificate.defects:
        assert defect.cause in text and defect.section in text and "\n".join(defect.assembly) in text
    assert set(re.findall(r"[\w.]+", text)) >= {*certificate.operations, *certificate.rules, *certificate.leniencies}
    assert all(meaning in text for meaning in sentences.VERDICT_MEANINGS.values())


def test_verdicts_and_tolerances_are_explained():
    assert set(sentences.TOLERANCE_MEANINGS) == set(TOLERANCES)
    assert tuple(sentences.VERDICT_MEANINGS) == certificate_summary.VERDICTS


@pytest.mark.parametrize(
    "share, step",
    [((0, 0), 0), ((0, 8), 1), ((1, 8), 1), ((2, 8), 2), ((4, 8), 3), ((6, 8), 4), ((999, 1000), 4), ((8, 8), 5)],
)
def test_coverage_shades(share, step):
    assert page_data.coverage_shade(*share) == step


def test_summary_lines_have_the_counts():
    certificate = testing_certificates.sample_certificate("gfx906")
    forms = [form.verdict for operation in certificate.operations.values() for form in operation.forms.values()]
    lines = dict(sentences.summary_lines(certificate))
    assert f"{forms.count('fail'):,} of {len(forms):,} instruction forms" in lines["Result"]
    assert lines["Defects"].startswith("3 defects cause") and certificate.defects[0].cause in lines["Defects"]
    assert f"{forms.count('unsupported'):,} forms are refused by the target" in lines["Undecided"]
    passed = dict(sentences.summary_lines(testing_certificates.sample_certificate("gfx906", turns=("pass",))))
    assert passed["Defects"] == "No defect was found." and passed["Undecided"] == "Nothing is undecided."


# ---- in a browser ----

@needs_browser
def test_search_shows_matching_operations(visit):
    page = visit("one")
    names = list(testing_certificates.sample_certificate("gfx1100").operations)
    box = page.get_by_role("searchbox")
    for query in ("v_add_f", "v_cmp f64", "SOPP", "no such thing"):
        box.fill(query)
        result_count = page.locator("[data-arch] output").inner_text()
        visible = visible_operations(page, "gfx1100")
        assert result_count == f"{len(visible)} of {len(names)} operations"
        if query != "SOPP":
            assert {name for name in names if all(word in name for word in query.split())} <= set(visible)
    box.fill("sopp")
    assert "s_endpgm" in visible_operations(page, "gfx1100") and "v_add_f32" not in visible_operations(page, "gfx1100")
    box.fill("v_add_f32")
    assert set(visible_operations(page, "gfx1100")) == {name for name in names if "v_add_f32" in name}
    box.fill("")
    assert page.locator("[data-arch] output").inner_text() == f"{len(names)} operations"
    assert visible_operations(page, "gfx1100") == []              # groups are closed again


@needs_browser
def test_filters_select_verdicts(visit):
    page = visit("two")
    first, second = (certificate.operations for certificate in certificates_of_two_targets())
    fails = {name for name, operation in first.items() if operation.verdict == "fail"}
    page.get_by_role("button", name="fail", exact=False).click()
    assert set(visible_operations(page)) == fails
    page.get_by_role("button", name="not claimed").click()
    claimed = {name for name, operation in second.items() if operation.verdict == "not claimed"}
    assert set(visible_operations(page)) == fails | claimed
    for name in ("fail", "not claimed"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="targets differ").click()
    assert set(visible_operations(page)) == {name for name in first if first[name].verdict != second[name].verdict}


@needs_browser
@pytest.mark.parametrize("name, arch", [("one", "gfx1100"), ("two", "gfx906")])
def test_links_open_an_operation(visit, name, arch):
    """A link to an operation opens its details: forms of each target, failing case with its bundle, manual, rules,
    errata."""
    page = visit(name, f"#{arch}-s_bfe_u32")
    detail = page.locator("tr.detail")
    assert detail.locator("table").count() == (1 if name == "one" else 2)
    assert "section 16.1" in detail.inner_text() or "section 12.1" in detail.inner_text()
    page.goto(page.url.partition("#")[0] + f"#{arch}-s_absdiff_i32")
    last = page.locator(f"tr[id={arch}-s_absdiff_i32] + tr.detail")
    assert "E-010" in last.inner_text() and "absolute" in last.inner_text().lower()
    operations = testing_certificates.sample_certificate(arch).operations
    failing = next(name for name, operation in operations.items() if operation.verdict == "fail")
    page.goto(page.url.partition("#")[0] + f"#{arch}-{failing}")
    last = page.locator(f"tr[id={arch}-{failing}] + tr.detail")
    assert testing_certificates.PROGRAM[1] in last.inner_text() and testing_certificates.TEXT in last.inner_text()
    link = last.get_by_role("link", name=".failure.json").first
    assert re.search(rf"failures/.*-{arch}/{failing}-.*-\d+\.failure\.json$", link.get_attribute("href"))
    last.get_by_role("link", name="1", exact=True).first.click()
    assert page.locator("#c1-d1 .program").is_visible()


@needs_browser
def test_map_cells_show_and_open_operations(visit):
    page = visit("two")
    cells = page.locator(".map").nth(1).locator(".cells i")
    names = page.evaluate(NAMES)
    assert cells.count() == len(names)
    verdict = certificates_of_two_targets()[1].operations[names[20]].verdict
    cells.nth(20).hover()
    assert page.locator(".map output").nth(1).inner_text() == f"{names[20]}: {verdict}"
    cells.nth(20).click()
    assert page.url.endswith(f"#gfx906-{names[20]}") and page.locator("tr.detail").count() == 1


@needs_browser
def test_keyboard_navigation(visit):
    """Tab visits the controls in order, each with a visible focus ring; Enter and Space activate them."""
    page = visit("two", height=2000)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        style = page.evaluate(FOCUSED)
        assert style[0] == "solid" and style[1] >= 2, style
        tops.append(style[2])
    assert all(after >= before - 12 for before, after in zip(tops, tops[1:]))       # 12: neighbours on one line
    page.locator("#c1-d1 > details > summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#c1-d1 .program").is_visible()
    page.keyboard.press("Space")
    assert not page.locator("#c1-d1 .program").is_visible()
    page.get_by_role("searchbox").focus()
    page.keyboard.type("v_add_f32")
    page.keyboard.press("Enter")                     # nowhere to go: the page stays
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("[data-verdict=p]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    row = page.locator("tr[id=gfx906-v_add_f32]")
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert row.get_by_role("button").get_attribute("aria-expanded") == "true"
    assert page.locator("tr.detail").count() == 1
    page.keyboard.press("Space")
    assert page.locator("tr.detail").count() == 0


@needs_browser
@pytest.mark.parametrize("name", ["one", "two", "hostile"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_page_fits_the_width(visit, name, width):
    """The page never scrolls sideways, even with all details open."""
    page = visit(name, width=width, height=800)
    page.evaluate(UNFOLD)
    page.locator("tr[id] > th > button").first.click()
    page.locator("tr[id] > th > button").nth(9).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(visit, scheme):
    """axe finds no violations: names, roles, headings, tables, contrast."""
    from axe_playwright_python.sync_playwright import Axe
    page = visit("two", "#gfx906-s_absdiff_i32", color_scheme=scheme)
    page.evaluate(UNFOLD.replace("details", "#c1-d1 details, #c1-coverage ~ details"))
    violations = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"],
                                     "resultTypes": ["violations"]})
    assert not violations.response["violations"], violations.generate_report()[:2000]


@needs_browser
def test_colour_schemes(visit):
    light, dark = (visit("one", color_scheme=scheme).evaluate(COLOUR, "body") for scheme in ("light", "dark"))
    assert min(light) > 240 and max(dark) < 40


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_differ_without_colour(visit, scheme):
    """Pass and fail differ in lightness, and on the map in shape."""
    page = visit("one", color_scheme=scheme)
    colours = [page.evaluate(COLOUR, f".cells i.{name}") for name in "pf"]
    lightness = [sum(share * part for share, part in zip((0.21, 0.72, 0.07), colour)) for colour in colours]
    assert abs(lightness[0] - lightness[1]) > 30
    radius = "name => getComputedStyle(document.querySelector('.cells i.' + name)).borderRadius"
    assert [page.evaluate(radius, name) for name in "pf"] == ["2px", "50%"]


@needs_browser
@pytest.mark.parametrize("script", [True, False])
def test_print_opens_all_details(visit, script):
    page = visit("one", java_script_enabled=script)
    certificate = testing_certificates.sample_certificate("gfx1100")
    page.emulate_media(media="print")
    for n in range(1, len(certificate.defects) + 1):
        assert page.locator(f"#c1-d{n} .program").bounding_box()["height"] > 10
    for selector in (".encodings", ".encoding table", "#gfx1100-rules ~ details table"):
        assert page.locator(selector).first.bounding_box()["height"] > 10
    assert not page.locator("nav").is_visible() and not page.locator(".filters").first.is_visible()
    assert page.pdf()[:5] == b"%PDF-"


@needs_browser
def test_page_works_without_script(visit):
    """The page is complete; controls that need the script are hidden."""
    page = visit("two", java_script_enabled=False)
    assert not page.locator(".filters").is_visible()
    page.locator("#c1-d2 > details > summary").click()
    assert page.locator("#c1-d2 .program").inner_text() == "\n".join(testing_certificates.PROGRAM)
    page.locator("details.encoding summary").first.click()
    assert page.locator("details.encoding tr[id]").first.is_visible()


@needs_browser
def test_layout_does_not_shift(visit):
    """The layout does not shift during loading."""
    page = visit("two")
    layout_shift = page.evaluate(SHIFT)
    assert layout_shift == 0


@needs_browser
def test_texts_of_a_target_remain_text(visit):
    page = visit("hostile")
    page.evaluate(UNFOLD)
    buttons = page.locator("tr[id] > th > button")
    failing = next(index for index, operation in enumerate(hostile_certificate().operations.values())
                   if operation.verdict == "fail")
    for number in (0, failing):
        buttons.nth(number).click()
    assert page.evaluate("globalThis.harm") is None
    assert page.locator("img").count() == 0 and page.locator("script").count() == 2
    assert page.locator("h1").inner_text().startswith(HOSTILE)
    assert page.locator("#c1-d1 .cause").inner_text() == HOSTILE
    assert "{{ 7 * 6 }}" in page.locator("#c1-d1 .program").inner_text()
    assert page.evaluate("[...document.querySelectorAll('a')].every(link => /^(file|https?):$/.test(link.protocol))")


@needs_browser
def test_headings_and_table_headers(visit):
    """One h1, no skipped level, and every table has a head with column headers."""
    page = visit("two")
    levels = page.evaluate(LEVELS)
    assert levels.count(1) == 1 and all(next_level <= level + 1 for level, next_level in zip(levels, levels[1:]))
    assert page.evaluate(HEADED)
