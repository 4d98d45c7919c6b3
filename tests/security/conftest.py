"""The command line, as in tests/journeys."""

from tests.journeys.conftest import quaid

__all__ = ["quaid"]
