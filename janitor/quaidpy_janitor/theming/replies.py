"""What becomes of a theme when a person answers what its members say together?"""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.nights import Question
from quaidpy.errors import UsageError
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, Rows


def in_a_persons_words(question: Question, text: str, memories: Sequence[Memory], night: Night) -> Change:
    """The theme says what the person wrote; no model words it again while its members stay the same."""
    if not text:
        raise UsageError("an edit needs the new words")
    if looks_like_instruction(text):
        raise UsageError("that reads like an order to a machine; say what the memories say together")
    theme = _theme_of(question, night)
    if theme is None:
        raise UsageError("that theme has changed since; the next night asks about it as it is now")
    fresh = replace(theme, abstract=text, overview=None, model=None)
    return _settled(
        question, memories, "keep", Rows(themes=(fresh,)), f"a theme worded by hand: “{theme.name}”"
    )


def unwanted(question: Question, memories: Sequence[Memory], night: Night) -> Change:
    """The theme ends and is not made again; its memories stay."""
    theme = _theme_of(question, night)
    rows = Rows(removed_themes=(theme.id,) if theme else ())
    return _settled(question, memories, "drop", rows, "a theme that is not wanted; its memories stay")


def _settled(
    question: Question, memories: Sequence[Memory], verdict: str, rows: Rows, summary: str
) -> Change:
    done = replace(rows, questions=(settled(question, verdict),), planned_on=tuple(memories))
    return Change(verb="review", summary=summary, rows=done)


def _theme_of(question: Question, night: Night) -> Theme | None:
    """The one of exactly these memories."""
    wanted = set(question.subjects)
    found = night.tools.store.themes_of(night.owner, [MemoryId(each) for each in question.subjects])
    return next((theme for theme in found if set(theme.ids) == wanted), None)
