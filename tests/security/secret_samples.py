"""Labelled lines: which hold a secret, and which only look like it? Secrets are made at run time from an alphabet.

`{secret}` stands for what must go; `held_out` lists were written before the detectors and never looked at while tuning.
"""

import random
import string
from base64 import b64encode
from dataclasses import dataclass

LETTERS = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
WORDS = [
    "swordfish",
    "dragonfly",
    "hunter",
    "rosebud",
    "trustno",
    "monkey",
    "sunshine",
    "letmein",
    "correct",
    "battery",
    "staple",
    "horse",
]


SEED = "legal winner thank year wave sausage worth useful legal winner thank yellow"  # of the published test vectors


@dataclass(frozen=True)
class Sample:
    name: str
    text: str
    secret: str


def chance(name: str) -> random.Random:
    return random.Random(name)


def drawn(name: str, alphabet: str, length: int) -> str:
    """Letters and digits, never only one of the two."""
    dice = chance(name)
    made = [dice.choice(alphabet) for _ in range(length)]
    made[0], made[1] = ("a" if "a" in alphabet else "A"), "7"
    return "".join(made)


# name, beginning, alphabet, length, line
TOKENS = [
    ("openai", "sk-proj-", LETTERS, 48, "my key is {secret} ok"),
    ("anthropic", "sk-ant-api03-", LETTERS, 95, "use {secret}"),
    ("groq", "gsk_", LETTERS, 52, "Groq: {secret}"),
    ("xai", "xai-", LETTERS, 80, "and {secret} for grok"),
    ("perplexity", "pplx-", LETTERS, 48, "{secret}"),
    ("hugging face", "hf_", LETTERS, 34, "login with {secret}."),
    ("replicate", "r8_", LETTERS, 37, "({secret})"),
    ("github", "ghp_", LETTERS, 36, "the token {secret} works"),
    ("github fine", "github_pat_", LETTERS, 82, "{secret}"),
    ("gitlab", "glpat-", LETTERS, 20, "{secret}"),
    ("gitlab runner", "glrt-", LETTERS, 20, "runner {secret}"),
    ("vault", "hvs.", LETTERS, 90, "VAULT: {secret}"),
    ("databricks", "dapi", HEX, 32, "databricks {secret}"),
    ("shopify", "shpat_", HEX, 32, "shop {secret}"),
    ("stripe webhook", "whsec_", LETTERS, 32, "hook {secret}"),
    ("stripe", "sk_live_", LETTERS, 24, "{secret}"),
    ("notion", "ntn_", LETTERS, 46, "notion {secret}"),
    ("linear", "lin_api_", LETTERS, 40, "linear {secret}"),
    ("slack", "xoxb-", LETTERS, 48, "bot {secret}"),
    ("slack app", "xapp-1-", LETTERS, 48, "{secret}"),
    ("aws", "AKIA", UPPER, 16, "id {secret}"),
    ("google", "AIza", LETTERS, 35, "maps {secret}"),
    ("sendgrid", "SG.", LETTERS, 66, "{secret}"),
    ("npm", "npm_", LETTERS, 36, "{secret}"),
    ("pypi", "pypi-", LETTERS, 80, "{secret}"),
    ("digital ocean", "dop_v1_", HEX, 64, "{secret}"),
    ("figma", "figd_", LETTERS, 40, "{secret}"),
    ("planetscale", "pscale_tkn_", LETTERS, 43, "{secret}"),
    ("new relic", "NRAK-", UPPER, 27, "{secret}"),
    ("age", "AGE-SECRET-KEY-1", UPPER, 58, "{secret}"),
    ("grafana", "glsa_", LETTERS, 41, "{secret}"),
    ("postman", "PMAK-", HEX, 59, "{secret}"),
    ("docker", "dckr_pat_", LETTERS, 27, "{secret}"),
    ("square", "sq0atp-", LETTERS, 22, "{secret}"),
    ("tailscale", "tskey-auth-", LETTERS, 30, "{secret}"),
    ("twilio setting", "", HEX, 32, "TWILIO_AUTH_TOKEN={secret}"),
    ("aws secret", "", LETTERS, 40, "aws_secret_access_key = {secret}"),
    ("azure", "", LETTERS, 86, "DefaultEndpointsProtocol=https;AccountName=me;AccountKey={secret}==;EndpointSuffix=x"),
    ("setting", "", LOWER, 10, "DB_PASSWORD={secret}"),
    ("postgres", "", LOWER, 9, "PGPASSWORD={secret} psql -h db"),
    ("json", "", LOWER, 10, '{{"user": "ana", "password": "{secret}"}}'),
    ("json key", "", LETTERS, 24, '{{"apiKey": "{secret}"}}'),
    ("yaml", "", LOWER, 10, "db:\n  user: ana\n  password: {secret}\n"),
    ("quoted", "", LOWER, 10, "password = '{secret}'"),
    ("redis", "", LOWER, 8, "redis://:{secret}@cache:6379/0"),
    ("upper scheme", "", LOWER, 8, "HTTPS://ana:{secret}@example.org/x"),
    ("postgres url", "", LOWER, 8, "postgresql+asyncpg://ana:{secret}@db/x"),
    ("mongo", "", LOWER, 12, "mongodb+srv://ana:{secret}@c0.example.net/?w=majority"),
    ("git url", "", LETTERS, 30, "git clone https://{secret}@git.example.org/a/b"),
    ("cookie", "", LETTERS, 32, "Cookie: session={secret}"),
    ("set cookie", "", LETTERS, 32, "Set-Cookie: sid={secret}; Path=/; HttpOnly"),
    ("header", "", LETTERS, 32, "curl -H 'X-Api-Key: {secret}' https://example.org"),
    ("bearer", "", LETTERS, 40, "Authorization: Bearer {secret}"),
    ("curl", "", LOWER, 9, "curl -u ana:{secret} https://example.org"),
    ("curl long", "", LOWER, 9, "curl --silent --user 'ana:{secret}' https://example.org"),
    ("mysql", "", LOWER, 9, "mysql -u root -p{secret} shop"),
    ("flag", "", LOWER, 9, "deploy --password {secret} --now"),
    ("flag =", "", LOWER, 9, "deploy --token={secret}"),
    ("slack webhook", "", LETTERS, 24, "https://hooks.slack.com/services/T01234567/B01234567/{secret}"),
    ("discord webhook", "", LETTERS, 68, "https://discord.com/api/webhooks/1234567890123456/{secret}"),
    ("query", "", LETTERS, 32, "https://example.org/x?access_token={secret}&page=2"),
    ("netrc", "", LOWER, 9, "machine example.org login ana password {secret}"),
    ("npmrc", "", LETTERS, 36, "//registry.example.org/:_authToken={secret}"),
    ("env export", "", LETTERS, 40, "export OPENAI_API_KEY={secret}"),
    ("spoken", "", LOWER, 9, "my password is {secret}"),
    ("spoken of", "", LOWER, 9, "The wifi password for the farm house is {secret}, do not tell"),
    ("spoken changed", "", LOWER, 9, "I changed the password to {secret}. And my password was changed to {secret}."),
    ("german", "", LOWER, 9, "Mein Passwort ist {secret}."),
    ("spanish", "", LOWER, 9, "Mi contraseña es {secret}."),
    ("french", "", LOWER, 9, "Mon mot de passe est {secret}."),
    ("client secret", "", LETTERS, 32, "client_secret: {secret}"),
    ("docker auth", "", LETTERS, 40, '{{"auths": {{"x.example": {{"auth": "{secret}"}}}}}}'),
]  # fmt: skip

HELD_OUT_TOKENS = [
    ("confluent", "", LETTERS, 64, "CONFLUENT_API_SECRET: {secret}"),
    ("sentry", "sntrys_", LETTERS, 60, "sentry gives {secret} today"),
    ("gitlab deploy", "gldt-", LETTERS, 20, "we deploy by {secret}"),
    ("github server", "ghs_", LETTERS, 36, "\tghs: {secret}\n"),
    ("heroku", "", LETTERS, 36, "HEROKU_API_KEY='{secret}'"),
    ("mail", "", LOWER, 12, "SMTP_PASSWORD: {secret}"),
    ("java", "", LOWER, 12, "spring.datasource.password={secret}"),
    ("toml", "", LETTERS, 12, 'passwd = "{secret}"'),
    ("ruby", "", LETTERS, 24, ":secret => '{secret}'"),
    ("php", "", LOWER, 10, "define('DB_PASSWORD', '{secret}');"),
    ("amqp", "", LOWER, 12, "amqps://worker:{secret}@mq.example.org:5671/vhost"),
    ("ftp", "", LOWER, 7, "FTP://u:{secret}@files.example.org"),
    ("jdbc", "", LOWER, 10, "jdbc:postgresql://db/x?user=ana&password={secret}"),
    ("ado", "", LOWER, 10, "Server=db;Database=x;User Id=ana;Password={secret};"),
    ("odbc", "", LOWER, 10, "Driver=x;UID=ana;PWD={secret};"),
    ("said", "", LOWER, 8, "hey, the password to my laptop is {secret} by the way"),
    ("said now", "", LOWER, 8, "Our Netflix password is now {secret}"),
    ("portuguese", "", LOWER, 8, "A minha senha é {secret}"),
    ("wget", "", LOWER, 8, "wget --user=ana --password={secret} https://example.org"),
    ("k8s", "", LETTERS, 24, "kubectl create secret generic x --from-literal=password={secret}"),
    ("sas", "", LETTERS, 44, "https://x.blob.core.windows.net/c?sv=2022&sig={secret}%3D"),
    ("token line", "", HEX, 40, "My GitHub token: {secret}"),
    ("session header", "", LETTERS, 30, "X-Auth-Token: {secret}"),
    ("jupyter", "", HEX, 48, "http://localhost:8888/?token={secret}"),
]  # fmt: skip


def made(rows: list[tuple[str, str, str, int, str]]) -> list[Sample]:
    samples = []
    for name, beginning, alphabet, length, line in rows:
        secret = beginning + drawn(name, alphabet, length)
        samples.append(Sample(name, line.format(secret=secret), secret))
    return samples


def built() -> list[Sample]:
    """Forms whose parts depend on one another."""
    word, other = WORDS[0], WORDS[1]
    pair = b64encode(f"ana:{drawn('basic', LOWER, 9)}".encode()).decode()
    dashes = "-" * 5
    body = "\n".join(drawn(f"line {n}", LETTERS, 64) for n in range(3))
    jwt = ".".join(
        ["eyJ" + drawn(part, LETTERS, 30) for part in ("head", "body")] + [drawn("sign", LETTERS, 43)]
    )
    bot = "AA" + drawn("bot", LETTERS, 33)
    return [
        Sample("basic", f"Authorization: Basic {pair}", pair),
        Sample("basic alone", f"header is 'Basic {pair}'", pair),
        Sample("pgp", f"{dashes}BEGIN PGP PRIVATE KEY BLOCK{dashes}\n\n{body}\n{dashes}END PGP PRIVATE KEY BLOCK{dashes}", body),
        Sample("rsa", f"{dashes}BEGIN RSA PRIVATE KEY{dashes}\n{body}\n{dashes}END RSA PRIVATE KEY{dashes}", body),
        Sample("openssh, cut off", f"{dashes}BEGIN OPENSSH PRIVATE KEY{dashes}\n{body}", body),
        Sample("jwt", f"the token {jwt} expires", jwt),
        Sample("telegram", f"bot 7123456789:{bot} is mine", bot),
        Sample("telegram url", f"https://api.telegram.org/bot7123456789:{bot}/getMe", bot),
        Sample("word", f"my password is {word}", word),
        Sample("word, more", f"My password is {word}, please keep it.", word),
        Sample("word of", f"the password for the router is {other}.", other),
        Sample("written word", f"password: {word}", word),
        Sample("set word", f"DB_PASSWORD={word}", word),
        Sample("pin", "My PIN is 4821.", "4821"),
        Sample("code", "the safe code is 48213#", "48213"),
        Sample("phrase", "passphrase: correct horse battery staple", "correct horse battery staple"),
        Sample("seed", "seed phrase: " + SEED, SEED),
        Sample("card", "card 4111 1111 1111 1111 expires soon", "4111 1111 1111 1111"),
        Sample("iban", "DE89 3704 0044 0532 0130 00 is my iban", "3704 0044"),
        Sample("ssn", "my ssn is 123-45-6789", "123-45-6789"),
    ]  # fmt: skip


def built_held_out() -> list[Sample]:
    word = WORDS[5]
    return [
        Sample("held word", f"By the way, our wifi password is {word}!", word),
        Sample("held word quoted", f'the admin password is "{WORDS[7]}"', WORDS[7]),
        Sample("held word set", f"MYSQL_ROOT_PASSWORD: {WORDS[6]}", WORDS[6]),
        Sample("held pin", "PIN for the card: 9173", "9173"),
        Sample("held alarm", "The alarm code at my mother's is 2580.", "2580"),
        Sample("held amex", "Amex 3782 822463 10005", "3782 822463 10005"),
        Sample("held iban", "IBAN GB29NWBK60161331926819 please", "NWBK60161331926819"),
        Sample("held changed", f"The password has been changed to {word}.", word),
    ]


CLEAN = [
    '{"source_key": "/tmp/someone-48/popen-gw0/notes0/chat-2025.txt", "sort_key": "created_at_2024_then_title_9"}',
    "commit 3f1c2b4a5d6e7f8091a2b3c4d5e6f708192a3b4c fixed it",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 of the file",
    "the run 550e8400-e29b-41d4-a716-446655440000 failed",
    "ISBN 978-3-16-148410-0 and ISBN 9780306406157",
    "order number 4111111111111111 was shipped",
    "my order 112-3456789-1234567 arrived",
    "call me at +49 171 2345678 or (555) 010-9999",
    "tracking 1Z999AA10123456784",
    "see https://example.org/a/b?page=2&sort=name#top",
    "write to ana@example.org or https://example.org:8080/@ana",
    "the password field is required",
    "I forgot my password",
    "my password is wrong",
    "The password is too short and must be changed.",
    "your password is case-sensitive",
    "the password was reset yesterday",
    "her password is expired",
    "Passwords are hashed with argon2.",
    "password: required, at least 12 characters",
    "a token of thanks, and the secret is out",
    "The secret to good bread is patience.",
    "the key is under the mat",
    "max_tokens: 4096 and token_count = 12345678",
    "tokenizer: bert-base-uncased-v2",
    "The access token is stored in the keychain.",
    "auth: OAuth2 with PKCE",
    "def login(password: str, token: str | None = None) -> bool:",
    "password = os.environ['DB_PASSWORD']",
    "password=${DB_PASSWORD} token={{ vault.token }}",
    "secret_name: billing-prod-2024 and key_id=ABCD1234",
    "primary_key = customer_id_2024",
    "Bearer of bad news, basic knowledge of German",
    "Cookie: chocolate chip is my favourite",
    "version 1.2.3-beta.4+build.567 of sk-learn",
    "the scikit package sk-learn-contrib-examples is old",
    "card 4111 1111 1111 1112 maybe",
    "born 1984-03-12, moved on 2019-11-02 at 14:30:05",
    "our meeting id is 812 3456 7890",
    "the zip code is 80331 and the area code is 089",
    "error code is 500123, exit code: 127",
    "the postal code for Porto is 4000",
    "pin the message to the channel, please",
    "I pinned version 3.11.4 of python",
    "the combination of 3 and 4 is 7",
    "file /usr/lib/python3.11/site-packages/tokenizers/__init__.py",
    "image digest sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1",
    "DOI 10.1145/1571941.1572114 and arXiv 2005.11401",
    "base64 of hello is aGVsbG8=",
    "ssh-rsa keys live in ~/.ssh/id_rsa.pub",
    "MAC 00:1B:44:11:3A:B7, IP 2001:db8:85a3::8a2e:370:7334",
    "The password manager is 1Password; the passphrase should be long.",
    "My new password is much better than the old one.",
    "what is the password for the guest network?",
    "the login is ana and the password is in the vault",
]
HELD_OUT_CLEAN = [
    "the commit a94a8fe5ccb19ba61c4c0873d391e987982fbbd3 broke the build",
    "request id 7d444840-9dc0-11d1-b245-5ffdc400d8d1 timed out",
    "ISBN-13: 9781491946008",
    "invoice no. 5500005555555559 is paid",
    "my flight is LH 1234 on 12 May, booking ABC123",
    "phone 0049-89-1234567, fax 0049-89-1234568",
    "the password must contain a digit",
    "Is the password correct? It says the password is invalid.",
    "We rotate passwords every 90 days.",
    "I think my password is compromised",
    "the password is the same as before",
    "this password was generated by a tool",
    "she told me the secret of her soup",
    "password_reset_url: https://example.org/reset",
    "token = get_token()",
    "api_key: Optional[str] = None",
    "apiKey: process.env.API_KEY",
    "client_secret=<your-client-secret>",
    "the token expires in 3600 seconds; tokens: 128000",
    "auth_type: password",
    "secretary: Ana Martins",
    "https://user@example.org/path is fine",
    "git@github.com:org/repo.git",
    "The PIN pad is broken and the pin number is unknown",
    "the country code is 351",
    "source code is 1200 lines",
    "Basic dGVzdA== is not a pair",
    "key: value, sort_key=created_at_2024_descending",
    "the monkey is called Token, and the keyboard is new",
    "Run pytest -p no:randomly -x tests/unit",
    "curl https://example.org -o file.txt",
    "serial number 490154203237518",
    "chapter 12.3.4, figure 7-2, table 3",
    "the password is neither long nor complicated",
    "Password protection is enabled by default.",
    "my passcode is unavailable right now",
]
