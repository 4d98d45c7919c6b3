"""Which statement of a moment ago does somebody put right, and how does it read then?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.text import normalized
from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.memory import Evidence
from quaidpy.regex import regex

_CUE = (
    r"(?:no|nope|wait|sorry|oops|actually|correction|scratch that|i mean|i meant|my mistake|my bad"
    r"|they changed it[^,]{0,30})"
)
_VALUE = r"[\w€$£%/.:'’+-]+(?: [\w€$£%/.:'’+-]+)?"
_REGRETS = r"(?:sorry|oops|my (?:mistake|bad|fault|error|fingers?)|typo|slip of (?:the|my) \w+)"
_FORMS = (
    regex(
        rf"^(?:{_CUE}[\s,.!:–—-]+){{1,3}}not (?P<wrong>{_VALUE})[,;:–—-]+ ?(?:but )?(?P<right>{_VALUE})"
        r"(?=[.,!]|$|\s(?!(?:is|are|was|were|has|have|had|will|would)\b))",
        re.IGNORECASE,
    ),
    regex(
        rf"^(?:{_CUE}[\s,.!:–—-]+){{1,3}}(?:it['’]?s |that['’]?s |make (?:it"
        rf"|that) )?(?P<right>{_VALUE}),? (?:and )?not (?P<wrong>{_VALUE})\W*$",
        re.IGNORECASE,
    ),
    regex(
        rf"^(?:.{{0,80}}?\s)?(?P<right>[\w'’-]+),?(?: though| and| but)?,? not (?P<wrong>[\w'’-]+),? {_REGRETS}\b",
        re.IGNORECASE,
    ),
)
_WAS_JOKING = regex(
    r"^\W*(?:(?:ha\w{0,10}|lol|ok(?:ay)?|no|nah)[\s,.!]+)?(?:i['’]?m |i was |am |was )?(?:just |only )?"
    r"(?:jk|kidding|joking)"
    r"(?: (?:obviously|of course|lol|guys|everyone|about (?:that|the \w+)))?\s*(?:[.,!;)]|\W*$)",
    re.IGNORECASE,
)
_IN_JEST = regex(
    r"^\W*jk\b|(?<!\bs )(?<!['’]s )(?<!\bis )(?<!\bwas )(?<!\bwere )(?<!\bare )(?<!\bbeen )(?<!\bbe )(?<!not )(?<!to )"
    r"(?:\b(?:just|only|obviously) (?:kidding|joking)|\bjk|(?:[,(.!–—-] ?|\b(?:ha){2,8}\w? |\blol )(?:kidding|joking))"
    r"(?: (?:obviously|of course|lol|guys))?(?: (?:ha){2,8}\w?)?\W*$",
    re.IGNORECASE,
)
_SEEN_AS_JOKE = regex(
    r"^\W*(?:(?:ha\w{0,10}|lol|yeah|it['’]?s|nice|good|very|funny|happy)[\s,.!]+){0,3}"
    r"(?:april[- ]fools?|april (?:1|1st|first|the 1st|the first)|1(?:st)? (?:of )?april)\b[^.?!]{0,30}\W*$",
    re.IGNORECASE,
)
"""What somebody else says to a joke of the day: "april 1, we know"."""
_JUST_NOW = 3  # turns
_EMPHATIC = regex(
    r"^(?P<who>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3}) (?P<verb>HAD|WAS|WERE|DID) (?P<rest>\S.*?)\W*$"
)
_NOW_OF = {"HAD": ("has", "have", "has got"), "WAS": ("is",), "WERE": ("are",), "DID": ("does", "do")}
_NO_VALUE = regex(
    r"^(?:this|that|it|there|he|she|they|we|i|you)\b|^(?:the|an?|my|our|his|her|their)$|\b(?:is|are|was|were|am|do|does|did|will|would|can|could|should"
    r"|really|just|so)$",
    re.IGNORECASE,
)
"""What is left of a plain denial: "no, this is not necessary"."""
_MOST_BACK = 6  # statements; what was said longer ago is not put right in passing
_LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Corrected:
    """The statement at `place` reads as `draft` now; None: it is withdrawn."""

    place: int
    draft: MemoryDraft | None


def correction_of(
    text: str, speaker: str, evidence: Evidence, drafts: Sequence[MemoryDraft]
) -> Corrected | None:
    """What a sentence such as "no, not Oslo, Lisbon" makes of the speaker's last statement that has the wrong value.

    A statement is withdrawn where its own words come back with an emphatic past, "Dev HAD a van", or was a joke.
    """
    if (joke := _joke_of(text, speaker, evidence.turn, drafts)) is not None:
        return Corrected(joke, None)
    recent = range(len(drafts) - 1, max(-1, len(drafts) - 1 - _MOST_BACK), -1)
    for form in _FORMS:
        if found := form.match(text.strip()):
            wrong, right = found["wrong"].strip(" .'’"), found["right"].strip(" .'’")
            for place in recent:
                put = _put_right(drafts[place], speaker, wrong, right)
                if put is not None:
                    return Corrected(place, replace(put, evidence=(*put.evidence, evidence)))
    if over := _EMPHATIC.match(re.split(r"(?<=[.!])\s", text.strip(), maxsplit=1)[0]):
        told = {normalized(f"{over['who']} {verb} {over['rest']}") for verb in _NOW_OF[over["verb"]]}
        return next(
            (Corrected(place, None) for place in recent if normalized(drafts[place].text) in told), None
        )
    return None


def is_in_jest(text: str) -> bool:
    """Whether a sentence says of itself that it is none to be believed: "sold the cat, just kidding"."""
    return _IN_JEST.search(text) is not None


def _joke_of(text: str, speaker: str, turn: TurnId, drafts: Sequence[MemoryDraft]) -> int | None:
    """The place of the last statement, where its speaker says, or somebody else sees, that it was a joke."""
    last = next((draft for draft in drafts[-1:] if _is_just_before(draft.evidence[0].turn, turn)), None)
    form = _WAS_JOKING if last is not None and last.speaker == speaker else _SEEN_AS_JOKE
    return len(drafts) - 1 if last is not None and form.match(text) else None


def _is_just_before(earlier: TurnId, turn: TurnId) -> bool:
    (episode, _, first), (of_turn, _, second) = earlier.rpartition("."), turn.rpartition(".")
    return episode == of_turn and int(second) - int(first) <= _JUST_NOW


def _put_right(draft: MemoryDraft, speaker: str, wrong: str, right: str) -> MemoryDraft | None:
    if (
        draft.speaker != speaker
        or len(wrong) < _LEAST_LETTERS
        or _NO_VALUE.search(right)
        or re.search(rf"\b{re.escape(right)}\b", draft.text)
    ):
        return None
    if wrong[0].isdigit():
        number = re.search(r"\d[\d.,:]*", right)
        right = number[0] if number else right
    edge = r"[\w./-]*" if "/" in right else r"\b"  # of "Europe/Oslo" the whole name is wrong
    shape = re.compile(rf"{edge}{re.escape(wrong)}{edge}", re.IGNORECASE)
    if len(shape.findall(draft.text)) != 1:
        return None
    gone = wrong.casefold()
    return replace(
        draft,
        text=shape.sub(lambda _found: right, draft.text),
        keywords=tuple(word for word in draft.keywords if gone not in word.casefold()),
        mentions=tuple(one for one in draft.mentions if gone not in one.entity.name.casefold()),
        edges=tuple(
            edge for edge in draft.edges if gone not in f"{edge.subject.name} {edge.object.name}".casefold()
        ),
    )
