"""Chunks for a model: nothing lost, nothing twice, and never more than the window holds, answer included."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EpisodeId, Owner, turn_id
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.domain.models.prompts import filled
from quaidpy.models.language.prompt_files import PromptFiles
from quaidpy.remember.model.asking import ModelTools
from quaidpy.remember.model.conversation_chunking import as_script, cut_at_turns
from quaidpy.remember.model.learnings import Taught, files_described
from quaidpy.remember.model.reading import Reader, chunk_tokens
from quaidpy.settings import load_settings

EPISODE = EpisodeId("ep_1")
FILES = tuple(
    Taught(name=f"{name}.md", purpose="what it is about, at length" * 4) for name in ("SOUL", "USER")
)
TEXTS = st.lists(st.text(alphabet="ab é你 1.", max_size=400), max_size=30)


class Silent:
    name = "silent"

    def prepare(self) -> None: ...
    def close(self) -> None: ...
    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        return Reply(text="", model=self.name, spending=Spending())


def turns(texts: list[str]) -> list[Turn]:
    return [
        Turn(id=turn_id(EPISODE, seq), episode=EPISODE, owner=Owner("o"), seq=seq, text=text, speaker="Ana")
        for seq, text in enumerate(texts)
    ]


@given(TEXTS, st.integers(1, 300))
def test_pieces_are_the_turns_in_order_each_once(texts: list[str], most: int) -> None:
    given_turns = turns(texts)
    pieces = cut_at_turns(given_turns, most_tokens=most)
    assert [turn for piece in pieces for turn in piece] == given_turns
    assert all(pieces)


@given(TEXTS, st.integers(100, 8_000), st.integers(6_000, 64_000))
def test_a_call_fits_the_window_counting_question_and_answer(
    texts: list[str], wanted: int, window: int
) -> None:
    tuning = load_settings(home=Path("nowhere"), environment={}).tuning.models
    tuning = replace(tuning, chunk_tokens=wanted, deep_context_tokens=window)
    book = PromptFiles(Path("nowhere"))
    reader = Reader(asking=ModelTools(model=Silent(), prompts=book, timeout_s=1), tuning=tuning, files=FILES)
    prompt = book.prompt("extraction")
    known = "\n".join(["- a fact of some ten words or so that is known"] * tuning.known_facts)
    for piece in cut_at_turns(turns(texts), most_tokens=chunk_tokens(reader)):
        script = as_script(piece, None, most_tokens=chunk_tokens(reader))
        request = filled(prompt, {"known": known, "files": files_described(reader.files), "turns": script})
        asked = count_tokens(request.system) + count_tokens(request.user)
        assert asked + request.max_tokens <= window
