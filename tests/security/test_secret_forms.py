"""Which secrets are taken out of a text, what stays, and how long does looking take?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.secrets.redaction import (
    FORMS,
    redact_secrets,
    tree_without_secrets,
    without_secrets,
)
from tests.security.secret_samples import (
    CLEAN,
    HELD_OUT_CLEAN,
    HELD_OUT_TOKENS,
    LETTERS,
    TOKENS,
    Sample,
    built,
    built_held_out,
    drawn,
    made,
)
from tests.security.slowness import slow_of

SAMPLES = [*made(TOKENS), *built()]
HELD_OUT = [*made(HELD_OUT_TOKENS), *built_held_out()]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_secret_is_taken_out_and_named_by_its_kind(sample: Sample) -> None:
    kept, found = redact_secrets(sample.text)
    assert sample.secret not in kept
    assert found
    assert all(redaction.placeholder in kept for redaction in found)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_taking_secrets_out_twice_changes_nothing_more(sample: Sample) -> None:
    kept = without_secrets(sample.text)
    assert redact_secrets(kept) == (kept, ())


@pytest.mark.parametrize("text", CLEAN)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert without_secrets(text) == text


def test_of_lines_nobody_tuned_for_nearly_every_secret_goes() -> None:
    left = [sample.name for sample in HELD_OUT if sample.secret in without_secrets(sample.text)]
    assert len(left) <= 0.05 * len(HELD_OUT), left


def test_of_lines_nobody_tuned_for_nearly_every_clean_one_stays() -> None:
    touched = [text for text in HELD_OUT_CLEAN if without_secrets(text) != text]
    assert len(touched) <= 0.05 * len(HELD_OUT_CLEAN), touched


@pytest.mark.parametrize("sample", made(TOKENS)[:30], ids=lambda sample: sample.name)
def test_a_token_is_found_behind_an_escaped_line_end(sample: Sample) -> None:
    assert sample.secret not in without_secrets(rf'{{"text": "first\n{sample.secret}\nlast"}}')


def test_a_secret_in_data_is_found_by_its_key() -> None:
    secret = drawn("tree", LETTERS, 12)
    tree = {"a": [{"password": secret, "note": f"PGPASSWORD={secret}"}], "n": 3, "b": None}
    kept = tree_without_secrets(tree)
    assert secret not in repr(kept)
    assert kept == {
        "a": [{"password": "[password redacted]", "note": "PGPASSWORD=[password redacted]"}],
        "n": 3,
        "b": None,
    }


@settings(max_examples=60)
@given(st.text(), st.sampled_from(SAMPLES), st.text())
def test_redaction_is_idempotent_whatever_stands_around(before: str, sample: Sample, after: str) -> None:
    kept = without_secrets(f"{before} {sample.text} {after}")
    assert without_secrets(kept) == kept


REPEATED = [
    "a.", "1-", "A.B.", "i.", "a+", "token.", "api_key-", "/a", "![a](http://a?", " ", "\n", "1 ", "4 4", "İ", "\\n",
    "[a redacted]", "x@", "://a:", "DE89 3704", '":"', "key=", "sk-", "-----BEGIN RSA PRIVATE KEY-----",
]  # fmt: skip


@pytest.mark.parametrize("tail", ["", " is ", "a "])
def test_time_grows_with_the_length_of_the_text_and_no_faster(tail: str) -> None:
    units = sorted({*REPEATED, *(anchor for form in FORMS for anchor in form.anchors)})
    assert not slow_of([unit + tail for unit in units], 10_000, without_secrets)
