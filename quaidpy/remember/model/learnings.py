"""What of a model's snippets and diary paragraphs can be kept? Only what rests on words that were said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.drafts import Rejection, RejectionReason
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.honesty import says_no_more
from quaidpy.domain.memories.learning import Form, LearningDraft
from quaidpy.remember.model.drafts import Frame, names_the_unsaid
from quaidpy.remember.model.quotes import find_quote

_LONGEST_BULLET, _LONGEST_PARAGRAPH = 300, 1500  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """An identity file that a model may teach: its name and what it is about."""

    name: str
    purpose: str


def files_described(files: Sequence[Taught]) -> str:
    """How the files are listed for the model."""
    return (
        "\n".join(f"{file.name}: {file.purpose}" for file in files) or "(none: give no snippets, no journal)"
    )


def learnings_of(
    answer: Mapping[str, object], frame: Frame, files: Sequence[Taught]
) -> tuple[list[LearningDraft], list[Rejection]]:
    """Snippets with a quote that was said, and paragraphs that name nobody new; the rest with a reason."""
    names = {file.name.casefold(): file.name for file in files}
    drafts: list[LearningDraft] = []
    rejections: list[Rejection] = []
    for form, key in ((Form.SNIPPET, "snippets"), (Form.JOURNAL, "journal")):
        for given in _objects(answer.get(key)):
            name = names.get(str(given.get("file", "")).strip().casefold())
            text = " ".join(str(given.get("text", "")).split())
            if name is None or not text:
                continue
            found = _snippet(name, text, given, frame) if form is Form.SNIPPET else _entry(name, text, frame)
            if isinstance(found, LearningDraft):
                drafts.append(found)
            else:
                rejections.append(Rejection(frame.turns[0].id, text, found))
    return drafts, rejections


def _snippet(
    name: str, text: str, given: Mapping[str, object], frame: Frame
) -> LearningDraft | RejectionReason:
    spoken = [turn for turn in frame.turns if turn.role is not Role.TOOL]
    named = [turn for turn in spoken if turn.seq == given.get("turn")]
    others = [turn for turn in spoken if turn not in named]
    evidence = find_quote(str(given.get("quote", "")), [*named, *others], least_match=frame.least_match)
    if evidence is None:
        return RejectionReason.UNQUOTED
    reason = _reason_against(text, _LONGEST_BULLET, frame)
    if reason is not None:
        return reason
    turn = next(turn for turn in spoken if turn.id == evidence.turn)
    return LearningDraft(
        file=name,
        form=Form.SNIPPET,
        text=text,
        said_at=turn.at or frame.now,
        turn=turn.id,
        quote=turn.text[evidence.start : evidence.end],
    )


def _entry(name: str, text: str, frame: Frame) -> LearningDraft | RejectionReason:
    reason = _reason_against(text, _LONGEST_PARAGRAPH, frame)
    if reason is not None:
        return reason
    return LearningDraft(
        file=name, form=Form.JOURNAL, text=text, said_at=_last_time(frame.turns) or frame.now
    )


def _reason_against(text: str, longest: int, frame: Frame) -> RejectionReason | None:
    if " redacted]" in text:
        return RejectionReason.SECRET
    if text.endswith("?"):
        return RejectionReason.QUESTION
    if len(text) > longest or looks_like_instruction(text):
        return RejectionReason.UNFIT
    is_made_up = names_the_unsaid(text, frame) or not says_no_more(text, _heard(frame))
    return RejectionReason.INVENTED if is_made_up else None


def _heard(frame: Frame) -> list[str]:
    turns = [f"{turn.speaker or ''} {turn.text}" for turn in (*frame.before, *frame.turns)]
    return [*turns, frame.user_name or ""]


def _last_time(turns: Iterable[Turn]) -> datetime | None:
    return max((turn.at for turn in turns if turn.at), default=None)


def _objects(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
