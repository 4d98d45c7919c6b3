"""What would a model say that knows what was planted? It answers the night's questions from that."""

import json
import re
from collections.abc import Iterable

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.regex import regex

_DATED = r"(.*?) \([^()]*+\)"
_LAST = r"(.*) \([^()]*+\)"
_DUPLICATES = regex(rf"^Pair (\d+)\. Old: (?>{_DATED} New: ){_LAST}$", re.MULTILINE)
_OPPOSED = regex(rf"^(\d+)\. A: (?>{_DATED} B: ){_LAST}$", re.MULTILINE)

Texts = frozenset[str]
"""Of a pair of statements."""


class Knowing:
    """A LanguageModel that merges `same`, calls `opposed` a contradiction, and leaves all else as it is.

    What it is not asked in a form it knows, it answers with no decision. `shown`: all pairs it was asked about.
    """

    name = "knowing"

    def __init__(self, same: Iterable[Texts], opposed: Iterable[Texts]) -> None:
        self._same, self._opposed = frozenset(same), frozenset(opposed)
        self.shown: set[Texts] = set()

    def prepare(self) -> None: ...
    def close(self) -> None: ...

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        del timeout_s
        value = self._answer(request.prompt.partition("@")[0], request.user)
        text = json.dumps(value)
        tokens = count_tokens(request.system) + count_tokens(request.user)
        spent = Spending(calls=1, input_tokens=tokens, output_tokens=count_tokens(text))
        return Reply(text=text, model=self.name, spending=spent)

    def _answer(self, prompt: str, asked: str) -> dict[str, object]:
        if prompt == "entity_summary":
            return {"summary": "Known."}
        if prompt in {"abstracts", "theme"}:
            return {"abstract": "Known.", "overview": "Known."}
        decisions: list[dict[str, object]] = []
        if prompt == "dedup_decision":
            for n, one, other in _DUPLICATES.findall(asked):
                pair = self._seen(one, other)
                verdict = "SKIP" if pair in self._same else "SUPERSEDE" if pair in self._opposed else "ADD"
                decisions.append({"pair": int(n), "decision": verdict, "reason": "planted"})
        elif prompt == "contradiction_detect":
            for n, one, other in _OPPOSED.findall(asked):
                verdict = "CONTRADICTS" if self._seen(one, other) in self._opposed else "COMPATIBLE"
                decisions.append({"n": int(n), "verdict": verdict, "reason": "planted"})
        return {"decisions": decisions}

    def _seen(self, one: str, other: str) -> Texts:
        pair = frozenset((one, other))
        self.shown.add(pair)
        return pair
