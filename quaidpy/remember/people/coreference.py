"""Whom does a sentence mean by "her" or by nobody at all, and whom does it name in small letters?"""

import re
from collections.abc import Callable, Collection, Iterator

from quaidpy.domain.language.text import with_small_start, words
from quaidpy.regex import regex
from quaidpy.remember.words.chat_sentences import PRONOUN_OF, names_somebody
from quaidpy.remember.words.chat_spelling import ROLES_TO_SPEAKER
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS, NOT_NAMES, PLACES
from quaidpy.remember.words.names import gender_of, is_of_everyday_words
from quaidpy.remember.words.pointing import means_no_subject
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.subjects import TO_SPEAKER
from quaidpy.remember.words.verbs import ADVERBS, BASE_VERBS, MODALS, PARTICIPLES
from quaidpy.shipped.names import is_town

_DEEDS = (
    r"called|rang|phoned|texted|mailed|emailed|says|said|swears|thinks|thought|wants|asked|told|answered|replied"
    r"|works|lives|hates|loves|likes|reviews|covers|complained|agreed|insists|promised|signed"
    r"|(?:is|'s) (?:becoming|moving|leaving|coming|expecting|pregnant|away|off|on leave|ill|sick|back|engaged|married)"
)
_IN_SMALL = (
    regex(
        rf"(?:^|[,;:.!?]\s+|\b(?:and|but|so|because|cause|cos|that)\s+)(?:oh |btw |ok |hm )?(?P<name>[a-zà-ÿ]{{3,14}})"
        rf"(?: (?:just|also|finally|already|still|only|now))?(?: (?!')|(?='))(?:{_DEEDS})\b"
    ),
    regex(rf"(?:^|[,;:.!?]\s+)(?P<name>[a-zà-ÿ]{{3,14}}) = (?:my )?(?:{ROLES_TO_SPEAKER})\b"),
    regex(
        r"\b(?:ask|asked|told|tell|met) (?P<name>[a-zà-ÿ]{3,14})(?=[,.!?:;]| (?:how|what|if|to|about|that)\b|$)"
    ),
)
_NO_PERSON = frozenset(
    """
    the this that these those they she who what which everyone everybody someone somebody nobody none people
    one all both
    app server script test build log box database site form code page file job pipeline container query service tool
    sign report study paper notice mail letter note list doctor vet and but not also just then there here everything
    nothing something anybody anyone you
    """.split()  # noqa: SIM905 - a word list reads as one
)
_DOES = regex(
    r"(?:owns|hates|loves|lives|works (?:in|at|as|for|from)|lands|flies|arrives|leaves|starts|studies|plays"
    r"|speaks|wants|comes"
    r"|retires|turns \d|teaches|drives|moves)\b",
    re.IGNORECASE,
)
_OTHER = regex(r"(?<=\s)(?:him|her|his|she|he)\b(?! own\b)", re.IGNORECASE)
"""Somebody else, maybe; what is "her own" is its doer's."""
_THING_NEXT = regex(
    r"\s{1,3}(?!(?:to|at|with|on|in|for|from|about|that|what|who|how|if|when|why|where|and|or|but|because|so|than|as|up|out|off"
    r"|over|by|again|back|too|a|an|the|it|every|each|last|next|today|tomorrow|yesterday|into|until|till|after|before|around"
    r"|through|along|alone|there|here|home|very|so|much|more|most|really|both|all|some|many|one|two|three|four|five|six|seven"
    r"|eight|nine|ten|half|already|now|still|too|again|anyway|enough|nothing|something|anything|everything|not|never|well|better|\d)\b)(?!\d)\w"
)


_BY_CAPITAL = regex(
    r"\b(?:(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?:with|for|from)|told|asked|met|saw|rang|called|phoned"
    r"|texted) (?P<name>[A-ZÀ-Þ][a-zß-ÿ]{2,14})(?=[,.!?;:]|$| (?:and|who|on|at|in|about|for|that|to|last"
    r"|this)\b)"
    r"|(?:^|[.!?]\s+)(?P<who>[A-ZÀ-Þ][a-zß-ÿ]{2,14}) (?:came|told|asked|rang|called|brought|cooked|gave|wants"
    r"|says|said|thinks|signed|looked|hates|loves)\b"
)


def named_by_deeds(sentence: str) -> Iterator[str]:
    """Who does what only people do, also where a chat writes names small: "hanna called", "ask pavel about it"."""
    for form in _IN_SMALL:
        for found in form.finditer(sentence):
            name = found["name"]
            is_word = name in _NO_PERSON | NOT_NAMES | ADVERBS | BASE_VERBS | MODALS | CALENDAR_WORDS
            if not (is_word or is_of_everyday_words(name)) and not name.endswith(("s", "ing", "ed")):
                yield name
    for found in _BY_CAPITAL.finditer(sentence):
        name = found["name"] or found["who"]
        lower = name.lower()
        is_none = lower in _NO_PERSON | NOT_NAMES | CALENDAR_WORDS | PLACES or is_town(lower)
        if not is_none and not is_of_everyday_words(lower) and gender_of(name) is None:
            yield name


def with_others_named(spoken: str, meant_by: Callable[[str], str | None], known: Collection[str] = ()) -> str:
    """With a name for the "her" or "she" within a sentence that has nobody it can be, and for a subject left out.

    `meant_by`: who "she", "he" or, for any person, "" means; None when that is not sure. `known`: first names of people
    in small letters; whoever of them stands before the pronoun is meant by it.
    """
    is_left_out = _DOES.match(spoken) or TO_SPEAKER.match(spoken)
    if is_left_out and (who := meant_by("")) is not None:
        return f"{who} {with_small_start(spoken)}"
    other = _OTHER.search(spoken)
    if other is None or (
        names_somebody(spoken[: other.start()], PRONOUN_OF[other[0].lower()]) and not means_no_subject(spoken)
    ):
        return spoken
    pronoun = PRONOUN_OF[other[0].lower()]
    before = (word.removesuffix("'s").removesuffix("’s") for word in words(spoken[: other.start()]))
    if any(word in known and gender_of(word) in {pronoun, None} for word in before):
        return spoken
    who = meant_by(pronoun)
    if who is None or spoken.lower().startswith(("he ", "she ", "his ", "her ", "he'", "she'")):
        return spoken
    is_owner = other[0].lower() == "his" or (
        other[0].lower() == "her" and _THING_NEXT.match(spoken, other.end()) is not None
    )
    return f"{spoken[: other.start()]}{possessive(who) if is_owner else who}{spoken[other.end() :]}"


_COMPLETED = frozenset(
    """
    been got moved started finished lived worked changed passed graduated turned joined decided agreed promised
    stopped switched dropped applied arrived ordered refused accepted learned learnt
    """.split()  # noqa: SIM905 - a word list reads as one
)


_SIDED = regex(r"(?:\w{1,24} )?left[ -](?:handed|footed|wing)", re.IGNORECASE)
"""What somebody is, in words that begin like what they have done."""


def may_be(meant: str, head: str, rest: str) -> bool:
    """Whether the "she" before the rest of a sentence may be somebody: nobody is named again behind their own pronoun.

    And of whoever has a name already, nobody tells what they are called.
    """
    words = meant.casefold().split()
    is_named_again = (words[-1] if "'s " in meant else words[0]) in re.findall(r"[^\W_]+", rest.casefold())
    is_new = _NAMED_NOW.match(f"{head.partition(chr(39))[1]}{head.partition(chr(39))[2]} {rest}".strip())
    return not is_named_again and not (is_new and "'s " not in meant)


_NAMED_NOW = regex(r"(?:'s|is|was) (?:called|named) |(?:her|his)? ?name(?:'s| is| was) ", re.IGNORECASE)


def named_head(head: str, meant: str, rest: str) -> str:
    """The name in the form of the pronoun it replaces: she's → Marta is, her → Marta's."""
    lower, _, tail = head.lower().partition("'")
    if lower in {"her", "his", "their"}:
        return possessive(meant)
    if tail == "s":
        follows = [word for word in rest.split() if word not in ADVERBS][:1] or [""]
        is_sided = _SIDED.match(rest) is not None
        return f"{meant} has" if follows[0] in PARTICIPLES | _COMPLETED and not is_sided else f"{meant} is"
    if tail == "d":
        is_done = bool(found := rest.split()) and found[0] in PARTICIPLES - BASE_VERBS
        return f"{meant} {'had' if is_done else 'would'}"
    verbs = {"re": "are", "ve": "have", "ll": "will"}
    return f"{meant} {verbs[tail]}" if tail in verbs else meant
