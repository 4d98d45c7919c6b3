"""Which memories say the same thing twice?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.measures import are_same
from quaidpy.domain.memories import Memory
from quaidpy.domain.nights import Glimpse, Matter
from quaidpy.domain.queries import Filter, Shelf
from quaidpy.domain.text import spoken_date
from quaidpy_janitor.judging import Form, decide
from quaidpy_janitor.merging import merge
from quaidpy_janitor.questions import Asked, asked
from quaidpy_janitor.reading import read_as_seen
from quaidpy_janitor.settling import settled
from quaidpy_janitor.statements import Keyed, Keys, Statement, Statements, looked_at
from quaidpy_janitor.task import Change, Night, Rows

DUPLICATES = "duplicates"
_BUCKET = 60  # memories with the same words that are compared with one another; more are a pattern
_VECTORS_AT_ONCE = 512
_MERGING = frozenset({"SKIP", "UPDATE"})

Pair = tuple[MemoryId, MemoryId]


def plan_duplicates(night: Night) -> Iterator[Change]:
    """Merges of what words show to be the same; with a model, also of what it calls the same and no guard forbids."""
    statements = Statements(night)
    known = night.tools.survey.looks(night.owner, DUPLICATES)
    keyed = statements.keyed(known, Keys.DUPLICATES)
    apart = {q.subjects for q in Asked(night, Matter.DUPLICATE).all() if q.verdict == "apart"}
    alike, crowded = worded_alike(keyed, statements)
    memories = read_as_seen({identity for pair in alike for identity in pair}, statements.memories, night)
    pairs = {pair for pair in alike if pair not in apart and all(each in memories for each in pair)}
    groups = clustered(pairs, most=night.tuning.janitor.cluster_size)
    merged: set[MemoryId] = set()
    for group in groups:
        merged.update(group)
        yield merge(
            [memories[identity] for identity in group], night, why=f"{len(group)} memories say the same"
        )
    yield from _separated(pairs, groups, memories, night)
    yield from _judged(statements, merged, night)
    # Whatever has a pair is compared again next time: it may have been taken back, or left because it had moved.
    left = crowded | {identity for pair in alike for identity in pair}
    night.notes.looked = dict(looked_at(keyed, left))


def worded_alike(keyed: Sequence[Keyed], statements: Statements) -> tuple[list[Pair], set[MemoryId]]:
    """Pairs that say the same by their words, of which one at least is fresh; and whom the crowd kept from comparing.

    Found through shared words, never by comparing all with all.
    """
    crowded: set[MemoryId] = set()
    seen: set[Pair] = set()
    found: list[Pair] = []
    for one, other in (*_of_same_words(keyed, crowded), *_slipped(keyed, statements, crowded)):
        pair = _pair(one.memory.id, other.memory.id)
        if pair not in seen and (one.is_fresh or other.is_fresh):
            seen.add(pair)
            if statements.difference(one.memory, other.memory) is None:
                found.append(pair)
    return found, crowded


def _of_same_words(keyed: Sequence[Keyed], crowded: set[MemoryId]) -> Iterator[tuple[Keyed, Keyed]]:
    wanted = {each.keys[0] for each in keyed if each.is_fresh}
    buckets: dict[int, list[Keyed]] = defaultdict(list)
    for each in keyed:
        if (whole := each.keys[0]) in wanted:
            buckets[whole].append(each)
    for bucket in buckets.values():
        crowded.update(each.memory.id for each in bucket[_BUCKET:])
        yield from combinations(bucket[:_BUCKET], 2)


def _slipped(
    keyed: Sequence[Keyed], statements: Statements, crowded: set[MemoryId]
) -> Iterator[tuple[Keyed, Keyed]]:
    """A slip of the finger changes one word, so the suspect without some word says what the other says without one."""
    suspects = [each for each in keyed if statements.is_suspect(each.memory)]
    wanted = {key for each in keyed if each.is_fresh for key in each.keys}
    suspected: dict[int, list[Keyed]] = defaultdict(list)
    for suspect in suspects:
        for key in wanted.intersection(suspect.keys):
            suspected[key].append(suspect)
    for crowd in suspected.values():
        crowded.update(each.memory.id for each in crowd[_BUCKET:])
    for each in keyed if suspected else ():
        for key in each.keys:
            for suspect in suspected.get(key, ())[:_BUCKET]:
                if suspect.memory.id != each.memory.id:
                    yield suspect, each


def _pair(one: MemoryId, other: MemoryId) -> Pair:
    return (one, other) if one < other else (other, one)


def clustered(pairs: Iterable[Pair], *, most: int) -> list[tuple[MemoryId, ...]]:
    """Groups in which every two are a pair, so that chains do not merge; each of at most `most`, by id.

    Greedy by id, the same for the same pairs.
    """
    near: dict[MemoryId, set[MemoryId]] = defaultdict(set)
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    groups: list[tuple[MemoryId, ...]] = []
    taken: set[MemoryId] = set()
    for seed in sorted(near):
        if seed in taken:
            continue
        group = [seed]
        for candidate in sorted(near[seed] - taken):
            if len(group) < most and all(member in near[candidate] for member in group):
                group.append(candidate)
        if len(group) > 1:
            taken.update(group)
            groups.append(tuple(group))
    return groups


def _separated(
    pairs: Iterable[Pair],
    groups: Sequence[tuple[MemoryId, ...]],
    memories: Mapping[MemoryId, Memory],
    night: Night,
) -> Iterator[Change]:
    """Settles pairs whose groups could not be joined, so that a later night does not join them link by link."""
    home = {identity: group for group in groups for identity in group}
    for one, other in sorted(pairs):
        if home.get(one) is not None and home.get(one) == home.get(other):
            continue
        yield _kept_apart([memories[one], memories[other]], "their groups do not say the same", night)


def _kept_apart(pair: Sequence[Memory | Glimpse], reason: str, night: Night, **by: str) -> Change:
    question = asked(night, Matter.DUPLICATE, [m.id for m in pair], [m.text for m in pair], reason)
    return Change(
        verb="settle",
        summary=f"two memories stay apart: {reason}",
        lines=tuple(f"~ {memory.text}" for memory in pair),
        rows=Rows(questions=(settled(question, "apart"),)),
        model=by.get("model"),
        prompt=by.get("prompt"),
    )


def _judged(statements: Statements, merged: set[MemoryId], night: Night) -> Iterator[Change]:
    """What the model says of memories that mean nearly the same and that no number, name or "not" sets apart."""
    if not night.may_ask():
        return
    known = Asked(night, Matter.DUPLICATE)
    near = [
        (one, other)
        for _, one, other in sorted(_near(statements, merged, night), key=lambda each: (-each[0], each[1].id))
        if known.about(one, other) is None
    ]
    shown = [f"Old: {_dated(one)} New: {_dated(other)}" for one, other in near]
    decisions = decide(Form(prompt="dedup_decision", number="pair", label="Pair {n}. {item}"), shown, night)
    same: dict[Pair, str] = {}
    by = {"model": "", "prompt": ""}
    for each in decisions:
        one, other = near[each.place]
        by = {"model": each.model, "prompt": each.prompt}
        if each.decision["decision"] in _MERGING:
            same[_pair(one.id, other.id)] = each.reason
        else:
            yield _kept_apart([one, other], each.reason, night, **by)
    memories = read_as_seen({identity for pair in same for identity in pair}, statements.memories, night)
    same = {pair: reason for pair, reason in same.items() if all(each in memories for each in pair)}
    groups = clustered(same, most=night.tuning.janitor.cluster_size)
    for group in groups:
        reason = same.get((group[0], group[1]), "the same")
        yield merge([memories[i] for i in group], night, why=f"model: {reason}", **by)
    yield from _separated(same, groups, memories, night)


def _near(
    statements: Statements, merged: set[MemoryId], night: Night
) -> Iterator[tuple[float, Glimpse, Glimpse]]:
    """Pairs by closeness of meaning that pass the guards of names, numbers and negation."""
    left = [statement for statement in statements.all if statement.memory.id not in merged]
    search, tuning = night.tools.search, night.tuning.janitor
    keep = Filter(owner=night.owner, scopes=(), moment=Moment(as_of=night.now, known_at=night.now))
    seen: set[Pair] = set()
    for start in range(0, len(left), _VECTORS_AT_ONCE):
        part = left[start : start + _VECTORS_AT_ONCE]
        vectors = search.vectors(night.owner, [statement.memory.id for statement in part])
        having = [statement for statement in part if statement.memory.id in vectors]
        found = (
            search.nearest_to_each(
                [vectors[statement.memory.id] for statement in having],
                Shelf.MEMORIES,
                keep,
                limit=tuning.duplicate_neighbours,
                least=tuning.duplicate_similarity,
            )
            if having
            else []
        )
        for statement, hits in zip(having, found, strict=True):
            for hit in hits:
                other = statements.by_id.get(MemoryId(hit.node))
                if other is None or other.memory.id in merged or other.memory.id == statement.memory.id:
                    continue
                pair = _pair(statement.memory.id, other.memory.id)
                if pair not in seen and _may_be_same(statement, other, statements):
                    seen.add(pair)
                    yield hit.score, statements.by_id[pair[0]].memory, statements.by_id[pair[1]].memory


def _may_be_same(one: Statement, other: Statement, statements: Statements) -> bool:
    """Nothing that a ruling could not undo sets them apart (see D31)."""
    return (
        one.sense.is_negated == other.sense.is_negated
        and set(one.sense.names) == set(other.sense.names)
        and are_same(one.sense.measures, other.sense.measures)
        and (one.memory.scope, one.memory.project) == (other.memory.scope, other.memory.project)
        and one.memory.valid_to == other.memory.valid_to
        and one.memory.flagged == other.memory.flagged
        and statements.are_of_same_people(one.memory, other.memory)
    )


def _dated(memory: Glimpse) -> str:
    return f"{memory.text} ({spoken_date(memory.stated_at)})"
