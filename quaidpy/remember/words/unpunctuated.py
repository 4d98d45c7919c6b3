"""Where does one thought end and the next begin in speech written down without stops?"""

import re
from collections.abc import Iterator

from quaidpy.regex import regex
from quaidpy.remember.words.sentences import Span
from quaidpy.remember.words.verbs import is_past, is_verb_like

_LEAST_WORDS = 30  # of a stretch without stops; what is shorter is one sentence
_STOPS = regex(r"[.!?;:,]\s")
_FILLER = regex(
    r"(?<!\s)\s++(?:um+|uh+|erm?|hmm+|what else|let me see|let me think|anyway|ok so|okay so|right so|so yeah|thats it"
    r"|that's it"
    r"|oh yeah|oh and|oh(?! (?:one|two|three|four|five|six|seven|eight|nine)\b(?! [a-z]+s\b)))\b"
    r"(?:\s++(?:um+|uh+|right|so|what else|and|i think|i guess|yeah|ok|okay))*(?=\s)",
    re.IGNORECASE,
)
"""What a speaker says while thinking of the next thing; "eight oh four" is a time."""
_JOIN = regex(
    r"(?<!\s)\s++(?P<join>and(?: then| also| oh)?|so|but then|also)\s++"
    r"(?=(?:the|a|an|my|our|his|her|their|this|that|there|i|we|he|she|they|it|its|please|(?-i:[A-Z][\w'’]+)"
    r"|[a-z]{3,14}(?= (?:is|has|was|says|wants|works|flies|comes|goes|brings|takes)\b))"
    r"\s++(?P<rest>\S++(?:\s++\S++){0,4}))",
    re.IGNORECASE,
)
"""A joining word before a subject of its own."""
_TOGETHER = regex(r"\b(?:me|him|us|them|myself)$", re.IGNORECASE)
"""Before an "and" that joins people who do something together: "me and Pat will have the dog"."""
_LONGEST_PRONOUN = 8  # characters
_ANEW = regex(
    r"(?<!\s)\s++(?=(?:i|we|he|she|they)(?:['’](?:m|ve|re|s|ll|d))? (?P<verb>[a-z']+)\b)", re.IGNORECASE
)
"""Where somebody begins to be spoken of anew, without a joining word."""
_LEADS_ON = frozenset(
    """
    and or but so then that which who what where when why how if because cos cause since while as although
    though until till after before than like whether think thought guess hope know knew say says said tell told
    sure mean means wish bet
    the a an to of in on at for with by from about
    i we he she they it you everything all thing way time day one place
    """.split()  # noqa: SIM905 - a word list reads as one
)
_SUBJECT_ALONE = frozenset({"i", "we", "he", "she", "they", "it", "its", "there", "please"})


def split_unpunctuated(span: Span) -> Iterator[Span]:
    """The thoughts of a stretch, in order; the stretch itself, where it has stops or is short."""
    text = span.text
    if len(text.split()) < _LEAST_WORDS or len(_STOPS.findall(text)) * _LEAST_WORDS > len(text.split()):
        yield span
        return
    start = 0
    for end, begin in sorted(_cuts(text)):
        if end < start:
            continue
        yield from _trimmed(span, start, end)
        start = begin
    yield from _trimmed(span, start, len(text))


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where a thought ends, and where the next begins behind the words between them."""
    for filler in _FILLER.finditer(text):
        yield filler.start(), filler.end()
    for anew in _ANEW.finditer(text):
        before = text[: anew.start()].rsplit(maxsplit=1)[-1].lower()
        verb = anew["verb"].lower().strip("'")
        is_led = before in _LEADS_ON or is_verb_like(before)
        if not is_led and (is_verb_like(verb) or is_past(verb)):
            yield anew.start(), anew.end()
    for join in _JOIN.finditer(text):
        if join["join"].lower() == "and" and _TOGETHER.search(
            text, max(0, join.start() - _LONGEST_PRONOUN), join.start()
        ):
            continue
        subject = text[join.end() :].split(maxsplit=1)[0].lower()
        follows = join["rest"].split()
        if subject in _SUBJECT_ALONE or any(is_verb_like(word.lower().strip("'’")) for word in follows):
            yield join.start(), join.end()


def _trimmed(span: Span, start: int, end: int) -> Iterator[Span]:
    text = span.text[start:end]
    kept = text.strip()
    if kept:
        first = span.start + start + len(text) - len(text.lstrip())
        yield Span(first, first + len(kept), kept)
