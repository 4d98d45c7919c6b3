"""What does Prometheus read? Counts of this process, in its text form, with no names of owners and no contents.

Written here rather than by a library: counters, gauges and one histogram are a page, and nothing more is to be
installed.
"""

import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from quaidpy import __version__

BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
OTHER = "other"
Labels = tuple[tuple[str, str], ...]
_COUNTED = {
    "quaid_requests_total": "Requests that were answered, by route, status and kind of error.",
    "quaid_recalls_total": "Questions that were answered: recalls and searches.",
    "quaid_abstentions_total": "Questions to which nothing was given, because nothing known answers them.",
    "quaid_writes_total": "Acts that may have changed memory.",
    "quaid_limited_total": "Requests that were refused for being too many or too large, by which limit.",
    "quaid_busy_total": "Requests that were refused because writers or connections were taken.",
}


class Figures:
    """Safe for many threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._counted: dict[str, dict[Labels, int]] = {name: defaultdict(int) for name in _COUNTED}
        self._times: dict[str, list[int]] = {}
        self._sums: dict[str, float] = defaultdict(float)
        for name in _COUNTED:
            if name not in {"quaid_requests_total", "quaid_limited_total"}:
                self._counted[name][()] = 0

    def answered(self, route: str, *, status: int, kind: str, seconds: float) -> None:
        """`route`: a line of the table, or `other`; `kind`: of an error, else `ok`."""
        with self._guard:
            labels = (("route", route), ("status", str(status)), ("kind", kind))
            self._counted["quaid_requests_total"][labels] += 1
            self._counted["quaid_busy_total"][()] += kind == "busy"
            self._times.setdefault(route, [0] * (len(BUCKETS_S) + 1))[bisect_left(BUCKETS_S, seconds)] += 1
            self._sums[route] += seconds

    def limited(self, limit: str) -> None:
        with self._guard:
            self._counted["quaid_limited_total"][(("limit", limit),)] += 1

    def acted(self, document: Mapping[str, object], *, writes: bool) -> None:
        """What an act answered; that of a question says whether it abstained."""
        with self._guard:
            self._counted["quaid_writes_total"][()] += writes
            if "abstained" in document:
                self._counted["quaid_recalls_total"][()] += 1
                self._counted["quaid_abstentions_total"][()] += document["abstained"] is not None

    def text(self, *, running: int, connections: tuple[int, int] | None) -> str:
        """`connections`: to a database server, in use and the most there may be."""
        with self._guard:
            lines = [*self._counters(), *self._histogram()]
        lines += _gauge("quaid_requests_running", "Requests that run now.", running)
        if connections is not None:
            in_use, most = connections
            lines += _gauge(
                "quaid_connections_in_use", "Connections to the database that are in use.", in_use
            )
            lines += _gauge("quaid_connections_most", "Connections to the database that there may be.", most)
        lines += _gauge("quaid_info", "Which version this is.", 1, (("version", __version__),))
        return "\n".join(lines) + "\n"

    def _counters(self) -> Iterator[str]:
        for name, about in _COUNTED.items():
            yield from _head(name, about, "counter")
            for labels, value in sorted(self._counted[name].items()):
                yield _line(name, labels, value)

    def _histogram(self) -> Iterator[str]:
        name = "quaid_request_seconds"
        yield from _head(name, "How long requests took, by route.", "histogram")
        for route, counts in sorted(self._times.items()):
            total = 0
            for edge, count in zip((*map(str, BUCKETS_S), "+Inf"), counts, strict=True):
                total += count
                yield _line(f"{name}_bucket", (("route", route), ("le", edge)), total)
            yield _line(f"{name}_sum", (("route", route),), round(self._sums[route], 6))
            yield _line(f"{name}_count", (("route", route),), total)


def counting(
    act: Callable[..., dict[str, object]], figures: Figures, *, writes: bool
) -> Callable[..., dict[str, object]]:
    """The same act, counted once it is done."""

    def acted(*asked: object) -> dict[str, object]:
        document = act(*asked)
        figures.acted(document, writes=writes)
        return document

    return acted


def _gauge(name: str, about: str, value: float, labels: Labels = ()) -> Iterable[str]:
    return [*_head(name, about, "gauge"), _line(name, labels, value)]


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, labels: Labels, value: float) -> str:
    named = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
    return f"{name}{{{named}}} {value}" if labels else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
