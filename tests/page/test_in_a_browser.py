"""Does a person see their memory, and change it, in a real browser? Every view, by hand and by key."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_core_python.base import AXE_FILE_PATH  # the checker's own script, read from its package
from selenium.webdriver.common.keys import Keys

from tests.page.browser import Tab, needs_chromium, opened_browser
from tests.page.conftest import Quaid, quaid_of
from tests.page.hostile_texts import HOSTILE
from tests.page.lives import demo_life, hostile_life

pytestmark = [needs_chromium, pytest.mark.timeout(240), pytest.mark.xdist_group("page")]
AXE = Path(AXE_FILE_PATH).read_text(encoding="utf-8")
VIEWS = {
    "": "Today",
    "ask?q=where+does+Ana+live+now%3F": "Ask",
    "people": "People and things",
    "people/Ana": "Ana",
    "graph": "Graph",
    "graph?of=Ana": "Graph",
    "timeline": "Timeline",
    "review": "Review",
    "nights": "Nights",
    "sessions": "Sessions",
    "documents": "Documents",
    "themes": "Themes, spaces, notices",
    "spending": "Spending",
    "settings": "Settings",
}
CHECKED = """
axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then((found) => arguments[0]([
  found.violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3)),
  found.passes.length,
]))
"""
PICTURES = os.environ.get("PICTURES")
"""A folder: each view as it looks is written there, as docs/pictures has two of them."""
WAYS_TO_LOOK = ((1280, "light"), (360, "dark"), *([(1920, "light")] if PICTURES else []))


@pytest.fixture(scope="module")
def browser() -> Iterator[Tab]:
    with opened_browser() as tab:
        yield tab


@pytest.fixture(scope="module")
def lived(page_home: Path) -> Path:
    demo_life(page_home)
    return page_home


@pytest.fixture
def tab(browser: Tab, lived: Path, quaid: Quaid) -> Tab:
    browser.as_wide_as(1280)
    browser.enter(quaid("ui", "--no-open")["url"])
    return browser


@pytest.mark.parametrize(("width", "scheme"), WAYS_TO_LOOK)
def test_every_view_is_whole_reachable_and_legible(tab: Tab, width: int, scheme: str) -> None:
    tab.as_wide_as(width, scheme=scheme)
    found = {}
    for path, heading in VIEWS.items():
        tab.go(path)
        assert tab.heading() == heading
        is_too_wide = tab.run("return document.documentElement.scrollWidth > innerWidth + 1")
        tab.run(AXE)
        wrong, count = tab.driver.execute_async_script(CHECKED)
        assert count > 10  # rules that were looked at
        faults = [*wrong, *tab.faults(), *(["wider than the screen"] if is_too_wide else [])]
        if faults:
            found[path] = faults
        if PICTURES:
            tab.driver.save_screenshot(f"{PICTURES}/{re.sub(r'[^a-z]+', '-', heading.lower())}-{width}.png")
    assert not found


def test_what_an_agent_is_given_stands_beside_why(tab: Tab, quaid: Quaid) -> None:
    tab.go("")
    field = tab.all("form.ask input")[0]
    field.send_keys("where does Ana live now?\n")
    tab.until(lambda: tab.all(".result"))
    assert "I moved to Lisbon last week" in tab.text(".result .line")
    given = quaid("recall", "where does Ana live now?")
    assert [each["line"].removeprefix("- ") for each in given["results"]] == [
        each.text for each in tab.all(".result .line")
    ]
    assert "lanes" in tab.text(".stages")
    tab.press("It helped", ".result")
    tab.until(lambda: "noted: it helped" in tab.text("#notes"))


def test_an_answer_is_stepped_back_to_a_day_on_which_something_was_said(tab: Tab) -> None:
    tab.go("ask?q=where+does+Ana+live+now%3F")
    slider = 'input[aria-label="What was true on: step by step"]'
    is_drawn_anew = f"return document.activeElement.matches('{slider}:not([data-old])')"
    while "Lisbon" in tab.text(".results"):
        tab.run(f"document.querySelector('{slider}').dataset.old = 1")
        tab.all(slider)[0].send_keys(Keys.ARROW_LEFT)
        tab.until(lambda: tab.run(is_drawn_anew))
    assert "as_of=2025-" in tab.driver.current_url


def test_two_that_were_taken_for_one_are_told_apart(tab: Tab, quaid: Quaid) -> None:
    quaid("store", "Clara paints boats in the harbour.")
    quaid("store", "Clara paints boats in the harbour!")
    before = quaid("stats")["counts"]["memories"]
    tab.go("nights")
    assert "Clara paints boats in the harbour!" in tab.text()
    tab.press("They are two")
    tab.until(lambda: quaid("stats")["counts"]["memories"] == before + 1)
    assert not tab.faults()


def test_a_memory_is_edited_and_taken_back_and_another_tab_sees_both(tab: Tab, quaid: Quaid) -> None:
    kept = quaid("store", "Clara keeps bees in York.")["new"][0]["id"]
    tab.go(f"memory/{kept}")
    first = tab.driver.current_window_handle
    tab.driver.switch_to.new_window("tab")
    tab.go(f"memory/{kept}")
    tab.press("Edit")
    area = tab.all("textarea")[0]
    area.clear()
    area.send_keys("Clara keeps hens in York.")
    tab.press("Keep these words")
    tab.until(lambda: "Clara keeps hens in York." in tab.text(".statement"))
    assert quaid("show", kept)["text"] == "Clara keeps hens in York."
    tab.press("Undo", "#notes")
    tab.until(lambda: quaid("show", kept)["text"] == "Clara keeps bees in York.")
    tab.until(lambda: "Clara keeps bees in York." in tab.text(".statement"))
    quaid("edit", kept, "--text", "Clara keeps two goats.")  # somebody else, at a terminal
    tab.until(lambda: "two goats" in tab.text(".statement"))
    tab.driver.close()
    tab.driver.switch_to.window(first)
    tab.until(lambda: "two goats" in tab.text(".statement"))
    assert not tab.faults()


def test_what_was_kept_of_a_conversation_stands_under_the_words(tab: Tab, quaid: Quaid) -> None:
    episode = next(each for each in quaid("episodes")["episodes"] if "new-year" in each["source_key"])
    tab.go(f"sessions/{episode['id']}")
    said = next(each for each in tab.all(".turns > li") if "I quit my job" in each.text)
    assert "Ben quit his job at the hospital in December 2025." in said.text


def test_what_held_on_a_day_leaves_out_what_came_later(tab: Tab) -> None:
    tab.go("timeline")
    assert "Ben opens the bakery" in tab.text()
    tab.go("timeline?on=2025-08-10")
    assert "Ana is head of data at Marmelo Studio now." in tab.text()
    assert "Ben opens the bakery" not in tab.text()


def test_what_the_next_night_would_do_is_told_before_it_does_it(tab: Tab, quaid: Quaid) -> None:
    before = quaid("janitor", "status")["nights"]
    tab.go("nights")
    tab.press("What would it do now?")
    tab.until(lambda: tab.all(".panel h3, .panel .empty"))
    assert quaid("janitor", "status")["nights"] == before


def test_a_question_of_the_night_is_answered_by_a_key(tab: Tab, quaid: Quaid) -> None:
    before = quaid("review")["questions"]
    assert any("coffee" in each["memories"][0]["text"] for each in before)
    tab.go("review")
    tab.until(lambda: tab.all(".question-card"))
    tab.all("main")[0].send_keys("k")
    tab.until(lambda: len(quaid("review")["questions"]) == len(before) - 1)
    tab.press("Undo", "#notes")
    tab.until(lambda: len(quaid("review")["questions"]) == len(before))


def test_a_night_is_taken_back_as_at_a_terminal(tab: Tab, quaid: Quaid, tmp_path: Path) -> None:
    def states(asked: Quaid) -> dict[str, tuple[str, str]]:
        kept = asked("search", "--limit", "200", "Ana Ben Diego Marta Tom Clara")["results"]
        return {each["id"]: (each["text"], each["status"]) for each in kept if each["kind"] != "turn"}

    quaid("backup", str(tmp_path / "copy.db"))
    typing, looking = (quaid_of(tmp_path / name) for name in ("typing", "looking"))
    for each in (typing, looking):
        each("restore", str(tmp_path / "copy.db"))
    (night,) = typing("janitor", "status")["nights"]
    typing("undo", night["run"])
    taken_back = states(typing)
    assert taken_back != states(looking)
    tab.enter(looking("ui", "--no-open")["url"])
    tab.go("nights")
    tab.press("Undo this night")
    tab.until(lambda: tab.all("dialog[open]"))
    tab.press("Undo this night", "dialog")
    tab.until(lambda: states(looking) == taken_back)
    for each in (typing, looking):
        each("serve", "stop")


def test_the_graph_is_walked_without_a_mouse(tab: Tab) -> None:
    tab.go("graph?of=Ana")
    tab.until(lambda: "Marta" in tab.text(".walk"))
    step = next(each for each in tab.all(".walk button") if each.text == "Marta")
    step.send_keys("\n")
    tab.until(lambda: "of=Marta" in tab.driver.current_url)
    tab.until(lambda: "Madrid" in tab.text(".walk"))
    tab.all("canvas")[0].send_keys("+++")
    assert not tab.faults()


def test_a_visit_that_is_over_says_how_to_come_back(tab: Tab) -> None:
    tab.driver.delete_all_cookies()
    tab.run("document.querySelector('a[data-view=people]').click()")
    tab.until(lambda: "quaid ui" in tab.text())


@pytest.fixture(scope="module")
def hostile_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("hostile") / "home"
    hostile_life(home, HOSTILE)
    return home


def test_hostile_texts_are_shown_as_text(browser: Tab, hostile_home: Path) -> None:
    quaid = quaid_of(hostile_home)
    try:
        browser.as_wide_as(1280)
        browser.enter(quaid("ui", "--no-open")["url"])
        episode = quaid("episodes")["episodes"][0]["id"]
        shown = ""
        for path in (
            *VIEWS,
            "ask?q=%3Cscript%3Ewindow.hit=1%3C/script%3E",
            f"sessions/{episode}",
            "memory/m_" + "0" * 26,
        ):
            browser.go(path)
            shown += browser.text()
            assert browser.run("return window.hit ?? 0") == 0, path
            assert not [each for each in browser.faults() if not each.startswith("error: ResizeObserver")], (
                path
            )
        assert "<script>window.hit=1</script>" in shown
        assert "<img src=x onerror=window.hit=1>" in shown
    finally:
        quaid("serve", "stop")
