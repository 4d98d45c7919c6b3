"""What do the notes of a meeting state: who was away, what was decided, who has to do what?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.time.written_dates import WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.finding.topics import with_topic
from quaidpy.remember.formats.task_tables import task_rows
from quaidpy.remember.people.meeting_participants import TEAM, is_role
from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.chat_spelling import without_bold
from quaidpy.remember.words.name_evidence import is_possible, without_title
from quaidpy.remember.words.names import is_given_name, is_of_everyday_words
from quaidpy.remember.words.pointing import is_left_out, is_new_of_nothing
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.sentence_grouping import apart, thoughts, without_asides
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.subjects import leaves_out_its_subject
from quaidpy.remember.words.verbs import BASE_VERBS

_HEADING = regex(r"\A#{1,6}\s++(?P<title>\S[^\n]*+)")
_ATTENDANCE = regex(
    r"(?:\A|(?<=[.;|)])\s{1,3})[*_]{0,2}(?P<who>present|attendees|attending|participants|in attendance|there|here"
    r"|absent|apologies|regrets|excused|away)\s{0,2}:[*_]{0,2}\s{0,3}",
    re.IGNORECASE,
)
"""Over those who are there, and behind them in the same line over those who are not."""
_HERE = frozenset({"present", "attendees", "attending", "participants", "in attendance", "there", "here"})
_HEADS = _HERE | {"absent", "apologies", "regrets", "excused", "away", "chair", "minutes", "guests"}
_SOMEBODY = regex(r"(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2})(?:\s*\((?P<why>[^)]{2,60})\))?")
_BETWEEN = regex(r"[,;.&]\s|\s(?:and|plus|with)\s")
_SORT = regex(r"\A[\s*_]*[A-Za-z][a-z ]{2,20}:[*_]*\s")
"""What some of those are who stand on the line: "New: Ida"."""
_ITEM = regex(
    r"^(?:\[(?P<box>[ xX])\]\s*)?(?P<who>[A-ZÀ-Þ][\w'’-]+(?:(?: and |, | & | )[A-ZÀ-Þ][\w'’-]+){0,2})\s*(?::|->"
    r"|→|\s[-–—]\s)\s*(?P<what>\S.*)$"
)
_BOX = regex(r"^\[(?P<box>[ xX])\]\s*(?P<what>\S.*)$")
_OWNER = regex(r" [-–—] (?P<who>[A-ZÀ-Þ][\w'’]{1,20})(?= [-–—] |\s*$)")
"""Whose a task is, behind it: "second reader for letters — Ida — 4 May"."""
_CLOCK = regex(r"^\d{1,2}[:.]\d\d\b")


class Section(Enum):
    """What the items below a heading are."""

    DECISIONS = auto()
    ACTIONS = auto()
    LEARNT = auto()
    OTHER = auto()


_SECTIONS = (
    (
        regex(r"\b(?:decisions?|decided|agreed|agreements|resolutions?)\b", re.IGNORECASE),
        Section.DECISIONS,
    ),
    (
        regex(r"\b(?:actions?|action items|to[ -]?dos?|tasks|next steps|follow-?ups?)\b", re.IGNORECASE),
        Section.ACTIONS,
    ),
    (
        regex(r"\b(?:learn(?:ed|t|ings?)|lessons?|root causes?|takeaways?)\b", re.IGNORECASE),
        Section.LEARNT,
    ),
    (
        regex(
            r"\b(?:status|updates?|summary|timeline|agenda|notes|moved|news|progress|discussion|open|questions)\b",
            re.IGNORECASE,
        ),
        Section.OTHER,
    ),
)
_KINDS = {
    Section.DECISIONS: Kind.DECISION,
    Section.LEARNT: Kind.LESSON,
    Section.OTHER: Kind.FACT,
    Section.ACTIONS: Kind.TODO,
}


@dataclass(frozen=True, slots=True)
class Item:
    """One statement of the notes, in the third person, and the words it was made of."""

    span: Span
    text: str
    kind: Kind


def section_of(text: str) -> Section | None:
    """What the heading over a passage says of it; None without such a heading."""
    heading = _HEADING.match(text)
    if heading is None:
        return None
    title = heading["title"].rstrip().rstrip("#").rstrip()
    return next((section for form, section in _SECTIONS if form.search(title)), None)


def lists_attendants(text: str) -> bool:
    return any(map(_ATTENDANCE.match, text.splitlines()))


def _lists(line: str) -> list[tuple[str, str]]:
    """Each list of a line of attendance: what its people are, and their names."""
    if not _ATTENDANCE.match(line):
        return []
    heads = [*_ATTENDANCE.finditer(line)]
    ends = [*(head.start() for head in heads[1:]), len(line)]
    return [(head["who"].lower(), line[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def attendants(text: str) -> list[str]:
    """The people whom a passage lists as present or absent."""
    lists = [names for line in text.splitlines() for _, names in _lists(line)]
    listed = [part for line in lists for part in _BETWEEN.split(re.sub(r"\([^)]{0,300}+\)", "", line))]
    people = (_SOMEBODY.match(_SORT.sub("", part).strip("*_ ")) for part in listed)
    named = [without_title(one["name"]) for one in people if one is not None]
    return [name for name in named if name.lower() not in _HEADS and is_possible(name)]


def items_of(turn: Turn, section: Section, group: str = TEAM) -> Iterator[Item]:
    """What a passage states, item by item; the group speaks."""
    is_list = _LISTED.search(turn.text) is not None
    rows = list(task_rows(turn.text))
    for row in rows:
        what = f"{row.what}, by {row.by}" if row.by else row.what
        yield _task(row.span, row.who, what, group, is_done=row.is_done)
    asked: Span | None = None
    for span in thoughts(turn.text):
        is_asking, before = span.text.endswith("?"), asked
        asked = span if is_asking else None
        if before is not None and "\n" not in turn.text[before.end : span.start]:
            yield Item(span, f"{before.text} {_of_group(span.text, group)}", Kind.FACT)
            continue
        if any(row.span.start < span.end and span.start < row.span.end for row in rows):
            continue
        if listed := [each for line in span.text.splitlines() for each in _lists(line)]:
            yield from (item for who, names in listed for item in _told_of_them(span, who, names, group))
        elif _BOX.match(span.text) or (section is Section.ACTIONS and is_list):
            yield from _tasks(turn, span, group)
        else:
            told = Section.OTHER if section is Section.ACTIONS else section
            yield from _statement(turn, span, told, group)


def _told_of_them(span: Span, who: str, names: str, group: str) -> Iterator[Item]:
    """What stands in brackets behind somebody; of whoever is away a part may be where they are: "Tom (dentist)"."""
    of = "" if group == TEAM else f" of {group[0].lower()}{group[1:]}"
    for one in _SOMEBODY.finditer(names):
        if not one["why"] or (who not in _HERE and is_role(one["why"])):
            continue
        if is_role(one["why"]):
            yield Item(span, f"{one['name']} is the {one['why'].removeprefix('the ')}{of}", Kind.FACT)
        elif who not in _HERE:
            yield Item(span, f"{one['name']} is away: {one['why']}", Kind.FACT)
        elif told := _represents(one["why"]):
            yield Item(span, f"{one['name']} {told}", Kind.FACT)


def _represents(why: str) -> str | None:
    """What somebody present stands for, by the words in brackets: "(hardware, chair)"; None for how long, or how."""
    parts = [part.strip() for part in why.split(",")]
    if any(_OF_THE_HOUR.search(part) or len(part.split()) > _LONGEST_PART for part in parts):
        return None
    roles = [f"is the {part.removeprefix('the ')}" for part in parts if is_role(part)]
    parts = [part for part in parts if not is_role(part)]
    tasks = [part for part in parts if part[:1].islower()]
    bodies = [part for part in parts if part not in tasks]
    told = [
        f"{verb} {' and '.join(some)}"
        for verb, some in (("represents", bodies), ("is responsible for", tasks))
        if some
    ]
    return " and ".join([*told, *roles])


_LONGEST_PART = 3  # words
_OF_THE_HOUR = regex(
    r"\d|\b(?:for|until|till|from|via|by|on|remote|remotely|online|late|early|phone|part|left|joined|minutes|first"
    r"|last|excused|away|here|guest|not|no|only|video|call)\b",
    re.IGNORECASE,
)


_LISTED = regex(r"^[ \t]*(?:[-*•|]|\d{1,2}[.)])", re.MULTILINE)


def _tasks(turn: Turn, span: Span, group: str) -> Iterator[Item]:
    for part in split_sentences(turn.text[span.start : span.end]):
        shown = Span(span.start + part.start, span.start + part.end, part.text)
        if (found := _ITEM.match(part.text)) and not is_of_everyday_words(found["who"].lower()):
            yield _task(shown, found["who"], found["what"], group, is_done=_is_ticked(found))
        elif box := _BOX.match(part.text):
            owner = _OWNER.search(box["what"])
            who = owner["who"] if owner and is_given_name(owner["who"].lower()) else None
            yield _task(shown, who, box["what"], group, is_done=_is_ticked(box))


def _of_group(text: str, group: str) -> str:
    """As the group says it of itself, its article small within the sentence."""
    told = in_third_person(text, Voices(speaker=group))
    return f"{told[:1]}{told[1:].replace(group, f'{group[0].lower()}{group[1:]}')}"


def is_of_one(text: str) -> bool:
    """Whether somebody speaks of themselves in it; who that is, the notes of a group do not tell."""
    return _ONE_ALONE.search(text) is not None


_ONE_ALONE = regex(r"\b(?:I|[Mm]y|me|mine|myself)\b")


def _is_ticked(found: re.Match[str]) -> bool:
    return found["box"] in {"x", "X"}


def _task(span: Span, who: str | None, what: str, group: str, *, is_done: bool) -> Item:
    """What is yet to be done; what is done is something that happened."""
    is_anybodys = who is None and group == TEAM
    who, what = who or group, _of_group(what.rstrip(" ."), group)
    if is_done:
        return Item(span, f"Done: {what}" if is_anybodys else f"{who} has done the task: {what}", Kind.EVENT)
    if _BEGINS_TASK.match(what) and " " in what and what.split(maxsplit=1)[0].lower() in BASE_VERBS:
        return Item(span, f"{who} has to {what[0].lower()}{what[1:]}", Kind.TODO)
    return Item(span, f"Open task: {what}" if is_anybodys else f"{who} has an open task: {what}", Kind.TODO)


_BEGINS_TASK = regex(
    r"(?!(?:tour|test|travel|trial|dress|call|mail|post|bar|stage|lift|work|plan|budget|contract|contact|record"
    r"|print|video|photo"
    r"|address|stock|stand|rent|water|fire|guard|copy|sound|light|cover|design|order|check|book|review|report|quote"
    r"|list|run|set"
    r"|change|transfer|search|support|press|press release|park|drive|visit|group|ticket|sponsor|host|volunteer|jury"
    r"|award|map|name)"
    r" (?!(?:the|an?|my|our|his|her|their|its|all|both|some|every|each|this|that|new|more|up|out|back|off|down|over"
    r"|in|with|for|to|at|on|about|around|through|whether|if|how|who|what|where|when|it|them|him|us|again|some|any"
    r"|enough|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)\b|(?-i:[A-ZÀ-Þ]))[a-z])\S+(?! of\b)",
    re.IGNORECASE,
)
"""A task that begins with its verb: not "test run", "tour costs", which are things."""


def _statement(turn: Turn, span: Span, section: Section, group: str) -> Iterator[Item]:
    parts = [span] if is_understood_alone(without_asides(span.text)) else apart(span) or [span]
    for part in parts:
        yield _stated(turn, part, section, group)


_AGREED = regex(
    r"\A(?:it was |we |we have )?(?P<verb>agreed|decided|resolved)(?: unanimously)?(?P<rest>:| (?:that"
    r"|not to|to)\b)\s*",
    re.IGNORECASE,
)
"""What a meeting agreed, whoever is said to have done so, or nobody."""


def _stated(turn: Turn, span: Span, section: Section, group: str) -> Item:
    text = re.sub(r"\s+", " ", without_asides(without_bold(_LABEL.sub(r"\g<label>: ", span.text))))
    if section is Section.OTHER and (agreed := _AGREED.match(span.text)):
        what = _under_item(re.sub(r"\s+", " ", span.text[agreed.end() :]).rstrip(" ."), turn.text, span.start)
        link = agreed["rest"] if agreed["rest"] == ":" else f"{agreed['rest']}"
        told = f"{group} {agreed['verb'].lower()}{link} {_of_group(what, group)}"
        return Item(span, told, Kind.DECISION)
    if span.start == _first(turn) and _NO_SUBJECT.match(text) and (title := _title(turn.text)):
        text = f"{title}: {text}"
    elif _is_of_heading(text) and (topic := _topic(turn.text)):
        text = f"{topic}: {text[0].lower()}{text[1:]}"
    text = _under_item(text, turn.text, span.start)
    if _CLOCK.match(text) and turn.at is not None:
        text = f"{spoken_date(turn.at)}, {text}"
    is_left = group.startswith("The ") and is_of_one(span.text)
    return Item(span, text if is_left else _of_group(text, group), _KINDS[section])


def _under_item(text: str, passage: str, start: int) -> str:
    """With what the numbered item is about in which it stands, or under which it has a dash.

    "Backups: retention is 45 days", "Subs: Dilys asks for £50".
    """
    line = passage.rfind("\n", 0, start) + 1
    is_under = _DASHED.match(passage, line) is not None
    end = line if is_under else passage.find("\n", start)
    above = list(_NUMBERED.finditer(passage, 0, end if end >= 0 else len(passage)))
    if not above or not (is_under or above[-1].start() >= line):
        return text
    item = above[-1]
    head = _ITEM_HEAD.match(item["topic"])
    if not is_under and (head is None or item.start("topic") + head.end() > start):
        return text
    topic = head["head"] if head else item["topic"].rstrip(" .:")
    return with_topic(topic, text) if len(topic.split()) <= _LONGEST_ITEM else text


_DASHED = regex(r"[ \t]{0,12}[-*•–][ \t]")
_NUMBERED = regex(r"^[ \t]{0,12}\d{1,2}[.)][ \t]{1,4}(?P<topic>\S[^\n]*)$", re.MULTILINE)
_ITEM_HEAD = regex(r"\A\W{0,4}(?P<head>[\w'’&/-]{2,20}(?: [\w'’&/-]{1,20}){0,3})\W{0,2}[.:]\W{0,2} +(?=\S)")
"""What an item begins with: "Drainage: the grant has come", "Subs. Dilys asks for £50"."""
_LONGEST_ITEM = 6  # words
_LABEL = regex(r"\A\W{0,4}(?:\*\*|__)(?P<label>[^*_\n.:]{1,60})\.(?:\*\*|__) ++(?=\S)")
"""What an item is about, in bold before it."""
_NO_SUBJECT = regex(rf"\A(?:\d|[£$€]|(?:on |at |by )?{WEEKDAY}s? )", re.IGNORECASE)
"""A day or an amount, of what the heading names."""


def _is_of_heading(text: str) -> bool:
    """Whether only the heading tells who or what it is of: "Arrived on 3 May", "New date: 6 June"."""
    return leaves_out_its_subject(text) or is_left_out(text) or is_new_of_nothing(text)


def _topic(text: str) -> str | None:
    """What a passage is about by its heading; None where that only says what kind of items follow."""
    title = _title(text) if section_of(text) is None else None
    is_topic = title is not None and len(title.split()) <= _LONGEST_TOPIC and not re.search(r"\d|:", title)
    return title if is_topic else None


_LONGEST_TOPIC = 4  # words


def _first(turn: Turn) -> int:
    """Where a passage goes on below its heading."""
    heading = _HEADING.match(turn.text)
    rest = turn.text[heading.end() :] if heading else turn.text
    return len(turn.text) - len(rest.lstrip()) if heading else -1


def _title(text: str) -> str | None:
    """What the heading of a passage says, without its number."""
    heading = _HEADING.match(text)
    return re.sub(r"\A\d{1,2}[.)]\s*", "", heading["title"].strip().rstrip("#").rstrip()) if heading else None
