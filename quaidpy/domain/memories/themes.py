"""What do several memories have in common, in one line and in a few, and do they still say it?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from quaidpy.domain.identity import MemoryId, Owner, ThemeId
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.regex import regex


@dataclass(frozen=True, slots=True)
class Member:
    """A memory that a theme is made of; `nearness`: cosine to what the theme stands for."""

    memory: MemoryId
    nearness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Memories of one place that are about one thing; they stay as they are, the theme only points to them.

    `members`: the most central first. `abstract`: one line, the most central statement where no model worded it.
    `overview`: a few lines in a model's words, None where the members are listed instead. `digest`: of what the members
    said when the theme was verified; once they say something else, or one has ended, it is looked at again.
    """

    id: ThemeId
    owner: Owner
    name: str
    abstract: str
    members: tuple[Member, ...]
    digest: str
    made_at: datetime
    overview: str | None = None
    project: str | None = None
    model: str | None = None

    @property
    def ids(self) -> tuple[MemoryId, ...]:
        return tuple(member.memory for member in self.members)


def digest_of_members(texts: Iterable[str]) -> str:
    """The same for the same statements, whatever their order."""
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()


def may_be_member(memory: Memory, moment: Moment) -> bool:
    """Live, valid at the moment, and no order to a machine."""
    return memory.status in LIVE_STATUSES and not memory.flagged and memory.lifetime.holds(moment)


def still_says(theme: Theme, members: Mapping[MemoryId, Memory], moment: Moment) -> bool:
    """Whether each member still holds and says what it said when the theme was verified."""
    known = [members[identity] for identity in theme.ids if identity in members]
    return (
        len(known) == len(theme.members)
        and all(may_be_member(memory, moment) for memory in known)
        and digest_of_members(memory.text for memory in known) == theme.digest
    )


_QUOTED = regex(r"^[^:“\"]{1,40}: (?=[“\"])")


def without_speaker(text: str) -> str:
    """What a quote says, without whose it is: "Ana: “The boat leaks.”" is about a boat."""
    return _QUOTED.sub("", text)
