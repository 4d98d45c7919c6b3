"""Which standing orders and preferences are to be kept to, of this occasion or when advice or work is wanted?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import MemoryId, NodeId, TurnId
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import KINDS_OF_PREFERENCES
from quaidpy.domain.recall.fusion import best_of
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.errors import ModelError
from quaidpy.ports.embedding import Embedder, Vector
from quaidpy.recall.finding.candidates import anchored
from quaidpy.recall.refining.occasions import orders_for_it
from quaidpy.recall.refining.recipients import told_of_recipients
from quaidpy.recall.state import RecallTools, State, degraded_at
from quaidpy.recall.understanding.planning import Plan
from quaidpy.regex import regex
from quaidpy.shipped.work import KindOfWork, kinds_of_work, vectors_of_rules

_LOOKED_AT = 12  # texts nearest to what such work has to keep to, of each corpus
_LONGEST = 400  # characters of a turn that is near as a whole
_MOST_OF_WORK = 2  # of them that are brought
_BINDS = regex(
    r"\b(?:no|not|never|don['’]?t|doesn['’]?t|do not|can['’]?t|cannot|must(?:n['’]?t)?|only|always|ever|instead"
    r"|prefers?|rather|hates?"
    r"|please|pls|has to|have to|needs? to|allergic|allergy|vegetarian|vegan|c(?:o)?eliac|intoleran\w+|gluten"
    r"|free of|signs?|signed)\b",
    re.IGNORECASE,
)
"""What somebody wants, bears or rules out."""


def _binds(text: str) -> bool:
    return _BINDS.search(text) is not None and not text.rstrip().endswith("?")


def bring_preferences(state: State, tools: RecallTools) -> State:
    """The nearest standing orders, preferences and lessons come among the best, whatever else they have of its words.

    "Name the versions when I ask about libraries" shares no topic with what it is to be obeyed for, and of what a
    person prefers there is little in all that they said. They stand no lower than a certain place, in their order.
    """
    plan, tuning = state.plan, tools.tuning
    if plan.keep.kinds:
        return replace(state, note="other kinds are asked for")
    kinds = _kinds_asked_for(plan)
    try:
        orders, of_work = orders_for_it(state, tools), _examples(kinds, state, tools)
    except ModelError as err:
        return degraded_at(state, "preferences", str(err))
    if not (plan.wants_advice or kinds or orders):
        return replace(state, note="no advice is asked for")
    hits = _nearest(state, of_work, tools) if plan.wants_advice else ()
    to_whom = told_of_recipients(state, tools)
    bound = {**_bound(of_work, state, tools), **to_whom}
    if not (hits or bound or orders) or not state.fused:
        return replace(state, note="none is known")
    behind = tools.store.turns_behind(tools.owner, [MemoryId(hit.node) for hit in hits]) if hits else {}
    bound = {**bound, **anchored(orders, state.findings.behind, state.fused)}
    keys = {**bound, **anchored({hit.node: hit.score for hit in hits}, behind, state.fused)}
    place = best_of(state.fused, tuning.preference_place)[-1]
    least = state.fused[place]
    raised: dict[NodeId, float] = {key: max(least, state.fused.get(key, 0.0)) for key in keys}
    return replace(
        state,
        fused={**state.fused, **raised},
        kept_to=frozenset(bound),
        is_bound=any(kind.binds for kind in kinds)
        or bool(to_whom)
        or max(orders.values(), default=0.0) >= tuning.occasion_sure,
        note=f"{len(raised)} brought",
    )


def _kinds_asked_for(plan: Plan) -> list[KindOfWork]:
    """Those whose words stand in a prompt for work or advice, or that it begins with: "explain a mutex"."""
    asked = words(plan.query.text)
    spoken = frozenset(asked if plan.wants_advice else asked[:1])
    return [kind for kind in kinds_of_work() if not kind.asked.isdisjoint(spoken)]


def _examples(kinds: Sequence[KindOfWork], state: State, tools: RecallTools) -> "Sequence[Vector[float]]":
    """How it sounds when somebody tells what such work is to keep to; none without an embedder."""
    if not kinds or tools.embedder is None or state.vector is None:
        return []
    return [vector for kind in kinds for vector in _embedded(tools.embedder, kind.rules)]


def _embedded(embedder: Embedder, rules: tuple[str, ...]) -> "Sequence[Vector[float]]":
    """Those that ship are at hand: a second text costs an embedder more than the question."""
    known = vectors_of_rules(embedder.identity.name, embedder.identity.probe)
    return [known[rule] for rule in rules] if known else embedder.embed(rules)


def _nearest(state: State, of_work: "Sequence[Vector[float]]", tools: RecallTools) -> Sequence[Hit]:
    """Nearest to what is asked, or to how such work is told to be done."""
    keep, most = replace(state.plan.keep, kinds=KINDS_OF_PREFERENCES), tools.tuning.preference_count
    if state.vector is None:
        return tools.search.text(state.plan.search_text, Corpus.MEMORIES, keep, limit=most)
    vectors = [state.vector, *of_work]
    asked, *told = tools.search.nearest_to_each(
        vectors, Corpus.MEMORIES, keep, limit=most, least=tools.tuning.preference_least
    )
    least = tools.tuning.preference_of_work_least
    near: dict[NodeId, Hit] = {}
    for hit in (*asked, *(hit for hits in told for hit in hits if hit.score >= least)):
        if hit.node not in near or near[hit.node].score < hit.score:
            near[hit.node] = hit
    return sorted(near.values(), key=lambda hit: (-hit.score, hit.node))[:most]


def _bound(of_work: "Sequence[Vector[float]]", state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """Turns in which somebody tells what such work is to keep to, nearest first."""
    if not of_work:
        return {}
    memories = _near(of_work, Corpus.MEMORIES, state, tools)
    binding = [
        memory.id
        for memory in tools.store.memories(tools.owner, sorted(map(MemoryId, memories)))
        if memory.kind in KINDS_OF_PREFERENCES or _binds(memory.text)
    ]
    near = anchored(memories, tools.store.turns_behind(tools.owner, binding), {})
    turns = _near(of_work, Corpus.TURNS, state, tools)
    told = [
        turn.id
        for turn in tools.store.turns(tools.owner, sorted(map(TurnId, turns)))
        if turn.role is Role.USER and len(turn.text) <= _LONGEST and _binds(turn.text)
    ]
    near |= {turn: max(near.get(turn, 0.0), turns[turn]) for turn in told}
    best = sorted(near, key=lambda key: (-near[key], key))[:_MOST_OF_WORK]
    return {key: near[key] for key in best}


def _near(
    of_work: "Sequence[Vector[float]]", corpus: Corpus, state: State, tools: RecallTools
) -> dict[NodeId, float]:
    found = tools.search.nearest_to_each(
        of_work,
        corpus,
        state.plan.keep,
        limit=_LOOKED_AT,
        least=tools.tuning.preference_of_work_least,
    )
    near: dict[NodeId, float] = {}
    for hit in (hit for hits in found for hit in hits):
        near[hit.node] = max(near.get(hit.node, 0.0), hit.score)
    return near
