"""Which relations does a third-person statement spell out?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EdgeDraft, EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.people.entities import Named
from quaidpy.remember.relating.phrases import phrases_of
from quaidpy.remember.words.gazetteer import ANIMALS, OCCUPATIONS
from quaidpy.remember.words.names import KIN, gender_of

_ADVERB = r"(?:\w+ly |also |just |still |now |always |never |often |both )*"
_ONE, _TWO = r"⟦(?P<one>\d+)⟧", r"⟦(?P<two>\d+)⟧"
_ARTICLE = r"(?:the |a |an |his |her |their )?"
_PHRASE = (
    r"(?P<phrase>[a-z][a-z' -]{1,38}?)(?=\s{0,3}(?:[.,;:!()⟦—–]|$|\b(?:and|but|in|at|for|with|on"
    r"|because|every|since|when|while|from|to|as|so|that|who|too|now|anymore|often|again|right|which|by"
    r"|after|before|until|where|where|than|this|last|these)\b))"
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """`relation` in the words of the text; the map turns it. `made`: type of an object that is no name."""

    form: re.Pattern[str]
    relation: str
    made: EntityType | None = None
    wanted: frozenset[EntityType] = frozenset()


def _names(rest: str, relation: str, *wanted: EntityType) -> _Pattern:
    return _Pattern(
        re.compile(
            rf"{_ONE} {_ADVERB}{rest} (?:the |(?:an?|this|the) \w+ (?:called|named) )?[\"“]?{_TWO}",
            re.IGNORECASE,
        ),
        relation,
        wanted=frozenset(wanted),
    )


def _phrase(rest: str, relation: str, made: EntityType) -> _Pattern:
    return _Pattern(re.compile(rf"{_ONE} {_ADVERB}{rest} {_ARTICLE}{_PHRASE}", re.IGNORECASE), relation, made)


_TASTE = (
    r"(?P<phrase>(?!\w+ing (?:\w+ )?(?:in|on|at|with|for|to|about|around|by|from|and|or)\b)[a-z][a-z'-]*"
    r"(?: (?!(?:\w+ed|a|an|the|in|on|at|with|for|to|of|and|or|that|which|so|as|too)\b)[a-z][a-z'-]*){0,2}?)"
    r"(?=\s{0,3}(?:[.;:!(–—]|- |$| too\b| so much\b| lately\b| recently\b| these days\b|, (?!and|or|[a-z]+,)"
    r"| (?:for|because|but|since|when|while|at|in|on|during|after|before|with)\b))"
)
"""What is liked, whole: "hiking", "herbal teas", never "creating a safe" nor "games" that do something."""


def _whole(rest: str, relation: str, made: EntityType) -> _Pattern:
    return _Pattern(re.compile(rf"{_ONE} {_ADVERB}{rest} {_ARTICLE}{_TASTE}", re.IGNORECASE), relation, made)


_PLACE, _GROUP, _PERSON = EntityType.PLACE, EntityType.ORGANIZATION, EntityType.PERSON
_THING, _CONCEPT, _EVENT = EntityType.THING, EntityType.CONCEPT, EntityType.EVENT
_PATTERNS = (
    _names((r"(?:lives?|is living|resides?|is based|has lived|has been living)(?: (?!not)[a-z "
r"]{1,25})? (?:in|at|near)"), "lives_in", _PLACE),
    _names(r"(?:lived|used to live|was living) (?:in|at|near)", "lived_in", _PLACE),
    _names(r"(?:has )?(?:just )?(?:moved|relocated)(?: back)? to", "moved_to", _PLACE),
    _names(r"(?:has )?(?:moved|relocated) (?:away )?from", "moved_from", _PLACE),
    _names(r"grew up in", "grew_up_in", _PLACE),
    _names(r"(?:is|comes|came)(?: originally)? from", "comes_from", _PLACE),
    _names(r"was born (?:on [\w ,]+ )?in", "born_in", _PLACE),
    _names(r"(?:died|passed away) (?:on [\w ,]+ )?in", "died_in", _PLACE),
    _names((r"(?:visited|(?:has )?(?:been|went|travell?ed|flew|drove)(?: on [a-z ]+)? to|(?:has "
r")?just (?:got|came) back from|(?:has )?got back from|returned from|stayed in|took a "
r"trip to|had a trip to)"), "visited", _PLACE),
    _names((r"(?:wants?|plans?|is planning|is going|hopes?|would (?:like|love)) to (?:visit|go to"
r"|travel to|see|fly to|move to)"), "wants_to_visit", _PLACE),
    _names((r"(?:works?|is working|has worked|has been working)(?: as (?:a|an|the) [a-z -]{2,30}?| "
r"part-time| full-time| now)? (?:at|for)"), "works_at", _GROUP, _PLACE, _THING),
    _names(r"(?:worked|used to work)(?: as (?:a|an|the) [a-z -]{2,30}?)? (?:at|for)",
            "worked_at", _GROUP, _THING),
    _names((r"(?:started|began|got|accepted|has|took|landed)(?: working| a (?:new )?(?:job|position"
r"|role))(?: as (?:a|an) [a-z -]{2,30}?)? (?:at|with|from)"), "works_at", _GROUP, _THING),
    _names(r"is (?:the |a |an )?[a-z -]{2,30}? at", "works_at", _GROUP),
    _names(r"(?:left|quit|resigned from)", "left_company", _GROUP),
    _names(r"(?:founded|co-founded|started|established)", "founded", _GROUP, EntityType.PROJECT),
    _names(r"(?:runs|manages|leads|is the (?:ceo|head|director|founder|manager|owner) of)",
            "manages", _GROUP, _PERSON, EntityType.PROJECT),
    _names(r"(?:reports to|works under)", "reports_to", _PERSON),
    _names(r"(?:studies|is studying|is a student)(?: [a-z ]{2,30}?)? (?:at|in)", "studies_at", _GROUP),
    _names(r"(?:graduated|got (?:a|his|her|their) [a-z' ]*degree)(?: in [a-z ]+)? (?:from|at)",
            "graduated_from", _GROUP, _PLACE),
    _names(r"(?:studied|was educated)(?: [a-z ]{2,30}?)? (?:at|in)", "studied_at", _GROUP, _PLACE),
    _names(r"(?:is (?:a )?member of|joined|plays for|is on|belongs to)", "member_of", _GROUP),
    _names(r"volunteer(?:s|ed)? (?:at|for|with)", "volunteers_at", _GROUP, _PLACE, _THING),
    _names(r"(?:is|was|got|has been) (?:married|wed) to", "married_to", _PERSON),
    _names(r"(?:married|is marrying)", "married_to", _PERSON),
    _names(r"(?:is|has been) (?:dating|going out with|in a relationship with)", "dating", _PERSON),
    _names(r"(?:is|got) engaged to", "engaged_to", _PERSON),
    _names(r"(?:divorced|broke up with|split up with|separated from)", "former_partner_of", _PERSON),
    _names(r"(?:is|are|was|has been|became|became) (?:good |best |close |old )?friends with",
            "friend_of", _PERSON),
    _names(r"(?:met|has met|knows|ran into|met up with)", "knows", _PERSON),
    _names((r"(?:attended|participated in|took part in|competed in|ran|went to|is going to|spoke at"
r"|performed at|signed up for|registered for)(?: (?:the|a|an))?"), "participated_in", _EVENT),
    _names(r"(?:organi[sz]ed|hosted|is organi[sz]ing)(?: (?:the|a|an))?", "organized", _EVENT),
    _names(r"(?:is |was )?work(?:s|ed|ing)? on(?! an?\b)", "works_on", EntityType.PROJECT),
    _names(r"(?:likes?|loves?|loved|enjoys?|prefers?|adores?|is (?:a )?(?:big |huge )?fan of|is (?:\w+ly )?into)",
            "likes", _PLACE, _THING, _GROUP, _EVENT, _CONCEPT, _PERSON),
    _names(r"(?:hates|dislikes|can't stand|avoids)", "dislikes"),
    _names(r"(?:speaks?|is fluent in)(?: [a-z]+ and)?", "speaks", _CONCEPT),
    _names(r"(?:directed)", "directed", _THING),
    _names((r"(?:wrote|composed|created|designed|painted|published|produced|recorded|released|invented"
r"|built)"), "created", _THING, EntityType.PROJECT),
    _names(r"(?:starred|appeared|acted|played) in", "acted_in", _THING),
    _names(r"(?:won|received)(?: (?:the|a|an))?", "won", _EVENT, _THING),
    _names(r"(?:uses?|switched to|is using|runs on|depends on)", "uses", _THING, EntityType.PROJECT),
    _names((r"(?:is|was)(?: [a-z ,-]{0,30})? (?:located|situated|headquartered|based|a (?:city|town"
r"|village|river|lake|district|municipality|county|region)) (?:in|of)"), "located_in", _PLACE),
    _names((r"(?:is|was) (?:an? |the )?(?:[\w-]+ ){0,6}?(?:film|movie|drama|comedy|documentary"
r"|series)[^⟦]{0,40}?directed by"), "directed_by"),
    _names((r"(?:is|was) (?:an? |the )?(?:[\w-]+ ){0,6}?(?:novel|book|song|album|play|opera|poem"
r"|single)[^⟦]{0,40}? by"), "created_by"),
    _names(r"(?:is|was) (?:the |an? )?(?:[\w-]+ ){0,3}?(?:son|daughter|child) of", "child_of", _PERSON, _THING),
    _names(r"(?:is|was) (?:the |an? )?(?:[\w-]+ ){0,2}?(?:brother|sister) of", "sibling_of", _PERSON, _THING),
    _names(r"(?:is|was) (?:the |an? )?(?:[\w-]+ ){0,2}?(?:wife|husband) of", "spouse_of", _PERSON, _THING),
    _names(r"(?:is|was) (?:the |an? )?(?:[\w-]+ ){0,2}?(?:father|mother) of", "parent_of", _PERSON, _THING),
    _names(r"(?:is|was) (?:a )?(?:part|division|subsidiary) of", "part_of"),
    _names(r"(?:is|was) (?:also )?(?:known as|called|nicknamed)", "also_known_as"),
    _Pattern(
        regex(rf"{_ONE} {_ADVERB}(?:works?|is working) (?:at|for) (?:the )?"
            rf"⟦\d+⟧ as {_ARTICLE}{_PHRASE}", re.IGNORECASE),
        "works_as",
        _CONCEPT,
    ),
    _phrase(r"(?:works?|is working|worked) as", "works_as", _CONCEPT),
    _phrase(r"(?:is|was|became|is now|has become) (?:an?|the)", "works_as", _CONCEPT),
    _phrase(r"(?:is|has been) allergic to", "allergic_to", _CONCEPT),
    _phrase(r"(?:is|was|got|has been) diagnosed with", "diagnosed_with", _CONCEPT),
    _whole((r"(?:loves|likes|enjoys|prefers|adores|is (?:\w+ly )?into|is passionate about|is obsessed with|is "
r"(?:a )?(?:big |huge )?fan of)"), "likes", _CONCEPT),
    _whole(r"(?:hates|dislikes|can't stand|doesn't (?:like|eat|drink))", "dislikes", _CONCEPT),
    _phrase(r"(?:studies|is studying|studied|is learning|majored in|is majoring in)", "studies", _CONCEPT),
    _phrase(r"teaches", "teaches", _CONCEPT),
)  # fmt: skip
_ANIMAL = "|".join(sorted(ANIMALS, key=lambda word: (-len(word), word)))
_KINDS = "|".join(sorted((word for word in KIN if not word.endswith("s")), key=lambda word: -len(word)))
_KIN_OF_NAME = regex(
    (
        rf"{_ONE}'s? (?:\w+ ){{0,2}}?(?P<kin>{_KINDS}),?(?: is| was| called| named| is called)? "
        rf"{_TWO}"
    ),
    re.IGNORECASE,
)
_HIS_KIN = regex(
    (
        rf"\b(?P<whose>his|her|their) (?:\w+ ){{0,2}}?(?P<kin>{_KINDS}),?(?: is called| named| "
        rf"called)? {_TWO}"
    ),
    re.IGNORECASE,
)
_HAS_KIN = regex(
    (
        rf"{_ONE} (?:only |also )*(?:has|had|have) (?:an? |one |only )*(?:\w+ "
        rf")?(?P<kin>{_KINDS}),?(?: named| called| is called|[^⟦⟧.]{{0,40}}?\b(?:her|his|their) "
        rf"name is)? {_TWO}"
    ),
    re.IGNORECASE,
)
_IS_KIN = regex(rf"{_TWO} (?:is|was) {_ONE}'s? (?:\w+ ){{0,2}}?(?P<kin>{_KINDS})\b", re.IGNORECASE)
_PET_OF_NAME = regex(
    rf"{_ONE}'s? (?:\w+ ){{0,2}}?(?:{_ANIMAL}),?(?: is| was| called| named| is called)? {_TWO}", re.IGNORECASE
)
_PET_OF_SUBJECT = regex(
    (
        rf"{_ONE}[^⟦⟧.]*?\b(?:has|got|adopted|bought|have|his|her|their|rescued) (?:an? |one "
        rf")?(?:\w+ ){{0,3}}?(?:{_ANIMAL}),?(?: is called| named| called|[^⟦⟧.]{{0,40}}?\b(?:her"
        rf"|his|its) name is)? {_TWO}"
    ),
    re.IGNORECASE,
)
_KIN_RELATIONS = {
    "mom": "mother_of", "mum": "mother_of", "mama": "mother_of", "mommy": "mother_of", "dad": "father_of",
    "papa": "father_of",
    "daddy": "father_of", "kid": "child_of", "baby": "child_of", "son": "son_of", "twin": "twin_of",
    "spouse": "spouse_of",
    "fiance": "fiance_of", "fiancé": "fiance_of", "fiancee": "fiancee_of", "fiancée": "fiancee_of",
    "ex": "ex_of",
    "grandma": "grandmother_of", "granny": "grandmother_of", "nana": "grandmother_of",
    "grandpa": "grandfather_of",
    "granddad": "grandfather_of", "auntie": "aunt_of", "buddy": "friend_of", "bestie": "friend_of",
    "boss": "boss_of",
    "manager": "manager_of", "neighbor": "neighbor_of", "neighbour": "neighbor_of", "doctor": "doctor_of",
    "therapist": "therapist_of", "coach": "coach_of", "teacher": "teacher_of", "mentor": "mentor_of",
    "sibling": "sibling_of",
}  # fmt: skip


def find_edges(
    text: str, named: Sequence[Named], relations: RelationMap, *, confidence: float
) -> tuple[EdgeDraft, ...]:
    """Canonical edges that a statement with explicit names spells out, each once; `named` has positions in it."""
    marked = _with_subjects(_marked(text, named), named)
    found: dict[tuple[str, str, str], EdgeDraft] = {}
    for subject, relation, target in (
        *_kin(marked, named, phrases_of(relations.words).general.get("next", frozenset())),
        *_couples(marked, named),
        *_patterns(marked, named, relations),
    ):
        edge = edge_between(subject, relation, target, relations, confidence)
        if edge is not None:
            found.setdefault((edge.subject.name.casefold(), edge.relation, edge.object.name.casefold()), edge)
    return tuple(found.values())


def _marked(text: str, named: Sequence[Named]) -> str:
    for number in range(len(named) - 1, -1, -1):
        text = f"{text[: named[number].start]}⟦{number}⟧{text[named[number].end :]}"
    return text


def _with_subjects(marked: str, named: Sequence[Named]) -> str:
    """The subject again before each later verb that shares it: "⟦0⟧ lives in ⟦1⟧ and ⟦0⟧ works at ⟦2⟧"."""
    subject = re.match(r"⟦\d+⟧(?= )", marked)
    if not subject:
        return marked
    marked = _SHARED_VERB.sub(rf"\1{subject[0]} ", marked)
    people = [one for one in named if one.entity.type is _PERSON]
    return _SAME_PRONOUN.sub(rf"\1{subject[0]} ", marked) if len(people) == 1 else marked


_SHARED_VERB = regex(
    r"(, (?:and |but )?| and | but )(?=(?:also |now |still )?(?:lives|works|teaches|plays"
    r"|loves|likes|enjoys|hates|speaks|studies|"
    r"moved|visited|has|is|was|got|adopted|married|runs|owns|volunteers|joined|grew|comes)\b)"
)
_SAME_PRONOUN = regex(r"(, (?:and |but )?| and | but |; | because )(?:he|she) ")


def _can_be_subject(subject: EntityDraft, relation: str, relations: RelationMap) -> bool:
    """Whether the relation is told of such; of what has no type it may be."""
    known = relations.relation(relation)
    return subject.type is _THING or known is None or not known.subjects or subject.type in known.subjects


def _patterns(
    marked: str, named: Sequence[Named], relations: RelationMap
) -> Iterator[tuple[EntityDraft, str, EntityDraft]]:
    for pattern in _PATTERNS:
        for match in pattern.form.finditer(marked):
            if _is_denied(marked, match):
                continue
            subject = named[int(match["one"])].entity
            target = _target(match, pattern, named)
            if target is not None and _can_be_subject(subject, pattern.relation, relations):
                yield subject, pattern.relation, target
                if other := _JOINED.search(marked[: match.start()]):
                    yield named[int(other["one"])].entity, pattern.relation, target


def _target(match: re.Match[str], pattern: _Pattern, named: Sequence[Named]) -> EntityDraft | None:
    if pattern.made is not None:
        is_cut = _DOING.match(match["phrase"]) and _WITH.match(match.string, match.end("phrase"))
        return None if is_cut else _made(match["phrase"], pattern)
    target = named[int(match["two"])].entity
    is_kind = target.type is _CONCEPT or pattern.relation == "works_on"
    if is_kind and _MORE.match(match.string, match.end()):
        return None  # "loves Russian twists", "works on a Gitea issue"
    return target if not pattern.wanted or target.type in pattern.wanted else None


_DOING = regex(r"\w{1,24}ing \w")
_WITH = regex(r"\s{1,4}(?:with|into|onto|together|and)\b")
"""Goes on with what is done: "loves pairing jam with cheese" is no love of pairing jam."""
_MORE = regex(r" (?!(?:and|or|but|too|so|because|for|in|at|with|when|since|as|well|fluently|now)\b)[a-z]")
_JOINED = regex(rf"{_ONE} and $", re.IGNORECASE)
_COUPLES = (
    (
        regex(rf"{_ONE} and {_TWO} (?:are|were|got) (?:now )?(?:getting )?married", re.IGNORECASE),
        "married_to",
    ),
    (regex(rf"{_ONE} and {_TWO} (?:are|were|got) (?:now )?engaged", re.IGNORECASE), "engaged_to"),
    (regex(rf"{_ONE} and {_TWO} (?:are|were) (?:dating|together|a couple)", re.IGNORECASE), "dating"),
    (
        regex(rf"{_ONE} and {_TWO} (?:are|were|have been|became) (?:\w+ )?friends", re.IGNORECASE),
        "friend_of",
    ),
    (
        regex(rf"{_ONE} and {_TWO} (?:are|were) (?:twins|siblings|brothers|sisters)", re.IGNORECASE),
        "sibling_of",
    ),
)


def _couples(marked: str, named: Sequence[Named]) -> Iterator[tuple[EntityDraft, str, EntityDraft]]:
    for form, relation in _COUPLES:
        for match in form.finditer(marked):
            yield named[int(match["one"])].entity, relation, named[int(match["two"])].entity


def _made(phrase: str, pattern: _Pattern) -> EntityDraft | None:
    """An object that is no name: an occupation must end in one, the others be short noun phrases."""
    words = phrase.strip().split()
    if not words or len(words) > 4 or words[-1] in _NO_OBJECTS or words[0] in _NO_OBJECTS:
        return None
    if pattern.relation == "works_as" and words[-1].rstrip("s") not in OCCUPATIONS:
        return None
    return EntityDraft(name=" ".join(words), type=pattern.made or _CONCEPT)


_NO_OBJECTS = frozenset(
    """
    it in on at for with to from by name idea them this that these those him her me you us
    all everything anything something lot bit way one ones
    how what when seeing
    being having doing going making getting more most much fact thing things spending there here out really
    so such no not
    also both mix bit kind sort variety challenge little combination aspect itself himself herself everyone everyone's
    what watching sharing talking listening hearing using adding trying seeing making returning experimenting
    idea same other others each mine yours time moment chance role part game big key hard
    """.split()  # noqa: SIM905 - a word list reads as one
)


def _kin(
    marked: str, named: Sequence[Named], unreal: frozenset[str]
) -> Iterator[tuple[EntityDraft, str, EntityDraft]]:
    """`unreal`: adjectives of what is no sister or friend, or not yet: "furry", "future"."""
    for form in (_KIN_OF_NAME, _HAS_KIN, _IS_KIN):
        for match in form.finditer(marked):
            owner, other = named[int(match["one"])].entity, named[int(match["two"])].entity
            is_real = unreal.isdisjoint(match[0].lower().split())
            if is_real and other.type in {_PERSON, _THING} and owner.type in {_PERSON, _THING}:
                yield replace(other, type=_PERSON), _kin_relation(match["kin"]), owner
    for match in _HIS_KIN.finditer(marked):
        possessor = _possessor(marked[: match.start()], match["whose"].lower(), named)
        if possessor is not None and unreal.isdisjoint(match[0].lower().split()):
            other = replace(named[int(match["two"])].entity, type=_PERSON)
            yield other, _kin_relation(match["kin"]), possessor
    for form in (_PET_OF_NAME, _PET_OF_SUBJECT):
        for match in form.finditer(marked):
            other = named[int(match["two"])].entity
            if other.type in {EntityType.ANIMAL, _THING, _PERSON}:
                yield replace(other, type=EntityType.ANIMAL), "pet_of", named[int(match["one"])].entity


def _kin_relation(kin: str) -> str:
    lower = kin.lower()
    return _KIN_RELATIONS.get(lower, f"{lower.replace('-', '_')}_of")


def _possessor(before: str, whose: str, named: Sequence[Named]) -> EntityDraft | None:
    """Whose kin it is: the last person named before, if the gender can fit; else an untyped subject."""
    entities = [named[int(number)].entity for number in re.findall(r"⟦(\d+)⟧", before)]
    unfit = {"his": "she", "her": "he"}.get(whose)
    people = [one for one in entities if one.type is _PERSON and gender_of(one.name) != unfit]
    if people:
        return people[-1]
    return entities[0] if entities and entities[0].type is _THING and before.startswith("⟦") else None


def _is_denied(marked: str, match: re.Match[str]) -> bool:
    around = marked[match.start() : match.end() + 12]
    return bool(
        re.search(
            r"\b(?:never|not|no longer|didn't|wasn't|isn't|if|would have|almost|nearly)\b",
            around,
            re.IGNORECASE,
        )
    )


def _typed(entity: EntityDraft, fitting: tuple[EntityType, ...]) -> EntityDraft:
    """What stands in a relation is of the one type that it takes, when the name alone told nothing."""
    return replace(entity, type=fitting[0]) if entity.type is _THING and len(fitting) == 1 else entity


def edge_between(
    subject: EntityDraft, relation: str, target: EntityDraft, relations: RelationMap, confidence: float
) -> EdgeDraft | None:
    """The relation as an edge in canonical direction; None for an edge onto itself."""
    if subject.name.casefold() == target.name.casefold():
        return None
    ends = {subject.name: subject, target.name: target}
    edge = relations.canonical_edge(relation, subject.name, target.name)
    known = relations.relation(edge.relation)
    return EdgeDraft(
        subject=_typed(ends[edge.source], known.subjects if known else ()),
        relation=edge.relation,
        object=_typed(ends[edge.target], known.objects if known else ()),
        confidence=confidence,
        is_known=edge.is_known,
    )
