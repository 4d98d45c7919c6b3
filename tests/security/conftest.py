"""A person at a terminal, for the attacks that come by the command line."""

from tests.journeys.conftest import quaid

__all__ = ["quaid"]
