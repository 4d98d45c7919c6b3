"""Is this a word that people write on purpose? By the vocabulary that ships for the embedder."""

from functools import cached_property
from pathlib import Path

_VOCABULARY = Path(__file__).parent / "data" / "minilm_vocab.txt"
_ENDINGS = ("s", "ed", "ing", "er", "ers", "ly")
_SHORTEST_STEM = 4  # letters; shorter ones make a word of every slip


class EnglishWords:
    """See domain.sameness.IsWord. Read at the first question."""

    def __call__(self, word: str) -> bool:
        return self._is_plain(word) or self._is_compound(word)

    def _is_plain(self, word: str) -> bool:
        return word in self._words or any(self._is_form(word, ending) for ending in _ENDINGS)

    def _is_compound(self, word: str) -> bool:
        """Dishwasher, bookshelf: two words of which each stands by itself."""
        cuts = range(_SHORTEST_STEM, len(word) - _SHORTEST_STEM + 1)
        return any(word[:cut] in self._words and self._is_plain(word[cut:]) for cut in cuts)

    def _is_form(self, word: str, ending: str) -> bool:
        stem = word.removesuffix(ending)
        return (
            word != stem
            and len(stem) >= _SHORTEST_STEM
            and (stem in self._words or f"{stem}e" in self._words)
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        lines = _VOCABULARY.read_text(encoding="utf-8").splitlines()
        return frozenset(line for line in lines if line.isalpha())
