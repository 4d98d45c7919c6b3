"""Does somebody ask something, or ask for something to be done now?"""

import re
from functools import lru_cache

from quaidpy.regex import regex
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.verbs import BASE_VERBS

_LEAD = (
    r"^(?:(?:ok(?:ay)?|so|and|but|hm+|yes|yeah|no|hey|hi|oh|well|also|please|pls|then|now|btw|again|um+)[,.!]?\s+"
    r"|(?:one|two|three|four|first|second|third|question(?: \d)?):\s+)*"
)
_QUESTION = regex(
    _LEAD
    + r"(?:what(?:'?s)?|how(?:'?s)?|why|where|when(?! (?:you|we|i) \w+ [^?]*[:,])|who(?:'?s)?|which|whose)\b"
    r"(?! a\b)(?=\s+(?:is|are|was|were|do|does|did|can|could|should|shall|would|will|has|have|had|to|the|much|many"
    r"|long|often|about"
    r"|else|high|low|i|we|you|he|she|they|it|best|day|days|time|kind|sort|left|gave|told|took|takes|has|feeds)\b)",
    re.IGNORECASE,
)
_INVERTED = regex(
    _LEAD
    + r"(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|have|has|may|might|am)(?:n't)? "
    r"(?:i|we|you|he|she|they|it|there|this|that|the|my|your|our|u|anyone|anybody|someone|somebody)\b"
    + r"|^(?:is|are|was|were) (?:(?:minus )?[£$€]?\d\S*(?: [\w'’-]{1,20}){0,6}?"
    r"|(?!(?:really|very|so|pretty|quite|not|also|just|now|still|all|much|even|probably|never|always)\b)[a-z]{3,20})"
    r" (?:too|enough|ok|okay|fine|good|better|bad|worse|right|wrong|safe|allowed|normal|fair|cheap|expensive|worth"
    r"|legal|possible|healthy|a lot)\b"
    r"|^(?:is|are|was|were|does|did|has) (?-i:[A-ZÀ-Þ])[\w'’-]+ \w"
    r"|^(?:how|what|where|who|when)['’]?s (?:that|this|it)\b(?! (?:is|are|was)\b)"
    r"|^wait,? (?:but |so )?(?:is|are|was|were|does|do|did|can|will|has|have)\b",
    re.IGNORECASE,
)
_CALLED_AND_ASKED = regex(
    r"[A-ZÀ-Þ][\w'’-]{1,40},? (?:are|can|could|do|did|will|would|have|shall|should|may|might) (?:we|you|i|ye|u)\b"
)
"""A question to somebody by name: "Declan are we bringing anything"."""
_TELL_ME = regex(
    _LEAD + r"(?:tell|show|explain|remind|give|send|help) (?:me|us)\b(?! to\b)|"
    + _LEAD + r"(?:i|we)(?:'d| would)? (?:need|want|like) (?:to know|help|an? (?:explanation|example|summary|list))\b",
    re.IGNORECASE,
)  # fmt: skip
_ASKING_LAST = regex(
    r"\b(?:is|are|was|were|runs?|lasts?|takes?|costs?|starts?|ends?|opens?|closes?|leaves?"
    r"|lives?) (?:(?:until |till |from |at )?when|where|who"
    r"|what time|how (?:long|much|many|far|old))\W*$"
    r"|(?<!\bthat )(?<!\bthis )(?<!\bwhich )(?<!\bit )\b(?:is|are) what\W*$",
    re.IGNORECASE,
)
"""The asked word at the end, as in talk: "and the lease runs how long"."""
_TAGGED = regex(
    r"\A(?:so |and |but )?(?:you|u|he|she|they|we) (?:\S+ ){1,12}(?:(?<!is )(?<!are )(?<!was )(?<!s )right"
    r"|yeah|correct|innit|isn['’]t (?:it|he|she)|don['’]t you)\W*\Z",
    re.IGNORECASE,
)
"""A statement that its last word asks to be confirmed."""
_DONE_NOW = frozenset(
    """
    add answer ask build calculate check compare compile convert copy create debug delete describe do document draft
    draw edit explain extract find fix format generate give go help implement include insert list look make merge open
    outline paste print proofread put refactor regenerate remove rename rephrase replace research review rewrite run
    scaffold search send show sign simplify sort suggest summarise summarize tell test translate try turn update
    upgrade write wrap mention feature highlight link swap style align center bold
    """.split()  # noqa: SIM905 - a word list reads as one
)


@lru_cache(maxsize=2048)
def is_asking(text: str) -> bool:
    """Whether a sentence asks, with or without its mark."""
    said = text.strip()
    if _ASKED.match(said):
        return False
    if text.rstrip("\"'”) ").endswith("?"):
        return True
    return bool(
        _QUESTION.match(said)
        or _TAGGED.match(said)
        or _ASKING_LAST.search(said)
        or (_INVERTED.match(said) and not _is_deed_told(said))
        or _CALLED_AND_ASKED.match(said)
        or _TELL_ME.match(said)
        or _SUPPOSES.search(said)
    )


_SUPPOSES = regex(
    r"(?:^|[:;,.–—-] )(?:(?:and|but|so|ok|okay|then|like) )?"
    r"(?:what if|(?:suppose|supposing|imagine|pretend|hypothetically,?"
    r"|let['’]?s (?:say|pretend|imagine|assume|suppose))(?: that| if)? (?:i|we|he|she|they|you|it|there)\b)",
    re.IGNORECASE,
)
"""What is only thought of: "what if I left my job", "let's say we moved to Porto"."""


def _is_deed_told(said: str) -> bool:
    """Whether "did the" leaves out an "I", and asks nothing: no other verb follows ("did the tax thing today")."""
    found = _DID.match(said)
    return found is not None and not any(
        word.strip(".,!").lower() in BASE_VERBS for word in found["rest"].split()
    )


_DID = regex(
    r"\A(?:so |and |ok |finally |just )?did (?:the|my|our|a|an) \S+ (?P<rest>[^?]*)\Z", re.IGNORECASE
)


def is_wanted_now(text: str, *, has_verb: bool) -> bool:
    """Whether something is asked for: without a verb, as so many ("five dinners pls"), by name ("Ana dont go")."""
    if (told := _TOLD_NOT_TO.match(text)) is not None and told["verb"].lower() in BASE_VERBS:
        return is_given_name(told["name"].lower())
    return _WANTED_NOW.match(text) is not None or (not has_verb and _PLEASE_WITHIN.search(text) is not None)


def wants_of_helper(spoken: str) -> bool:
    """Whether somebody says to an assistant what they want of it, or have before them: "I need a loop here"."""
    return _OF_HELPER.match(spoken) is not None


_OF_HELPER = regex(
    r"^(?:i|we)(?:'m|'re)? (?:\w+ly |also |just |still )*(?:(?:want|need)\b(?! to (?:visit"
    r"|move|go|learn|buy|see|travel|run|start|find|get|"
    r"become|quit|be|live|have|lose|save))|(?:going to|gonna) go\b|have \w+ (?:tests|files|code))",
    re.IGNORECASE,
)
_PLEASE_WITHIN = regex(r"\b(?:please|pls|plz)\b", re.IGNORECASE)
_TOLD_NOT_TO = regex(
    r"\W{0,8}(?P<name>[^\W\d_]{2,20}),? (?:please |pls )?(?:don['’]?t|do not) (?P<verb>[a-z]{2,14})\b",
    re.IGNORECASE,
)
_WANTED_NOW = regex(
    r"\W{0,8}(?:\d{1,6}|an?|one|two|three|four|five|some) [\w-]{1,30} (?:please|pls|plz)\b", re.IGNORECASE
)


def is_order(spoken: str) -> bool:
    """Whether a sentence tells somebody to do something."""
    first = _ORDER.match(spoken)
    return (
        first is not None
        and first["verb"].lower() in BASE_VERBS | _DONE_NOW
        and _is_verb_there(first, spoken)
    )


def is_order_of_the_moment(spoken: str) -> bool:
    """Whether what is to be done is work on the task at hand."""
    first = _ORDER.match(spoken)
    return first is not None and first["verb"].lower() in _DONE_NOW and is_order(spoken)


def _is_verb_there(first: re.Match[str], spoken: str) -> bool:
    rest = spoken[first.end() :]
    if first["verb"].lower() == "open" and _OPEN_WHEN.match(rest):
        return False
    return bool(_ENSURING.match(rest)) or not (_VERB_SOON.match(rest) or _DONE_BY_IT.match(rest))


_ORDER = regex(
    r"\A(?:(?:please|pls|so|now|then|just|also|and|ok|only|never|always|don't|do not|dont)\s+)*(?P<verb>[a-z']+)(?=\s)",
    re.IGNORECASE,
)
_ENSURING = regex(r"\A\s+(?:sure|certain)\b", re.IGNORECASE)
_OPEN_WHEN = regex(
    r"\A\s+(?:on|from|until|till|every|daily|again|all|only|mon|tue|wed|thu|fri|sat|sun|\d)", re.IGNORECASE
)
_DONE_BY_IT = regex(r"\A\s+[a-z]{2,12}ed (?:a|an|the|my|our|us|me|what|that|if|whether|for|to|about)\b")
"""A past behind the first word makes it a subject: "support asked what to say"."""
_VERB_SOON = regex(
    r"\A\s+(?:[\w.'’&/-]+\s+){0,4}?(?:is|are|was|were|has|had|comes?|goes|went|gets|got|will|runs|starts|begins|ends|moves"
    r"|costs?|needs|collides|takes)\b",
    re.IGNORECASE,
)
"""A verb behind the first words makes them a subject: "last day at work is Friday"."""


def without_order_behind(spoken: str) -> str:
    """Without what somebody orders or asks of the matter at the end: "memory climbs, find it", "…, is that bad"."""
    if _ASKED_BEHIND.search(spoken):
        return spoken
    if asked := _ASKED_LAST.search(spoken):
        return spoken[: asked.start()]
    found = _LAST_PART.search(spoken)
    if found is None or found["verb"].lower() not in _DONE_NOW:
        return spoken
    return spoken[: found.start()]


_ASKED_LAST = regex(
    r"[,;:–—-]\s+(?:and |so |but )?(?:(?:is|are|will|would|can|could|should) (?:that|this|it|they|these|those)"
    r"(?: [\w'-]{1,20}){1,4}|(?:do|does|did|should|shall|can|could) (?:i|we|you|they|he|she)(?: [\w'-]{1,20}){1,5})"
    r"\W*\Z",
    re.IGNORECASE,
)
"""A question without its sign."""
_LAST_PART = regex(
    r"[.,;:–—-]\s+(?:(?:please|pls|so|and|then|now) )*(?P<verb>[a-z]+)"
    r"(?: (?:it|that|this|them|the (?:note|reason|cause|bug|change)))?(?: (?:again|out|down|up|please|pls|for me"
    r"|(?:in|into|to|on) (?:the|my|our) \w+)){0,2}\W*\Z",
    re.IGNORECASE,
)


def is_thanking(text: str) -> bool:
    """Whether a sentence thanks somebody and tells nothing by it; "thanks to Ben we start on the 4th" does."""
    return bool(_THANKING.match(text)) and (
        not any(map(str.isdigit, text)) or bool(_THANKING_FOR.match(text))
    )


_THANKING = regex(
    r"^\W*(?:(?:oh|ok|okay|great|hey|many|and|well) )?(?:thanks|thank you|thx|cheers)\b", re.IGNORECASE
)


_THANKING_FOR = regex(
    r"^\W*(?:thanks|thank you|thx|cheers)(?: so much| a lot)? for (?:the )?\d", re.IGNORECASE
)


def asked_to_keep(spoken: str, *, is_user: bool) -> str | None:
    """What somebody asks to be kept in mind, before or, of a user, behind it; None where nobody asks for that."""
    if not (_ASKED.match(spoken) or (is_user and _ASKED_BEHIND.search(spoken))):
        return None
    return _ASKED_BEHIND.sub("", _ASKED.sub("", spoken))


_ASKED = regex(
    (
        r"^(?:(?:can|could|will|would) you )?(?:please |pls |just |also |so |and |ok(?:ay)?,? )*"
        r"(?:(?:remember|keep in mind|(?:make a )?note|fyi|for the record)(?: that|:|,)|don't forget(?: that|:))\s+"
        r"|^(?:reminder|memo|nb):\s+"
        r"|^(?:[\w'’ ]{2,40},? )?(?:for you )?to (?:keep|remember|note|store|hold on to)"
        r"(?: (?:for me|please|in mind)){0,2}:\s+"
        r"|^for your (?:notes|memory|records?):\s+"
    ),
    re.IGNORECASE,
)


_PUT_DOWN = (
    r"(?:please |pls |and |can you |could you ){0,3}(?:(?:write|note|jot) (?:that|it|this) down(?: somewhere| please)?"
    r"|(?:remember|note) (?:that|this|it)|(?:do not|don['’]?t) forget (?:that|this|it)|keep (?:that|this|it) in mind"
    r"|(?:put|add) (?:that|it|this) (?:on|in|to) (?:the|my|your|our)"
    r" (?:(?:(?:to-?do|task|shopping) )?list|learnings|docs|notes|rules|memory|readme)(?: please| pls)?)"
)
_ASKED_BEHIND = regex(
    rf"(?:(?<=\w\w\w)\.|(?<=\w)[,;–—-]) {_PUT_DOWN}(?:,? and .{{3,90}})?"
    r"(?: (?:when(?:ever)?|if|next time|for when|in case)\b[^.!?]{3,60})?[^\w?]*$",
    re.IGNORECASE,
)
_ONLY_ASKS = regex(rf"{_PUT_DOWN}(?:,? and .{{3,90}})?\W*\Z", re.IGNORECASE)


def asks_to_keep_what_was_said(spoken: str) -> bool:
    """Whether a sentence only wants what stands before it kept: "put that on my list please"."""
    return _ONLY_ASKS.match(spoken) is not None
