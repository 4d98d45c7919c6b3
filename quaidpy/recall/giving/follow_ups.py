"""What was said later of what a result says? Short turns right behind it, and turns that come back to it."""

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import timedelta
from functools import partial

from quaidpy.domain.identity import TurnId, turn_id
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.recall.queries import Aim
from quaidpy.domain.recall.traces import Form, Result
from quaidpy.recall.giving.forms import content_stems
from quaidpy.recall.giving.later_changes import LaterTurns, Said, content_words, tells_value
from quaidpy.recall.giving.surrounding_turns import asks
from quaidpy.recall.giving.trust import reads_like_an_order
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.value_forms import form_of_value
from quaidpy.regex import regex

FOLLOWED = 2
"""Best results that are followed up."""
_BEHIND = 3  # turns behind a result that may go on with it
_MOST_CHANGES = 2  # of a result: what changed, and what changed again
_LEANS = 2  # content words at most; who says no more says nothing without what was said before
_STANDS_ALONE = 6  # content words; who says fewer goes on with what was said
_CORRECTS = regex(
    r"\W{0,3}(?:no|nope|wait|actually|sorry|correction)\b(?! (?:problem|worries|idea|way|one)\b)",
    re.IGNORECASE,
)
_STANDS_WHATEVER = 12  # content words; so many stand alone, whatever they begin with or tell
_SAME_TALK = timedelta(hours=1)


def with_follow_ups(
    given: Sequence[tuple[Scored, Result]], state: State, tools: RecallTools
) -> list[tuple[Scored, Result]]:
    """The results, the best with what was said later of them; what stands whole in the line of a better one goes."""
    place = state.plan.keep_turns
    if place is None or state.query.aim is Aim.RANK:
        return list(given)
    results = {r.evidence[0].id: _question_of(r) for _, r in given if r.evidence}
    later = LaterTurns(state, tools, place, results)
    lines = {
        r.evidence[0].id: r.line.text for _, r in given if r.evidence and r.line.form is not Form.STATEMENT
    }
    tools.asking.foresee(partial(_ask_ahead, given, later), costly=True)
    followed: list[tuple[Scored, Result]] = []
    shown: set[TurnId] = set()
    whole: set[TurnId] = set()
    for found, result in given:
        turn = result.evidence[0] if result.evidence else None
        if turn is not None and turn.id in whole:
            continue
        if turn is not None:
            shown.add(turn.id)
        is_followed = turn is not None and len(followed) < FOLLOWED and result.line.form is not Form.STATEMENT
        said = _said_of(turn, result, shown, later) if turn is not None and is_followed else []
        said = [(each, lines.get(each.id, text)) for each, text in said]
        shown |= {each.id for each, _ in said}
        whole |= {each.id for each, text in said if text == each.text or each.id in lines}
        line = replace(result.line, later=tuple(said)) if said else result.line
        followed.append((found, replace(result, line=line) if said else result))
    return followed


def _ask_ahead(given: Sequence[tuple[Scored, Result]], later: LaterTurns) -> None:
    """What the best are followed up by; what comes of one may change what is asked for the other, so by itself."""
    best = (result for _, result in given[:FOLLOWED] if result.evidence)
    alone = replace(later)
    later.tools.asking.together(
        *(
            partial(_said_of, result.evidence[0], result, {result.evidence[0].id}, alone)
            for result in best
            if result.line.form is not Form.STATEMENT
        )
    )


def _question_of(result: Result) -> str:
    """What somebody else asked right before, when the turn of the result answers it."""
    turn = result.evidence[0]
    asked = (each.text for each in result.context if each.episode == turn.episode and each.seq < turn.seq)
    return next(asked, "")


def _said_of(turn: Turn, result: Result, shown: AbstractSet[TurnId], later: LaterTurns) -> list[Said]:
    """In order of time; what is `shown` is not told twice."""
    said = _whole(each for each in _right_behind(turn, later) if each.id not in shown)
    if not later.are_wanted:
        return said
    known = {*shown, *ids_behind(turn)}
    stated = later.state.stated
    is_settled = stated.is_whole and result.memory is not None and result.memory.id in stated.scores
    of, given = turn, result.line.text
    for _ in range(_MOST_CHANGES):
        change = later.change_of(of, given, known, is_settled=is_settled)
        if change is None:
            break
        behind = (each for each in _right_behind(change[0], later) if each.id not in known)
        said += [change, *later.echo_of(change, given), *_whole(behind)]
        of, given = change
        known |= {each.id for each, _ in said} | set(ids_behind(of))
    return said


def _right_behind(turn: Turn, later: LaterTurns) -> list[Turn]:
    """Short turns that go on with it, to the last that tells a value near the question or answers one; who asks counts.

    Of terse talk every turn that tells anything belongs to it: "first dance", "nick cave", "ok nick cave it is".
    """
    if turn.role is not Role.USER:  # the next item of a document's list is another matter
        return []
    form = form_of_value(later.state.plan.text)
    is_value_owed = form is not None and form.search(turn.text) is None

    def goes_on(said: Turn) -> bool:
        """Whether it corrects, or is of the same speaker and has the figures that are asked for: these come last."""
        has_value = is_value_owed and said.voice == turn.voice and form and form.search(said.text)
        return bool(has_value or _CORRECTS.match(said.text))

    behind = _going_on(turn, later, goes_on)
    kept = [
        each
        for each, _ in behind
        if each.role is not Role.ASSISTANT and (asks(each) or content_stems(each.text))
    ]
    is_terse = _own_words(turn) < _STANDS_ALONE
    told = {
        each.id
        for each, asked in behind
        if content_stems(each.text) and ((is_terse and not asks(each) and _own_words(each)) or asks(asked))
    }
    near = later.near_question(kept) if kept else set()
    near |= {each.id for each in kept if len(content_words(each.text)) <= _LEANS or goes_on(each)} | told
    while kept and not (kept[-1].id in near and (kept[-1].id in told or _tells_something(kept[-2:]))):
        kept.pop()
    return [each for each in kept if not reads_like_an_order(each.text)]


def _going_on(turn: Turn, later: LaterTurns, goes_on: Callable[[Turn], bool]) -> list[tuple[Turn, Turn]]:
    """Turns of the same talk up to the first that stands alone, each with the one before it.

    What an assistant says at length between what somebody asks it and what they tell it then is passed over.
    """
    ids = ids_behind(turn)
    seen = later.seen(ids)
    behind: list[tuple[Turn, Turn]] = []
    before = turn
    for each in (seen[identity] for identity in ids if identity in seen):
        is_short = _is_asked_back(each)
        if each.role is not Role.ASSISTANT:
            is_short = _own_words(each) < (
                _STANDS_WHATEVER if goes_on(each) or asks(before) else _STANDS_ALONE
            )
        elif asks(before) and not is_short:
            continue
        if not (_is_same_talk(turn, each) and (is_short or _own_words(each) < _STANDS_ALONE)):
            break
        behind.append((each, before))
        before = each
    return behind


def ids_behind(turn: Turn) -> list[TurnId]:
    """Of the turns right behind it that may go on with it."""
    return [turn_id(turn.episode, turn.seq + step) for step in range(1, _BEHIND + 1)]


def _whole(turns: Iterable[Turn]) -> list[Said]:
    return [(turn, turn.text) for turn in turns]


def _tells_something(last: Sequence[Turn]) -> bool:
    """Whether the last turn answers the one before it, or tells a value; what only reacts or asks does not."""
    *before, turn = last
    return not asks(turn) and (any(map(asks, before)) or tells_value(turn.text))


def _own_words(turn: Turn) -> int:
    """How much it says by itself; days and figures do not make it more."""
    return sum(not word[:1].isdigit() for word in content_words(turn.text))


def _is_same_talk(turn: Turn, later: Turn) -> bool:
    return turn.at is None or later.at is None or later.at - turn.at <= _SAME_TALK


def _is_asked_back(turn: Turn) -> bool:
    """Whether an assistant only asks: "Did they offer another date?"."""
    return turn.role is Role.ASSISTANT and asks(turn)
