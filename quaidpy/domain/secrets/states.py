"""Does a word beside "password is" say something about the password, or is it the password?

English says of a password what it is by adjectives and participles (wrong, required, expired, case-sensitive) and goes
on by small words (the, a, in, on, not). A password that is a word stands alone at the end of its clause.
"""

import re

from quaidpy.domain.secrets.forms import compiled

_STATES = frozenset(
    [
        "wrong", "right", "correct", "incorrect", "valid", "invalid", "weak", "strong", "safe", "unsafe",
        "secure", "insecure", "good", "bad", "fine", "ok", "okay", "long", "short", "old", "new", "same",
        "different", "gone", "lost", "here", "there", "mine", "yours", "his", "hers", "ours", "theirs",
        "unique", "easy", "hard", "simple", "complex", "complicated", "missing", "empty", "blank", "null",
        "none", "public", "private", "secret", "confidential", "useless", "important", "necessary", "needed",
        "mandatory", "obligatory", "optional", "unknown", "known", "true", "false", "done", "back", "up",
        "down", "out", "dead", "active", "inactive", "alive", "broken", "ready", "due", "overdue", "stale",
        "fresh", "next", "first", "last", "special", "random", "temporary", "permanent", "default", "plain",
        "clear", "open", "closed", "free", "full", "better", "worse", "best", "worst", "enough", "available",
        "unavailable", "visible", "invisible", "memorable", "obvious", "guessable", "crackable", "common",
        "rare", "similar", "identical", "wholly", "totally", "really", "very", "too", "so", "quite", "still",
        "already", "always", "never", "now", "then", "just", "only", "also", "not", "no", "yes", "soon",
        "later", "again", "the", "a", "an", "my", "your", "our", "their", "its", "this", "that", "these",
        "those", "what", "which", "who", "where", "when", "why", "how", "in", "on", "at", "by", "for", "from",
        "to", "of", "with", "under", "inside", "behind", "written", "and", "or", "but", "if", "because", "as",
        "than", "about", "it", "he", "she", "they", "we", "you", "i", "something", "anything", "nothing",
        "everything", "someone", "nobody", "somewhere", "anywhere", "nowhere", "one", "two", "being", "been",
        "over", "below", "above", "near", "case", "per", "via", "all", "any", "every", "hashed", "salted",
        "text", "string", "field", "required", "word", "words", "letters", "characters", "digits", "numbers",
        "stuff", "thing", "things", "tricky", "silly", "sufficient", "insufficient", "excessive", "sensitive",
        "basic", "generic", "automatic", "static", "numeric", "alphanumeric", "alphabetic", "cryptic",
        "hexadecimal", "useful", "harmless", "short-lived", "case-sensitive", "stupid", "ridiculous", "funny",
        "weird", "odd", "great", "terrible", "awful", "amazing", "nice", "cool", "pretty", "ugly", "saved",
        "stuck", "kept", "set", "reset", "sent", "hidden", "forgotten", "stolen", "shown", "chosen", "given",
        "taken", "cut", "put", "found", "held", "made", "told", "understood",
    ]
)  # fmt: skip
_ENDINGS = r"(?i)(?:ed|ing|able|ible|less|ical|ous|n't)\Z"
_LONG_ENOUGH = 6  # letters, for an ending to be one
_END_OF_CLAUSE = (
    r"[\"'”’)\]}]{0,3}(?:\s*(?:[.,;!?\n\r]|\\n|\Z)|\s{1,3}(?:and|but|so|please|thanks|thank|ok)\b)"
)


def says_a_state(text: str, start: int, word: str) -> bool:
    """Whether `word`, of letters alone, at `start` of the text speaks of a password rather than being it."""
    lowered = word.lower()
    if lowered in _STATES or (len(lowered) >= _LONG_ENOUGH and re.search(_ENDINGS, lowered)):
        return True
    return compiled(_END_OF_CLAUSE).match(text, start + len(word)) is None
