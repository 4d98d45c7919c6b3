"""Does a statement say anything once its secret is gone? "The password is [password redacted]" does not."""

import re

_PLACEHOLDER = r"[\"'“‘`(]{0,2}\[[a-z ]{1,40} redacted\][\"'”’`)]{0,2}"
_SENTENCE = r"[.!?;\n](?=\s|\Z)"
_WORD = r"[^\W_]+(?:['’-][^\W_]+)*"
_ENDS_IN_A_SIGN = r"[:=>]\s*\Z"
_SECRETS = frozenset(
    [
        "password", "passwords", "passcode", "passphrase", "passwd", "pwd", "pin", "code", "combination",
        "key", "secret", "token", "credential", "credentials", "login", "card", "cvv", "cvc", "iban", "ssn",
        "account", "number", "cookie", "webhook", "seed", "phrase", "mnemonic", "passwort", "kennwort",
        "contraseña", "passe", "senha", "url", "bearer", "basic", "authorization", "user",
    ]
)  # fmt: skip
_SMALL = frozenset(
    [
        "my", "our", "the", "a", "an", "this", "that", "it", "your", "his", "her", "their", "is", "was",
        "are", "use", "used", "take", "here", "please", "now", "and", "also", "hey", "hi", "ok", "so", "for",
        "of", "to", "with", "new", "current", "api", "access", "thanks", "thank", "you", "remember", "note",
        "fyi", "btw", "changed", "set", "reset", "has", "been", "be", "i", "we", "mein", "mi", "mon", "minha",
        "mot", "de", "ist", "es", "est", "é", "è", "curl", "http", "https",
    ]
)  # fmt: skip
_BEING = frozenset(["is", "was", "are", "be", "to", "ist", "lautet", "es", "era", "est", "é", "è", "been"])
_MOST_WORDS = 14  # between the beginning of a sentence and a secret that all of it leads to


def says_only_a_secret(text: str) -> bool:
    """Whether every sentence of a text with placeholders leads to one, and goes no further."""
    if " redacted]" not in text:
        return False
    sentences = [sentence for sentence in re.split(_SENTENCE, text) if re.search(_WORD, sentence)]
    return bool(sentences) and all(map(_leads_to_a_secret, sentences))


def _leads_to_a_secret(sentence: str) -> bool:
    found = list(re.finditer(_PLACEHOLDER, sentence))
    if not found:
        return False
    before = sentence[: found[0].start()]
    rest = [word for word in _words(sentence[found[0].end() :]) if word not in {"redacted", *_kinds(found)}]
    if not _SMALL.union(_SECRETS).issuperset(rest):
        return False
    words = _words(before)
    if _SMALL.union(_SECRETS).issuperset(words):
        return True
    leads = bool(re.search(_ENDS_IN_A_SIGN, before)) or words[-1] in _BEING
    return leads and len(words) <= _MOST_WORDS and not _SECRETS.isdisjoint(words)


def _kinds(found: list[re.Match[str]]) -> set[str]:
    return {word for match in found for word in _words(match[0])}


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(_WORD, text)]
