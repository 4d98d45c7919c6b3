"""Which clauses of a sentence stand alone where the whole of it points elsewhere, asks, or is partly talk?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.regex import regex
from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.definiteness import CHANGE, FIGURE, TIME
from quaidpy.remember.words.gazetteer import NOT_NAMES
from quaidpy.remember.words.names import KIN, gender_of
from quaidpy.remember.words.requests import is_asking, is_order
from quaidpy.remember.words.verbs import (
    ADVERBS,
    BASE_VERBS,
    PAST_OF,
    SAME_IN_PAST,
    is_past,
    is_verb_like,
)
from quaidpy.shipped.names import words_of_talk

MAY_HOLD_MORE = frozenset(
    {
        RejectionReason.UNRESOLVED,
        RejectionReason.NOT_SALIENT,
        RejectionReason.SMALL_TALK,
        RejectionReason.QUESTION,
        RejectionReason.DANGLING,
        RejectionReason.FRAGMENT,
    }
)
"""Why a sentence is turned away of which a clause may still tell something."""
_LEAST = 4  # words of a clause that says something
_MOST_CLAUSES = 12  # more are a list or a rant
_LONGEST_SENTENCE = 1_000  # characters; every break is looked at with all that follows it
_MOST_TRIED = 6  # runs of clauses
_LONGEST_LABEL = 4  # words before a colon
_BREAK = regex(
    r"[,;:] |[.!?] (?=(?-i:[A-ZÀ-Þ]))| [–—-] | (?=(?:and|but|because|cause|cos) )"
    r"| (?=so (?:the|my|our|no|i|we|he|she|they) (?!(?:can|could|will|would|do|don['’]t|won['’]t|that)\b))",
    re.IGNORECASE,
)
"""Where a clause may end; "so we don't forget" says what something is for, and stays with it."""
_JOIN = regex(r"\A(?:(?:and|but|so|only|also|then)\s+)+", re.IGNORECASE)
_SPEAKER = regex(r"\A(?:i|we|there)(?:['’](?:m|ve|ll|re|d|s))?\Z", re.IGNORECASE)
_LED_BY = frozenset("my our the all every each no both".split())  # noqa: SIM905 - a word list reads as one
_NO_SUBJECT = frozenset(
    """
    it its it's this that thats that's these those they they're them she she's he he's her his him here what which who
    whose whom how why where as you your you're if when unless once because although since until till while whether
    maybe perhaps not please then for with from into about just than like let lets let's even still otherwise instead
    yes yeah no ok okay exactly thanks sorry to given considering
    """.split()  # noqa: SIM905 - a word list reads as one
)
_POINTING = regex(r"\A(?:it|its|this|that|these|those|they|she|he|her|his|their|them|him)\b", re.IGNORECASE)
_LIMITS = regex(
    r"\A(?:but|except|unless|until|till|only|instead|if|when|whenever|once|as long as|otherwise|or"
    r"|nor|than|though|although|since|while|apart from|just not|to|in order)\b",
    re.IGNORECASE,
)
"""A clause that limits or turns the one before it."""
_LEADS = regex(r"\A(?:since|if|when|while|although|though|as|once|because|before|after)\b", re.IGNORECASE)
"""A clause to which the next one is the main clause."""
_DENIES = regex(r"n['’]t\b|\b(?:not|no|never|neither|nobody|nothing|again|anymore|instead)\b", re.IGNORECASE)
_EXPLAINS = regex(
    r"\A(?:(?:and|so) )?(?:that|this)['’]?s? (?:is )?(?:what|why|how|when|where|who)\b", re.IGNORECASE
)
_UNSETTLES = regex(
    r"\b(?:if|when|unless|once|whether|imagine|suppose|supposing|maybe|perhaps|would|could|might|should|say|says|said"
    r"|tells?|told|asks?|asked|thinks?|thought|hopes?|wish(?:es)?|heard|claims?|because|although|since|while"
    r"|example|instance|pretend|either|neither|instead of)\b",
    re.IGNORECASE,
)
"""What makes the clause behind it somebody's word, a condition or a supposition."""
_PASSED_OVER = frozenset(
    """
    am are have had has was were would been be a bit little lot kind of so not don't do can't didn't haven't feel
    feeling felt getting got get having some really also just still now quite very pretty currently actually kinda
    sorta no
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What may stand between a speaker and how they stand to a matter."""
_FARTHEST_INWARD = 6  # words
_HEDGED = regex(
    r"\b(?:maybe|perhaps|probably|possibly|might|could|would|should)\b|['’]d\b(?! (?:been|had))|\berror\b",
    re.IGNORECASE,
)
"""What nobody is sure of."""
_PERSON = regex(r"\A(?:and )?(?P<who>she|he)(?P<is>['’]s)?(?= )", re.IGNORECASE)
_NAME_WITHIN = regex(r"(?<=[a-z,] )[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-ZÀ-Þ][a-zß-ÿ]+)?")
_TOGETHER = regex(r"\A(?:[A-ZÀ-Þ][\w'’-]*|him|her|me|them)\Z")
"""Somebody who does something together with whoever comes next: "that run Dora and I did"."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A stretch of a sentence from a subject with its verb up to the next one."""

    start: int
    end: int
    text: str


def clauses_alone(spoken: str, *, least_signs: int = 1) -> Iterator[str]:
    """Runs of whole clauses that stand alone, the longest first, once what only points, asks or orders is dropped.

    What turned, limited or supposed a clause is never cut from it. `least_signs`: 0 where only what it points at kept
    the sentence from being kept, 1 where it asks or was not worth keeping.
    """
    clauses = _clauses(spoken) if len(spoken) <= _LONGEST_SENTENCE else []
    if not 1 < len(clauses) <= _MOST_CLAUSES:
        return
    told = [_tells(one) for one in clauses]
    yield from islice(_standing(clauses, told, spoken, least_signs), _MOST_TRIED)


def is_labelled_item(text: str) -> bool:
    """Whether it is an item of a list with its label in bold, of a page that somebody pasted or a machine wrote."""
    return _LABELLED_ITEM.match(text) is not None


_LABELLED_ITEM = regex(r"^\W*(?:\*\*|__)[^*_\n]{1,80}(?::(?:\*\*|__)|(?:\*\*|__)\s*:)")


@lru_cache(maxsize=8)  # each sentence asks it of the same turn
def is_page(text: str) -> bool:
    """Whether a turn has headings, or items with a bold label: of such a page no clause is cut."""
    return _PAGE.search(text) is not None


_PAGE = regex(
    r"^(?:#{1,6} |[-*\d.)]{0,3} {0,4}(?:\*\*|__)[^*_\n]{1,80}(?::(?:\*\*|__)|(?:\*\*|__)\s?:))", re.MULTILINE
)


def _standing(
    clauses: Sequence[_Clause], told: Sequence[bool], spoken: str, least_signs: int
) -> Iterator[str]:
    count = len(clauses)
    for length in range(count - 1, 0, -1):
        for first in range(count - length + 1):
            last = first + length
            if not all(told[first:last]):
                continue
            if _may_be_parted(clauses[:first], clauses[first:last], clauses[last:]):
                text = _worded(clauses[:first], spoken[clauses[first].start : clauses[last - 1].end])
                if text is None or (least_signs and not _gives_a_sign(text)):
                    continue
                if len(text.split()) >= _LEAST and is_understood_alone(text):
                    yield text


def _clauses(spoken: str) -> list[_Clause]:
    """The sentence cut before each subject that has a verb of its own, and before each question and order."""
    cuts, last = [0], 0
    for found in _BREAK.finditer(spoken):
        at = found.end()
        before = spoken[cuts[-1] : at]
        is_bare = found[0] == " "
        is_label = found[0][0] != ":" or len(before.split()) <= _LONGEST_LABEL
        if (
            is_label
            and _begins_clause(spoken[at:], is_sure=not is_bare)
            and not ((is_bare and _is_joint(before)) or _is_open(spoken[:at]))
        ):
            is_led = last > cuts[-1] and not _JOIN.match(spoken[at:]) and _is_lead_in(spoken[last:at])
            cuts.append(last if is_led else at)
        last = at
    bounds = [*cuts, len(spoken)]
    return [
        _Clause(start, end, text) for start, end in pairwise(bounds) if (text := spoken[start:end].strip())
    ]


def _is_lead_in(text: str) -> bool:
    """Whether only a circumstance stands here, joined to what comes next: "but as of March,"."""
    words = [word.lower().strip(".,!;:") for word in text.split()]
    return _JOIN.match(text) is not None and not _has_verb(words, len(words))


def _bare(text: str) -> str:
    """Without what joins it to the clause before."""
    return _JOIN.sub("", text)


def _is_joint(before: str) -> bool:
    """Whether an "and" joins two who do something together: no verb stands before it, or a name right before."""
    words = before.split()
    bare = [word.lower().strip(".,'’") for word in words]
    return not words or _TOGETHER.match(words[-1]) is not None or not _has_verb(bare, len(bare))


def _is_open(before: str) -> bool:
    """Whether a quotation or a bracket is not closed yet."""
    return (
        before.count('"') % 2 == 1
        or before.count("(") > before.count(")")
        or before.count("“") > before.count("”")
    )


def _begins_clause(rest: str, *, is_sure: bool) -> bool:
    """Whether a subject stands here with its verb near; a bare noun needs it at once, and a stop before it."""
    bare = _bare(rest).split(maxsplit=_NEXT_WORDS)[:_NEXT_WORDS]
    words = [word.lower().strip(".,!;:") for word in bare]
    if not words:
        return False
    if _SPEAKER.match(words[0]) or words[0] in _STANDING_IN or is_asking(rest):
        return True
    if words[0] in _LED_BY:
        return _has_verb(words, _NEXT_WORDS) and any(map(_is_finite, words[1:], words[2:]))
    if bare[0][0].isupper():
        return _is_named_doer(bare, words)
    at_once = 3 if len(words) > 1 and words[1] in ADVERBS else 2
    is_at_once = _has_verb(words, at_once) if is_sure else len(words) > 1 and words[1] in _HELPING
    return is_at_once or is_order(_bare(rest))


def _is_named_doer(bare: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a name, or several joined, stands right before a verb: "Ben and I agreed", "Lea's train leaves"."""
    if words[0].endswith(("'s", "’s")):
        return len(words) > 1
    verb = next((i for i, word in enumerate(words) if i and (is_verb_like(word) or is_past(word))), None)
    between = bare[1:verb] if verb is not None else ["the"]
    return all(word[0].isupper() or word.lower() in _BETWEEN for word in between)


_BETWEEN = ADVERBS | {"and"}
_STANDING_IN = frozenset({"she", "he", "they", "it", "you", "that", "this", "because", "cause", "cos"})
"""What begins a clause before its subject, or instead of one."""
_HELPING = frozenset(
    {"is", "was", "has", "had", "does", "did", "can", "can't", "will", "won't", "isn't", "wasn't"}
)
_NEXT_WORDS = 5  # within which the verb of a clause stands


def _is_finite(before: str, word: str) -> bool:
    """Whether a word behind a thing can be its verb: "the tyres need", "the final cut" has none."""
    if word in SAME_IN_PAST:
        return False
    return before.endswith("'s") or (
        is_verb_like(word) and (word not in BASE_VERBS or word in PAST_OF.values() or before.endswith("s"))
    )


def _has_verb(words: Sequence[str], within: int) -> bool:
    """Whether a verb stands behind the first word, or hangs on a word."""
    return any(
        word.endswith(("'s", "’s", "'m", "'ve", "'re", "n't", "'ll")) and i + 1 < len(words)
        for i, word in enumerate(words[:within])
    ) or any(is_verb_like(word) or is_past(word) for word in words[1:within])


def _tells(clause: _Clause) -> bool:
    """Whether a clause says something: no order, no question, and not how its speaker stands to what they ask."""
    bare = _bare(clause.text)
    if bare.split(maxsplit=1)[0].lower() in _ASKING_FIRST:
        return False
    return not (is_asking(clause.text) or is_order(bare) or _is_inward(bare) or _HEDGED.search(bare))


_ASKING_FIRST = frozenset(
    "do does did is are was were can could will would should shall has may might".split()  # noqa: SIM905 - a word list
)
"""A helping verb before its subject."""


def _is_inward(bare: str) -> bool:
    """Whether a clause says how its speaker stands to what they ask: "I'm not sure", "we were wondering"."""
    first, *rest = bare.lower().replace("’", "'").split(maxsplit=_FARTHEST_INWARD + 1) or [""]
    if _SPEAKER.match(first) is None or first == "there":
        return False
    for word, after in pairwise([*rest[: _FARTHEST_INWARD + 1], ""]):
        if word in {"like", "love", "get"} and after in {"to", "how", "why"}:
            return True
        if word not in _PASSED_OVER:
            return word.strip(",.;:") in words_of_talk("inward")
    return False


def _has_subject(clause: _Clause) -> bool:
    bare = _bare(clause.text)
    first = bare.split(maxsplit=1)[0].lower().strip(",.;:")
    return first.removesuffix("'s") not in _NO_SUBJECT and _begins_clause(clause.text, is_sure=True)


def _may_be_parted(before: Sequence[_Clause], run: Sequence[_Clause], after: Sequence[_Clause]) -> bool:
    """Whether the run says the same without its neighbours."""
    if before:
        is_named = _has_subject(run[0]) or _PERSON.match(run[0].text) is not None
        if (
            not is_named
            or _is_supposed_by(before)
            or (is_asking(before[-1].text) and not _is_of_people(run[0]))
        ):
            return False
    is_led = bool(after) and _LEADS.match(_bare(run[-1].text)) is not None
    return not is_led and not any(_turns(one.text) for one in after)


def _is_of_people(clause: _Clause) -> bool:
    """Whether it is about the speaker or somebody named: behind a question other things belong to what is asked."""
    first = _bare(clause.text).split(maxsplit=1)[0]
    return (
        first[0].isupper()
        or bool(_SPEAKER.match(first))
        or first.lower() in {"my", "our", "she", "he", "she's", "he's"}
    )


def _is_supposed_by(before: Sequence[_Clause]) -> bool:
    """Whether what stands before makes the rest a condition, somebody's word, or the text that is ordered."""
    if any(_UNSETTLES.search(one.text) and not is_asking(one.text) for one in before):
        return True
    return before[-1].text.endswith(":") and (is_order(_bare(before[-1].text)) or is_asking(before[-1].text))


def _turns(text: str) -> bool:
    """Whether a clause turns or limits what stands before it, or says that something became of it."""
    if _EXPLAINS.match(text) or is_asking(text) or _is_inward(_bare(text)):
        return False
    if _LIMITS.match(text):
        return True
    bare = _bare(text)
    is_of_it = _POINTING.match(bare) is not None or not _begins_clause(bare, is_sure=True)
    return is_of_it and (_DENIES.search(bare) is not None or CHANGE.search(bare) is not None)


def _worded(before: Sequence[_Clause], run: str) -> str | None:
    """The run as a sentence of its own; None where its "she" may be several, or its doer or object is left out."""
    text = _LEFT_HANGING.sub("", run.strip(" ,;:–—-"))
    if not text or _is_without_object(text):
        return None
    if not before:
        first = text.split(maxsplit=1)[0].lower().strip(",")
        is_open = is_past(first) or first.endswith("ly") or first[0] in '"“' or _POINTING.match(_bare(text))
        return None if is_open else text
    text = _bare(text)
    person = _PERSON.match(text)
    if person is None:
        is_whole = len(text.split()) > _LEAST and not (_OF_BEFORE.search(text) or _BESIDE.match(text))
        return text if is_whole else None
    names = _names(" ".join(one.text for one in before))
    if len(names) != 1 or gender_of(names[0]) not in {None, person["who"].lower()}:
        return None
    return f"{names[0]}{' is' if person['is'] else ''}{text[person.end() :]}"


def _gives_a_sign(text: str) -> bool:
    """Whether it holds something to be looked for, and no "it" that may be of what was left out."""
    return _SIGN.search(text) is not None and _BACK.search(text) is None


_BACK = regex(r"\b(?:it|them|these|those|their)\b", re.IGNORECASE)


def _is_without_object(text: str) -> bool:
    """Whether what somebody said, accepted or offered is told elsewhere; "as Ana suggested" only adds who did."""
    found = _WITHOUT_OBJECT.search(text)
    return found is not None and _AS_SOMEBODY.search(text[: found.start()]) is None


_LEFT_HANGING = regex(
    r",? (?:and|but|so) (?:since|because|if|when|while|although|as|once|with|after|before|given) [^,;]{1,80}\Z",
    re.IGNORECASE,
)
"""What leads to a clause that is not in the run."""
_WITHOUT_OBJECT = regex(
    r"\b(?:accepted|declined|refused|agreed|advised|suggested|recommended|requested|invited|offered|said|told|asked)"
    r"(?: (?:me|us))?(?=\W*\Z| (?:on|in|at|last|yesterday|to maintain)\b)"
    r"(?! (?:on|in|at) (?:a|an|the|my|our|going|doing)\b)",
    re.IGNORECASE,
)
_AS_SOMEBODY = regex(r"\bas \S+ \Z", re.IGNORECASE)
_SIGN = regex(
    rf"{FIGURE.pattern}|{TIME.pattern}|(?-i:(?<=[\w,] )[A-ZÀ-Þ])|\A(?-i:[A-ZÀ-Þ])\w{{2,}}|[\"“`/]"
    rf"|\b(?:{'|'.join(KIN)}|always|never|allergic)\b",
    re.IGNORECASE,
)
"""Something that can be looked for: a figure, a time, a name, somebody's family, what holds always."""
_BESIDE = regex(r"\A[A-ZÀ-Þ][\w'’-]+(?: and [A-ZÀ-Þ][\w'’-]+)?, ")
"""Names that only say who was meant before them."""
_OF_BEFORE = regex(
    r"\A\d|\b(?:ones|(?:the|an?|this|that|another) (?:\w+ )?one"
    r"|the (?:same|other|others|rest|latter|former))\b",
    re.IGNORECASE,
)
"""What stands for a thing that was told before."""


def _names(text: str) -> list[str]:
    """Who is named within, each once; a first word may owe its capital to its place."""
    found = (one for one in _NAME_WITHIN.findall(text) if one.split(maxsplit=1)[0].lower() not in NOT_NAMES)
    return list(dict.fromkeys(found))
