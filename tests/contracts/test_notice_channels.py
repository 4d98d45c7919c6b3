"""One suite for every channel that tells at once: a file, the desktop's notifier, a webhook over real HTTP."""

import json
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from quaidpy.domain.notice_tuning import NoticeKind
from quaidpy.domain.notices import NoticeId
from quaidpy.errors import UsageError
from quaidpy.ports.notices import Message, NoticeChannel
from quaidpy.system.channels.desktop import DesktopChannel
from quaidpy.system.channels.lines_of_a_file import FileChannel
from quaidpy.system.channels.webhook import WebhookChannel

SOME = Message(
    id=NoticeId("nt_1"), kind=NoticeKind.REPLACED, happened_at=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
    text='The "port" of Łódź is --8191 now; $(touch x) `y` <b>\nand more',
)  # fmt: skip
PROGRAM = """#!/bin/sh
printf '%s\\n' "$@" >> "{log}"
exit {code}
"""


@dataclass
class Heard:
    """A channel, and what came out at its other end."""

    channel: NoticeChannel
    texts: Callable[[], list[str]]


class Listener(BaseHTTPRequestHandler):
    bodies: list[dict[str, str]]
    status = 204
    location = ""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.bodies.append(json.loads(raw) | {"key": self.headers["Idempotency-Key"], "path": self.path})
        self.send_response(self.status)
        if self.location:
            self.send_header("Location", self.location)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def listener() -> Iterator[tuple[str, type[Listener]]]:
    handler = type("Handler", (Listener,), {"bodies": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/quaid?to=me", handler
    server.shutdown()
    server.server_close()
    thread.join()


def notifier(folder: Path, *, code: int = 0) -> Path:
    """A program that writes down what it is told to show."""
    path = folder / "notify-send"
    path.write_text(PROGRAM.format(log=folder / "shown", code=code))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture(params=["file", "desktop", "webhook"])
def heard(request: pytest.FixtureRequest, tmp_path: Path, listener: tuple[str, type[Listener]]) -> Heard:
    if request.param == "file":
        path = tmp_path / "deep" / "notices.log"
        return Heard(
            FileChannel(path), lambda: [line.split(" ", 2)[2] for line in path.read_text().splitlines()]
        )
    if request.param == "desktop":
        program = notifier(tmp_path)
        shown = tmp_path / "shown"
        return Heard(
            DesktopChannel(find=lambda _: str(program), platform="linux"),
            lambda: shown.read_text().split("--app-name\nquaid\n--\nquaid\n")[1:],
        )
    url, handler = listener
    return Heard(WebhookChannel(url), lambda: [each["text"] for each in handler.bodies])


def test_what_is_told_comes_out_word_for_word(heard: Heard) -> None:
    heard.channel.tell(SOME)
    heard.channel.tell(replace(SOME, id=NoticeId("nt_2"), text="another"))
    first, second = heard.texts()
    assert first.split() == SOME.text.split()
    assert second.split()[:1] == ["another"]


def test_a_file_has_each_notice_once_whoever_was_killed_as_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "notices.log"
    channel = FileChannel(path)
    channel.tell(SOME)
    channel.tell(SOME)
    other = replace(SOME, id=NoticeId("nt_2"), text="another")
    path.write_bytes(path.read_bytes() + b"2026-03-01T09:30:00Z nt_2 anoth")  # and then it was killed
    channel.tell(other)
    channel.tell(other)
    whole = [line for line in path.read_text().splitlines() if line.endswith(("another", "more"))]
    assert [line.split()[1] for line in whole] == ["nt_1", "nt_2"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"notices\.file is .*cannot be written"):
        FileChannel(tmp_path / "file" / "notices.log").tell(SOME)


def test_a_notifier_that_is_missing_or_fails_is_told(tmp_path: Path) -> None:
    for platform, wanted in (
        ("linux", "notify-send"),
        ("darwin", "osascript"),
        ("win32", "a notifier that we know"),
    ):
        with pytest.raises(UsageError, match=wanted):
            DesktopChannel(find=lambda _: None, platform=platform).tell(SOME)
    program = notifier(tmp_path, code=3)
    with pytest.raises(UsageError, match="exit code 3"):
        DesktopChannel(find=lambda _: str(program), platform="linux").tell(SOME)


def test_on_macos_the_words_are_an_argument_and_no_script(tmp_path: Path) -> None:
    program = notifier(tmp_path)
    DesktopChannel(find=lambda _: str(program), platform="darwin").tell(SOME)
    script, _, words = (tmp_path / "shown").read_text().partition("end run\n")
    assert words.rstrip("\n") == SOME.text
    assert "port" not in script


def test_a_webhook_says_which_notice_it_is_and_follows_nobody_elsewhere(
    listener: tuple[str, type[Listener]],
) -> None:
    url, handler = listener
    WebhookChannel(url).tell(SOME)
    (body,) = handler.bodies
    assert body["id"] == body["key"] == "nt_1"
    assert body["kind"] == "replaced"
    assert body["path"] == "/quaid?to=me"
    handler.status, handler.location = 302, "http://127.0.0.1:1/"
    with pytest.raises(UsageError, match="answered 302"):
        WebhookChannel(url).tell(SOME)
    handler.status = 500
    with pytest.raises(UsageError, match="answered 500"):
        WebhookChannel(url).tell(SOME)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("", "no address"),
        ("ftp://127.0.0.1/", "no address"),
        ("http://127.0.0.1:99999/", "no address"),
        ("https://example.org/", "allow that host"),
        ("http://127.0.0.1.example.org/", "allow that host"),
        ("http://allowed.example/", "needs https"),
    ],
)
def test_a_webhook_elsewhere_is_refused(url: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        WebhookChannel(url, allowed_hosts=["allowed.example"])
    WebhookChannel("https://allowed.example/quaid", allowed_hosts=["allowed.example"])


def test_a_webhook_where_nobody_listens_is_told() -> None:
    with pytest.raises(UsageError, match="took no notice"):
        WebhookChannel("http://127.0.0.1:1/").tell(SOME)
