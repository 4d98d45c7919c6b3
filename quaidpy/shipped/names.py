"""Which words are given names, towns or words of every day? Which are roles, changes, kinds of things?"""

import tomllib
from functools import cache
from typing import Literal

from quaidpy.shipped.files import shipped_folder

WordList = Literal[
    "roles",
    "activities",
    "groups",
    "reasons",
    "answer_forms",
    "inward",
    "documents",
    "changes",
    "endings",
    "times_and_counts",
    "personal",
    "titles",
    "salutations",
    "parts_of_works",
]
"""The lists of config/talk.toml."""


def is_given_name_only(word: str) -> bool:
    """Whether a word, lower case, is a given name of config/given_names.txt: none that is a word of every day."""
    return word in _listed("given_names.txt")


def is_everyday_word(word: str) -> bool:
    """Whether English speakers write a word, in any of its forms, lower case, without naming anybody or anything."""
    return word in _listed("everyday_words.txt")


def is_town(name: str) -> bool:
    """Whether a name, lower case, is a town's of config/towns.txt, and no given name and no word of every day."""
    return name in _listed("towns.txt")


def words_of_talk(of: WordList) -> frozenset[str]:
    """The words and phrases that config/talk.toml lists under that name, lower case."""
    return _talk()[of]


@cache
def particulars() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Of config/particulars.toml what is asked for in general, and the words that tell of it in particular."""
    with (shipped_folder("config") / "particulars.toml").open("rb") as file:
        listed = tomllib.load(file)["particulars"]
    return tuple((frozenset(each["asked"]), frozenset(each["told"])) for each in listed)


@cache
def _listed(file: str) -> frozenset[str]:
    """The lines of a file of config, read when first asked for, in some milliseconds, and then kept."""
    return frozenset((shipped_folder("config") / file).read_text(encoding="utf-8").splitlines())


@cache
def _talk() -> dict[str, frozenset[str]]:
    with (shipped_folder("config") / "talk.toml").open("rb") as file:
        return {name: frozenset(listed) for name, listed in tomllib.load(file).items()}
