"""Which sentences of a turn make one statement, because one says nothing without the other?"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.authorship import is_closing
from quaidpy.remember.words.chat_sentences import is_understood_alone, stripped
from quaidpy.remember.words.definiteness import JUDGING
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS, PLACES
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.pointing import is_left_out, is_new_of_nothing, is_until_then
from quaidpy.remember.words.requests import asks_to_keep_what_was_said, is_asking, is_thanking
from quaidpy.remember.words.salience import salience_of
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.subjects import Subject, may_be_of_somebody_else, subject_of
from quaidpy.remember.words.unpunctuated import split_unpunctuated
from quaidpy.remember.words.verbs import BASE_VERBS, is_past, is_verb_like
from quaidpy.shipped.names import words_of_talk

_MOST_SENTENCES = 4
_MOST_WORDS = 45
_CONTRAST = regex(
    r"^(?:but|because|cause|cos|except|otherwise|instead(?! of)|no [a-z]+ing|not|nor|neither|either"
    r"|only(?! (?:thing|one|problem|way|person|reason|snag|question|wish)\b)|until|till|which|than|hence|therefore"
    r"|that['’]?s (?:why|because|what|when|how)"
    r"|(?:re)?(?:moved|changed|postponed|scheduled|shifted|put off|pushed|delayed|extended) (?:from|to|until|till|by)"
    rf" (?:the )?(?:\d{{1,4}}|{WEEKDAY}|{MONTH}))(?!\w)",
    re.IGNORECASE,
)
"""Words that turn, limit or explain what stands before them, and the new day of what was spoken of."""
_STANDING_ORDER = regex(
    r"(?:from now on|going forward|always|never|please always|please never)\b", re.IGNORECASE
)
"""What begins an order that holds by itself, whatever stands before it."""
_POINTER = regex(r"^(?:it|its|it's|this|that|thats|that's|these|those|they|they're|theyre)\b", re.IGNORECASE)
_WEIGHTY = regex(r"\d|\bnot\b|n['’]t\b|\b(?:no longer|instead|until|only)\b", re.IGNORECASE)
_SOMEBODY = regex(r"^(?:she|he|she's|he's)\b", re.IGNORECASE)
"""Whom these mean is known by who was spoken of; such a sentence stands by itself."""
_LEAST_OF_SOMEBODY = 4  # words
_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NO_DOING = regex(r"\Ano [a-z]+ing\b", re.IGNORECASE)
_LONGEST_FRAGMENT = 8  # words
_LONGEST_NOMINAL = 14
_NOMINAL = regex(r"\A(?:[\d£$€]|\S{2,20} (?:for|of|from|at|in|with|to)\b)")
"""An amount, a day, or a thing with what it is of or for."""
_WITHOUT_OBJECT = regex(
    r"\b(?:(?:takes?|took|taking|take) (?:it |them )?over|(?:steps?|stepped|stands?|stood|fills?"
    r"|filled) in|covers|volunteered"
    r"|declined|refused)\W*$",
    re.IGNORECASE,
)
"""What somebody takes over, covers or declines is told by the sentence before."""
_AUXILIARY = regex(
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|must|'s|'re|'m|'ve|'ll|it's|its|thats"
    r"|im|theres|hes|shes|theyre|ive)\b|n't\b",
    re.IGNORECASE,
)


def thoughts(text: str, *, is_note: bool = True) -> Iterator[Span]:
    """The statements of a turn in order, each with the sentences that complete it.

    What turns, limits or explains a sentence belongs to it, what only points at it, and a fragment behind it. A
    question, a greeting and a reaction stand alone, and nothing reaches across them. `is_note`: told to an assistant
    or written down, where a fragment completes what stands before it; between people many only cheer it on.
    """
    held: list[Span] = []
    for span in (breath for sentence in split_sentences(text) for breath in split_unpunctuated(sentence)):
        if (
            held
            and not _is_parted(text, held[-1], span)
            and _can_hold(held)
            and (_completes(span, held, is_note=is_note) or _is_of_one_breath(span, held))
        ):
            held.append(span)
            continue
        yield from _joined(text, held)
        held = [span]
    yield from _joined(text, held)


def apart(span: Span) -> list[Span]:
    """The sentences of a thought one by one, where none of them turns or limits another; else nothing.

    A last fragment that only adds to them is left out.
    """
    parts = [
        Span(span.start + one.start, span.start + one.end, one.text)
        for sentence in split_sentences(span.text)
        for one in split_unpunctuated(sentence)
    ]
    told = [part.text for part in parts]
    is_turned = any(_CONTRAST.match(text) for text in told[1:])
    is_hung_on = [is_fragment(said) and not _HOLDS.match(said) for said in map(stripped, told[1:])]
    if len(parts) < 2 or is_turned or any(is_hung_on[:-1]):
        return []
    if not any(is_hung_on):
        return parts
    return [] if _TURNING_FRAGMENT.match(stripped(parts[-1].text)) else parts[:-1]


_HOLDS = regex(r"(?:so |and )?(?:from now on|going forward|always|never)\b", re.IGNORECASE)
_TURNING_FRAGMENT = regex(
    r"(?:not?|never|only|nobody|nothing|without|until|till|from|since|by|if|\d)\b", re.IGNORECASE
)


def _joined(text: str, held: list[Span]) -> Iterator[Span]:
    if held:
        told = "".join(f"{one.text}{text[one.end : after.start]}" for one, after in pairwise(held))
        yield Span(held[0].start, held[-1].end, f"{told}{held[-1].text}")


def _is_parted(text: str, before: Span, after: Span) -> bool:
    """Whether a blank line, a new item of a list, or a line that ended without a stop lies between two sentences."""
    gap = text[before.end : after.start]
    return "\n" in gap and ("\n\n" in gap or bool(gap.strip()) or before.text[-1] not in ".!?…")


def _can_hold(held: list[Span]) -> bool:
    """Whether there is enough of a statement for something to complete it; "Cardiff!!" is none, a deed is."""
    said = stripped(held[0].text)
    return len(said.split()) > 1 or said.lower() in _DEEDS


def _completes(span: Span, held: list[Span], *, is_note: bool) -> bool:
    before = " ".join(one.text for one in held)
    is_full = len(held) >= _MOST_SENTENCES or len(f"{before} {span.text}".split()) > _MOST_WORDS
    said = stripped(span.text)
    if not is_full and (asks_to_keep_what_was_said(span.text) or _is_reason(said, held[-1].text)):
        return True
    if is_full or _stands_apart(span.text) or _stands_apart(held[-1].text):
        return False
    if _is_turning(span.text, said, held[0].text) or _is_hung_on(said, is_note=is_note):
        return True
    is_of_somebody = _SOMEBODY.match(said) is not None and len(said.split()) >= _LEAST_OF_SOMEBODY
    if is_of_somebody or (_FOR_COMPANY.match(said) and not _WEIGHTY.search(said)):
        return False
    is_clear = is_understood_alone(f"{stripped(before)}. {said}")
    return is_clear and (_points_at_news(said) if _POINTER.match(said) else not is_understood_alone(said))


def _is_of_one_breath(span: Span, held: list[Span]) -> bool:
    """Whether both would be kept, and one is too short to say by itself of what it is: "sold it. 40 at the fair"."""
    before, said = stripped(" ".join(one.text for one in held)), stripped(span.text)
    lengths = len(before.split()), len(said.split())
    if min(lengths) > _SHORT or sum(lengths) > _BREATH or len(held) >= _MOST_SENTENCES:
        return False
    is_led_by_somebody = _SOMEBODY.match(said) or _TOPIC_FIRST.match(said)
    if is_led_by_somebody or _stands_apart(span.text) or _stands_apart(held[-1].text):
        return False
    if not is_understood_alone(f"{before}. {said}"):
        return False
    return not any(_is_left_apart(each) for each in (before, said))


def _is_left_apart(said: str) -> bool:
    """Whether it is not worth keeping, or says enough by itself: a wish, a lesson, how something of somebody is."""
    salience = salience_of(said, speaks_of_past=_is_told_of_past(said))
    is_praise = (JUDGING.search(said) or _FOR_COMPANY.match(said)) and not _WEIGHTY.search(said)
    if is_praise or isinstance(salience, RejectionReason):
        return True
    return salience.kind not in _PLAIN or _is_whole(said)


def _is_whole(said: str) -> bool:
    """Whether it says how somebody or something known is, or what somebody did by its measure: "I paid 40 for it"."""
    subject, first = subject_of(said), _WORD.match(said)
    is_somebody = first is not None and is_given_name(first[0].lower())
    if subject is Subject.SPEAKERS_OWN or _OF_KNOWN.match(said):
        return True
    is_told = subject is Subject.SPEAKER or is_somebody
    return is_told and (not _is_told_of_past(said) or _WEIGHTY.search(said) is not None)


_PLAIN = frozenset({Kind.FACT, Kind.EVENT})
_OF_KNOWN = regex(
    r"(?:the|our|[\w-]{2,20}['’]s) (?:[\w-]{1,20} ){1,3}?(?:is|are|was|were|costs?|has|have)\b", re.IGNORECASE
)
"""What is said of something that both sides know: "the wedding is on the 27th now"."""


def _is_told_of_past(said: str) -> bool:
    return any(is_past(word.lower()) for word in _WORD.findall(said))


_TOPIC_FIRST = regex(r"(?:my|our|his|her|their) [\w-]{2,20}, (?:she|he|they)\b", re.IGNORECASE)
"""Somebody whom the next words tell of: "my sister, she was a nurse"."""
_SHORT, _BREATH = 6, 30  # words
_FOR_COMPANY = regex(
    r"^(?:got(?:ta| it)|own it|deal with it|need(?:s|ed)? (?:that|this|it|to)|check (?:it|this|that|out)"
    r"|keeps?|keeping|let'?s|hop(?:e|ing)|wish|can'?t"
    r"|wanna|gonna|look(?:s|ing)?|see|feels?|felt|makes?|love|loved|loving|so (?:far|yeah)|worth|highly"
    r"|definitely|totally) "
    r"|^it(?:'ll| will|'s|'d| would| really| definitely| always| never)+ (?:\w+ ){0,2}?(?:be|been|brings?"
    r"|boosts?|feels?|felt|keeps?|gives?|gave"
    r"|makes?|made|helps?|helped|adds?|so|such|really|very|super|pretty|nice|great|fun|good|cool|lovely|amazing|awesome)\b",
    re.IGNORECASE,
)
"""What cheers on, hopes or praises behind a statement, and tells nothing more of it."""


def _is_turning(text: str, said: str, first: str) -> bool:
    """Whether it turns or limits what stands before, or tells a deed whose object stands there."""
    if _NO_DOING.match(said) and _POINTER.match(first):
        return False  # "It's swollen. No running for a month, says the doctor": of whoever has it
    if is_left_out(said) or is_new_of_nothing(said) or is_until_then(said):
        return True
    is_short = len(said.split()) <= _LONGEST_FRAGMENT
    return _CONTRAST.match(text) is not None or (is_short and _WITHOUT_OBJECT.search(said) is not None)


def _is_reason(said: str, before: str) -> bool:
    """Whether a sentence behind a decision says what spoke for it: "We took the bus. The train was too slow."."""
    if _DECIDED.match(stripped(before)) is None or len(said.split()) > _LONGEST_REASON or _DATED.search(said):
        return False
    told = {word.lower() for word in _WORD.findall(said)}
    return bool(told & words_of_talk("reasons")) and not _DECIDED.match(said) and not _OWN_DEED.match(said)


_DECIDED = regex(
    r"\A(?:(?:i|we|they|he|she|the team|[A-ZÀ-Þ][\w-]+)(?:'ve| have| has|'s)? (?:finally |then |just |all )?)?"
    r"(?:(?:went|go|going|gone) (?:with|for)|decided|chose|chosen|settled (?:on|for)|picked|dropped"
    r"|ditched|switched to|moved to|agreed on"
    r"|opted for|took|stayed with|stuck with|kept|said no|turned (?:it |that |them )?down|declined|refused"
    r"|cancelled|gave up)\b",
    re.IGNORECASE,
)
_OWN_DEED = regex(r"\A(?:i|we) (?!need|can|could|did|do|want|have to|would)", re.IGNORECASE)
_DATED = regex(r"\b(?:today|tomorrow|yesterday|next|last) |\b\d{1,2}(?:st|nd|rd|th)?\b(?! ?%)", re.IGNORECASE)
_LONGEST_REASON = 14  # words


def _points_at_news(said: str) -> bool:
    """Whether what points back tells more than how it strikes the speaker."""
    is_reaction = (
        isinstance(salience_of(said, speaks_of_past=False), RejectionReason)
        or JUDGING.search(said) is not None
    )
    return not is_reaction or _WEIGHTY.search(said) is not None


def _stands_apart(text: str) -> bool:
    """Whether a sentence asks, greets or reacts, or says nothing once its openers are gone."""
    said = stripped(text)
    if not said or is_asking(text) or _STANDING_ORDER.match(text) or _EXCLAIMING.match(text):
        return True
    if is_thanking(text) or is_closing(text):
        return True
    found = salience_of(said, speaks_of_past=False)
    return found is RejectionReason.SMALL_TALK and not (_POINTER.match(said) or is_fragment(said))


@lru_cache(maxsize=2048)
def is_fragment(said: str) -> bool:
    """Whether a few words have no verb of their own: a date, a name, a number, a place."""
    found = [word.lower() for word in _WORD.findall(said)]
    is_led = _LEADING.match(said) is not None
    longest = _LONGEST_NOMINAL if _NOMINAL.match(said) else _LONGEST_FRAGMENT
    owned = _OWNED_THING.match(said)
    told = said[owned.end() :] if owned else said
    if len(said.split()) > max(longest, _LONGEST_FRAGMENT * (1 + is_led)) or _AUXILIARY.search(told):
        return False
    if found[:1] and found[0] in BASE_VERBS | _SUBJECTS and not _NO_THING.match(said):
        return False
    return not any(is_verb_like(word) and not word.endswith("ed") for word in found[1:]) and not any(
        is_past(word) for word in found[1:-1]
    )


def _is_hung_on(said: str, *, is_note: bool) -> bool:
    if _EXCLAIMED.match(said):
        return False
    told = _SAYS_BEHIND.search(said)
    if is_note and told is not None and is_fragment(said[: told.start()]):
        return True
    reason = _REASON_BEHIND.search(said)
    if reason is not None and is_fragment(said[: reason.start()]) and _LEFT.match(said) is None:
        return True
    return is_fragment(said) and (is_note or _TELLING.search(said) is not None)


_SAYS_BEHIND = regex(
    r", (?:(?:Dr|Mr|Mrs|Ms)\.? )?(?:[A-ZÀ-Þ][\w'’-]+|she|he|they) (?:says?|said|thinks?)\W*\Z"
)
"""Whose word a few words are: "a cyst, Dr Ode says"."""
_REASON_BEHIND = regex(r",? (?:because|since|cos|bc|so that)\s", re.IGNORECASE)
_LEFT = regex(r"(?:no|yes|only|not|just|sorry|maybe|probably)\b", re.IGNORECASE)
_EXCLAIMED = regex(
    r"^(?:fine|whatever|yes|no|ok(?:ay)?|wow|great|nice|robbers|perfect|done|sorry|please|exactly|anyway|finally|phew|yay|ouch"
    r"|damn|shit|fuck|hell|god|oh|ah|so much|just kidding|just thinking|not sure|maybe|obviously|of course"
    r"|right|true|same|lol)"
    r"\W*$",
    re.IGNORECASE,
)
_EXCLAIMING = regex(r"\A(?:what|such) an? \w+(?: \w+)?\W*\Z", re.IGNORECASE)
_TELLING = regex(
    r"\d|(?<=\s)(?-i:[A-ZÀ-Þ][a-zß-ÿ])|^(?:in|on|at|to|from|with|for|by|until|till|same|twice|once|no|not|new"
    r"|still|only|up to|about|as of"
    rf"|signed|done|paid|cancelled|confirmed)\b|\b{WEEKDAY}s?\b",
    re.IGNORECASE,
)
"""A fragment that adds something: a figure, a name, a place, a day, a limit."""


_OWNED_THING = regex(r"(?:the )?[\w-]{2,24}['’]s [\w-]{2,24}(?=,|\W*\Z| (?:at|in|on)\b)", re.IGNORECASE)
"""A thing with its owner, whose sign is no verb: "Nora's flat, 4 May"."""
_LEADING = regex(r"(?:from|to|in|on|at|with|for|by|until|till|as of)\b", re.IGNORECASE)
_NO_THING = regex(r"no \w+(?: \w+)?$", re.IGNORECASE)
_SUBJECTS = frozenset(
    {"i", "we", "he", "she", "they", "you", "me", "let", "lets", "let's", "please", "no", "yes"}
)


def without_asides(text: str, names: tuple[str, ...] = ()) -> str:
    """A thought without openers, closers, vocatives and reactions; what turns it keeps its joining word."""
    parts = [span.text for span in split_sentences(text)]
    if len(parts) < 2:
        return _SO.sub("", stripped(text, names))
    said = [_SO.sub("", stripped(part, names)) for part in parts]
    if len(parts) == _TWO and said[0].lower() in _DEEDS and _DOES.match(said[1]):
        return said[1]
    whole = f"I {said[0].lower()}" if len(parts) == _TWO and said[0].lower() in _DEEDS else said[0]
    for part, rest in zip(parts[1:], said[1:], strict=True):
        turning = _CONTRAST.match(part)
        is_joined = turning is None or rest.lower().startswith(turning[0].lower())
        follows = rest if is_joined or turning is None else f"{turning[0].lower()} {rest}"
        if not follows:
            continue
        if is_own := turning is None and _tells_of_speaker_again(follows, whole):
            follows = _LEADS.sub(
                lambda lead: f"{lead[0].lower()}I ", f"{follows[0].lower()}{follows[1:]}", count=1
            )
        is_anybodys = subject_of(follows) is Subject.DROPPED and may_be_of_somebody_else(follows, whole)
        is_hung_on = turning is not None or not (is_own or is_anybodys or not _is_hanging(follows, whole))
        is_numbered = _BARE_NUMBER.match(follows) and _MONTH_LAST.search(whole)
        mark = "" if whole.removeprefix("I ") in _DEEDS else ":" if is_numbered else ","
        whole = (
            f"{whole}{mark} {_small(follows)}"
            if is_hung_on
            else f"{whole}. {follows[0].upper()}{follows[1:]}"
        )
    return whole


def _tells_of_speaker_again(follows: str, whole: str) -> bool:
    """Whether its "I" is left out, and what stands before is of some thing; what is of somebody may go on with them."""
    is_own = subject_of(whole) in {Subject.SPEAKER, Subject.DROPPED}
    if is_fragment(whole) or is_own or may_be_of_somebody_else(follows, whole):
        return False
    return subject_of(follows) is Subject.DROPPED and " " in follows


_LEADS = regex(r"\A(?:(?:so|then|and|but|now|also) )?")
_TWO = 2
_DEEDS = frozenset("booked reserved bought ordered sold found paid got rented hired".split())  # noqa: SIM905 - a word list
"""A deed told in a word, with what it was done with behind it: "Booked. Table for six, 19 May"."""
_DOES = regex(r"(?!this\b|its\b)[a-z]{3,16}(?<!s)s\b(?! (?:for|from|to|at)\b)", re.IGNORECASE)
"""What somebody does, and nothing that the deed was done with: "Hired. Starts on 2 April"."""
_BARE_NUMBER = regex(r"\d{3,}\W*\Z")
_MONTH_LAST = regex(rf"\b{MONTH}\W*\Z", re.IGNORECASE)
"""With a comma, a number behind a month would be its year."""


_SO = regex(
    r"^so (?=(?:the|a|an|my|our|his|her|their|we|i|i'm|he|she|they|there|[a-z]+ing|(?-i:[A-Z]\w+)"
    r"|(?!(?:much|many|far|long|few|little|good|bad|sorry|so|that)\b)[a-z]{3,} (?:is|are|was|were|will|for|of))\b)",
    re.IGNORECASE,
)


def _is_hanging(rest: str, whole: str) -> bool:
    """Whether a fragment is best hung on with a comma; one that points back needs a sentence of its own."""
    return is_fragment(rest) and not whole.endswith(("!", "?")) and not _POINTER_WITHIN.search(rest)


_POINTER_WITHIN = regex(r"\b(?:it|that|this|them|these|those)\b", re.IGNORECASE)


def _small(rest: str) -> str:
    """With a small first letter, where it was only the sentence's."""
    first = rest.split(maxsplit=1)[0].strip(",.;:!").removesuffix("'s")
    is_kept = (
        first == "I"
        or not first[1:].islower()
        or is_given_name(first.lower())
        or first.lower() in PLACES
        or first.lower() in CALENDAR_WORDS
    )
    return rest if is_kept else rest[0].lower() + rest[1:]
