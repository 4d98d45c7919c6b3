"""How long does a person wait for the page? First view, clicks and the map, beside a request that does nothing.

Usage: python -m tests.bench.print_page --memories 10000. Makes a home of as many synthetic memories, opens its page
in Chromium and prints milliseconds, medians of several: until the heading of a view stands there, what an empty
answer of the same server takes, and from one picture of a map of 5,000 nodes that is drawn along to the next.
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
_MAP = """
const [count, done] = arguments;
import('/assets/graph_canvas.js').then(({GraphCanvas}) => {
  const nodes = Array.from({length: count}, (_, n) => ({id: `e_${n}`, name: `Person ${n}`, group: n % 12,
    share: 1 / (n + 1), x: 60 * Math.sqrt(n) * Math.cos(n), y: 60 * Math.sqrt(n) * Math.sin(n)}));
  const edges = Array.from({length: 2 * count}, (_, n) => ({source: `e_${n % count}`, target: `e_${(n * 7919) % count}`}));
  const surface = document.getElementById('main').appendChild(document.createElement('div'));
  surface.style.cssText = 'width: 1200px; height: 700px';
  const canvas = new GraphCanvas(surface.appendChild(document.createElement('canvas')), {nodes, edges}, () => {});
  canvas.start();
  let [frames, last] = [[], 0];
  const step = (now) => {
    if (last) frames.push(now - last);
    last = now;
    canvas.view.x += 7 / canvas.view.scale;
    canvas.move();
    if (frames.length < 90) requestAnimationFrame(step);
    else { surface.remove(); done(frames.sort((a, b) => a - b).slice(45)[0]); }
  };
  setTimeout(() => requestAnimationFrame(step), 600);
});
"""
_NODES = 5000


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
    frame = tab.driver.execute_async_script(_MAP, _NODES)
    print(f"{f'a picture of a map of {_NODES:,} nodes':40} {frame:8.1f} ms")


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
