"""What does each step of a recall do? One function a stage, all of one shape."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import filterfalse

import numpy as np

from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_memory
from quaidpy.domain.language.languages import NAMES, language_of
from quaidpy.domain.recall.calibration import Evidence
from quaidpy.domain.recall.fusion import WeightedLane, best_of, select_diverse
from quaidpy.domain.recall.queries import Aim, LaneName
from quaidpy.domain.recall.traces import Rejected
from quaidpy.errors import ModelError
from quaidpy.recall.finding.candidates import assemble
from quaidpy.recall.finding.connections import find_connection
from quaidpy.recall.finding.lane_weights import term_weights
from quaidpy.recall.finding.lanes import gather, search_words
from quaidpy.recall.finding.lengths import passages_in, within_places
from quaidpy.recall.finding.relations_lane import find_stated
from quaidpy.recall.giving.cutoff import cut_off
from quaidpy.recall.judging.abstention import (
    LOOKED_AT,
    evidence_level,
    gather_evidence,
    is_about_another_person,
    why_abstained,
)
from quaidpy.recall.judging.answer_forms import lacks_answer
from quaidpy.recall.judging.neighbours import with_neighbours
from quaidpy.recall.judging.person_evidence import PersonEvidence, evidence_of_people_named
from quaidpy.recall.judging.scoring import Scored, favoured, fuse, score, with_way
from quaidpy.recall.judging.subjects import is_about_another, weigh_others, who_is_asked_about
from quaidpy.recall.model_help import between
from quaidpy.recall.refining.expansion import expand_by_graph
from quaidpy.recall.refining.hyde import imagine_answer
from quaidpy.recall.refining.listing import list_what_is_asked
from quaidpy.recall.refining.preferences_lane import bring_preferences
from quaidpy.recall.refining.reranking import rerank
from quaidpy.recall.refining.time_scoring import weigh_time
from quaidpy.recall.state import RecallTools, Stage, Stages, State, calibration_of, degraded_at, is_stated
from quaidpy.recall.understanding.planning import disambiguated
from quaidpy.recall.understanding.prompt_intent import brings_its_text

_REMEMBERED = 200  # places of the ranking that a trace keeps


def resolve_relations(state: State, tools: RecallTools) -> State:
    """What the graph states of somebody whom the question names, and whom it means by "Ana's sister".

    Of two whose connection is asked for, what is said on the way from one to the other.
    """
    connected = find_connection(state.plan, tools.store, tools.graph)
    if connected is not None:
        stated, way = connected
        note = f"connected in {len(way.nodes) - 1} steps, found by {way.engine}"
        return replace(state, stated=stated, engine=way.engine, note=note)
    stated = find_stated(state.plan, tools.store, tools.relations, tools.tuning, tools.asking.foresee)
    meant = tools.store.entities(tools.owner, sorted(stated.kin)) if stated.kin else []
    names = ", ".join(entity.name for entity in meant)
    note = f"{len(stated.scores)} statements" + (f"; it means {names}" if names else "")
    plan = replace(state.plan, text=disambiguated(state.plan.text, meant))
    return replace(state, stated=stated, plan=plan, note=note)


def embed(state: State, tools: RecallTools) -> State:
    """The question as a vector; without an embedder, or one that does not fit the stored vectors, words must do."""
    if state.query.words_only:
        return replace(state, note="words only, as asked")
    if tools.embedder is None:
        return degraded_at(state, "embed", "no embedder is configured (embedding.model = none)")
    stored = tools.search.identity()
    if stored is None:
        return replace(state, note="no vectors stored yet")
    try:
        if stored != tools.embedder.identity:
            return degraded_at(
                state,
                "embed",
                f"vectors are of {stored.name}, not {tools.embedder.identity.name}; run `quaid reembed`",
            )
        vector, *imagined = tools.embedder.embed(
            [text for text in (state.plan.search_text, state.statement) if text]
        )
    except ModelError as err:
        return degraded_at(state, "embed", str(err))
    asked = vector if imagined else None
    if imagined:
        vector = between(vector, imagined[0], share=tools.tuning.hyde_share)
    name = tools.embedder.identity.name
    state = replace(state, vector=vector, asked_vector=asked, note=name)
    misfit = _misfit(name, language_of(state.plan.text), tools)
    return degraded_at(state, *misfit) if misfit else state


def _misfit(name: str, language: str | None, tools: RecallTools) -> tuple[str, str] | None:
    """The stage that is weaker with this embedder for a question in this language, and why."""
    calibration = tools.calibrations.of(name)
    if calibration is None:
        return "abstain", f"{name} is not calibrated: only words decide"
    if language is None or calibration.knows(language):
        return None
    return "embed", (
        f"the question is in {NAMES[language]}, which {name} does not know: words find more than meaning;"
        " `quaid reembed multilingual` helps (pip install 'quaidpy[multilingual]')"
    )


def find(state: State, tools: RecallTools) -> State:
    """All lanes, and one relevance for each candidate they name."""
    worded = state.worded or partial(search_words, state.plan, tools)
    findings = gather(state.plan, state.vector, worded, tools)
    stated = state.stated
    lane = WeightedLane(
        LaneName.GRAPH.value, tools.tuning.stated_weight * stated.explained, stated.scores, floor=0.0
    )
    behind = {**findings.behind, **_sources(lane.scores.keys() - findings.behind.keys(), tools)}
    findings = replace(findings, stated=lane, behind=dict(sorted(behind.items())))
    fused = fuse(findings, findings.behind, state.plan, tools.tuning)
    # How near anything comes is judged by the question alone: what a model imagines is near to something always.
    asked = state.asked_vector
    near = gather(state.plan, asked, worded, tools) if asked else findings
    found = f"{sum(len(lane.scores) for lane in findings.all)} hits, {len(fused)} candidates"
    return replace(state, findings=findings, fused=fused, cosines=near.cosines(), note=found)


def _sources(memories: Collection[NodeId], tools: RecallTools) -> dict[MemoryId, list[TurnId]]:
    return tools.store.turns_behind(tools.owner, sorted(map(MemoryId, memories))) if memories else {}


def read(state: State, tools: RecallTools) -> State:
    """The rows of the best candidates, what must not be shown taken out, and what speaks for an answer in the rest."""
    unwanted = len(state.plan.kept_out.keys() & state.fused.keys())
    ranked = best_of(state.fused, max(2 * tools.tuning.candidates, _REMEMBERED) + unwanted)
    best = _promising(ranked, state, tools)
    tools.asking.foresee(
        partial(tools.store.read_ahead, tools.owner, best),
    )
    candidates, rejected = assemble(best, state.plan, tools.store)
    asked = who_is_asked_about(state.plan, candidates)
    weights = term_weights(tools.owner, state.plan.terms, tools.search)
    others = weigh_others(asked, candidates[:LOOKED_AT], weights, state.fused)
    # What a model imagines as the answer has other words for it than the question.
    is_reworded = bool(state.statement)
    told = (
        PersonEvidence()
        if is_reworded
        else evidence_of_people_named(state.plan, candidates, weights, tools.head_of)
    )
    evidence = replace(
        gather_evidence(state.plan, candidates, state.cosines, tools.search, weights, others),
        told_of_named=told.of_them,
        told_of_any=told.of_any,
        lacks_answer=not is_reworded and lacks_answer(state.plan, candidates, tools.head_of),
    )
    return replace(
        state,
        candidates=tuple(candidates),
        rejected=(*state.rejected, *rejected),
        read=tuple(best),
        unread=tuple(filterfalse(set(best).__contains__, ranked[:_REMEMBERED])),
        stated_in={memory.id: c.key for c in candidates for memory in c.memories},
        level=_level(evidence, state, tools),
        evidence=evidence,
        asked=asked,
        weights=weights,
        note=f"{len(candidates)} read, best evidence: cosine {evidence.cosine:.2f}, words {evidence.covered:.0%}",
    )


def _promising(ranked: Sequence[NodeId], state: State, tools: RecallTools) -> list[NodeId]:
    """The best candidates, whose rows are worth reading; what is kept out of the session takes no places."""
    places = tools.tuning.candidates + len(state.plan.kept_out.keys() & set(ranked))
    head = ranked[: 2 * places]
    return within_places(head, passages_in(head, tools.owner, tools.search), places=places)


def abstain(state: State, tools: RecallTools) -> State:
    """Nothing relevant, nothing given: decided on raw evidence, not on a blend that always has a best."""
    if is_stated(state, tools) and not state.evidence.unheard_of:
        return replace(state, note="the graph states what is asked for")
    if state.listed:
        return replace(state, note="relevant: it is on the list that is asked for")
    asked = state.plan.listed if "list" not in tools.tuning.skip else None
    if asked is not None and asked.is_exact:
        return replace(state, abstained="nothing of the kind or the time asked for is known", note="abstains")
    why = why_abstained(state.plan, state.evidence, calibration_of(state, tools), tools.tuning)
    if why is None:
        return replace(state, note="relevant")
    bound = tuple(each for each in state.candidates if each.key in state.kept_to)
    if bound and state.is_bound and not brings_its_text(state.plan.query.text):
        return replace(state, candidates=bound, note="only what such work must keep to is relevant")
    return replace(state, abstained=why, note="abstains")


def score_each(state: State, tools: RecallTools) -> State:
    """The composite score of each candidate, best first."""
    judged = sorted({node for candidate in state.candidates for node in candidate.nodes})
    memories = [MemoryId(node) for node in judged if is_memory(node)]
    # What is given of the best asks these.
    tools.asking.alongside(
        partial(tools.store.recall_times, tools.owner, memories),
        partial(tools.store.value_states, tools.owner, judged, state.plan.answered_as_of),
    )
    usages = tools.store.usages(tools.owner, judged)
    relevances = favoured(state.candidates, state.fused, state.plan, tools.tuning)
    scored = [
        with_way(
            score(
                c, relevances[c.key], level=state.level, plan=state.plan, usages=usages, tuning=tools.tuning
            ),
            state.ways.get(c.key),
        )
        for c in state.candidates
    ]
    long = passages_in((c.key for c in state.candidates), tools.owner, tools.search)
    scored = with_neighbours(scored, long, share=tools.tuning.adjacent_share)
    return replace(state, scored=tuple(sorted(scored, key=_order)), note=f"{len(scored)} scored")


def keep_to_subject(state: State, tools: RecallTools) -> State:
    """What others say of themselves is no answer about whom the question names, unless it clearly fits less."""
    asked = state.asked
    if state.query.aim is Aim.RANK or asked is None:
        return replace(state, note="the whole ranking, as asked" if asked else "it names nobody who speaks")
    if state.evidence.others_lead <= -tools.tuning.others_equal:
        return replace(state, note="nobody else says as much of themselves")
    kept: list[Scored] = []
    dropped: list[Rejected] = []
    for found in state.scored:
        # Past twice the limit nothing can be given, so nobody needs to know whose story it is.
        if len(kept) < 2 * state.query.limit and is_about_another(asked, found.candidate):
            who = found.candidate.turn.speaker if found.candidate.turn else "somebody else"
            dropped.append(Rejected(found.candidate.key, f"{who} says it of themselves"))
        else:
            kept.append(found)
    return replace(
        state,
        scored=tuple(kept),
        rejected=(*state.rejected, *dropped),
        abstained=is_about_another_person(state.plan, state.evidence) if dropped and not kept else None,
        note=f"{len(dropped)} are what others say of themselves",
    )


def diversify(state: State, tools: RecallTools) -> State:
    """MMR over the head of the ranking: no two results that say the same."""
    head = {found.candidate.key: found for found in state.scored[: 4 * state.query.limit]}
    vectors = tools.search.vectors(tools.owner, list(head))
    arrays = {node: np.frombuffer(vector, dtype=np.float32) for node, vector in vectors.items()}

    def similarity(one: NodeId, other: NodeId) -> float:
        a, b = arrays.get(one), arrays.get(other)
        return max(0.0, float(a @ b)) if a is not None and b is not None else 0.0

    relevance = {key: found.score for key, found in head.items()}
    picked = select_diverse(relevance, similarity, count=len(head), balance=tools.tuning.diversity_balance)
    ordered = [head[key] for key in picked]
    return replace(state, scored=(*ordered, *state.scored[len(head) :]), note=f"{len(head)} reordered")


PIPELINE: Stages = (
    Stage("relations", resolve_relations),
    Stage("hyde", imagine_answer),
    Stage("embed", embed),
    Stage("lanes", find),
    Stage("graph", expand_by_graph),
    Stage("time", weigh_time),
    Stage("list", list_what_is_asked),
    Stage("preferences", bring_preferences),
    Stage("read", read),
    Stage("abstain", abstain),
    Stage("score", score_each),
    Stage("rerank", rerank),
    Stage("tail", cut_off),
    Stage("subject", keep_to_subject),
    Stage("diversity", diversify),
)
"""In order. Left out are stages named in `recall.skip`, and all behind an `abstain` that was silent; see the trace."""


def _level(evidence: Evidence, state: State, tools: RecallTools) -> float:
    level = evidence_level(evidence, calibration_of(state, tools), tools.tuning)
    if state.listed:
        level = max(level, tools.tuning.coverage_worth)
    return max(level, max(state.findings.stated.scores.values(), default=0.0) * tools.tuning.coverage_worth)


def certainty(state: State, tools: RecallTools) -> float:
    """0 to 1, of something relevant being there, by the calibration of the embedder that was used."""
    return calibration_of(state, tools).certainty(state.evidence)


def _order(found: Scored) -> tuple[float, NodeId]:
    return -found.score, found.candidate.key
