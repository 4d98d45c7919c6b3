"""Does somebody chat with a machine as with a friend, where much is said only for company?"""

import re

from quaidpy.regex import regex

_MARKS = regex(
    r"(?<![\w-])(?:l+o+l+|lmao|rofl|omg|ugh+|haha\w*|hehe\w*|idk|tbh|ngl|wtf|yay+|wow|whew|phew|oh god|oh man"
    r"|oh my|hah?"
    r"|literally|obviously|honestly|whatever|i mean|you know|anyway|anyways|so yeah|yeah|nah|gonna|kinda"
    r"|sorta)(?![\w-])"
    r"|\blike\.{2,}|\b(?:is|are|was|were|it's|i'm) like\b|\w\?!|!{2,}|(?-i:\b[A-Z]{4,}(?: [A-Z]{2,})+\b)",
    re.IGNORECASE,
)
_LEAST_MARKS = 2
_WORDS_A_MARK = 40  # in a longer turn marks stand farther apart
_LONG = 60  # words in which a single mark tells


def is_chatter(text: str) -> bool:
    """Whether a turn has the marks of company: laughter, sighs, "honestly", "you know", exclamations."""
    marks, words = len(_MARKS.findall(text)), len(text.split())
    if marks < _LEAST_MARKS:
        return marks == 1 and words > _LONG
    return marks * _WORDS_A_MARK >= words
