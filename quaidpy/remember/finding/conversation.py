"""What does somebody in a conversation say of themselves and of others?"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from quaidpy.domain.graph.entities import ALIVE
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import USER, EntityDraft, MemoryDraft, RejectionReason, person
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind
from quaidpy.domain.tuning import RememberTuning
from quaidpy.remember.exchanges.assistant_corrections import wanted_otherwise
from quaidpy.remember.exchanges.exchange import Exchange
from quaidpy.remember.exchanges.restated import is_terse, restated
from quaidpy.remember.finding import kept_forms, left_open
from quaidpy.remember.finding.assistant_findings import is_finding
from quaidpy.remember.finding.clauses_alone import MAY_HOLD_MORE, clauses_alone, is_labelled_item, is_page
from quaidpy.remember.finding.commitments import asked_reminder, self_order
from quaidpy.remember.finding.definite import decided, definite_fact, is_arranging
from quaidpy.remember.finding.drafting import Statement, draft_of
from quaidpy.remember.finding.ellipsis import (
    asks,
    of_oneself,
    of_own_day,
    speaks_of_past,
    told_with_name,
    with_left_out_named,
    without_own_name,
)
from quaidpy.remember.finding.health import bodily_constraint
from quaidpy.remember.finding.of_others import Said, of_one_meant, of_somebody, of_third
from quaidpy.remember.people.coreference import named_by_deeds, with_others_named
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.people.pronouns import People
from quaidpy.remember.relating.parties import Voice
from quaidpy.remember.words.authorship import signers_of
from quaidpy.remember.words.chat_sentences import clearest_part, is_understood_alone, nicknames
from quaidpy.remember.words.chat_spelling import (
    plainly_put,
    with_cleft_straight,
    with_in_laws,
    with_owned_kin,
    written_out,
)
from quaidpy.remember.words.chatter import is_chatter
from quaidpy.remember.words.names import origins_of
from quaidpy.remember.words.requests import (
    asked_to_keep,
    is_asking,
    is_thanking,
    is_wanted_now,
    wants_of_helper,
    without_order_behind,
)
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.salience import Salience, is_process_narration, salience_of
from quaidpy.remember.words.self_contained import fault_of, has_verb
from quaidpy.remember.words.sentence_grouping import without_asides
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.speakers import ASSISTANT, SOURCES, Speakers
from quaidpy.remember.words.standing_orders import order_for_dealings, standing_order, standing_wish
from quaidpy.remember.words.subjects import Subject, subject_of

_MOST_NAMES = 40  # of a group; more would make every sentence slow to strip
_ANSWERS_WITHIN = 40  # characters of a turn; an answer comes first
_UNSURE = Salience(Kind.FACT, 0)
_WORTH_OF_LESSON = 0.6
_LEAST_ASKED = 5  # words that may hold what their "it" is, where somebody asks to keep them
_LONGEST = 1000  # characters; a longer "sentence" is a paste
_PRONOUNS = {Subject.SHE: "she", Subject.HE: "he", Subject.THEY: "they"}


@dataclass(slots=True, kw_only=True)
class Conversation:
    """Reads sentences in order and remembers who and what was just spoken of."""

    speakers: Speakers
    user_name: str | None
    relations: RelationMap
    tuning: RememberTuning
    people: People = field(default_factory=People)
    known: dict[str, EntityDraft] = field(default_factory=dict)
    exchange: Exchange = field(default_factory=Exchange)
    places: set[str] = field(default_factory=set)

    def speaker_of(self, turn: Turn) -> str:
        return turn.speaker or (ASSISTANT if turn.role is Role.ASSISTANT else self.user_name or USER)

    def voice_of(self, turn: Turn) -> Voice:
        """Who "I", "you" and "she" are in what is about to be heard."""
        speaker = self.speaker_of(turn)
        listener = self.speakers.listener_of(speaker)
        return Voice(person(speaker), person(listener) if listener else None, self._known_by)

    def _known_by(self, pronoun: str) -> EntityDraft | None:
        """Whoever has a name and is meant by a pronoun."""
        name = self.people.meant_by(pronoun)
        known = self.known.get(name.casefold()) if name else None
        return known if known is not None and known.type in ALIVE else None

    def _voices(self, speaker: str) -> Voices:
        listener, is_group = self.speakers.listener_of(speaker), self.speakers.are_a_group
        return Voices(speaker=speaker, listener=listener, speaks_for_others=is_group)

    def hear(self, text: str, turn: Turn, named: Sequence[EntityDraft]) -> None:
        """Take note of people and of an open question."""
        speaker = self.speaker_of(turn)
        text = with_in_laws(with_owned_kin(text) if self.is_said_to_assistant(turn) else text)
        signed = signers_of(text) if turn.role is Role.ASSISTANT else frozenset()
        told = [one for one in named if one.name not in signed]
        self.people.hear(text, speaker=speaker, listener=self.speakers.listener_of(speaker), named=told)
        self.people.hear_by_deeds(named_by_deeds(text))
        self.places |= origins_of(text)
        self.exchange.hear(text, speaker)

    def read(self, span: Span, turn: Turn, at: datetime) -> MemoryDraft | RejectionReason:
        """The draft that one sentence gives, or why it gives none."""
        if self._goes_on_with_somebody(span, turn):
            return RejectionReason.UNRESOLVED
        speaker = self.speaker_of(turn)
        spoken = self._spoken(span, turn, speaker)
        found = spoken if isinstance(spoken, RejectionReason) else self._read_whole(spoken, span, turn, at)
        if isinstance(found, RejectionReason) and (body := self._of_body_or_rule(span, turn, at)) is not None:
            return body
        is_told = found is RejectionReason.UNRESOLVED and self.is_said_to_assistant(turn)
        is_note = found in MAY_HOLD_MORE and self._is_note(turn)
        if is_page(turn.text) or not (is_told or is_note):
            return found
        if isinstance(spoken, RejectionReason):
            spoken = self._without_asides(span, turn, speaker)
        parts = (
            self._read_clause(one, span, turn, at) for one in clauses_alone(spoken, least_signs=not is_told)
        )
        return next((part for part in parts if not isinstance(part, RejectionReason)), found)

    def _goes_on_with_somebody(self, span: Span, turn: Turn) -> bool:
        before = (self.exchange.asked, self.exchange.offered) if self.is_said_to_assistant(turn) else ("", "")
        return left_open.goes_on_with_somebody(
            span, turn.text, before, lambda who: who in self._first_names()
        )

    def _of_body_or_rule(self, span: Span, turn: Turn, at: datetime) -> MemoryDraft | None:
        """What somebody's body does not bear, where a sentence tells it among other things, or an announced rule."""
        voices = self._voices(self.speaker_of(turn))
        rule = kept_forms.announced_rule(span.text, turn.text[: span.start], voices)
        told = bodily_constraint(span.text, voices) or (rule if self.is_said_to_assistant(turn) else None)
        if turn.role is not Role.USER or told is None or len(span.text) > _LONGEST:
            return None
        draft = self._drafted(told, span.text, span, turn, at)
        return None if isinstance(draft, RejectionReason) else draft

    def as_said(self, span: Span, turn: Turn, at: datetime) -> MemoryDraft:
        """A sentence as it stands, though it states nothing alone: what stands beside it may need it."""
        told = self._without_asides(span, turn, self.speaker_of(turn))
        if not self._goes_on_with_somebody(span, turn):
            told = in_third_person(of_oneself(told), self._voices(self.speaker_of(turn)))
        return self._draft(Said(told, _UNSURE, None), span.text, span, turn, at)

    def said_back(
        self, reply: Turn, turn: Turn, kept: Sequence[MemoryDraft], at: datetime
    ) -> list[MemoryDraft]:
        """What an assistant's reply shows a turn of the user to have meant, where that itself did not say it whole."""
        span, voices = Span(0, len(turn.text), turn.text), self._voices(self.speaker_of(turn))
        asks_last = any(is_asking(one.text) for one in [*split_sentences(turn.text)][-1:])
        drafted: list[MemoryDraft | RejectionReason] = []
        before, told = " ".join((self.exchange.told_before, *self.known)), [draft.text for draft in kept]
        for one in restated(reply.text, turn.text, told, replied_to=self.exchange.replied_to, before=before):
            if one.is_order:
                drafted.append(self._drafted(kept_forms.ordered(one.text, voices), one.text, span, turn, at))
            elif not asks_last:
                drafted.append(found := self._read_clause(one.text, span, turn, at))
                if found is RejectionReason.NOT_SALIENT and is_terse(turn.text):
                    plain = kept_forms.as_it_stands(one.text, voices)
                    drafted.append(self._drafted(plain, one.text, span, turn, at))
        return [one for one in drafted if not isinstance(one, RejectionReason)]

    def _read_whole(self, spoken: str, span: Span, turn: Turn, at: datetime) -> MemoryDraft | RejectionReason:
        speaker = self.speaker_of(turn)
        can_answer = turn.role is not Role.ASSISTANT and span.start < _ANSWERS_WITHIN
        if can_answer and (answer := self.exchange.answer(spoken, span.text, speaker)):
            voices = self._voices(speaker)
            return self._drafted(
                kept_forms.told_in_answer(answer, voices, self.known.values()), answer, span, turn, at
            )
        if (righted := self._righted(spoken, span, turn)) is not None:
            return self._drafted(righted, spoken, span, turn, at)
        return self._read_clause(spoken, span, turn, at)

    def _read_clause(
        self, spoken: str, span: Span, turn: Turn, at: datetime
    ) -> MemoryDraft | RejectionReason:
        """By what is said of whom; else by what is definite in it."""
        speaker = self.speaker_of(turn)
        voices = self._voices(speaker)
        said = kept_forms.wrong_length(self.tuning, spoken) or self._said(spoken, speaker, turn)
        found = self._drafted(said, spoken, span, turn, at)
        is_too_plain = isinstance(said, Said) and found is RejectionReason.NOT_SALIENT
        if not is_too_plain or turn.role is Role.ASSISTANT:
            return found
        plain = definite_fact(of_oneself(spoken), voices, self.known.values(), is_note=self._is_note(turn))
        return self._drafted(plain, spoken, span, turn, at)

    def _righted(self, spoken: str, span: Span, turn: Turn) -> Said | None:
        """What the user puts right of an assistant's words, or says to have been the cause of a trouble."""
        if not self.is_said_to_assistant(turn):
            return None
        voices = self._voices(self.speaker_of(turn))
        told, tag = self.exchange.cause(span.text), "cause"
        if told is None and self.exchange.offered:
            if (order := wanted_otherwise(spoken)) is not None:
                return kept_forms.ordered(order, voices)
            told, tag = self.exchange.correction(span.text, turn.text), "correction"
        if told is None:
            return None
        return Said(
            in_third_person(told, voices), Salience(Kind.LESSON, _WORTH_OF_LESSON, (tag,), is_sure=True), None
        )

    def _drafted(
        self, said: Said | RejectionReason, spoken: str, span: Span, turn: Turn, at: datetime
    ) -> MemoryDraft | RejectionReason:
        """The finished draft of what was said, when it is worth keeping and stands alone."""
        if isinstance(said, RejectionReason):
            return said
        if left_open.points_at_nobody(said):
            return RejectionReason.UNRESOLVED
        draft = self._draft(said, spoken, span, turn, at)
        if draft.importance < self.tuning.least_salience:
            return RejectionReason.NOT_SALIENT
        return fault_of(draft.text) or draft

    def _draft(self, said: Said, spoken: str, span: Span, turn: Turn, at: datetime) -> MemoryDraft:
        is_by_assistant, tuning = turn.role is Role.ASSISTANT, self.tuning
        statement = Statement(
            text=said.text,
            spoken=spoken,
            salience=said.salience,
            stated_at=at,
            is_dated=turn.at is not None,
            evidence=Evidence(turn.id, span.start, span.end),
            source=SOURCES[turn.role],
            confidence=tuning.assistant_confidence if is_by_assistant else tuning.user_confidence,
            speaker=self.speaker_of(turn),
            subject=said.subject,
        )
        return draft_of(statement, self.known.values(), self.relations, tuning)

    def _spoken(self, span: Span, turn: Turn, speaker: str) -> str | RejectionReason:
        """What a sentence says without its asides, or why nothing is to be made of it."""
        if turn.role is Role.ASSISTANT and is_process_narration(span.text):
            return RejectionReason.PROCESS_NARRATION
        if len(span.text) > _LONGEST or is_labelled_item(span.text):
            return RejectionReason.NOT_SALIENT
        if is_thanking(span.text):
            return RejectionReason.SMALL_TALK
        spoken = self._without_asides(span, turn, speaker)
        wish = asked_reminder(spoken) if turn.role is not Role.ASSISTANT else None
        is_unmarked = not span.text.rstrip("\"'”) ").endswith("?") and is_asking(span.text)
        is_order = not span.text.endswith("?") and standing_order(spoken) is not None
        is_unmarked = is_unmarked or is_wanted_now(span.text, has_verb=has_verb(spoken))
        if wish is None and not is_order and (asks(span.text, spoken) or is_unmarked):
            return RejectionReason.QUESTION
        return wish or with_others_named(left_open.with_group_named(spoken), self._meant, self._first_names())

    def _first_names(self) -> set[str]:
        return {name.split()[0] for name, one in self.known.items() if one.type in ALIVE}

    def _without_asides(self, span: Span, turn: Turn, speaker: str) -> str:
        listener = self.speakers.listener_of(speaker)
        names = (*(nicknames(listener) if listener else ()), *self.speakers.names[:_MOST_NAMES])
        text = with_cleft_straight(written_out(span.text))
        if is_note := self.is_said_to_assistant(turn):
            text = with_owned_kin(text)
        said = plainly_put(without_own_name(without_asides(text, names), speaker))
        said = without_order_behind(said) if is_note else said
        said = self.exchange.days.with_month(said, turn.at)
        return with_left_out_named(said, self.people.heard, self.exchange.was_asked)

    def _meant(self, pronoun: str) -> str | None:
        return self.people.meant_by(pronoun) if pronoun else self.people.told_of()

    def introductions(self, span: Span, turn: Turn, at: datetime) -> list[MemoryDraft]:
        """Who somebody turned out to be in the sentence just heard ("Tom is Ben's brother"), each told once."""
        told, self.people.introduced = self.people.introduced, []
        salience = Salience(Kind.FACT, 0.4)
        said = (Said(text, salience, person(text.split(" ", 1)[0])) for text in told)
        return [self._draft(one, span.text, span, turn, at) for one in said]

    def turn_over(self, turn: Turn) -> None:
        """What a turn asks or offers is answered by the next one, or not at all."""
        self.exchange.turn_over(turn, self.speaker_of(turn))

    def _said(self, spoken: str, speaker: str, turn: Turn) -> Said | RejectionReason:
        if (kept := asked_to_keep(spoken, is_user=turn.role is Role.USER)) is not None:
            return self._asked_for(kept, speaker, turn)
        voices = self._voices(speaker)
        known = self.known.values()
        if left_open.counts_several(spoken):
            return RejectionReason.UNRESOLVED
        if subject_of(spoken) is Subject.DROPPED and turn.role is Role.ASSISTANT:
            return RejectionReason.PROCESS_NARRATION  # "Noted: …", "Added the test."
        spoken = of_oneself(spoken)
        if self.is_own_note(turn):
            spoken = of_own_day(spoken)
        if turn.role is Role.DOCUMENT:  # one's own file: what it says to remember, its writer is to remember
            spoken = self_order(spoken) or spoken
        told = None if turn.role is Role.ASSISTANT else kept_forms.plain_statement(spoken, voices, known)
        if told is None:
            told = self._told_to_all(spoken, turn, voices)
        if told is not None:
            return told
        said = self._worth_telling(spoken, turn, voices)
        is_arranged = said is RejectionReason.SMALL_TALK and is_arranging(spoken)
        is_plain = said is RejectionReason.NOT_SALIENT or is_arranged
        if not is_plain or turn.role is Role.ASSISTANT:
            return said
        return definite_fact(spoken, voices, known, is_note=self._is_note(turn))

    def _told_to_all(self, spoken: str, turn: Turn, voices: Voices) -> Said | RejectionReason | None:
        """What somebody wants or settles, of an assistant or among others."""
        if self.is_said_to_assistant(turn):
            told = kept_forms.statement_to_assistant(spoken, voices, self.known.values())
            return decided(spoken, voices) if told is None else told
        wish = standing_wish(spoken) or order_for_dealings(spoken) if turn.role is Role.USER else None
        return None if wish is None else kept_forms.ordered(wish, voices, is_of_reader=False)

    def _is_note(self, turn: Turn) -> bool:
        """Whether a turn tells an assistant something to know; in a chat with it much is said for company."""
        is_letter = turn.role is Role.USER and turn.speaker is not None and "\n\n" in turn.text
        return is_letter or (self.is_said_to_assistant(turn) and not is_chatter(turn.text))

    def _worth_telling(self, spoken: str, turn: Turn, voices: Voices) -> Said | RejectionReason:
        found = self._salience(spoken, turn)
        return found if isinstance(found, RejectionReason) else self._in_third_person(spoken, found, voices)

    def _asked_for(self, spoken: str, speaker: str, turn: Turn) -> Said | RejectionReason:
        """What somebody wants to be kept in mind; said of anything, for they asked."""
        kind, clear = Kind.FACT, clearest_part(spoken)
        voices = self._voices(speaker)
        inner = kept_forms.needed(clear, voices) or self._said(spoken, speaker, turn)
        if isinstance(inner, Said):
            kind, inner = inner.salience.kind, left_open.order_as_said(inner, speaker, of_oneself(spoken))
        elif (
            inner in {RejectionReason.NOT_SALIENT, RejectionReason.UNRESOLVED, RejectionReason.FRAGMENT}
            and (clear := clear or (spoken if len(spoken.split()) >= _LEAST_ASKED else None))
            and turn.role is Role.USER
            and not left_open.asks_of_you(clear)
        ):
            asked = in_third_person(clear, voices)
            is_bare = not has_verb(clear)
            inner = Said(f"{speaker} asked to remember: {asked}" if is_bare else asked, _UNSURE, None)
        else:
            return inner
        return replace(inner, salience=Salience(kind, 0.7, ("asked to remember",), is_sure=True))

    def _salience(self, spoken: str, turn: Turn) -> Salience | RejectionReason:
        is_request = ASSISTANT in self.speakers.names and wants_of_helper(spoken)
        is_unfit = turn.role is Role.ASSISTANT and not is_finding(spoken, turn.text)
        if is_request or is_unfit:
            return RejectionReason.NOT_SALIENT
        return salience_of(spoken, speaks_of_past=speaks_of_past(spoken))

    def is_said_to_assistant(self, turn: Turn) -> bool:
        """Whether a user speaks to a machine, or leaves it notes; a lone voice with a name may be half of a chat."""
        return turn.role is Role.USER and (ASSISTANT in self.speakers.names or self.is_own_note(turn))

    def is_own_note(self, turn: Turn) -> bool:
        """Whether somebody writes for themselves: a diary, a memo."""
        return turn.role is Role.USER and turn.speaker is None and len(self.speakers.names) == 1

    def _in_third_person(self, spoken: str, salience: Salience, voices: Voices) -> Said | RejectionReason:
        subject = subject_of(spoken)
        if subject in _PRONOUNS:
            if not is_understood_alone(f"somebody-there {spoken.partition(' ')[2]}"):
                return RejectionReason.UNRESOLVED
            return self._of_another(spoken, subject, salience, voices)
        clear = clearest_part(spoken)
        points = subject in {Subject.LISTENER, Subject.POINTER} and not left_open.tells_what_there_is(spoken)
        if clear is None or points:
            return RejectionReason.UNRESOLVED
        if subject in {Subject.SPEAKER, Subject.SPEAKERS_OWN}:
            return Said(in_third_person(clear, voices), salience, person(voices.speaker))
        if subject is Subject.POINTER:
            return Said(in_third_person(clear, voices), Salience(Kind.FACT, salience.worth), None)
        return of_third(clear, salience, voices, find_entities(clear, self.known.values()))

    def _of_another(
        self, spoken: str, subject: Subject, salience: Salience, voices: Voices
    ) -> Said | RejectionReason:
        """Name her in "she lives in Madrid", when it is clear who she is."""
        if (named := told_with_name(spoken)) is not None:
            return Said(in_third_person(named[1], voices), of_somebody(salience), person(named[0]))
        rest = spoken.partition(" ")[2]
        meant = self.people.besides(rest).meant_by(_PRONOUNS[subject])
        if meant is None or meant == voices.speaker or meant in self.places:
            return RejectionReason.UNRESOLVED
        return of_one_meant(spoken, meant, salience, voices, is_they=subject is Subject.THEY)
