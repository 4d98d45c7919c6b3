"""How does a question read as the statement it asks to be confirmed? "Does it end?": "it ends"."""

import re

from quaidpy.domain.time.written_dates import WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.self_contained import has_verb
from quaidpy.remember.words.verbs import BASE_VERBS, MODALS, PARTICIPLES, is_past, past_of, third_person

_LEAD = regex(
    r"\A(?:(?:so|and|but|then|ok(?:ay)?|well|oh|right|great|good|wait|hm+|just to be sure|to be clear"
    r"|you mean|i(?:['’]m| am) (?:guessing|assuming|thinking)(?: that)?|i (?:guess|assume|think|suppose"
    r"|take it)(?: that)?"
    r"|sounds like|looks like)[,:]?\s+)+",
    re.IGNORECASE,
)
_TAG = regex(
    r",? (?:right|correct|yes|yeah|no|ok|then|isn['’]t it|aren['’]t (?:you|they|we)|don['’]t (?:you|they"
    r"|we)|doesn['’]t (?:it|she|he)"
    r"|or not|i (?:think|guess|assume))\Z",
    re.IGNORECASE,
)
_ASKED_WORD = regex(r"\A(?:what|who|whom|whose|why|how|when|where|which|any|want|shall)\b", re.IGNORECASE)
_ASKED_WITHIN = regex(
    r"\b(?:what|whom?|whose|where|which(?: one)?|how (?:much|many|long|far))(?=,|\Z)", re.IGNORECASE
)
"""What is asked for stands in its place: "changed what, the lock"."""
_HELPING = regex(
    r"\A(?P<verb>do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|must|may|might)(?:n['’]t)? ",
    re.IGNORECASE,
)
_OFFER = regex(
    r"\A(?:(?:shall|should|can|could|may|will|would|do|did|am|was) (?:i|we)\b|(?:do|would) you (?:want"
    r"|like|mind|need|prefer|know|think|mean)\b"
    r"|(?:can|could|will|would) you\b|is (?:it|that|this|there)\b|are there\b|does (?:it|that|this)\b)",
    re.IGNORECASE,
)
_PLAIN = frozenset({"do", "does", "did"})
_BE_OR_HAVE = frozenset({"is", "are", "was", "were", "has", "have", "had"})
_PREDICATE_FIRST = regex(
    r"(?:still|now|already|also|not|only|both|all|always|never|really|on|at|in|from|for|with|to|until|due|open|closed|over|off|away"
    rf"|back|ready|done|free|available|the|a|an|my|your|\d.*|{WEEKDAY}s?)",
    re.IGNORECASE,
)
_MOST_OF_SUBJECT = 6  # words
_PERSONS = {
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself", "i": "you", "my": "your", "me": "you", "u": "I",
    "mine": "yours", "we": "we", "our": "our",
}  # fmt: skip
_PERSON = regex(r"\b(?:you|your|yours|yourself|u|i|my|me|mine)\b(?!['’])", re.IGNORECASE)
_ARE_I = (
    (regex(r"\bI are\b"), "I am"),
    (regex(r"\bI were\b"), "I was"),
    (regex(r"\byou am\b"), "you are"),
)


def spoken_by_other(text: str) -> str:
    """The same words as the one they were said to says them: "your van" is "my van"."""
    turned = _PERSON.sub(lambda found: _PERSONS[found[0].lower()], text.replace("’", "'"))
    turned = re.sub(r"\b[Yy]ou're\b", "I'm", turned)
    for wrong, right in _ARE_I:
        turned = wrong.sub(right, turned)
    return turned


def declared(question: str) -> str | None:
    """The statement in the words of whoever is asked; None for an open question, an offer, or one nobody can turn."""
    asked = _TAG.sub("", _LEAD.sub("", question.strip().rstrip("?!. ")))
    if not asked or _ASKED_WORD.match(asked) or _OFFER.match(asked) or _ASKED_WITHIN.search(asked):
        return None
    helping = _HELPING.match(asked)
    if helping is None:
        is_statement = has_verb(asked) and asked.split()[0].lower().strip(",") not in MODALS
        return spoken_by_other(asked) if is_statement else None
    verb, words = helping["verb"].lower(), asked[helping.end() :].split()
    size = _size_of_subject(words, verb)
    if size is None:
        return None
    subject, rest = " ".join(words[:size]), words[size:]
    if verb in _PLAIN:
        rest = [_form(rest[0], verb), *rest[1:]]
        return spoken_by_other(f"{subject} {' '.join(rest)}")
    return spoken_by_other(f"{subject} {verb} {' '.join(rest)}")


def subject_asked(question: str) -> str | None:
    """What a question asks something of, as the other says it: "the class" of "does the class start at six?"."""
    asked = _LEAD.sub("", question.strip().rstrip("?!. "))
    helping = _HELPING.match(asked)
    if helping is None or _OFFER.match(asked):
        return None
    words = asked[helping.end() :].split()
    size = _size_of_subject(words, helping["verb"].lower())
    if size is None or words[0].lower() in {
        "you",
        "u",
        "it",
        "he",
        "she",
        "they",
        "this",
        "that",
        "anyone",
        "somebody",
    }:
        return None
    return spoken_by_other(" ".join(words[:size]))


def _size_of_subject(words: list[str], verb: str) -> int | None:
    """How many words the subject has behind the helping verb, where a predicate follows."""
    if words[:1] and words[0].lower() in {"you", "u", "he", "she", "they", "we", "it", "i"}:
        return 1 if len(words) > 1 else None
    for size in range(1, min(_MOST_OF_SUBJECT, len(words) - 1) + 1):
        is_noun_too = (
            verb not in _BE_OR_HAVE and words[size + 1 : size + 2] and words[size + 1].lower() in BASE_VERBS
        )  # of "the night shift stay" only the last is the verb
        if _begins_predicate(words[size].lower(), verb) and not is_noun_too:
            is_bare = size == 1 and words[0].lower() in {
                "the",
                "a",
                "an",
                "my",
                "your",
                "our",
                "his",
                "her",
                "their",
            }
            if not is_bare:
                return size
    return None


def _begins_predicate(word: str, verb: str) -> bool:
    if verb not in _BE_OR_HAVE:
        return word in BASE_VERBS or word in {"still", "also", "always", "only", "be", "not"}
    return (
        is_past(word)
        or word in PARTICIPLES
        or (word.endswith("ing") and len(word) > 4)
        or _PREDICATE_FIRST.fullmatch(word) is not None
    )


def _form(word: str, verb: str) -> str:
    if verb == "do" or word.lower() not in BASE_VERBS:
        return word
    return past_of(word) if verb == "did" else third_person(word)
