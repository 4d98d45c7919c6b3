"""Which theme says at a glance what is asked for, where all there is to say of a subject is asked for?"""

from collections.abc import Collection, Mapping, Sequence

from quaidpy.domain.identity import THEME_PREFIX, MemoryId
from quaidpy.domain.language.text import stems
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.themes import Theme, still_says
from quaidpy.domain.recall.blocks import escaped
from quaidpy.domain.recall.traces import GivenTheme, Result
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.overviews import asks_about_subject
from quaidpy.recall.understanding.planning import Plan

_SHOWN = 8  # characters of an id, as they are printed everywhere
_LEAST_GIVEN = 2  # members among the results, unless the question names the theme


def serving_theme(
    given: Sequence[tuple[Scored, Result]], state: State, tools: RecallTools
) -> GivenTheme | None:
    """The theme most of whose members were found, or that the question names; None where no theme serves.

    A question of then, or one that asks for one thing, gets none; nor does one that may not see all of its members.
    """
    plan = state.plan
    if plan.moment is not None or not asks_about_subject(plan.text):
        return None
    found = {memory.id for scored, _ in given for memory in scored.candidate.memories}
    themes = tools.store.themes_of(tools.owner, sorted(found))
    members = {
        memory.id: memory
        for memory in tools.store.memories(
            tools.owner, sorted({each for theme in themes for each in theme.ids})
        )
    }
    fitting = [theme for theme in themes if _serves(theme, found, members, plan)]
    if not fitting:
        return None
    best = max(fitting, key=lambda each: (_is_named(each, plan), _among(each, found), each.id))
    untold = [members[each] for each in best.ids if each not in found and members[each].kind is not Kind.TODO]
    untold.sort(key=lambda memory: (memory.stated_at, memory.id), reverse=True)
    return GivenTheme(theme=best, besides=tuple(memory.text for memory in untold))


def _serves(
    theme: Theme, found: Collection[MemoryId], members: Mapping[MemoryId, Memory], plan: Plan
) -> bool:
    moment = Moment(as_of=plan.now, known_at=plan.now)
    return (
        (_is_named(theme, plan) or _among(theme, found) >= _LEAST_GIVEN)
        and still_says(theme, members, moment)
        and all(plan.keep.admits_memory(members[each]) for each in theme.ids)
    )


def _among(theme: Theme, found: Collection[MemoryId]) -> int:
    return len(set(theme.ids).intersection(found))


def _is_named(theme: Theme, plan: Plan) -> bool:
    asked = {stem for term in plan.terms for stem in stems(term)}
    return not asked.isdisjoint(stems(theme.name))


def line_of_theme(theme: Theme, besides: Sequence[str] = (), *, most_tokens: int | None = None) -> str:
    """One line: what it is called and says; without a model's words, what its members say, as far as there is room."""
    name = f"{THEME_PREFIX}{theme.id[-_SHOWN:]}"  # by which its members are asked for
    head = f"- (theme of {len(theme.members)} memories, {name}) {escaped(theme.name)}:"
    if theme.overview is not None:
        whole = f"{head} {escaped(theme.overview)}"
        is_short = most_tokens is None or count_tokens(whole) <= most_tokens
        return whole if is_short else f"{head} {escaped(theme.abstract)}"
    line = head
    for text in besides or (theme.abstract,):
        longer = f"{line} {escaped(_ended(text))}"
        if line is not head and most_tokens is not None and count_tokens(longer) > most_tokens:
            break
        line = longer
    return line


def adds_to(given: GivenTheme) -> bool:
    """Whether it tells more than the results do."""
    return given.theme.overview is not None or bool(given.besides)


def _ended(text: str) -> str:
    return text if text.rstrip(")”\"'").endswith((".", "!", "?", "…")) else f"{text}."
