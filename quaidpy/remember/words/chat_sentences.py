"""What is left of a chat sentence when greetings, asides and reactions are taken away?"""

import re
from functools import lru_cache

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.antecedents import has_antecedent
from quaidpy.remember.words.gazetteer import NOT_NAMES
from quaidpy.remember.words.names import KIN, gender_of, is_given_name_in_small, is_of_everyday_words
from quaidpy.remember.words.openers import without_opener
from quaidpy.remember.words.verbs import is_verb_like

_TOPIC_FIRST = regex(
    r"^(?:so |and |ok(?:ay)?,? )?(?:speaking of|(?:an? |quick |small )*(?:update|news) on|about|as for|re)"
    r" (?P<topic>(?:the |my |our )?[\w'’]+(?: [\w'’]+)?)\s*[,:—–-]+ (?:it|he|she|they)(?=(?:'s|'re|'ve|'ll)?\b)",
    re.IGNORECASE,
)
"""What it is about stands before it: "update on the car: it needs a new clutch"."""
_NOTE = regex(r"^\W*(?:\[[^\]]{0,300}+\]|\([^)]{0,300}+\)|[*_~]+)\s*")
_MEDIA = regex(
    r"\[(?:shares?|shared|sends?|sent|attached|image|photo|video|sticker|gif)\b[^\]]*\]?", re.IGNORECASE
)
_CLOSERS = regex(
    r"(?<!\bis)(?<!\bis )(?<!\bwas)(?<!\bwas )(?<!\bare)(?<!\bare )(?<!'s)(?<!'s )(?<![\s,;—–-])"
    r"(?<!\bnot)(?<!\bnot )(?<!\bbe)(?<!\bbe )(?<!\bbeing)(?<!\bbeing )(?<!\bbeen)(?<!\bbeen )"
    r"(?<!\ball)(?<!\ball )(?<!\bquite)(?<!\bquite )(?<!\bget it)(?<!\bget it )(?<!\bturn)(?<!\bturn )"
    r"[\s,;—–-]*+\b(?:(?:did|have) i (?:say|said|tell you|told you|mention|mentioned)(?: that| it)?|you know"
    r"|lol|haha\w*|btw|by the way|though|tho|lmao|actually"
    r"|honestly|for sure|as well you know|of course|i guess|i think|xd|"
    r"if you know what i mean|to be honest|if you know|tbh|believe it or not|thanks|thank you|thanks to "
    r"you|remember|you see|isn't it|i swear|no joke|good ?bye|bye(?: bye)?|good night)\W*$",
    re.IGNORECASE,
)
_AND_RIGHT = regex(r"(?:(?<!\s)\s*+[,;—–-]|(?<=\d)|(?<=day)|(?<=tomorrow))\s*+right\W*$", re.IGNORECASE)
"""An asking "right" behind what is told: "due 30 April right"; "if I chose right" tells how."""
_QUESTION_TAIL = regex(
    (
        r"[,;.—–-]\s*(?:and |but |so )?(?:how|what|when|where|who|why|which|you|any|right|remember|see|huh|eh|yeah|ok"
        r"|okay|(?:do|does|did|are|is|was|were|have|has|had|can|could|wo|would|will|should)(?:n['’]t)?)\b[^,.;]*\?$"
    ),
    re.IGNORECASE,
)
_REACTION = regex(
    r"(?:,\s*+\b(?:and|but|so)|(?<![\s,])\s*+\b(?:and|but|so)|(?<!\s)\s++[,;—–]++|(?<![\s,;—–])[,;—–]++"
    r"|(?<!\s)\s*+-(?=\s)|(?<=\w)-(?= it))\s+(?:now\s+)?(?:it(?:'s"
    r"| is| was| has been|'ll be| "
    r"will be| would be| really| made| makes| felt| feels| helps?| helped| gave| gives| "
    r"brought|"
    r" brings| means| turned out| inspired| reminds| reminded| got| still)|that(?:'s| is| was"
    r"| made| makes)|this (?:is|was)|they(?:'re| are| were) (?:so|very|really|such|all)|"
    r"(?:i|we)(?:'m|'re| am| are| was| were) (?:\w+ )?(?:so |really |very |super )?(?:happy|glad|proud|excited"
    r"|thankful|grateful|thrilled|amazed|nervous|stoked|pumped)|"
    r"i (?:love|loved|like|liked|enjoyed|hated) (?:it|them|that|every)|i (?:can't|couldn't) "
    r"(?:wait|believe|be)|what (?:a|an)|how|"
    r"(?:such|so) (?!(?:the|my|our|his|her|their|i|we|he|she|they|it|you|no|not|that|there|this|all|now"
    r"|nobody|everyone|please)\b)"
    r"\w+|hope|guess|here's|here is|thanks|thank you|let me|i(?:'ll| will) (?:let"
    r"|send|show|keep)|(?:do"
    r"|have|did|are|would|can|could) you|you(?:'re| are| have| can| should| know| will| need| must)?)\b.*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def stripped(sentence: str, names: tuple[str, ...] = ()) -> str:
    """The statement without openers, closers, vocatives of `names`, media notes and what only reacts to it.

    Kept for a while: a sentence is looked at with its neighbours, then alone.
    """
    text = _MEDIA.sub(" ", sentence.replace("’", "'"))
    text = _TOPIC_FIRST.sub(r"\g<topic>", _NOT_TO_FORGET.sub("", text))
    text = _AS_TOLD.sub("", _AS_TOLD_WITHIN.sub(r"\g<join> ", text))
    text = re.sub(
        r"(?<!(?:smells|tastes|sounds) )(?<!(?:smell|taste|sound|looks|feels) )(?<!(?:look|feel) )"
        r"\blike (?=\d|(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty) [a-z])",
        "about ",
        re.sub(r"\s+", " ", text),
    ).strip()
    vocative = _vocative(names)
    before = None
    while before != text:
        before = text
        text = _NOTE.sub("", text)
        text = without_opener(text)
        if vocative:
            text = vocative[0].sub("", text)
            text = vocative[1].sub("", text)
            text = vocative[2].sub(",", text)
            text = vocative[3].sub("", text)
        text = (
            _AND_RIGHT.sub("", _CLOSERS.sub("", text.rstrip(" .!…~")))
            if not text.endswith("?")
            else _QUESTION_TAIL.sub("", text)
        )
    told = _TO_ALL.sub(r"\g<day>", _SO_LAST.sub("", _without_reaction(text)))
    asked = _ALL_ASKED.search(told)
    is_told = asked is not None and len(told[: asked.start()].split()) >= _LEAST_PART
    return (told[: asked.start()] if asked and is_told else told).strip(" ,;:-—–")


_ALL_ASKED = regex(
    r",? (?:did|does|do|has|have|can|could|is|are) (?:everyone|everybody|you(?: all| guys)?|anyone"
    r"|anybody) (?:\w+ ){0,3}\w+\W*$",
    re.IGNORECASE,
)
"""A question to all behind what they are told: "rehearsal is at 19:00, did everyone see"."""
_TO_ALL = regex(
    rf"(?P<day>(?:\d|\bpm|\bam|{MONTH}|{WEEKDAY}|tomorrow|tonight|today|morning|evening)),? "
    r"(?:everyone|everybody|guys|folks|lads|people|y['’]?all|team)\W*$",
    re.IGNORECASE,
)
"""Those who are told, named behind what they are told: "the gig is on 20 April everyone"."""
_SO_LAST = regex(
    r"(?<!\bthink)(?<!\bthought)(?<!\bhope)(?<!\bsay)(?<!\bsays)(?<!\bsaid)(?<!\bdo)(?<!\bdoes)(?<!\bdid)(?<!\bdoing)(?<!\bguess)(?<!\bis)"
    r"(?<!\bnot)(?<!\bwas)(?<!\beven)(?<!\bor)(?<!\bjust)(?<!\bif)(?<!\blike)(?<!\bquite)(?<!\bever)(?<!,) so\W*$",
    re.IGNORECASE,
)
"""What would have followed is left to the listener: "we're closed on Mondays so"."""
_THEM = regex(r"\bthem\b", re.IGNORECASE)
_NOT_TO_FORGET = regex(
    r",? so (?:that )?(?:i|we) (?:never|don't|do not|won't) forget(?: (?:it|this|that))?(?: again)?(?=\s*[:,.]|$)",
    re.IGNORECASE,
)
_TOLD_BEFORE = (
    r",\s*(?:like|as) (?:i|you)(?: had| have|'ve)? (?:said|mentioned|know|told|wrote"
    r"|promised)(?: to)?(?: you)?(?: before| in \w+)?"
)
_AS_TOLD = regex(rf"{_TOLD_BEFORE}(?=\s*[,.;!]|$)", re.IGNORECASE)
_AS_TOLD_WITHIN = regex(rf"(?P<join>\b(?:and|but)){_TOLD_BEFORE}\s*,\s*", re.IGNORECASE)


def _without_reaction(text: str) -> str:
    match = _REACTION.search(text)
    if match is None or len(text[: match.start()].split()) < _LEAST_PART or _TURNS.search(match[0]):
        return text
    if match[0].startswith(",") and _OPEN_CONDITION.search(text[: match.start()]):
        return text  # "when the pump fails, you have to …": what follows is what is said
    is_answered = not _SHOWING.match(match[0].lstrip(" ,;–—-")) and _DENIED.search(
        re.split(r"[,;.]", text[: match.start()])[-1]
    )  # "it wasn't the plug, it was …"
    return text if is_answered else text[: match.start()]


_DENIED = regex(r"n't\b|(?<!\bor )\bnot\b", re.IGNORECASE)
_SHOWING = regex(r"(?:and |so )?here(?:'s| is| are)\b", re.IGNORECASE)
_OPEN_CONDITION = regex(
    r"(?:^|[.;!?] |\b(?:and|but|so) )(?:when|if|once|unless|whenever|as soon as|because|since|although)\b[^.;!?]*$",
    re.IGNORECASE,
)


_TURNS = regex(
    rf"\d|n't\b|\b{WEEKDAY}s?\b|\b(?:by|in|until|before|since) (?:the end of |early |late |mid )?{MONTH}"
    r"|\b(?:(?<!\bor )not|no|never"
    rf"|but|because|since|until|till|instead|except|unless|only|so we|so i|so they"
    r"|moved|cancelled"
    rf"|closed|gone|dead|broke\w*|called|named|{WEEKDAY}|today|tomorrow)\b",
    re.IGNORECASE,
)
"""What makes an end more than a reaction: it turns, limits, dates or explains what stands before it."""


@lru_cache(maxsize=512)
def _vocative(names: tuple[str, ...]) -> tuple[re.Pattern[str], ...] | None:
    """First, last, within, and before what is wanted of whoever it is: ", Lena can you bring chairs"."""
    if not names:
        return None
    any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return (
        re.compile(rf"^(?:{any_name})\s*(?:[,!.:—–-]+\s*|$)", re.IGNORECASE),
        re.compile(
            rf"(?:(?<!\s)\s*+,|(?<=\d)|(?<=\d(?:st|nd|rd|th))|(?<=day)|(?<=tomorrow)|(?<=tonight))\s*+(?:{any_name})\W*+$",
            re.IGNORECASE,
        ),
        re.compile(rf",\s*(?:{any_name})\s*,", re.IGNORECASE),
        re.compile(
            rf"(?<!\s)\s*+,\s*+(?:{any_name}),? (?:(?:can|could|will|would|do|did|are|have) (?:you|u|ye)|please|pls)\b"
            r"[^.!?]*+[.!?]*+$",
            re.IGNORECASE,
        ),
    )


def nicknames(name: str) -> tuple[str, ...]:
    """Ways to address somebody: the name, its first part, and that part cut short as people do."""
    first = name.split(maxsplit=1)[0] if name.split() else name
    short = [first[:size] for size in (2, 3, 4) if len(first) - size >= 2]
    parted = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", " ", name)
    return tuple(dict.fromkeys([parted, name, first, *short]))


_POINTERS = regex(r"\b(?:it|this|that|these|those|them|there|here|they|one|ones|so)\b", re.IGNORECASE)
_FINE_POINTER = regex(
    r"\b(?:(?:ask|say|think|hope|know|agree|decide|insist|promise|report|suggest|request|remind|believe|expect|warn)(?:s|d|ed)?"
    r" (?:\w+ )?that|(?:cause|reason|rule|plan) (?:is|was) that"
    r"|(?:said|told|wrote|knew|thought) (?:\w+ )?that"
    r"|(?:now|given|except|provided|seeing) that(?= \w)|this(?=:\s)|this [\w-]+ (?:called|named)"
    r"|this (?:is|week|weekend|month|year|morning|afternoon|evening|summer|spring|winter"
    r"|fall|autumn|friday|monday|tuesday|wednesday|thursday|saturday|sunday|"
    r"time|past|coming|semester|season|quarter)|these days|there (?:is|are|was|were)|so "
    r"(?:that|much|many|far|i|we|he|she|they|\w+)|one (?:of|day|year|month|week|time|more)|"
    r"the one (?:who|that|which|with|in|on|at|from|thing)|(?:an?|old|new|last|only|each|every|no|any) one"
    r"|(?:this|that) one (?:time|day|night|evening|morning|year|guy|girl|man|woman|kid|place|thing|person"
    r"|friend)\b|that (?:i"
    r"|we|he|she|they|you|my|our|is|are|was|were|has|have|the|a|can|will|helps?|makes?|\w+s|\w+ed)|"
    r"out there|over there|up there)\b",
    re.IGNORECASE,
)


def clearest_part(statement: str) -> str | None:
    """The statement, or what is left of it without an end that points elsewhere; None when nothing stands alone."""
    if is_understood_alone(statement):
        return statement
    if _DENIED.search(re.split(r"[,;]", statement)[-1]):
        return None  # "won't shut up about it" says something else than "won't shut up"
    for shorter in (form.sub(r"\g<kept>", statement) for form in _CUTS):
        is_whole = not (_TURNS.search(statement[len(shorter) :]) or _OPEN_CONDITION.search(shorter))
        if len(shorter.split()) >= _LEAST_PART and is_whole and is_understood_alone(shorter):
            return shorter
    return None


_LEAST_PART = 4  # words
_CUTS = (
    regex(r"(?P<kept>)(?<!\s)\s++(?:for|about) (?:it|this|that|them)\W*$", re.IGNORECASE),
    regex(r"^(?P<kept>(?>.*?\b(?:'m|am|is|are|was|were|has|have)\b).*) there\W*$", re.IGNORECASE),
    regex(r"(?P<kept>),? ?(?:[,;—–]|\b(?:and|but|so)\b) (?i:she|he|they|it|that|this|we|i)\b.*$"),
)


def is_understood_alone(statement: str) -> bool:
    """Whether every "it", "them" and "there" has something before it to stand for.

    Of several sentences the first must stand alone; in the others "it" is what was just spoken of.
    """
    if _SHARED.search(statement):
        return False
    first, *rest = _SENTENCE_END.split(statement)
    if rest:
        told = (
            (other := _OTHER.search(one)) is None
            or names_somebody(f"{first} {one[: other.start()]}", PRONOUN_OF[other[0].lower()])
            for one in rest
        )
        theirs = (
            (them := _THEM.search(one)) is None
            or has_antecedent("them", f"{first} {one[: them.start()]}".lower(), [])
            or has_antecedent("it", one[: them.start()].lower(), [])
            for one in rest
        )
        return is_understood_alone(first.rstrip(".!")) and all(told) and all(theirs)
    if _LOOSE_END.search(statement) or (_THERE.search(statement) and not _PLACE_FOR_THERE.search(statement)):
        return False
    if ((other := _OTHER.search(statement)) and not _is_told(statement, other)) or _means_both(statement):
        return False
    clear = _FINE_POINTER.sub(" x ", _named_before(statement))
    if re.search(r"\bthis\b", clear, re.IGNORECASE):
        return False
    return all(
        has_antecedent(
            match[0].lower(),
            clear[: match.start()].lower(),
            re.findall(r"[a-z][\w'-]*", clear[match.end() :].lower()),
        )
        for match in _POINTERS.finditer(clear)
    )


def _is_told(statement: str, other: re.Match[str]) -> bool:
    """Whether the "her" in a statement is somebody in it; what is "her own" is its doer's, whoever that is."""
    before = statement[: other.start()]
    is_own = statement[other.end() :].startswith(" own") and not is_verb_like(
        statement.split(maxsplit=1)[0].lower()
    )
    return (is_own and bool(before.strip())) or names_somebody(before, PRONOUN_OF[other[0].lower()])


def _means_both(statement: str) -> bool:
    """Whether a "she" and a "him" have one name between them: "Auntie Ify, she cooks for him"."""
    called = {
        PRONOUN_OF[found[0].lower()]: found.start() for found in reversed([*_OTHER.finditer(statement)])
    }
    if len(called) < len({"he", "she"}):
        return False
    last = max(called, key=lambda pronoun: called[pronoun])
    fitting = {pronoun: _fitting(statement[: called[last]], pronoun) for pronoun in called}
    return not fitting[last] or (fitting["he"] == fitting["she"] and len(fitting["he"]) == 1)


def _named_before(statement: str) -> str:
    """With "the" for a "this" or "those" before what was named earlier in the statement."""

    def known(found: re.Match[str]) -> str:
        is_known = re.search(rf"\b{re.escape(found['what'])}\b", statement[: found.start()], re.IGNORECASE)
        return f"the {found['what']}" if is_known else found[0]

    return _POINTED_AT.sub(known, statement)


_POINTED_AT = regex(r"\b(?:this|that|these|those) (?P<what>[a-z]{3,})\b", re.IGNORECASE)


def names_somebody(before: str, pronoun: str) -> bool:
    """Whether somebody is named or meant who can be that "she" or "he", also in chat without capitals."""
    return bool(_fitting(_TAKES_OVER.sub(" ", before), pronoun))


def _fitting(before: str, pronoun: str) -> list[str]:
    """Who is named and can be that "she" or "he"."""
    named = [
        found[0].strip()
        for found in _SOMEBODY.finditer(before)
        if not found[0][0].isupper()
        or not (found[0].strip().lower() in NOT_NAMES or _OF_A_PLACE.search(before[: found.start()].rstrip()))
    ]
    titled = {
        found["name"]: _TITLED.get(found["title"].lower()) or KIN.get(found["title"].lower(), pronoun)
        for found in _TITLE.finditer(before)
    }
    named = [name for name in named if titled.get(name, pronoun) == pronoun and name.lower() not in _GROUPS]
    named += filter(is_given_name_in_small, re.findall(r"[a-z]{3,}", before))
    named += re.findall(r"\b[A-ZÀ-Þ](?:\.[A-ZÀ-Þ]){1,3}\b", before)
    named += [found["name"] for found in _SAYER.finditer(before) if not is_of_everyday_words(found["name"])]
    named += [found[0] for found in _TITLE_IN_SMALL.finditer(before) if _TITLED[found["title"]] == pronoun]
    return [name for name in named if (KIN.get(name.lower()) or gender_of(name)) in {pronoun, None}]


_OF_A_PLACE = regex(r"\b(?:at|in|inside|near|(?:is|are|was|were) (?:with|from|for))$", re.IGNORECASE)
"""Before a town or a firm, which is no "she": "the account is with Triodos"."""
_SAYER = regex(
    r"(?:^|[,;:.!?] |\b(?:and|but|so|because|that) )(?P<name>[a-zà-ÿ]{3,14})"
    r"(?: (?:just|also|already|still|only|now|even|finally))? (?:said|says|thinks|thought|told (?:me|us)|promised"
    r"|swears|insists|texted|wrote|claims|hopes|admitted|reckons)\b(?! (?:to|about|of)\b)"
)
"""Who says something, also where a chat writes names small, is the first that "she" or "he" in it can be."""
_TITLE = regex(
    r"\b(?P<title>Mr|Mrs|Ms|Miss|Madam|Sir|Auntie|Aunt|Aunty|Uncle|Grandma|Grandpa|Granny|Nana|Grandad)\.? "
    r"(?P<name>[A-ZÀ-Þ][a-z]+)"
)
_TITLE_IN_SMALL = regex(r"\b(?P<title>mr|mrs|ms|madam|sir)\.? (?!(?:and|or|is|was)\b)[a-z]{2,20}")
_TAKES_OVER = regex(
    r"(?:^|\s)(?:[A-ZÀ-Þ]?[\w'’-]{1,30} ){1,2}(?:(?:has |have |is |will |to )?"
    r"(?:tak(?:es?|en|ing)|took) over|inherit(?:s|ed)?|replac(?:es|ed))"
    r" (?:from )?$"
)
"""Whoever takes something over takes what was another's."""
_TITLED = {"mr": "he", "sir": "he", "mrs": "she", "ms": "she", "miss": "she", "madam": "she"}
_GROUPS = frozenset({"team", "family", "folks", "kids", "children", "parents", "friends", "people"})


PRONOUN_OF = {"him": "he", "he": "he", "his": "he", "her": "she", "she": "she", "hers": "she"}


_SHARED = regex(
    r"\bwe(?:'ve|'re|'d|'ll)? (?:\w+ )?(?:both|each)\b|\b(?:both|all|each|neither|none|two|three|four|five"
    r"|six) of us\b|\bus both\b"
    r"|\bwe\b[^.!?]{0,200}\b(?:each other|one another)\b"
    r"|\bwe(?:'re| are| were| will be|'ll be) (?:all |just |only )?(?:\d+|two|three|four|five|six|seven"
    r"|eight|nine|ten|twelve"
    r"|an? (?:group|party|couple|team|family|band))\b"
    r"|\bwe all\b"
    r"|\bwe (?:\w+ly |still |always |used to )?shared? (?:an?|the|our|one)\b(?![^.!?]{0,200}\bwith\b)",
    re.IGNORECASE,
)
"""What holds of several who are not told: "a place we both like"."""
_SENTENCE_END = regex(r"(?<=[.!?])\s+(?=[A-Z])")
_LOOSE_END = regex(
    r"\b(?:for|about|of|with|like|on|from|in|to|at|than|after|before|by|into) (?:it|this|that"
    r"|these|those|them|one)\W*$"
    r"|\b(?:organi[sz]ing|having|had|got|made|threw \w+|throw \w+|bought|found|brainstorming"
    r"|did|do|doing|get) (?:one|some)(?: (?:with|for|to|and|in|at|on)\b|\W*$)"
    r"|(?:n't|\bnot|\bnever|\bever|\b[a-z]+ed) (?:\w+ )?(?:ever )?since\W*$"
    r"|\bgo(?:ing)?(?= (?:next|this) (?:week|month|weekend|year|summer|spring|autumn|winter)\W*$"
    r"| (?:tomorrow|soon|again)\W*$)"
    r"|\b(?:about|for|of|into) (?:it|this)\b"
    r"(?! (?:one|week(?:end)?|month|year|term|season|summer|winter|spring|autumn)\b)"
    r"|^we\b.*\beach other\b|\b(?:all (?:this"
    r"|that)|of those|of these)\b|^we (?:all|both)\b",
    re.IGNORECASE,
)
_THERE = regex(
    r"(?<!over )(?<!out )(?<!up )(?<!-)\bthere\b(?! (?:is|are|was|were|has|will|would)\b|['’](?:s|ll|d)\b)"
    r"|\A(?:the |my |our |his |her |their )?(?!(?:and|but|now|then|says|because|since|that|when|yes|apparently"
    r"|sometimes|again|once"
    r"|while|if|as|today|tomorrow|yesterday|here|over|out|up)\b)[a-z-]{3,16} there (?:is|was) (?!an?\b"
    r"|no\b|nothing\b|some\b)",
    re.IGNORECASE,
)
"""A place told elsewhere, also behind a thing that is there: "pickup there is at four"."""
_PLACE_FOR_THERE = regex(r"\b(?:to|at|in|into|near|visit\w{0,4})\b.{0,300}\bthere\b", re.IGNORECASE)
_OTHER = regex(r"\b(?:him|her|he|she|his|hers)\b", re.IGNORECASE)
_SOMEBODY = regex(
    rf"\b(?:{'|'.join(sorted(KIN, key=len, reverse=True))}|somebody-there|girl|boy|woman|man|lady|guy|dog"
    r"|cat|puppy|kitten|pup|person|student|singer|actor|actress|author|artist|player|character|musician|band)s?\b"
    r"|(?<=\s)[A-ZÀ-ÞĀ-Ž][a-zß-ÿā-ž]+|^[A-ZÀ-ÞĀ-Ž][a-zß-ÿā-ž]+ "
)
