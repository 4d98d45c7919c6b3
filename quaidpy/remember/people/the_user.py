"""Who is "the user" once a name is known? One person, with everything that was said before the name came."""

from dataclasses import replace

from quaidpy.domain.memories.drafts import USER, EdgeDraft, EntityDraft, EntityMention, Extraction, person


def as_the_user(found: Extraction, name: str) -> Extraction:
    """The same findings; whoever has this name is also called the user."""
    user = replace(person(name), aliases=(USER,))

    def known(entity: EntityDraft) -> EntityDraft:
        return user if entity.name == name and entity.type is user.type and not entity.aliases else entity

    def mentioned(mention: EntityMention) -> EntityMention:
        return EntityMention(known(mention.entity), mention.weight)

    def related(edge: EdgeDraft) -> EdgeDraft:
        return replace(edge, subject=known(edge.subject), object=known(edge.object))

    drafts = tuple(
        replace(draft, mentions=tuple(map(mentioned, draft.mentions)), edges=tuple(map(related, draft.edges)))
        for draft in found.drafts
    )
    turns = tuple((turn, mentioned(mention)) for turn, mention in found.turn_mentions)
    return replace(found, drafts=drafts, turn_mentions=turns)
