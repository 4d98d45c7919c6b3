"""Which words at the head of a sentence say nothing of what it tells: greetings, reactions, announcements?"""

import re

from quaidpy.regex import regex

_OPENERS = (
    "(?:good|bad|big) news first(?=,)|(?:fine|good|perfect|lovely|brilliant)(?=,)|(?:oh )?(?:my )?god(?=[ ,!])"
    "|random thought(?=\\s*[—–:,-])|(?:everyone|everybody|guys|folks)(?=,)|(?:me|us|same) too(?=,)"
    "|(?:it'?s|it is|that'?s) (?:decided|settled|official|agreed|final|confirmed)(?: then| now)?(?=[:!])"
    "|all(?=,(?! (?:but|except|of|save)\\b))"
    "|same here(?=,)|(?:dear|hej|hello|hi) (?:all|[\\w.'’-]+(?: [\\w'’-]+){0,2})(?=,)|hej(?=,)"
    "|(?:good )?(?:morning|evening|afternoon),? (?:all|everyone|everybody|team|folks|guys|board)(?=[,.!])"
    "|don'?t laugh(?=[,.:])|no,? (?:it'?s|that'?s) (?:ok|okay|fine|alright)|(?:a )?(?:little |small "
    "|quick )?bit of news(?=[,.:])|for (?:everybody|everyone|all"
    "|info)(?=:)|oh|ah|aw+|aww+|wow|whoa|yeah|yea|yep"
    "|yes|yup|ya|no|nope|nah|well(?! done\\b)|so"
    "|wait,? no(?=,? [a-z])"
    "|hah+|long time,? no (?:see|talk|chat|speak|hear)|hey|hi|hello|hiya"
    "|(?:never|always)(?=, (?:i|we|my|our)\\b)|wait(?=[,.…]| (?:no|i|we|the|it|is|are|was|does"
    "|do)\\b)|ok"
    "|okay|hmm+|(?-i:[Hh]a)|haha\\w*|lol|lmao|sure|right|anyway|"
    "anyways|btw|by the way|actually|honestly|tbh|to be honest|thanks(?: so much| a lot| "
    "again| for asking)?|thank you(?: so much)?|great|cool|nice|awesome|amazing|absolutely|"
    "definitely|totally|exactly|of course|guess what|(?:the )?(?:good|bad|best|worst) (?:news|part"
    "|bit) is(?: that)?(?= [\\w'’]+ [\\w'’]+)|good news|you know(?: what)?|i mean|and"
    "|but|also|plus|fair enough|omg|gosh|geez|man|"
    "speaking of which|sorry|congrats|true|same|agreed|cheers|deal|ouch|ugh|yay|woah|phew"
    "|welp|fyi|um+|uh+|er|however|anyhow|in fact|as for me|"
    "oh no|oh right|oh wow|of late|first of all|for sure|no worries|no problem|good question"
    "|great question|like|basically|morning|good morning|"
    "on (?:a|the) bright(?:er)? side|in the meantime|since (?:our|we) last (?:chat|talk"
    r"|conversation|chatted|talked|spoke|met)|i(?:'ve| have)? (?:got |had )?(?:some )?(?:\w+ "
    "){0,2}news(?: to share)?|because(?= i\\b)|about (?:the|my|our|your) \\w+(?=:)|long "
    "story short|on another note|on a "
    "different note|as you know|believe it or not|fun "
    "fact|quick question|listen|look|i have to say|i must say|personally|"
    "this is (?:just )?(?:for|to) (?:me|myself)|(?:so )?(?:that )?i (?:don't|won't) forget(?= i\\b)|"
    "just a reminder|bye|in other news|you asked (?:about"
    "|for) [\\w ]{2,40}(?=:)|"
    "then(?=[ ,]*[a-z])|random(?=\\s*[—–:,-])|(?:totally |completely )?(?:different|separate"
    "|unrelated) (?:thing|topic|question)"
    "(?: today| now| then)?(?=\\s*[—–:,-]| but\\b)|(?:on a )?side ?note(?: though)?(?=\\s*[—–:,-])"
    "|speaking of (?:the |my |our )?[\\w' ]{2,30}?(?=\\s*[—–,:-])"
    "|(?:(?:big|good|bad|great|exciting|amazing|awesome|sad|huge|other|some|more|job|house|family) )?news(?=[:.,])"
    "|(?:one|another|last|other|next"
    "|only|final) (?:thing|one|point|item|wish)"
    "(?: for the list| of (?:hers|his|mine))?(?=[:,])|one for the list(?=[:,])|next(?=:)"
    "|(?:two|three|four|a couple of|a few|some)(?: more| other| quick| small)? (?:things|points|notes"
    "|changes)(?: tho| though)?(?=:)"
    "|i should have said(?=,)|(?:good|fair) point,? (?:cos|because|since|as)"
    "|(?:right|checked|done|found it(?: already)?|happy new year)(?=[,.&!]| and\\b| &)|gotta (?:run"
    "|go)(?=[,.])|oh and|&"
    "|(?:quick |small |big )?(?:\\w+ )?update(?=\\s*[—–:,.-])|"
    "number (?:one|two|three|four|five|six|seven|eight|nine|ten)(?=[:,]| (?-i:[A-Z]))|"
    "main thing(?=:)|between us(?=:)|(?:quick |short |some |just )?(?:context|info|background"
    "|intro) (?:for|to) you(?=:)"
    r"|(?:quick |short )?[\w' ]{3,30} so (?:that )?you [\w' ]{3,40}(?=:)|"
    "that said|having said that|to be fair|glad to hear|unfortunately"
    "|luckily|fortunately|sadly|happily|i think|i guess|i feel like|kinda"
)
_THEN = r"(?=\s*[,:—–-])"
_ANNOUNCING = (
    r"before (?:i|we) (?:forget|go(?: any)?(?: further| on)?|move on|start|begin|get (?:going|started|into it))"
    rf"{_THEN}|while (?:(?:i|we)(?:'m|'re| am| are)? )?"
    rf"(?:(?:i |we )?(?:think of it|remember)|at it|on it|here|on (?:that|the subject)){_THEN}"
    r"|(?:(?:one|another|last|final|quick|small|other|more|just a) ){1,3}(?:thing|one|point|note|question|heads[ -]?up)"
    r"(?:,? (?:for (?:today|now|you)|from (?:me|my side)|before (?:i|we) (?:start|go|begin|forget))){0,2}"
    rf"{_THEN}|(?:real|really|super|very) quick(?:ly)?{_THEN}|(?:just )?so you know|for the record"
    rf"|(?:not related|unrelated)(?: to (?:that|this|anything))?(?:,? but|{_THEN})"
    r"|i(?:'d| would| just)? (?:want|like|wanted) to (?:say|tell|mention|announce|let you know)[^:,.]{0,40}(?=:)"
    rf"|for your info(?:rmation)?|heads[ -]?up{_THEN}|(?:as )?(?:it )?turn(?:s|ed) out(?: that)?"
    r"|(?:as|like) (?:i|we) (?:said|mentioned|told you)(?: (?:yesterday|before|earlier|already|last (?:week|time)))?"
)
"""What announces that something is coming, and says nothing of it."""
_OPENER = regex(rf"^(?:{_OPENERS}|{_ANNOUNCING})\b(?!['’-]|\s--?\w)(?:[\s,!.:;~…—–-]|$)+", re.IGNORECASE)
_SOFT_OPENER = regex(
    (
        r"^(?:like|no|so|look|listen|same|man|great|cool|nice|right|sure|true|amazing|awesome"
        r"|morning|i think|i guess|kinda|sorry)\b"
    ),
    re.IGNORECASE,
)

_OF_SPEAKER = regex(r"(?:i|i'm|i've|we|my)\b", re.IGNORECASE)
_ANSWERING = regex(
    r"(?:no|right|sure|true) (?:(?:he|she|it|they|that|there)(?:['’](?:s|re|ll|d|ve)\b"
    r"|(?: is| are| was| were| has| have| had| will| would| can| could| does| did)(?:n['’]t)?\b)|\d+ [a-z]+s\b"
    r"|(?:its|thats|theres|hes|shes|theyre|never|not|just|only)\b)",
    re.IGNORECASE,
)
"""An answer with a clause or a count of its own behind it: "no he'll be back", "no 6 cups"."""


def without_opener(text: str) -> str:
    """The sentence without the first such words; as it is where they are a part of what it says."""
    match = _OPENER.match(text)
    if not match:
        return text
    if (
        _SOFT_OPENER.match(text)
        and not re.search(r"[,!.;:…—–-]", match[0])
        and not (_OF_SPEAKER.match(text, match.end()) or _ANSWERING.match(text))
    ):
        return text
    return text[match.end() :]
