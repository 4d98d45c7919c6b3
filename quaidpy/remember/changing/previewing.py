"""What would be remembered of this source? Finds it all, by rules and by a model, and stores nothing."""

from dataclasses import dataclass, field, replace

from quaidpy.domain.identity import EPISODE_PREFIX, EpisodeId, turn_id
from quaidpy.domain.memories.drafts import MemoryDraft, Rejection
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.models.prompting import Spending
from quaidpy.metering import Metered
from quaidpy.remember.finding import rules
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.formats.transcripts import read_transcript
from quaidpy.remember.model.conversation_chunking import cut_at_turns
from quaidpy.remember.model.drafts import Frame
from quaidpy.remember.model.reading import Reader, chunk_tokens, read_turns
from quaidpy.remember.people.introductions import introduced_name
from quaidpy.remember.pipeline import Intake
from quaidpy.remember.tools import RememberTools


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The turns of a source, and what each reader would make of them. `by_model` is None when no model was asked."""

    turns: tuple[Turn, ...]
    by_rules: tuple[MemoryDraft, ...]
    by_model: tuple[MemoryDraft, ...] | None = None
    rejections: tuple[Rejection, ...] = ()
    spending: Spending = field(default_factory=Spending)


def preview(intake: Intake, tools: RememberTools, reader: Reader | None) -> Preview:
    """Raises UnreadableError for a source without turns, ModelError when a call failed: there is no queue here."""
    turns = _turns(intake, tools)
    intake = replace(intake, user_name=intake.user_name or introduced_name(turns))
    context = rules.Context(
        relations=tools.relations, tuning=tools.tuning, user_name=intake.user_name, now=tools.clock.now()
    )
    found = rules.extract(turns, context)
    plain = Preview(
        turns=turns, by_rules=found.drafts if intake.by_rules else (), rejections=found.rejections
    )
    return plain if reader is None else _read(plain, intake, tools, reader)


def _turns(intake: Intake, tools: RememberTools) -> tuple[Turn, ...]:
    written_at = intake.written_at or tools.clock.now()
    transcript = read_transcript(intake.data, name=intake.source_key, written_at=written_at)
    episode = EpisodeId(f"{EPISODE_PREFIX}preview")
    return tuple(
        Turn(
            id=turn_id(episode, seq),
            episode=episode,
            owner=intake.owner,
            seq=seq,
            text=clean_turn(raw.text).text,
            speaker=raw.speaker,
            role=raw.role,
            at=raw.at,
        )
        for seq, raw in enumerate(transcript.turns)
    )


def _read(plain: Preview, intake: Intake, tools: RememberTools, reader: Reader) -> Preview:
    meter = Metered(reader.asking.model)
    reader = replace(reader, asking=replace(reader.asking, model=meter))
    meter.prepare()
    drafts: list[MemoryDraft] = []
    rejections = list(plain.rejections)
    for piece in cut_at_turns(plain.turns, most_tokens=chunk_tokens(reader)):
        frame = Frame(
            turns=piece,
            before=[turn for turn in plain.turns if turn.seq < piece[0].seq][-4:],
            relations=tools.relations,
            tuning=tools.tuning,
            now=tools.clock.now(),
            least_match=reader.tuning.least_quote_match,
            user_name=intake.user_name,
        )
        known = [draft.text for draft in drafts][-reader.tuning.known_facts :]
        read = read_turns(piece, frame, known, reader)
        drafts += read.drafts
        rejections += read.rejections
    return Preview(
        turns=plain.turns,
        by_rules=plain.by_rules,
        by_model=tuple(drafts),
        rejections=tuple(rejections),
        spending=meter.spent,
    )
