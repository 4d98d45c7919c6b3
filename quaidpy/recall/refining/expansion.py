"""What hangs together with the best candidates? A walk over the graph, before anything is scored."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from quaidpy.domain.graph.beam import Visited, walk_from_each
from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.identity import (
    EntityId,
    MemoryId,
    NodeId,
    TurnId,
    episode_of,
    is_entity,
    is_memory,
    is_turn,
    turns_beside,
)
from quaidpy.domain.language.text import stem, stems_in_order
from quaidpy.domain.recall.fusion import best_of
from quaidpy.domain.recall.queries import Corpus
from quaidpy.recall.finding.association import SUBJECT, Association, Passage, Reach, Ways
from quaidpy.recall.finding.candidates import anchored, assemble
from quaidpy.recall.finding.lengths import passages_in
from quaidpy.recall.finding.pages import whole_documents
from quaidpy.recall.finding.relations_lane import name_stems, selectivity
from quaidpy.recall.finding.vector_reads import vector_reads
from quaidpy.recall.state import RecallTools, State


def expand_by_graph(state: State, tools: RecallTools) -> State:
    """From the best candidates over what they mention to what is about it, or mentions it too and answers the rest.

    One mechanism for the "is about" hop and the second search with found entities (DESIGN §6): what the walk reaches
    gains relevance, whether a lane found it or not, and a way that says more for a candidate than its own words is part
    of the answer. The question itself is where the entities that it names are mentioned.
    """
    best = best_of(state.fused, tools.tuning.graph_seeds)
    state = replace(state, likely=tuple(best_of(state.fused, tools.tuning.candidates)))
    # What is asked ahead of is mostly what the walk starts from.
    around_of = lru_cache(maxsize=2)(partial(_around, state=state, tools=tools))
    tools.asking.foresee(partial(_ask_ahead, best, around_of, state, tools), costly=True)
    candidates, _ = assemble(best, state.plan, tools.store)
    seeds = {candidate.key: min(1.0, state.fused[candidate.key]) for candidate in candidates}
    if not seeds:
        return replace(state, note="nothing to start from")
    if tools.tuning.graph_weight == 0:
        return replace(state, note="what it reaches would weigh nothing")
    if state.stated.is_whole:
        return replace(state, note="the graph states the whole answer")
    texts = {c.key: c.turn.text if c.turn else c.memories[0].text for c in candidates}
    seeds |= _asked_of(state, tools)
    around = around_of(frozenset(seeds))
    ways = Ways(
        fanout=tools.tuning.graph_fanout,
        named=_named(state),
        meant=state.stated.kin.keys(),
        tuning=tools.graph_tuning,
    )
    reach = ways.reach(seeds, around)
    tools.asking.foresee(partial(_ask_ahead_of, reach, tools), costly=True)
    texts |= _texts(reach.texts - texts.keys(), state, tools)
    turns = [TurnId(seed) for seed in sorted(filter(is_turn, seeds))]
    association = _association(reach, texts, turns, state, tools)
    visited = walk_from_each(seeds, reach.steps, worth=association.worth, tuning=tools.graph_tuning)
    note = f"{len(seeds)} seeds, {len(around.links)} links"
    return _raised_by(visited, replace(state, engine=around.engine, note=note), tools)


def _ask_ahead(
    best: Sequence[NodeId],
    around_of: Callable[[frozenset[NodeId]], object],
    state: State,
    tools: RecallTools,
) -> None:
    """Of the best candidates, and of those among them that the walk starts from."""
    is_walked = tools.tuning.graph_weight > 0 and not state.stated.is_whole
    seeds = frozenset({*best, *_asked_of(state, tools)} if is_walked else ())
    tools.asking.together(
        partial(tools.store.read_ahead, tools.owner, state.likely),
        partial(around_of, seeds),
        *vector_reads(tools.owner, state.likely, tools.search),
    )


def _ask_ahead_of(reach: Reach, tools: RecallTools) -> None:
    """Of what the walk may come to."""
    texts = sorted(reach.texts)
    seconds = [near for turn in filter(is_turn, texts) for near in turns_beside(TurnId(turn))[1:] if near]
    tools.asking.together(
        partial(tools.store.read_ahead, tools.owner, [*texts, *seconds]),
        partial(tools.store.entities, tools.owner, [EntityId(entity) for entity in sorted(reach.entities)]),
        partial(passages_in, texts, tools.owner, tools.search),
    )


def _asked_of(state: State, tools: RecallTools) -> dict[NodeId, float]:
    """Entities that the question names or means, as seeds of the walk."""
    named = {entity.id: tools.graph_tuning.hop_decay for entity in state.plan.entities}
    return named | _meant(state, tools)


def _around(seeds: Iterable[NodeId], state: State, tools: RecallTools) -> Neighbourhood:
    return tools.graph.around(
        tools.owner,
        sorted(seeds),
        depth=tools.graph_tuning.beam_depth,
        fanout=tools.tuning.graph_fanout,
        moment=state.plan.moment,
    )


def _raised_by(visited: Sequence[Visited], state: State, tools: RecallTools) -> State:
    """The relevances, raised by what the walk reaches."""
    passages = [_from_named(visit, state) for visit in visited if not is_entity(visit.node)]
    before = state.fused
    memories = sorted({MemoryId(visit.node) for visit in passages if is_memory(visit.node)})
    behind = tools.store.turns_behind(tools.owner, memories) if memories else {}
    reached, ways = _gains(passages, behind, before)
    # A long turn mentions much: what leads to it leads to one passage of it, unless all of it is about that.
    in_part = (key for key in reached if ways[key].node != key or ways[key].path[-1].weight < SUBJECT)
    lengths = passages_in(in_part, tools.owner, tools.search)
    gains = _weighed({key: gain / lengths.get(key, 1) for key, gain in reached.items()}, tools)
    return replace(
        state,
        fused=_raised(before, gains),
        ways={key: ways[key] for key, gain in gains.items() if gain > before.get(key, 0.0)},
        note=f"{state.note}, {len(gains)} reached by {state.engine}",
    )


def _named(state: State) -> frozenset[NodeId]:
    return frozenset(entity.id for entity in state.plan.entities)


def _meant(state: State, tools: RecallTools) -> dict[NodeId, float]:
    """Entities that the question means by a relation, less the longer the way and the more it might lead to."""
    decay = tools.graph_tuning.hop_decay
    return {
        entity: decay ** len(chain.links) * selectivity(chain, tools.relations)
        for entity, chain in state.stated.kin.items()
    }


def _texts(nodes: Iterable[NodeId], state: State, tools: RecallTools) -> dict[NodeId, str]:
    """Of memories and turns, as far as the question may see them."""
    known = sorted(nodes)
    memories, turns = list(filter(is_memory, known)), list(filter(is_turn, known))
    texts = tools.store.texts(state.plan.keep, memories) if memories else {}
    if turns and state.plan.keep_turns is not None:
        texts |= tools.store.texts(state.plan.keep_turns, turns)
    return texts


def _association(
    reach: Reach,
    texts: Mapping[NodeId, str],
    turns: Sequence[TurnId],
    state: State,
    tools: RecallTools,
) -> Association:
    """`turns`: from which the walk starts."""
    entities = tools.store.entities(tools.owner, [EntityId(entity) for entity in sorted(reach.entities)])
    names: dict[NodeId, list[tuple[str, ...]]] = {
        entity.id: [stems_in_order(name) for name in dict.fromkeys((entity.name, *entity.aliases))]
        for entity in entities
    }
    rarity = tools.search.rarity(tools.owner, state.plan.terms, Corpus.TURNS)
    asked = {stem(term): worth for term, worth in rarity.items()}
    wanted = frozenset(asked)
    return Association(
        asked=asked,
        least=tools.graph_tuning.open_share * math.fsum(asked.values()),
        passages={
            node: _passage(text, (names.get(of, ()) for of in reach.subjects.get(node, ())), wanted)
            for node, text in texts.items()
        },
        made_from=tools.store.memories_from_turns(tools.owner, turns),
        names=names,
        crowds=reach.crowds,
        named=_named(state),
        meant=frozenset(state.stated.kin),
        told=state.stated.asked | name_stems(state.plan),
        tuning=tools.graph_tuning,
    )


def _passage(text: str, subjects: Iterable[Sequence[tuple[str, ...]]], asked: frozenset[str]) -> Passage:
    spoken = stems_in_order(text)
    own = frozenset(word for names in subjects for name in names for word in name)
    return Passage(spoken=spoken, own=own, answered=asked.intersection(spoken))


def _from_named(visit: Visited, state: State) -> Visited:
    """A way that starts at "Ana's sister" starts at Ana."""
    chain = state.stated.kin.get(EntityId(visit.seed))
    return replace(visit, seed=chain.start, path=(*chain.links, *visit.path)) if chain else visit


def _gains(
    visited: Sequence[Visited],
    behind: Mapping[MemoryId, Sequence[TurnId]],
    fused: Mapping[NodeId, float],
) -> tuple[dict[NodeId, float], dict[NodeId, Visited]]:
    """The walk's score by candidate, and the way to it; a memory's goes to the turn it came from."""
    gains: dict[NodeId, float] = {}
    ways: dict[NodeId, Visited] = {}
    for visit in visited:
        memory = MemoryId(visit.node)
        turns = behind.get(memory)
        key: NodeId = (
            visit.node if turns is None else next(iter(anchored({memory: 1.0}, {memory: turns}, fused)))
        )
        if visit.score > gains.get(key, 0.0) and not _in_one_episode(visit.seed, key):
            gains[key], ways[key] = visit.score, visit
    return gains, ways


def _in_one_episode(one: NodeId, other: NodeId) -> bool:
    """Whether both are turns of one conversation or document; what is told there together was seen together."""
    return is_turn(one) and is_turn(other) and episode_of(TurnId(one)) == episode_of(TurnId(other))


def _weighed(gains: Mapping[NodeId, float], tools: RecallTools) -> dict[NodeId, float]:
    """What each gain adds: much for a page, which is about what it names.

    A turn of talk may name it in passing, and so may a section of minutes or of a diary.
    """
    turns = [TurnId(key) for key in sorted(filter(is_turn, gains))]
    in_passing = set(turns) - whole_documents(turns, tools.owner, tools.store)
    tuning = tools.tuning
    return {
        key: gain * (tuning.graph_weight_of_talk if key in in_passing else tuning.graph_weight)
        for key, gain in gains.items()
    }


def _raised(fused: Mapping[NodeId, float], gains: Mapping[NodeId, float]) -> dict[NodeId, float]:
    """Relevances with the gains added, scaled so that the best is as relevant as before."""
    raised = {**fused, **{key: fused.get(key, 0.0) + gain for key, gain in gains.items()}}
    highest = max(raised.values(), default=0.0)
    scale = max(fused.values(), default=0.0) / highest if highest > 0 else 1.0
    return raised if scale == 1.0 else {key: value * scale for key, value in raised.items()}
