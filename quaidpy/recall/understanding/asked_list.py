"""Does a question ask for a list and nothing else? Of what was said in a time, of decisions, or of what is newest."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from quaidpy.domain.language.stop_words import OF_TALKING
from quaidpy.domain.memories.memory import Kind
from quaidpy.recall.understanding.asked_time import AskedTime, Order
from quaidpy.regex import regex

_OF_KINDS = {
    Kind.DECISION: frozenset({"decide", "decided", "decides", "decision", "decisions", "agreed"}),
    Kind.PREFERENCE: frozenset({"prefer", "prefers", "preference", "preferences"}),
    Kind.TODO: frozenset(
        {"todo", "todos", "to-do", "task", "tasks", "remind", "reminded", "reminder", "reminders"}
    ),
    Kind.LESSON: frozenset({"lesson", "lessons"}),
}
_TO_DO = regex(r"\b(?:have|has|need|needs|want|wanted|supposed|left) to do\b", re.IGNORECASE)
_TASK = r"(?:to-?dos?|tasks?|actions?|(?:action )?items?|jobs?|chores?|errands?|points?|things?)"
_OPEN = r"(?:open|outstanding|pending|remaining|unfinished|undone|overdue|not done|isn['’]?t done|aren['’]?t done)"
_YET_TO_DO = regex(
    rf"\A\W*+(?:(?:show|list|give|tell|name|get)(?: me| us)? )?(?:my |our |the |all )*{_OPEN} {_TASK}\b"
    rf"|\A\W*+what(?:['’]?s| is| are)(?: there)? (?:still {_OPEN}\b|{_OPEN} (?:for (?:me|us)|to do)\b)"
    r"|\b(?:what|which|anything)\b.{0,40}\b(?:never|not|isn['’]?t|aren['’]?t|wasn['’]?t|yet to)"
    r"(?: (?:got|been|get|be|yet)){0,2} (?:ticked|crossed|checked)(?: off)?\b"
    rf"|\b{_OPEN}(?: [\w'’-]+)? {_TASK}\b.{{0,80}}\?|\b{_TASK}\b.{{0,60}}\b(?:still )?{_OPEN}\b"
    r"|\b(?:what|which|any)[\w'’]{0,12}+.{0,60}(?:\bstill (?:have|has|need|needs|got|gotta|must|owe)\b"
    r"|\b(?:still|left|remains) to\b|\bon (?:my|our|the|[\w-]+['’]s) (?:[\w-]+ )?list\b)",
    re.IGNORECASE,
)
"""What is left of what was to be done: "open jobs for Priya", "what's still on my list"."""
_ASKS = regex(r"\?|^\W*(?:what|list|show|tell|give|name|summari[sz]e)\b", re.IGNORECASE)
_TASKS = frozenset({"todo", "todos", "to-do", "task", "tasks"})
_PARTICULAR = regex(r"\A\W*+(?:where|who\w*|when|why|how|which)\b", re.IGNORECASE)
_ABOUT = frozenset({"tell", "told", "know", "known", "remember", "summary"})
_LAST_THING = regex(r"\blast (?:thing|fact|news|few things)\b", re.IGNORECASE)
_OF_NEWEST = frozenset({"newest", "last", "latest", "recent", "recently", "lately"})
_LATELY = timedelta(days=14)
_BESIDE = frozenset(
    {"list", "show", "open", "pending", "still", "everything", "anything", "made", "make", "know", "known"}
)
_OF_OPEN_TASKS = (
    _BESIDE
    | _OF_KINDS[Kind.TODO]
    | frozenset(
        """
    to-dos action actions item items job jobs chore chores errand errands point points thing things left outstanding
    remaining unfinished undone overdue done need buy sort never got ticked crossed checked
    """.split()  # noqa: SIM905 - a word list reads as one
    )
)


@dataclass(frozen=True, slots=True)
class AskedList:
    """`kinds`: of memories, any when empty.

    `is_exact`: nothing else is meant. Of what happened on a day people also speak later, and not all kinds are known.
    """

    kinds: tuple[Kind, ...] = ()
    is_exact: bool = True


def asked_list(
    text: str, terms: Collection[str], names: Collection[str], time: AskedTime, *, now: datetime
) -> AskedList | None:
    """None when it asks for something in particular. `terms`: its content words; `names`: words that call somebody.

    What is left to be done may be asked for of a project or of somebody.
    English: "Tell me about Tom", "What did we decide last week?", "What do I have to do?", "What was the last thing I
    told you?", "What did Ben say yesterday?". "What's new?" only greets.
    """
    if _YET_TO_DO.search(text):
        return AskedList((Kind.TODO,), is_exact=all(_bare(term) in _OF_OPEN_TASKS for term in terms))
    kinds = tuple(kind for kind, said in _OF_KINDS.items() if not said.isdisjoint(terms))
    if _TO_DO.search(text) and Kind.TODO not in kinds:
        kinds = (*kinds, Kind.TODO)
    is_of_talk = not OF_TALKING.isdisjoint(terms)
    is_last = time.order is Order.LAST or bool(_LAST_THING.search(text))
    wants_newest = is_of_talk and is_last and not time.windows
    names_somebody = not set(map(_bare, terms)).isdisjoint(names)
    wants_all = names_somebody and not _ABOUT.isdisjoint(terms) and not (kinds or time.windows)
    if not (kinds or wants_newest or time.windows or wants_all):
        return None
    if not _ASKS.search(text) or (_PARTICULAR.match(text) and not is_of_talk):
        return None
    said = {
        *time.words,
        *OF_TALKING,
        *names,
        *_OF_NEWEST,
        *_BESIDE,
        *(w for kind in kinds for w in _OF_KINDS[kind]),
    }
    if not all(_bare(term) in said for term in terms):
        return None
    # What is to be done today was said before; a reminder of a day may be anybody's, and of anything.
    is_in_time = bool(time.windows) and not (_TO_DO.search(text) or not _TASKS.isdisjoint(terms))
    # What was decided in June people also tell in July; of last week they have not had the time to.
    is_lately = Kind.TODO not in kinds and all(now - window.end <= _LATELY for window in time.windows)
    is_told_then = is_lately if kinds else is_of_talk
    is_told_elsewhere = wants_all or (is_in_time and not is_told_then)
    return AskedList(kinds, is_exact=not is_told_elsewhere)


def _bare(term: str) -> str:
    return term.removesuffix("'s").removesuffix("’s")
