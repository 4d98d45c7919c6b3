"""Do two statements give the same words the same roles? By their order, which alone tells who bit whom in English.

Errs on the side of "no": a word that is left over where it could change what is said keeps them apart.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from quaidpy.domain.language.measures import unit_named
from quaidpy.domain.language.word_forms import is_past, root_of, tense_of
from quaidpy.regex import regex
from quaidpy.remember.words.verbs import BASE_VERBS

Tokens: TypeAlias = tuple[str, ...]
Triple: TypeAlias = tuple[str, str, str]

_TOKEN = regex(r"[^\W_]+(?:[.:/'-][^\W_]+)*|[,;]")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ARTICLES = _words(
    "a an the just really quite very also so then too is are am be been being do does has have"
)
_NEGATIONS = _words("not no never none nobody nothing neither nor without hardly barely cannot")
_CONDITIONS = _words("""
    if unless until till when whenever while before after since because although though whereas once except
    """)
_MODALS = _words("""
    may might could would should must can shall will was were had did used maybe perhaps probably likely almost nearly
    allegedly apparently supposedly possibly formerly anymore longer
    """)
_AMOUNTS = _words("""
    only every each all some most few many much more less fewer least than both either half enough even again
    """)
_OPERATORS = _NEGATIONS | _CONDITIONS | _MODALS | _AMOUNTS
"""Words by which a statement with them does not say what it says without them: none may be left over."""
_PLACING = _words("""
    in on at to from by of for with into onto off out up down over under against between among near about through
    toward towards during behind beside across along around as like via per within inside outside above below
    """)
_JOINING = _words("and or but")
_OPENING = _PLACING | _CONDITIONS | _words("every each last next this yesterday today tomorrow now")
"""What a part of a sentence begins with that may stand at either end of it: in May, if it rains, every day."""
_FREE = _words("often usually sometimes always rarely seldom currently nowadays still already")
"""Adverbs that may stand before the verb or at an end, where there is one verb."""
_BEING = _words("is are was were be been being am gets got")
_KEPT_WHOLE = _OPERATORS | _PLACING | _JOINING | _FREE | {"'s"}
_INFINITIVE = "to …"
"""Loves to paint is loves painting; promised to fix is not fixed."""
_LONGEST_OPENING = 3  # words after the first, where no comma ends it


def is_said_by(new: str, old: str, relations: Collection[Triple] = ()) -> bool:
    """Whether all that `new` says is said by `old`, in the same roles; the old may say more behind it, or more closely.

    `relations`: (subject, relation, object), lower case, that both state: the words for those may differ.
    """
    mine, theirs = _tokens(new), _tokens(old)
    if tense_of(mine) != tense_of(theirs):
        return False
    if relations and _say_nothing_else(mine, relations) and _say_nothing_else(theirs, relations):
        return True
    mine, theirs = _with_relations(mine, relations), _with_relations(theirs, relations)
    variants = list(_variants(theirs))
    return any(_is_part_of(one, other) for one in _variants(mine) for other in variants)


def have_changed_places(one: str, other: str) -> bool:
    """The very same words, in other roles."""
    mine, theirs = (sorted(_told(_tokens(text))) for text in (one, other))
    return mine == theirs and not is_said_by(one, other)


def _say_nothing_else(tokens: Tokens, relations: Collection[Triple]) -> bool:
    """The names that are related and one word for how: what is said of them is all in the relations."""
    rest = list(tokens)
    for name in {end for subject, _, target in relations for end in (subject, target)}:
        place = _place_of(name, rest)
        if place is None:
            return False
        del rest[place : place + len(name.split())]
    words = [word for word in _told(rest) if word != "'s" and word not in _PLACING | _JOINING]
    return len(words) <= 1 and _OPERATORS.isdisjoint(words) and not any(_has_figure(word) for word in words)


def _with_relations(tokens: Tokens, relations: Collection[Triple]) -> Tokens:
    """With the relation itself in the place of the words between its subject and its object."""
    for subject, relation, target in sorted(relations):
        start, end = _place_of(subject, tokens), _place_of(target, tokens)
        first = None if start is None else start + len(subject.split())
        if first is not None and end is not None and first < end:
            between = tokens[first:end]
            if _OPERATORS.isdisjoint(between) and not any(_has_figure(word) for word in between):
                tokens = (*tokens[:first], f"={relation}", *tokens[end:])
    return tokens


def _place_of(name: str, tokens: Sequence[str]) -> int | None:
    parts = name.split()
    places = range(len(tokens) - len(parts) + 1)
    return next((place for place in places if list(tokens[place : place + len(parts)]) == parts), None)


def _has_figure(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def _tokens(text: str) -> Tokens:
    """Lower-case words, commas, and what an apostrophe hides: "not", and the 's of an owner."""
    found: list[str] = []
    for token in _TOKEN.findall(
        text.lower().replace("’", "'").replace("can't", "can not").replace("won't", "will not")
    ):
        if token.endswith("n't"):
            found += [token.removesuffix("n't"), "not"]
        elif token.endswith(("'s", "s'")):
            found += [token.removesuffix("'s").removesuffix("'"), "'s"]
        else:
            is_after_figure = bool(found) and found[-1][-1].isdigit()
            found.append(_after_figure(token) if is_after_figure else token)
    return tuple(found)


def _after_figure(token: str) -> str:
    """A unit by one name; the half of a day, which is no form of "to be"."""
    return f"{token}." if token in {"am", "pm"} else unit_named(token)


def _told(tokens: Sequence[str]) -> Tokens:
    """Without what carries no meaning of its own, each word by its root; names and numbers have none but themselves."""
    kept = []
    for word, following in pairwise((*tokens, "")):
        if word == "to" and following in BASE_VERBS:
            kept.append(_INFINITIVE)
        elif not (word in _ARTICLES or word in {",", ";"}):
            kept.append(word if word in _KEPT_WHOLE or _has_figure(word) else root_of(word))
    return tuple(kept)


def _variants(tokens: Tokens) -> Iterator[Tokens]:
    """The ways to say it that differ in nothing but where its parts stand."""
    for ordered in {_joined_sorted(tokens), tokens}:
        for active in {ordered, _turned_active(ordered), _turned_about(ordered)}:
            for whole in {active, *_rotated(active)}:
                yield _told(whole)
                if _FREE & set(whole):
                    yield _told(_with_adverb_first(whole))


def _is_single(tokens: Sequence[str]) -> bool:
    """One clause: whatever of it moves, moves within it."""
    return _JOINING.isdisjoint(tokens) and ";" not in tokens


def _rotated(tokens: Tokens) -> Iterator[Tokens]:
    """With its first part at the end: as far as a comma goes, else of any short length."""
    if not tokens or tokens[0] not in _OPENING or not _is_single(tokens):
        return
    if "," in tokens:
        end = tokens.index(",")
        yield (*tokens[end + 1 :], *tokens[:end])
    else:
        shortest = 2 if tokens[0] in _PLACING | _CONDITIONS else 1
        for end in range(shortest, min(_LONGEST_OPENING, len(tokens) - 2) + 2):
            yield (*tokens[end:], *tokens[:end])


def _with_adverb_first(tokens: Tokens) -> Tokens:
    free = [token for token in tokens if token in _FREE]
    if len(free) != 1 or not _is_single(tokens) or "," in tokens or not _CONDITIONS.isdisjoint(tokens):
        return tokens
    return (*free, *(token for token in tokens if token != free[0]))


def _joined_sorted(tokens: Tokens) -> Tokens:
    """Two that "and" joins at the beginning, or at the end, in a fixed order; not where there are two such pairs."""
    tokens = tuple(token for token in tokens if token not in {"a", "an", "the"})
    places = [place for place, token in enumerate(tokens) if token in {"and", "or"}]
    if len(places) != 1 or not 0 < places[0] < len(tokens) - 1:
        return tokens
    place = places[0]
    one, other = tokens[place - 1], tokens[place + 1]
    is_first = place == 1 and tokens[place + 2 : place + 3] != ("'s",)
    is_last = place == len(tokens) - 2
    if not (is_first or is_last) or (one, other) <= (other, one):
        return tokens
    return (*tokens[: place - 1], other, tokens[place], one, *tokens[place + 2 :])


def _turned_active(tokens: Tokens) -> Tokens:
    """Bob was paid by Ana in May: Ana paid Bob in May."""
    if "by" not in tokens or not _is_single(tokens):
        return tokens
    by = tokens.index("by")
    deed = next(
        (place for place in range(1, by) if tokens[place - 1] in _BEING and is_past(tokens[place])), None
    )
    if deed is None or deed < 2:
        return tokens
    after = by + 1
    end = next(
        (p for p in range(after, len(tokens)) if tokens[p] in _OPENING or tokens[p] in _OPERATORS),
        len(tokens),
    )
    return (*tokens[after:end], tokens[deed], *tokens[: deed - 1], *tokens[deed + 1 : by], *tokens[end:])


def _turned_about(tokens: Tokens) -> Tokens:
    """Jasmine is Ana's favourite tea: Ana's favourite tea is jasmine. Where one side is the only one of its kind."""
    places = [place for place, token in enumerate(tokens) if token in {"is", "are"}]
    if len(places) != 1 or not _OPERATORS.isdisjoint(tokens) or not _is_single(tokens) or "," in tokens:
        return tokens
    first, second = tokens[: places[0]], tokens[places[0] + 1 :]
    is_only_one = any("'s" in side or side[:1] in {("the",), ("my",), ("our",)} for side in (first, second))
    return (*second, "is", *first) if is_only_one else tokens


def _is_part_of(new: Tokens, old: Tokens) -> bool:
    """All of the new in the order of the old; what is left over says more of it, and nothing else."""
    place = 0
    for word in (word for word in new if word != _INFINITIVE):
        start = place
        while place < len(old) and old[place] != word:
            place += 1
        if place == len(old) or not _may_be_left(old[start:place], is_first=start == 0):
            return False
        place += 1
    rest = old[place:]
    return _OPERATORS.isdisjoint(rest) and rest[:1] != ("'s",)


def _may_be_left(between: Tokens, *, is_first: bool) -> bool:
    """Before the first word nothing; between two words what tells more closely what the next one means."""
    if not between or between == (_INFINITIVE,):
        return True
    return not is_first and (_OPERATORS | _PLACING | _JOINING | {"'s", _INFINITIVE}).isdisjoint(between)
