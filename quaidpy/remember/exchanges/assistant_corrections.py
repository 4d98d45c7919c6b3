"""What of an assistant's words does the user put right, and what does a trouble turn out to have come from?"""

import re
from collections.abc import Iterator

from quaidpy.domain.language.text import words
from quaidpy.regex import regex
from quaidpy.remember.exchanges.replies import with_value
from quaidpy.remember.words.self_contained import has_verb
from quaidpy.remember.words.sentences import split_sentences

_AGAINST = regex(
    r"\A\W*(?:no+|nope|nah|wrong|not (?:quite|really|exactly|true|right)|that(?:['’]s| is)? (?:wrong"
    r"|not (?:right|true|correct))"
    r"|actually(?: no)?|incorrect|you['’]re wrong|wait,? no|read (?:it|that|the \w+) again)\b",
    re.IGNORECASE,
)
_RIGHT = regex(
    r"\A(?:(?:no+|nope|nah|wrong|actually|sorry|wait|that['’]?s wrong)[\s,.!:–—-]+){0,3}(?:it['’]?s|it is"
    r"|its|that['’]?s|they['’]?re|they are"
    r"|make it) (?!not\b|a question)(?P<right>[^.;!?]{2,80}?)[.!]?\Z",
    re.IGNORECASE,
)
_SAID = regex(
    r"\A(?P<what>(?:the|your|this|these|those) [\w'’ -]{2,50}?|[A-ZÀ-Þ][\w'’-]+(?: [\w'’-]+){0,3}?)"
    r" (?P<be>is|are|was|were|looks? like|seems? to be|appears? to be|stands? for"
    r"|means?) (?P<wrong>[^;!?]{2,80}?)[.]?\Z",
)
_NAME_OF = regex(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Frau|Herr|Uncle|Aunt)\.? [A-ZÀ-Þ][\w'’-]+")
_CALLED = regex(
    r"\A(?:no,? )?(?:it['’]?s|i['’]?m|just|call me) (?P<right>[A-ZÀ-Þ][\w-]{0,30}\w)[,.;–—-]{1,3} ?(?:not"
    r"|nobody (?:ever )?calls me|no ?one (?:ever )?calls me"
    r"|only my \w+ calls? me|never) (?P<wrong>[A-ZÀ-Þ][\w-]+)\b",
    re.IGNORECASE,
)
_KEEPS = regex(
    r"\A(?:please )?(?:you|u) (?:keep|kept|always keep)(?: on)? (?P<what>[a-z]+ing"
    r" [^.;!?]{3,80}?)(?:[,;:.–—-]{1,3} ?(?:and |please |so ){0,2}"
    r"(?:don['’]?t|do not|stop(?: (?:it|that))?|i (?:hate|don['’]t (?:want|like)) (?:it|that)).*)?[.!]?\Z",
    re.IGNORECASE,
)
_TOLD_YOU = regex(
    r"\Ai(?:['’]ve| have)? (?:already |just |once )?(?:told|asked) you(?: \w+){0,2}? (?P<how>not to"
    r"|never to|to) (?P<what>[^.;!?]{4,100})",
    re.IGNORECASE,
)
_CAUSE = regex(
    r"\A(?:ok,? |so,? |aha,? |found it[,:.]? )*(?:(?:it|that) (?:was|is|were)|it['’]?s) (?P<what>(?!not\b"
    r"|so\b|very\b|good\b|bad\b|fine\b)[^.;!?]{3,90}?)"
    r" after all\W*\Z"
    r"|\A(?:ok,? |so,? |and )*(?:it )?turn(?:s|ed) out (?:that |it (?:was|is) |to (?:be"
    r"|have been) )?(?P<out>(?!to\b|well\b|fine\b|great\b|ok\b|good\b)[^.;!?]{3,110})"
    r"|\A(?:it was |that was )?(?:caused by|because of|due to) (?P<of>[^.;!?]{3,90})",
    re.IGNORECASE,
)
_TROUBLE = regex(
    r"(?:n['’]t|\bwont|\bdoesnt|\bcant|\bnot) (?:\w+ )?(?:work|start|load|connect|open|close|print|boot"
    r"|turn|charge|respond|sync|build|compile|show|play"
    r"|ring|drain|heat|cool|run|go on|come on|stop)\w*\b"
    r"|\b(?:fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|broken?|breaks|leak(?:s|ed|ing)?|offline|stuck|hangs?"
    r"|freezes|froze|times? out|timing out"
    r"|flicker\w*|beeps?|overheat\w*|drops? (?:out|calls?|connections?)|gone|missing|lost|slow|down|flaky|double|twice"
    r"|keeps? \w+ing|error)\b",
    re.IGNORECASE,
)
_LEAST_SHARED = 1
_OF_NOTHING = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "for",
        "to",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "it",
        "not",
        "that",
        "this",
        "with",
        "from",
        "by",
    ]
)


def is_against(turn: str) -> bool:
    """Whether a turn begins by saying no to what was said before it."""
    return _AGAINST.match(turn) is not None


def corrected(said: str, offered: str) -> str | None:
    """An assistant's statement with the user's value: "it's zone 4" after "The flat is in zone 3"; None for no such."""
    right = _RIGHT.match(said.strip())
    value = (
        right["right"].strip(" ,")
        if right
        else re.sub(r"\A\W*(?:no+|nope|nah|wrong)[\s,.!:–—-]+", "", said).strip(" .!")
    )
    instead = _INSTEAD.match(value)
    for sentence in _statements(offered):
        if instead and (put := _exchanged(sentence, instead)):
            return put
        if (put := with_value(sentence.rstrip(". "), value)) is not None:
            return put
        if right and (named := _with_name(sentence, value)):
            return named
        stated = _SAID.match(sentence)
        if right and stated and _is_of_same_make(value, stated["wrong"]):
            be = stated["be"] if stated["be"] in {"is", "are", "was", "were"} else _be_of(stated["what"])
            return f"{stated['what']} {be} {value}, not {stated['wrong'].rstrip('. ')}"
    return None


def wanted_otherwise(said: str) -> str | None:
    """What an assistant is told once more, as an order: "you keep adding emojis", "I told you not to commit"."""
    if called := _CALLED.match(said):
        return f"call me {called['right']}, not {called['wrong']}"
    if keeps := _KEEPS.match(said):
        return f"stop {keeps['what']}"
    if told := _TOLD_YOU.match(said):
        return told["what"] if told["how"].lower() == "to" else f"never {told['what']}"
    return None


def cause_of(said: str, trouble: str) -> str | None:
    """The trouble with what it came from: "The doorbell is dead. It was the fuse after all."; None for no cause."""
    found = _CAUSE.match(said.strip())
    if found is None or not trouble:
        return None
    what = (found["what"] or found["out"] or found["of"]).strip(" ,.")
    link = "that " if has_verb(re.sub(r"['’]s\b", "", what)) else ""
    shown = what if what[:2].isupper() else f"{what[0].lower()}{what[1:]}"
    return f"{trouble.rstrip('.! ')}: the cause was {link}{shown}"


def is_trouble(said: str) -> bool:
    """Whether a sentence tells of something that does not work as it should."""
    return (
        _TROUBLE.search(said) is not None and _CAUSE.match(said) is None and not said.rstrip().endswith("?")
    )


def _statements(offered: str) -> Iterator[str]:
    for span in split_sentences(offered):
        if not span.text.endswith("?"):
            yield span.text.strip("*_ ")


_INSTEAD = regex(
    r"\A(?:(?P<right>[^,.;]{2,40}),? (?:and )?not (?P<wrong>[^,.;]{2,40})"
    r"|not (?P<wrong2>[^,.;]{2,40})[,;:–—-]+ ?(?:but )?(?P<right2>[^,.;]{2,40}))\Z",
    re.IGNORECASE,
)


def _exchanged(sentence: str, instead: re.Match[str]) -> str | None:
    """The sentence with the one thing for the other, where it has the wrong one, once."""
    right, wrong = instead["right"] or instead["right2"], instead["wrong"] or instead["wrong2"]
    form = re.compile(rf"(?<!\w){re.escape(wrong)}(?!\w)", re.IGNORECASE)
    told = _NOTED.sub("", sentence.rstrip(". "))
    return form.sub(lambda _found: right, told) if len(form.findall(told)) == 1 else None


_NOTED = regex(
    r"\A(?:(?:noted|understood|got it|ok(?:ay)?|right|so|sure|done|great)[,:.!–—-]+ ?)+", re.IGNORECASE
)


def _with_name(sentence: str, value: str) -> str | None:
    """With the right name behind the same title."""
    right = _NAME_OF.fullmatch(value)
    wrong = _NAME_OF.search(sentence)
    if right is None or wrong is None or right[0].split()[0] != wrong[0].split()[0] or right[0] == wrong[0]:
        return None
    return f"{sentence[: wrong.start()]}{right[0]}{sentence[wrong.end() :]}".rstrip(". ")


def _is_of_same_make(right: str, wrong: str) -> bool:
    shared = set(words(right)) & set(words(wrong)) - _OF_NOTHING
    return len(shared) >= _LEAST_SHARED and words(right) != words(wrong)


def _be_of(what: str) -> str:
    return "are" if what.endswith("s") and not what.endswith(("ss", "us", "is")) else "is"
