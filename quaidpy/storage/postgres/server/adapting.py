"""Which values does PostgreSQL give and take otherwise than the rows have them?"""

from typing import Any

import psycopg
from psycopg.abc import AdaptContext
from psycopg.adapt import Buffer, Dumper, Loader
from psycopg.types.string import StrDumperUnknown


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
    adapters.register_dumper(bool, _NumberOfBool)
    adapters.register_loader("numeric", _PlainNumber)
