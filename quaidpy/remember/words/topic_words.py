"""Which words of a heading or of an opening say what is spoken of, and not what sort of text it is?"""

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.regex import regex
from quaidpy.remember.words.salience import content_words

_SAYS_NOTHING = frozenset(
    """
    question questions news update updates info information note notes reminder urgent important private message mail
    email answer reply request hello hi hey thanks thank quick short small today tomorrow yesterday week weekend monday
    tuesday wednesday thursday friday saturday sunday meeting agenda call thing things stuff list everything something
    odds ends bits various misc report weekly monthly channel photo photos picture pictures attached attachment document
    documents file files status summary timeline background context decision decisions decided action actions items
    item todo task tasks next steps step discussion discussed progress moved learned learnt lessons lesson root cause
    causes impact went well badly wrong right better risks risk agreed open points topics topic section part overview
    introduction details comments other others general intro short long today present attendance diary journal entry
    log session plan plans idea ideas people everyone all numbers figures facts random remember still also do
    """.split()  # noqa: SIM905 - a word list reads as one
)
_BRACKETS = regex(r"\([^()]*\)")


def telling_words(topic: str) -> list[str]:
    """The words of a heading, or of what a message begins with, that say what is spoken of; no figures."""
    return [
        word
        for word in content_words(_BRACKETS.sub("", topic))
        if word not in _SAYS_NOTHING | STOP_WORDS and not word[0].isdigit()
    ]
