"""Which memories together are about one thing, and do the themes that are there still hold?"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import blake2b

from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.themes import Theme, may_be_member, still_says
from quaidpy.domain.nights import MemoryProjection, ReviewMark
from quaidpy.domain.time.lifetimes import Moment
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.task import Change, Night, Rows
from quaidpy_janitor.theming.clusters import Pair, groups_of, linked
from quaidpy_janitor.theming.making import Group, Making, Wording
from quaidpy_janitor.theming.material import Material
from quaidpy_janitor.weekly import WHOLE, done_now, is_due, last_time

THEMES = "themes"
_READ = 500  # memories at once


def plan_themes(night: Night) -> Iterator[Change]:
    """Every night themes follow their members; from time to time new ones are looked for, near what is new.

    A theme is never more than a pointer: its members stay as they are, and ending it takes nothing from memory.
    """
    themes = night.tools.store.all_themes(night.owner)
    is_time = night.is_thorough or is_due(last_time(night, THEMES), night, days=night.tuning.themes.days)
    if is_time and night.tools.search.identity() is None:
        if night.is_thorough:  # somebody asked for it
            night.notes.left.append(
                "themes need an embedder; `quaid config set embedding.model embedded` sets one"
            )
        return
    members = _members(themes, night)
    words = Wording(night)
    calm = {
        theme.id: theme
        for theme in themes
        if _is_whole(theme, members, night) and not words.are_missing(theme, members)
    }
    if len(calm) == len(themes) and not is_time:
        return
    material = Material(night)
    making = Making(material, words, night)
    standing = list(calm.values())
    for theme in themes:
        if theme.id not in calm:
            change = _looked_after(theme, members, making, night)
            standing += (theme,) if change is None else change.rows.themes
            yield from () if change is None else (change,)
    if is_time:
        yield from _looked_for(standing, material, making, night)


def _members(themes: Sequence[Theme], night: Night) -> dict[MemoryId, Memory]:
    """Those that still hold, and tell no value that is over."""
    ids = sorted({each for theme in themes for each in theme.ids})
    moment = Moment(as_of=night.now, known_at=night.now)
    found = [
        each
        for start in range(0, len(ids), _READ)
        for each in night.tools.store.memories(night.owner, ids[start : start + _READ])
        if may_be_member(each, moment)
    ]
    stale = stale_among(found, night)
    return {each.id: each for each in found if each.id not in stale}


def _is_whole(theme: Theme, members: Mapping[MemoryId, Memory], night: Night) -> bool:
    return still_says(theme, members, Moment(as_of=night.now, known_at=night.now))


def _looked_after(
    theme: Theme, members: Mapping[MemoryId, Memory], making: Making, night: Night
) -> Change | None:
    """What becomes of a theme one of whose members has ended or says something else: smaller, or over."""
    is_whole = _is_whole(theme, members, night)
    group = Group(theme.name, theme.members) if is_whole else making.grouped(theme.ids)
    if group is None or making.is_refused(group):
        return _ended(theme, members)
    why = "a theme in a model's words" if is_whole else "a theme follows its members"
    return making.change(group, before=theme, why=why)


def _looked_for(
    standing: Sequence[Theme], material: Material, making: Making, night: Night
) -> Iterator[Change]:
    """New themes near what is new; while something waits, on the next night again."""
    marks = night.tools.survey.review_marks(night.owner, THEMES)
    members = {each for theme in standing for each in theme.ids}
    fresh = _fresh(material, marks, members, night)
    seeds, waiting = fresh[: night.tuning.themes.looked_at], len(fresh[night.tuning.themes.looked_at :])
    for change in _formed(seeds, standing, material, making, night):
        members.update(each for theme in change.rows.themes for each in theme.ids)
        yield change
    looked: dict[NodeId, ReviewMark] = {each: marks[each] for each in material.statements if each in marks}
    looked |= {each: ReviewMark(_mark(material.statements[each])) for each in seeds}
    # Members are looked at anew once their theme is gone, also when it was taken back.
    looked = {each: mark for each, mark in looked.items() if each not in members}
    if waiting:
        night.notes.left.append(f"{waiting} memories wait to be looked at for themes")
    else:
        looked[WHOLE] = done_now(night)
    night.notes.looked = looked


def _mark(statement: MemoryProjection) -> bytes:
    told = "\x1f".join((statement.text, statement.project or ""))
    return blake2b(told.encode(), digest_size=12).digest()


def _fresh(
    material: Material, marks: Mapping[NodeId, ReviewMark], members: Collection[NodeId], night: Night
) -> list[MemoryId]:
    """What is in no theme and was not looked at as it is now, the newest first.

    A thorough night goes on to the rest.
    """
    free = [each for each in sorted(material.statements, reverse=True) if each not in members]
    known = {each for each in free if each in marks and marks[each].mark == _mark(material.statements[each])}
    unknown = [each for each in free if each not in known]
    return [*unknown, *(each for each in free if each in known)] if night.is_thorough else unknown


def _ended(theme: Theme, members: Mapping[MemoryId, Memory]) -> Change:
    return Change(
        verb="theme",
        summary=f"too little is left of the theme “{theme.name}”; its memories stay",
        lines=(f"- {theme.abstract}",),
        rows=Rows(removed_themes=(theme.id,), planned_on=tuple(members.values())),
    )


def _formed(
    seeds: Sequence[MemoryId], standing: Sequence[Theme], material: Material, making: Making, night: Night
) -> Iterator[Change]:
    """Seeds join the theme that they are near to; of the others new themes are made until no more can be."""
    pairs = _pairs(seeds, material, night)
    home = {member: theme for theme in standing for member in theme.ids}
    fresh = set(seeds) - home.keys()
    before = {theme.id: theme for theme in home.values()}
    for theme in before.values():
        group = _with_more(theme.ids, fresh, pairs, making)
        change = making.change(group, before=theme, why="a theme has grown") if group else None
        if group is not None and change is not None:
            fresh -= set(group.ids)
            yield change
    taken = set(home) | (set(seeds) - fresh)
    for group in _new_groups(pairs, taken, making, night):
        change = making.change(group, before=None, why="a theme")
        yield from () if change is None else (change,)


def _pairs(seeds: Sequence[MemoryId], material: Material, night: Night) -> list[Pair]:
    tuning = night.tuning.themes
    found = list(material.linked_to(seeds))
    met = {each for one, other, _ in found for each in (one, other)}
    named = {each: frozenset(material.told(each).subjects - material.common) for each in met}
    return list(linked(found, named, tuning))


def _new_groups(
    pairs: Sequence[Pair], taken: Collection[MemoryId], making: Making, night: Night
) -> list[Group]:
    """Until what is left makes no more of them, and none of it fits one."""
    groups: list[Group] = []
    left = {each for one, other, _ in pairs for each in (one, other)} - set(taken)
    while found := list(_groups_of(pairs, left, making, night)):
        for group in found:
            left -= set(group.ids)
        groups += found
        for place, group in enumerate(groups):
            larger = _with_more(group.ids, left, pairs, making)
            if larger is not None:
                groups[place] = larger
                left -= set(larger.ids)
    return groups


def _groups_of(
    pairs: Sequence[Pair], left: Collection[MemoryId], making: Making, night: Night
) -> Iterator[Group]:
    free = [pair for pair in pairs if pair[0] in left and pair[1] in left]
    tuning = night.tuning.themes
    for community in groups_of(free, most=tuning.most_members, resolution=tuning.resolution):
        rest = set(community)
        while group := making.grouped(rest):
            rest -= set(group.ids)
            if not making.is_refused(group):
                yield group


def _with_more(
    members: Collection[MemoryId], free: Collection[MemoryId], pairs: Sequence[Pair], making: Making
) -> Group | None:
    """The members with all that is free, near to one of them, and fits; None when nothing does."""
    ids, found = set(members), None
    is_larger = True
    while is_larger:
        is_larger = False
        for candidate in sorted(_near(ids, pairs) & set(free)):
            group = making.grouped({*ids, candidate})
            if group is not None and set(group.ids) == {*ids, candidate}:
                ids, found, is_larger = set(group.ids), group, True
    return found


def _near(ids: Collection[MemoryId], pairs: Sequence[Pair]) -> set[MemoryId]:
    ends = ((one, other) for pair in pairs for one, other in (pair[:2], pair[1::-1]))
    return {other for one, other in ends if one in ids and other not in ids}
