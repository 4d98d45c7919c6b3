"""Which ways of putting something are one way? Turns of phrase whose words alone would not show it. English."""

import re

from quaidpy.regex import regex

_TURNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (regex(pattern), instead)
    for pattern, instead in (
        (r"^\s*(?:note|fact|fyi|update|reminder|decision|remember)\s*:\s*", ""),
        (r"\b(?:has |have |had )?made up [\w']+ mind\b", "decided"),
        (r"\b(?:no longer|not any ?more|not any longer)\b", "not anymore"),
        (r"\b(?:has |have )?(?:stopped|quits?|ceased) (\w{2,}ing)\b", r"not anymore \1"),
        (r"\bdr\b\.?", "doctor"),
        (r"\bprof\b\.?", "professor"),
        (r"\b(\w+)'s birthday is (?:on )?", r"\1 was born on "),
        (r"\brather than\b", "instead of"),
        (r"\blike([sd]?) (.{1,80}?) better than\b", r"prefer\1 \2 over"),
        (r"\blikes? (\w+) (?:best|most) of all (\w+)", r"favourite \2 is \1"),
        # "prefers trains to planes", but not "prefers to walk to work"
        (r"\b(prefer\w*) ((?!to )\S+(?: \S+){0,3}?) (?:over|to|instead of) ", r"\1 \2 than "),
        (r"\b(takes|take|taking) place\b", "is"),
        (r"\btook place\b", "was"),
        (r"\b((?:hope|want|wish|dream|like|plan)\w*\b.{0,120}) (?:one day|some ?day)\b", r"\1"),
        (r"\b(?:one of these days)\b", ""),
        (r"\b(?:is|are) where (.{1,80}?) (is|are)\b", r"\2 where \1"),
    )
)


def normalize_paraphrases(lowered: str) -> str:
    """A lower-case statement with its paraphrases replaced by the plain one of each."""
    for pattern, instead in _TURNS:
        lowered = pattern.sub(instead, lowered)
    return lowered
