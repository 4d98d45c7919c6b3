"""Which secrets do people say in sentences? Passwords, codes and phrases, behind the word for them and a verb."""

import re

from quaidpy.domain.secrets.forms import Form, Found, compiled, is_template
from quaidpy.domain.secrets.states import says_a_state

_OF_WHAT = r"(?:\s{1,3}(?:for|to|of|on|at|in|für|de|del|da|du|do|pour|para|per)\s{1,3}(?:[\w'’./&-]{1,40}\s{1,3}){0,5}?[\w'’./&-]{1,40}+)?"
_VERB = (
    r"(?:\s{1,3}(?:is|was|are|will be|should be|ist|lautet|es|era|est|é|è|là)(?![\w'’])|\s{0,3}(?:->|→|—|–))"
    r"(?:\s{1,3}(?:now|still|currently|just|simply|set to|changed to|jetzt|ahora|maintenant)(?!\w)){0,2}\s{0,3}:?\s{0,3}"
)
_CHANGED = (
    r"\s{1,3}(?:has been |was |is )?(?:now )?(?:changed|set|reset|updated|switched)\s{1,3}to\s{1,3}:?\s{0,3}"
)
_WORD = r"[\"'“‘«`]{0,2}(?P<secret>[^\s\"'“”‘’«»`\\,;\[\]<>][^\s\"“”«»`\\,;\[\]<>]{2,100}+)"
_PASSWORD = r"(?:pass(?:word|code|phrase|wd)|pwd|passwort|kennwort|contraseña|mot de passe|senha|wachtwoord|parola|пароль)"
_ENGLISH = r"(?i)pass(?:word|code|phrase|wd)|pwd"


def _is_password(found: Found) -> bool:
    """One is “my password is swordfish”, none “my password is wrong”; other languages need more than letters."""
    value = found.secret.rstrip(".,;:!?)}'’")
    if len(value) < 3 or is_template(value):
        return False
    if not value.replace("-", "").replace("'", "").replace("’", "").isalpha():
        return any(character.isalnum() for character in value)
    if not compiled(_ENGLISH).match(found.text, found.anchor):
        return not value.islower() and not value.istitle()
    return not says_a_state(found.text, found.start, value)


def _is_phrase(found: Found) -> bool:
    """Words in a row that no sentence is made of: nothing small among them."""
    words = found.secret.replace("-", " ").lower().split()
    return len(words) >= 3 and _SMALL.isdisjoint(words)


def _was_changed(found: Found) -> bool:
    before = found.text[max(0, found.anchor - 40) : found.anchor]
    return re.search(_CHANGING, before) is not None and _is_password(found)


def _opens_something(found: Found) -> bool:
    return re.search(_LOCKS, found.text[max(0, found.anchor - 30) : found.anchor]) is not None


_SMALL = frozenset(
    """
    the a an is are was be to of in on at for and or not it that must should can may has have with by
    """.split()  # noqa: SIM905 - a word list reads as one
)
_CHANGING = r"(?i)\b(?:chang|set|reset|updat|switch|mak|made)\w{0,4}\s(?:\S{1,20}\s){0,3}\Z"
_LOCKS = (
    r"(?i)(?<!\bkey )\b(?:alarm|access|safe|unlock|verification|login|sign-in|2fa|otp|security|vault|authentication|recovery|backup"
    r")[ -]\Z"
)
"""What opens accounts, money and alarms; the code of a gate, a key safe or a bicycle is what its user asks for again."""
_PASSWORD_ANCHORS = (
    "password", "passcode", "passphrase", "passwd", "pwd", "passwort", "kennwort", "contraseña", "mot de passe", "senha",
    "wachtwoord", "parola", "пароль",
)  # fmt: skip

SPOKEN_FORMS = (
    Form("password", ("passphrase",),
         rf"passphrase{_OF_WHAT}(?:{_VERB}|\s{{0,3}}[:=]\s{{0,3}})[\"'“]?(?P<secret>\w{{2,20}}(?:[ -]\w{{2,20}}){{2,11}}+)(?=[\"'”]?\s{{0,3}}(?:[.,;!?\r\n]|\Z))",
         _is_phrase, at_word_start=True),
    Form("password", _PASSWORD_ANCHORS, rf"{_PASSWORD}{_OF_WHAT}(?:{_CHANGED}|{_VERB}){_WORD}", _is_password,
         at_word_start=True),
    Form("password", _PASSWORD_ANCHORS, rf"{_PASSWORD}(?:\s{{1,3}}\w{{1,20}}){{0,4}}?\s{{1,3}}to\s{{1,3}}{_WORD}", _was_changed,
         at_word_start=True),
    Form("password", ("pin", "pin code"),
         rf"pin(?:\s{{1,3}}(?:code|number))?{_OF_WHAT}(?:{_CHANGED}|{_VERB}|\s{{0,3}}[:=]\s{{0,3}})[\"'“]?(?P<secret>\d(?:[ -]?\d){{2,11}}+)(?![\w-]|[.:/]\d)",
         at_word_start=True),
    Form("password", ("code", "combination"),
         rf"(?<=\w\s)(?:code|combination){_OF_WHAT}(?:{_CHANGED}|{_VERB}|\s{{0,3}}[:=]\s{{0,3}})[\"'“]?(?P<secret>[#*]?\d(?:[ -]?\d){{2,11}}[#*]?+)(?![\w-]|[.:/]\d)",
         _opens_something),
    Form("card number", ("cvv", "cvc", "security code"),
         r"(?:cvv2?|cvc2?|security code)(?:\s{1,3}is|\s{0,3}[:=])?\s{1,3}(?P<secret>\d{3,4}+)(?![\w-])", at_word_start=True),
    Form("seed phrase", ("seed phrase", "recovery phrase", "mnemonic", "seed words", "backup phrase", "secret phrase"),
         rf"[a-z]{{4,8}}(?:\s{{1,3}}(?:phrase|words))?{_OF_WHAT}(?:{_VERB}|\s{{0,3}}[:=]\s{{0,3}})[\"'“]?"
         r"(?P<secret>(?:(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8}[\s,]{1,3}){11,23}(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8})(?![a-z])"),
)  # fmt: skip
"""Sentences by their shape, not their words: word for a secret, of what, a verb of being or changing, the secret."""
