"""What may a recall ask of a language model, and what is already answered?"""

import math
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from quaidpy.domain.models.prompting import Reply, Request
from quaidpy.domain.models.prompts import filled
from quaidpy.errors import ModelError
from quaidpy.metering import Metered
from quaidpy.ports.embedding import Vector
from quaidpy.ports.models import LanguageModel, PromptBook, Reranker

_KEPT_REPLIES = 512


@dataclass(slots=True)
class ReplyCache:
    """Answers by the exact request, the latest few hundred: the same question costs nothing again. Thread-safe."""

    _replies: OrderedDict[tuple[str, Request], Reply] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, model: str, request: Request) -> Reply | None:
        with self._lock:
            reply = self._replies.get((model, _key(request)))
            if reply is not None:
                self._replies.move_to_end((model, _key(request)))
            return reply

    def put(self, model: str, request: Request, reply: Reply) -> None:
        with self._lock:
            self._replies[model, _key(request)] = reply
            while len(self._replies) > _KEPT_REPLIES:
                self._replies.popitem(last=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallModels:
    """The fast model and what it is told; a reranker that needs no prompt, if one is set."""

    model: LanguageModel | None
    prompts: PromptBook
    reranker: Reranker | None = None
    cache: ReplyCache = field(default_factory=ReplyCache)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A reply; `is_kept`: it was known already, and cost nothing."""

    reply: Reply
    is_kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Help:
    """The models of one recall, and the time that all questions to them share."""

    models: RecallModels
    meter: Metered | None
    deadline_s: float

    @property
    def seconds_left(self) -> float:
        """Waiting counts, whatever came of it; loading a library does not."""
        return max(0.0, self.deadline_s - self.meter.seconds) if self.meter else self.deadline_s

    def ask(self, prompt_id: str, values: Mapping[str, str]) -> Asked:
        """One call of the fast model within what is left. Raises ModelError, at once when nothing is left."""
        if self.meter is None:
            raise ModelError("no fast model is set")
        request = filled(self.models.prompts.prompt(prompt_id), values)
        kept = self.models.cache.get(self.meter.name, request)
        if kept is not None:
            return Asked(reply=kept, is_kept=True)
        if self.seconds_left <= 0:
            raise ModelError(f"no time was left to ask {self.meter.name}")
        self.meter.prepare()
        reply = self.meter.complete(request, timeout_s=self.seconds_left)
        self.models.cache.put(self.meter.name, request, reply)
        return Asked(reply=reply)


def help_by(models: RecallModels | None, *, deadline_s: float) -> Help | None:
    """Models for one recall, with a meter and a time limit of their own."""
    if models is None:
        return None
    meter = Metered(models.model) if models.model is not None else None
    return Help(models=models, meter=meter, deadline_s=deadline_s)


def between(one: "Vector[float]", other: "Vector[float]", *, share: float) -> "Vector[float]":
    """The unit vector that leans towards the second by `share`, 0 to 1."""
    a, b = np.frombuffer(one, dtype=np.float32), np.frombuffer(other, dtype=np.float32)
    mixed = (1 - share) * a + share * b
    length = math.sqrt(float(mixed @ mixed))
    return one if length == 0 else type(one)("f", (mixed / length).astype(np.float32).tobytes())


def _key(request: Request) -> Request:
    """A request without its schema, which is a dictionary; the prompt's version stands for it."""
    return Request(
        system=request.system, user=request.user, max_tokens=request.max_tokens, prompt=request.prompt
    )
