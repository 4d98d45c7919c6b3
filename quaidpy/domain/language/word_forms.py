"""Which words carry no meaning of their own, which forms belong to one word, and what tells of the past? English."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EMPTY = _words("""
    a an the this that these those is are am be been being was were has have had do does did of to in at on for
    with by as and or it its his her hers their theirs he she they him them who whom which there where when also
    just really quite very new then so too any other thing s food will shall himself herself themselves during
    own
    """)
"""Words without which a statement still says the same; what they show of tense is kept in `tense`."""
NEGATIONS = _words("not never no n't without nobody nothing cannot neither nor none hardly")
ORDERING = _words("""
    before after than until since from to by over under into onto off out without instead against between
    """)
"""After these it matters which word comes next."""
CALENDAR = _words("""
    january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
    """)
ROLES = _words("user assistant agent")
"""Whom an agent's memory speaks of; written with a capital at times, and never the name of somebody."""
TITLES = _words("dr doctor prof professor mr mrs ms miss")
OPENERS = _words("""
    in on at while since for last next every each during before after until from with without there when if
    because although as by near both once twice my our your every today yesterday tomorrow always never often
    not no
    """)
_VERBS = """
arise arose arisen|awake awoke awoken|bear borne|beat beat beaten|become became become|begin began begun|bend bent
bet bet|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built
burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came come|creep crept|deal dealt|dig dug
do did done|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung
have had|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant
leap leapt|learn learnt|lend lent|light lit|lose lost|make made|mean meant|meet met|mislay mislaid|pay paid
prove proved proven|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|see saw seen|seek sought
sell sold|send sent|sew sewed sewn|shake shook shaken|shine shone|shoot shot|show showed shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|spoil spoilt
stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept
swell swelled swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|write wrote written
"""
_PREFIXES = ("", "re", "un", "under", "over", "out", "mis", "fore", "with")
_OTHER_FORMS = {
    "children": "child", "people": "person", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "lives": "live", "wives": "wife", "died": "die", "dying": "die", "lying": "lie", "tied": "tie",
    "left": "left", "using": "use",
}  # fmt: skip
_ALIKE_IN_THE_PRESENT = _words("beat bet come run become")


def _forms() -> Iterator[tuple[str, str]]:
    """Each irregular past form or participle with its verb; of verbs made by a prefix, too: rewrote, undone."""
    for verb in _VERBS.replace("\n", "|").strip("|").split("|"):
        plain, *others = verb.split()
        for other in others:
            yield from ((prefix + other, prefix + plain) for prefix in _PREFIXES)


_IRREGULAR = dict(_forms()) | _OTHER_FORMS
_PAST = (frozenset(_IRREGULAR) - frozenset(_OTHER_FORMS) - _ALIKE_IN_THE_PRESENT) | _words(
    "was were said left felt read quit married"
)


@lru_cache(maxsize=200_000)
def root_of(word: str) -> str:
    """A word without its ending, so that forms of one word meet: lives, lived, living."""
    word = _IRREGULAR.get(word, word)
    if word.endswith(("s", "d", "g")):
        word = _without_ending(word)
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsaeiou":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


def _without_ending(word: str) -> str:
    for ending, instead in (("ies", "y"), ("ied", "y"), ("ying", "y")):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word.removesuffix(ending) + instead
    for ending in ("sses", "ches", "shes", "ing", "ed", "es", "s"):
        is_plural_like = ending == "s" and word.endswith(("ss", "us", "is"))
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not is_plural_like:
            return word[: len(word) - len(ending)] + (ending[:-2] if len(ending) == 4 else "")
    return word


def is_past(token: str) -> bool:
    return token in _PAST or (token.endswith("ed") and len(token) > 4)


_MODAL = frozenset(
    """
    may might could would should must can shall will formerly anymore plan plans planned
    """.split()  # noqa: SIM905 - a word list reads as one
)


def tense_of(tokens: Sequence[str]) -> str:
    """`past` when nothing finite is in the present; with the words that make it less than a fact."""
    pairs = pairwise((*tokens, ""))
    is_present = any(
        token in {"is", "are", "does", "do", "am"} or (token in {"has", "have"} and not is_past(following))
        for token, following in pairs
    )
    has_past = not is_present and any(is_past(token) for token in tokens)
    modal = sorted({token.rstrip("s") for token in tokens if token in _MODAL})
    return " ".join([*(["past"] if has_past else ()), *modal])
