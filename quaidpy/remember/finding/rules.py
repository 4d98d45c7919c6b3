"""Which statements, entities and relations do these turns hold? Without a model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.text import normalized, words
from quaidpy.domain.memories.drafts import (
    USER,
    EntityDraft,
    EntityMention,
    Extraction,
    MemoryDraft,
    Rejection,
    RejectionReason,
    person,
    triple_of,
)
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence
from quaidpy.remember.dates.numeric import has_numeric, is_day_first, with_numeric_written
from quaidpy.remember.exchanges.corrections import correction_of, is_in_jest
from quaidpy.remember.exchanges.said_before import SaidBefore
from quaidpy.remember.finding.assistant_findings import is_exposition
from quaidpy.remember.finding.budget import within_budget
from quaidpy.remember.finding.conversation import Conversation
from quaidpy.remember.finding.document_statements import (
    is_of_self,
    main_entity,
    read_item,
    read_passage,
    somebody_speaks,
    titles_told_of,
)
from quaidpy.remember.finding.kept_forms import is_own_fact, is_own_task
from quaidpy.remember.finding.listed import boxed_task, recorded
from quaidpy.remember.finding.meeting_notes import Section, attendants, items_of, lists_attendants, section_of
from quaidpy.remember.finding.other_languages import as_said as keep_as_said
from quaidpy.remember.finding.other_languages import lines_of, unread_language
from quaidpy.remember.finding.rules_context import Context, conversation_of
from quaidpy.remember.finding.short_statements import may_stand_beside, understood_alone
from quaidpy.remember.finding.topics import head_of_note, placed
from quaidpy.remember.formats.document_reader import title_line
from quaidpy.remember.formats.pasted import up_to_others, words_of_others
from quaidpy.remember.people.alias_detection import other_names, with_namesakes_apart
from quaidpy.remember.people.entities import Named, find_entities, within
from quaidpy.remember.people.full_names import NamedInFull, names_alone
from quaidpy.remember.people.meeting_participants import group_of
from quaidpy.remember.people.name_filtering import without_false_names
from quaidpy.remember.people.place_evidence import places_in
from quaidpy.remember.people.the_user import as_the_user
from quaidpy.remember.relating.finding import SpeechContext, find_stated_relations
from quaidpy.remember.relating.keeping import Stated, with_stated_relations
from quaidpy.remember.relating.names_given_later import Open
from quaidpy.remember.relating.parties import NOBODY_SPEAKS
from quaidpy.remember.words.names import KIN
from quaidpy.remember.words.salience import content_words
from quaidpy.remember.words.sentence_grouping import apart, thoughts
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.speakers import ASSISTANT
from quaidpy.remember.words.standing_orders import with_rules_whole

__all__ = ["Context", "extract"]


def extract(turns: Sequence[Turn], context: Context) -> Extraction:
    """All that the rules find, in the order it was said. Deterministic."""
    heard = [*context.before, *turns]
    reader = _Reader(context, conversation_of(turns, context))
    reader.know(places_in(heard, reader.talk.known.values()))
    reader.is_of_self = is_of_self([turn.text for turn in turns if turn.role is Role.DOCUMENT])
    for turn in context.before:
        reader.listen(turn)
    for turn in turns:
        reader.read(turn)
    whole, short = understood_alone(reader.drafts, reader.beside, turns, reader.states)
    by_id = {turn.id: turn for turn in turns}
    whole = [placed(one, by_id[one.evidence[0].turn], context.title or reader.title) for one in whole]
    drafts, over = within_budget(whole, turns, context.tuning)
    if any(has_numeric(draft.text) for draft in drafts):
        day_first = is_day_first([turn.text for turn in heard])
        drafts = [replace(one, text=with_numeric_written(one.text, day_first=day_first)) for one in drafts]
    found = Extraction(
        drafts=tuple(with_stated_relations(drafts, reader.stated, context.tuning)),
        turn_mentions=tuple(reader.mentions),
        rejections=(*reader.rejections, *short, *over),
        unread_languages=tuple(reader.languages),
    )
    found = with_namesakes_apart(without_false_names(found, heard, titles_told_of(heard)))
    found = as_the_user(found, context.user_name) if context.user_name else found
    quoted = SaidBefore(heard, reader.talk.speaker_of).quoted_in(found.drafts)  # last: as it was said
    return replace(found, drafts=tuple(quoted))


_TURNS_OF_A_LIST = 4  # of the user, that an assistant's list of tasks may sum up
_TOO_PLAIN = frozenset({RejectionReason.NOT_SALIENT, RejectionReason.TOO_SHORT})
_REMEMBERED = frozenset({EntityType.PERSON, EntityType.ANIMAL, EntityType.PLACE, EntityType.ORGANIZATION})


@dataclass(slots=True)
class _Reader:
    """Goes through turns in order; what it has read tells what later turns mean."""

    context: Context
    talk: Conversation
    drafts: list[MemoryDraft] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    beside: list[MemoryDraft] = field(default_factory=list)
    mentions: list[tuple[TurnId, EntityMention]] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)
    still: tuple[TurnId | None, Open] = field(default_factory=lambda: (None, Open()))
    said: set[str] = field(default_factory=set)
    language: str | None = None
    languages: dict[str, None] = field(default_factory=dict)
    is_of_meeting: bool = False
    is_of_self: bool = False
    section: Section = Section.OTHER
    title: str | None = None
    named_in_full: NamedInFull = field(default_factory=NamedInFull)
    users_words: list[list[str]] = field(default_factory=list)
    before: Turn | None = None

    def __post_init__(self) -> None:
        self.know(self.context.known)
        for name in self.talk.speakers.names:
            if name not in {USER, ASSISTANT}:
                also = (USER,) if name == self.context.user_name else ()  # as called before the name was told
                self.talk.known[name.casefold()] = replace(person(name), aliases=also)

    def know(self, named: Iterable[EntityDraft]) -> None:
        """Take their names for theirs, in whatever case, from here on."""
        self.talk.known.update((one.name.casefold(), one) for one in named)

    def listen(self, turn: Turn) -> None:
        """Take a turn in without extracting from it."""
        if turn.role in {Role.USER, Role.ASSISTANT}:
            for span in split_sentences(turn.text):
                self._note_names(span, turn)
                self._hear(span, turn)
            self.stated.clear()  # told before; whoever it was about is known

    def read(self, turn: Turn) -> None:
        if turn.role is Role.TOOL:
            return
        self.language = unread_language(turn, self.language)
        if self.language is not None:
            self._keep_words(turn, self.language)
        elif record := recorded(turn, self.talk.known.values(), self.context):
            self._take(record, Span(0, len(turn.text), turn.text), turn)
            self._heard(Span(0, len(turn.text), turn.text), turn)
        elif turn.role is Role.DOCUMENT:
            self._read_document(turn)
        else:
            self._read_talk(turn)

    def _keep_words(self, turn: Turn, language: str) -> None:
        """Of a language the rules do not read: sentences in their own words, and only names that are surely some."""
        self.languages[language] = None
        if turn.role is Role.ASSISTANT:
            return
        for span in lines_of(turn.text):
            named = find_entities(span.text, self.talk.known.values(), by_capitals=False)
            found = keep_as_said(span, turn, self.talk.speaker_of(turn), named, self.context.tuning)
            self._take(found, span, turn)
            self._mention(turn, named, about=None)

    def _read_talk(self, turn: Turn) -> None:
        self._hear_said_back(turn)
        if turn.role is Role.USER:
            self.users_words = [*self.users_words, content_words(turn.text)][-_TURNS_OF_A_LIST:]
        if turn.role is Role.ASSISTANT and is_exposition(turn.text):
            self._listen_to_exposition(turn)
            return
        self.talk.people.begin_turn()
        quoted = words_of_others(turn.text, self.talk.speaker_of(turn))
        told = thoughts(turn.text, is_note=self.talk.is_said_to_assistant(turn))
        for span in with_rules_whole(turn.text, told):
            span = up_to_others(quoted, span)  # noqa: PLW2901
            if any(first <= span.start < last for first, last in quoted):
                self.rejections.append(Rejection(turn.id, span.text, RejectionReason.MISATTRIBUTED))
                continue
            self._note_names(span, turn)
            if self._put_right(span, turn):
                continue
            if is_in_jest(span.text):
                self._take(RejectionReason.WITHDRAWN, span, turn)
                continue
            found = self._boxed(span, turn) or self._spoken(span, turn)
            if isinstance(found, RejectionReason) and (parts := apart(span)):
                self._read_parts(parts, span, turn)
                continue
            self._take(found, span, turn)
            self._heard(span, turn)
        self.talk.turn_over(turn)

    def _hear_said_back(self, turn: Turn) -> None:
        """An assistant that repeats what it was told may say it more clearly."""
        before, self.before = self.before, turn
        if turn.role is not Role.ASSISTANT or before is None or before.role is not Role.USER:
            return
        kept = [draft for draft in self.drafts if draft.evidence[0].turn == before.id]
        for found in self.talk.said_back(turn, before, kept, before.at or self.context.now):
            self._take(found, Span(0, len(before.text), before.text), before)

    def _listen_to_exposition(self, turn: Turn) -> None:
        """An assistant's page states nothing of its own: names are heard, and tasks of the user's that it lists."""
        for span in thoughts(turn.text, is_note=False):
            self._note_names(span, turn)
            self._take(self._boxed(span, turn) or RejectionReason.NOT_SALIENT, span, turn)
            self._heard(span, turn)
        self.talk.turn_over(turn)

    def _boxed(self, span: Span, turn: Turn) -> MemoryDraft | None:
        """A task with a box before it; of an assistant's list only what the user spoke of, the rest is advice."""
        task = boxed_task(span, turn, self.context)
        if task is None or turn.role is not Role.ASSISTANT:
            return task
        told, wanted = {word for words in self.users_words for word in words}, content_words(task.text)
        return task if sum(word in told for word in wanted) * 2 > len(wanted) else None

    def states(self, words: Evidence) -> bool:
        """Whether these words state a relation."""
        return any(one.is_stated_by(words) for one in self.stated)

    def _put_right(self, span: Span, turn: Turn) -> bool:
        """Whether a thought only corrects what was said a moment ago; the earlier statement reads right then."""
        evidence = Evidence(turn.id, span.start, span.end)
        found = correction_of(span.text, self.talk.speaker_of(turn), evidence, self.drafts)
        if found is None:
            return False
        wrong = self.drafts[found.place].evidence
        self.stated = [one for one in self.stated if not any(one.is_stated_by(each) for each in wrong)]
        if found.draft is not None:
            self.drafts[found.place] = found.draft
            return True
        gone = self.drafts.pop(found.place)
        self.rejections.append(Rejection(gone.evidence[0].turn, gone.text, RejectionReason.WITHDRAWN))
        return False

    def _read_parts(self, parts: Sequence[Span], span: Span, turn: Turn) -> None:
        """The sentences of a thought alone, when together they make no statement.

        Where something hangs on the last, the thought is heard as a whole: it may tell who somebody is.
        """
        is_whole = parts[-1].end == span.end
        for part in parts:
            self._take(self._spoken(part, turn), part, turn)
            if is_whole:
                self._heard(part, turn)
        if not is_whole:
            self._heard(span, turn)

    def _heard(self, span: Span, turn: Turn) -> None:
        self._mention(turn, self._hear(span, turn), about=None)
        self._introduce(span, turn)

    def _introduce(self, span: Span, turn: Turn) -> None:
        """Family told in passing is kept, unless the sentence's own draft says it already."""
        introductions = self.talk.introductions(span, turn, turn.at or self.context.now)
        if turn.role is Role.ASSISTANT:
            return  # "our son" in a letter it drafts is nobody's of its own
        last = [draft for draft in self.drafts[-1:] if draft.evidence[0].turn == turn.id]
        stated = {edge for draft in self.drafts[-1:] for edge in map(triple_of, draft.edges)}
        told = {word for draft in last for word in words(draft.text)}
        for draft in introductions:
            spelt = words(draft.text)
            is_of_family = bool(draft.edges) and spelt[-1] in KIN
            is_told = {spelt[0], spelt[-1]} <= told  # who, and what they are
            if not set(map(triple_of, draft.edges)) <= stated if is_of_family else not is_told:
                self._take(draft, span, turn)

    def _note_names(self, span: Span, turn: Turn) -> None:
        speaker = self.talk.speaker_of(turn)
        for name, short in other_names(span.text, speaker, self.talk.speakers.listener_of(speaker)):
            self._know_as(name, short)

    def _hear(self, span: Span, turn: Turn) -> list[Named]:
        """Relations may go over several sentences; whom a pronoun means is told by the last one heard."""
        named = find_entities(span.text, self.talk.known.values())
        self._relate(span, turn, named)
        for sentence in split_sentences(span.text):
            told = [one.entity for one in within(named, sentence)]
            self.talk.hear(sentence.text, turn, told)
        self._learn(one.entity for one in named)
        return named

    def _relate(self, span: Span, turn: Turn, named: Sequence[Named]) -> None:
        """Relations that people and documents tell; what an assistant says of them is a guess."""
        if turn.role not in {Role.USER, Role.DOCUMENT}:
            return
        at, tuning = turn.at or self.context.now, self.context.tuning
        speaks = turn.role is Role.USER
        if self.still[0] != turn.id:
            self.still = (turn.id, Open())
        sure = tuning.user_confidence if speaks else tuning.document_confidence
        heard = SpeechContext(
            voice=self.talk.voice_of(turn) if speaks else NOBODY_SPEAKS,
            at=at,
            confidence=min(sure, tuning.edge_confidence),
            speaks=speaks,
            still=self.still[1],
        )
        for told in find_stated_relations(span, named, heard, self.context.relations):
            self.stated.append(Stated(told, turn, at, self.talk.speaker_of(turn) if speaks else None))
            self._learn((told.edge.subject, told.edge.object), by_words=speaks or self.is_of_meeting)

    def _know_as(self, name: str, short: str) -> None:
        """From here on the short name means that person, unless somebody else bears it."""
        known = self.talk.known.get(name.casefold(), person(name))
        if short.casefold() not in self.talk.known and name not in {USER, ASSISTANT}:
            aliases = dict.fromkeys((*known.aliases, short))
            self.talk.known[name.casefold()] = replace(known, aliases=tuple(aliases))

    def _learn(self, entities: Iterable[EntityDraft], *, by_words: bool = True) -> None:
        """Names of a known type are recognised from here on, also where the words around them tell nothing.

        `by_words`: also by a word of theirs, as in talk.
        """
        for entity in entities:
            if entity.type not in _REMEMBERED:
                continue
            if by_words and entity.type is EntityType.PERSON and " " in entity.name:
                short = (name for name in names_alone(entity.name) if name.casefold() not in self.talk.known)
                entity = replace(entity, aliases=tuple(dict.fromkeys((*entity.aliases, *short))))  # noqa: PLW2901
            self.talk.known.setdefault(entity.name.casefold(), entity)

    def _read_document(self, turn: Turn) -> None:
        section = section_of(turn.text)
        self.title = self.title or title_line(turn.text)
        self.is_of_meeting = self.is_of_meeting or lists_attendants(turn.text)
        if self.is_of_meeting or section is not None:
            self.section = section or self.section
            self._read_minutes(turn)
            return
        named = find_entities(turn.text)
        self.named_in_full.hear(one.entity for one in named)
        named = [replace(one, entity=self.named_in_full.meant_by(one.entity)) for one in named]
        about = None if self.is_of_self else main_entity(turn, named, self.context.title)
        for span in split_sentences(turn.text):
            found = boxed_task(span, turn, self.context) or self._passage(span, turn, about)
            if not isinstance(found, RejectionReason):
                found = found.with_entities(self.named_in_full.meant_by)
            self._take(found, span, turn)
            self._relate(span, turn, within(named, span))
        self._mention(turn, named, about=about)

    def _read_minutes(self, turn: Turn) -> None:
        context = self.context
        self._learn(person(name) for name in attendants(turn.text))
        named = find_entities(turn.text, self.talk.known.values())
        author = context.user_name if self.is_of_self and not self.is_of_meeting else None
        for item in items_of(turn, self.section, author or group_of(context.title or self.title)):
            self._relate(item.span, turn, within(named, item.span))
            known = self.talk.known.values()
            found = read_item(item, turn, known, context.relations, context.tuning, context.now)
            self._take(found, item.span, turn)
        self._mention(turn, named, about=None)

    def _passage(self, span: Span, turn: Turn, about: EntityDraft | None) -> MemoryDraft | RejectionReason:
        """In a diary the author speaks; whose "I" it is must be known."""
        context = self.context
        if not somebody_speaks(span.text):
            found = read_passage(span, turn, about, context.relations, context.tuning, context.now)
            is_note = is_own_task(span.text) or (found in _TOO_PLAIN and is_own_fact(span.text))
            is_own = is_note and context.user_name is not None
            return self._spoken(span, turn) if is_own else found
        if context.user_name is None:
            return RejectionReason.UNRESOLVED
        return self._spoken(span, turn)

    def _spoken(self, span: Span, turn: Turn) -> MemoryDraft | RejectionReason:
        if span.start == 0 and "\n" not in span.text and head_of_note(turn.text) is not None:
            return RejectionReason.HEADING
        return self.talk.read(span, turn, turn.at or self.context.now)

    def _take(self, found: MemoryDraft | RejectionReason, span: Span, turn: Turn) -> None:
        if isinstance(found, RejectionReason):
            self.rejections.append(Rejection(turn.id, span.text, found))
            if may_stand_beside(found, span.text, turn):
                self.beside.append(self.talk.as_said(span, turn, turn.at or self.context.now))
        elif (key := normalized(found.text)) in self.said:
            self.rejections.append(Rejection(turn.id, span.text, RejectionReason.REPEATED))
        else:
            self.said.add(key)
            self.drafts.append(found)
            by_words = turn.role is not Role.DOCUMENT or self.is_of_meeting
            ends = (end for edge in found.edges for end in (edge.subject, edge.object))
            self._learn(ends, by_words=by_words)

    def _mention(self, turn: Turn, named: Sequence[Named], *, about: EntityDraft | None) -> None:
        tuning = self.context.tuning
        found: dict[str, EntityMention] = {}
        if about is not None:
            found[about.name.casefold()] = EntityMention(about, tuning.subject_mention_weight)
        for one in named:
            known = self.talk.known.get(one.entity.name.casefold(), one.entity)
            found.setdefault(known.name.casefold(), EntityMention(known, tuning.other_mention_weight))
        self.mentions.extend((turn.id, mention) for mention in found.values())
