"""How long does a person wait for the page? First view and clicks, beside a request that does nothing.

Usage: python -m tests.bench.print_page --memories 10000. Makes a home of as many synthetic memories, opens its page
in Chromium and prints milliseconds, medians of several: until the heading of a view stands there, and what an empty
answer of the same server takes.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from quaidpy.bench.speed.scale import build
from quaidpy.settings import load_settings
from tests.page.browser import Tab, opened_browser
from tests.page.conftest import quaid_of

VIEWS = (
    "",
    "ask?q=where+does+Ana+live+now%3F",
    "people",
    "graph",
    "timeline",
    "review",
    "nights",
    "sessions",
    "settings",
)
TIMES = 5
_CLICK = """
const [view, done] = arguments, begun = performance.now(), main = document.getElementById('main');
const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(() => done(performance.now() - begun)); });
seen.observe(main, {childList: true});
document.querySelector(`#nav a[data-view="${view}"]`).click();
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        build(load_settings(home=home, environment={}), given.memories)
        quaid = quaid_of(home, {})
        try:
            with opened_browser() as tab:
                tab.enter(quaid("ui", "--no-open")["url"])
                _print(tab)
        finally:
            quaid("serve", "stop")


def _print(tab: Tab) -> None:
    empty = "return fetch('/page/about', {headers: {'quaid-page': '1'}}).then((each) => each.text())"
    print(f"{'an empty answer':40} {_median(lambda: tab.run(empty)):8.1f} ms")
    for view in VIEWS:
        print(f"{'opened: /' + view:40} {_median(lambda view=view: tab.go(view)):8.1f} ms")
    for view in ("people", "timeline", "review", "nights", "sessions", "graph", "settings"):
        took = statistics.median(_clicked(tab, view) for _ in range(TIMES))
        print(f"{'clicked: /' + view:40} {took:8.1f} ms")


def _clicked(tab: Tab, view: str) -> float:
    """From a click in the list of views until that view stands there, by the browser's own clock."""
    tab.driver.execute_async_script(_CLICK, "settings" if view != "settings" else "review")
    return float(tab.driver.execute_async_script(_CLICK, view))


def _median(do: Callable[[], object]) -> float:
    do()
    took = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        do()
        took.append((time.perf_counter() - begun) * 1000)
    return statistics.median(took)


if __name__ == "__main__":
    main()
