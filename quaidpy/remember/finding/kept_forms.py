"""Which statements are kept for how they are put, and which turned away for it?"""

import re
from collections.abc import Collection

from quaidpy.domain.graph.entities import ALIVE
from quaidpy.domain.memories.drafts import EntityDraft, RejectionReason, person
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex
from quaidpy.remember.finding.commitments import (
    asked_reminder,
    is_commitment,
    is_need,
    is_wish,
    noted_task,
    self_order,
)
from quaidpy.remember.finding.ellipsis import speaks_of_past
from quaidpy.remember.finding.of_others import Said
from quaidpy.remember.finding.plain_facts import (
    is_appointment,
    is_of_the_world,
    is_plain_fact_of_own,
    is_plain_fact_of_somebody,
    is_supposed,
    statements_in,
    states_physical_trait,
    tells_where_at_home,
)
from quaidpy.remember.finding.project_facts import tells_of_project
from quaidpy.remember.finding.wishes import as_wish
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.chat_sentences import clearest_part
from quaidpy.remember.words.choices import CHOSEN
from quaidpy.remember.words.definiteness import TIME, VERDICT
from quaidpy.remember.words.requests import is_order
from quaidpy.remember.words.rewriting import Voices, in_third_person, possessive
from quaidpy.remember.words.salience import Salience, salience_of
from quaidpy.remember.words.standing_orders import rule_announced, standing_order
from quaidpy.remember.words.subjects import Subject, subject_of
from quaidpy.remember.words.verbs import is_past

_WORTH = 0.5
_WORTH_OF_ANSWER = 0.45
_LESSON = regex(
    (
        r"^(?:(?:my )?lessons?(?: learned| learnt)?(?: (?:of|from|for) [\w' ]++)?(?:,[^:.]{2,60})?|note to self"
        r"|note for next time|takeaways?|moral(?: of the story)?|rule of "
        r"thumb)\s*+:\s*+(?P<what>.{8,})$|^(?:so |and )?(?:(?:my|the) )?lessons?(?: learned| learnt)?(?: is|,| [–—-])"
        r" (?:that )?(?P<told>[^,].{8,})$"
    ),
    re.IGNORECASE,
)
_KNEW = regex(
    r",? (?:and |but )?(?:i|we) (?:knew|know|should(?:'ve| have) known)(?: (?:that|it))?\W*$", re.IGNORECASE
)
_RULE = regex(
    r"^(?:(?:new|first|golden|one|a) )?(?P<name>(?:(?!the\b)[\w'-]{2,20} ){0,2}?)(?P<rules>rules?|style"
    r"|conventions?|guidelines?)(?P<of> (?:of|for|in|on|at) [^:,;]{2,40})?(?:,[^:]{2,80})?: (?P<what>.{6,})$",
    re.IGNORECASE,
)
"""What holds somewhere, whatever stands before the colon: "rule of this shed, for winter too: no smoking"."""
_THIS = regex(r"\b(?:this|that)\b", re.IGNORECASE)
_CALL_ME = regex(
    r"^(?:always |please )?(?:call|address) me (?:as )?(?P<name>[A-Z][\w-]*(?:, not [A-Z][\w-]*)?)$"
)
_WANTED = regex(
    r"^i(?:'d)? (?:(?:always|only|never|just|generally|usually) )?(?:want|prefer|like) (?!(?:to|you|the one|it"
    r"|this|that|how)\b)"
    r"(?:(?P<how>(?:\w+ )?(?:answers|replies|summaries|explanations|drafts|bullet points|tables|code|comments"
    r"|messages)\b)"
    r"|(?:all|every|each) |.*\b(?:always|never|not|no|only|instead of|rather than)\b)",
    re.IGNORECASE,
)
"""How somebody wants to be served: "i want short replies", "i like tables, never paragraphs"."""
_DUTY = regex(
    r"^i (?:do|handle|run|organi[sz]e|write to|book|bring|cook|buy|fetch|collect|look after|take care of"
    r"|sort out) (?:the|all|our|my) "
    r"(?!(?:same|best|most|opposite|hard|math|talking)\b)[\w'-]+(?: [\w'-]+){0,3}(?:,.{2,40})?\W*$",
    re.IGNORECASE,
)
"""What somebody takes on among others: "i do the money"."""
_FOR_THAT = regex(r" for (?:that|this|it|those)(?=,)", re.IGNORECASE)
_RULED_OUT = regex(
    r"^no (?!\d|(?:idea|worries|problem|thanks|need|rush|way|clue|doubt|hurry|luck|time|one|thing|wonder|matter"
    r"|longer|plan|more|its?|it['’]s|he|she|they|we|i|you|that|this|there|never|not|just|only|always)\b)"
    r"[\w./+#-]+(?: [\w./+#-]+){0,2}, (?!(?:but|just|sorry|thanks|please)\b)\S+ \S+",
    re.IGNORECASE,
)
"""What is ruled out, and what instead or why: "no kubernetes, one box is plenty"."""
_NO_KIND = regex(
    r"^no (?!(?:ideas?|worries|problems?|thanks|plans|news|rush|ways?|clues?|doubts?|questions?|complaints?"
    r"|objections?|changes?|issues?"
    r"|regrets|stress|others?|kids|results?|excuses|guess|less)\b)[\w.+#/-]+s$",
    re.IGNORECASE,
)
"""A kind of things that is ruled out in two words: "no semicolons"."""
_STEPS = regex(
    r"^(?:(?:the|my|our) )?(?:(?!(?:this|that)\b)[\w/-]+ ){0,3}"
    r"(?:checklist|routine|procedure|process|steps|workflow|instructions)"
    r"(?: (?:to|for|of|when|before|after) [^:,]{2,40})?: ?[^,;]{3,80}(?:[,;]|->|→| then ) ?.{3,}$",
    re.IGNORECASE,
)
"""What is to be done one after the other, under its name: "closing routine: empty the till, mop, alarm on"."""
_PLANS = regex(
    r"^(?:(?:the|my|our) )?(?:(?!(?:this|that)\b)[\w/-]+ ){0,3}"
    r"(?:rota|roster|schedule|timetable|menu|seating|prices|opening (?:hours|times))"
    r"(?: (?:to|for|of|from|until|on|in) [^:,]{2,40})?: ?[^,;]{3,80}[,;] ?.{3,}$",
    re.IGNORECASE,
)
"""Who does what, or what comes when: "cleaning rota from April: kitchen Deepak, bathroom Yara"."""
_OF_ONESELF = frozenset({Subject.SPEAKER, Subject.SPEAKERS_OWN})


def plain_statement(
    spoken: str, voices: Voices, known: Collection[EntityDraft]
) -> Said | RejectionReason | None:
    """What is yet to be done, what somebody plainly says of themselves, what they learnt; None for all else."""
    owed = noted_task(spoken) or (spoken if is_wish(spoken) or is_commitment(spoken) else None)
    if owed:
        return _owed(owed, voices, known)
    is_of_steps = _STEPS.match(spoken) is not None
    if (is_of_steps or _PLANS.match(spoken)) and (steps := clearest_part(spoken)):
        salience = Salience(Kind.PROCEDURE if is_of_steps else Kind.FACT, _WORTH, is_sure=True)
        return Said(in_third_person(steps, voices), salience, _about(steps, voices, known))
    if (held := _lesson_or_rule(spoken, voices)) is not None:
        return held
    if _DUTY.match(spoken) and (duty := clearest_part(spoken)):
        return Said(
            in_third_person(duty, voices), Salience(Kind.FACT, _WORTH, is_sure=True), person(voices.speaker)
        )
    is_kept = is_plain_fact_of_own(spoken) or is_appointment(spoken)
    clear = next(filter(None, map(clearest_part, statements_in(spoken))), None) if is_kept else None
    if clear is None:
        return None
    found = salience_of(spoken, speaks_of_past=False)
    kind = found.kind if isinstance(found, Salience) else Kind.PREFERENCE
    salience = Salience(Kind.EVENT if is_appointment(spoken) else kind, _WORTH, is_sure=True)
    return Said(in_third_person(clear, voices), salience, _about(clear, voices, known))


def wrong_length(tuning: RememberTuning, spoken: str) -> RejectionReason | None:
    """Why so few or so many words are no statement; a trait of health and what is ruled out need no more."""
    is_whole = states_physical_trait(spoken) or _NO_KIND.match(spoken) is not None
    if len(spoken.split()) < tuning.least_words and not is_whole:
        return RejectionReason.TOO_SHORT if spoken else RejectionReason.SMALL_TALK
    return RejectionReason.NOT_SALIENT if len(spoken.split()) > tuning.most_words else None


def is_own_task(sentence: str) -> bool:
    """Whether a line of somebody's own file says what they have yet to do."""
    spoken = sentence.rstrip(" .!?")
    forms = (asked_reminder, noted_task, self_order, is_commitment)
    return any(form(spoken) for form in forms)


def is_own_fact(sentence: str) -> bool:
    """Whether a line of somebody's own file is a plain fact of their life: somebody's job, where a key is."""
    spoken = sentence.rstrip(" .!")
    forms = (is_plain_fact_of_own, is_plain_fact_of_somebody, tells_where_at_home)
    return any(form(spoken) for form in forms)


def statement_to_assistant(
    spoken: str, voices: Voices, known: Collection[EntityDraft]
) -> Said | RejectionReason | None:
    """What a user wants of an assistant always, tells it to keep in mind for them, or how things stand in the project.

    What they only make up, or what anybody can look up, is turned away; None leaves a sentence to what it says.
    """
    is_verdict = VERDICT.search(spoken) is not None and subject_of(spoken) not in _OF_ONESELF
    if wanted := _ruled_out(spoken, voices) or _wanted(spoken, voices):
        return wanted
    if is_supposed(spoken) or is_of_the_world(spoken) or (is_verdict and not TIME.search(spoken)):
        return RejectionReason.NOT_SALIENT
    if (own := self_order(spoken)) and (owed := _owed(own, voices, known)):
        return owed
    is_courtesy = isinstance(salience_of(spoken, speaks_of_past=False), RejectionReason)
    clear = (
        clearest_part(spoken) if tells_of_project(spoken) and not (is_courtesy or is_order(spoken)) else None
    )
    if clear is None:
        return None
    salience = Salience(Kind.FACT, _WORTH, ("project",), is_sure=True)
    return Said(in_third_person(clear, voices), salience, _about(clear, voices, known))


def _ruled_out(spoken: str, voices: Voices) -> Said | None:
    """A decision against something, with what is done instead or why."""
    clear = clearest_part(spoken) if _RULED_OUT.match(spoken) else None
    if clear is None:
        return None
    text = in_third_person(clear, voices)
    salience = Salience(Kind.DECISION, _WORTH, is_sure=True)
    return Said(f"{voices.speaker} decided: {text[0].lower()}{text[1:]}", salience, person(voices.speaker))


def _wanted(spoken: str, voices: Voices) -> Said | None:
    """How somebody wants to be served from here on: an order that holds, or a plain wish."""
    if is_supposed(spoken):
        return None
    if order := standing_order(spoken):
        return ordered(order, voices)
    wish = _WANTED.match(spoken)
    clear = clearest_part(_FOR_THAT.sub("", spoken)) if wish else None
    if wish is None or clear is None:
        return None
    kind = Salience(Kind.PREFERENCE, _WORTH, ("instruction",) if wish["how"] else (), is_sure=True)
    return Said(in_third_person(clear, voices), kind, person(voices.speaker))


def _about(clear: str, voices: Voices, known: Collection[EntityDraft]) -> EntityDraft | None:
    """Whom or what a statement begins with."""
    if subject_of(clear) in _OF_ONESELF:
        return person(voices.speaker)
    return next((one.entity for one in find_entities(clear, known) if one.start <= _AT_START), None)


_AT_START = 4  # characters; "The " may stand before a name


def ordered(order: str, voices: Voices, *, is_of_reader: bool = True) -> Said:
    """How somebody wants it from here on, as their wish; `is_of_reader`: an assistant is to keep to it."""
    named = _CALL_ME.search(order)
    wish = (
        f"{voices.speaker} wants to be called {named['name']}"
        if named
        else as_wish(order, voices, is_of_reader=is_of_reader)
    )
    salience = Salience(Kind.PREFERENCE, _WORTH, ("instruction",) if is_of_reader else (), is_sure=True)
    return Said(wish, salience, person(voices.speaker))


def announced_rule(spoken: str, before: str, voices: Voices) -> Said | None:
    """What is wanted behind "house rules:"; `before`: what was said before it in the same message."""
    rule = rule_announced(spoken, before)
    return None if rule is None else ordered(rule, voices)


def _owed(spoken: str, voices: Voices, known: Collection[EntityDraft]) -> Said | None:
    """A task, of the speaker or of somebody named; what a thing needs, or somebody unknown, is none."""
    clear = clearest_part(spoken)
    if clear is None:
        return None
    who = _about(clear, voices, known)
    if who is None or who.type not in ALIVE:
        return None
    tags = ("reminder",) if is_wish(spoken) else ()
    return Said(in_third_person(clear, voices), Salience(Kind.TODO, _WORTH, tags, is_sure=True), who)


def as_it_stands(spoken: str, voices: Voices) -> Said | RejectionReason:
    """What both have said of something, whatever it is: with a verb or a figure, and understood alone."""
    clear = clearest_part(spoken)
    if clear is None or not any(map(_tells, clear.lower().split())):
        return RejectionReason.UNRESOLVED
    return Said(in_third_person(clear, voices), Salience(Kind.FACT, _WORTH, is_sure=True), None)


def told_in_answer(answer: str, voices: Voices, known: Collection[EntityDraft]) -> Said:
    """What a question and its answer state together; somebody wanted to know it."""
    told = plain_statement(answer, voices, known)
    if isinstance(told, Said):
        return told
    found = salience_of(answer, speaks_of_past=speaks_of_past(answer))
    is_choice = answer.startswith(CHOSEN)
    kind = Kind.DECISION if is_choice else found.kind if isinstance(found, Salience) else Kind.FACT
    subject = subject_of(answer)
    who = person(voices.speaker) if subject in {Subject.SPEAKER, Subject.SPEAKERS_OWN} else None
    return Said(in_third_person(answer, voices), Salience(kind, _WORTH_OF_ANSWER, is_sure=True), who)


def _tells(word: str) -> bool:
    return is_past(word) or word in _IS or word[0].isdigit()  # "tests" and "books" may be things


_IS = frozenset({"is", "are", "was", "were", "has", "have", "had", "will", "can", "must", "does"})


def needed(spoken: str | None, voices: Voices) -> Said | None:
    """What the speaker has yet to get; None for anything but a need."""
    if spoken is None or not is_need(spoken):
        return None
    return Said(in_third_person(spoken, voices), Salience(Kind.TODO, _WORTH), person(voices.speaker))


def _lesson_or_rule(spoken: str, voices: Voices) -> Said | None:
    """What somebody says that they have learnt, or that holds somewhere, under that name."""
    if lesson := _LESSON.match(spoken):
        return _lesson(_KNEW.sub("", lesson["what"] or lesson["told"]), voices.speaker)
    rule = _RULE.match(spoken)
    held = clearest_part(rule["what"]) if rule else None
    if rule is None or held is None:
        return None
    head = in_third_person(_THIS.sub("the", f"{rule['name']}{rule['rules']}{rule['of'] or ''}"), voices)
    text = f"{head[0].upper()}{head[1:]}: {in_third_person(held, voices)}"
    return Said(text, Salience(Kind.PREFERENCE, _WORTH, ("rule",), is_sure=True), None)


def _lesson(what: str, speaker: str) -> Said:
    text = in_third_person(what, Voices(speaker=speaker))
    return Said(
        f"{possessive(speaker)} lesson: {text}", Salience(Kind.LESSON, 0.5, ("lesson",)), person(speaker)
    )
