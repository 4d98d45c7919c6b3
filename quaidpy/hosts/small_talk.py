"""Is this worth a look into memory, or is somebody only saying hello?"""

import re

from quaidpy.domain.stop_words import STOP_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CHATTER = frozenset(
    {
        "hello", "hi", "hey", "hiya", "greetings", "morning", "afternoon", "evening", "night", "bye", "thanks",
        "thank", "thx", "ty", "please", "ok", "okay", "k", "yes", "yep", "yeah", "yup", "sure", "no", "nope",
        "nah", "fine", "good", "great", "nice", "cool", "awesome", "perfect", "excellent", "wonderful", "lovely",
        "right", "correct", "exactly", "agreed", "done", "alright", "go", "ahead", "continue", "proceed", "next",
        "retry", "again", "carry", "keep", "going", "wait", "let's", "lets", "sounds", "looks", "got", "lgtm", "wow",
        "haha", "lol", "hmm", "hm", "oh", "ah", "oops", "sorry", "test", "ping", "day", "well", "much", "very",
        "hallo", "danke", "bitte", "ja", "nein", "gut", "hola", "gracias", "sí", "vale", "bien", "bonjour", "salut",
        "merci", "oui", "non", "ciao", "grazie", "olá", "obrigado", "obrigada", "sim",
    }
)  # fmt: skip
LONGEST_QUESTION = 2000  # characters; the rest of a pasted text says nothing new about what is asked


def question_in(prompt: str) -> str | None:
    """What to ask memory about a prompt; None for small talk and for commands of the host."""
    text = prompt.strip()
    if not text or text.startswith(("/", "!")):
        return None
    words = [found[0].casefold().replace("’", "'") for found in _WORD.finditer(text[:LONGEST_QUESTION])]
    if all(word in _CHATTER or word in STOP_WORDS for word in words):
        return None
    return text[:LONGEST_QUESTION]
