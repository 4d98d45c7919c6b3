"""Where a shared server may listen, and how much each token may bring: rules that need no server to be seen."""

from pathlib import Path

import pytest

from quaidpy.domain.tuning import ServerTuning
from quaidpy.errors import UsageError
from quaidpy.interfaces.shared.limits import Bucket, Limits
from quaidpy.interfaces.shared.listening import Certificate, Place, place_named, require_safe
from quaidpy.settings import load_settings


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("127.0.0.1:8765", Place("127.0.0.1", 8765)),
        ("[::1]:0", Place("::1", 0)),
        ("localhost:1", Place("localhost", 1)),
    ],
)
def test_a_place_is_a_host_and_a_port(typed: str, place: Place) -> None:
    assert place_named(typed) == place
    require_safe(place, certificate=None, is_behind_proxy=False)  # all of this machine alone


@pytest.mark.parametrize("typed", ["", "8765", ":8765", "host:", "host:http", "host:65536", "host:-1"])
def test_what_is_no_place_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="give HOST:PORT"):
        place_named(typed)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_beyond_this_machine_a_certificate_or_a_proxy_is_needed(host: str, tmp_path: Path) -> None:
    place = Place(host, 8765)
    with pytest.raises(UsageError, match=r"--tls-cert and --tls-key, or --behind-proxy"):
        require_safe(place, certificate=None, is_behind_proxy=False)
    require_safe(place, certificate=None, is_behind_proxy=True)
    certificate = Certificate(tmp_path / "chain.pem", tmp_path / "key.pem")
    with pytest.raises(UsageError, match="is no file"):
        require_safe(place, certificate=certificate, is_behind_proxy=False)
    for path in (certificate.chain, certificate.key):
        path.write_text("nonsense")
    with pytest.raises(UsageError, match="are no certificate and its key"):
        require_safe(place, certificate=certificate, is_behind_proxy=False)
    with pytest.raises(UsageError, match="give one of"):
        require_safe(place, certificate=certificate, is_behind_proxy=True)


def test_a_bucket_fills_evenly_and_never_over() -> None:
    bucket = Bucket(60, now=0)
    assert [bucket.take(20, now=0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(20, now=0) == 20
    assert bucket.take(20, now=15) == pytest.approx(5)
    assert bucket.take(20, now=20) == 0
    assert bucket.take(1_000, now=1_000) == 0  # more than it ever holds is given for all of it
    assert bucket.take(1, now=1_000) == 1


def test_buckets_are_of_each_token_and_bounded(tuning: ServerTuning) -> None:
    limits = Limits(tuning, now=lambda: 0.0)
    for _ in range(tuning.requests_a_minute):
        assert limits.wait_for_request("ana") == 0
    assert limits.wait_for_request("ana") > 0
    for n in range(10_100):
        assert limits.wait_for_request(f"token-{n}") == 0
    assert len(limits) == 10_000


@pytest.fixture
def tuning(tmp_path: Path) -> ServerTuning:
    return load_settings(home=tmp_path, owner="ana").tuning.server
