"""Does a sentence tell, anywhere in it, what somebody's body does not bear?

"What can I cook, Ana is coeliac so no flour": whoever cooks must know it, whatever else the sentence is.
"""

import re

from quaidpy.domain.memories.drafts import EntityDraft, person
from quaidpy.domain.memories.memory import Kind
from quaidpy.regex import regex
from quaidpy.remember.finding.of_others import Said
from quaidpy.remember.finding.plain_facts import PHYSICAL_TRAITS
from quaidpy.remember.words.names import KIN, is_given_name_in_small
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.salience import Salience
from quaidpy.shipped.names import is_everyday_word

_WORTH = 0.5
_NAME = r"(?-i:[A-ZÀ-Þ])[\w-]{1,20}(?! (?-i:[A-ZÀ-Þ]))"
_WHO = rf"(?P<who>i|my (?:{'|'.join(sorted(KIN, key=len, reverse=True))})(?: {_NAME})?|{_NAME}|[a-z]{{3,12}})"
_WHOM = rf"(?P<whom>me|my (?:{'|'.join(sorted(KIN, key=len, reverse=True))})|{_NAME})"
_SKIN = r"(?:hives|welts|spots|blisters|an? rash|rashes|eczema|migraines?|asthma|palpitations)"
_ILL = (
    rf"(?:in(?:to)? (?:the )?hospital|to (?:the )?hospital|{_SKIN}|an? (?:allergic )?reaction"
    r"|(?:very |violently |really )?(?:ill|sick))"
)
_CONDITION = (
    r"(?:asthma|diabetes|epilepsy|arthritis|migraines|psoriasis|eczema|hay ?fever|ibs|adhd|crohn['’]?s|colitis|gout"
    r"|tinnitus|endometriosis|high blood pressure|an? (?:heart condition|pacemaker|[a-z]{2,12} allergy))"
)
_THING = (
    r"(?!(?:it|this|that|them|these|those|what|which|not|so|and|or)\b)"
    r"[a-zà-ÿ][\w-]{2,20}(?: (?:and|or|nor) [a-z][\w-]{2,20})?"
)
_FOOD = r"(?:dairy|milk|gluten|flour|wheat|nuts|eggs|fish|meat|pork|alcohol|sugar|salt|caffeine|coffee)"
_MEDICINE = r"(?:\w*(?:cillin|profen|pirin|mycin|codeine|cortisone|statin)s?|antibiotics|painkillers|aspirin)"
_FORMS = tuple(
    regex(
        rf"(?:^|[,;:(–—-] ?|[.!?] |\b(?:and|but|because|since|so|as|cos|remember|note) ){form}", re.IGNORECASE
    )
    for form in (
        (
            rf"(?P<told>{_WHO}(?:['’]m|['’]s| am| is) (?:\w{{3,12}}ly |also |now "
            rf"|still )?(?:{PHYSICAL_TRAITS})\b(?: to {_THING})?)"
        ),
        (
            rf"(?P<told>{_WHO} (?:can(?:['’]?t|not| not)|must(?:n['’]?t| not)|may not|(?:['’]m|am|is"
            rf"|isn['’]?t) (?:not )?allowed to)"
            rf" (?:eat|drink|tolerate|digest|(?:have|take)(?= (?:{_FOOD}|{_MEDICINE})\b))"
            rf" {_THING}(?: any ?more)?)"
        ),
        rf"(?P<told>{_WHO}(?: have| has|['’]ve|['’]s got| have got|['’]ve got) (?:\w{{3,12}}ly |also )?{_CONDITION}\b)",
        rf"(?P<told>{_WHO} (?:gets?|got|(?:comes?|came|breaks?|broke) out in) {_SKIN} from {_THING})",
        rf"(?P<told>{_THING} (?:puts?|gives?|gave|makes?|made|sends?|sent) {_WHOM} {_ILL}\b)",
        rf"(?P<told>no {_THING} in anything for {_WHOM})",
        rf"(?P<told>no (?P<no>{_MEDICINE}|{_FOOD}) (?:ever )?for (?!me\b){_WHO})",
    )
)


def bodily_constraint(sentence: str, voices: Voices) -> Said | None:
    """What the speaker, their family or somebody named does not bear, as a statement of its own."""
    for form in _FORMS:
        for found in form.finditer(sentence):
            who = _written(found)
            if not _is_somebody(who):
                continue
            is_small = who.islower() and who not in _OF_SPEAKER and not who.startswith("my ")
            named, no = who.title() if is_small else who, found.groupdict().get("no")
            told = f"{named} must have no {no}" if no else found["told"].replace(who, named, 1)
            text = in_third_person(f"{told[0].upper()}{told[1:]}", voices)
            return Said(text, Salience(Kind.PREFERENCE, _WORTH, is_sure=True), _subject(who, voices))
    return None


_SHORT = 3  # letters, with which anything may be a slip
_OF_SPEAKER = frozenset({"i", "me"})


def _written(found: re.Match[str]) -> str:
    """Who it is of, as the sentence has it."""
    return found.groupdict().get("who") or found.groupdict().get("whom") or ""


def _is_somebody(who: str) -> bool:
    is_own = who.lower() in _OF_SPEAKER or who.lower().startswith("my ")
    is_no_word = len(who) > _SHORT and not who.endswith("s") and not is_everyday_word(who)
    return is_own or who[:1].isupper() or is_given_name_in_small(who) or is_no_word


def _subject(who: str, voices: Voices) -> EntityDraft | None:
    if who.lower() in _OF_SPEAKER:
        return person(voices.speaker)
    return None if who.lower().startswith("my ") else person(who.title())
