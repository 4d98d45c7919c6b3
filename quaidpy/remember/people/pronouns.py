"""Whom do "she", "he" and "they" mean? The last person it can be, if that was just now."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.people.meeting_participants import is_role
from quaidpy.remember.people.roles_in_passing import roles_in_passing
from quaidpy.remember.words.gazetteer import ANIMALS, NOT_NAMES
from quaidpy.remember.words.names import KIN, SEVERAL_KIN, gender_of
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.speakers import ASSISTANT
from quaidpy.shipped.names import is_town

_KINDS = "|".join(sorted(KIN, key=lambda word: -len(word)))
_OF_BEING = (
    r"(?:\w{1,20}ing|not|still|fine|ok|okay|really|so|very|already|just|been|got|had|back|home|here|out|away|always"
    r"|never|also|better|great|good|in|on|at)\b"
)
"""Behind a "mum's" that is "mum is" or "mum has"; else it is something of hers."""
_KIN_PHRASE = regex(
    rf"\b(?P<whose>my|our|your)\s+(?P<adjectives>(?:(?:older|younger|little|big|twin|best|old"
    rf"|good|late|dear|new|youngest|"
    rf"oldest|eldest|closest"
    rf"|only)\s+){{0,2}})(?P<kin>{_KINDS})\b(?!['’]s?\s+(?!{_OF_BEING})\w+\b)(?:,?\s+(?:is called\s+"
    rf"|named\s+|called\s+|is\s+)?"
    r"(?P<name>(?-i:[A-ZÀ-Þ][\w'’-]+)))?",
    re.IGNORECASE,
)
_KIN_OF_ANOTHER = regex(
    rf"(?:\b(?P<whose>his|her)|(?P<name>(?-i:[A-ZÀ-ÞĀ-Ž])[\w’-]{1, 40})['’]s)"
    rf" (?:\w{1, 24} )?(?P<kin>{_KINDS})\b(?!,? (?-i:[A-ZÀ-Þ]))",
    re.IGNORECASE,
)
"""Whom a third one's family is told of: "his mum", "Ana's brother"."""
_INTRODUCED = regex(
    rf"\b(?:i|we)(?:'ve)?\s+(?:only\s+|also\s+)?(?:have|had|got)\s+(?:(?:a|an|one|only|older|younger|little|big"
    rf"|twin)\s+)*(?P<kin>{_KINDS}),?\s+(?:is called\s+|named\s+|called\s+)?"
    r"(?P<name>(?-i:[A-ZÀ-Þ][\w'’-]+))",
    re.IGNORECASE,
)
_INTRODUCED_ANIMAL = regex(
    (
        rf"\b(?:have|has|got|adopted|bought|rescued|getting)\s+(?:an?|one)\s+(?:\w+ "
        rf"){{0,2}}?(?P<animal>{'|'.join(sorted(ANIMALS))})\b"
    ),
    re.IGNORECASE,
)
_DISLOCATED = regex(rf"\A(?:my|our) (?P<kin>{_KINDS}), (?:she|he)\b", re.IGNORECASE)
_NAME_WITHIN = regex(r"(?<=[a-z,] )[A-ZÀ-ÞĀ-Ž][a-zß-ÿā-ž]+(?: [A-ZÀ-ÞĀ-Ž][a-zß-ÿā-ž]+)?")
_HAS_SOMEBODY = regex(
    rf"\b(?P<owner>[\w'’-]{{2,20}}?)(?:['’]s| has| have)(?: got| found)? (?:an?|another) (?:new "
    rf"|secret )?(?P<kin>{_KINDS})\b",
    re.IGNORECASE,
)
"""Somebody heard of for the first time, by what they are to another: "Ana has a boyfriend"."""
_WORD = regex(r"[^\W\d_]+")
_CALLED_TO = regex(
    r"\A(?:(?:hi|hello|hey|dear|thanks|thank you|sorry|ok|okay|so|oh|yes|no),? )?"
    r"(?P<name>(?-i:[A-ZÀ-ÞĀ-Ž])[\w’-]{1,30}),"
    r"(?= (?-i:[a-z])|\W*\Z)(?! (?:who|whose|which|my|our|his|her|an?|the|and)\b)",
    re.IGNORECASE,
)
"""Whoever is spoken to by name is nobody's "she" in what they are told."""
_CALLS_SPEAKER = regex(r"\b[Cc]all(?:s|ed|ing)? (?:me|us|myself) (?P<name>[A-ZÀ-ÞĀ-Ž][\w’-]{1,30})")
"""By what somebody calls the speaker, rightly or not: nobody else has that name by it."""
_PITIED = regex(r"\A(?:oh,? |aw+,? )?(?:the )?poor (?:little |old )?[a-z]+\W*\Z", re.IGNORECASE)
"""Whom a name is not told of, though somebody is meant."""
_SUCCEEDS = regex(
    r"\b(?:new|the|our|my|his|her|their|next) (?:[\w-]+ ){0,2}?[\w-]+ is (?:called |now |named |an? (?:certain )?)?"
    r"(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)\W*\Z"
)
"""Who somebody is that only their part was known of: "the new lead is Ana"."""
_LONGEST_INITIALS = 2  # letters; what has more, all capital, is an acronym
_CALLED = regex(r"\b(?:she|he)\b", re.IGNORECASE)
_FRESH = 0  # statements since; whoever was not named in the last one is only meant when nobody else can be
_MEMORY = 3  # statements after which "she" may be anybody


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody spoken of: how to name them, "she", "he" or "they" (None: could be any)."""

    display: str
    pronoun: str | None
    said_at: int


@dataclass(slots=True)
class People:
    """Who was spoken of lately, in one conversation."""

    recent: list[Person] = field(default_factory=list)
    kin: dict[str, EntityDraft] = field(default_factory=dict)
    introduced: list[str] = field(default_factory=list)
    heard: str = ""
    addressed: set[str] = field(default_factory=set)
    _clock: int = 0
    _turn_began: int = 0

    def begin_turn(self) -> None:
        """Somebody begins to speak."""
        self._turn_began = self._clock
        self.addressed = set()

    def hear(self, sentence: str, *, speaker: str, listener: str | None, named: list[EntityDraft]) -> None:
        """Take note of the people in a sentence, in the order they are named."""
        self._clock += 1
        self.addressed.update(called["name"] for called in _CALLED_TO.finditer(sentence))
        last, self.heard = self.heard, sentence
        self._go_on_about(sentence)
        for match in _KIN_PHRASE.finditer(sentence):
            owner = listener if match["whose"].lower() == "your" else speaker
            if owner is None:
                continue
            kin, name = match["kin"].lower(), _as_name(match["name"])
            phrase = f"{possessive(owner)} {match['adjectives'].lower()}{kin}"
            if name and (gender_of(name) or name[0].isupper()) and name.lower() not in KIN:
                self._introduce(name, f"{possessive(owner)} {kin}", kin)
            self._add(name or self._known_name(f"{possessive(owner)} {kin}") or phrase, kin)
        for match in _INTRODUCED.finditer(sentence):
            self._introduce(
                match["name"], f"{possessive(speaker)} {match['kin'].lower()}", match["kin"].lower()
            )
            self._add(match["name"], match["kin"].lower())
        for match in _INTRODUCED_ANIMAL.finditer(sentence):
            self._add(f"{possessive(speaker)} {match['animal'].lower()}", None)
        self._hear_dislocated(sentence, speaker, last)
        if _PITIED.match(sentence):
            self.recent = []
        if speaker != ASSISTANT:  # who it drafts for is nobody's boss of its own
            self.introduced += [
                told for told in roles_in_passing(sentence, speaker) if told not in self.introduced
            ]
        present = {name for name in (speaker, listener) if name}
        present.update(called["name"] for called in _CALLS_SPEAKER.finditer(sentence))
        for entity in named:
            if _is_spoken_of(entity) and not _is_one_of(entity.name, present):
                self._add(entity.name, None, called=_called_next(entity.name, sentence))
        self._learn_pronoun(sentence)
        self._hear_kin_of_others(sentence)
        self._hear_of_new(sentence, [entity.name for entity in named])

    def _learn_pronoun(self, sentence: str) -> None:
        """The only one whom a sentence names is its "he": "Graeme has retired, he did it on paper"."""
        last = [one for one in self.recent if one.said_at == self._clock]
        called = {found[0].lower(): found.start() for found in reversed([*_CALLED.finditer(sentence)])}
        if len(last) != 1 or len(called) != 1 or last[0].pronoun is not None:
            return
        pronoun, place = called.popitem()
        name = last[0].display.split(maxsplit=1)[0].lower()
        if 0 <= sentence.lower().find(name) < place:
            self.recent = [replace(one, pronoun=pronoun) if one is last[0] else one for one in self.recent]

    def _hear_kin_of_others(self, sentence: str) -> None:
        for match in _KIN_OF_ANOTHER.finditer(sentence):
            begins = re.search(r"(?:\A|[.!?] )\W*\Z", sentence[: match.start()]) is not None
            whose = {"her": "she"}.get((match["whose"] or "").lower(), "he")
            owner = match["name"] or (self.meant_by(whose) if begins else None)
            if owner is not None and "'s " not in owner:
                self._add(f"{possessive(owner)} {match['kin'].lower()}", match["kin"].lower())

    def _hear_of_new(self, sentence: str, named: Iterable[str]) -> None:
        """Whoever a sentence tells of for the first time at its end is spoken of rather than the others in it."""
        heard = {name.casefold(): name for name in named}
        for match in _HAS_SOMEBODY.finditer(sentence):
            if owner := heard.get(match["owner"].casefold()):
                self._add(f"{possessive(owner)} {match['kin'].lower()}", match["kin"].lower())
        if found := _SUCCEEDS.search(sentence):
            name = found["name"]
            is_somebody = gender_of(name) is not None or is_role(
                sentence[found.start() : found.start("name")].rsplit(" is", 1)[0]
            )
            if is_somebody:
                self.recent = [
                    replace(one, said_at=one.said_at - 1) if one.said_at == self._clock else one
                    for one in self.recent
                ]
                self._add(name, None)

    def _hear_dislocated(self, sentence: str, speaker: str, last: str) -> None:
        """Of "… at our Maureen's. My sister, she was a nurse": who was named last is the sister."""
        found = _DISLOCATED.match(sentence)
        before = [one for one in self.recent if re.search(rf"\b{re.escape(one.display)}(?:['’]s)?\W*$", last)]
        if (
            found is None
            or len(before) != 1
            or before[0].pronoun not in {None, KIN.get(found["kin"].lower())}
        ):
            return
        kin = found["kin"].lower()
        self._introduce(before[0].display, f"{possessive(speaker)} {kin}", kin)
        self._add(before[0].display, kin)

    def _go_on_about(self, sentence: str) -> None:
        """Whoever a sentence calls "she" or "he", before it names anybody, is spoken of again."""
        called, named = _CALLED.search(sentence), _NAME_WITHIN.search(sentence)
        is_first = called is not None and (named is None or called.start() < named.start())
        if called is None or not is_first:
            return
        pronoun = called[0].lower()
        meant = self._could_be(pronoun)
        told = pronoun if len(meant) == 1 else None
        self.recent = [
            replace(one, said_at=self._clock, pronoun=one.pronoun or told) if one.display in meant else one
            for one in self.recent
        ]

    def _could_be(self, pronoun: str) -> set[str]:
        """The one it can only be, or else all who were spoken of last and fit equally."""
        if (name := self.meant_by(pronoun)) is not None:
            return {name}
        fitting = self._of_last([one for one in self.recent if one.pronoun in {pronoun, None}], _MEMORY)
        latest = max((one.said_at for one in fitting), default=0)
        last = {one.display for one in fitting if one.said_at == latest}
        return last if len(last) > 1 else set()

    def told_of(self) -> str | None:
        """The one person named in the statement just heard; None for nobody, and for several."""
        last = {one.display for one in self.recent if one.said_at == self._clock and one.pronoun != "they"}
        return last.pop() if len(last) == 1 else None

    def hear_by_deeds(self, names: Iterable[str]) -> None:
        """Take note of people whom the sentence just heard names that nothing else tells to be some."""
        for name in names:
            known = (one.display for one in self.recent if name.casefold() in one.display.casefold().split())
            self._add(next(known, name), None)

    def besides(self, text: str) -> "People":
        """The same without those named in a text, whom no pronoun before it can mean."""
        named = {word.casefold() for word in _WORD.findall(text)}
        others = [
            one
            for one in self.recent
            if "'s " in one.display or one.display.split()[0].casefold() not in named
        ]
        return self if len(others) == len(self.recent) else replace(self, recent=others)

    def meant_by(self, pronoun: str) -> str | None:
        """The one it can only be; None when nobody or two people fit equally lately."""
        name = self._meant_lately(pronoun) or self._only_one_of_turn(pronoun)
        return None if name in self.addressed else name

    def _only_one_of_turn(self, pronoun: str) -> str | None:
        """The only person whom the turn has named so far, where its sentences since tell of nobody else."""
        if pronoun == "they" or self._clock == self._turn_began:
            return None
        named = [
            one
            for one in self.recent
            if one.said_at > self._turn_began and one.pronoun != "they" and not one.display.isupper()
        ]
        if len(named) != 1 or named[0].pronoun not in {pronoun, None}:
            return None
        heard = self._only_name_heard()
        is_other = heard is not None and heard not in named[0].display
        return None if is_other or self._is_only_addressed(named[0].display) else named[0].display

    def _meant_lately(self, pronoun: str) -> str | None:
        if (name := self._only_name_heard()) is not None and name not in {
            each.display for each in self.recent
        }:
            return None  # "The vet says Bramble is ill. He …": not whoever was spoken of before
        possible = [
            person
            for person in self.recent
            if person.pronoun in {pronoun, None if pronoun != "they" else "they"}
        ]
        fitting = self._of_last(possible, 1 if pronoun == "they" else _MEMORY)
        if not fitting:
            return None
        latest = max(person.said_at for person in fitting)
        rivals = self._of_last(possible, 2 * _MEMORY)
        if len(rivals) > 1 and self._clock - latest > _FRESH and pronoun != "they":
            return None  # named a while ago, and so was somebody else
        last = [person for person in fitting if person.said_at == latest]
        if len(rivals) > 1 and len(last) == 1 and self._is_only_addressed(last[0].display):
            return None  # "I told Ben that we leave. He …": Ben, or whoever was spoken of before
        names = {person.display for person in last if person.pronoun == pronoun} or {p.display for p in last}
        return names.pop() if len(names) == 1 else self._subject_of_heard(names)

    def _subject_of_heard(self, names: set[str]) -> str | None:
        """The one the statement just heard begins with, where it names the others only as whom it is done with."""
        first = [name for name in names if self.heard.startswith(name)]
        others = [name for name in names if name not in first]
        beside = (rf"\b(?:with|to|for|from|about|of|by) {re.escape(name)}\b" for name in others)
        is_clear = len(first) == 1 and all(re.search(form, self.heard) for form in beside)
        return first[0] if is_clear else None

    def _is_only_addressed(self, display: str) -> bool:
        """Whether the statement just heard names somebody only as whom something is told or done for."""
        first = re.escape(display.split(maxsplit=1)[0])
        return (
            re.search(
                rf"\b(?:tell|told|ask|asked|remind|write to|email|warn) {first}\b", self.heard, re.IGNORECASE
            )
            is not None
        )

    def _of_last(self, people: list[Person], statements: int) -> list[Person]:
        return [person for person in people if self._clock - person.said_at <= statements]

    def _only_name_heard(self) -> str | None:
        """The name within the sentence just heard, where it has a single one."""
        found = {one for one in _NAME_WITHIN.findall(self.heard) if one.lower() not in NOT_NAMES}
        return found.pop() if len(found) == 1 else None

    def _introduce(self, name: str, phrase: str, kin: str) -> None:
        name = re.sub(r"['’]s?$", "", name)
        if is_town(name.casefold()):
            return  # "to be near our daughter, Ludlow"
        if kin not in SEVERAL_KIN and self._known_name(phrase) != name:
            self.kin[phrase.casefold()] = EntityDraft(name=name, type=EntityType.PERSON, aliases=(phrase,))
            self.introduced.append(f"{name} is {phrase}")

    def _known_name(self, phrase: str) -> str | None:
        known = self.kin.get(phrase.casefold())
        return known.name if known else None

    def _add(self, display: str, kin: str | None, called: str | None = None) -> None:
        pronoun = "they" if kin in SEVERAL_KIN else (KIN.get(kin or "") or gender_of(display) or called)
        given = display.split(maxsplit=1)[0]  # "Birgit", and then "Birgit Lindahl", are one
        known = next((p for p in self.recent if p.display in {display, given}), None)
        self.recent = [p for p in self.recent if p.display not in {display, given}][-7:]
        self.recent.append(Person(display, pronoun or (known.pronoun if known else None), self._clock))


def _as_name(word: str | None) -> str | None:
    """None for a word that capitals only raise: "CALL MY MUM ABOUT IT"."""
    return None if word is None or (word.isupper() and len(word) > _LONGEST_INITIALS) else word


def _called_next(name: str, sentence: str) -> str | None:
    """The "she" or "he" right behind a name: "doctor Oduya (she is new) …"."""
    place = sentence.lower().find(name.lower())
    found = _PRONOUN_NEXT.match(sentence, place + len(name)) if place >= 0 else None
    return found["called"].lower().replace("his", "he") if found else None


_PRONOUN_NEXT = regex(r"(?:[^\w.!?;]){1,20}(?P<called>she|he|his)\b", re.IGNORECASE)


def _is_spoken_of(entity: EntityDraft) -> bool:
    """Whether a "she" may mean it; what is all capitals is an acronym."""
    is_acronym = entity.name.isupper() and len(entity.name) > _LONGEST_INITIALS
    return entity.type in {EntityType.PERSON, EntityType.ANIMAL} and not is_acronym


def _is_one_of(name: str, present: set[str]) -> bool:
    """Whether whoever speaks or listens has this name, or has it as their first."""
    first = {one.split(maxsplit=1)[0].casefold() for one in present}
    return _closed_up(name) in {_closed_up(one) for one in present} or name.casefold() in first


def _closed_up(name: str) -> str:
    """A name as a chat's handle may write it: "Li Hua" and "LiHua" are one."""
    return "".join(name.split()).casefold()
