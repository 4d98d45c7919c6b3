"""How does a group of memories become a theme, and a theme that lost a member a smaller one?"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.identity import THEME_PREFIX, MemoryId, ThemeId
from quaidpy.domain.language.text import normalized, spoken_date
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.themes import Member, Theme, digest_of_members
from quaidpy.domain.nights import Matter, Question
from quaidpy_janitor.judging import by_model, told
from quaidpy_janitor.questions import Asked, opened
from quaidpy_janitor.task import Change, Night, Rows
from quaidpy_janitor.theming.clusters import Vectors, tightened
from quaidpy_janitor.theming.material import Material
from quaidpy_janitor.theming.naming import are_of_different_people, subject_of
from quaidpy_janitor.theming.verifying import Worded, why_not_true

_REFUSED_SHARE = (
    0.66  # of the members of a theme that a person did not want: what shares more is that theme again
)


@dataclass(frozen=True, slots=True)
class Group:
    """Members that are about one thing, the most central first, and what that is called."""

    name: str
    members: tuple[Member, ...]

    @property
    def ids(self) -> tuple[MemoryId, ...]:
        return tuple(member.memory for member in self.members)


def grouped(memories: Collection[MemoryId], material: Material, night: Night) -> Group | None:
    """Those of the memories that are about one thing that all of them name; None where too few are."""
    tuning = night.tuning.themes
    here = {each for each in memories if each in material.statements}
    vectors = material.vectors(here)
    members = tightened(vectors, vectors, tuning)
    if not members:
        return None
    told_of = {member.memory: material.told(member.memory) for member in members}
    names = {entity: material.name_of(entity) for told_ in told_of.values() for entity in told_.subjects}
    subject = subject_of(told_of, names, material.common, share=tuning.anchor_share)
    if subject is None:
        return None
    speaking = {member.memory for member in members if member.memory in subject.members}
    kept = members if len(speaking) == len(members) else tightened(speaking, vectors, tuning)
    if not kept or _are_too_few(kept, material, night):
        return None
    return Group(subject.name, kept)


def _are_too_few(members: Sequence[Member], material: Material, night: Night) -> bool:
    """What says the same counts once; a word that three statements share, each of somebody else, is no subject yet."""
    least = night.tuning.themes.least_members
    if len({normalized(material.statements[member.memory].text) for member in members}) < least:
        return True
    told_of = [material.told(member.memory) for member in members]
    return len(members) <= least and are_of_different_people(told_of)


@dataclass(frozen=True, slots=True)
class Refused:
    """Words that the members do not support are put to a person."""

    question: Question


class Wording:
    """What a model says of the members of a theme, once for the same members, and what a person said to that."""

    def __init__(self, night: Night) -> None:
        self._night = night
        self._asked = Asked(night, Matter.THEME)
        self.refused = [set(each.subjects) for each in self._asked.all() if each.verdict == "drop"]

    def are_missing(self, theme: Theme, members: Mapping[MemoryId, Memory]) -> bool:
        """Whether a model may be asked for the words of a theme that has none of its own yet."""
        if theme.model is not None or not _has_model(self._night) or not self._night.may_ask():
            return False
        return self._asked.about(*(members[each] for each in theme.ids)) is None

    def of(self, theme: Theme, memories: Sequence[Memory], vectors: Vectors) -> Worded | Refused | None:
        """None where nobody is to be asked, or nobody answers."""
        if not _has_model(self._night) or self._asked.about(*memories) is not None:
            return None
        notes = "\n".join(f"{memory.text} ({spoken_date(memory.stated_at)})" for memory in memories)
        answer = told("theme", {"name": theme.name, "notes": notes}, self._night)
        if answer is None:
            return None
        model, prompt = by_model(answer, self._night)
        said = Worded(
            abstract=str(answer.value["abstract"]).strip(),
            overview=str(answer.value["overview"]).strip(),
            model=model,
            prompt=prompt,
        )
        wrong = why_not_true(said, memories, vectors, self._night)
        if wrong is None:
            return said
        reason = f"{model} would say of “{theme.name}”: “{said.abstract}”, but {wrong}"
        return Refused(opened(self._night, Matter.THEME, memories, reason))


class Making:
    """Themes out of groups, in the model's words where there is one and all members support them."""

    def __init__(self, material: Material, words: Wording, night: Night) -> None:
        self._material = material
        self._words = words
        self._night = night

    def grouped(self, memories: Collection[MemoryId]) -> Group | None:
        return grouped(memories, self._material, self._night)

    def is_refused(self, group: Group) -> bool:
        """Whether a person did not want a theme of nearly these members."""
        mine = set(group.ids)
        return any(len(mine & theirs) > _REFUSED_SHARE * len(mine | theirs) for theirs in self._words.refused)

    def change(self, group: Group, *, before: Theme | None, why: str) -> Change | None:
        """The group as a theme, in the place of the one `before`; None when a member has just changed."""
        memories = self._night.tools.store.memories(self._night.owner, group.ids)
        seen = self._material.statements
        if [(each.id, each.text) for each in memories] != [(each, seen[each].text) for each in group.ids]:
            return None
        theme = self._listed(group, memories, before)
        said = self._words.of(theme, memories, self._material.plain_vectors(theme.ids))
        if isinstance(said, Worded):
            theme = replace(theme, abstract=said.abstract, overview=said.overview, model=said.model)
        lines = () if before is None else (f"- {before.name}: {before.abstract}",)
        return Change(
            verb="theme",
            summary=f"{why}: “{theme.name}”, {len(theme.members)} memories",
            lines=(*lines, f"+ {theme.abstract}", *(f"~ {memory.text}" for memory in memories)),
            rows=Rows(
                themes=(theme,),
                questions=(said.question,) if isinstance(said, Refused) else (),
                planned_on=tuple(memories),
            ),
            model=said.model if isinstance(said, Worded) else None,
            prompt=said.prompt if isinstance(said, Worded) else None,
        )

    def _listed(self, group: Group, memories: Sequence[Memory], before: Theme | None) -> Theme:
        """Without a model: the most central statement, the members listed."""
        identity = before.id if before else ThemeId(self._night.tools.ids.new(THEME_PREFIX))
        return Theme(
            id=identity,
            owner=self._night.owner,
            name=group.name,
            abstract=next((each.text for each in memories if each.kind is not Kind.TODO), memories[0].text),
            members=group.members,
            digest=digest_of_members(memory.text for memory in memories),
            made_at=self._night.now,
            project=self._material.statements[group.ids[0]].project,
        )


def _has_model(night: Night) -> bool:
    return night.tools.model is not None and night.budget.max_tokens > 0
