"""What a transaction says to a server is said once, and whenever it is another."""

from quaidpy.storage.postgres.server.preface import Preface
from quaidpy.storage.sql.engine import ALIKE

ONE, FEW_BY_KEY = "SELECT text FROM memories", f"{ALIKE} SELECT seq FROM change_log"


def said(preface: Preface, statement: str = ONE, *, of_everybody: bool = False) -> list[tuple[str, ...]]:
    """The values of each."""
    return [values for _, values in preface.before(statement, of_everybody=of_everybody)]


def test_a_view_begins_and_says_whose_rows_it_may_see_before_its_first_statement() -> None:
    preface = Preface(begin="BEGIN", admitted=(), plans_once=False)
    preface.admit({"ana"})
    assert said(preface) == [(), ("ana",)]
    assert said(preface) == []


def test_another_owner_is_said_beside_the_first_one() -> None:
    preface = Preface(begin="BEGIN", admitted=(), plans_once=False)
    preface.admit({"ben"})
    said(preface)
    preface.admit({"ana"})
    assert said(preface) == [("ana\x1fben",)]


def test_after_what_is_of_everybody_an_owner_sees_their_own_again() -> None:
    preface = Preface(begin="BEGIN", admitted=(), plans_once=False)
    preface.admit({"ana"})
    assert said(preface, of_everybody=True) == [(), ("*",)]
    assert said(preface) == [("ana",)]


def test_what_was_said_when_a_write_began_is_not_said_again() -> None:
    assert said(Preface(begin="", admitted=("ben", "ana"), plans_once=False)) == []
    assert said(Preface(begin="", admitted=None, plans_once=False), of_everybody=True) == []


def test_what_reads_few_rows_by_their_keys_is_planned_once_and_the_rest_for_its_owner() -> None:
    preface = Preface(begin="", admitted=("ana",), plans_once=True)
    assert said(preface) == []
    assert said(preface, FEW_BY_KEY) == [("ana", "force_generic_plan")]
    assert said(preface, FEW_BY_KEY) == []
    assert said(preface) == [("ana", "force_custom_plan")]


def test_a_cluster_plans_every_statement_for_its_owner() -> None:
    assert said(Preface(begin="", admitted=("ana",), plans_once=False), FEW_BY_KEY) == []
