"""Who is "the user" once a name is known? One person, with everything that was said before the name came."""

from dataclasses import replace

from quaidpy.domain.memories.drafts import USER, EntityDraft, Extraction, person


def as_the_user(found: Extraction, name: str) -> Extraction:
    """The same findings; whoever has this name is also called the user."""
    user = replace(person(name), aliases=(USER,))

    def known(entity: EntityDraft) -> EntityDraft:
        return user if entity.name == name and entity.type is user.type and not entity.aliases else entity

    return found.with_entities(known)
