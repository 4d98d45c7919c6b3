"""How does "I've been painting with my kids" read when Melanie's name stands in it?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN, SEVERAL_KIN, gender_of, is_given_name
from quaidpy.remember.words.speakers import speaker_first, told_of_several
from quaidpy.remember.words.verbs import (
    ADVERBS,
    AUXILIARIES,
    BASE_VERBS,
    MODALS,
    PARTICIPLES,
    is_past,
    is_present,
    is_unlisted_verb,
    is_verb_like,
    third_person,
    with_ending,
)

_TOKEN = regex(r"[^\W_]+(?:['’-][^\W_]+)*|\s+|[^\w\s]|_")
_CONTRACTED = {"m": "is", "ve": "has", "ll": "will", "re": "is", "s": "is"}
_JOINED = 3  # a sign, a name, "and"
_FAR = 9  # words; what belongs together stands no farther apart
_FIRST = frozenset({"i", "we"})
_LOOSE = {"im": ("i", "m"), "ive": ("i", "ve"), "youre": ("you", "re"), "youve": ("you", "ve")}
_PRONOUN = {
    "she": {"subject": "she", "object": "her", "possessive": "her", "self": "herself"},
    "he": {"subject": "he", "object": "him", "possessive": "his", "self": "himself"},
}
_GENDERED = {"she": frozenset({"she", "her"}), "he": frozenset({"he", "him", "his"})}
_CLAUSE_ENDS = frozenset(".;:!?")
_SENTENCE_ENDS = frozenset(".!?")
_JOINERS = frozenset({"and", "or", "but", "then"})
_BEFORE_OBJECTS = frozenset(
    {"my", "our", "the", "a", "an", "it", "them", "every", ".", ",", "before", "after"}
)
_IN_TITLES = frozenset({"Us", "Me", "We", "My", "Our", "You", "Your", "Myself"})
_COUNTED = frozenset(
    {"class", "type", "phase", "stage", "grade", "volume", "war", "schedule", "annex", "zone"}
)
_SMALL_IN_TITLES = frozenset({"of", "the", "and", "to", "for", "in", "on", "with", "a", "an", "is", "'", "s"})
_INVERTING = frozenset(
    {"am", "do", "have", "don't", "haven't", "can", "will", "would", "should", "could", "did", "had", "was"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """Who the pronouns stand for. `listener` is None when nobody or several are spoken to.

    `speaks_for_others`: "we" is the speaker and others, of whom it is not said who; else only the speaker is sure.
    """

    speaker: str
    listener: str | None = None
    speaks_for_others: bool = False


def in_third_person(text: str, voices: Voices) -> str:
    """The sentence with names for I, my, we and you, and verbs that agree. Other words stay as they are."""
    told = speaker_first(told_of_several(text.replace("’", "'")))
    return _Rewriter(voices, _TOKEN.findall(told)).rewritten()


@dataclass(slots=True)
class _Rewriter:
    voices: Voices
    tokens: list[str]
    out: list[str] = field(default_factory=list)
    position: int = 0
    has_named: bool = False
    has_named_others: bool = False
    is_agreeing: bool = False
    is_past: bool = False
    wants_verb: bool = False
    is_subject_in_clause: bool = False
    is_plural: bool = False
    others: int = 0

    def rewritten(self) -> str:
        others = _GENDERED.get(gender_of(self.voices.speaker) or "", ())
        self.others += any(token.lower().partition("'")[0] in others for token in self.tokens)  # of a "she"
        while self.position < len(self.tokens):
            self._step(self.tokens[self.position])
            self.position += 1
        return _tidied("".join(self.out))

    def _step(self, token: str) -> None:
        word = token if token.lower() == "us" and token.isupper() else token.lower()  # the country is nobody
        if self._is_as_written(token):
            self.out.append(token)
        elif word in _LOOSE and not token.isupper():
            head, tail = _LOOSE[word]
            self._contracted(head, tail)
        elif "'" in word and word.split("'")[0] in {"i", "we", "you"}:
            head, _, tail = word.partition("'")
            self._contracted(head, tail)
        elif word in _FIRST or (word == "you" and self.voices.listener):
            self._pronoun(word)
        elif word in _OWNED:
            self._possessive(word)
        elif word in _OBJECTS and self._previous_word() != "between":
            self.out.append(self._name(_OBJECTS[word]))
        elif word in _SELVES:
            self.out.append(self._reflexive(word))
        else:
            self._plain(token, word)

    def _is_as_written(self, token: str) -> bool:
        """Whether it is quoted, or a capital within a sentence makes a pronoun part of a name: "Despicable Me"."""
        if self.tokens[: self.position].count('"') % 2 and self.tokens.count('"') % 2 == 0:
            return True
        if token not in _IN_TITLES:
            return token == "I" and self._previous_word() in _COUNTED  # noqa: S105 - a Roman number: "class I"
        before = "".join(self.tokens[max(0, self.position - _FAR) : self.position]).split()
        while before and before[-1] in _SMALL_IN_TITLES:
            before.pop()
        is_inside = bool(before) and before[-1][-1] not in _SENTENCE_ENDS and before[-1] != ":"
        return is_inside and before[-1][0].isupper() and before[-1] != "I"

    def _contracted(self, head: str, tail: str) -> None:
        if head == "you" and not self.voices.listener:
            self.out.append(f"{head}'{tail}")
            return
        self._pronoun(head)
        if tail == "d":
            self.out.append(" had" if self._follows_participle() else " would")
            self.is_agreeing = False
        else:
            self.out.append(f" {self._agreed(_CONTRACTED.get(tail, tail))}")
            # "I'm using it and want": what is so today may stand behind it, as behind what was done.
            self.is_agreeing = self.is_past = tail in {"m", "ve"} and not self.is_plural
        self.wants_verb = False

    def _pronoun(self, word: str) -> None:
        previous = self._previous_word()
        if word in _FIRST and self._can_elide(previous):
            self.wants_verb = True
            return
        if word == "you" and not self._is_subject():
            self.out.append(self._listener())
            return
        with_mine = list(islice(self._words_after(), 2)) in (["and", "my"], ["and", "our"])
        self.is_plural = (
            (previous == "and" and word != "we" and self._joins_people())
            or (word == "we" and self.voices.speaks_for_others)
            or (word == "i" and with_mine)
        )
        self.out.append(self._listener() if word == "you" else self._name(word, is_subject=True))
        self.wants_verb = self.is_subject_in_clause = True
        if previous in _INVERTING and self.out[-1:]:
            self._agree_inverted(previous)

    def _agree_inverted(self, previous: str) -> None:
        """A verb before its subject: "have I" → "has Ana": the verb stands before its subject."""
        for index in range(len(self.out) - 2, -1, -1):
            if self.out[index].lower() == previous:
                self.out[index] = third_person(previous)
                break
        self.wants_verb = False

    def _can_elide(self, previous: str) -> bool:
        """Join two clauses: "… and I work" → "… and works", when the clause before had the same subject."""
        is_named = self._words_before_join() and previous == "and"
        return (
            previous in {"and", "but"}
            and self.is_subject_in_clause
            and self._is_plain_join()
            and not is_named
        )

    def _words_before_join(self) -> bool:
        """Whether a name stands before the "and": "news, Ben and I moved", "a day that Ben and I chose" tell of two."""
        tokens = [token for token in self.tokens[: self.position] if token.strip()][-3:]
        if len(tokens) < _JOINED or not tokens[1][0].isupper():
            return False
        before = tokens[0].lower()
        is_met = before in _BEFORE_THINGS or is_present(before) or is_past(before)
        is_beside_noun = before.isalpha() and not is_met and is_given_name(tokens[1].lower())
        return is_beside_noun or before in {",", ":", "-", "—", "–"}

    def _is_plain_join(self) -> bool:
        """A subordinate clause in between (because, when, that) would take the second verb along."""
        return not any(token.lower() in _SUBORDINATORS for token in self.tokens[: self.position])

    def _possessive(self, word: str) -> None:
        if word in {"your", "yours"}:
            if self.voices.listener is None:
                self.out.append(self.tokens[self.position])
            else:
                self.out.append(possessive(self.voices.listener))
            return
        if word in {"our", "ours"} and self.has_named_others:
            self.out.append("their" if word == "our" else "theirs")
            return
        gender = gender_of(self.voices.speaker)
        if word in {"my", "our"} and self.has_named and gender and not self.others:
            self.out.append(_PRONOUN[gender]["possessive"])
            return
        is_owner_clear = self.has_named and gender is None and not self.others and word in {"my", "our"}
        self.out.append("their" if is_owner_clear else possessive(self.voices.speaker))
        self.has_named = True

    def _name(self, word: str, *, is_subject: bool = False) -> str:
        gender = gender_of(self.voices.speaker)
        is_plural = word in {"we", "us"} and self.voices.speaks_for_others
        if is_plural and self.has_named_others:
            return self._begun("they" if is_subject else "them")
        if self.has_named and gender and not self.others and not is_plural:
            return self._begun(_PRONOUN[gender]["subject" if is_subject else "object"])
        self.has_named, self.has_named_others = True, self.has_named_others or is_plural
        return f"{self.voices.speaker} and others" if is_plural else self.voices.speaker

    def _begun(self, pronoun: str) -> str:
        return pronoun.capitalize() if self._begins_sentence() else pronoun

    def _begins_sentence(self) -> bool:
        return next((token for token in reversed(self.out) if token.strip()), "") in _SENTENCE_ENDS

    def _reflexive(self, word: str) -> str:
        if word == "yourself":
            return self.voices.listener or word
        gender = gender_of(self.voices.speaker)
        return _PRONOUN[gender]["self"] if gender else "themselves"

    def _listener(self) -> str:
        self.others += 1
        return self.voices.listener or "you"

    def _plain(self, token: str, word: str) -> None:
        if token in _CLAUSE_ENDS:
            self.is_agreeing = self.is_subject_in_clause = self.wants_verb = False
        if self._can_be_meant_instead(token, word):
            self.others += 1
        if word == "to" and self.is_agreeing and self._leads_infinitive():
            self.is_agreeing = (
                False  # "wants to cook and bake": the second verb goes with the first infinitive
            )
        if self.wants_verb and token.strip() and word[0].isalpha():
            self._verb(token, word)
        elif self.is_agreeing and self._follows_joiner() and self._may_agree(word):
            self.out.append(third_person(token))
        else:
            self.out.append(token)

    def _can_be_meant_instead(self, token: str, word: str) -> bool:
        """Whether a "she" for the speaker could be this one, too: "her sister", but not "her family" or "her dad"."""
        gender = gender_of(self.voices.speaker)
        if word in KIN:
            return word not in SEVERAL_KIN and (gender is None or KIN[word] in {None, gender})
        other = gender_of(token) if token[:1].isupper() and self.out else None
        return other is not None and (gender is None or other == gender)

    def _verb(self, token: str, word: str) -> None:
        if word in ADVERBS | {"sure"} or (word.endswith("ly") and word not in BASE_VERBS):
            self.out.append(token)
            return
        if word in {"and", "or", "both", "who"}:
            self.out.append(token)
            self.wants_verb = word == "both"
            return
        if (
            is_unlisted_verb(word)
            and next(self._words_after(), "") in BASE_VERBS - ADVERBS
            and next(islice(self._words_after(), 1, None), ".") in _BEFORE_OBJECTS
            and not self.is_plural
        ):
            self.out.append(token)  # "foam roll", "spot check": the second half agrees
            return
        self.wants_verb = False
        self.out.append(self._agreed(token))
        self.is_agreeing = (is_present(word) or is_past(word)) and word not in _HELPERS and not self.is_plural
        self.is_past = is_past(word)

    def _agreed(self, verb: str) -> str:
        if not self.is_plural and is_unlisted_verb(verb):
            return with_ending(verb)
        if self.is_plural:
            return {"is": "are", "has": "have", "am": "are"}.get(verb.lower(), verb)
        return third_person(verb)

    def _previous_word(self) -> str:
        return next(self._words_before(), "")

    def _words_before(self) -> Iterator[str]:
        """The nearest first."""
        places = range(self.position - 1, -1, -1)
        return islice((self.tokens[at].lower() for at in places if self.tokens[at].strip()), _FAR)

    def _words_after(self) -> Iterator[str]:
        places = range(self.position + 1, len(self.tokens))
        return islice((self.tokens[at].lower() for at in places if self.tokens[at].strip()), _FAR)

    def _joins_people(self) -> bool:
        """Whether the "and" before here joins people, not clauses: no verb stands in its clause before it."""
        clause: list[str] = []
        for word in islice(self._words_before(), 1, None):
            if word in _SUBORDINATORS or word in _CLAUSE_ENDS or word == ",":
                break
            clause.append(word)
        is_clause = any(
            is_present(word) or is_past(word) or word in _BE_FORMS or "'" in word for word in clause
        )
        return bool(clause) and not is_clause and not _has_third_person(clause[::-1])

    def _follows_joiner(self) -> bool:
        before = next((word for word in self._words_before() if word not in ADVERBS), "")
        if before == "," and (next(self._words_after(), "") in _AFTER_VERBS or self._is_listed()):
            return True
        return before in _JOINERS and not (before == "or" and self._joins_things())

    def _joins_things(self) -> bool:
        """Whether what stands before an "or" hangs on a preposition: "about meeting or interview times"."""
        return next(islice(self._words_before(), 2, None), "") in _BEFORE_THINGS

    def _may_agree(self, word: str) -> bool:
        if word in _DENYING:
            return True
        is_verb = is_present(word) and (self._is_listed() or not self._is_noun_here())
        return is_verb and not (self.is_past and self._is_before_noun(word))

    def _is_before_noun(self, word: str) -> bool:
        """Behind what was done a verb of today needs more than a bare noun: "a new diet and exercise routine"."""
        after = next(self._words_after(), "")
        is_led = after in _NO_NOUNS | ADVERBS or after.endswith("ly") or "'" in after
        return not is_led and word not in _OF_FEELING

    def _is_listed(self) -> bool:
        """Whether a word stands among verbs that a comma parts: "watch films, hike, and have people over"."""
        before = next(self._words_before(), "")
        after = list(islice(self._words_after(), 3))
        return before == "," and after[:2] == [",", "and"] and after[2:] != [] and is_present(after[2])

    def _is_noun_here(self) -> bool:
        """Tell bread and work apart: before a comma or the end it is a noun."""
        return next(self._words_after(), ".") in {",", ".", "and", "!", "or"}

    def _leads_infinitive(self) -> bool:
        return next(self._words_after(), "") in BASE_VERBS

    def _is_subject(self) -> bool:
        """Whether "you" here has its own verb: at the start, or after a joining word, with a verb to follow."""
        words = self._words_after()
        verb = next((word for word in words if word not in ADVERBS and not word.endswith("ly")), None)
        return verb is not None and (verb in MODALS | AUXILIARIES or verb in BASE_VERBS or is_past(verb))

    def _follows_participle(self) -> bool:
        word = next((word for word in self._words_after() if word not in ADVERBS), None)
        return (
            word is not None
            and (word in PARTICIPLES or word.endswith("ed") or word == "better")
            and not is_present(word)
        )


def _has_third_person(clause: list[str]) -> bool:
    """Whether a "hates" or "goes" stands between somebody and something: "Jo hates mice", not "the two dogs"."""
    return any(
        is_verb_like(word) and word.endswith("s") and before not in _BEFORE_NOUNS
        for before, word in pairwise(clause[:-1])
    )


_BEFORE_NOUNS = frozenset(
    {"my", "our", "his", "her", "their", "the", "a", "an", "of", "two", "three", "both", "all", "some"}
)
_AFTER_VERBS = frozenset({"as", "at", "for", "in", "on", "a", "an", "the", "my", "with", "to"})
_NO_NOUNS = _AFTER_VERBS | frozenset(
    """
    from by about of into up out off down over back around away through like before after every some no any each
    it them him her me us this that these those our his its their your all
    """.split()  # noqa: SIM905 - a word list reads as one
)
_BEFORE_THINGS = frozenset({"about", "of", "for", "with", "in", "on", "at", "from", "by", "as", "without"})
_OF_FEELING = frozenset("feel look love like hate want need think know hope miss".split())  # noqa: SIM905 - a word list
_DENYING, _HELPERS = {"haven't", "don't", "aren't"}, {"do", "have", "did", "had", "don't", "didn't"}
_OWNED = frozenset({"my", "our", "mine", "ours", "your", "yours"})
_OBJECTS = {"me": "i", "us": "we"}
_SELVES = frozenset({"myself", "ourselves", "yourself"})
_SUBORDINATORS = frozenset(
    """
    because when if that while since where who although though until what how why whatever everything anything whether
    """.split()  # noqa: SIM905 - a word list reads as one
)
_BE_FORMS = frozenset({"is", "are", "am", "was", "were", "has", "have", "had", "does", "did", "will", "can"})


def possessive(name: str) -> str:
    """Ana → Ana's, James → James'."""
    return f"{name}'" if name.endswith(("s", "S")) and " " not in name else f"{name}'s"


def _tidied(text: str) -> str:
    return re.sub(r"[ \t\n]+", " ", re.sub(r"\b([Aa]nd|[Bb]ut) {2,}", r"\1 ", text)).strip()
