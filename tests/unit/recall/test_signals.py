"""Important memories reach other agents once, a few at a time."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy import Memory, Note
from quaidpy.domain.tuning import SignalsTuning
from quaidpy.recall.signals import Listener, ListenerState, signals

TUNING = SignalsTuning(
    least_importance=0.8, batch=2, cool_down_s=30, most_a_session=3, most_age_hours=24, looked_at=200
)


class Room:
    """A memory, and a listener whose clock is turned by hand."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.now = memory.now()
        self.heard: ListenerState | None = None

    def store(self, *texts: str, importance: float = 0.9) -> None:
        for text in texts:
            self.memory.store(Note(owner=self.memory.owner, text=text, importance=importance))

    def listen(
        self, *, after_s: float = 31, session: str | None = None, tuning: SignalsTuning = TUNING
    ) -> list[str]:
        self.now += timedelta(seconds=after_s)
        listener = Listener(owner=self.memory.owner, name="a", session=session)
        store = self.memory.parts.remembering.store
        told, self.heard = signals(store, listener, self.heard, now=self.now, tuning=tuning)
        return [each.text for each in told]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    with Memory(home=tmp_path / "home") as memory:
        yield Room(memory)


def test_who_listens_for_the_first_time_hears_nothing_old(room: Room) -> None:
    room.store("Ana moved to Lisbon")
    assert room.listen() == []
    room.store("Ben broke his arm today")
    assert room.listen() == ["Ben broke his arm today"]


def test_each_is_told_once_and_only_what_matters(room: Room) -> None:
    room.listen()
    room.store("Ben broke his arm today")
    room.store("Ben had soup for lunch", importance=0.3)
    assert room.listen() == ["Ben broke his arm today"]
    assert room.listen() == []


def test_batches_wait_for_the_cool_down_and_a_session_has_its_most(room: Room) -> None:
    room.listen()
    texts = [
        "Ana sold the blue boat",
        "Ben leaves Marmelo Studio",
        "Carla is in hospital",
        "Dora owes us money",
    ]
    room.store(*texts)
    assert room.listen() == texts[:2]
    assert room.listen(after_s=5) == []
    assert room.listen() == texts[2:3]
    assert room.listen() == []


def test_old_news_is_passed_over(room: Room) -> None:
    room.listen()
    room.store("Ben broke his arm today")
    assert room.listen(after_s=25 * 3600) == []
    assert room.listen() == []


def test_a_batch_of_nothing_turns_signals_off(room: Room) -> None:
    off = replace(TUNING, batch=0)
    room.listen(tuning=off)
    room.store("Ben broke his arm today")
    assert room.listen(tuning=off) == []


def test_the_facade_keeps_how_far_a_listener_has_heard(tmp_path: Path, room: Room) -> None:
    assert room.memory.signals("codex:1") == []
    room.store("Ben broke his arm today")
    assert [each.text for each in room.memory.signals("codex:1")] == ["Ben broke his arm today"]
    assert room.memory.signals("codex:1") == []
    assert room.memory.signals("codex:2") == []
