"""What did extraction find, before anybody decided whether it is new?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.memories.quotations import statement_alone

USER = "The user"
"""What whose memory this is is called, until a name is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityDraft:
    """Somebody or something as the text names it; `aliases` are other names the text gives.

    `is_lone`: it may be anybody's: a given name or surname in a document that names nobody so in full, or a name that
    stands beside one that begins like it ("Kat" and "Katarzyna").
    """

    name: str
    type: EntityType
    aliases: tuple[str, ...] = ()
    is_lone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeDraft:
    """A relation already in canonical form and direction; `is_known` is False when the relation map lacks it.

    `ends`: it is told as over; from when it held is not.
    """

    subject: EntityDraft
    relation: str
    object: EntityDraft
    confidence: float = 0.7
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    is_known: bool = True
    ends: bool = False


@dataclass(frozen=True, slots=True)
class EntityMention:
    """`weight` 0-1: 1 = the text is about it."""

    entity: EntityDraft
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDraft:
    """One statement worth keeping: third person, self-contained, dates absolute, with the words it came from."""

    kind: Kind
    text: str
    stated_at: datetime
    evidence: tuple[Evidence, ...]
    confidence: float = 0.7
    importance: float = 0.5
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    source: Source = Source.USER
    speaker: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    flagged: bool = False
    mentions: tuple[EntityMention, ...] = ()
    edges: tuple[EdgeDraft, ...] = ()

    @property
    def statement(self) -> str:
        """As that of the memory which it may become."""
        return statement_alone(self.text)

    def with_entities(self, meant_by: Callable[[EntityDraft], EntityDraft]) -> "MemoryDraft":
        """With whom its mentions and relations mean."""
        edges = (
            replace(edge, subject=meant_by(edge.subject), object=meant_by(edge.object)) for edge in self.edges
        )
        mentions = (replace(one, entity=meant_by(one.entity)) for one in self.mentions)
        return replace(self, edges=tuple(edges), mentions=tuple(mentions))


class RejectionReason(StrEnum):
    TOO_SHORT = "too short"
    QUESTION = "a question"
    SMALL_TALK = "small talk"
    NOT_SALIENT = "nothing worth keeping"
    PROCESS_NARRATION = "process narration"
    ECHO = "echo of injected memory"
    SECRET = "secret redacted"  # noqa: S105 - a reason, not a secret
    OFF_RECORD = "asked not to be kept"
    UNRESOLVED = "cannot be understood alone"
    HEADING = "a heading"
    SALUTATION = "a greeting or a signature"
    FRAGMENT = "no whole sentence"
    DANGLING = "begins or ends in the middle"
    WITHDRAWN = "taken back by who said it"
    REPEATED = "said before in this episode"
    OVER_BUDGET = "over the episode's budget"
    DUPLICATE = "already remembered"
    RETIRED = "retired by the user"
    UNQUOTED = "quotes words that nobody said"
    INVENTED = "names what nobody said"
    MISATTRIBUTED = "said of somebody else"
    UNFIT = "unfit for an identity file"


@dataclass(frozen=True, slots=True)
class Rejection:
    """One sentence that was not kept, and why."""

    turn: TurnId
    text: str
    reason: RejectionReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was found in a stretch of turns. `turn_mentions`: entities each turn speaks of, kept or not.

    `unread_languages`: ISO codes of languages in it whose sentences the rules do not read.
    """

    drafts: tuple[MemoryDraft, ...]
    turn_mentions: tuple[tuple[TurnId, EntityMention], ...]
    rejections: tuple[Rejection, ...]
    unread_languages: tuple[str, ...] = ()

    def with_entities(self, meant_by: Callable[[EntityDraft], EntityDraft]) -> "Extraction":
        """With whom its names mean."""
        return replace(
            self,
            drafts=tuple(draft.with_entities(meant_by) for draft in self.drafts),
            turn_mentions=tuple(
                (turn, replace(one, entity=meant_by(one.entity))) for turn, one in self.turn_mentions
            ),
        )

    def named(self) -> Iterator[EntityDraft]:
        """Everybody and everything it names, as often as it does."""
        for draft in self.drafts:
            yield from (mention.entity for mention in draft.mentions)
            yield from (end for edge in draft.edges for end in (edge.subject, edge.object))
        yield from (mention.entity for _, mention in self.turn_mentions)


def person(name: str) -> EntityDraft:
    return EntityDraft(name=name, type=EntityType.PERSON)


def triple_of(edge: EdgeDraft) -> tuple[str, str, str]:
    """Who, what and whom, by name, letter case aside."""
    return (edge.subject.name.casefold(), edge.relation, edge.object.name.casefold())
