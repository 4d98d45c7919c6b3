"""Which memories cannot both be true, and which of them still is?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations, pairwise

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.index_texts import reworded
from quaidpy.domain.memories.memory import Memory, may_end
from quaidpy.domain.memories.opposition import identification, left_behind, opposition
from quaidpy.domain.nights import Matter, MemoryProjection, Question, QuestionState
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy_janitor.closing import closed_edge, ended_memory, memories_that_end, start_of
from quaidpy_janitor.judging import Decided, Form, decide
from quaidpy_janitor.neighbours import may_be_opposed, may_be_same, near_pairs
from quaidpy_janitor.questions import Asked, opened
from quaidpy_janitor.reading import read_as_seen
from quaidpy_janitor.rival_values import plan_value_questions
from quaidpy_janitor.rivals import names_of, rivals, sources_of
from quaidpy_janitor.settling import settled
from quaidpy_janitor.statements import Keyed, Keys, Statements, looked_at
from quaidpy_janitor.task import Change, Night, Rows

CONTRADICTIONS = "contradictions"
_SAYS_MORE = "the model's sentence says more than the two"
_UNFOUNDED = "the model would end what was said later, and no less surely or often"
_OF_TWO_SOURCES = "one is the user's word and the other is not: no model joins them"
_BUCKET = 30  # statements of the same words that are held against one another


def plan_contradictions(night: Night) -> Iterator[Change]:
    """Questions about pairs that say the opposite of one another; with a model only those that it calls contradictions.

    Relations that can have one object at a time need no question: `resolve` closes the earlier. Attributes that have
    two values, because it was uncertain whether one ends the other, are a person's to settle.
    """
    statements = Statements(night)
    known = Asked(night, Matter.CONTRADICTION)
    keyed = statements.keyed(night.review_marks(CONTRADICTIONS), Keys.OPPOSITES)
    opposed, crowded = _opposed(keyed, statements, night)
    found = [each for each in opposed if known.about(each[0], each[1]) is None]
    ids = {memory.id for one, other, _ in found for memory in (one, other)}
    memories = read_as_seen(ids, statements.memories, night)
    pairs = [
        (memories[one.id], memories[other.id], reason)
        for one, other, reason in found
        if one.id in memories and other.id in memories
    ]
    pairs += [pair for pair in _at_once(night) if known.about(pair[0], pair[1]) is None]
    pairs = _once_each(pairs)
    sure = len(pairs)  # the others are for a model alone to speak of
    pairs += _near(keyed, statements, known, {(one.id, other.id) for one, other, _ in pairs}, night)
    crowded.update(memory.id for one, other, _ in pairs[sure:] for memory in (one, other))
    decisions = {
        each.place: each
        for each in decide(Form(prompt="contradiction_detect"), [_shown(a, b) for a, b, _ in pairs], night)
    }
    for place, (one, other, reason) in enumerate(pairs):
        decided = decisions.get(place)
        if decided is None and place >= sure:
            continue
        question = opened(night, Matter.CONTRADICTION, (one, other), decided.reason if decided else reason)
        is_none = decided is not None and decided.decision["verdict"] == "COMPATIBLE"
        yield Change(
            verb="settle" if is_none else "ask",
            summary=f"{'no contradiction' if is_none else 'may contradict'}: {question.reason}",
            lines=(f"~ {one.text}", f"~ {other.text}"),
            rows=Rows(questions=(settled(question, "compatible") if is_none else question,)),
            model=decided.model if decided else None,
            prompt=decided.prompt if decided else None,
        )
    yield from plan_value_questions(night)
    left = crowded | {memory.id for one, other, _ in opposed for memory in (one, other)}
    night.notes.looked = dict(looked_at(keyed, left))


def _near(
    keyed: Sequence[Keyed], statements: Statements, known: Asked, had: set[tuple[str, str]], night: Night
) -> list[tuple[Memory, Memory, str]]:
    """Pairs that mean nearly the same of one subject, and that words keep from being one; the nearest first."""
    if not night.may_ask():
        return []
    fresh = [each.memory.id for each in keyed if each.is_fresh]
    found = [
        near
        for near in near_pairs(fresh, statements, night)
        if (near[1].id, near[2].id) not in had
        and may_be_opposed(near[1], near[2], statements)
        and not may_be_same(near[1], near[2], statements)
        and known.about(near[1], near[2]) is None
    ]
    found.sort(key=lambda near: (-near[0], near[1].id, near[2].id))
    ids = {memory.id for near in found for memory in near[1:]}
    memories = read_as_seen(ids, statements.memories, night)
    return [
        (memories[one.id], memories[other.id], "nearly the same, but for what cannot both be")
        for _, one, other in found
        if one.id in memories and other.id in memories
    ]


def _once_each(pairs: Sequence[tuple[Memory, Memory, str]]) -> list[tuple[Memory, Memory, str]]:
    """By id; of two reasons for a pair the first counts."""
    found: dict[tuple[MemoryId, MemoryId], tuple[Memory, Memory, str]] = {}
    for one, other, reason in pairs:
        first, second = (one, other) if one.id < other.id else (other, one)
        found.setdefault((first.id, second.id), (first, second, reason))
    return [found[key] for key in sorted(found)]


def _opposed(
    keyed: Sequence[Keyed], statements: Statements, night: Night
) -> tuple[list[tuple[MemoryProjection, MemoryProjection, str]], set[MemoryId]]:
    """Pairs of the same words but for a "not", an opposite or a figure, pairs that call one thing two names, and what
    was given up beside what says it is so; and whom the crowd kept from comparing.
    """  # noqa: D205 - one thought
    lasting = [each for each in keyed if each.memory.valid_to is None]
    wanted = {key for each in lasting if each.is_fresh for key in enumerate(each.keys[:2])}
    buckets: dict[tuple[int, int], list[Keyed]] = defaultdict(list)
    for each in lasting:
        for key in wanted.intersection(enumerate(each.keys[:2])):
            buckets[key].append(each)
    buckets.pop((1, 0), None)  # those that call nothing by a name
    found: list[tuple[MemoryProjection, MemoryProjection, str]] = []
    crowded: set[MemoryId] = set()
    for (place, _), bucket in sorted(buckets.items()):
        crowded.update(each.memory.id for each in bucket[_BUCKET:])
        for one, other in combinations(bucket[:_BUCKET], 2):
            if one.is_fresh or other.is_fresh:
                oppose = _opposition if place == 0 else _renaming
                if reason := oppose(one.memory, other.memory, statements):
                    found.append((one.memory, other.memory, reason))
    return [*found, *_given_up(lasting, statements, night)], crowded


def _opposition(one: MemoryProjection, other: MemoryProjection, statements: Statements) -> str | None:
    if not _is_comparable(one, other, statements):
        return None
    return opposition(statements.sense_of(one.text), statements.sense_of(other.text), statements.lexicon)


def _renaming(one: MemoryProjection, other: MemoryProjection, statements: Statements) -> str | None:
    calls = [called.is_it for each in (one, other) if (called := identification(each.text)) is not None]
    senses = [statements.sense_of(each.text) for each in (one, other)]
    is_same = len(set(calls)) < 2 or (
        set(senses[0].names) != set(senses[1].names) and statements.may_name_the_same(*senses)
    )
    if is_same or senses[0].tense != senses[1].tense or not _is_comparable(one, other, statements):
        return None
    return "there is one of its kind, and they name two"


def _is_comparable(one: MemoryProjection, other: MemoryProjection, statements: Statements) -> bool:
    is_one_place = one.project == other.project
    return is_one_place and statements.are_of_same_people(one, other)


def _given_up(
    lasting: Sequence[Keyed], statements: Statements, night: Night
) -> Iterator[tuple[MemoryProjection, MemoryProjection, str]]:
    """Statements of what is so, beside those that say it was given up: of the same thing, and of something besides."""
    by_id = {each.memory.id: each for each in lasting}
    leaving = {
        each.memory.id: thing
        for each in lasting
        if each.keys[2] and (thing := left_behind(each.memory.text)) is not None
    }
    news = frozenset(
        word for each in lasting if each.is_fresh for word in statements.sense_of(each.memory.text).key
    )
    keep = Filter(owner=night.owner, moment=Moment(as_of=night.now, known_at=night.now))
    for identity, thing in sorted(leaving.items()):
        over, key = by_id[identity], statements.sense_of(thing).key
        if not over.is_fresh and not key <= news:
            continue  # nothing that is new speaks of it
        for hit in night.tools.search.text(thing, Corpus.MEMORIES, keep, limit=_BUCKET) if key else ():
            each = by_id.get(MemoryId(hit.node))
            if each is None or each.memory.id in leaving or not (each.is_fresh or over.is_fresh):
                continue
            held = statements.sense_of(each.memory.text)
            is_so = not held.tense and not held.is_negated and key <= held.key
            gone = statements.sense_of(over.memory.text)
            is_about_it = (held.key & gone.key) - key
            # Whoever gave it up must be spoken of: what Victor sold, Vera may still have.
            is_by_them = not gone.acting or gone.acting[0] in held.names
            if is_so and is_about_it and is_by_them and _is_comparable(each.memory, over.memory, statements):
                yield each.memory, over.memory, "one says that this was given up"


def _at_once(night: Night) -> list[tuple[Memory, Memory, str]]:
    """Memories whose exclusive relations begin at the same instant: nobody can say which came first."""
    pairs = []
    for rivalling in rivals(night):
        for one, other in pairwise(rivalling):
            if (
                start_of(one) == start_of(other)
                and one.memory
                and other.memory
                and one.memory != other.memory
            ):
                both = night.tools.store.memories(night.owner, sorted((one.memory, other.memory)))
                if len(both) == 2:
                    pairs.append((both[0], both[1], f"{one.relation} has one object at a time"))
    return pairs


def plan_resolve(night: Night) -> Iterator[Change]:
    """Closes what the later word ends; asks the model about the questions that are open, if there is one."""
    endings = _endings(night)
    memories = _memories_behind(endings, night)
    over = _over(endings, memories, night)
    for last in {ending.last.id: ending.last for ending in endings}.values():
        together = [ending for ending in endings if ending.last.id == last.id]
        yield _closing(last, together, over, memories, night)
    yield from _ruled(night, {memory.id for memory in over})


@dataclass(frozen=True, slots=True)
class _Ending:
    """An edge that ended where a later one of its subject and relation begins; `last` is the latest of them."""

    edge: Edge
    at: datetime
    last: Edge


def _endings(night: Night) -> list[_Ending]:
    """Of each edge the first ending; of those that begin together none is closed."""
    found: dict[str, _Ending] = {}
    rivalries = rivals(night)
    sources = sources_of([edge for rivalling in rivalries for edge in rivalling], night)
    for rivalling in rivalries:
        for edge in rivalling:
            others = (
                each
                for each in rivalling
                if _ends_of(each) != _ends_of(edge) and may_end(sources[each.id], sources[edge.id])
            )
            after = next((each for each in others if start_of(each) > start_of(edge)), None)
            if after is not None:
                last = [each for each in rivalling if may_end(sources[each.id], sources[edge.id])][-1]
                found.setdefault(edge.id, _Ending(edge, start_of(after), last))
    return list(found.values())


def _ends_of(edge: Edge) -> tuple[str, str]:
    return (edge.source, edge.target)


def _memories_behind(endings: Sequence[_Ending], night: Night) -> dict[str, Memory]:
    ids = {edge.memory for ending in endings for edge in (ending.edge, ending.last) if edge.memory}
    return {memory.id: memory for memory in night.tools.store.memories(night.owner, sorted(ids))}


def _over(endings: Sequence[_Ending], memories: Mapping[str, Memory], night: Night) -> list[Memory]:
    """The memories of which nothing holds any more, as they will be."""
    ended = {each.edge.id: (each.at, memories.get(each.last.memory or "")) for each in endings}
    stating = sorted({m for each in endings if (m := each.edge.memory) is not None and m in memories})
    old = [memories[identity] for identity in stating]
    return memories_that_end(old, night.tools.store.edges_stated_by(night.owner, stating), ended, night.now)


def _closing(
    last: Edge,
    endings: Sequence[_Ending],
    over: Sequence[Memory],
    memories: Mapping[str, Memory],
    night: Night,
) -> Change:
    """All that ended for the sake of one edge; a memory goes with the last of its edges to end."""
    by = memories.get(last.memory or "")
    own = {each.edge.memory for each in endings}
    names = names_of([each.edge for each in endings], night)
    gone = [memory for memory in over if memory.id in own and memory.superseded_by == (by.id if by else None)]
    told = by.text if by else " ".join(names_of([last], night)[last.id])
    counted = "the earlier one" if len(endings) == 1 else f"{len(endings)} earlier ones"
    return Change(
        verb="resolve",
        summary=f"{last.relation.replace('_', ' ')}: {counted} ended, the last word is “{told}”",
        lines=(
            *(f"- {' '.join(names[each.edge.id])}, until {spoken_date(each.at)}" for each in endings),
            *(f"- {memory.text}" for memory in gone),
            f"+ {told}",
        ),
        rows=Rows(
            edges=tuple(closed_edge(each.edge, at=each.at, now=night.now) for each in endings),
            memories=tuple(gone),
            planned_on=(*(each.edge for each in endings), *(memories[memory.id] for memory in gone)),
        ),
    )


def _ruled(night: Night, touched: set[MemoryId]) -> Iterator[Change]:
    """What the model says about open questions; without one they wait for a person."""
    found = night.tools.records.questions(night.owner, matter=Matter.CONTRADICTION, state=QuestionState.OPEN)
    if found and night.tools.model is None:
        night.notes.left.append(f"{len(found)} contradictions wait for a person: `quaid review`")
        return
    cases: list[tuple[Question, Memory, Memory]] = []
    for question in found:
        if question.reason in {_SAYS_MORE, _UNFOUNDED, _OF_TWO_SOURCES}:  # asking again would bring the same
            continue
        pair = night.tools.store.memories(night.owner, [MemoryId(each) for each in question.subjects])
        ids = {memory.id for memory in pair}
        if len(pair) == 2 and touched.isdisjoint(ids):
            touched.update(ids)
            cases.append((question, pair[0], pair[1]))
    shown = [_shown(one, other, confidence=True) for _, one, other in cases]
    for each in decide(Form(prompt="contradiction_resolve"), shown, night):
        yield resolution(*cases[each.place], each, night)


def resolution(question: Question, one: Memory, other: Memory, decided: Decided, night: Night) -> Change:
    """What a verdict comes to. A merged sentence may not say more than the two: else a person is asked."""
    verdict = str(decided.decision["decision"])
    kept, ended = (one, other) if verdict == "KEEP_A" else (other, one)
    if verdict in {"KEEP_A", "KEEP_B"} and not _speaks_for(kept, ended):
        verdict = _UNFOUNDED
    rows = Rows(questions=(settled(question, verdict.lower()),), planned_on=(one, other))
    lines: tuple[str, ...] = (f"~ {one.text}", f"~ {other.text}")
    if verdict in {"KEEP_A", "KEEP_B"}:
        rows = replace(rows, memories=(_ended(kept, ended, night),), edges=_ends(ended, kept, night))
        lines = (f"- {ended.text}", f"+ {kept.text}")
    elif verdict == "MERGE" and one.source is not other.source:
        rows = replace(rows, questions=(replace(question, reason=_OF_TWO_SOURCES),))
    elif verdict == "MERGE" and (text := decided.text("text")) and says_no_more(text, (one, other), night):
        newer, older = (one, other) if one.stated_at >= other.stated_at else (other, one)
        joined = reworded(newer, text)
        rows = replace(rows, memories=(joined, _ended(joined, older, night)), texts=(text,))
        lines = (*(f"- {memory.text}" for memory in (one, other)), f"+ {text}")
    elif verdict == _UNFOUNDED:
        rows = replace(rows, questions=(replace(question, reason=_UNFOUNDED),))
    elif verdict == "MERGE":
        rows = replace(rows, questions=(replace(question, reason=_SAYS_MORE),))
    return Change(
        verb="resolve",
        summary=f"{verdict.lower().replace('_', ' ')}: {decided.reason}",
        lines=lines,
        rows=rows,
        model=decided.model,
        prompt=decided.prompt,
    )


def _speaks_for(kept: Memory, ended: Memory) -> bool:
    """Anything at all: it was said later, more often, or with more confidence; and by whom it may be ended."""
    return may_end(kept.source, ended.source) and (
        kept.stated_at >= ended.stated_at
        or kept.confirmations > ended.confirmations
        or kept.confidence > ended.confidence
    )


def _ended(kept: Memory, ended: Memory, night: Night) -> Memory:
    at = kept.lifetime.valid_from or kept.stated_at
    return ended_memory(ended, kept, at=max(at, ended.lifetime.valid_from or ended.stated_at), now=night.now)


def _ends(ended: Memory, kept: Memory, night: Night) -> tuple[Edge, ...]:
    edges = night.tools.store.edges_stated_by(night.owner, [ended.id])
    still = [e for e in edges if e.lifetime.retracted_at is None and e.lifetime.valid_to is None]
    at = kept.lifetime.valid_from or kept.stated_at
    return tuple(closed_edge(edge, at=max(at, start_of(edge)), now=night.now) for edge in still)


def says_no_more(text: str, sources: Sequence[Memory], night: Night, *, besides: Sequence[str] = ()) -> bool:
    """No name, figure or date in it that none of the sources has, nor what was shown `besides`."""
    statements = Statements(night)
    sense = statements.sense_of(text)
    known = [statements.sense_of(each) for each in (*(memory.text for memory in sources), *besides)]
    names = {name for each in known for name in each.names} | {
        word for each in known for word in each.content
    }
    measures = [measure for each in known for measure in each.measures]
    return set(sense.names) <= names and all(
        any(measure.is_same(other) for other in measures) for measure in sense.measures
    )


def _shown(one: Memory, other: Memory, *, confidence: bool = False) -> str:
    return f"A: {_told(one, confidence=confidence)} B: {_told(other, confidence=confidence)}"


def _told(memory: Memory, *, confidence: bool) -> str:
    sure = (
        f", confidence {memory.confidence:.2f}, said {memory.confirmations + 1} times" if confidence else ""
    )
    return f"{memory.text} ({spoken_date(memory.stated_at)}{sure})"
