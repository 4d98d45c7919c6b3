"""An address with a password is refused, whatever the password is made of; no other is."""

import pytest

from quaidpy.domain.access.addresses import without_password


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:word@db.example/memory",
        "postgresql://ana:se/cret@db.example/memory",
        "postgresql://ana:1234@db.example/memory",
        "postgresql://ana@db.example/memory?password=word",
        "postgresql://ana@db.example/memory?sslpassword=word",
        "host=db.example dbname=memory password = word",
    ],
)
def test_a_password_is_seen_and_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="PGPASSWORD") as told:
        without_password(url)
    assert "word" not in str(told.value).replace("password", "").replace("PGPASSWORD", "")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "postgresql://ana@db.example/memory",
        "postgresql://db.example:5432/memory",
        "postgresql://one.example:5432,two.example:5433/memory?target_session_attrs=read-write",
        "postgresql://ana@[::1]:5432/memory",
        "postgresql://[::1]:5432/memory",
        "postgresql://ana@/memory?host=/run/postgresql&passfile=/run/secrets/pgpass",
        "service=memory",
        "host=db.example port=5432 dbname=memory user=ana sslmode=verify-full",
    ],
)
def test_an_address_without_one_is_taken_as_it_is(url: str) -> None:
    assert without_password(url) == url
