"""What every keeper of tokens does, on every engine of `tests.engines`."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quaidpy.domain.access.tokens import AccessToken, Scope, digest_of, secret_of
from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.errors import NotFoundError
from quaidpy.ports.access_tokens import TokenRecords
from quaidpy.services.access_tokens import Tokens, Wish
from tests.engines import OpenEngine
from tests.fakes import FakeClock
from tests.samples import ANA, BEN

NOW = datetime(2026, 5, 1, 10, 20, tzinfo=UTC)


@pytest.fixture
def records(opened: OpenEngine) -> TokenRecords:
    return opened.tokens()


def token(name: str, owner: Owner = ANA, **more: object) -> AccessToken:
    made = AccessToken(name=name, owner=owner, digest=digest_of(name), scope=Scope.WRITE, made_at=NOW)
    return replace(made, **more)  # type: ignore[arg-type]


def test_tokens_come_back_as_they_were_put_by_owner_and_name(records: TokenRecords) -> None:
    made = [
        token("phone", BEN, agent=AgentName("codex"), expires_at=NOW, used_at=NOW),
        token("zebra"),
        token("laptop", scope=Scope.ADMIN),
    ]
    assert all(map(records.add, made))
    assert records.tokens() == [made[2], made[1], made[0]]
    assert records.with_digest(digest_of("phone")) == made[0]
    assert records.with_digest(digest_of("laptops")) is None


def test_a_name_is_given_once_over_all_owners(records: TokenRecords) -> None:
    assert records.add(token("laptop"))
    assert not records.add(token("laptop", BEN, digest=digest_of("another")))
    assert records.tokens() == [token("laptop")]


def test_one_that_is_removed_is_known_no_more_and_its_name_is_free(records: TokenRecords) -> None:
    records.add(token("laptop"))
    assert records.remove("laptop")
    assert not records.remove("laptop")
    assert records.with_digest(digest_of("laptop")) is None
    assert records.add(token("laptop", BEN))


def test_its_last_use_is_noted_and_nothing_else(records: TokenRecords) -> None:
    records.add(token("laptop"))
    records.add(token("phone"))
    records.note_use("laptop", NOW)
    records.note_use("nobody", NOW)
    assert records.tokens() == [token("laptop", used_at=NOW), token("phone")]


def test_only_what_a_token_hashes_to_is_kept(records: TokenRecords) -> None:
    made, secret = Tokens(records, FakeClock()).create(Wish("laptop", ANA, Scope.READ))
    assert secret.startswith("quaid_")
    assert len(secret) == 49
    assert secret not in repr(records.tokens())
    assert made.digest == digest_of(secret)


def test_a_token_is_known_until_it_is_over_or_revoked(records: TokenRecords) -> None:
    clock = FakeClock()
    tokens = Tokens(records, clock)
    made, secret = tokens.create(Wish("laptop", ANA, Scope.READ, days=1))
    assert tokens.known(secret) == made
    for other in ("", "quaid_", secret[:-1], f"{secret} ", secret_of(b"x" * 32)):
        assert tokens.known(other) is None
    clock.current += timedelta(days=1)
    assert tokens.known(secret) is None
    _, lasting = tokens.create(Wish("phone", ANA, Scope.READ))
    assert tokens.known(lasting)
    tokens.revoke("phone")
    assert tokens.known(lasting) is None
    with pytest.raises(NotFoundError, match="no token phone"):
        tokens.revoke("phone")


def test_its_use_is_written_down_once_an_hour(records: TokenRecords) -> None:
    clock = FakeClock()
    tokens = Tokens(records, clock)
    _, secret = tokens.create(Wish("laptop", ANA, Scope.READ))
    hours = []
    for _ in range(4):
        found = tokens.known(secret)
        assert found is not None
        tokens.note_use(found)
        hours.append(records.tokens()[0].used_at)
        clock.current += timedelta(minutes=31)
    assert len(set(hours)) in {2, 3}
    assert all(each is not None and (each.minute, each.second) == (0, 0) for each in hours)
