"""Is there anything here at all? Raw evidence, before and beside every ranking."""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.language.languages import language_of
from quaidpy.domain.language.text import stem, stems_in_order, with_cjk_bigrams, word_set, words
from quaidpy.domain.recall.calibration import Calibration, Evidence
from quaidpy.domain.recall.queries import Corpus
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports.search import SearchIndex
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.person_evidence import asked_of_them, named_in, people_in
from quaidpy.recall.judging.subjects import Others
from quaidpy.recall.understanding.asked_value import named_thing, names_its_value
from quaidpy.recall.understanding.common_ground import (
    asks_what_anybody_knows,
    brings_its_numbers,
    is_of_schooling,
    presupposes_what_is_known,
)
from quaidpy.recall.understanding.particulars import asked_by
from quaidpy.recall.understanding.planning import Plan
from quaidpy.recall.understanding.prompt_intent import (
    asks_what_is_allowed,
    asks_who_belongs,
    brings_its_text,
    instruction_of,
    speaks_of_own_life,
    wants_done,
    works_on_what_is_at_hand,
    works_only_on_its_text,
)
from quaidpy.regex import regex

_TELLS_NAMES = frozenset({"en", None})
"""Languages in which names are told from other words here."""
LOOKED_AT = 20  # best candidates whose words are compared with the question


def gather_evidence(
    plan: Plan,
    candidates: Sequence[Candidate],
    cosines: Mapping[NodeId, float],
    search: SearchIndex,
    weights: Mapping[str, float],
    others: Others,
) -> Evidence:
    """Of the best candidates, given best first. `weights`: of the stems of the question, by `term_weights`."""
    looked_at = candidates[:LOOKED_AT]
    said = [_spoken(candidate) for candidate in looked_at]
    told = max((_sum(weights, spoken) for spoken in said), default=0.0)
    every = math.fsum(weights.values())
    names = _names(plan)
    return Evidence(
        cosine=max(cosines.values(), default=0.0),
        covered=max((_share(weights, spoken) for spoken in said), default=0.0),
        weighed=told / every if every else 0.0,
        told=told,
        knows_somebody=bool(plan.entities),
        is_name=bool(plan.entities) and names.issuperset(weights),
        others_lead=others.lead,
        others_behind=others.behind,
        leader=others.leader,
        missing=tuple(
            term.removesuffix("'s") for term in plan.terms if not any(stem(term) in spoken for spoken in said)
        ),
        unheard_of=_unheard_of(plan.keep.owner, plan.strangers, search),
        has_code=_has_code(plan.query.text, looked_at),
    )


def evidence_level(evidence: Evidence, calibration: Calibration, tuning: RecallTuning) -> float:
    """How far raw evidence goes from nothing (0) to as good as it gets (1); the scale of every score.

    The better of meaning and words: a name alone is enough when all words are there, and a paraphrase shares none.
    """
    meant = calibration.closeness(evidence.cosine)
    return min(1.0, max(0.0, meant, evidence.covered * tuning.coverage_worth))


def why_abstained(
    plan: Plan, evidence: Evidence, calibration: Calibration, tuning: RecallTuning
) -> str | None:
    """Why nothing should be given, for a person to read; None when there is enough to speak."""
    turned_away = _why_turned_away(plan, evidence, calibration, tuning)
    if turned_away is not None:
        return turned_away
    is_told = evidence.is_name or evidence.covered >= 1 or evidence.has_code
    is_near = calibration.closeness(evidence.cosine) >= _close_enough(plan, tuning)
    is_close = is_near or _is_told_otherwise(evidence, tuning)
    if is_told or is_close or calibration.certainty(evidence) >= _least(plan, tuning):
        return None
    if not evidence.told and not evidence.cosine:
        return "within the bounds of the question nothing has its words or comes near its meaning"
    return (
        f"too little speaks for an answer: the nearest text has cosine {evidence.cosine:.2f}, and the best wording"
        f" {evidence.weighed:.0%} of what the question's words weigh"
    )


def _why_turned_away(
    plan: Plan, evidence: Evidence, calibration: Calibration, tuning: RecallTuning
) -> str | None:
    """Why there is no answer, however near and well worded the best text is."""
    if plan.is_small_talk:
        return "the question names nothing to look for"
    if brings_its_numbers(plan.query.text) or _brings_all(plan):
        return "all that it takes stands in the question"
    if unheard := evidence.unheard_of or _years_untold(plan, evidence):
        return f"nobody and nothing called {', '.join(unheard)} was ever spoken of"
    if evidence.others_lead > tuning.others_lead and evidence.others_behind < tuning.others_behind:
        return is_about_another_person(plan, evidence)
    if evidence.lacks_answer:
        return f"no {'name' if named_thing(plan.query.text) else 'value of the kind'} that is asked for was told of it"
    is_sure = calibration.certainty(evidence) >= tuning.told_below
    return _untold(plan) if not is_sure and _is_untold(evidence, tuning) else None


_YEAR = regex(
    r"(?<!\bticket )(?<!\bissue )(?<!\bnumber )(?<!\bno )(?<!\broom )(?<!\bflat )(?<!\border )(?<!\bport )"
    r"(?<![\w.#-])(?:1[0-9]{3}|20[0-9]{2})(?![\w-])",
    re.IGNORECASE,
)
_LONG_AGO = 5  # years


def _years_untold(plan: Plan, evidence: Evidence) -> list[str]:
    """Years long ago for which the world is asked, as in "who won the cup in 1998"; not of a life."""
    text = plan.query.text
    if speaks_of_own_life(text) or named_in(plan) or wants_done(text):
        return []
    years = (year for year in _YEAR.findall(text) if plan.now.year - int(year) >= _LONG_AGO)
    return [year for year in years if year in evidence.missing]


def _brings_all(plan: Plan) -> bool:
    """Whether words in the prompt are to be worked on, of nobody in particular: what is like them is so by chance."""
    text = plan.query.text
    if not works_only_on_its_text(text) or speaks_of_own_life(text):
        return False
    return named_in(plan).isdisjoint(words(instruction_of(text)))


def _is_untold(evidence: Evidence, tuning: RecallTuning) -> bool:
    told, lead = evidence.told_of_named, evidence.told_of_any - evidence.told_of_named
    if _is_told_otherwise(evidence, tuning):
        return False
    return told <= tuning.told_least or lead > tuning.told_lead


def _is_told_otherwise(evidence: Evidence, tuning: RecallTuning) -> bool:
    """Whether what is asked of somebody is near in meaning to what was said, and nobody ever used its words."""
    return not evidence.told_of_any and evidence.cosine >= tuning.told_otherwise


def _least(plan: Plan, tuning: RecallTuning) -> float:
    """The certainty from which something is given: least where the asker's own life is spoken of.

    Of somebody in particular much may be near that is not what is asked; of nobody, only what the world is asked.
    """
    text = plan.query.text
    is_own = speaks_of_own_life(text)
    if works_on_what_is_at_hand(text) or (brings_its_text(text) and not is_own):
        return tuning.abstain_below_plain
    if is_own:
        return _least_of_own_life(text, tuning)
    is_familiar = presupposes_what_is_known(text)
    is_to_be_done = wants_done(text) or (asks_what_is_allowed(text) and bool(named_in(plan)))
    if is_to_be_done and not asks_what_anybody_knows(text):
        return min(tuning.abstain_below_work, tuning.abstain_below_familiar if is_familiar else 1.0)
    if language_of(text) not in _TELLS_NAMES:
        return tuning.abstain_below
    return (
        tuning.abstain_below_named
        if named_in(plan)
        else _least_of_nobody(text, tuning, is_familiar=is_familiar)
    )


def _least_of_nobody(text: str, tuning: RecallTuning, *, is_familiar: bool) -> float:
    is_general = asks_what_anybody_knows(text) and not is_familiar
    if is_general and is_of_schooling(text):
        return tuning.abstain_below_schooling
    if is_general or names_its_value(text):
        return tuning.abstain_below_plain
    return tuning.abstain_below_familiar if is_familiar else tuning.abstain_below_unnamed


def _close_enough(plan: Plan, tuning: RecallTuning) -> float:
    """How near a text must come in meaning alone: an answer in other words shares none with the question."""
    text = plan.query.text
    is_read = language_of(text) in _TELLS_NAMES
    if (
        not is_read
        or works_on_what_is_at_hand(text)
        or brings_its_text(text)
        or asks_what_anybody_knows(text)
        or names_its_value(text)
    ):
        return math.inf
    if speaks_of_own_life(text):
        return tuning.close_enough_of_own
    return math.inf if wants_done(text) or named_in(plan) else tuning.close_enough


def _least_of_own_life(text: str, tuning: RecallTuning) -> float:
    """None for who belongs to the asker: family and colleagues are spoken of by other words than these."""
    if asks_who_belongs(text):
        return 0.0
    return tuning.abstain_below_plain if names_its_value(text) else tuning.abstain_below_own


def _untold(plan: Plan) -> str:
    """Why what is known of the person named is no answer, for a person to read."""
    who = ", ".join(word.title() for word in sorted(people_in(plan)))
    asked = ", ".join(asked_of_them(plan, named_in(plan)))
    return f"nothing that was said by or of {who} speaks of what is asked: {asked or plan.query.text}"


def is_about_another_person(plan: Plan, evidence: Evidence) -> str:
    """Why what fits a question about somebody does not answer it, for a person to read."""
    people = ", ".join(entity.name for entity in plan.entities if entity.type is EntityType.PERSON)
    return f"{evidence.leader} says of themselves what fits it, and nothing near it is said by or of {people}"


def _spoken(candidate: Candidate) -> AbstractSet[str]:
    """The stems of its full text, and of what that tells of in particular.

    Piece by piece: the walk and other questions looked at the same pieces.
    """
    pieces = [memory.statement for memory in candidate.memories]
    if candidate.turn is not None:
        pieces += [candidate.turn.speaker or "", candidate.turn.text]
    spoken = {stem for piece in pieces for stem in stems_in_order(with_cjk_bigrams(piece))}
    return spoken.union(*(_stems_asked_by(piece) for piece in pieces))


@lru_cache(maxsize=4096)
def _stems_asked_by(text: str) -> frozenset[str]:
    return frozenset(map(stem, asked_by(word_set(text))))


_CODE = regex(
    r"(?<![\w/.])(?:[A-Z]{5,}[A-Z\d]*|\w+_\w+|[a-z]{2,}[A-Z]\w+|[\w-]{1,30}\.(?:py|go|rs|ts|js|toml|ya?ml|json|md"
    r"|txt|sql|sh|csv|cfg|ini|lock|env))\b"
)
"""What is called so and by no other word: a setting, a function, a file."""


def _has_code(question: str, looked_at: Sequence[Candidate]) -> bool:
    """Whether one of the best has such a word of the question as it stands."""
    if question.isupper():
        return False
    codes = set(_CODE.findall(question))
    return any(code in candidate.turn.text for candidate in looked_at if candidate.turn for code in codes)


def _unheard_of(owner: Owner, names: Sequence[str], search: SearchIndex) -> tuple[str, ...]:
    if not names:
        return ()
    lower = [name.lower() for name in names]
    in_turns, in_memories = (
        search.rarity(owner, lower, corpus) for corpus in (Corpus.TURNS, Corpus.MEMORIES)
    )
    return tuple(name for name in names if min(in_turns[name.lower()], in_memories[name.lower()]) >= 1)


def _sum(weights: Mapping[str, float], spoken: Collection[str]) -> float:
    return math.fsum(weight for word, weight in weights.items() if word in spoken)


def _share(weights: Mapping[str, float], spoken: Collection[str]) -> float:
    return sum(word in spoken for word in weights) / len(weights) if weights else 0.0


def _names(plan: Plan) -> frozenset[str]:
    return frozenset(
        stem(word)
        for entity in plan.entities
        for name in (entity.name, *entity.aliases)
        for word in words(name)
    )
