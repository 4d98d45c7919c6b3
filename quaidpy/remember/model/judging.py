"""Is a new statement the same as one nearly like it? Where closeness cannot tell, the deep model is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import ModelError
from quaidpy.remember.deciding.embedding import Embedded
from quaidpy.remember.deciding.resolution import NEVER_MERGED, Ruling, Verdict
from quaidpy.remember.model.asking import ModelTools, ask
from quaidpy.remember.tools import RememberTools

_PROMPT = "dedup_decision"
_NEAREST = 4  # memories looked at for each statement
_PAIRS_A_CALL = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Rulings by the statement's text; `error` when the model could not say, and everything counts as new."""

    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    prompt: str = ""
    error: str | None = None


def judge(
    drafts: Sequence[MemoryDraft],
    episode: Episode,
    vectors: Embedded,
    tools: RememberTools,
    asking: ModelTools,
) -> Judgement:
    """What the model says of each statement that is near a stored one of its kind, but not near enough to be sure."""
    pairs = [pair for draft in drafts if (pair := _pair(draft, episode, vectors, tools)) is not None]
    judgement = Judgement()
    for start in range(0, len(pairs), _PAIRS_A_CALL):
        some = pairs[start : start + _PAIRS_A_CALL]
        shown = "\n".join(
            f"Pair {n}. Old: {_dated(near)} New: {draft.text} ({spoken_date(draft.stated_at)})"
            for n, (draft, near, _) in enumerate(some, start=1)
        )
        try:
            answer = ask(_PROMPT, {"pairs": shown}, asking)
        except ModelError as error:
            return Judgement(
                rulings=judgement.rulings,
                prompt=judgement.prompt,
                error=f"{len(pairs) - start} statements near known ones were kept as new: {error}",
            )
        judgement = Judgement(
            rulings={**judgement.rulings, **_rulings(answer.value["decisions"], some)},
            prompt=answer.prompt,
        )
    return judgement


_Pair = tuple[MemoryDraft, Memory, float]


def _pair(draft: MemoryDraft, episode: Episode, vectors: Embedded, tools: RememberTools) -> _Pair | None:
    """The nearest live memory of the same kind in the grey band that was not made of the same turn."""
    vector = vectors.by_text.get(draft.text)
    if vector is None or draft.kind in NEVER_MERGED:
        return None
    now = tools.clock.now()
    keep = Filter(
        owner=episode.owner,
        kinds=(draft.kind,),
        moment=Moment(as_of=now, known_at=now),
    )
    turns = {evidence.turn for evidence in draft.evidence}
    for hit in tools.search.nearest(vector, Corpus.MEMORIES, keep, limit=_NEAREST):
        if hit.score < tools.resolution.judge_from:
            return None
        (memory,) = tools.store.memories(episode.owner, [MemoryId(hit.node)])
        if memory.status in LIVE_STATUSES and turns.isdisjoint(each.turn for each in memory.evidence):
            return draft, memory, hit.score
    return None


def _rulings(decisions: object, pairs: Sequence[_Pair]) -> dict[str, Ruling]:
    """The first decision on each pair counts; numbers that name no pair are nobody's."""
    rulings: dict[str, Ruling] = {}
    for each in decisions if isinstance(decisions, list) else ():
        place = each["pair"] - 1
        if 0 <= place < len(pairs):
            draft, near, similarity = pairs[place]
            ruling = Ruling(
                verdict=Verdict(each["decision"]),
                memory=near.id,
                reason=str(each["reason"])[:200],
                similarity=similarity,
            )
            rulings.setdefault(draft.text, ruling)
    return rulings


def _dated(memory: Memory) -> str:
    return f"{memory.text} ({spoken_date(memory.stated_at)})"
