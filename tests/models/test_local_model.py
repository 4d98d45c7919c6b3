"""A real small model on loopback reads, imagines and grades. Opt in: start one, then `pytest -m local_llm -s`.

LOCAL_LLM_URL names an OpenAI-style server (default http://127.0.0.1:18080/v1). Slow; figures are printed.
"""

import os
import socket
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from quaidpy import Memory
from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.remember.pipeline import Intake

URL = os.environ.get("LOCAL_LLM_URL", "http://127.0.0.1:18080/v1")
SAMPLE = max((Path(__file__).resolve().parents[2] / "quaidpy/shipped/sample_life").glob("3*.txt"))
TURNS = 10  # of the sample, two chunks; a small model needs minutes for more

pytestmark = [pytest.mark.local_llm, pytest.mark.timeout(1800)]


@contextmanager
def server_that_dies(port: int, *, after: int) -> Iterator[list[str]]:
    """Passes calls on to the real server; after so many answers it hangs up on every caller."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Silence."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            paths.append(self.path)
            if len(paths) > after:
                self.connection.close()
                self.close_connection = True
                return
            asked = urllib.request.Request(
                URL.removesuffix("/v1") + self.path, body, {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(asked, timeout=900) as answer:
                told = answer.read()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield paths
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def port() -> int:
    """One that is free; the dying server comes back on the same."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def home(port: int, clean_environment: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        '[models]\ndeep = "openai/local"\nfast = "openai/local"\n'
        f'deep_base_url = "http://127.0.0.1:{port}/v1"\nfast_base_url = "{URL}"\n'
        "deep_timeout_s = 900.0\ndeep_context_tokens = 8192\nchunk_tokens = 200\nparallel_calls = 1\n"
        '[recall]\nmodel_deadline_s = 300.0\nrerank_count = 8\n[graph]\nengine = "none"\n'
    )
    return clean_environment


def sample() -> bytes:
    lines = SAMPLE.read_text().splitlines()
    spoken = [place for place, line in enumerate(lines) if ": " in line]
    return "\n".join(lines[: spoken[min(TURNS, len(spoken) - 1)]]).encode()


def test_a_small_model_reads_and_a_server_that_dies_midway_loses_nothing(home: Path, port: int) -> None:
    rejected: Counter[RejectionReason] = Counter()
    with Memory() as memory:
        intake = Intake(owner=memory.owner, source_key="sample", data=sample(), by_rules=False)
        with server_that_dies(port, after=1) as paths:
            first = memory.read_by_model(memory.extract(intake))
        assert (first.chunks, first.spending.calls) == (1, 1)
        assert first.waiting >= 1
        assert paths
        kept_then = [each.text for each in memory.memories(Filter(owner=memory.owner))]
        with server_that_dies(port, after=1000) as paths:
            second = memory.read_by_model(memory.extract(intake))
        assert second.waiting == 0, second.errors
        assert second.chunks == first.waiting, "what was read is not read again"
        kept = memory.memories(Filter(owner=memory.owner))
        assert [each.text for each in kept][: len(kept_then)] == kept_then
        for each in kept:
            (turn,) = memory.words([each.evidence[0].turn])
            quote = turn.text[each.evidence[0].start : each.evidence[0].end]
            print(f"  {each.kind.value:<10} {each.text}   <- “{quote}”")
            assert quote
        for dropped in (*first.rejections, *second.rejections):
            rejected[dropped.reason] += 1
            print(f"  left out, {dropped.reason.value}: {dropped.text}")
        given = len(kept) + rejected.total()
        unquoted = rejected[RejectionReason.UNQUOTED]
        print(
            f"{given} facts, all of the schema; {(given - unquoted) / given:.0%} with a verified quote; 0 invented kept"
        )
        print(f"{first.spending.plus(second.spending)}")
        assert given - unquoted >= 0.8 * given


def test_a_small_model_imagines_and_grades(home: Path) -> None:
    with Memory() as memory:
        memory.extract(Intake(owner=memory.owner, source_key="sample", data=sample()))
        result = memory.recall(Query(text="What kind of work does Ana do these days?"))
        for stage in result.trace.stages:
            print(f"  {stage.stage:<12} {stage.ms:>9.0f} ms  {stage.note}")
        for found in result.results[:5]:
            print(f"  {found.score:.2f} {found.text}")
        assert result.degraded == ()
