"""What do people say in passing that should be kept, and what should not? Lists of another hand, half held out."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.memories.drafts import MemoryDraft
from tests.unit.remember.test_rules import extracted

_FOLDER = Path(__file__).parents[2] / "data" / "plain"


@dataclass(frozen=True, slots=True)
class Expected:
    """A sentence of Max's, and what is to be remembered of it: any of the kinds, whom it names, which words."""

    sentence: str
    kinds: frozenset[str]
    who: str
    words: tuple[str, ...]

    def verdict(self, drafts: list[MemoryDraft]) -> str:
        """Kept, or what is wrong with it."""
        if not drafts:
            return "lost"
        draft = drafts[0]
        text = draft.text.casefold()
        if self.who.casefold() not in text:
            return "wrong person"
        if not all(word.casefold() in text for word in self.words):
            return "words missing"
        return "kept" if draft.kind.value in self.kinds else f"wrong kind {draft.kind.value}"


def expected(name: str) -> list[Expected]:
    """The sentences of a list that should be kept."""
    rows = [[part.strip() for part in line.split("|")] for line in _lines(name)]
    return [
        Expected(sentence, frozenset(kinds.split(",")), who, tuple(w.strip() for w in words.split(",")))
        for sentence, kinds, who, words in rows
    ]


def passing(name: str) -> list[str]:
    """The sentences of a list that should not be kept."""
    return _lines(name)


def to_assistant(sentence: str) -> list[MemoryDraft]:
    return list(extracted((None, sentence), ("assistant", "OK."), user_name="Max").drafts)


def as_note(sentence: str) -> list[MemoryDraft]:
    return list(extracted((None, sentence), user_name="Max").drafts)


def in_own_file(sentence: str) -> list[MemoryDraft]:
    return list(extracted(("document", sentence), user_name="Max").drafts)


def to_friend(sentence: str) -> list[MemoryDraft]:
    return list(extracted(("Max", sentence), ("Ida", "OK.")).drafts)


def totals(rows: list[Expected], told: Callable[[str], list[MemoryDraft]]) -> Counter[str]:
    """How many of a list were kept, and what was wrong with the others."""
    return Counter(row.verdict(told(row.sentence)).split(" kind ")[0] for row in rows)


def _lines(name: str) -> list[str]:
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
