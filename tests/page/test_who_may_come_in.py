"""Who may open the page, and what may be asked there? Through real HTTP, as a browser or a stranger would."""

import http.client
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.interfaces.page.command_asks import ASKS, command_line
from quaidpy.interfaces.page.tickets import TICKET_S, VISIT_S, Tickets, Visit
from tests.page.conftest import Quaid

pytestmark = pytest.mark.xdist_group("page door")  # one server for all of them
PAGE = {"quaid-page": "1"}
Answer = tuple[int, dict[str, str], Any]


class Door:
    """A port that is asked with exactly these headers."""

    def __init__(self, link: str) -> None:
        self.base, _, self.ticket = link.partition("/open/")
        self.port = int(self.base.rpartition(":")[2])
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            named.setdefault("Cookie", self.cookie)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, named)
            answer = connection.getresponse()
            raw = answer.read()
        finally:
            connection.close()
        told = {name.lower(): value for name, value in answer.getheaders()}
        is_json = told.get("content-type", "").startswith("application/json")
        return answer.status, told, json.loads(raw) if is_json else raw.decode()

    def enter(self) -> "Door":
        status, headers, _ = self.ask("GET", f"/open/{self.ticket}")
        assert status == 303
        self.cookie = headers["set-cookie"].partition(";")[0]
        return self


@pytest.fixture
def door(quaid: Quaid) -> Door:
    return Door(quaid("ui", "--no-open")["url"])


def test_a_link_opens_the_page_once_and_a_stranger_is_told_what_to_type(door: Door) -> None:
    for path in ("/", "/ask", "/assets/app.js", "/page/about", "/v1/stats", "/page/tell/health"):
        status, _, told = door.ask("GET", path)
        assert status == 401
        assert "quaid ui" in (told if isinstance(told, str) else told["error"]["message"])
    status, headers, _ = door.ask("GET", f"/open/{door.ticket}")
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert door.ask("GET", f"/open/{door.ticket}")[0] == 401
    assert door.ask("GET", "/", Cookie=f"quaid-{door.port}=made-up")[0] == 401


def test_only_this_page_at_this_address_is_answered(door: Door) -> None:
    door.enter()
    here = f"127.0.0.1:{door.port}"
    assert door.ask("GET", "/page/about")[0] == 200
    assert door.ask("GET", "/page/about", Host=f"localhost:{door.port}")[0] == 200
    for strange in ("quaid.example", f"quaid.example:{door.port}", "127.0.0.1", f"127.0.0.1:{door.port + 1}"):
        assert door.ask("GET", "/page/about", Host=strange)[0] == 421
    assert door.ask("GET", "/page/about", Origin=f"http://{here}")[0] == 200
    for origin in ("https://quaid.example", "null", f"http://127.0.0.1:{door.port + 1}", f"https://{here}"):
        assert door.ask("GET", "/page/about", Origin=origin)[0] == 403
    for site in ("cross-site", "same-site"):
        assert door.ask("GET", "/page/about", **{"Sec-Fetch-Site": site})[0] == 403
    assert (
        door.ask("POST", "/v1/memories", {"text": "Ana likes tea."})[0] == 403
    )  # as a form of another page would
    assert door.ask("POST", "/v1/memories", {"text": "Ana likes tea."}, **PAGE)[0] == 201


def test_a_browser_is_forbidden_what_the_page_does_not_need(door: Door) -> None:
    door.enter()
    for path in ("/", "/assets/app.js", "/v1/stats", "/nowhere"):
        _, headers, _ = door.ask("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
    assert door.ask("GET", "/assets/..%2Fsite.py")[0] == 404
    assert door.ask("GET", "/assets/gate.py")[0] == 404


def test_what_is_not_for_the_page_is_not_there(door: Door) -> None:
    door.enter()
    for path in ("/v1/command", "/v1/hook", "/v1/page", "/v1/leave"):
        assert door.ask("POST", path, {}, **PAGE)[0] in {404, 405}


def test_the_owner_is_the_visits_whatever_the_browser_says(door: Door, quaid: Quaid) -> None:
    door.enter()
    assert door.ask("GET", "/page/about", **{"Quaid-Owner": "somebody"})[2]["owner"] == "default"
    theirs = Door(quaid("--owner", "Zoë", "ui", "--no-open")["url"]).enter()
    assert theirs.port == door.port
    assert theirs.ask("GET", "/page/about")[2]["owner"] == "Zoë"
    assert theirs.ask("GET", "/v1/stats")[2]["memories"] == 0


def test_a_read_only_page_changes_nothing(quaid: Quaid) -> None:
    kept = quaid("store", "Ben sings in a choir.")["new"][0]["id"]
    looking = Door(quaid("ui", "--no-open", "--read-only")["url"]).enter()
    assert looking.ask("GET", "/page/about")[2]["read_only"]
    assert looking.ask("POST", "/v1/recall", {"query": "who sings?"}, **PAGE)[0] == 200
    asked = [
        ("POST", "/v1/memories", {"text": "Ben plays chess."}),
        ("DELETE", f"/v1/memories/{kept}", None),
        ("PUT", f"/v1/memories/{kept}/pin", {}),
        ("POST", "/v1/operations/last/undo", {}),
        ("POST", "/page/do/task", {"verb": "done", "id": kept}),
        ("POST", "/page/night", {}),
    ]
    for method, path, body in asked:
        status, _, told = looking.ask(method, path, body, **PAGE)
        assert (status, "read-only" in told["error"]["message"]) == (403, True)
    assert quaid("show", kept)["text"] == "Ben sings in a choir."


def test_a_command_that_finds_nothing_or_fails_says_so(door: Door) -> None:
    door.enter()
    status, _, told = door.ask("GET", "/page/tell/card?name=Nobody")
    assert status == 404
    assert "Nobody" in told["error"]["message"]
    assert door.ask("GET", "/page/tell/card?name=--help")[0] == 404
    assert door.ask("GET", "/page/tell/format-disk")[0] == 400
    assert door.ask("GET", "/page/tell/answer?subject=x&answer=keep")[0] == 400
    assert door.ask("POST", "/page/do/health", {}, **PAGE)[0] == 400


def test_a_port_that_is_taken_is_told(door: Door, quaid: Quaid) -> None:
    assert quaid("ui", "--no-open", "--port", str(door.port))["url"].startswith(door.base)
    with socket.create_server(("127.0.0.1", 0)) as somebody_elses:
        port = somebody_elses.getsockname()[1]
        told = quaid("ui", "--no-open", "--port", str(port))
    assert f"cannot listen on 127.0.0.1:{port}" in told["error"]["message"]


@pytest.mark.parametrize("name", sorted(ASKS))
def test_no_value_becomes_an_option(name: str) -> None:
    ask = ASKS[name]
    given = dict.fromkeys(ask.fields, "--purge")
    given |= {"verb": "done", "id": "m_0123456789", "answer": "keep"} if ask.writes else {}
    given |= {"id": "op_0123456789:0"} if name == "apart" else {}
    _, arguments = command_line(name, {field: given[field] for field in ask.fields})
    for place, argument in enumerate(arguments):
        if argument == "--purge":
            assert "--" in arguments[:place]


def test_a_value_that_does_not_fit_is_refused() -> None:
    for name, given in [
        ("task", {"verb": "done", "id": "; rm -rf"}),
        ("task", {"verb": "explode", "id": "m_0123456789"}),
        ("answer", {"subject": "", "answer": "keep"}),
        ("card", {"name": "Ana\0"}),
        ("card", {"name": "a" * 20_001}),
        ("health", {"days": "3"}),
    ]:
        with pytest.raises(UsageError):
            command_line(name, given)


def test_tickets_and_visits_end() -> None:
    now = 0.0
    tickets = Tickets(now=lambda: now)
    visit = Visit(owner=Owner("ana"))
    late, taken = tickets.issue(visit), tickets.issue(visit)
    cookie = tickets.redeem(taken)
    assert cookie is not None
    assert tickets.visit(cookie) == visit
    assert tickets.redeem(taken) is None
    now = TICKET_S + 1
    assert tickets.redeem(late) is None
    now = VISIT_S - 1
    assert tickets.visit(cookie) == visit
    now = VISIT_S + 1
    assert tickets.visit(cookie) is None


def test_only_so_many_tickets_are_kept() -> None:
    tickets = Tickets(now=lambda: 0.0)
    first = tickets.issue(Visit(owner=Owner("ana")))
    for _ in range(64):
        last = tickets.issue(Visit(owner=Owner("ana")))
    assert tickets.redeem(first) is None
    assert tickets.redeem(last) is not None


def test_the_assets_load_nothing_from_elsewhere() -> None:
    folder = Path(__file__).parents[2] / "quaidpy/interfaces/page/assets"
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text, path.name
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "style="):
            assert word not in text, (path.name, word)
