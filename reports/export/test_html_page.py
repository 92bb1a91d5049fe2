"""The certificate's page in a headless browser: what it shows, finds and unfolds, with a mouse, with keys alone, on a
phone, on paper, without script; that it asks for nothing and that what a target says stays text."""
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
LIMIT = 2_000_000                                     # bytes: two architectures, two targets, hundreds of defects
# What is asked of the page.
SHOWN = """arch => [...document.querySelectorAll(`[data-arch=${arch}] tr[id]`)]
    .filter(row => row.checkVisibility()).map(row => row.cells[0].textContent.trim())"""
NAMES = "[...document.querySelectorAll('[data-arch] tr[id] > th')].map(cell => cell.textContent.trim())"
FOCUSED = """() => { const one = document.activeElement, style = getComputedStyle(one);
    return [style.outlineStyle, parseFloat(style.outlineWidth), one.getBoundingClientRect().top + scrollY]; }"""
UNFOLD = "document.querySelectorAll('details').forEach(one => one.open = true)"
COLOUR = """where => getComputedStyle(document.querySelector(where)).backgroundColor.match(/\\d+/g).map(Number)"""
SHIFT = """() => new Promise(done => { let sum = 0;
    new PerformanceObserver(list => { for (const one of list.getEntries()) sum += one.value; })
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 300); })"""
LEVELS = "[...document.querySelectorAll('h1, h2, h3, h4')].map(one => Number(one.tagName[1]))"
HEADED = "[...document.querySelectorAll('table')].every(one => one.tHead && one.querySelector('thead th[scope=col]'))"
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="not exercised: the page in a browser: Debian's chromium is not installed"
)


def two_targets(arch="gfx906"):
    """A target that fails, and another that differs from it."""
    return [
        testing_certificates.certificate(arch, "first"),
        testing_certificates.certificate(arch, "second", turns=("pass", "pass", "not claimed", "not exercised")),
    ]


def hostile():
    """A certificate in which all that a target or a file can say is an attack."""
    one = testing_certificates.certificate("gfx906", HOSTILE, defects=1)
    bad = {"cause": HOSTILE, "text": f"{HOSTILE}: expected {HOSTILE}, got {HOSTILE}", "assembly": [HOSTILE],
           "case": {"state": {HOSTILE: HOSTILE}}, "axes": [HOSTILE], "section": HOSTILE}
    for item in one.defects:
        for key, value in bad.items():
            setattr(item, key, value)
    for failure in one.failures[:4]:
        failure.text, failure.assembly, failure.file = HOSTILE, [HOSTILE], "javascript:globalThis.harm=3"
    for form in next(iter(one.operations.values())).forms.values():
        form.causes = {HOSTILE: 1}
    one.operations[HOSTILE] = next(iter(one.operations.values()))
    one.waivers.append(Waiver(operation="v_add_f32", reason=HOSTILE, link="javascript:globalThis.harm=4"))
    return testing_certificates.sealed(one, unexplained=[HOSTILE], leniencies={HOSTILE: 1}, refused={HOSTILE: 1})


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """{name: path of a page}"""
    folder, made = tmp_path_factory.mktemp("pages"), {}
    for name, certificates in {
        "one": [testing_certificates.certificate("gfx1100")], "two": two_targets(), "hostile": [hostile()],
        "passed": [testing_certificates.certificate("gfx906", turns=("pass",))],
    }.items():
        made[name] = folder / f"{name}.html"
        html_page.write(certificates, made[name])
    return made


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def visit(browser, pages):
    """Opens a page in a fresh window -> it; what it asks for, writes to the console or throws is a failure."""
    opened, wrong = [], []

    def go(name, anchor="", width=1280, height=900, **how):
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        opened.append(context)
        found = context.new_page()
        found.route("**/*", lambda route: route.continue_() if route.request.is_navigation_request() else route.abort())
        found.on("request", lambda asked: asked.is_navigation_request() or wrong.append(f"asks for {asked.url}"))
        found.on("console", lambda said: wrong.append(f"console: {said.text}"))
        found.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        found.goto(pages[name].as_uri() + anchor)
        return found
    yield go
    for context in opened:
        context.close()
    assert not wrong


def shown(found, arch="gfx906"):
    """Names of the operations that can be seen."""
    return found.evaluate(SHOWN, arch)


# ---- without a browser ----

def test_size_of_two_architectures_and_two_targets():
    certificates = [
        testing_certificates.certificate(arch, name, turns=turns, defects=150)
        for name, turns in (("first", ("pass", "fail", "pass", "unsupported")), ("second", ("fail", "pass", "pass")))
        for arch in ("gfx906", "gfx1100")
    ]
    size = len(html_page.text_of(certificates).encode())
    assert LIMIT / 4 < size < LIMIT


def test_the_text_alone_tells_all():
    """Verdict, five lines, every defect with cause, program and section, every operation, rules, leniencies: in the
    markup itself."""
    one = testing_certificates.certificate("gfx906")
    text = html.unescape(re.sub(r"<[^>]*>", " ", html_page.text_of([one]).partition('id="data"')[0]))
    assert len(sentences.five_lines(one)) == 5 and all(line in text for _, line in sentences.five_lines(one))
    for item in one.defects:
        assert item.cause in text and item.section in text and "\n".join(item.assembly) in text
    assert set(re.findall(r"[\w.]+", text)) >= {*one.operations, *one.rules, *one.leniencies}
    assert all(meaning in text for meaning in sentences.MEANINGS.values())


def test_words_are_explained():
    assert set(sentences.TOLERANCES) == set(TOLERANCES) and tuple(sentences.MEANINGS) == certificate_summary.VERDICTS


@pytest.mark.parametrize(
    "share, step",
    [((0, 0), 0), ((0, 8), 1), ((1, 8), 1), ((2, 8), 2), ((4, 8), 3), ((6, 8), 4), ((999, 1000), 4), ((8, 8), 5)],
)
def test_shades(share, step):
    assert page_data.shade(*share) == step


def test_five_lines_count():
    one = testing_certificates.certificate("gfx906")
    forms = [form.verdict for held in one.operations.values() for form in held.forms.values()]
    lines = dict(sentences.five_lines(one))
    assert f"{forms.count('fail'):,} of {len(forms):,} instruction forms" in lines["Result"]
    assert lines["Why"].startswith("3 defects stand behind it") and one.defects[0].cause in lines["Why"]
    assert f"{forms.count('unsupported'):,} forms the target refuses" in lines["What is not known"]
    passed = dict(sentences.five_lines(testing_certificates.certificate("gfx906", turns=("pass",))))
    assert passed["Why"] == "No defect was found." and passed["What is not known"] == "Nothing was left out."


# ---- in a browser ----

@needs_browser
def test_search(visit):
    found = visit("one")
    names = list(testing_certificates.certificate("gfx1100").operations)
    box = found.get_by_role("searchbox")
    for words in ("v_add_f", "v_cmp f64", "SOPP", "no such thing"):
        box.fill(words)
        said = found.locator("[data-arch] output").inner_text()
        seen = shown(found, "gfx1100")
        assert said == f"{len(seen)} of {len(names)} operations"
        if words != "SOPP":
            assert {n for n in names if all(w in n for w in words.split())} <= set(seen)
    box.fill("sopp")
    assert "s_endpgm" in shown(found, "gfx1100") and "v_add_f32" not in shown(found, "gfx1100")
    box.fill("v_add_f32")
    assert set(shown(found, "gfx1100")) == {n for n in names if "v_add_f32" in n}
    box.fill("")
    assert found.locator("[data-arch] output").inner_text() == f"{len(names)} operations"
    assert shown(found, "gfx1100") == []              # groups are closed again


@needs_browser
def test_filters(visit):
    found = visit("two")
    first, second = (one.operations for one in two_targets())
    fails = {name for name, one in first.items() if one.verdict == "fail"}
    found.get_by_role("button", name="fail", exact=False).click()
    assert set(shown(found)) == fails
    found.get_by_role("button", name="not claimed").click()
    claimed = {name for name, one in second.items() if one.verdict == "not claimed"}
    assert set(shown(found)) == fails | claimed
    for name in ("fail", "not claimed"):
        found.get_by_role("button", name=name).click()
    found.get_by_role("button", name="targets differ").click()
    assert set(shown(found)) == {name for name in first if first[name].verdict != second[name].verdict}


@needs_browser
@pytest.mark.parametrize("name, arch", [("one", "gfx1100"), ("two", "gfx906")])
def test_an_operation_unfolds(visit, name, arch):
    """A link to an operation opens it: forms of each target, failing case with its bundle, manual, rules, errata."""
    found = visit(name, f"#{arch}-s_bfe_u32")
    detail = found.locator("tr.detail")
    assert detail.locator("table").count() == (1 if name == "one" else 2)
    assert "section 16.1" in detail.inner_text() or "section 12.1" in detail.inner_text()
    found.goto(found.url.partition("#")[0] + f"#{arch}-s_absdiff_i32")
    last = found.locator(f"tr[id={arch}-s_absdiff_i32] + tr.detail")
    assert "E-010" in last.inner_text() and "absolute" in last.inner_text().lower()
    failing = next(op for op, one in testing_certificates.certificate(arch).operations.items() if one.verdict == "fail")
    found.goto(found.url.partition("#")[0] + f"#{arch}-{failing}")
    last = found.locator(f"tr[id={arch}-{failing}] + tr.detail")
    assert testing_certificates.PROGRAM[1] in last.inner_text() and testing_certificates.TEXT in last.inner_text()
    link = last.get_by_role("link", name=".failure.json").first
    assert re.search(rf"failures/.*-{arch}/{failing}-.*-\d+\.failure\.json$", link.get_attribute("href"))
    last.get_by_role("link", name="1", exact=True).first.click()
    assert found.locator("#c1-d1 .program").is_visible()


@needs_browser
def test_the_map_names_its_cells(visit):
    found = visit("two")
    cells = found.locator(".map").nth(1).locator(".cells i")
    names = found.evaluate(NAMES)
    assert cells.count() == len(names)
    verdict = two_targets()[1].operations[names[20]].verdict
    cells.nth(20).hover()
    assert found.locator(".map output").nth(1).inner_text() == f"{names[20]}: {verdict}"
    cells.nth(20).click()
    assert found.url.endswith(f"#gfx906-{names[20]}") and found.locator("tr.detail").count() == 1


@needs_browser
def test_keys_alone(visit):
    """Tab goes through what can be used in the order it stands, each with a ring around it; Enter and Space work."""
    found = visit("two", height=2000)
    found.keyboard.press("Tab")
    assert found.evaluate("document.activeElement.className") == "skip"
    tops = []
    for _ in range(40):
        found.keyboard.press("Tab")
        style = found.evaluate(FOCUSED)
        assert style[0] == "solid" and style[1] >= 2, style
        tops.append(style[2])
    assert all(after >= before - 12 for before, after in zip(tops, tops[1:]))       # 12: neighbours on one line
    found.locator("#c1-d1 > details > summary").focus()
    found.keyboard.press("Enter")
    assert found.locator("#c1-d1 .program").is_visible()
    found.keyboard.press("Space")
    assert not found.locator("#c1-d1 .program").is_visible()
    found.get_by_role("searchbox").focus()
    found.keyboard.type("v_add_f32")
    found.keyboard.press("Enter")                     # nowhere to go: the page stays
    found.keyboard.press("Tab")
    found.keyboard.press("Space")
    assert found.locator("[data-verdict=p]").get_attribute("aria-pressed") == "true"
    found.keyboard.press("Space")
    row = found.locator("tr[id=gfx906-v_add_f32]")
    row.get_by_role("button").focus()
    found.keyboard.press("Enter")
    assert row.get_by_role("button").get_attribute("aria-expanded") == "true"
    assert found.locator("tr.detail").count() == 1
    found.keyboard.press("Space")
    assert found.locator("tr.detail").count() == 0


@needs_browser
@pytest.mark.parametrize("name", ["one", "two", "hostile"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_sticks_out(visit, name, width):
    """No scrolling sideways, with everything unfolded."""
    found = visit(name, width=width, height=800)
    found.evaluate(UNFOLD)
    found.locator("tr[id] > th > button").first.click()
    found.locator("tr[id] > th > button").nth(9).click()
    assert found.evaluate("document.documentElement.scrollWidth") <= width


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(visit, scheme):
    """axe finds nothing: names, roles, headings, tables, contrast."""
    from axe_playwright_python.sync_playwright import Axe
    found = visit("two", "#gfx906-s_absdiff_i32", color_scheme=scheme)
    found.evaluate(UNFOLD.replace("details", "#c1-d1 details, #c1-coverage ~ details"))
    wrong = Axe().run(found, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"],
                                     "resultTypes": ["violations"]})
    assert not wrong.response["violations"], wrong.generate_report()[:2000]


@needs_browser
def test_light_and_dark(visit):
    light, dark = (visit("one", color_scheme=scheme).evaluate(COLOUR, "body") for scheme in ("light", "dark"))
    assert min(light) > 240 and max(dark) < 40


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_differ_without_colour(visit, scheme):
    """What passes and what fails are apart in lightness, and in shape on the map."""
    found = visit("one", color_scheme=scheme)
    colours = [found.evaluate(COLOUR, f".cells i.{name}") for name in "pf"]
    light = [sum(share * part for share, part in zip((0.21, 0.72, 0.07), colour)) for colour in colours]
    assert abs(light[0] - light[1]) > 30
    radius = "name => getComputedStyle(document.querySelector('.cells i.' + name)).borderRadius"
    assert [found.evaluate(radius, name) for name in "pf"] == ["2px", "50%"]


@needs_browser
@pytest.mark.parametrize("script", [True, False])
def test_print_shows_all(visit, script):
    found = visit("one", java_script_enabled=script)
    one = testing_certificates.certificate("gfx1100")
    found.emulate_media(media="print")
    for n in range(1, len(one.defects) + 1):
        assert found.locator(f"#c1-d{n} .program").bounding_box()["height"] > 10
    for selector in (".encodings", ".encoding table", "#gfx1100-rules ~ details table"):
        assert found.locator(selector).first.bounding_box()["height"] > 10
    assert not found.locator("nav").is_visible() and not found.locator(".filters").first.is_visible()
    assert found.pdf()[:5] == b"%PDF-"


@needs_browser
def test_without_script(visit):
    """All is there but what needs a script, which is not shown."""
    found = visit("two", java_script_enabled=False)
    assert not found.locator(".filters").is_visible()
    found.locator("#c1-d2 > details > summary").click()
    assert found.locator("#c1-d2 .program").inner_text() == "\n".join(testing_certificates.PROGRAM)
    found.locator("details.encoding summary").first.click()
    assert found.locator("details.encoding tr[id]").first.is_visible()


@needs_browser
def test_nothing_jumps(visit):
    """No layout shift while it loads."""
    found = visit("two")
    moved = found.evaluate(SHIFT)
    assert moved == 0


@needs_browser
def test_what_a_target_says_is_text(visit):
    found = visit("hostile")
    found.evaluate(UNFOLD)
    buttons = found.locator("tr[id] > th > button")
    failing = next(n for n, one in enumerate(hostile().operations.values()) if one.verdict == "fail")
    for number in (0, failing):
        buttons.nth(number).click()
    assert found.evaluate("globalThis.harm") is None
    assert found.locator("img").count() == 0 and found.locator("script").count() == 2
    assert found.locator("h1").inner_text().startswith(HOSTILE)
    assert found.locator("#c1-d1 .cause").inner_text() == HOSTILE
    assert "{{ 7 * 6 }}" in found.locator("#c1-d1 .program").inner_text()
    assert found.evaluate("[...document.querySelectorAll('a')].every(link => /^(file|https?):$/.test(link.protocol))")


@needs_browser
def test_headings_and_tables(visit):
    """One h1, no level left out, every table with a head, every row with a header cell or plain cells."""
    found = visit("two")
    levels = found.evaluate(LEVELS)
    assert levels.count(1) == 1 and all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    assert found.evaluate(HEADED)
