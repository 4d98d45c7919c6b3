"""Which secrets are known by where they are written? Settings, JSON, headers, addresses, command lines."""

import binascii
import re
from base64 import b64decode

from quaidpy.domain.secrets.forms import LONGEST, Form, Found, entropy, is_mixed, is_template
from quaidpy.domain.secrets.states import says_a_state

_FEWEST_LETTERS = 3  # of a password in a setting or an address
_REST_OF_NAME = r"[\w.-]{0,40}+"
_QUOTE = r"(?:\\{0,2}[\"'`]){0,3}"
_SIGN = rf"{_QUOTE}[)\]]?\s{{0,4}}(?:=>|:=|={{1,3}}|:)\s{{0,4}}{_QUOTE}"
_BARE = rf"(?P<secret>[^\s\"'`\\,;<>\[\]]{{1,{LONGEST}}}+)"
_QUOTED = rf"(?:(?<=\")(?P<quoted>[^\"\\\r\n]{{1,{LONGEST}}}+)(?=\\?\")|(?<=')(?P<single>[^'\\\r\n]{{1,{LONGEST}}}+)(?=\\?'))"
_NOT_SECRET_NAMES = (
    r"(?i)(?:id|ids|name|names|url|uri|endpoint|file|path|dir|length|len|size|type|count|hash|policy|field|reset|hint"
    r"|expiry|expires?(?:_?(?:in|at|on))?|ttl|limit|max|min|usage|budget|strength|label|placeholder|required|manager|prompt"
    r"|rotation|version|format|algorithm|alg|env|header|prefix|enabled|provider)s?\Z"
)
_NO_VALUE = (
    r"(?i)\A(?:none|null|nil|true|false|yes|no|str|string|text|int|bool|bytes|any|required|optional|undefined|unset|empty|hidden"
    r"|redacted|secret|password|passwd|changeme|example|todo|tbd|n/a|\*++|x++|\.++|-++|#++)\W*+\Z"
)
_OTHER_KEYS = (
    r"(?i)(?:source|primary|foreign|sort|partition|cache|public|publishable|object|file|row|group|natural|routing|index"
    r"|content|map|hot|host|idempotency|mon|tur|don|whis)[ _-]?\Z"
)
_CALL = r"\A[A-Za-z_][\w.]*+\("


def _is_password(found: Found) -> bool:
    """A value: no place for one, no call, and, as a word in running text, nothing that passwords are said to be."""
    name = found.text[found.anchor : found.start]
    rest = re.match(r"[A-Za-z]+([\w.-]{0,40})", name)
    value = found.secret.rstrip(".,;:!?)}")
    if rest and re.search(_NOT_SECRET_NAMES, rest[1]):
        return False
    if (
        len(value) < _FEWEST_LETTERS
        or is_template(value)
        or re.match(_NO_VALUE, value)
        or re.match(_CALL, value)
    ):
        return False
    if "=" in name or not value.isalpha():
        return True
    return not says_a_state(found.text, found.start, value)


def _is_key(found: Found) -> bool:
    """Beside a name that keys, tokens and secrets have: letters and digits, and long enough to be no word."""
    name = found.text[found.anchor : found.start]
    rest = re.match(r"[A-Za-z]+(?:[ _-]?key)?([\w.-]{0,40})", name)
    value = found.secret.rstrip(".,;:!?)}")
    if rest and re.search(_NOT_SECRET_NAMES, rest[1]):
        return False
    if is_template(value) or re.match(_NO_VALUE, value) or re.match(_CALL, value) or "://" in value:
        return False
    if len(value) >= 8 and is_mixed(value) and ("=" in name or '"' in name or "'" in name):
        return True
    return len(value) >= 12 and (is_mixed(value) or entropy(value) >= 4)


def _is_bare_key(found: Found) -> bool:
    """`…_KEY=` alone names ciphers, but also columns and sort orders: only what is long and random counts."""
    value = found.secret.rstrip("=")
    if value.startswith(("/", "./", "~")) or re.search(
        _OTHER_KEYS, found.text[max(0, found.anchor - 16) : found.anchor]
    ):
        return False
    return len(value) >= 20 and is_mixed(value) and entropy(value) >= 3.5 and "://" not in value


def _is_credential(found: Found) -> bool:
    return not is_template(found.secret)


def _is_pair(found: Found) -> bool:
    """Base64 of `name:password`."""
    try:
        pair = b64decode(found.secret + "=" * (-len(found.secret) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return ":" in pair and pair.isprintable()


def _is_random(found: Found) -> bool:
    return is_mixed(found.secret) and entropy(found.secret) >= 3


_PASSWORD_NAMES = (
    "password", "passwd", "passwort", "passphrase", "passcode", "pwd", "kennwort", "contraseña", "senha", "_pass", "_pw",
)  # fmt: skip
_PASSWORD = r"(?:_pass(?!w|p|c)|pass(?:word|wd|wort|phrase|code)|pwd|kennwort|contraseña|senha|_pw(?!d))"
_KEY_NAMES = (
    "api_key", "apikey", "api-key", "api key", "secret", "token", "access_key", "accesskey", "access key", "access-key",
    "auth_key", "authkey", "account_key", "accountkey", "private_key", "privatekey", "encryption_key", "encryptionkey",
    "signing_key", "credential", "sharedaccesskey", "master_key", "masterkey", "license_key", "_auth", '"auth"', "secret_key",
)  # fmt: skip

WRITTEN_FORMS = (
    # Settings, environments, JSON, YAML
    Form("password", _PASSWORD_NAMES, rf"{_PASSWORD}{_REST_OF_NAME}{_SIGN}{_QUOTED.replace('quoted', 'secret', 1)}",
         _is_password),
    Form("password", _PASSWORD_NAMES, rf"{_PASSWORD}{_REST_OF_NAME}{_SIGN}{_BARE}", _is_password),
    Form("api key", _KEY_NAMES,
         rf"\"?_?(?:(?:api|access|auth|account|private|encryption|signing|master|license|secret|sharedaccess)[_ -]?key|secret"
         rf"|token|credential|auth)s?(?![a-z]{{2}}){_REST_OF_NAME}{_SIGN}{_QUOTE}"
         rf"(?:(?:bearer|token|basic)\s{{1,3}})?(?P<secret>[\w+/.~:|%-]{{8,{LONGEST}}}+={{0,2}})", _is_key),
    Form("api key", ("key",), rf"key{_SIGN}(?P<secret>[\w+/.-]{{20,{LONGEST}}}+={{0,2}})", _is_bare_key),
    # Headers
    Form("token", ("bearer",), rf"bearer\s{{1,4}}(?P<secret>[\w.~+/-]{{16,{LONGEST}}}+={{0,2}})", at_word_start=True),
    Form("password", ("basic",), rf"basic\s{{1,4}}(?P<secret>[A-Za-z0-9+/]{{6,{LONGEST}}}+={{0,2}})", _is_pair, at_word_start=True),
    Form("token", ("authorization:", "x-api-key:", "x-auth-token:", "private-token:", "x-vault-token:"),
         rf"[\w-]{{5,20}}:\s{{0,4}}(?:(?:bearer|token|basic|digest|apikey|key)\s{{1,4}})?(?P<secret>[\w.~+/:-]{{8,{LONGEST}}}+={{0,2}})",
         _is_random),
    Form("cookie", ("cookie:",), rf"cookie:\s{{0,4}}(?P<secret>[\w.%-]{{1,80}}=[^\r\n\"'\\]{{4,{LONGEST}}}+)"),
    # Addresses
    Form("password", ("://",), r"://[^\s:/?#@\"'<>\\]{0,200}:(?P<secret>[^\s/\"'<>\\]{1,300})@(?=[\w.\[-])",
         _is_credential),
    Form("token", ("://",), r"://(?P<secret>[\w-]{16,200}+)@", _is_random),
    Form("token", ("sig=", "signature="), rf"sig(?:nature)?=(?P<secret>[\w%+/=-]{{20,{LONGEST}}}+)", _is_random),
    Form("token", ("machine ", "login "), r"log?in\s{1,4}\S{1,100}\s{1,4}password\s{1,4}(?P<secret>\S{3,200}+)"),
    # Command lines
    Form("password", ("curl", "http ", "wget"),
         r"(?:curl|http|wget)\b[^\r\n]{0,300}?\s(?:-u|--user|-a|--auth|--proxy-user)[ =]{0,2}[\"']?[^\s:\"']{1,100}:(?P<secret>[^\s\"'\\]{1,200}+)",
         _is_credential),
    Form("password", ("--pass", "--pw", "--token", "--secret", "--api-key", "--apikey", "--http-pass", "--auth-token"),
         r"--(?:http-)?(?:password|passwd|passphrase|pass|pwd|pw|(?:auth-)?token|(?:client-)?secret|api-?key)(?:=|\s{1,3})"
         r"[\"']?(?P<secret>[^\s\"'\\-][^\s\"'\\]{2,200}+)", _is_credential),
    Form("password", ("mysql", "mariadb"),
         r"(?:mysql|mariadb)(?:dump|admin)?\b[^\r\n]{0,200}?\s-p[\"']?(?P<secret>[^\s\"'\\-][^\s\"'\\]{2,100}+)", _is_credential),
    Form("password", ("sshpass",), r"sshpass\s{1,3}-p\s{0,3}[\"']?(?P<secret>[^\s\"'\\]{2,100}+)", _is_credential),
    Form("password", ("docker login", "redis-cli"),
         r"(?:docker login|redis-cli)\b[^\r\n]{0,200}?\s(?:-p|-a)\s{1,3}[\"']?(?P<secret>[^\s\"'\\]{3,200}+)", _is_credential),
    Form("password", ("identified by",), r"identified by\s{1,3}[\"'](?P<secret>[^\"'\r\n\\]{1,200}+)"),
)  # fmt: skip
