"""What do the rules find in a short talk? Turns of the same minute, in one episode."""

from datetime import UTC, datetime

from quaidpy.domain.identity import EpisodeId, Owner, turn_id
from quaidpy.domain.memories.drafts import EntityDraft, Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.remember.finding.rules import Context, extract
from quaidpy.settings import load_relations, load_settings

SAID = datetime(2026, 3, 10, 9, tzinfo=UTC)
EPISODE = EpisodeId("ep_test")


def heard(
    *said: tuple[str | Role | None, str],
    role: Role = Role.USER,
    known: tuple[EntityDraft, ...] = (),
    title: str | None = None,
) -> Extraction:
    """Who says it is a name, a role, or nobody named; what is said by name or nobody has `role`.

    `known`: who is known from before; `title`: of the page they stand in.
    """
    turns = [
        Turn(
            id=turn_id(EPISODE, seq),
            episode=EPISODE,
            owner=Owner("ana"),
            seq=seq,
            text=text,
            speaker=None if isinstance(who, Role) else who,
            role=who if isinstance(who, Role) else role,
            at=SAID,
        )
        for seq, (who, text) in enumerate(said)
    ]
    tuning = load_settings(environment={}).tuning.remember
    return extract(
        turns, Context(relations=load_relations(), tuning=tuning, now=SAID, known=known, title=title)
    )
