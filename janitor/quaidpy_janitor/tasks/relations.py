"""Under which known name do relations belong that the map did not know when they were written?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.language.word_forms import root_of
from quaidpy.domain.nights import Matter
from quaidpy_janitor.judging import Form, decide
from quaidpy_janitor.questions import Asked, asked
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, Rows

_NAMED = 5  # relations in a note


def plan_relations(night: Night) -> Iterator[Change]:
    """Renames the edges of queued relations that have a known name: by the map, by their words, by the model."""
    queue = night.tools.records.queued_relations(night.owner)
    if not queue:
        return
    known = Asked(night, Matter.RELATION)
    edges = _edges_of(set(queue), night)
    left: list[str] = []
    for relation in sorted(queue):
        target = _known_name(relation, night)
        if target is not None:
            name, is_flipped = target
            yield _renamed(relation, name, edges.get(relation, ()), night, is_flipped=is_flipped)
        elif known.on([relation], relation) is None:
            left.append(relation)
    if left and night.tools.model is None:
        night.notes.left.append(f"{len(left)} relations have no known name: {', '.join(left[:_NAMED])}")
    names = [each.name for each in night.tools.relations.relations]
    form = Form(prompt="relation_normalization", variable="relations", fixed={"known": ", ".join(names)})
    for each in decide(form, [f"{relation}: {queue[relation]}" for relation in left], night):
        relation = left[each.place]
        if each.text("relation") in names:
            flipped = bool(each.decision["is_flipped"])
            change = _renamed(
                relation, each.text("relation"), edges.get(relation, ()), night, is_flipped=flipped
            )
            yield replace(change, model=each.model, prompt=each.prompt)
        elif each.text("relation"):
            night.notes.left.append(
                f"{relation}: the model named {each.text('relation')}, which is no known relation"
            )
        else:
            question = settled(asked(night, Matter.RELATION, [relation], [], each.reason), "none")
            yield Change(
                verb="settle",
                summary=f"{relation} has no known name: {each.reason}",
                rows=Rows(questions=(replace(question, digest=relation),)),
                model=each.model,
                prompt=each.prompt,
            )


def _known_name(relation: str, night: Night) -> tuple[str, bool] | None:
    """The canonical name, and whether the ends change places; by the same words in other forms at most."""
    relations = night.tools.relations
    edge = relations.canonical_edge(relation, "source", "target")
    if edge.is_known:
        return edge.relation, edge.source != "source"
    wanted = _roots(relation)
    fitting = {each.name for each in relations.relations if _roots(each.name) == wanted}
    return (fitting.pop(), False) if len(fitting) == 1 else None


def _roots(relation: str) -> tuple[str, ...]:
    return tuple(root_of(word) for word in relation.split("_"))


def _edges_of(queued: set[str], night: Night) -> Mapping[str, list[Edge]]:
    found: dict[str, list[Edge]] = {relation: [] for relation in queued}
    for edge in night.tools.survey.edges_called(night.owner, sorted(queued)):
        found[edge.relation].append(edge)
    return found


def _renamed(relation: str, name: str, edges: Sequence[Edge], night: Night, *, is_flipped: bool) -> Change:
    fresh = []
    for edge in edges:
        ends = (edge.target, edge.source) if is_flipped else (edge.source, edge.target)
        canonical = night.tools.relations.canonical_edge(name, *ends)
        fresh.append(replace(edge, relation=name, source=canonical.source, target=canonical.target))
    return Change(
        verb="normalize",
        summary=f"{relation} is {name}{', flipped' if is_flipped else ''}: {len(edges)} edges",
        lines=(f"- {relation}", f"+ {name}"),
        rows=Rows(edges=tuple(fresh), unqueued=(relation,), planned_on=tuple(edges)),
    )
