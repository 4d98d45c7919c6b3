"""Whom does a single letter mean: "D wants the blue one"? The one person known whose name begins with it."""

from collections.abc import Iterable, Iterator

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.people.no_names import begins_sentence, is_common_word
from quaidpy.remember.words.names import KIN

_DEEDS = (
    r"said|says|tells|told|thinks|thought|loves?|loved|likes?|liked|hates|wants|wanted|asks|asked|tried|called|texted|rang"
    r"|cooks|cooked|came|agrees|agreed|promised|laughed|insists|insisted|(?:does|did|has|wo|ca|is)n['’]t"
)
_BEFORE = (
    r"(?:\A|[.!?,;:(\n]\s{0,3}|[–—-]\s"
    r"|\b(?:and|but|so|because|cause|when|that|if|btw|oh|then|while|since|where|what) )"
)
_INITIAL = regex(
    rf"{_BEFORE}(?P<name>[B-HJ-Z])(?="
    rf"(?: (?:just|also|even|really|finally|already|still|never|actually))? (?:{_DEEDS})\b"
    rf"|,? and (?:I|i|me|[A-ZÀ-Þ][a-zß-ÿ]{{1,20}})\b|['’]s (?:{'|'.join(sorted(KIN))})\b)"
    r"|\b(?:told|tell|asked|ask|texted) (?P<told>[B-HJ-Z])"
    r"(?=[.,!?;:]|\Z| (?:that|to|if|about|and|what|how|when)\b)"
    r"|\b(?:[Mm]e|I) and (?P<beside>[B-HJ-Z])(?![\w'’&.-])"
)


def initials_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Letters that do what people do, and where."""
    for found in _INITIAL.finditer(text):
        group = found.lastgroup or "name"
        yield found[group], *found.span(group)


def meant_by_initial(letter: str, known: Iterable[EntityDraft]) -> EntityDraft | None:
    """Who was called so before, or else the one person whose name begins so, now also called so; None if unsure."""
    people = [one for one in known if one.type is EntityType.PERSON]
    called = {one.name: one for one in people if letter in one.aliases}
    fitting = called or {one.name: one for one in people if one.name.startswith(letter)}
    if len(fitting) != 1:
        return None
    (meant,) = fitting.values()
    return EntityDraft(
        name=meant.name, type=meant.type, aliases=tuple(dict.fromkeys((*meant.aliases, letter)))
    )


def with_initials_written(text: str, known: Iterable[EntityDraft]) -> str:
    """With the names that single letters mean: "David wants the blue one"."""
    known = list(known)
    for letter, start, end in sorted(initials_in(text), key=lambda found: -found[1]):
        if (meant := meant_by_initial(letter, known)) is not None:
            text = f"{text[:start]}{meant.name}{text[end:]}"
    return text


def heads_a_note(text: str, start: int, letter: str) -> bool:
    """Whether a letter says of whom a note is that begins behind it: "J. Off her dinner", "M. Washing line broke"."""
    if _LETTER.fullmatch(letter) is None or not begins_sentence(text, start):
        return False
    first = _FIRST_WORD.match(text, start + len(letter))
    return first is not None and (
        is_common_word(first[1]) or first[1].lower() in KIN or first[1].endswith("ing")
    )


_LETTER = regex(r"[A-Z]\.")
_FIRST_WORD = regex(r" ([A-ZÀ-Þ][\w'’-]+)")
