"""What must a language model be able to do for us? Beside ports: nothing but its users and adapters need these."""

from collections.abc import Sequence
from typing import Protocol

from quaidpy.domain.models.prompting import Reply, Request
from quaidpy.domain.models.prompts import Prompt


class LanguageModel(Protocol):
    """Completes a request; may be called from several threads at once.

    Returns or raises within `timeout_s` (and a moment), whatever the provider does, and leaves no thread or connection
    busy behind. Tries again by itself where that can help, never past the time limit. Raises ModelError; its message
    holds no key. The reply counts the tokens of every attempt that was answered. A schema is a wish: callers check.
    """

    @property
    def name(self) -> str:
        """As configured: `ollama/qwen3`, `command:llm`."""
        ...

    def prepare(self) -> None:
        """Load what the first call needs, so that its time limit buys an answer. Doing it twice costs nothing."""
        ...

    def complete(self, request: Request, *, timeout_s: float) -> Reply: ...

    def close(self) -> None: ...


class Reranker(Protocol):
    """Grades how well texts answer a question, without a prompt; a local cross-encoder."""

    @property
    def name(self) -> str: ...

    def prepare(self) -> None:
        """Load what the first grading needs, so that its time limit buys grades. Doing it twice costs nothing."""
        ...

    def grade(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        """One grade 0-1 a text, in order. Raises ModelError, also when it cannot be done in time."""
        ...


class PromptBook(Protocol):
    """The prompts in force: a user's own copy stands in for the one that ships."""

    def prompt(self, identity: str) -> Prompt:
        """Raises NotFoundError, or SettingsError for an own copy that cannot be used."""
        ...

    def all(self) -> list[Prompt]:
        """By id."""
        ...
