"""Does a prompt want something done, and does it speak of the asker's own life? Prompts are not questions."""

import re
from collections.abc import Sequence
from functools import lru_cache

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.regex import regex
from quaidpy.shipped.names import is_given_name_only

_BEFORE = frozenset(
    """
    ok okay so now and then hey hi please pls also next great thanks well
    """.split()  # noqa: SIM905 - a word list reads as one
)
_DONE = frozenset([
    "add", "adjust", "apply", "arrange", "book", "build", "buy", "call", "change", "check",
    "choose", "clean", "compose", "compile", "cook", "correct", "create", "debug", "decide", "delete",
    "deploy", "design", "do", "draft", "draw", "edit", "email", "e-mail", "fill", "find", "finish",
    "fix", "format", "generate", "get", "give", "help", "implement", "improve", "install", "invite", "list",
    "mail", "make", "merge", "message", "migrate", "move", "open", "order", "organise", "organize",
    "pack", "phone", "pick", "plan", "polish", "post", "prepare", "print", "proofread", "propose", "publish", "push",
    "put", "quote", "recommend", "refactor", "release", "remind", "remove", "rename", "rephrase", "replace",
    "reply", "review", "revise", "reword", "rewrite", "ring", "run", "schedule", "send", "set", "shorten", "simplify",
    "sketch", "start",
    "suggest", "summarise", "summarize", "tell", "test", "text", "tidy", "translate", "turn",
    "update", "upgrade", "use", "wrap", "write",
])  # fmt: skip
_DONE_TO_WORDS = frozenset([
    "alphabetise", "alphabetize", "capitalise", "capitalize", "convert", "correct", "count", "decode", "encode", "fix",
    "format", "paraphrase", "proofread", "punctuate", "rephrase", "reverse", "reword", "rewrite", "round", "scale",
    "shorten", "simplify", "sort", "spell", "summarise", "summarize", "translate", "transpose", "turn",
])  # fmt: skip
_SENTENCE_END = regex(r"(?<=[.!?])\s+(?=[^\W\d_])")
_FILLED = frozenset(["fill", "complete", "enter"])  # a form: what stands behind the colon is wanted
_EARLY = 4  # words within which such a verb stands: "hi, could you translate"
QUOTED = regex(r"\"[^\"]*\"|“[^“”]*”|(?<!\w)['‘][^'‘’]*['’](?!\w)|`[^`]*`")
_THIS_TEXT = regex(
    r"\bthis (?:[\w-]{1,20} ){0,2}(?:sentence|text|word|phrase|paragraph|line|title|headline|verse|poem|e-?mail"
    r"|message|snippet|code|query|list|expression|regex|command|string|numbers?|json|yaml|table|log|error|function"
    r"|formula)\b",
    re.IGNORECASE,
)
_OBJECTS = frozenset([
    "a", "an", "the", "my", "our", "his", "her", "their", "some", "something", "another", "these", "those", "me", "us",
    "him", "them",
])  # fmt: skip
"""What stands behind a verb at the beginning, and not behind a noun: "peel some apples", "iron my shirt"."""
_WHO = frozenset(["i", "we", "you", "he", "she", "it", "they"])
_BEHIND_NOUNS = frozenset(["number", "no", "nr", "of", "code", "date", "address", "is", "was", "are", "were"])
"""What makes a noun of a verb: "phone number of Gord", "order date"."""
_WISH = regex(
    r"\b(?:i|we) (?:want|need|would like|have|am going|are going|must|should)(?: to)?\b|\bi['’](?:d like"
    r"|m going) to\b|\b(?:can|could|would|will) you\b|\blet['’]s\b|\bhelp (?:me|us)\b",
    re.IGNORECASE,
)
_WISHED = regex(r"\A\W*(?:an?|some|something|another|ideas?) (?:.+ )?for \w", re.IGNORECASE)
_TO_WRITE = regex(
    r"\A\W*(?:(?!(?:the|my|our|this|that|his|her|their|what|which|whose|who|when|where|how|why|no|is|are|was|did)\b)"
    r"[\w'’-]{1,20} ){0,2}?(?:note|letter|e-?mail|message|reply|card|invitation|invite|list|agenda|speech|toast|poem"
    r"|caption|post|newsletter|itinerary|schedule|menu|plan|summary|report) (?:to|for) \w",
    re.IGNORECASE,
)
"""A piece of writing, and for whom or what: "Short note to Ines: …", "packing list for the weekend"."""
_REACHES_LAST = regex(
    r"(?:[,;:.–—-] ?|\band )(?:(?:so|then|please|pls|can you|could you) )?"
    r"(?:tell|text|message|msg|e-?mail|mail|write to|ring|call|phone|remind|let) (?!(?:me|us|it|them|him|her)\b)"
    r"[\w'’-]{2,20}(?: know)?\W*\Z",
    re.IGNORECASE,
)
"""Who is to be told of it, behind it: "im stuck at a job, tell Hemi"."""
_OWN = regex(
    r"\b(?:i|i['’](?:m|ve|d|ll)|my|mine|myself"
    r"|me and (?!my\b)[\w'’-]{2,20}|[\w'’-]{2,20} and me|we|we['’](?:re|ve|d|ll)|(?<!\ba )(?<!\bthe )(?-i:us|Us)"
    r"|our|ours|ourselves)\b",
    re.IGNORECASE,
)
_FOR_ME = regex(
    r"\b(?:for|to|of|about|with) (?:me|(?-i:us))\b|\b(?:tell|remind) (?:me|us) (?:more )?(?:about|of) (?:the|that"
    r"|this)\b",
    re.IGNORECASE,
)
_TEXT = (
    r"(?:text|paragraph|sentence|line|word|heading|title|table|column|row|bullet(?: point)?|number|list|letter"
    r"|e-?mail|message|document|draft|code|function|snippet|slide|poem|reply|answer|translation)s?"
)
_AT_HAND = regex(
    r"\b(?:i|we)(?:['’]ve| have|['’]d| had)? (?:just )?(?:pasted|attached|uploaded|copied|selected|highlighted)\b"
    rf"|\b{_TEXT} (?:below|above|here)\b|\b(?:attached|pasted|selected|highlighted|this|these|those) {_TEXT}\b"
    rf"|\b(?:(?:the |that |your )?(?:first|second|third|last|previous|next|opening|closing|final)) {_TEXT}\b"
    r"|\bthe (?:grammar|spelling|punctuation|wording|typos?|font(?: size)?)\b",
    re.IGNORECASE,
)
"""Text that lies before who is asked, or what was just written: nobody told of it before."""
_UNDER_WORK = (
    r"(?:code|tests?|test suite|build|diff|functions?|method|class|loop|error|bug|file|linter|compiler"
    r"|version)"
)
_WORKED_ON = regex(
    rf"\bthe (?:(?:unit|whole|last|same|new|current|failing|other) )?{_UNDER_WORK}\b"
    r"(?! (?:for|of|to|from|about|at|in)\b)",
    re.IGNORECASE,
)
"""What an agent and its user have open, whichever it is: "run the tests again"; not "the code for the gate"."""
_FAILS = regex(
    rf"\A\W*(?:the |this |my )?{_UNDER_WORK} (?:is|are|keeps?|still|fails?)\b.{{0,20}}?\b"
    r"(?:fail(?:s|ing|ed)?|broken|red|slow|crash\w*|wrong)\b",
    re.IGNORECASE,
)
_BELONGS = regex(
    r"\A\W*(?:and |so |please )?(?:who(?:['’]?s| is| are| all)?|(?:list|name)(?: me)?(?: all| everybody"
    r"| everyone)?)\b.{0,40}\b(?:my|our) (?:\w+ )?(?:family|relatives|household"
    r"|people|friends|colleagues|co-?workers|team|staff|crew|neighbours|neighbors|children|kids|siblings|parents)\b",
    re.IGNORECASE,
)
_ANYBODY = regex(
    r"\bhow (?:do|does|can|could|should|would|to) (?:i|we|you|one)\b(?! (?:still|have|need))"
    r"|\b(?:what|where|when) (?:can|could|should|would) (?:i|we|you|one)\b|\bwhat do (?:i|we) do(?=\W*$)"
    r"|\bdo you (?:know|think)\b"
    r"|\b(?:tell|explain to|teach|show|give) (?:me|us) (?:a|an|how)\b",
    re.IGNORECASE,
)
_ADVICE = regex(
    r"\b(?:should|shall|could|can|would|might|must) (?:i|we)\b|\b(?:i|we) should\b"
    r"|\bhow (?:do|to) (?:i|we)\b|\bhow to\b"
    r"|\b(?:can|could|would|will|do) you (?:\w+ )?"
    r"(?:suggest|recommend|advise|help|explain|show|walk|guide|teach|propose|think|plan|write|draft|make|create"
    r"|design)\b|\bwhat (?:are|is) (?:some |a |the )?(?:good|best|popular|common)\b|\bdo (?:i|we) need to (?!do\b)"
    r"|\b(?:i['’]m|i am|we['’]re|we are) (?:about to|planning|looking|thinking|considering)\b"
    r"|\A\W*(?:thinking of|planning|looking for) |\b(?:ideas|suggestions|tips)\W*\Z",
    re.IGNORECASE,
)
_ALLOWED = regex(
    r"\b(?:reacts? (?:badly )?to|is allergic to|allergies"
    r"|(?:can['’]?t|cannot|mustn['’]?t|must not) (?:have|eat|drink|take))\b|"
    r"\b(?:can|may|is) (?!(?:you|it|that|this|there)\b)[\w'’-]{1,20}(?: (?!the\b)[\w'’-]{1,20})? "
    r"(?:(?:allowed|able|okay|ok|fine) to )?(?:have|eat|drink|take|try|wear)"
    r" (?:an?|any|some|the|my|our|one|this|that)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)  # each candidate asks it of the same question
def wants_done(text: str) -> bool:
    """Whether it orders or wishes for work, and asks nothing: "Draft a note to Ines", "I want to send it".

    What it is for may be told before: "Ines rings at nine. Draft a reply."
    """
    asks = text.rstrip().endswith("?")
    wishes = _TO_WRITE.match(text) or _WISH.search(text) or _REACHES_LAST.search(text)
    return _orders(words(text)) or _orders_further_on(text) or (not asks and wishes is not None)


def wants_something(text: str) -> bool:
    """Whether it names only what is to be made or found, and for whom: "some rhyme for Ana's card"."""
    return not text.rstrip().endswith("?") and _WISHED.search(text) is not None


@lru_cache(maxsize=64)
def wants_advice(text: str) -> bool:
    """Whether it asks what to do, or how: "How should I pack for it?", "Could you suggest a book?"; or wants it done.

    What was advised once is no such question, nor is one that can be looked up: "How many can we seat?".
    """
    return wants_done(text) or asks_what_is_allowed(text) or bool(_ADVICE.search(text))


def asks_what_is_allowed(text: str) -> bool:
    """Whether it asks what somebody may have, which what they must not have decides: "can he have a nurofen"."""
    return _ALLOWED.search(text) is not None


def speaks_of_own_life(text: str) -> bool:
    """Whether "my", "we" or "I" make it a matter of the asker's life; "How do I poach an egg?" is anybody's."""
    asked = QUOTED.sub(" ", instruction_of(text))
    if _FOR_ME.search(asked):
        return True
    return bool(_OWN.search(_ANYBODY.sub(" ", asked)))


def asks_who_belongs(text: str) -> bool:
    """Whether it asks for the people of the asker: "who's in my family?", "who are our colleagues?"."""
    return _BELONGS.search(text) is not None


def works_on_what_is_at_hand(text: str) -> bool:
    """Whether work is wanted on what stands in the prompt or the session: "shorten this", "run the tests again"."""
    is_open = _AT_HAND.search(text) or _WORKED_ON.search(text)
    return (wants_done(text) and is_open is not None) or _FAILS.match(text) is not None


def brings_its_text(text: str) -> bool:
    """Whether the work is on words that the prompt brings: "fix the commas: …", "translate “good evening”"."""
    return instruction_of(text) != text or (_orders(words(text)) and QUOTED.search(text) is not None)


def works_only_on_its_text(text: str) -> bool:
    """Whether it says what to do to those words, not what to make of them: "sort these: …", not "plan a menu: …"."""
    return brings_its_text(text) and not _DONE_TO_WORDS.isdisjoint(words(instruction_of(text))[:_EARLY])


def instruction_of(text: str) -> str:
    """Of a prompt that wants work done on a text it brings, what comes before that text; else all of it."""
    instruction, colon, material = text.partition(":")
    told, brought = words(instruction), words(material)
    is_brought = bool(colon) and (len(brought) > len(told) or _THIS_TEXT.search(instruction) is not None)
    return instruction if is_brought and _orders(told) and _FILLED.isdisjoint(told[:_EARLY]) else text


def _orders_further_on(text: str) -> bool:
    """Whether a sentence behind the first orders, or a clause behind a comma: "they come on Sunday, make a list"."""
    _, *later = _SENTENCE_END.split(text.strip())
    spoken = [words(sentence) for sentence in later if not sentence.rstrip().endswith("?")]
    _, *clauses = text.split(", ")
    return any(_orders(told) and not is_given_name_only(told[0]) for told in spoken) or any(
        _orders(told, is_sure=True) for told in map(words, clauses)
    )


def _orders(spoken: Sequence[str], *, is_sure: bool = False) -> bool:
    """Whether it begins with what is to be done, after courtesies: not "Do you know her?".

    `is_sure`: by a verb of work, and with what it is done to or for.
    """
    start = next((place for place, word in enumerate(spoken) if word not in _BEFORE), len(spoken))
    told, following = spoken[start : start + 1], spoken[start + 1 : start + 2]
    is_work = not _DONE.isdisjoint(told) and (_WHO | _BEHIND_NOUNS).isdisjoint(following)
    has_object = not _OBJECTS.isdisjoint(following)
    if is_sure:
        return is_work and has_object
    return is_work or (has_object and any(map(_may_be_verb, told)))


def _may_be_verb(word: str) -> bool:
    """Whether it may be the bare form of a verb; of "whats", "wheres" and "dads" it is none."""
    return word not in STOP_WORDS and (word.endswith("ss") or not word.endswith(("s", "ed", "ing")))
