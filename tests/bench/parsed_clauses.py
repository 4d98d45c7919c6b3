"""Which clauses does a dependency parse find in a text, and which of its sentences are statements by their form?"""

import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from quaidpy.remember.words.requests import is_asking
from quaidpy.remember.words.salience import content_words

# Tokens, spans and documents are spaCy's; it is not installed with quaid and has no types here.
Token = Any
Sentence = Any
Parse = Callable[[str], Any]

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_VERBS = frozenset({"VERB", "AUX"})
_CARRYING = frozenset({"dobj", "attr", "pobj", "acomp", "oprd", "dative", "npadvmod", "appos"})
_PERSONS = frozenset({"he", "she", "they", "his", "her", "their", "him", "them"})
_THINGS = frozenset({"it", "this", "that", "these", "those", "its", "one", "them"})
_POINTERS = _THINGS | {"such", "so", "there", "here", "both", "none", "some", "another", "other", "same"}
_LISTENER = frozenset({"you", "your", "yours", "u", "ur"})
_LEADING = frozenset({"if", "because", "which", "than", "so", "or", "not", "only", "unless", "like", "as"})
_SUPPOSING = frozenset({"would", "could", "might", "should", "may"})
_WISHING = frozenset({"like", "love", "prefer"})
_MENTAL = frozenset(
    {"think", "guess", "hope", "know", "mean", "wonder", "suppose", "see", "feel", "love", "thank", "bet", "doubt",
     "remember", "forget", "imagine", "understand", "say", "ask"}
)  # fmt: skip
_LEAST_WORDS, _MOST_TOKENS, _LEAST_CONTENT = 4, 45, 3


def load(model: str) -> Parse:
    """The parser of an installed spaCy model."""
    try:
        parse: Parse = importlib.import_module("spacy").load(model)
    except (ImportError, OSError) as error:
        raise SystemExit(
            f"{model}: {error}; install spacy and an English model into a scratch environment"
        ) from error
    return parse


def clauses(document: Any) -> Iterator[str]:
    """Every finite clause with its subject, whole sentences first; appositions and relative clauses as sentences."""
    for sentence in document.sents:
        if _subject(sentence.root) is not None and _is_finite(sentence.root):
            yield sentence.text.strip()
        for token in sentence:
            yield from _clause(token)


def fault(sentence: Sentence) -> str | None:
    """Why a sentence of the parse states nothing that stands alone; None when it does, as far as form tells."""
    return next((name for name, is_so in _FAULTS if is_so(sentence)), None)


def _clause(token: Token) -> Iterator[str]:
    if token.pos_ not in _VERBS:
        if token.dep_ == "appos" and token.head.pos_ in {"PROPN", "NOUN"}:
            yield f"{_words(_bare_phrase(token.head))} is {_words(token.subtree)}"
        return
    own = _subject(token)
    if token.dep_ == "relcl":
        if own is not None and own.lower_ in {"who", "which", "that"}:
            told = set(_clause_tokens(token)) - set(own.subtree)
            yield f"{_words(_bare_phrase(token.head))} {_words(told)}"
    elif own is not None and _is_finite(token):
        yield _words(_clause_tokens(token))
    elif own is None and (shared := _shared_subject(token)) is not None:
        yield f"{_words(shared.subtree)} {_words(_clause_tokens(token))}"
    elif token.dep_ == "ROOT" and token.tag_ in {"VBD", "VBN", "VBG"}:
        yield f"I {'am ' if token.tag_ == 'VBG' else ''}{_words(_clause_tokens(token))}"


def _subject(verb: Token) -> Token | None:
    return next((each for each in verb.children if each.dep_ in _SUBJECTS and each.i < verb.i + 3), None)


def _shared_subject(verb: Token) -> Token | None:
    """That of the clause which a verb is joined to: "she came and *went*"."""
    while verb.dep_ == "conj" and verb.head.pos_ in _VERBS:
        verb = verb.head
        if (found := _subject(verb)) is not None:
            return found
    return None


def _is_finite(verb: Token) -> bool:
    helpers = (each for each in verb.children if each.dep_ in {"aux", "auxpass"})
    return verb.tag_ in _FINITE or any(each.tag_ in _FINITE for each in helpers)


def _clause_tokens(verb: Token) -> Iterator[Token]:
    """A verb with what hangs on it, without clauses joined to it and without the word that joins it."""
    yield verb
    for child in verb.children:
        is_joined = child.dep_ == "conj" and child.pos_ in _VERBS
        if not is_joined and child.dep_ not in {"cc", "mark"}:
            yield from child.subtree


def _bare_phrase(noun: Token) -> Iterator[Token]:
    """A noun phrase without its own clauses and appositions."""
    yield noun
    for child in noun.children:
        if child.dep_ not in {"relcl", "appos", "acl"}:
            yield from child.subtree


def _words(tokens: Iterable[Token]) -> str:
    text = "".join(token.text_with_ws for token in sorted(set(tokens), key=lambda token: token.i))
    return re.sub(r"\s+", " ", text).strip(" ,;:-–—()")


def _subject_is(sentence: Sentence, words: frozenset[str]) -> bool:
    found = _subject(sentence.root)
    return found is not None and found.lower_ in words


def _is_supposed(sentence: Sentence) -> bool:
    verb = sentence.root
    wishes = verb.lemma_ in _WISHING
    for child in verb.children:
        if child.dep_ == "aux" and child.lower_ in _SUPPOSING and not wishes:
            return True
        if child.dep_ == "advcl" and any(each.lower_ == "if" for each in child.children):
            return True
    return False


def _body(sentence: Sentence) -> list[Token]:
    found = _subject(sentence.root)
    of_subject = set(found.subtree) if found is not None else set()
    return [
        token
        for token in sentence
        if token.dep_ in _CARRYING
        and token.pos_ in {"NOUN", "PROPN", "NUM", "ADJ"}
        and token not in of_subject
    ]


def _is_open(sentence: Sentence) -> bool:
    """Whether "it" or "that" has nothing before it in the sentence that it can be."""
    for token in sentence:
        is_pronoun = token.lower_ in _THINGS and token.pos_ == "PRON" and token.dep_ not in {"mark", "expl"}
        if is_pronoun and token.tag_ != "WDT" and not _has_thing_before(token, sentence):
            return True
    return False


def _has_thing_before(token: Token, sentence: Sentence) -> bool:
    return any(
        each.pos_ in {"NOUN", "PROPN"}
        and each.dep_ != "npadvmod"
        and each.ent_type_ not in {"DATE", "TIME", "PERSON"}
        for each in sentence
        if each.i < token.i
    )


def _says_little(sentence: Sentence) -> bool:
    is_named = any(token.ent_type_ or token.pos_ in {"PROPN", "NUM"} for token in sentence)
    return not is_named and len(content_words(sentence.text)) < _LEAST_CONTENT


_FAULTS: tuple[tuple[str, Callable[[Sentence], bool]], ...] = (
    ("a question", lambda sentence: is_asking(sentence.text)),
    ("no verb", lambda sentence: sentence.root.pos_ not in _VERBS),
    ("no subject", lambda sentence: _subject(sentence.root) is None),
    ("not finite", lambda sentence: not _is_finite(sentence.root)),
    ("the listener", lambda sentence: any(token.lower_ in _LISTENER for token in sentence)),
    ("a pointer", lambda sentence: _subject_is(sentence, _POINTERS - _PERSONS)),
    ("a question word", lambda sentence: sentence[0].tag_ in {"WDT", "WP", "WRB"}),
    ("begins in the middle", lambda sentence: sentence[0].lower_ in _LEADING),
    ("supposed", _is_supposed),
    ("mental", lambda sentence: sentence.root.lemma_ in _MENTAL),
    ("no content", lambda sentence: not _body(sentence)),
    ("open pronoun", _is_open),
    ("short", lambda sentence: sum(token.is_alpha for token in sentence) < _LEAST_WORDS),
    ("long", lambda sentence: len(sentence) > _MOST_TOKENS),
    ("little content", _says_little),
)
