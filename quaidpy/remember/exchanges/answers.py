"""What does a short answer state, together with its question?"""

import re

from quaidpy.domain.time.written_dates import WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.exchanges.answers_of_others import answered_of_others, own_topic
from quaidpy.remember.words.verbs import BASE_VERBS, past_of

__all__ = ["answered", "own_topic"]

_LONGEST = 8  # words; a longer answer speaks for itself
_YES = regex(r"^(?:yes|yeah|yep|yup|sure|of course|i do|i am|correct|exactly|right)\b[\s,.!]*", re.IGNORECASE)
_NO = regex(r"^(?:no|nope|nah|not (?:really|yet|anymore))\b[\s,.!]*$", re.IGNORECASE)
_SENTENCE = regex(r"\b(?:i|i'm|i've|we|it|it's|that|that's|they|he|she|my|you)\b", re.IGNORECASE)
_CALLED = regex(r"^(?:it|she|he|that)(?:'s| is) (?:called|named) ", re.IGNORECASE)
_PREDICATE = regex(r"\b(?:is|was|were|are|has|have|had|did|does|will|would|can)\b", re.IGNORECASE)
_TIMES = regex(
    (rf"\b(?:in|on|at|since|last|next|yesterday|tomorrow|today|ago|every|until|\d)\b|\b{WEEKDAY}"),
    re.IGNORECASE,
)
_FORMS = (
    (
        regex(r"\bwhat(?:'s| is) (?:the|your) (?P<what>[\w ]{2,25}?) (?:called|named)\?$", re.IGNORECASE),
        "My {what} is called {answer}",
    ),
    (
        regex(r"\bwhat(?:'s| is) the name of (?:the|your) (?P<what>[\w ]{2,25})\?$", re.IGNORECASE),
        "My {what} is called {answer}",
    ),
    (
        regex(
            r"\bwhere (?:do|did) you (?P<verb>\w+)(?P<rest>(?: (?!(?:me|us)\b)\w+){0,3})\?$", re.IGNORECASE
        ),
        "where",
    ),
    (regex(r"\bwhere (?:are|were) you from\b.{0,200}\?$", re.IGNORECASE), "I am from {answer}"),
    (regex(r"\bwhere were you born\b.{0,200}\?$", re.IGNORECASE), "I was born in {answer}"),
    (
        regex(
            r"\bwhat(?:'s| is) your (?P<what>(?!opinion|take|plan|thoughts?)[\w ]{2,30})\?$", re.IGNORECASE
        ),
        "My {what} is {answer}",
    ),
    (regex(r"\bwhen(?:'s| is) your (?P<what>[\w ]{2,30})\?$", re.IGNORECASE), "My {what} is {answer}"),
    (regex(r"\bwhat do you do(?: for (?:work|a living))?\?$", re.IGNORECASE), "I work as {answer}"),
    (regex(r"\bhow old (?:is|are) (?:your )?(?P<what>[\w ]{2,25})\?$", re.IGNORECASE), "age"),
    (
        regex(r"\bwhat(?:'s| is) (?:your (?P<what>[\w ]{2,20})'s|his|her) name\?$", re.IGNORECASE),
        "My {what} is called {answer}",
    ),
    (regex(r"\bhow many (?P<what>[\w ]{2,25}) do you have\?$", re.IGNORECASE), "I have {answer} {what}"),
    (
        regex(r"\bwhich (?P<what>[\w ]{2,25}) do you (?P<verb>\w+)\?$", re.IGNORECASE),
        "I {verb} {answer}",
    ),
    (
        regex(
            r"\bwhat(?: \w+)? do you (?P<verb>play|study|teach|drive|speak|collect|cook|grow)\?$",
            re.IGNORECASE,
        ),
        "I {verb} {answer}",
    ),
)


_ASKS_POLITELY = regex(r"(?:and |but |so )?(?:please|pls|kindly)\b", re.IGNORECASE)


def answered(question: str, answer: str, topic: str | None = None) -> str | None:
    """The full statement in the answerer's own words ("I live in Porto"), or None when the two make none.

    `topic`: what "it" may be in the question.
    """
    if (said := answered_of_others(question, answer, topic)) is not None:
        return said
    answer = _CALLED.sub("", _YES.sub("", answer).strip(" .!,"))
    words = answer.split()
    if (
        not words
        or len(words) > _LONGEST
        or _PREDICATE.search(answer)
        or _NO.match(answer)
        or _SENTENCE.search(answer)
        or _ASKS_POLITELY.match(answer)
    ):
        return None
    asked = re.split(r"(?<=[.!])\s+", question.strip().replace("’", "'"))[-1]
    for form, shape in _FORMS:
        match = form.search(asked)
        if match:
            return _stated(shape, match.groupdict(), answer, asked)
    return None


def _stated(shape: str, parts: dict[str, str | None], answer: str, asked: str) -> str | None:
    lead = answer[0].lower() + answer[1:] if answer.split(maxsplit=1)[0].lower() in _LEADS else answer
    if shape == "where":
        return _place(parts, lead, asked)
    if shape == "age":
        what = parts["what"] or ""
        return f"I am {lead}" if what == "you" else f"My {what} is {lead}"
    if "{what}" in shape and not parts.get("what"):
        return None
    if shape.startswith("I work as") and not re.match(r"(?:an?|the)\b", lead):
        lead = f"a {lead}"
    return shape.format(
        answer=re.sub(r"^(?:in|from) (?=[A-Z])", "", lead) if "from {" in shape else lead,
        **{key: value for key, value in parts.items() if value},
    )


def _place(parts: dict[str, str | None], answer: str, asked: str) -> str | None:
    verb = (parts["verb"] or "").lower()
    if verb not in BASE_VERBS or (_TIMES.match(answer) and not re.match(r"(?:in|at|on) [A-Z]", answer)):
        return None
    said = past_of(verb) if re.search(r"\bdid you\b", asked, re.IGNORECASE) else verb
    place = (
        answer
        if re.match(r"(?:in|at|to|near|on|from|by)\b", answer)
        else f"{'to' if verb in {'go', 'move', 'travel'} else 'in'} {answer}"
    )
    return f"I {said}{parts['rest'] or ''} {place}"


_LEADS = frozenset(
    {
        "in",
        "at",
        "a",
        "an",
        "the",
        "to",
        "near",
        "on",
        "since",
        "about",
        "from",
        "two",
        "three",
        "one",
        "just",
    }
)
