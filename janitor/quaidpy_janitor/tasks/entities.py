"""Which entities are one and the same?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EntityId, NodeId
from quaidpy.domain.language.typos import typos_between
from quaidpy.domain.nights import Matter
from quaidpy.regex import regex
from quaidpy_janitor.questions import Asked, asked
from quaidpy_janitor.task import Change, Night, Rows

_LEFT_OUT = regex("[.'\u2019\u2018`\u00b4\"\u201c\u201d\u00b7](?!\\d)")
_JOINTS = regex("[\\s_,:\u2010-\u2015-]+|(?<=[^\\W\\d_])(?=\\d)")
_SIGNS = regex(r"[\W_]+")
_SHARED = 2  # neighbours that two of nearly one name have in common before a person is asked
_LONG_NAME = 6  # letters; "Ana" is not "Anna", whatever they share


def plan_entities(night: Night) -> Iterator[Change]:
    """Merges entities of one type and one name, and asks about those of nearly one name with shared neighbours."""
    entities = night.tools.store.all_entities(night.owner)
    groups: dict[tuple[EntityType, str], list[Entity]] = defaultdict(list)
    for entity in entities:
        groups[entity.type, _folded(entity.name)].append(entity)
    gone: set[EntityId] = set()
    for (_, name), group in sorted(groups.items(), key=lambda item: item[1][0].id):
        if len(group) > 1 and name:
            gone.update(entity.id for entity in group)
            yield _merged(group, night)
    yield from _doubtful([entity for entity in entities if entity.id not in gone], night)


def _folded(name: str) -> str:
    """Without case, dots and quotes, and with one kind of joint: "New-York" is "New York", "Mach2" is "Mach 2".

    One word is not two ("A-side", "aside"), and other signs count: "C#" is not "C".
    """
    return _JOINTS.sub(" ", _LEFT_OUT.sub("", name.casefold())).strip()


def _letters(name: str) -> str:
    """Without any sign: what a slip, or a joint, may tell apart."""
    return _SIGNS.sub("", name.casefold())


def _merged(group: list[Entity], night: Night) -> Change:
    """The oldest keeps its name; names, attributes, edges and mentions of the others become its own."""
    store = night.tools.store
    best, *others = sorted(group, key=lambda entity: entity.id)
    ids = {entity.id for entity in others}
    names = [name for entity in group for name in (entity.name, *entity.aliases)]
    whole = replace(
        best,
        aliases=tuple(dict.fromkeys(name for name in names if name.casefold() != best.name.casefold())),
        summary=next((entity.summary for entity in group if entity.summary), None),
        attributes=tuple(dict.fromkeys(pair for entity in group for pair in entity.attributes)),
    )
    edges = store.edges_of(night.owner, sorted(ids))
    moved = [
        replace(
            edge,
            source=best.id if edge.source in ids else edge.source,
            target=best.id if edge.target in ids else edge.target,
        )
        for edge in edges
    ]
    mentions = night.tools.records.mentions_naming(night.owner, sorted(ids))
    return Change(
        verb="merge entity",
        summary=f"{best.name} stands {len(group)} times",
        lines=(*(f"- {entity.name} ({entity.id})" for entity in others), f"+ {best.name} ({best.id})"),
        rows=Rows(
            entities=(whole,),
            edges=tuple(edge for edge in moved if edge.source != edge.target),
            attributes=tuple(
                replace(attribute, subject=best.id)
                for attribute in store.attributes_of(night.owner, sorted(ids))
            ),
            mentions=tuple(_heaviest(mentions, best, night)),
            removed_entities=tuple(sorted(ids)),
            planned_on=(*group, *edges),
        ),
    )


def _heaviest(mentions: list[Mention], best: Entity, night: Night) -> Iterator[Mention]:
    own = {m.node: m.weight for m in night.tools.records.mentions_naming(night.owner, [best.id])}
    weights: dict[NodeId, float] = {}
    for mention in mentions:
        weights[mention.node] = max(mention.weight, weights.get(mention.node, own.get(mention.node, 0.0)))
    for node, weight in sorted(weights.items()):
        yield Mention(node, best.id, weight)


def _doubtful(entities: list[Entity], night: Night) -> Iterator[Change]:
    """Long names a slip apart whose bearers share neighbours; a person says whether they are one."""
    known = Asked(night, Matter.ENTITY)
    near = _neighbours(night)
    alike: dict[tuple[EntityType, str], list[Entity]] = defaultdict(list)
    for entity in entities:
        name = _letters(entity.name)
        if len(name) >= _LONG_NAME:
            for part in {name, *(name[:place] + name[place + 1 :] for place in range(len(name)))}:
                alike[entity.type, part].append(entity)
    seen: set[tuple[EntityId, ...]] = set()
    for group in alike.values():
        for place, one in enumerate(group):
            for other in group[place + 1 :]:
                pair = tuple(sorted((one.id, other.id)))
                if pair in seen or one.id == other.id:
                    continue
                seen.add(pair)
                if (
                    _share(near[one.id], near[other.id])
                    and typos_between(_letters(one.name), _letters(other.name), most=1) <= 1
                    and known.on(pair, _digest(one, other)) is None
                ):
                    yield _question(one, other, night)


def _digest(one: Entity, other: Entity) -> str:
    return "|".join(sorted((one.name, other.name)))


def _share(one: set[NodeId], other: set[NodeId]) -> bool:
    """Enough neighbours in common."""
    shared = len(one & other)
    return shared >= _SHARED and 2 * shared >= min(len(one), len(other))


def _neighbours(night: Night) -> Mapping[NodeId, set[NodeId]]:
    """Of all at once: a question for each of two would be asked tens of thousands of times."""
    found: dict[NodeId, set[NodeId]] = defaultdict(set)
    for source, target in night.tools.survey.links(night.owner):
        if source != target:
            found[source].add(target)
            found[target].add(source)
    return found


def _question(one: Entity, other: Entity, night: Night) -> Change:
    question = asked(
        night, Matter.ENTITY, [one.id, other.id], [], "nearly one name, and neighbours in common"
    )
    return Change(
        verb="ask",
        summary=f"for a person: are {one.name} and {other.name} the same {one.type.value}?",
        rows=Rows(questions=(replace(question, digest=_digest(one, other)),)),
    )
