"""Can one value stand where another stood?"""

from quaidpy.domain.memories.value_kinds import DATE, NUMBER
from quaidpy.regex import regex
from quaidpy.remember.attributes.values import Value, are_comparable, are_days, is_price_like

_MOST_RISEN = 10  # times what it was before
_MOST_RISEN_NOW = 5  # the same where only "now" tells of a change
_AMOUNT = regex(r"\d+(?:\.\d+)?")


def replaces(new: Value, old: Value, *, is_sure: bool) -> bool:
    """A bare number takes a unit's place only where nothing else can be meant."""
    if new.kind == old.kind or are_days(new, old) or (is_price_like(new) and is_price_like(old)):
        return True
    return (is_sure or NUMBER not in {new.kind, old.kind}) and are_comparable(new.kind, old.kind)


def is_about_as_much(one: Value, other: Value) -> bool:
    """Whether two numbers may be prices of the same: 18.40 and 20, and not version 1.23 and port 7171."""
    amounts = _amounts(one, other)
    is_price = is_price_like(one) or is_price_like(other)
    return is_price and len(amounts) == 2 and max(amounts) <= _MOST_RISEN * min(amounts)


def is_of_another_size(old: Value, new: Value, *, by_now_alone: bool) -> bool:
    """Whether one amount is many times the other: 35 days are no 0, and 9,800 no 3, of whatever it is."""
    if DATE in {old.kind, new.kind} or not are_comparable(old.kind, new.kind):
        return False
    amounts = _amounts(old, new)
    most = _MOST_RISEN_NOW if by_now_alone else _MOST_RISEN
    return len(amounts) == 2 and max(amounts) > most * min(amounts)


def _amounts(*values: Value) -> list[float]:
    return [float(value.key) for value in values if _AMOUNT.fullmatch(value.key)]
