"""Who is it whose name comes a sentence later: "Ana has a daughter. Her name is Wren"?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quaidpy.domain.graph.relation_words import Role
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.relating.naming import CALLED, ENDS_A_NAME, IS, Place, holders, name_at
from quaidpy.remember.relating.parties import Held, Sentence
from quaidpy.remember.relating.relation_mentions import FIRMS, RelationMention, by_role
from quaidpy.remember.relating.roles import HAS, subject_before
from quaidpy.remember.words.names import KIN

_ANYBODY = frozenset({"someone", "somebody"})


@dataclass(slots=True)
class Open:
    """The role whose holder has not been named yet, as far as a turn was read."""

    role: Held | None = None


def roles_named_later(sentences: Sequence[Sentence], still: Open) -> Iterator[tuple[int, RelationMention]]:
    """Ana has a daughter. Her name is Wren; with the sentence that tells it. Nobody else may come between."""
    for number, sentence in enumerate(sentences):
        if still.role is None and not (sentence.names_a_role or sentence.said & _ANYBODY):
            continue
        for at in range(len(sentence.tokens)):
            if still.role is not None and (name := _told_name(sentence, at, still.role)) is not None:
                role, still.role = still.role, None
                if (related := by_role(name, role.roles, role.owner, role.words, at)) is not None:
                    yield number, related
            still.role = _open_after(sentence, at, still.role)


def _open_after(sentence: Sentence, at: int, role: Held | None) -> Held | None:
    """The role that is open behind a word: a new one, the one before, or none where somebody else is named."""
    held, named = _unnamed(sentence, at), sentence.named(at)
    is_other = named is not None and role is not None and named != role.owner
    return held or (None if is_other else role)


def _unnamed(sentence: Sentence, at: int) -> Held | None:
    """Ana's daughter; Ana has a daughter; Ana met someone: the role of one whose name is not told there."""
    if (met := _someone(sentence, at)) is not None:
        return met
    owner = sentence.owner(at)
    begin = owner[1] if owner else at + 2
    who = owner[0] if owner else None
    if who is None and sentence.word(at) in HAS and sentence.word(at + 1) in {"a", "an"}:
        who = subject_before(sentence, at)
    found = sentence.role_from(begin) if who is not None else None
    if who is None or found is None or found[0][0].relation in FIRMS:
        return None
    roles, first, end = found
    held = Held(who, roles, sentence.words(begin, first), sentence.words(first, end), at, end)
    return None if any(True for _ in holders(sentence, held)) else held


def _someone(sentence: Sentence, at: int) -> Held | None:
    if not sentence.said & _ANYBODY:
        return None
    for verb in sentence.verbs_at(at):
        is_all = sentence.word(verb.end) in ENDS_A_NAME
        if verb.act.words[-1] in _ANYBODY and is_all and (who := subject_before(sentence, at)) is not None:
            return Held(who, (Role(verb.act.relation, is_object=False),), (), ("partner",), at, verb.end)
    return None


def _told_name(sentence: Sentence, at: int, role: Held) -> EntityDraft | None:
    """Her name is Wren; her name's Wren; he is called Anselm."""
    word, kin = sentence.word(at), KIN.get(role.words[-1])
    if word in {"his", "her", "its"} and kin in {None, {"his": "he", "her": "she"}.get(word)}:
        if sentence.word(at + 1) == "names":
            at, is_told = at + 2, True
        else:
            is_told = sentence.word(at + 1) == "name" and sentence.word(at + 2) in IS
            at += 3
    elif word in {"he", "she", "it"} and kin in {None, word}:
        is_told = sentence.word(at + 1) in IS and sentence.word(at + 2) in CALLED
        at += 3
    else:
        return None
    return name_at(sentence, at, Place.CALLED) if is_told else None
