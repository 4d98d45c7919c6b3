"""Which characters of a text must never be stored?"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_PLACEHOLDER = re.compile(r"\[[a-z ]+ redacted\]")


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret's kind; never the secret itself."""

    kind: str

    @property
    def placeholder(self) -> str:
        return f"[{self.kind} redacted]"


@dataclass(frozen=True, slots=True)
class _Form:
    kind: str
    pattern: re.Pattern[str]
    is_real: Callable[[str], bool] = lambda _: True


def redact_secrets(text: str) -> tuple[str, tuple[Redaction, ...]]:
    """The text with typed placeholders in the place of secrets, and what was replaced, in order of kinds.

    Idempotent: placeholders are left alone.
    """
    found: list[Redaction] = []
    for form in _FORMS:
        redaction = Redaction(form.kind)

        def replaced(match: re.Match[str], form: _Form = form, redaction: Redaction = redaction) -> str:
            secret = match.groupdict().get("secret") or match[0]
            if _PLACEHOLDER.search(match[0]) or not form.is_real(secret):
                return match[0]
            found.append(redaction)
            head, _, tail = match[0].rpartition(secret)
            return f"{head}{redaction.placeholder}{tail}"

        text = form.pattern.sub(replaced, text)
    return text, tuple(found)


def _is_card(number: str) -> bool:
    """Luhn's checksum over 13 to 19 digits that are not all alike."""
    digits = [int(character) for character in number if character.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = [2 * d - 9 * (d > 4) if i % 2 else d for i, d in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def _is_iban(text: str) -> bool:
    """ISO 13616: the rearranged number modulo 97 is 1."""
    bare = text.replace(" ", "")
    if not 15 <= len(bare) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1


def _is_password(text: str) -> bool:
    """Not an ordinary word: "my password is wrong" is no secret."""
    bare = text.strip("\"'`.,;!")
    return len(bare) >= 4 and (not bare.isalpha() or (not bare.islower() and not bare.istitle()))


def _is_mixed(text: str) -> bool:
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


_FORMS = (
    _Form(
        "private key",
        re.compile(
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
        ),
    ),
    _Form("token", re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*")),
    _Form(
        "api key",
        re.compile(
            r"\b(?:sk-[\w-]{16,}|[sr]k_(?:live|test)_\w{10,}|pk_live_\w{10,}|gh[opsur]_\w{20,}|github_pat_\w{20,}"
            r"|glpat-[\w-]{16,}|xox[abposr]-[\w-]{10,}|A(?:KI|SI)A[A-Z0-9]{16}|AIza[\w-]{30,}|hf_\w{20,}|npm_\w{30,}"
            r"|pypi-\w{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,}|dop_v1_\w{30,}|AGE-SECRET-KEY-\w{20,})"
        ),
    ),
    _Form("token", re.compile(r"\b[Bb]earer\s+(?P<secret>[\w.~+/-]{16,}=*)")),
    _Form("password", re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s:/@]+:(?P<secret>[^\s@/]{3,})@")),
    _Form(
        "password",
        re.compile(
            r"\b(?:pass(?:word|code|phrase|wd)?|pwd|pin(?:\s+code)?|passwort|contraseña|mot de passe|senha)\b"
            r"(?:\s+(?:for|to|of|on)\s+(?:[\w'’.-]+\s+){0,4}?[\w'’.-]+)?\s*(?:is|was|are|:|=|->|ist|es|est|é)+\s*"
            r"(?:(?:now|still|the|my|password|passcode|pin|code|pwd)\b\s*(?:is|:|=)?\s*)*(?!(?:password|passcode|pin|pwd|code)\b)(?P<secret>[^\s,;\[][^\s,;]{2,})",
            re.IGNORECASE,
        ),
        _is_password,
    ),
    _Form(
        "password",
        re.compile(
            r"\b(?:password|passcode|passphrase|passwd|pwd|passwort|contraseña|senha)\s*[:=]\s*(?P<secret>[^\s,;\[][^\s,;]{3,})",
            re.IGNORECASE,
        ),
    ),
    _Form(
        "api key",
        re.compile(
            r"\b[\w.-]*(?:api[_ -]?key|secret|token|access[_ -]?key|client[_ -]?secret|auth)[\w.-]*[\"']?"
            r"\s*(?:is|:|=)+\s*[\"']?(?P<secret>[\w+/.~-]{12,}=*)",
            re.IGNORECASE,
        ),
        _is_mixed,
    ),
    _Form("card number", re.compile(r"(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])"), _is_card),
    _Form("iban", re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"), _is_iban),
    _Form("social security number", re.compile(r"\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b")),
)
