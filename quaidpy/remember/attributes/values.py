"""Which dates, days, hours, amounts and codes stand in a text?"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stem
from quaidpy.domain.memories.value_kinds import (
    CODE,
    DATE,
    HOURS,
    MONEY,
    MONTH,
    NUMBER,
    OWNER,
    PHONE,
    TIME,
    WEEKDAYS,
    YEAR,
)
from quaidpy.domain.time.written_dates import WEEKDAY
from quaidpy.regex import regex

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905 - reads as the year does
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty first", "twenty second", "twenty third", "twenty fourth", "twenty fifth", "twenty sixth",
    "twenty seventh", "twenty eighth", "twenty ninth", "thirtieth", "thirty first",
)  # fmt: skip
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)(?![a-z])"
)
_OF_YEAR = r"(?:,?\s(?:19|20)\d\d\b)?"
_ORDINAL = "|".join(sorted((word.replace(" ", "[ -]") for word in _ORDINALS), key=len, reverse=True))
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?![\d:)])|(?:{_ORDINAL})\b)"
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?)s?(?![a-z'])"
)
_FULL_WEEKDAY = rf"{WEEKDAY}s?(?![a-z'])"
_ON_DAY = rf"(?:(?:{_WEEKDAY}\.?,?\s(?:the\s)?)?)"
"""The day of the week that a date may be told with: one value, not two."""
_CLOCK = r"(?:[01]?\d|2[0-4])(?!\d)(?:[:.]\d\d)?\s?(?:[ap]\.?m\b\.?)?"
_NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - reads as one counts
_IN_WORDS = "|".join(_NUMBER_WORDS)
_MEASURES = (
    r"(?:units?|tablets?|pills?|drops?|puffs?|capsules?|spoonfuls?|hours?|minutes?|days?|weeks?|months?|years?|people"
    r"|persons?|guests?|places|seats|copies|euros?|pounds?|dollars?|kilos?|litres?|liters?|miles?|metres?|meters?)"
)
"""What is counted in words where it is a value: not "two things", "four of us"."""
_AMOUNT = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?!\d)|\d{1,9}(?:[.,]\d{1,4})?)"
"""Also in groups of three, "46 300", which only a unit behind it makes one number."""
_SCANNER = regex(
    rf"(?P<code>`[^`\n]{{1,60}}`)"
    rf"|(?P<iso>\b\d{{4}}-\d\d-\d\d\b)"
    rf"|(?P<span>\b{_ON_DAY}\d{{1,2}}\s?(?:to|-|–|till|until)\s?\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}{_OF_YEAR}"
    rf"|\b{_MONTH},?\s\d{{1,2}}\s?(?:to|-|–|till|until)\s?\d{{1,2}}\b)"
    rf"|(?P<days_month>\b\d{{1,2}}(?:,\s\d{{1,2}}){{0,6}},?\s(?:and|&)\s\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}{_OF_YEAR})"
    rf"|(?P<month_day>\b{_ON_DAY}{_MONTH}\.?\s(?:the\s)?{_DAY}{_OF_YEAR})"
    rf"|(?P<day_month>\b{_ON_DAY}{_DAY}\.?\s(?:of\s)?{_MONTH}{_OF_YEAR})"
    rf"|(?P<phone>(?<![\w.])\+?\d{{2,5}}(?:[ /-]\d{{2,6}}){{2,5}}\b)"
    rf"|(?P<numeric>(?<![\d/.])\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}\b)"
    rf"|(?P<nth>\bthe\s\d{{1,2}}(?:st|nd|rd|th)\b)"
    rf"|(?P<day_nth>\b{_WEEKDAY}\.?,?\s(?:the\s)?(?:\d{{1,2}}(?:st|nd|rd|th)|(?:1[3-9]|2\d|3[01]))"
    r"(?=\s*(?:[.,;!?)\n](?!\d)|$|(?:then|instead|ok|okay|works|at|is|in|would|and|or|it)\b)))"
    rf"|(?P<weekdays>\b(?:{_WEEKDAY}(?:,\s{_WEEKDAY}){{0,5}},?\s?(?:and|&|\+|to|-|–)\s?{_WEEKDAY}"
    rf"|{_WEEKDAY}(?:,?\s{_WEEKDAY}){{2,6}}|{_FULL_WEEKDAY}))"
    rf"|(?P<hours>\b{_CLOCK}\s?(?:to|-|–|till|until)\s?{_CLOCK}(?![\d\w.,]*[a-z]))"
    rf"|(?P<time>\b\d{{1,2}}:\d\d(?:\s?[ap]m\b)?|\b\d{{1,2}}(?:[.:]\d\d)?\s?[ap]\.?m\b)"
    rf"|(?P<owner>(?:(?<=\bis )|(?<=\bis now ))(?-i:[A-ZÀ-Þ])[\w-]{{1,24}}['’]s(?=\s(?:now|again|from|since"
    rf"|until)\b|\s*(?:[,.;!?\n]|$)))"
    rf"|(?P<money>[£$€]\s?{_AMOUNT}k?\b|\b{_AMOUNT}\s?(?:[£€$]|(?:euros?|eur|pounds?|dollars?|usd|gbp|quid|cents?|p)\b))"
    rf"|(?P<rate>\b{_AMOUNT}\s(?:a|an|per)\s[a-z]{{2,20}}\b)"
    rf"|(?P<share>\b{_AMOUNT}\s?%)"
    rf"|(?P<quantity>(?<![a-z]-)\b{_AMOUNT}[ -]?(?P<unit>[a-zµ]{{1,20}})\b)"
    rf"|(?P<counted>\b(?:{_IN_WORDS})[ -](?P<measure>{_MEASURES})\b)"
    rf"|(?P<number>(?<![a-z]-)\b(?:v(?=\d))?\d{{1,9}}(?:[.,]\d{{1,4}}){{0,3}}\b)"
    rf"|(?P<month>\b(?:(?<=in )|(?<=until )|(?<=till )|(?<=from )|(?<=for )|(?<=of )|(?<=by )|(?<=to ))"
    rf"(?:early\s|late\s|mid-?\s?)?{_MONTH}{_OF_YEAR}\b)",
    re.IGNORECASE,
)
"""Every part is bounded, so that the scan is linear in the length of the text."""

_UNITS: Mapping[str, str] = {
    "µg": "mcg", "ug": "mcg", "microgram": "mcg", "micrograms": "mcg", "milligrams": "mg", "h": "hour", "hr": "hour",
    "hrs": "hour", "min": "minute", "mins": "minute", "s": "second", "sec": "second", "secs": "second", "g": "gram",
    "kilos": "kg", "kilo": "kg", "kilometres": "km", "kilometers": "km", "mths": "month", "wks": "week", "yrs": "year",
    "percent": "%", "l": "litre", "liters": "litre", "liter": "litre", "metres": "m", "meters": "m",
}  # fmt: skip
"""Spellings of one unit."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it stands in a text, from `start` to `end`; two with one `kind` and `key` are the same."""

    kind: str
    key: str
    text: str
    start: int
    end: int


def find_values(text: str) -> list[Value]:
    """In the order of the text, none inside another."""
    found = (value for match in _SCANNER.finditer(text) if (value := _value(match)))
    return [value for value in found if value.kind != NUMBER or not _is_marker(text, value)]


def _is_marker(text: str, value: Value) -> bool:
    """Whether a number only counts points: "1) …", "2. …" at the beginning of a line."""
    after = text[value.end : value.end + 2]
    before = text[: value.start].rstrip(" ")
    return (after[:1] == ")" and not before.endswith("(") and "(" not in before[-20:]) or (
        after == ". " and (not before or before.endswith("\n"))
    )


def are_days(one: Value, other: Value) -> bool:
    """Whether one is a day of the week, and the other a date that is told with one ("friday 6 march")."""
    date, day = sorted((one, other), key=lambda each: each.kind)
    return date.kind == DATE and day.kind == WEEKDAYS and "," not in day.key and _day_told(date) is not None


def _day_told(date: Value) -> str | None:
    first = date.text[:3].lower()
    return first if first in _DAYS else None


def are_comparable(one: str, other: str) -> bool:
    """Whether a value of one kind can stand in the place of one of the other; a bare number takes any unit's."""
    if one == other:
        return True
    families = {_FAMILY.get(one, "amount"), _FAMILY.get(other, "amount")}
    return len(families) == 1 and (NUMBER in {one, other} or families != {"amount"})


def is_price_like(value: Value) -> bool:
    """Money, or a number with cents."""
    return value.kind == MONEY or (
        value.kind == NUMBER and bool(re.fullmatch(r"\d{1,6}[.,]\d\d", value.text))
    )


def is_same(one: Value, other: Value) -> bool:
    """Whether both say the same; a bare number is the amount of any unit, a day of the month that of any month."""
    if one.kind == other.kind:
        short, long = sorted((one.key, other.key), key=len)
        is_day_of = one.kind == DATE and short.startswith("-") and f"{short}-" in f"{long}-"
        return short == long or is_day_of
    if are_days(one, other):
        return (one.key if one.kind == WEEKDAYS else _day_told(one)) == (
            other.key if other.kind == WEEKDAYS else _day_told(other)
        )
    return are_comparable(one.kind, other.kind) and one.key == other.key


def is_among(day: Value, days: Value) -> bool:
    """Whether it is one of several: of "Mondays and Wednesdays" the Wednesday that somebody gives up, a day in June."""
    kinds = {day.kind, days.kind}
    if kinds == {DATE, MONTH}:
        return days.key.startswith(f"{day.key}-")
    return kinds == {WEEKDAYS} and set(day.key.split(",")) <= set(days.key.split(","))


_FAMILY = {
    OWNER: "owner",
    DATE: "date", MONTH: "date", WEEKDAYS: "weekdays", TIME: "clock", HOURS: "hours", CODE: "code",
}  # fmt: skip


def _value(match: re.Match[str]) -> Value | None:
    group, text = match.lastgroup or "", match.group()
    group = {"unit": "quantity", "measure": "counted"}.get(group, group)
    found = _READERS[group](match)
    if found is None:
        return None
    kind, key = found
    if group == "quantity" and kind == NUMBER:
        text = text[: match.start("unit") - match.start()].rstrip(" -")
    return Value(kind, key, text, match.start(), match.start() + len(text))


def _numbers(text: str) -> list[str]:
    return [number.lstrip("0") or "0" for number in re.findall(r"\d+", text)]


def _amount(text: str) -> str:
    found = re.search(_AMOUNT, text)
    number = re.sub(r",(?=\d{3}$)|\s", "", found.group()).replace(",", ".") if found else text
    return number.rstrip("0").rstrip(".") if "." in number else number


def _month_key(text: str) -> str:
    found = re.search(_MONTH, text, re.IGNORECASE)
    return f"{_MONTHS.index(found.group()[:3].lower()) + 1:02d}" if found else ""


_YEAR = regex(r"(?:19|20)\d\d\b")


def _dated(match: re.Match[str]) -> tuple[str, str]:
    text = match.group()
    days = _numbers(_YEAR.sub("", text))
    if not days:
        words = re.sub(r"[ -]+", " ", text.lower())
        best = max((o for o in _ORDINALS if re.search(rf"\b{o}\b", words)), key=len, default="")
        days = [str(_ORDINALS.index(best) + 1)] if best else []
    return DATE, f"{_month_key(text)}-{'-'.join(days)}"


def _iso(match: re.Match[str]) -> tuple[str, str]:
    _, month, day = match.group().split("-")
    return DATE, f"{month}-{day.lstrip('0')}"


def _numeric(match: re.Match[str]) -> tuple[str, str]:
    day, month, *_ = _numbers(match.group())
    return DATE, f"{int(month):02d}-{day}"


def _nth(match: re.Match[str]) -> tuple[str, str]:
    return DATE, f"-{_numbers(match.group())[0]}"


def _weekdays(match: re.Match[str]) -> tuple[str, str]:
    text = match.group().lower()
    days = [_DAYS.index(day) for day in re.findall("|".join(_DAYS), text)]
    if re.search(r"\b(?:to|-|–)\s", text) or "-" in text:
        days = list(range(min(days), max(days) + 1))
    return WEEKDAYS, ",".join(_DAYS[day] for day in sorted(set(days)))


def _clock(text: str) -> str:
    hour, *rest = re.findall(r"\d+", text)
    number = int(hour) + (12 if re.search(r"p\.?m", text, re.IGNORECASE) and int(hour) < 12 else 0)
    return f"{number}:{rest[0] if rest else '00'}"


def _hours(match: re.Match[str]) -> tuple[str, str]:
    parts = re.split(r"\s?(?:to|-|–|till|until)\s?", match.group(), flags=re.IGNORECASE)
    return HOURS, "-".join(_clock(part) for part in parts)


def _quantity(match: re.Match[str]) -> tuple[str, str] | None:
    unit = match["unit"].lower()
    amount = _amount(match.group())
    if unit in STOP_WORDS or unit in _AFTER_NUMBERS or unit in _NUMBER_WORDS:
        return NUMBER, amount
    return f"{_UNITS.get(unit, stem(unit))}", amount


def _counted(match: re.Match[str]) -> tuple[str, str]:
    word, unit = match.group().lower().replace("-", " ").split(" ")
    number = str(_NUMBER_WORDS.index(word) + 2)
    return (MONEY if unit[:4] in {"euro", "poun", "doll"} else _UNITS.get(unit, stem(unit))), number


def _number(match: re.Match[str]) -> tuple[str, str]:
    text = match.group().lstrip("vV")
    return (YEAR if _YEAR.fullmatch(text) else NUMBER), re.sub(r",(?=\d{3}\b)", "", text).replace(",", ".")


_AFTER_NUMBERS = frozenset(
    """
    and or then instead because from please starting fixed x already now pls
    """.split()  # noqa: SIM905 - a word list reads as one
)
_READERS: Mapping[str, Callable[[re.Match[str]], tuple[str, str] | None]] = {
    "code": lambda match: (CODE, match.group().strip("`").lower()),
    "iso": _iso,
    "span": _dated,
    "days_month": _dated,
    "month_day": _dated,
    "day_month": _dated,
    "phone": lambda match: (PHONE, "".join(re.findall(r"\d+", match.group()))),
    "numeric": _numeric,
    "nth": _nth,
    "day_nth": _nth,
    "weekdays": _weekdays,
    "hours": _hours,
    "time": lambda match: (TIME, _clock(match.group())),
    "owner": lambda match: (OWNER, match.group()[:-2].lower()),
    "money": lambda match: (MONEY, _amount(match.group())),
    "rate": lambda match: (MONEY, _amount(match.group())),
    "share": lambda match: ("%", _amount(match.group())),
    "quantity": _quantity,
    "counted": _counted,
    "number": _number,
    "month": lambda match: (MONTH, _month_key(match.group())),
}
