"""Which attributes have two values at once, because nobody could tell whether the later one ends the earlier?

Both stay until a person says which is so: the night only asks.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.identity import AttributeId, EntityId
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.nights import Matter, Question, QuestionState
from quaidpy.errors import ConflictError, UsageError
from quaidpy.remember.attributes.values import find_values, is_same
from quaidpy_janitor.questions import Asked, asked, digest_of
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, NightTools, Rows


def plan_value_questions(night: Night) -> Iterator[Change]:
    """A question for each earlier value beside the last one, as far as there is room for questions."""
    known = Asked(night, Matter.VALUE)
    room = night.tuning.janitor.open_questions - sum(each.state is QuestionState.OPEN for each in known.all())
    for last, earlier in _rivals(night):
        if _question_on(known, last, earlier) is not None:
            continue
        if room <= 0:
            night.notes.left.append("some attributes with two values wait until questions are answered")
            return
        room -= 1
        told = _told(last, earlier, night.tools)
        question = asked(night, Matter.VALUE, [last.id, earlier.id], [last.value, earlier.value], told)
        yield Change(
            verb="ask", summary=f"two values: {told}", lines=(f"~ {told}",), rows=Rows(questions=(question,))
        )


def values_of(question: Question, tools: NightTools) -> list[Attribute]:
    """The two values, the last said first; fewer where one has ended since."""
    ids = [AttributeId(each) for each in question.subjects]
    return _newest_first(each for each in tools.store.attributes(question.owner, ids) if _holds(each))


def chosen_value(question: Question, chosen: str | None, night: Night) -> Change:
    """The chosen value is so no more, the earlier one unless one is named.

    What was said last and is not so never was: it is withdrawn; what was so before ends where the last one begins.
    """
    values = values_of(question, night.tools)
    if len(values) < len(question.subjects):
        raise ConflictError(f"{question.reason}: one of them has changed since; the next night asks anew")
    last, earlier = values
    if chosen not in {None, last.id, earlier.id}:
        raise UsageError(f"{chosen} is not what this question is about: {last.id} or {earlier.id}")
    if chosen == last.id:
        gone = replace(last, lifetime=last.lifetime.retracted(night.now))
    else:
        at = max(_start(last), _start(earlier))
        gone = replace(
            earlier, lifetime=earlier.lifetime.closed(valid_to=at, now=night.now), replaced_by=last.id
        )
    kept = earlier if chosen == last.id else last
    return Change(
        verb="review",
        summary=f"“{gone.value}” is so no more, “{kept.value}” is",
        lines=(f"- {gone.value}", f"+ {kept.value}"),
        rows=Rows(attributes=(gone,), questions=(settled(question, "drop"),)),
    )


def _rivals(night: Night) -> Iterator[tuple[Attribute, Attribute]]:
    """The last value of an attribute with each earlier one that is another; only where there is one at a time."""
    found: dict[tuple[str, str, str], list[Attribute]] = defaultdict(list)
    for each in night.tools.survey.rival_attributes(night.owner):
        listed = night.tools.attribute_names.listed.get(each.name)
        if listed.is_exclusive if listed else each.qualifier:
            found[each.subject, each.name, each.qualifier].append(each)
    for several in found.values():
        last, *others = _newest_first(several)
        for earlier in others:
            if not _are_one(last.value, earlier.value):
                yield last, earlier


def _newest_first(values: Sequence[Attribute] | Iterator[Attribute]) -> list[Attribute]:
    return sorted(values, key=lambda each: (_start(each), each.id), reverse=True)


def _are_one(one: str, other: str) -> bool:
    """Spelt otherwise, or equal as dates, amounts and times are."""
    mine, theirs = find_values(one), find_values(other)
    if one.casefold() == other.casefold():
        return True
    return bool(mine and theirs) and is_same(mine[0], theirs[0])


def _question_on(known: Asked, last: Attribute, earlier: Attribute) -> Question | None:
    return known.on([last.id, earlier.id], digest_of([last.value, earlier.value]))


def _holds(attribute: Attribute) -> bool:
    return attribute.lifetime.valid_to is None and attribute.lifetime.retracted_at is None


def _start(attribute: Attribute) -> datetime:
    return attribute.lifetime.valid_from or attribute.lifetime.recorded_at


def _told(last: Attribute, earlier: Attribute, tools: NightTools) -> str:
    entities = tools.store.entities(last.owner, [EntityId(last.subject)])
    whose = f"{entities[0].name}: " if entities else ""
    parts = dict.fromkeys((*last.qualifier.split(), *last.name.split("_")))
    what = " ".join(parts)
    said = ", or ".join(f"“{each.value}” ({_origin(each)})" for each in (last, earlier))
    return f"{whose}{what} {said}"


def _origin(attribute: Attribute) -> str:
    of_others = "" if attribute.source.value == "user" else f", from a {_BY[attribute.source.value]}"
    return f"{spoken_date(_start(attribute))}{of_others}"


_BY = {"import": "document", "assistant": "machine", "tool": "tool"}
