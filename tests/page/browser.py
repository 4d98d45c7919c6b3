"""A real browser, where the machine has one: Chromium by its driver, with nothing but this machine to reach."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="the page is tried where chromium and chromedriver are installed"
)
_WATCH = """
window.faults = [];
addEventListener('error', (each) => faults.push('error: ' + each.message));
addEventListener('unhandledrejection', (each) => faults.push('rejection: ' + each.reason));
addEventListener('securitypolicyviolation', (each) => faults.push('policy: ' + each.violatedDirective + ' ' + each.blockedURI));
"""
_WITHIN_S = 20.0


class Tab:
    """One window of the browser, at a page that it was let into."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.base = ""

    def enter(self, link: str) -> None:
        self.driver.get_log("browser")  # what others left
        self.driver.get(link)
        self.base = link.partition("/open/")[0]
        self.until(lambda: self.heading() == "Today")

    def go(self, path: str) -> None:
        """Opens a view as a person who kept its address."""
        self.driver.get(f"{self.base}/{path}")
        self.until(self.heading)

    def heading(self) -> str:
        return self.text("main h1")

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def text(self, selector: str = "main") -> str:
        """As it is shown, read at once: an element may go while it is looked at."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText).join('\\n')"
        )
        return str(self.run(script, selector))

    def press(self, words: str, within: str = "body") -> None:
        """The button with these words, or this label."""
        for each in self.all(f"{within} button"):
            if words in {each.text, each.get_attribute("aria-label")} and each.is_displayed():
                each.click()
                return
        raise AssertionError(f"no button {words!r} in {[each.text for each in self.all(f'{within} button')]}")

    def until(self, is_so: Callable[[], object]) -> None:
        deadline = time.monotonic() + _WITHIN_S
        while not is_so():
            assert time.monotonic() < deadline, (
                f"not within {_WITHIN_S} s; the page says: {self.text()[:400]}"
            )
            time.sleep(0.02)

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def faults(self) -> list[str]:
        """What went wrong in the page, and whatever it asked of another address than its own."""
        names = self.run("return performance.getEntriesByType('resource').map((each) => each.name)")
        strange = [name for name in names if not name.startswith(self.base)]
        told = [each["message"] for each in self.driver.get_log("browser") if each["level"] == "SEVERE"]
        return [*self.run("return window.faults ?? []"), *strange, *told]

    def as_wide_as(self, width: int, height: int = 900, *, scheme: str = "light") -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@contextmanager
def opened_browser() -> Iterator[Tab]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for each in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
        yield Tab(driver)
    finally:
        driver.quit()
