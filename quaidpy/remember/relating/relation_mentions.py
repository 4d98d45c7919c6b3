"""What is a relation that words tell, before it is an edge?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import Change, Role
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.words.rewriting import possessive

FIRMS = frozenset({"client_of", "supplier_of", "landlord_of", "professional_of", "works_at", "studies_at"})
"""Relations whose ends may be firms; a dog is an animal, and who is anything else is a person."""


_FOR_LIFE = "parent_of"
"""Nobody has another mother later: "Ana's mum" is one more name of hers."""


@dataclass(frozen=True, slots=True)
class RelationMention:
    """A relation as the words tell it: still under the relation's own phrasing.

    `shown`: the role, or the verb with its object, as a sentence has it; `is_object`: the role is the object's;
    `place`: the token it hangs on.
    """

    subject: EntityDraft
    relation: str
    object: EntityDraft
    change: Change
    shown: str
    place: int
    is_role: bool = False
    is_object: bool = False
    is_mutual: bool = False


def by_role(
    name: EntityDraft, roles: Sequence[Role], owner: EntityDraft, words: Sequence[str], place: int
) -> RelationMention | None:
    """That somebody holds a role for somebody; nobody does for themselves."""
    role = roles[0]
    kind = EntityType.ANIMAL if role.relation == "has_pet" else EntityType.PERSON
    who = name if role.relation in FIRMS else replace(name, type=kind)
    if who.name.casefold() == owner.name.casefold():
        return None
    shown = _of_one(" ".join(words))
    if role.relation == _FOR_LIFE and not role.is_object:
        who = replace(who, aliases=tuple(dict.fromkeys((*who.aliases, f"{possessive(owner.name)} {shown}"))))
    subject, target = (owner, who) if role.is_object else (who, owner)
    return RelationMention(
        subject, role.relation, target, Change.HOLDS, shown, place, is_role=True, is_object=role.is_object
    )


def _of_one(words: str) -> str:
    """What one of several is called."""
    if words.endswith("children"):
        return words.removesuffix("ren")
    if words.endswith("ies"):
        return f"{words.removesuffix('ies')}y"
    return words.removesuffix("s") if words.endswith("s") and not words.endswith("ss") else words
