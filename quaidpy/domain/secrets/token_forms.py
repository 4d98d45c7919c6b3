"""Which tokens are known by how they begin? The forms that providers publish, so that scanners find them."""

from quaidpy.domain.secrets.forms import LONGEST, Form, Found, entropy, has_no_words, is_mixed


def _looks_random(found: Found) -> bool:
    return has_no_words(found) and entropy(found.secret) >= 2.5


def _begins(*beginnings: str, least: int, kind: str = "api key", signs: str = r"[\w-]") -> Form:
    """Tokens that begin with one of these and go on for at least so many characters."""
    return Form(
        kind,
        tuple(beginning.lower() for beginning in beginnings),
        rf"(?P<secret>(?-i:{'|'.join(map(_escaped, beginnings))}){signs}{{{least},{LONGEST}}}+)",
        _looks_random,
        at_word_start=True,
    )


def _escaped(text: str) -> str:
    return text.replace(".", r"\.")


def _is_upper_key(found: Found) -> bool:
    return is_mixed(found.secret[4:]) or entropy(found.secret[4:]) >= 3


TOKEN_FORMS = (
    # Models
    _begins("sk-", least=16),
    _begins("quaid_", least=43, kind="token"),
    _begins("gsk_", "xai-", "pplx-", "r8_", "nvapi-", "hf_", "api_org_", "fw_", "tgp_v1_", "csk-", least=20),
    _begins("AIza", least=30),
    _begins("ya29.", least=20, kind="token", signs=r"[\w.-]"),
    _begins("GOCSPX-", least=20),
    # Code and packages
    _begins("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", least=20),
    _begins("glpat-", "gldt-", "glcbt-", "glptt-", "glrt-", "glsoat-", "glft-", "glimt-", "gloas-", "glagent-",
            "GR1348941", least=16, signs=r"[\w.-]"),
    _begins("npm_", "rubygems_", "CLOJARS_", "oy2", least=30),
    _begins("pypi-", least=30),
    _begins("dckr_pat_", "dckr_oat_", "AKCp", "cmVmd", least=20),
    _begins("ATATT3", "ATCTT3", "ATBB", least=20, signs=r"[\w=-]"),
    _begins("bkua_", "CCIPAT_", "vercel_", "nfp_", "rnd_", "fo1_", "fm1a_", "fm1r_", "fm2_", least=20, signs=r"[\w+/=-]"),
    _begins("sgp_", "sqp_", "squ_", "sqa_", "sntrys_", "sntryu_", "phc_", "phx_", "PMAK-", least=20, signs=r"[\w+/=.-]"),
    # Clouds
    Form("api key", ("akia", "asia", "abia", "acca", "a3t"),
         r"(?P<secret>(?-i:A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z0-9]{12,16}+)(?![A-Za-z0-9]))", _is_upper_key,
         at_word_start=True),
    _begins("LTAI", "AKID", least=16),
    _begins("dop_v1_", "doo_v1_", "dor_v1_", least=30),
    _begins("v1.0-", least=60),
    Form("api key", ("q~",), r"(?P<secret>(?-i:Q~[\w.~-]{31,34}+))", _looks_random),
    _begins("hvs.", "hvb.", "hvr.", least=20, kind="token"),
    _begins("s.", least=24, kind="token", signs=r"[A-Za-z0-9]"),
    _begins("dapi", "dkea", least=32, signs=r"[a-f0-9-]"),
    Form("token", (".atlasv1.",), r"(?P<secret>\.atlasv1\.[\w=-]{60,80})"),
    _begins("pul-", least=36, signs=r"[a-f0-9]"),
    _begins("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", least=30, signs=r"[\w.-]"),
    _begins("dt0c01.", "dt0s01.", "eyJr", "glc_", "glsa_", least=24, signs=r"[\w.+/=-]"),
    _begins("NRAK-", "NRII-", "NRJS-", "NRBR-", least=16),
    _begins("tskey-", least=16),
    _begins("ops_eyJ", least=60, signs=r"[\w+/=-]"),
    Form("api key", ("a3-",), r"(?P<secret>(?-i:A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}))", at_word_start=True),
    Form("private key", ("age-secret-key-1",), rf"(?P<secret>AGE-SECRET-KEY-1\w{{20,{LONGEST}}})"),
    # Payment, shops, mail
    _begins("sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "sk_prod_", "rk_prod_", least=10),
    _begins("whsec_", least=16, signs=r"[\w+/=-]"),
    _begins("shpat_", "shpca_", "shppa_", "shpss_", least=20),
    _begins("sq0atp-", "sq0csp-", "sq0idp-", "EAAAE", least=20),
    _begins("SG.", least=30, signs=r"[\w.-]"),
    _begins("key-", least=32, signs=r"[a-f0-9]"),
    _begins("xkeysib-", "xsmtpsib-", least=40),
    _begins("EZAK", "EZTK", "shippo_live_", "shippo_test_", "duffel_live_", "duffel_test_", least=30),
    _begins("FLWSECK-", "FLWSECK_TEST-", "plaid-", "access-production-", "access-sandbox-", "access-development-", least=12),
    Form("api key", ("$aact_",), rf"(?P<secret>\$aact_[\w=:+/-]{{20,{LONGEST}}}+)"),
    Form("token", ("access_token$",), r"(?P<secret>access_token\$(?:production|sandbox)\$[\w$]{20,80})"),
    # Work and talk
    _begins("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxe.", "xoxc-", "xoxd-", "xapp-", "xwfp-",
            least=10, signs=r"[\w.%-]"),
    _begins("ntn_", least=20),
    _begins("secret_", least=40, signs=r"[A-Za-z0-9]"),
    _begins("lin_api_", "lin_oauth_", least=20),
    _begins("figd_", "figo_", "fio-u-", "ddp_", "dvt-", "rdme_", "pat-na1-", "pat-eu1-", "sl.", "secret-token:", least=24),
    _begins("pscale_tkn_", "pscale_pw_", "pscale_oauth_", "sbp_", "sb_secret_", "napi_", "neo4j_", "ahs_", least=16,
            signs=r"[\w.=-]"),
    _begins("PRDWSK", "EAAC", "EAAM", "EAAG", "IGQV", least=30),
    _begins("CFPAT-", "dnkey-", "p8e-", "pnu_", "sk_prod_", "eyJhbGciOi", least=24, signs=r"[\w.-]"),
    _begins("AAAA", least=120, signs=r"[\w:-]"),
    Form("token", ("eyj",), rf"(?P<secret>eyJ[\w-]{{8,{LONGEST}}}+\.[\w-]{{8,{LONGEST * 4}}}+\.[\w-]{{0,{LONGEST}}}+)",
         at_word_start=True),
    Form("token", (":aa",), r"(?<=\d{8}):(?P<secret>AA[\w-]{30,40}+)"),
    Form("webhook", ("hooks.slack.com/",),
         r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w+/-]{20,200}+)"),
    Form("webhook", ("/api/webhooks/",), r"/api/webhooks/\d{10,30}/(?P<secret>[\w-]{30,100}+)"),
    Form("webhook", (".webhook.office.com/",), r"\.webhook\.office\.com/webhookb?2?/(?P<secret>[\w@/-]{30,300}+)"),
    Form("webhook", ("api.telegram.org/bot",), r"api\.telegram\.org/bot(?P<secret>\d{6,12}:[\w-]{30,60}+)"),
    Form("private key", ("-----begin ",),
         r"(?P<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)"
         r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z))"),
    Form("private key", ("private-lines:",), r"Private-Lines: \d{1,3}(?P<secret>(?:\s{1,2}[\w+/=]{20,80}){1,100})"),
)  # fmt: skip
"""Beginnings are compared with their case, which is a part of the form; lengths are the least that providers give."""
