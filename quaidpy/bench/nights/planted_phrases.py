"""In which ways do people say one and the same thing? Facts of a life, each in several wordings, with places to fill.

Written before the rules that merge existed, and not changed since: a fact whose wordings the rules cannot bring
together stays here, and counts against them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """One fact in several wordings; `{p}` is its person. `relation`: exclusive, so that two fillings contradict."""

    name: str
    wordings: tuple[str, ...]
    relation: str | None = None


def _family(name: str, *wordings: str, relation: str | None = None) -> Family:
    return Family(name, wordings, relation)


FAMILIES: tuple[Family, ...] = (
    _family(
        "home",
        "{p} lives in {city}.",
        "{p} resides in {city}.",
        "{p}'s home is in {city}.",
        "{city} is where {p} lives.",
        relation="lives_in",
    ),
    _family(
        "work",
        "{p} works at {company}.",
        "{p} is employed by {company}.",
        "{p} has a job at {company}.",
        "{p} is on the staff of {company}.",
        relation="works_at",
    ),
    _family(
        "birth",
        "{p} was born in {city}.",
        "{city} is {p}'s birthplace.",
        "{p} came into the world in {city}.",
        relation="born_in",
    ),
    _family(
        "allergy",
        "{p} is allergic to {food}.",
        "{p} has an allergy to {food}.",
        "{p} has a {food} allergy.",
        "{p} suffers from an allergy to {food}.",
    ),
    _family(
        "favourite food",
        "{p}'s favourite food is {food}.",
        "{p} likes {food} more than any other food.",
        "The food {p} likes best is {food}.",
        "{food} is {p}'s favorite food.",
    ),
    _family(
        "purchase",
        "{p} bought a {thing} in {month}.",
        "{p} purchased a {thing} in {month}.",
        "In {month} {p} bought a {thing}.",
        "{p} got a new {thing} in {month}.",
    ),
    _family(
        "start",
        "{p} started learning {skill} last winter.",
        "{p} began to learn {skill} last winter.",
        "Last winter {p} took up {skill}.",
    ),
    _family(
        "children",
        "{p} has {n} children.",
        "{p} is the parent of {n} children.",
        "{p} has {n} kids.",
        "There are {n} children in {p}'s family.",
    ),
    _family(
        "pet",
        "{p} has a {animal} named {pet}.",
        "{p} owns a {animal} called {pet}.",
        "{p}'s {animal} is called {pet}.",
        "{pet} is the name of {p}'s {animal}.",
    ),
    _family(
        "fear",
        "{p} is afraid of {fear}.",
        "{p} fears {fear}.",
        "{p} is scared of {fear}.",
        "{fear} frighten {p}.",
    ),
    _family(
        "doctor",
        "{p} has an appointment with the {doctor} on {date}.",
        "{p} is seeing the {doctor} on {date}.",
        "On {date} {p} has an appointment with the {doctor}.",
        "{p} has a {doctor} appointment on {date}.",
    ),
    _family(
        "teacher",
        "{q} taught {p} {skill}.",
        "{p} learned {skill} from {q}.",
        "{p} was taught {skill} by {q}.",
    ),
    _family(
        "gift",
        "{q} gave {p} a {thing}.",
        "{p} received a {thing} from {q}.",
        "{p} got a {thing} from {q}.",
        "{p} was given a {thing} by {q}.",
    ),
    _family(
        "married",
        "{p} is married to {q}.",
        "{p} and {q} are married.",
        "{q} is {p}'s spouse.",
        relation="spouse_of",
    ),
    _family(
        "diet",
        "{p} does not eat {food}.",
        "{p} doesn't eat {food}.",
        "{p} never eats {food}.",
        "{p} avoids {food}.",
    ),
    _family(
        "dislike",
        "{p} hates {food}.",
        "{p} can't stand {food}.",
        "{p} detests {food}.",
        "{p} really dislikes {food}.",
    ),
    _family(
        "like",
        "{p} loves {hobby}.",
        "{p} adores {hobby}.",
        "{p} is very fond of {hobby}.",
        "{p} enjoys {hobby} a lot.",
    ),
    _family(
        "want",
        "{p} wants to visit {city}.",
        "{p} would like to visit {city}.",
        "{p} wishes to see {city}.",
        "{p} hopes to visit {city} one day.",
    ),
    _family(
        "move",
        "{p} moved to {city} in {month}.",
        "{p} relocated to {city} in {month}.",
        "In {month} {p} moved to {city}.",
    ),
    _family(
        "injury",
        "{p} broke the {side} {limb} while {hobby}.",
        "{p} fractured the {side} {limb} while {hobby}.",
        "While {hobby}, {p} broke the {side} {limb}.",
    ),
    _family(
        "meeting",
        "{p} meets {q} every {day}.",
        "Every {day} {p} meets {q}.",
        "{p} and {q} meet every {day}.",
        "{p} sees {q} each {day}.",
    ),
    _family(
        "car",
        "{p} drives a {colour} {car}.",
        "{p}'s car is a {colour} {car}.",
        "The car {p} drives is a {colour} {car}.",
    ),
    _family(
        "school",
        "{p} studied {subject} at the university of {city}.",
        "{p} read {subject} at the university of {city}.",
        "At the university of {city} {p} studied {subject}.",
    ),
    _family(
        "degree",
        "{p} has a degree in {subject}.",
        "{p} holds a degree in {subject}.",
        "{p} graduated in {subject}.",
    ),
    _family(
        "quit",
        "{p} quit smoking in {month}.",
        "{p} stopped smoking in {month}.",
        "{p} gave up smoking in {month}.",
    ),
    _family(
        "language",
        "{p} speaks {language} fluently.",
        "{p} is fluent in {language}.",
        "{p} speaks fluent {language}.",
    ),
    _family(
        "sibling",
        "{p} has {n} brothers.",
        "{p} is the sibling of {n} brothers.",
        "There are {n} brothers in {p}'s family.",
    ),
    _family(
        "phone",
        "{p} prefers to be called in the {daytime}.",
        "{p} would rather be called in the {daytime}.",
        "In the {daytime} is when {p} prefers to be called.",
    ),
    _family(
        "project",
        "{p} is working on the {project} project.",
        "{p} works on the {project} project.",
        "{p} is busy with the {project} project.",
    ),
    _family(
        "deadline",
        "The {project} report is due on {date}.",
        "The deadline of the {project} report is {date}.",
        "The {project} report must be finished by {date}.",
    ),
    _family(
        "decision",
        "{p} decided to sell the {thing}.",
        "{p} has made up {p}'s mind to sell the {thing}.",
        "{p} chose to sell the {thing}.",
    ),
    _family(
        "lost",
        "{p} lost a {thing} in {city}.",
        "{p} mislaid a {thing} in {city}.",
        "In {city} {p} lost a {thing}.",
    ),
    _family(
        "repair",
        "{p} repaired the {thing} of {q}.",
        "{p} fixed {q}'s {thing}.",
        "{p} mended the {thing} of {q}.",
    ),
    _family("illness", "{p} was ill in {month}.", "{p} was sick in {month}.", "In {month} {p} was ill."),
    _family(
        "vegetarian",
        "{p} became a vegetarian in {month}.",
        "{p} turned vegetarian in {month}.",
        "Since {month} {p} has been a vegetarian.",
    ),
    _family(
        "rent",
        "{p} rents a flat near the {place}.",
        "{p} rents an apartment near the {place}.",
        "{p} is renting a flat close to the {place}.",
    ),
    _family(
        "instrument",
        "{p} plays the {instrument}.",
        "{p} is a {instrument} player.",
        "{p} can play the {instrument}.",
    ),
    _family("team", "{p} supports {team}.", "{p} is a fan of {team}.", "{p} is a supporter of {team}."),
    _family(
        "volunteer",
        "{p} volunteers at the {place} on {day}s.",
        "On {day}s {p} volunteers at the {place}.",
        "{p} does volunteer work at the {place} on {day}s.",
    ),
    _family("friend", "{p} and {q} are friends.", "{q} is a friend of {p}.", "{p} is friends with {q}."),
    _family(
        "loan", "{p} lent {q} a {thing}.", "{q} borrowed a {thing} from {p}.", "{p} loaned {q} a {thing}."
    ),
    _family("wake", "{p} gets up before sunrise.", "{p} rises before sunrise.", "{p} is up before sunrise."),
    _family(
        "exam",
        "{p} passed the {subject} exam in {month}.",
        "In {month} {p} passed the {subject} exam.",
        "{p} passed the exam in {subject} in {month}.",
    ),
    _family(
        "holiday",
        "{p} spent the summer in {city}.",
        "{p} was in {city} for the summer.",
        "The summer {p} spent in {city}.",
    ),
    _family(
        "wedding",
        "{p} invited {q} to the wedding.",
        "{q} was invited to the wedding by {p}.",
        "{p} asked {q} to come to the wedding.",
    ),
    _family(
        "glasses",
        "{p} needs glasses for reading.",
        "{p} cannot read without glasses.",
        "For reading {p} needs glasses.",
    ),
    _family(
        "garden",
        "{p} grows {plant} in the garden.",
        "In the garden {p} grows {plant}.",
        "{p} raises {plant} in the garden.",
    ),
    _family(
        "editor", "{p} writes code in {tool}.", "{p} uses {tool} to write code.", "{p} programs in {tool}."
    ),
    _family(
        "cook", "{p} cooks {food} on {day}s.", "On {day}s {p} cooks {food}.", "{p} makes {food} on {day}s."
    ),
    _family(
        "insurance",
        "{p}'s insurance expires in {month}.",
        "The insurance of {p} runs out in {month}.",
        "{p}'s insurance ends in {month}.",
    ),
)

MEASURED: tuple[tuple[str, str, str], ...] = (
    ("{p} runs {one} every morning.", "{a} km", "{a000} metres"),
    ("{p}'s commute takes {one}.", "{h} hours", "{hm} minutes"),
    ("{p} bought {one} of coffee beans.", "{a} kg", "{a000} grams"),
    ("{p} owes the landlord {one}.", "€{m},{c}00", "{m}{c}00 euros"),
    ("{p} practises the piano for {one} a day.", "{hm} minutes", "{h} hours"),
    ("{p} was on leave for {one}.", "{w} weeks", "{wd} days"),
    ("{p}'s shift begins at {one}.", "{t} pm", "{t12}:00"),
    ("{p} walked {one} on 12 October 2025.", "{a} kilometers", "{a} km"),
    ("{p} drinks {one} of water a day.", "{a} litres", "{a000} ml"),
    ("{p} earns {one} a month.", "${m},{c}00", "{m}{c}00 dollars"),
    ("{p}'s table is {one} long.", "{a} m", "{a}00 cm"),
    ("{p} paid {one} for the ticket.", "{n2} dollars", "${n2}"),
)
"""A sentence with a place for one measure, and that said in two ways. Near misses change its number or its unit."""

APART: tuple[tuple[str, str], ...] = (
    ("{p} loves {hobby}.", "{p} hates {hobby}."),
    ("{p} is allergic to {food}.", "{p} is not allergic to {food}."),
    ("{p} used to work at {company}.", "{p} works at {company}."),
    ("{p} lent {q} a {thing}.", "{q} lent {p} a {thing}."),
    ("{q} taught {p} {skill}.", "{p} taught {q} {skill}."),
    ("{p} broke the left {limb}.", "{p} broke the right {limb}."),
    ("{p}'s shift begins at 7 am.", "{p}'s shift begins at 7 pm."),
    ("{p} plans to move to {city}.", "{p} moved to {city}."),
    ("{p} runs 5 km every morning.", "{p} runs 5 miles every morning."),
    ("{p}'s mother lives in {city}.", "{p}'s father lives in {city}."),
    ("{p} has an older brother.", "{p} has a younger brother."),
    ("{p} passed the {subject} exam.", "{p} failed the {subject} exam."),
    ("{p} arrived on Monday.", "{p} left on Monday."),
    ("{p} sold the {thing}.", "{p} bought the {thing}."),
    ("{p} likes {food}.", "{p} likes {food} without salt."),
    ("{p} wants to learn {skill}.", "{p} wants to teach {skill}."),
    ("{p} has {n} children.", "{p} has {n} grandchildren."),
    ("{p} is married.", "{p} is not married."),
    ("{p}'s sister is called {q}.", "{p}'s daughter is called {q}."),
    ("{p} drinks coffee before breakfast.", "{p} drinks coffee after breakfast."),
    ("{p} rarely eats {food}.", "{p} often eats {food}."),
    ("{p} turned the heating on.", "{p} turned the heating off."),
    ("The meeting of {p} and {q} is at noon.", "The meeting of {p} and {q} is at midnight."),
    ("{p} may accept the offer of {company}.", "{p} accepted the offer of {company}."),
    ("{p} borrowed 20 euros from {q}.", "{p} borrowed 20 dollars from {q}."),
)
"""Sentences that look alike and say something else."""
