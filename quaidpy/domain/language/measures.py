"""Which figures does a text state, whatever the unit they are written in?

`5 km` and `5000 metres` are one measure, `7 pm` and `19:00` one time, `three` and `3` one number.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quaidpy.regex import regex

_LENGTH, _MASS, _VOLUME, _DURATION = "m", "g", "l", "min"
_UNITS: dict[str, tuple[str, float]] = {}
_BYTE = "byte"


def _add(dimension: str, factor: float, names: str) -> None:
    _UNITS.update(dict.fromkeys(names.split(), (dimension, factor)))


_add(_LENGTH, 0.001, "mm millimetre millimetres millimeter millimeters")
_add(_LENGTH, 0.01, "cm centimetre centimetres centimeter centimeters")
_add(_LENGTH, 1, "m metre metres meter meters")
_add(_LENGTH, 1000, "km kms kilometre kilometres kilometer kilometers")
_add(_LENGTH, 1609.344, "mile miles mi")
_add(_LENGTH, 0.3048, "ft foot feet")
_add(_LENGTH, 0.0254, "inch inches")
_add(_LENGTH, 0.9144, "yard yards")
_add(_MASS, 0.001, "mg milligram milligrams")
_add(_MASS, 1, "g gram grams gramme grammes")
_add(_MASS, 1000, "kg kgs kilo kilos kilogram kilograms")
_add(_MASS, 1_000_000, "tonne tonnes")
_add(_MASS, 453.592, "lb lbs pound pounds")
_add(_MASS, 28.3495, "oz ounce ounces")
_add(_VOLUME, 0.001, "ml millilitre millilitres milliliter milliliters")
_add(_VOLUME, 0.01, "cl centilitre centilitres")
_add(_VOLUME, 1, "l litre litres liter liters")
_add(_VOLUME, 3.78541, "gallon gallons")
_add(_DURATION, 1 / 60_000, "ms millisecond milliseconds")
_add(_DURATION, 1 / 60, "s second seconds sec secs")
_add(_DURATION, 1, "minute minutes min mins")
_add(_DURATION, 60, "hour hours hr hrs h")
_add(_DURATION, 1440, "day days")
_add(_DURATION, 10_080, "week weeks")
_add(_DURATION, 20_160, "fortnight fortnights")
_add("month", 1, "month months")
_add("month", 12, "year years")
_add("EUR", 1, "€ euro euros eur")
_add("USD", 1, "$ dollar dollars usd bucks")
_add("GBP", 1, "£ gbp quid")
_add("percent", 1, "% percent")
_add(_BYTE, 0.001, "kb kilobyte kilobytes")
_add(_BYTE, 1, "mb megabyte megabytes")
_add(_BYTE, 1000, "gb gigabyte gigabytes")
_add(_BYTE, 1_000_000, "tb terabyte terabytes")

_ONES = "zero one two three four five six seven eight nine ten eleven twelve"
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_MULTIPLES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}
SPELLED = {
    **{name: value for value, name in enumerate(f"{_ONES} {_TEENS}".split())},
    **{name: 10 * value for value, name in enumerate(_TENS.split(), start=2)},
    **_MULTIPLES,
    "couple": 2,
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "both": 2,
}
_COUNTING = "|".join(name for name in SPELLED if name not in {"once", "twice", "thrice", "both", "couple"})
_NTH = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS = {name: value for value, name in enumerate(_NTH.split(), start=1)}
_NUMBER = r"\d{1,3}(?:,\d{3}){1,12}+(?:\.\d{1,18})?|\d{1,18}(?:\.\d{1,18})?"
_UNIT = "|".join(sorted((re.escape(name) for name in _UNITS), key=lambda name: -len(name)))
_FACTORS = {"k": 1000.0, "thousand": 1000.0, "million": 1e6, "m": 1e6}

_CLOCK = regex(
    r"\b(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)|\b(\d{1,2}):(\d{2})\b|\b(noon|midnight)\b"
    r"|\b(half|quarter) (past|to) (\d{1,2})\b"
)
_OCLOCK = regex(r"\b(\d{1,2}) ?o['’]clock\b")
_DATE = regex(
    r"\b(\d{4})-(\d{2})-(\d{2})\b"
    r"|\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(MONTH)\b(?:,?\s+(\d{4}))?"
    r"|\b(MONTH)\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)(?:,?\s+(\d{4})\b)?"
    r"|\b(MONTH)\s+(\d{4})\b"
    r"|\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b".replace(
        "MONTH", "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
        "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    )
)  # fmt: skip
_MONTHS = {
    name: n
    for n, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], start=1
    )
}
_MONEY = regex(
    rf"([€$£])\s{{0,3}}({_NUMBER})\s{{0,3}}(k|thousand|million)?\b|(?<![\d.,])({_NUMBER})\s{{0,3}}([€$£])"
)
_HALF = regex(rf"\bhalf an? ({_UNIT})\b|\b(an?) ({_UNIT}) and a half\b")
_FIGURE = regex(rf"(?<![\w.])({_NUMBER})(?:\s{{0,3}}-?\s{{0,3}}({_UNIT})(?![\w]))?(?!\w)")
_WORDED = regex(rf"\b(?:{_COUNTING})(?:[\s-]+(?:and\s+)?(?:{_COUNTING}))*\b")
_LARGE = regex(rf"\b({_NUMBER})\s{{0,3}}(k|thousand|million)\b")
_SHARES = {"half": 50.0, "a third": 100 / 3, "two thirds": 200 / 3, "a quarter": 25.0, "three quarters": 75.0}
_SHARE = regex(rf"\b({'|'.join(_SHARES)}) of\b")
_ORDINAL = regex(rf"\b({'|'.join(_ORDINALS)})\b(?!-)|\b(\d+)(?:st|nd|rd|th)\b")
_SAME_WITHIN = 0.004  # of the larger, between unlike units: 5 km are 3.1 miles, to the digit a person writes
_CONVERTED = frozenset({_LENGTH, _MASS, _VOLUME})


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure in its dimension's base unit ("" for a bare number), and the factor of the unit it was written in."""

    dimension: str
    value: float
    factor: float = 1.0

    def is_same(self, other: "Measure") -> bool:
        if self.dimension != other.dimension:
            return False
        if self.dimension == _BYTE and self.factor != other.factor:
            larger, smaller = sorted((self, other), key=lambda measure: -measure.factor)
            steps = math.log(larger.factor / smaller.factor, 1000)
            return any(
                math.isclose(larger.value * more, smaller.value, rel_tol=1e-9)
                for more in (1.0, 1.024 ** round(steps))
            )
        is_rounded = self.dimension in _CONVERTED and self.factor != other.factor
        return math.isclose(self.value, other.value, rel_tol=_SAME_WITHIN if is_rounded else 1e-9)


def take_measures(text: str) -> tuple[tuple[Measure, ...], str]:
    """The figures of a lower-case text, sorted, and the text without them."""
    found: list[Measure] = []

    def keep(measure: Measure) -> str:
        found.append(measure)
        return " "

    text = _SHARE.sub(lambda m: keep(Measure("percent", _SHARES[m[1]])) + "of", text)
    text = _WORDED.sub(lambda m: " ".join(_counted(re.split(r"[\s-]+", m[0]))), text)
    text = _DATE.sub(lambda m: keep(date) if (date := _date(m)) else m[0], text)
    text = _CLOCK.sub(lambda m: keep(_clock(m)), text)
    text = _OCLOCK.sub(r"\1", text)
    text = _HALF.sub(lambda m: f"0.5 {m[1]}" if m[1] else f"1.5 {m[3]}", text)
    text = _MONEY.sub(lambda m: keep(_money(m)), text)
    text = _LARGE.sub(lambda m: f"{float(m[1].replace(',', '')) * _FACTORS[m[2]]:.15g}", text)
    text = _FIGURE.sub(lambda m: keep(_figure(m)), text)
    text = _ORDINAL.sub(lambda m: keep(Measure("ordinal", float(_ORDINALS.get(m[1]) or m[2]))), text)
    return tuple(sorted(found, key=lambda measure: (measure.dimension, measure.value))), text


def are_same(one: tuple[Measure, ...], other: tuple[Measure, ...]) -> bool:
    """Whether two sorted lists of measures state the same figures."""
    return len(one) == len(other) and all(a.is_same(b) for a, b in zip(one, other, strict=True))


def unit_named(word: str) -> str:
    """One name for all names of a unit: km for kilometres; any other word as it is."""
    known = _UNITS.get(word)
    return next(name for name, unit in _UNITS.items() if unit == known) if known else word


def _counted(names: Sequence[str]) -> Iterator[str]:
    """The numbers that a run of number words spells: a hundred and twenty is one, nineteen ninety are two."""
    whole, part = 0, 0
    is_open = False
    for name in names:
        value = SPELLED.get(name)
        if value is None:  # "and"
            continue
        if value >= 1000:
            whole, part = whole + max(1, part) * value, 0
        elif name in _MULTIPLES:
            part = max(1, part) * value
        elif is_open and value and (part % 100 == 0 or (part % 100 >= 20 and part % 10 == 0 and value < 10)):
            part += value
        elif is_open:
            yield str(whole + part)
            whole, part = 0, value
        else:
            part = value
        is_open = True
    yield str(whole + part)


def _date(match: re.Match[str]) -> Measure | None:
    """A day, or a month of a year; None for 3/4/2025, which two people read as two days."""
    iso_year, iso_month, iso_day, day, month, year, month2, day2, year2, month3, year3, one, two, year4 = (
        match.groups()
    )
    if iso_year:
        parts = int(iso_year), int(iso_month), int(iso_day)
    elif day:
        parts = int(year or 0), _MONTHS[month[:3]], int(day)
    elif day2:
        parts = int(year2 or 0), _MONTHS[month2[:3]], int(day2)
    elif month3:
        parts = int(year3), _MONTHS[month3[:3]], 0
    elif (int(one) > 12) != (int(two) > 12):
        first, second = int(one), int(two)
        parts = int(year4), min(first, second), max(first, second)
    else:
        return None
    return Measure("date", float(parts[0] * 10_000 + parts[1] * 100 + parts[2]))


def _clock(match: re.Match[str]) -> Measure:
    hour, minute, half, hour2, minute2, named, part, side, hour3 = match.groups()
    if named:
        return Measure("clock", 720.0 if named == "noon" else 1440.0)
    if part:
        minutes = 30 if part == "half" else 15
        return Measure("clock", float(int(hour3) * 60 + (minutes if side == "past" else -minutes)))
    minutes = int(minute or minute2 or 0)
    hours = int(hour or hour2)
    if half:
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    return Measure("clock", float(hours * 60 + minutes))


def _money(match: re.Match[str]) -> Measure:
    sign, number, factor, number2, sign2 = match.groups()
    value = float((number or number2).replace(",", "")) * _FACTORS.get(factor or "", 1.0)
    return Measure(_UNITS[sign or sign2][0], value)


def _figure(match: re.Match[str]) -> Measure:
    number, unit = match.groups()
    value = float(number.replace(",", ""))
    if unit is None:
        return Measure("", value)
    dimension, factor = _UNITS[unit]
    return Measure(dimension, value * factor, factor)
