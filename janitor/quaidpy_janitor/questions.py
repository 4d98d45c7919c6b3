"""What was asked before, what is open, and what would be asked anew because the words have changed?"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import Matter, MemoryProjection, Question, QuestionState
from quaidpy_janitor.task import Night


def digest_of(texts: Iterable[str]) -> str:
    """Of what the subjects say, whatever their order."""
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]


class Asked:
    """The questions of one matter, looked up by their subjects."""

    def __init__(self, night: Night, matter: Matter) -> None:
        self._night = night
        self._matter = matter
        found = night.tools.records.questions(night.owner, matter=matter)
        self._known = {question.subject: question for question in found}

    def about(self, *memories: Memory | MemoryProjection) -> Question | None:
        """The question on these memories, unless they say something else by now or it is due again."""
        return self.on([memory.id for memory in memories], digest_of(memory.text for memory in memories))

    def on(self, subjects: Sequence[str], digest: str) -> Question | None:
        known = self._known.get(" ".join(sorted(subjects)))
        if known is None or known.digest != digest:
            return None
        if (
            known.state is QuestionState.SETTLED
            and known.due_at is not None
            and known.is_due(self._night.now)
        ):
            return None
        return known

    def all(self) -> list[Question]:
        return list(self._known.values())


def opened(
    night: Night, matter: Matter, memories: Sequence[Memory | MemoryProjection], reason: str
) -> Question:
    """For a person to answer."""
    return asked(
        night, matter, [memory.id for memory in memories], [memory.text for memory in memories], reason
    )


def asked(
    night: Night, matter: Matter, subjects: Sequence[str], texts: Sequence[str], reason: str
) -> Question:
    return Question(
        owner=night.owner,
        matter=matter,
        subjects=tuple(sorted(subjects)),
        digest=digest_of(texts),
        reason=reason,
        asked_at=night.now,
    )
