"""Which values does PostgreSQL give and take otherwise than the rows have them?"""

import re
from typing import Any

import psycopg
from psycopg.abc import AdaptContext
from psycopg.adapt import Buffer, Dumper, Loader
from psycopg.types.array import ListDumper
from psycopg.types.string import StrDumperUnknown

from quaidpy.regex import regex


def without_nul(text: str) -> str:
    return text.replace("\0", "\u2400") if "\0" in text else text


class _NumberOfBool(Dumper):
    """The tables have 0 and 1."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: Any) -> Buffer:
        return b"1" if obj else b"0"


class _TextWithoutNul(StrDumperUnknown):
    """A text of the server has no NUL: it is kept as the sign that shows one."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(without_nul(obj))


class _ListOfMany(ListDumper):
    """A recall asks of a hundred ids at once, none of which needs quotes."""

    def dump(self, obj: list[Any]) -> Buffer | None:
        if all(type(each) is str for each in obj) and all(map(_NEEDS_NO_QUOTES.fullmatch, obj)):
            return f"{{{','.join(obj)}}}".encode()
        return super().dump(obj)


_NEEDS_NO_QUOTES = regex(r"(?!null\Z)[\w.:#-]{1,100}", re.IGNORECASE | re.ASCII)


class _PlainNumber(Loader):
    """A sum of whole numbers is a whole number."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.isdigit() else float(text)


def adapt(context: AdaptContext) -> None:
    """For one connection."""
    adapters = context.adapters
    assert adapters is not None, "a connection has adapters"
    adapters.register_dumper(str, _TextWithoutNul)
    adapters.register_dumper(list, _ListOfMany)
    adapters.register_dumper(bool, _NumberOfBool)
    adapters.register_loader("numeric", _PlainNumber)
