"""Which words does a candidate have, without endings of possession, and with names apart that are written in one?"""

from functools import lru_cache

from quaidpy.domain.language.text import word_set
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.regex import regex

_WRITTEN_IN_ONE = regex(r"(?<=[^\W\d_A-Z])(?=[A-Z])")


def told_in(candidate: Candidate) -> tuple[str, ...]:
    """The texts of its memories and its turn."""
    memories = tuple(memory.statement for memory in candidate.memories)
    return memories if candidate.turn is None else (*memories, candidate.turn.text)


@lru_cache(maxsize=4096)
def written_apart(name: str) -> str:
    """As it is, and as people say what is written in one: "NoraBlum" is Nora Blum."""
    apart = _WRITTEN_IN_ONE.sub(" ", name)
    return name if apart == name else f"{name} {apart}"


@lru_cache(maxsize=4096)
def bare_words(text: str) -> frozenset[str]:
    """Kept for a while: the best candidates of one question are often those of another."""
    spoken = word_set(text)
    return frozenset(map(bare, spoken)) if "'" in text or "’" in text else spoken


def bare(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")
