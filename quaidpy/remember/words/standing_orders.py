"""Is this order of a user to an assistant one that holds beyond the task at hand?"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from quaidpy.regex import regex
from quaidpy.remember.words.requests import is_asking
from quaidpy.remember.words.sentences import Span
from quaidpy.shipped.names import words_of_talk

_NOT = r"(?:don't|do not|dont|avoid|never|stop|quit|leave off|leave out)(?: with)?"
_ONE = r"(?:the|this|that|my|our|a|an|it|them|any more)\b"  # one certain thing, not a kind of things
_POLITE = (
    r"please |pls |kindly |from now on,? |in (?:the )?future,? |going forward,? |by default,? |as a rule,? "
    r"|(?:general|standing|house|new) rule(?: then| now)?[.,:] "
    r"|(?:i|we)(?:'d| would)? (?:want|like|need|expect|prefer) you to "
    r"|(?:and |also )?for you: |(?:can|could|would|will) (?:you|u) (?:please |pls )?(?=(?:stop|quit"
    r"|leave off|leave out|avoid|always|never|not)\b)"
    r"|you (?:must |should |are |may )?"
    r"(?=(?:never|always|don't|do not) (?!\w{2,}ed\b|told|said|gave|know|knew|seem|got|have|had|want|like"
    r"|need|were|made|came|went|did|be\b))"
)
_OCCASION = (
    r"(?:when(?:ever)?|before|after|unless|until|every time|each time|any time|if"
    r"|for (?:all|any|every|each|everything|new))\b[^,]{3,60}, (?:please )?"
)
_IMPERATIVE = (
    r"always|never|don't|do not|dont|only|stop|quit|leave off|leave out|avoid|use|prefer|keep|call me"
    r"|address me|answer|reply|respond"
    r"|write|speak|remember to|make sure|be sure|ensure|run|put|place|name|add|include|ask|check|commit|format"
    r"|follow|stick to|start|open|create|update|test|document|tag|prefix|wrap|log|regenerate|rebuild|bump"
    r"|squash|rebase|sign|mark|pin|sort|spell|treat|give|tell|warn|send|show|wait|leave"
)
_NO_MORE = (
    r"no (?!more \d)(?!.{0,80}\bfor \d)[\w -]{1,80}s(?: in [\w ]{1,40}s)?|[\w ]{1,80}s in [A-Z]\w{1,30} only"
    r"|[\w ]{3,30}s in \w+,? (?:please,? |pls,? )?not (?:in )?\w+(?:, .*)?"
)
"""A kind of things that is not to be, or only so: "no default exports", "comments in English only"."""
_OPENING = regex(
    rf"^(?:{_POLITE})*+(?P<order>(?:{_OCCASION})?(?:{_IMPERATIVE})\b(?!,)"
    rf"(?! (?:is|are|was|were|isn't|will|has|had|expected|due|needed|wanted|received|pending)\b).+|{_NO_MORE})$",
    re.IGNORECASE,
)
_RULED = regex(
    r"(?:general|standing|house|kitchen|new) rule(?: then| now)?[.,:] (?P<order>(?:no|not|never|only|always)\b.{6,})",
    re.IGNORECASE,
)
"""What is called a rule, whatever it is of: "house rule: no washing after ten"."""
_PLEASE = regex(r",? (?:please|pls|thanks)$", re.IGNORECASE)
_END = " .!"
_LASTING = regex(
    r"\b(?:always|never|from now on|call me|address me|in (?:the )?future|every time|each time|any time"
    r"|whenever|going forward|by default|as a rule|(?:general|standing|house|new) rule|everywhere|for everything"
    r"|at all times"
    r"|(?:every|each) (?:single )?(?:answer|reply|response|message|e-?mail|mail|draft|text|letter|summary|quote|invoice"
    r"|post|commit)"
    r"|under no circumstances)\b(?! (?:fun|nice|good|great|happy|glad)\b)",
    re.IGNORECASE,
)
_NOT_EVER = regex(r"(?:don't|do not|dont) (?:ever|just)\b(?! (?:worry|mind|bother)\b)", re.IGNORECASE)
_NOT_SO = regex(
    r"\A(?:don['’]?t|do not) [a-z]+ (?:(?!(?:it|them|this|that|these|those|now|yet)\b)\S+ ){0,12}?"
    r"(?:directly|locally|manually|by hand|yourself|on your own|without (?:[a-z]+ing|an?|my|our) \S)",
    re.IGNORECASE,
)
"""A way of doing things that is ruled out: "don't push to main directly"."""
_HANDS_OFF = regex(
    r"\A(?:don['’]?t|do not|never) (?:touch|change|edit|delete|remove|rename|move|upgrade|bump|restart|deploy|overwrite"
    r"|reset|merge|drop|kill|refactor"
    r"|throw (?:out|away)) (?!(?:it|them|this|that|these|those|any(?:thing)?)\b)[^,;:]{2,60}"
    r"(?:[,;:] (?:the |my |our |because )?[\w'’-]{2,30}(?: [\w'’-]{2,30})? (?:(?:still|also|now|only|all) )?"
    r"(?:uses?|needs?|depends?|relies|rely|owns?|runs?|reads?|is|are|wants?|has|have|hangs?|lives?)\b"
    r"|,? (?:because|since|as long as|until|till|unless) )",
    re.IGNORECASE,
)
"""A certain thing that is to be left alone, for a reason that lasts: "don't touch the v1 API, Acme still uses it"."""
_PASSING = regex(
    r"\b(?:yet|now|here|today|tonight|again|worry|bother|forget|me the|continue|going|it|that one|yes or no"
    r"|these|those|above|below|so far|instead of (?:the|this|that|a|an)"
    r"|(?:this|that) (?:time|once|one|file|function|class|test|line|step|part|commit|task|pr|branch)"
    r"|the (?:first|second|third|last|next|previous|other|same))\b",
    re.IGNORECASE,
)
_CONDITION = regex(
    r"^(?:if|when(?:ever)?) (?:you|we|i|any(?:one|body)|somebody|someone|a|an)\b[^,]+,", re.IGNORECASE
)
_REASON = regex(r",? (?:because|since|as) |, (?:i|we|it|that|they)(?:'\w+)? ", re.IGNORECASE)
"""What explains an order speaks of the moment without limiting it."""
_PASSING_CONDITION = regex(
    r"\b(?:done|finished|ready|can't|cannot|fails?|works?|this|that|these|here|now|then|next|first|go on"
    r"|continue|stop)\b",
    re.IGNORECASE,
)
_ON_OCCASION = regex(
    r"\b(?:before|after|when|unless|until|while) (?:you |we |i |any(?:one|body) |they )?"
    r"(?:(?:you|we|i)\b|[a-z]{3,}ing\b|each |every |any |a |an )",
    re.IGNORECASE,
)
_PROHIBITION = regex(rf"^{_NOT}\b", re.IGNORECASE)
_PROHIBITED_KIND = regex(
    rf"^{_NOT} (?:ever )?[a-z-]+(?: (?:any|more|extra|unnecessary|new))? (?!{_ONE})"
    r"(?:[\w'/-]+ ){0,3}?(?:[\w'/-]+(?<!s)s\b|[a-z]+\b.* (?:in|to|from|on|for|into) )"
    r"|^.* in (?:[a-z]+ )?(?:tests|production|prod|commits|code|docs|comments|reviews|messages|ci)$",
    re.IGNORECASE,
)
_OF_A_KIND = regex(
    rf"^(?:use|prefer|run|stick to|choose) (?!{_ONE})[^,]+?,? (?:not|over|rather than|instead of) (?!the\b)"
    rf"|^(?:keep|make) (?!{_ONE})[\w -]+?s (?:under|below|within|above|at|to|short|small|in|out of|sorted)\b"
    r"|^(?:write|answer|reply|respond|speak|name(?! of\b)|spell|format|prefix|sort|sign|tag|document|squash|commit)\b"
    r"(?! (?:(?:me|us|him|her|it|them|(?-i:[A-ZÀ-Þ])[\w-]+) )?(?:the|this|that|an?|my|i|we|to"
    r"|our)\b)[\w' ,-]*?\b(?:in|with|by|as|like|using|alphabetically)\b"
    rf"|^(?:{_NO_MORE})$|^ask (?:me|us|first)\b(?! (?:again|next|tomorrow|later|tonight|on|in)\b)"
    r"|^only (?:use|write|add|commit|import|answer|reply|log|call|merge|push)\b"
    r"|^(?:make sure|be sure|ensure|remember to)\b.*\b(?:every|each|all|any|new)\b",
    re.IGNORECASE,
)


def standing_order(spoken: str) -> str | None:
    """The order, without "please", when it is to hold from here on; None for a wish of the moment and for no order.

    It holds by its words ("always"), by its occasion ("before you push"), or by speaking of a kind of things
    ("commit messages").
    """
    said = _PLEASE.sub("", spoken.rstrip(_END)).rstrip(_END)
    opening = _OPENING.match(said)
    if opening is None:
        ruled = _RULED.match(said)
        return ruled["order"] if ruled else _wish(said) or _always_last(said) or _without_leave(said)
    order = opening["order"]
    is_lasting = (
        _LASTING.search(spoken)
        or _NOT_EVER.match(order)
        or _NOT_SO.match(order)
        or _HANDS_OFF.match(order)
        or _is_general(order)
        or _is_of_answers(order)
    )
    is_of_before = (
        _AT_NO_TIME.match(order)
        or _OF_SOMETHING_SAID.match(order)
        or _OF_IT_LAST.search(order)
        or _NAMED_THING.match(order)
    )
    return order if is_lasting and not is_of_before else _wish(said)


def _without_leave(said: str) -> str | None:
    found = _WITHOUT_LEAVE.match(said)
    return f"no {found['what']}" if found else None


_WITHOUT_LEAVE = regex(
    r"\A(?:(?:and|also|but|please|pls),? ){0,2}(?:no|not (?:a single|one|any)|never an?) "
    r"(?P<what>[\w/ -]{3,40}? without (?:asking|telling|checking with|my |our )[^,;.!?]{2,30})",
    re.IGNORECASE,
)
"""What is not to be unless somebody is asked: "not a single new library without asking me"."""


def _always_last(said: str) -> str | None:
    found = _ALWAYS_LAST.match(said)
    return f"always {found['what']}" if found else None


_ALWAYS_LAST = regex(
    r"\A(?!(?:i|we|he|she|they|it|you|that|this|there|same|almost|nearly|not)\b)"
    r"(?![^,;:.?!]{0,60}\b(?:you|is|are|was|were|am|has|have|had|will|does|do|did|as|except)\b)"
    r"(?![^,;:.?!]{0,60}(?:['’]s|n['’]t)\b)(?P<what>[\w&/][^,;:.?!]{2,60}?),? always\W*\Z",
    re.IGNORECASE,
)
"""What is always to be, said by no verb: "blue and orange, always"."""


_OF_SOMETHING_SAID = regex(
    r"(?:(?:don't|do not|dont|ever|never|always|only|just) ){0,3}+[a-z]{2,16}(?: (?:up|about|of))?"
    r" (?:that|those|these|this)\b"
    r"(?! (?:i|we|you|there|each|every|all)\b)",
    re.IGNORECASE,
)
"""What an order is about was said before it: "never make that optional"."""


_AT_NO_TIME = regex(
    r"(?:never|always|only) (?:on|at|in|before|after|by|with|for|from) (?!(?:case|doubt)\b)[^,;:]{1,25}\W*$",
    re.IGNORECASE,
)
"""When or how something is to be, and not what: "never on a friday"."""
_OF_IT_LAST = regex(r"\b(?:on|for|with|about|in|at|to|of) (?:those|these|that|this|them)\W*$", re.IGNORECASE)
_NAMED_THING = regex(
    r"(?:test|log|name|place|document|mark|pin|check|run|tag|sign|start|show|format|update|commit|wait|leave"
    r"|answer|use) [a-z]+(?: [a-z]+)?,"
    r" (?:an?|the|we|i|he|she|they|some(?:body|one)|(?-i:[A-Z]))\b",
    re.IGNORECASE,
)
"""A thing whose name begins like an order, and what is told of it: "test ride deposit, a guy never came back"."""


def _is_of_answers(order: str) -> bool:
    """Whether an order speaks of how answers look or sound, and of no single one."""
    told = {word.lower() for word in re.findall(r"[\w-]+", order)}
    return bool(told & words_of_talk("answer_forms")) and not _OF_THIS.search(order)


_OF_THIS = regex(r"\b(?:this|that|these|those|here|above|below|now)\b", re.IGNORECASE)


def standing_wish(said: str) -> str | None:
    """What somebody among others wants to hold, though no verb orders it: "bank transfer only from now on"."""
    is_wish = any(form.match(said) for form in (_FROM_NOW_ON, _NO_THINGS, _TO_ALL))
    return _wish(_PLEASE.sub("", said.rstrip(_END)).rstrip(_END)) or (
        _INNER_PLEASE.sub("", said) if is_wish else None
    )


def order_for_dealings(said: str) -> str | None:
    """How somebody is to be dealt with, told to a friend: "when you write to Olaf, keep it short"; said of anyone."""
    found = _DEALING.match(_PLEASE.sub("", said.rstrip(_END)).rstrip(_END))
    if found is None or _PASSING.search(found["whom"]):
        return None
    return f"{found['when']} somebody {found['verb'].lower()}s{found['whom']}, {found['what']}"


_DEALING = regex(
    r"\A(?:(?:and|so|also|oh|but|please|btw),? ){0,2}(?P<when>when(?:ever)?|if|(?:every|any) time|before) you "
    r"(?P<verb>write|e-?mail|mail|text|message|call|phone|ring|talk|speak|cook|bake|order|invite|feed)"
    rf"(?P<whom> (?!(?:me|us|today|tomorrow|tonight|later|back|in|on|at)\b)[^,.;!?]{{2,50}}), (?:please )?"
    rf"(?P<what>(?:{_IMPERATIVE}|be|bring|take|let|offer|get|buy|pick|cook|bake|say|call|ring|knock)\b.+)\Z",
    re.IGNORECASE,
)
_NO_THINGS = regex(
    r"\A(?:(?:and |so )?no (?!idea|problem|worries|need|rush|way|clue|hurry|thanks"
    r"|time)[\w-]{3,20}(?: [\w-]{3,20})?[,;]? ?(?:and |or )?){1,4}(?:please|pls|for me)\W*\Z",
    re.IGNORECASE,
)
_TO_ALL = regex(
    r"\A(?:wear|bring|pack|take|pay|park|sign|send|use|come|meet|rules?|dress code) (?:for|on|at|to"
    r"|in) [^:]{3,30}: \S.{3,}",
    re.IGNORECASE,
)
"""What somebody asks of all, for a day or an occasion: "wear for the gala: black"."""
_FROM_NOW_ON = regex(
    r"\A(?!(?:this|that)\b)(?!(?:and |so )?no \w+day)"
    r"(?![^,;]{0,80}\b(?:is|are|was|were|am|has|have|had|will|(?:is|are|was|were|do|does|did|has|have|wo|ca)n['’]?t)\b)"
    r"(?:(?!(?:i|we|he|she|they|it|you)\b)\S+ ){2,12}(?:from (?:now|here) on(?:wards)?"
    r"|any ?more),? ?(?:please|pls)?(?:, [^,;:]{3,60})?\W*\Z",
    re.IGNORECASE,
)


def _wish(said: str) -> str | None:
    """What is to hold though no verb orders it: "no emojis, ever", "from now on only via the pipeline"."""
    if (from_here := _FROM_HERE.match(said)) and len(said.split()) >= _LEAST_WISHED:
        return said if from_here["what"] else None
    if (no := _NO_SUCH.match(re.split(r", so (?=no)", said)[-1])) and no["what"].split()[
        0
    ].lower() not in _NO_MATTER:
        return _INNER_PLEASE.sub("", said)
    if none := _PLEASE_NO.match(said):
        return none["what"]
    if when := _WHEN_YOU.match(said):
        return f"for {when['kind']}: {when['what']}"
    is_limited = _INNER_PLEASE.search(said) and re.search(r"\b(?:only|never|always)\b", said, re.IGNORECASE)
    if is_limited and len(said.split()) >= _LEAST_WISHED and not _PASSING.search(said):
        return _INNER_PLEASE.sub("", said)
    return None


_LEAST_WISHED = 4  # words
_FROM_HERE = regex(
    r"^(?:so |and |ok(?:ay)?,? )*(?:from (?:now|here|today) on(?:wards)?|as of (?:now|today)|going forward"
    r"|henceforth),?"
    r" (?!(?:i|we|you|she|he|they|it)(?:'\w+)? (?:am|are|is|was|will|'ll|have|has|feel|live|work"
    r"|take)\b)(?P<what>\S.+)$",
    re.IGNORECASE,
)
_NO_SUCH = regex(
    r"^(?:and |also |so |please |pls )*(?:no|nothing (?:with|in|from)) (?P<what>(?:more (?!\d))?[\"'\w][^.;]{2,60}?)"
    r"(?:,? (?:please|pls|ever|anywhere|at all|any ?more|whatsoever|stuff|in (?:your|the) (?:answers|replies"
    r"|drafts|code|texts?|commits))"
    r"|(?: when(?:ever)? you\b[^.;]{3,60}))++(?:,? (?:please|pls|ever|again))*+$",
    re.IGNORECASE,
)
_PLEASE_NO = regex(
    r"\A(?:also |and |so )*(?:please|pls),? (?P<what>no (?!idea|need|problem|worries|rush"
    r"|more of)[\"“'\w][^.;?]{2,60})\Z",
    re.IGNORECASE,
)
_NO_MATTER = frozenset(
    {
        "idea", "ideas", "worries", "problem", "problems", "thanks", "need", "rush", "way", "clue", "doubt", "hurry",
        "luck",
        "time", "one", "thing", "wonder", "matter", "offence", "offense", "longer",
    }
)  # fmt: skip
_WHEN_YOU = regex(
    r"^when(?:ever)? you (?!(?:are|were|have|can|could|get|finish|want|see|need|think|feel)\b)\w+ (?:me "
    r"|us )?(?P<kind>[^:,.]{3,40}): (?P<what>.{4,})$",
    re.IGNORECASE,
)
_INNER_PLEASE = regex(r",? ?(?<!\bto )\b(?:please|pls)\b", re.IGNORECASE)


def _is_general(order: str) -> bool:
    if condition := _CONDITION.match(order):
        return not _PASSING_CONDITION.search(condition[0])
    if _PASSING.search(_REASON.split(order, maxsplit=1)[0]):
        return False
    if _ON_OCCASION.search(order):
        return True
    return bool((_PROHIBITED_KIND if _PROHIBITION.match(order) else _OF_A_KIND).match(order))


_ANNOUNCED = regex(
    r"\A[^?]{0,200}?(?:\b(?:(?:house|ground|basic|standing|some|my|the|few|repo|project) )*rules"
    r"(?: (?:first|for you|for (?:this|the|my) \w+|before you [^.:\n]{3,40}))?[ \t]?[:.\n]"
    r"|\bbefore you (?:touch|start|do|change|write|begin|build)[^.:?\n]{0,40}[:\n]|\bread this(?: first)?[ \t]?[:\n]"
    r"|\b(?:how i (?:work|like (?:it|things|drafts|answers|code))|my preferences|(?:our|my|the) conventions)"
    r"[^.:?\n]{0,40}[:\n])",
    re.IGNORECASE,
)
"""Behind it a message says how its writer wants things done, whatever the words."""
_ITEM = regex(r"^[ \t]{0,8}(?:[-*•–]|\d{1,2}[.)])[ \t]{1,8}(?P<item>\S[^\n]*)$", re.MULTILINE)
_TOLD = regex(r"(?:i|we|it|they|he|she|that|this|there|ok|okay|thanks|thx)(?:['’]\w+|s)?\b", re.IGNORECASE)
_LEAST_OF_RULE, _MOST_OF_RULE = 2, 40  # words


def rule_announced(said: str, before: str) -> str | None:
    """What a sentence rules, told to an assistant behind "house rules:"; `before`: of the same message."""
    rule = said.strip(" .!")
    is_rule = _LEAST_OF_RULE <= len(rule.split()) <= _MOST_OF_RULE and not _TOLD.match(rule)
    return rule if is_rule and not is_asking(said) and _ANNOUNCED.match(before) else None


def with_rules_whole(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The thoughts of a message, those of one item of announced rules as one: "polars. not pandas."."""
    announced = _ANNOUNCED.match(text)
    items = [found.span("item") for found in _ITEM.finditer(text, announced.end())] if announced else []

    def item_of(span: Span) -> tuple[int, int] | int:
        return next(((start, end) for start, end in items if start <= span.start < end), -span.start)

    for item, within in groupby(spans, item_of):
        yield from within if isinstance(item, int) else [Span(*item, text[slice(*item)])]
