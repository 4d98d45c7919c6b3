"""Lists of texts reach the server as they are, whatever stands in them."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from quaidpy.storage.postgres.server.adapting import adapt
from tests.postgres_server import used_address_of

TEXTS = st.lists(
    st.text(st.sampled_from('mNUL null_01.:#-é ,"{}\\%'), max_size=6)
    | st.sampled_from(["null", "NULL"])
    | st.none()
)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(used_address_of(tmp_path), autocommit=True) as connection:
        adapt(connection)
        yield connection


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=TEXTS)
@example(texts=["m_01", "null", "t:1"])
@example(texts=["a,b", "c"])
@example(texts=[""])
def test_a_list_of_texts_comes_back_as_it_was(
    connection: "psycopg.Connection[tuple[object, ...]]", texts: list[str | None]
) -> None:
    assert connection.execute("SELECT %s::text[]", (texts,)).fetchone() == (texts,)
