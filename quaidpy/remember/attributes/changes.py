"""Does a text say that something is otherwise than before: another value, or none any more?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.language.needed_literals import Gated, folded
from quaidpy.domain.memories.value_kinds import DATE, HOURS, MONTH, NUMBER, PHRASE, TIME, WEEKDAYS, YEAR
from quaidpy.regex import regex
from quaidpy.remember.attributes.clauses import Clause, topic_stems
from quaidpy.remember.attributes.new_values import Change, told_by_words
from quaidpy.remember.attributes.values import Value, are_comparable, are_days, find_values
from quaidpy.remember.words.verbs import HAS_SIDES, is_verb_like

_PART = r"(?:[^,.;:!?\n]|[.,:](?=\d))"
_AT_WORD = r"(?<![^\s.,;:!?])(?=\S)"
"""What has no word before it is tried at the beginning of words alone, and where its cue follows soon."""
_OLD, _NEW = rf"(?P<old>{_PART}{{1,48}}?)", rf"(?P<new>{_PART}{{1,60}})"
_CHANGES = (
    r"(?:mov|chang|switch|swap|rais|lower|increas|reduc|drop|postpon|reschedul|push|bring|brought|put|shift|delay"
    r"|bump|migrat|upgrad|renam|transfer|extend|shorten|cut|convert|go|went|gone|up|down|turn)[a-z]{0,6}\b"
)
_FROM_TO = regex(rf"\bfrom (?:the )?{_OLD} (?:to|into) {_NEW}", re.IGNORECASE)
_SWAPS = regex(
    rf"\b(?:replac(?:e|es|ed|ing)|swap(?:s|ped|ping)?|trad(?:e|es|ed|ing)|exchang(?:e|es|ed|ing)) {_OLD}"
    rf" (?:with|by|for) {_NEW}"
    rf"|\b(?=[^;!?\n]{{1,48}} (?:was|is|were|has|have|got|gets|being) )"
    rf"(?P<old2>{_PART}{{1,48}}?) (?:was|is|were|has been|have been|got|gets|being) replaced"
    rf" (?:with|by) (?P<new2>{_PART}{{1,60}})"
    rf"|\b(?:ditch|dropp?|dump)(?:ed|ing|es|s)? (?P<old3>{_PART}{{1,40}}?)"
    rf" (?:for|in favou?r of) (?P<new3>{_PART}{{1,60}})",
    re.IGNORECASE,
)
_INSTEAD = regex(
    rf"{_AT_WORD}(?=[^;!?\n]{{1,61}} (?:instead of|rather than|in place of|and no longer) )"
    rf"(?P<new>{_PART}{{1,60}}?),? (?:instead of|rather than|in place of|and no longer) (?P<old>{_PART}{{1,48}})",
    re.IGNORECASE,
)
_NOT = regex(
    rf"{_AT_WORD}(?=[^;!?\n]{{1,61}} (?:and |but )?not )"
    rf"(?P<new>{_PART}{{1,60}}?),? (?:and |but )?not (?:(?:at|on|in|the|a|until) ){{0,2}}(?P<old>{_PART}{{1,40}})",
    re.IGNORECASE,
)
_WAS = regex(
    rf"{_AT_WORD}(?=[^;!?\n]{{1,66}}(?:was|were|previously|formerly|used to be) )"
    rf"(?P<new>{_PART}{{1,60}}?)(?:[.,;] |,? ?\()(?:(?:it|that|which) )?(?:was|were|previously|formerly|used to be) "
    rf"(?:(?:at|on|the) ){{0,2}}(?P<old>(?=[\d£$€]|[a-z]+ \d){_PART}{{1,24}})",
    re.IGNORECASE,
)
"""The value that holds, and behind it what was before: "go live = 1 June. was 4 May"."""
_NOT_BUT = regex(
    rf"\b(?:isn't|is not|wasn't|was not|not) (?P<old>{_PART}{{1,40}}?)(?:,|:|;| -)?"
    rf" (?:but|it's|it is|it was) (?P<new>{_PART}{{1,60}})",
    re.IGNORECASE,
)
_GIVEN_UP = (
    r"(?:i|we|they|he|she|(?P<who>(?-i:[A-Z][\w'’-]{1,20})))(?:'ve| have|'ll| will|'re| are|'m| am|'s"
    r"| is)? ?(?:just )?"
    r"(?:dropp?|ditch|scrapp?|cancel+|quit|stopp?|abandon|dump|sold|gave up|got rid of)(?:e?d|ing|s)?(?! by| to| off)"
)
_ENDS = regex(
    rf"\b(?:no more|no longer|{_GIVEN_UP}|moved (?:off|away from)"
    r"|(?:^|[.!?;,:\n] ?)(?:drop(?:ped)?|ditch(?:ed)?|scrap(?:ped)?|cancel(?:led)?|forget|sold|quit|got rid of)"
    r"(?! by| to| off| at| in| on| out)"
    rf"|not (?:doing|going to|running|using|having|taking|joining)) (?P<ended>{_PART}{{2,40}})"
    rf"|{_AT_WORD}(?=[^;!?\n]{{2,40}} (?:is|are|was|were|went|has|have|got|gets) )"
    rf"(?P<ended2>{_PART}{{2,40}}?) (?:(?:is|are|has been|have been) (?:now |finally |sadly )?"
    r"(?:off(?! \(|,? (?:sick|today|tomorrow|tonight|this|next|until|till?|on|work|duty|again)\b)"
    r"|dead|gone|over|bust|bankrupt|history|no more)|went (?:dead|bust|bankrupt)"
    r"|(?:is|are|was|were|has been|have been|got|gets) (?:now )?"
    r"(?:cancell?ed|called off|scrapped|dropped|discontinued))(?=\W|$)(?! of| at| in| with| for| the| to)"
    r"|\b(?P<ended4>[\w'’-]{2,24}(?: [\w'’-]{2,24})?) (?:has |have |just )?"
    r"(?:retired|resigned|left|quit|died|passed away)"
    r"(?=\s*(?:[,.;!\n]|$| in | at | last | this | on "
    r"| (?:the|our|his|her|my) (?:company|firm|team|project|group|band|choir|club|office|job|board|committee)\b))"
    r"|(?:\b(?=(?-i:[A-Z]))|(?:^|[.!?;,:\n] ?))(?!(?:i|we|they|he|she|have|has|had|just) )(?P<who5>[\w'’-]{2,24})"
    rf" (?:has |have |just )?(?:left(?! {HAS_SIDES}\b)|quit|resigned from)"
    r" (?!home|work|early|it|the|my|our|his|her|a |for|to|school|town|us|me|him|her)(?P<ended5>[\w'’-]{3,24})"
    r"|(?:^|[.!?;,:\n] ?)(?:so |and |but )?no (?:more )?(?P<ended7>[\w'’-]{2,24}(?: [\w'’-]{2,24}){0,2}?)"
    r" (?:any ?more|any longer)\b"
    r"|\b(?:don['’]?t|doesn['’]?t|do not|does not|can['’]?t|cannot) (?P<ended8>[\w'’-]{2,24}(?: [\w'’-]{2,24}){0,2}?)"
    r" (?:any ?more|any longer)\b|\b(?:used to (?:have|own|use|run|drive)|(?-i:(?<=[a-z] )HAD)) (?:a |an "
    r"|the )?(?P<ended6>[\w'’-]{2,24}(?: [\w'’-]{2,24})?)"
    r"|\b(?P<ended3>\w{2,30}) and (?:i|me|\w{2,30}) (?:have |'ve )?(?:split up|broke up|broken up|separated)",
    re.IGNORECASE,
)
_REPLACING = tuple(map(Gated, (_FROM_TO, _SWAPS, _INSTEAD, _NOT_BUT, _NOT, _WAS)))
_ENDING = Gated(_ENDS)
_TAKEN_UP = regex(
    r"[,.;:]?(?: and| so| but| -| –)? (?:(?:we|i|they|he|she)(?:['’]re| are|['’]m| am| is|['’]ve| have)? ?"
    r"(?:all )?(?:now )?(?:on|using|use|uses|with|going with|went with|moved to|switched to|(?:changed|moving) to)"
    r"|it['’]?s|it is|instead:?|now)(?: now)? "
    r"(?:to )?(?!(?:too|so|very|not|just|really|a bit|getting|been|over|because|only|no|that|what|why"
    r"|how)\b)(?P<new>(?:[^,.;:!?\n]|[.,:](?=\d)){2,40})",
    re.IGNORECASE,
)
_TAKEN_INSTEAD = regex(
    rf"\binstead: (?P<first>{_PART}{{3,60}})"
    rf"|(?:(?<=[.!?\n] )|(?<=\n)|^)(?:so |and |but )?(?:(?:we|i)(?:['’]ll| will|['’]re| are|['’]m| am)?"
    r" (?:do|doing|going|go|take|taking|have|having|get|getting|use|using)(?: to| with| for)? )?"
    rf"(?P<last>{_PART}{{3,60}}?),? instead\b(?! of)",
    re.IGNORECASE,
)
_ANY = regex(
    r"\b(?:from|instead|rather|not|no|isn't|wasn't|replac|swap|trad|exchang|ditch|drop|dump|longer|scrap|cancel"
    r"|quit|stop"
    r"|abandon|sold|gave|got|off|dead|gone|over|bust|bankrupt|discontinued|history|split|broke|separated|forget"
    r"|now|currently|back|up|down|new|make|after|already|correct|updat|postpon|reschedul|extend|shorten|mov|chang"
    r"|switch|push|shift|delay|rais|lower|increas|reduc|cut|bump|set|put|brought|bring|goes|went|then|used"
    r"|offer|suggest|propos|left|quit|retired|resigned|died|passed|any"
    r"|had|was|were|previously|formerly|(?:is|are) at v?\d)",
    re.IGNORECASE,
)


def find_changes(text: str, clauses: Sequence[Clause]) -> list[Change]:
    """In the order of the text; of two that say the same end the one that names what was before."""
    if not _ANY.search(text):
        return []
    named = list(_named(text, clauses))
    said = {(change.new.kind, change.new.key) for change in named if change.new is not None}
    taken = {change.place for change in named if change.new is not None}
    told = [
        change
        for change in told_by_words(clauses)
        if change.place not in taken and change.new and (change.new.kind, change.new.key) not in said
    ]
    return sorted([*named, *told], key=lambda change: change.place)


def _named(text: str, clauses: Sequence[Clause]) -> Iterator[Change]:
    """Changes that say what was before."""
    seen: set[tuple[int, str]] = set()
    plain = folded(text)
    for gated in _REPLACING:
        for match in gated.finditer(text, plain):
            is_told = gated.pattern is _NOT_BUT and _TOLD.search(match[0]) is not None
            pair = _pair(match, is_typed_only=is_told or gated.pattern in {_NOT, _WAS})
            if pair is None or (gated.pattern is _FROM_TO and not _moves(text, match.start(), *pair)):
                continue
            old, new = pair
            place = _place_of(clauses, new.start if gated.pattern is _WAS else old.start)
            if (place, old.key) not in seen:
                seen.add((place, old.key))
                yield Change(place, old, new)
    for match in _ENDING.finditer(text, plain):
        group = match.lastgroup or ""
        ended = _value_in(match[group], match.start(group))
        who = match["who"] or match["who5"]
        if ended is not None and who is not None:
            ended = _of_somebody(ended, who)
        if ended is not None and (_place_of(clauses, ended.start), ended.key) not in seen:
            yield Change(_place_of(clauses, ended.start), ended, _taken_up(text, match.end(), ended))


def _of_somebody(ended: Value, who: str) -> Value:
    """What somebody else gave up or left is over where they are spoken of: the firm goes on."""
    if ended.kind != PHRASE:
        return ended
    return replace(ended, key=" ".join(sorted({*ended.key.split(), *topic_stems(who)})))


def _taken_up(text: str, end: int, ended: Value) -> Value | None:
    """What somebody says to have instead, right behind what they have no more: "Asana is gone, we're on Linear"."""
    if ended.kind != PHRASE:
        return _so_it_is(text, end, ended)
    match = _TAKEN_UP.match(text, end)
    if match is None or ended.kind != PHRASE or find_values(_TAIL.split(match["new"], maxsplit=1)[0]):
        return None
    return _phrase(match["new"], match.start("new"))


def _so_it_is(text: str, end: int, ended: Value) -> Value | None:
    """The days or the hour that somebody draws from what is over: "no Wednesdays any more, so it's Mondays"."""
    so = _SO_IT_IS.search(text, end, end + _LONGEST_REASON)
    found = find_values(text[so.end() : so.end() + _LONGEST_REASON]) if so else []
    is_fit = bool(so and found) and found[0].kind == ended.kind and found[0].start <= _AT_ONCE
    return _moved(found[0], so.end()) if so and is_fit else None


_SO_IT_IS = regex(
    r"[,;.]? (?:so|and) (?:now )?(?:it['’]?s|it is|i['’]m (?:in|there|on)|we['’]re on) ", re.IGNORECASE
)
_LONGEST_REASON = 80  # characters
_AT_ONCE = 4  # characters: "on "


def taken_instead(text: str, start: int) -> Value | None:
    """What is done in the place of what was spoken of: "we'll do a week in Rome instead", "Instead: Rome"."""
    match = _TAKEN_INSTEAD.search(text, start)
    if match is None:
        return None
    group = match.lastgroup or ""
    return _phrase(match[group], match.start(group))


def _pair(match: re.Match[str], *, is_typed_only: bool) -> tuple[Value, Value] | None:
    groups = {name.rstrip("23"): name for name, part in match.groupdict().items() if part is not None}
    old_start, new_start = match.start(groups["old"]), match.start(groups["new"])
    olds = _by_word_before(match, old_start, match.end(groups["old"])) or find_values(match[groups["old"]])
    news = find_values(match[groups["new"]])
    news = sorted(news, key=lambda each: each.start, reverse=new_start < old_start)
    for old in olds[:1]:
        for new in news:
            if are_comparable(old.kind, new.kind) or are_days(old, new):
                kind = new.kind if old.kind == NUMBER else old.kind
                return (
                    replace(_moved(old, old_start), kind=kind),
                    replace(_moved(new, new_start), kind=kind if new.kind == NUMBER else new.kind),
                )
    if olds or is_typed_only:
        return None
    if _ANY_OF_THEM.match(match[groups["old"]]):
        return None
    old_phrase = _phrase(match[groups["old"]], old_start)
    new_phrase = _phrase(match[groups["new"]], new_start)
    return (old_phrase, new_phrase) if old_phrase and new_phrase else None


def _by_word_before(match: re.Match[str], start: int, end: int) -> list[Value]:
    """A value that is one by the word before it: "not the 3rd", "instead of June"."""
    word = _LAST_WORD.search(match.string, max(0, start - _LONGEST_LAST_WORD), start)
    found = find_values(match.string[word.start() : end]) if word else []
    return [_moved(each, word.start() - start) for each in found if word and each.start <= len(word[0])]


_LAST_WORD = regex(r"\b(?:the|in|of) \Z")
_LONGEST_LAST_WORD = 5  # characters


def _moves(text: str, start: int, old: Value, new: Value) -> bool:
    """Whether "from A to B" tells of a change, not of a span: by a word of changing before it, or two amounts."""
    if {old.kind, new.kind} <= {TIME, HOURS, NUMBER} and _SPAN.search(text[max(0, start - 20) : start]):
        return False
    if re.search(
        rf"\b{_CHANGES}[^.;:\n]{{0,60}}$|\b{_CHANGES}\W{{1,4}}$",
        text[max(0, start - 80) : start],
        re.IGNORECASE,
    ):
        return True
    return old.kind not in {DATE, MONTH, YEAR, WEEKDAYS, TIME, PHRASE, NUMBER} and are_comparable(
        old.kind, new.kind
    )


_SPAN = regex(r"\b(?:up|down|out|off|open|closed|gone) $", re.IGNORECASE)
"""What was so for a while: "down from 03:00 to 03:52"."""


def _value_in(text: str, start: int) -> Value | None:
    values = find_values(text)
    named = _phrase(text, start) if values and values[0].kind == NUMBER else None
    if values and named is None:
        return _moved(values[0], start)
    return named or _phrase(text, start)


def _phrase(text: str, start: int) -> Value | None:
    """A few words as a value; None when they name nothing, or are a sentence."""
    inner = _LEAD.sub("", _TAIL.split(text, maxsplit=1)[0].strip(" \"'“”-*"))
    topic = topic_stems(inner)
    if not topic or len(topic) > _MOST_WORDS or _SENTENCE.search(inner) or _tells_who_does(inner):
        return None
    return Value(PHRASE, " ".join(sorted(topic)), inner, start, start + len(text))


def _tells_who_does(inner: str) -> bool:
    """Whether a verb stands second and has an object: "the depot wants hourly files"."""
    told = inner.lower().split()
    return len(told) >= _LEAST_OF_SENTENCE and told[1].endswith("s") and is_verb_like(told[1])


_LEAST_OF_SENTENCE = 3  # words
_SENTENCE = regex(
    r"\b(?:i|we|he|she|they|you|it|is|are|was|were|has|have|had|says?|said|will|would|can|could|should|must)\b"
    r"|\A(?:yes|yeah|yep|no|nope|ok|okay|than|anyway|(?:no|any|some|every)thing|(?:no|any|some|every)(?:one|body))\b"
    r"|\bwhat\b",
    re.IGNORECASE,
)
_ANY_OF_THEM = regex(r"\A\W*an?\s", re.IGNORECASE)
"""What begins so is of a kind, and nothing that was spoken of: "instead of a number"."""
_TOLD = regex(r"\bwas\b|\bwasn['’]?t\b", re.IGNORECASE)
"""What was not so is told of one time, and ends nothing: "I was not crying, it was the dust"."""
_TAIL = regex(
    r"\s(?:from|starting|as of|since|because|so|until|till|effective|now|today|tomorrow|this|next|for|when|after"
    r"|before|at the|end of|any ?more|and|but|with)(?=\s|$)",
    re.IGNORECASE,
)
"""Where what is named ends, and when or why begins."""
_LEAD = regex(r"^(?:\d{1,2}[.)] )?(?:(?:so|and|but|oh|also|well|the|an?|my|our|this|that) )*", re.IGNORECASE)
_MOST_WORDS = 4  # content words that name one thing


def _moved(value: Value, by: int) -> Value:
    return replace(value, start=value.start + by, end=value.end + by)


def _place_of(clauses: Sequence[Clause], position: int) -> int:
    return max((place for place, each in enumerate(clauses) if each.start <= position), default=0)
