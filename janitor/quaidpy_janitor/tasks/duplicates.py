"""Which memories say the same thing twice?"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import Matter, MemoryProjection, QuestionState
from quaidpy_janitor.judging import Form, decide
from quaidpy_janitor.merging import merge
from quaidpy_janitor.neighbours import Near, may_be_same, near_pairs
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.questions import Asked, asked, opened
from quaidpy_janitor.reading import read_as_seen
from quaidpy_janitor.settling import settled
from quaidpy_janitor.statements import Keyed, Keys, Statements, looked_at
from quaidpy_janitor.task import Change, Night, Rows

DUPLICATES = "duplicates"
_LOOKED_BACK = timedelta(days=14)  # in the log of what was decided at storing
_BUCKET = 60  # memories with the same words that are compared with one another; more are a pattern
_MERGING = frozenset({"SKIP", "UPDATE"})

Pair = tuple[MemoryId, MemoryId]


def plan_duplicates(night: Night) -> Iterator[Change]:
    """Merges of what words show to be the same; with a model, also of what it calls the same and no guard forbids."""
    statements = Statements(night)
    known = night.review_marks(DUPLICATES)
    keyed = statements.keyed(known, Keys.DUPLICATES)
    apart = {q.subjects for q in Asked(night, Matter.DUPLICATE).all() if q.verdict == "apart"}
    alike, crowded = worded_alike(keyed, statements)
    memories = _current({identity for pair in alike for identity in pair}, statements, night)
    pairs = {pair for pair in alike if pair not in apart and all(each in memories for each in pair)}
    groups = clustered(pairs, most=night.tuning.janitor.cluster_size)
    survivors: dict[MemoryId, MemoryId] = {}
    for group in groups:
        change = merge(
            [memories[identity] for identity in group], night, why=f"{len(group)} memories say the same"
        )
        survivors.update(dict.fromkeys(group, change.rows.memories[0].id))
        yield change
    yield from _separated(pairs, groups, memories, night)
    if night.tools.model is None:
        yield from _asked_of_a_person(keyed, statements, survivors, night, crowded)
    yield from _judged(statements, set(survivors), night)
    # Whatever has a pair is compared again next time: it may have been taken back, or left because it had moved.
    left = crowded | {identity for pair in alike for identity in pair}
    night.notes.looked = dict(looked_at(keyed, left))


def _current(wanted: Collection[MemoryId], statements: Statements, night: Night) -> dict[MemoryId, Memory]:
    """As they were seen, without what is over: joined with what holds, it would hold again."""
    found = read_as_seen(wanted, statements.memories, night)
    stale = stale_among(found.values(), night)
    return {identity: memory for identity, memory in found.items() if identity not in stale}


def worded_alike(keyed: Sequence[Keyed], statements: Statements) -> tuple[list[Pair], set[MemoryId]]:
    """Pairs that say the same by their words, of which one at least is fresh; and whom the crowd kept from comparing.

    Found through shared words, never by comparing all with all.
    """
    crowded: set[MemoryId] = set()
    seen: set[Pair] = set()
    found: list[Pair] = []
    for one, other in (*_of_same_words(keyed, crowded), *_typos_fixed(keyed, statements, crowded)):
        pair = _pair(one.memory.id, other.memory.id)
        if pair not in seen and (one.is_fresh or other.is_fresh):
            seen.add(pair)
            if statements.difference(one.memory, other.memory) is None:
                found.append(pair)
    return found, crowded


def _of_same_words(keyed: Sequence[Keyed], crowded: set[MemoryId]) -> Iterator[tuple[Keyed, Keyed]]:
    wanted = {whole for each in keyed if each.is_fresh for whole in each.keys[:2]}
    buckets: dict[int, list[Keyed]] = defaultdict(list)
    for each in keyed:
        for whole in wanted.intersection(each.keys[:2]):
            buckets[whole].append(each)
    for bucket in buckets.values():
        crowded.update(each.memory.id for each in bucket[_BUCKET:])
        yield from combinations(bucket[:_BUCKET], 2)


def _typos_fixed(
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


def _kept_apart(pair: Sequence[Memory | MemoryProjection], reason: str, night: Night, **by: str) -> Change:
    question = asked(night, Matter.DUPLICATE, [m.id for m in pair], [m.text for m in pair], reason)
    return Change(
        verb="settle",
        summary=f"two memories stay apart: {reason}",
        lines=tuple(f"~ {memory.text}" for memory in pair),
        rows=Rows(questions=(settled(question, "apart"),)),
        model=by.get("model"),
        prompt=by.get("prompt"),
    )


def _contrary(pair: Sequence[Memory | MemoryProjection], reason: str, night: Night, **by: str) -> Change:
    """What the model takes for the older and the newer state of one thing; `resolve` or a person has the last word."""
    return Change(
        verb="ask",
        summary=f"may contradict: {reason}",
        lines=tuple(f"~ {memory.text}" for memory in pair),
        rows=Rows(questions=(opened(night, Matter.CONTRADICTION, pair, reason),)),
        model=by.get("model"),
        prompt=by.get("prompt"),
    )


def _judged(statements: Statements, merged: set[MemoryId], night: Night) -> Iterator[Change]:
    """What the model says of memories that mean nearly the same and that no number, name or "not" sets apart."""
    if not night.may_ask():
        return
    known, contrary = Asked(night, Matter.DUPLICATE), Asked(night, Matter.CONTRADICTION)
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
        if each.decision["decision"] == "SUPERSEDE" and contrary.about(one, other) is None:
            yield _contrary([one, other], each.reason, night, **by)
    memories = _current({identity for pair in same for identity in pair}, statements, night)
    same = {pair: reason for pair, reason in same.items() if all(each in memories for each in pair)}
    groups = clustered(same, most=night.tuning.janitor.cluster_size)
    for group in groups:
        reason = same.get((group[0], group[1]), "the same")
        yield merge([memories[i] for i in group], night, why=f"model: {reason}", **by)
    yield from _separated(same, groups, memories, night)


def _doubtful(
    keyed: Sequence[Keyed], statements: Statements, night: Night
) -> Iterator[tuple[MemoryId, MemoryId, str]]:
    """Pairs that may be one: of the same words but for names that are used for one another, and those that were too
    near to tell when they were stored.
    """  # noqa: D205 - one thought
    buckets: dict[int, list[Keyed]] = defaultdict(list)
    for each in keyed:
        for key in statements.without_doubtful_names(each):
            buckets[key].append(each)
    for bucket in buckets.values():
        for one, other in combinations(bucket[:_BUCKET], 2):
            if one.is_fresh or other.is_fresh:
                yield one.memory.id, other.memory.id, "the names may be of one person"
    for decision in night.tools.records.decisions(night.owner, since=night.now - _LOOKED_BACK):
        if decision.outcome == "doubt" and decision.other is not None:
            for new in statements.saying(decision.text):
                yield MemoryId(decision.other), new, f"nearly the same words; {decision.reason}"


def _asked_of_a_person(
    keyed: Sequence[Keyed],
    statements: Statements,
    survivors: Mapping[MemoryId, MemoryId],
    night: Night,
    left_open: set[MemoryId],
) -> Iterator[Change]:
    """Questions about doubtful pairs, a few at a time. `survivors`: what tonight's merges leave of each memory.

    All of them join those `left_open`, who are compared again next time: a question may be taken back.
    """
    known = Asked(night, Matter.DUPLICATE)
    room = night.tuning.janitor.open_questions
    room -= sum(question.state is QuestionState.OPEN for question in known.all())
    seen: set[Pair] = set()
    left = 0
    for first, second, reason in _doubtful(keyed, statements, night):
        pair = _pair(survivors.get(first, first), survivors.get(second, second))
        if pair in seen or pair[0] == pair[1] or not all(each in statements.memories for each in pair):
            continue
        seen.add(pair)
        one, other = (statements.memories[identity] for identity in pair)
        if not may_be_same(one, other, statements):
            continue
        left_open.update(pair)
        if known.about(one, other) is not None:
            continue
        if room <= 0:
            left += 1
            continue
        room -= 1
        yield Change(
            verb="ask",
            summary=f"may say the same: {reason}",
            lines=(f"~ {one.text}", f"~ {other.text}"),
            rows=Rows(questions=(opened(night, Matter.DUPLICATE, (one, other), reason),)),
        )
    if left:
        night.notes.left.append(f"{left} doubtful pairs wait until some questions are answered")


def _near(statements: Statements, merged: set[MemoryId], night: Night) -> Iterator[Near]:
    """Pairs by closeness of meaning that pass the guards of names, numbers and negation."""
    left = [projection.id for projection in statements.mergeable if projection.id not in merged]
    found = [
        near
        for near in near_pairs(left, statements, night)
        if merged.isdisjoint((near[1].id, near[2].id)) and may_be_same(near[1], near[2], statements)
    ]
    stale = stale_among((memory for near in found for memory in near[1:]), night)
    yield from (near for near in found if stale.isdisjoint((near[1].id, near[2].id)))


def _dated(memory: MemoryProjection) -> str:
    return f"{memory.text} ({spoken_date(memory.stated_at)})"
