"""How far is raw evidence to be trusted? One set of coefficients an embedder, fitted, published, never borrowed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter, mul
from typing import Any

from quaidpy.errors import SettingsError

WORDS_ONLY = "words only"
"""The calibration for recalls without vectors, or with those of an embedder that nobody has calibrated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for an answer being here: raw, before any ranking, comparable between recalls of one embedder.

    `cosine` of the nearest text. `covered` 0-1: share of the question's words that one text has; `weighed` the same
    with each word counted by its rarity; `told`: the sum of those rarities. `knows_somebody`: the question names an
    entity that is known; `is_name`: it is nothing but such names. `others_lead` -1 to 1: how much more of what is asked
    `leader` says of themselves than anybody says of whom the question names; 0 when it names no speaker.
    `others_behind` -1 to 1: by how much less relevant the best is that others say of themselves.
    `missing`: its words that none of the best texts has. `unheard_of`: whom it asks about though no text has the name.
    `told_of_named` 0-1: how much of what it asks stands in one text that involves the person whom it names, and
    `told_of_any` in any; 1 when it names nobody. `has_code`: a word of it that is a name in a program, a setting or a
    file stands in one of the best texts. `lacks_answer`: nothing has the form that any answer to it has.
    """

    cosine: float = 0.0
    covered: float = 0.0
    weighed: float = 0.0
    told: float = 0.0
    knows_somebody: bool = False
    is_name: bool = False
    others_lead: float = 0.0
    others_behind: float = 0.0
    leader: str = ""
    missing: tuple[str, ...] = ()
    unheard_of: tuple[str, ...] = ()
    told_of_named: float = 1.0
    told_of_any: float = 1.0
    has_code: bool = False
    lacks_answer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSigns:
    """What speaks for a candidate being the answer, among others of one recall.

    `cosine` to the question. `newness` 0-1: its place in time among the best; 0 for all when it is asked of a time
    before. `adds`: ln(1 + its words that the question does not have). `words_around`, `meaning_around` 0-1: how well it
    fits together with what was said around it, as a share of what fits best. `form` 0 or 1: it has a value of the form
    that is asked for; `kept_to` 0 or 1: the work that is asked for has to keep to it. `of_assistant` 0 or 1: it is an
    assistant's, whose words are not asked for. `learned`, in log-odds: how much it looks like an answer, by what was
    learned of questions and answers.
    """

    cosine: float = 0.0
    newness: float = 0.0
    adds: float = 0.0
    words_around: float = 0.0
    meaning_around: float = 0.0
    form: float = 0.0
    kept_to: float = 0.0
    of_assistant: float = 0.0
    learned: float = 0.0


_values = attrgetter(*(field.name for field in fields(AnswerSigns)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWeights:
    """What each sign of an answer adds to the logarithm of its odds.

    `score`: how much of the logarithm of the ranking's own score counts.
    """

    score: float
    cosine: float
    newness: float
    adds: float
    words_around: float
    meaning_around: float
    form: float
    kept_to: float
    of_assistant: float
    learned: float

    def of(self, signs: AnswerSigns, ln_share: float) -> float:
        """`ln_share`: the logarithm of the score as a share of the best.

        The exponential of what comes out is in proportion to the chance that it answers.
        """
        return self.score * ln_share + math.fsum(map(mul, _values(self), _values(signs)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCalibration:
    """Weights of small memories and of large ones: of few texts the ranking's own score tells little."""

    small: AnswerWeights
    large: AnswerWeights

    def of(self, signs: AnswerSigns, ln_share: float, smallness: float) -> float:
        """Log-odds, see AnswerWeights; `smallness` 0-1, of the memory."""
        of_both = ((self.small, smallness), (self.large, 1 - smallness))
        return math.fsum(share * weights.of(signs, ln_share) for weights, share in of_both if share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Coefficients of a logistic rule over Evidence, shifted so that .5 is the threshold; see config/calibration.toml.

    `languages`: ISO 639-1 codes of those the embedder knows; none when that is not known. `cosine_floor`,
    `cosine_ceiling`: cosines that mean nothing in common, and a plain answer. `strong_from`: the cosine
    from which `strong_cosine` counts on top of `cosine`. `answer`: which of what was found comes first.
    """

    languages: tuple[str, ...]
    cosine_floor: float
    cosine_ceiling: float
    bias: float
    cosine: float
    strong_from: float
    strong_cosine: float
    weighed: float
    told: float
    knows_somebody: float
    answer: AnswerCalibration

    def knows(self, language: str | None) -> bool:
        """Whether its vectors mean something in that language (ISO 639-1); so it is where one of the two is unknown."""
        return language is None or not self.languages or language in self.languages

    def closeness(self, cosine: float) -> float:
        """How far a cosine goes from nothing in common (0) to a plain answer (1); past both ends as well."""
        return (cosine - self.cosine_floor) / (self.cosine_ceiling - self.cosine_floor)

    def certainty(self, evidence: Evidence) -> float:
        """0 to 1, of there being something relevant; .5 where answerable questions begin to be lost."""
        sum_of_them = math.fsum(
            (
                self.bias,
                self.cosine * evidence.cosine,
                self.strong_cosine * max(0.0, evidence.cosine - self.strong_from),
                self.weighed * evidence.weighed,
                self.told * math.log1p(evidence.told),
                self.knows_somebody * evidence.knows_somebody,
            )
        )
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, sum_of_them))))


@dataclass(frozen=True, slots=True)
class Calibrations:
    """By name of the embedder; `WORDS_ONLY` is always among them."""

    by_embedder: Mapping[str, Calibration]

    def of(self, embedder: str | None) -> Calibration | None:
        """None when nobody has calibrated that embedder; without one, the calibration of words alone."""
        return self.by_embedder.get(WORDS_ONLY if embedder is None else embedder)

    @property
    def of_words(self) -> Calibration:
        return self.by_embedder[WORDS_ONLY]

    @classmethod
    def from_table(cls, table: Mapping[str, Mapping[str, Any]]) -> "Calibrations":
        """Raises SettingsError when a coefficient is missing or unknown."""
        for embedder, row in {WORDS_ONLY: {}, **table}.items():
            _check(row, Calibration, f"[{embedder!r}]")
            _check(row["answer"], AnswerCalibration, f"[{embedder!r}.answer]")
            for size, weights in row["answer"].items():
                _check(weights, AnswerWeights, f"[{embedder!r}.answer.{size}]")
        return cls(
            {
                embedder: Calibration(
                    **{
                        **row,
                        "languages": tuple(row["languages"]),
                        "answer": AnswerCalibration(
                            **{size: AnswerWeights(**weights) for size, weights in row["answer"].items()}
                        ),
                    }
                )
                for embedder, row in table.items()
            }
        )


def _check(
    row: Mapping[str, Any], kind: type[Calibration | AnswerCalibration | AnswerWeights], where: str
) -> None:
    wanted = {field.name for field in fields(kind)}
    if set(row) != wanted:
        odd = ", ".join(sorted(wanted ^ set(row)))
        raise SettingsError(f"config/calibration.toml: {where} lacks or does not know {odd}")
