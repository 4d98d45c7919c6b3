"""Of which words is a synthetic memory made? A few real ones for its head; its long tail is invented."""


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_NAMES = _listed("""
Ana Ben Clara David Elena Felix Grace Hugo Irene Jonas Karin Liam Maya Noah Olga Paul Quinn Rosa Simon Tara Ulrich
Vera Walter Xenia Yusuf Zoe Aaron Bianca Caleb Diana Emil Fiona Gustav Hannah Ivan Julia Kofi Laura Marcus Nadia Oscar
Petra Rafael Sofia Tomas Ursula Victor Wanda Yara Zachary
""")

NOUNS = _listed("""
garden kitchen bicycle guitar library harbour mountain river bakery museum airport station hospital school concert
painting novel poem recipe soup bread coffee tea cheese apple orange lemon honey dinner breakfast picnic birthday
wedding
holiday journey suitcase passport ticket train ferry hotel cabin beach island forest meadow lake bridge tower castle
market shop office meeting contract budget invoice project deadline report email phone laptop camera printer keyboard
server database backup network password website newsletter interview salary promotion colleague manager client lawyer
doctor dentist nurse pharmacy allergy headache insurance diet marathon yoga gym football tennis chess piano violin drum
orchestra choir theatre cinema film actor poster ladder hammer paint carpet curtain sofa mirror lamp roof window door
stairs cellar attic balcony neighbour landlord rent mortgage bank loan savings tax pension charity volunteer election
newspaper podcast radio lecture exam thesis laboratory microscope telescope planet comet rocket satellite weather storm
snow glacier desert canyon volcano earthquake flood harvest farm tractor horse dog cat rabbit parrot turtle whale
dolphin salmon eagle owl butterfly bee oak pine rose tulip cactus mushroom scarf jacket boots hat umbrella backpack
necklace ring watch pottery knitting sewing origami puzzle lottery carnival parade festival fireworks lantern candle
fireplace blanket pillow mattress bathtub towel shampoo perfume razor engine battery charger helmet tyre garage
motorway tunnel crossing tram subway taxi scooter kayak sailboat anchor compass tent campfire trail summit waterfall
""")

VERBS = _listed("""
likes found moved lost bought sold repaired painted borrowed planned cancelled visited forgot promised finished started
recommended avoided cleaned measured photographed described compared missed won ordered returned designed tested shared
""")

QUESTIONS = (
    "What did {name} say about the {one} and the {other}?",
    "When did {name} talk about the {one}?",
    "Where did {name} find the {one} for the {other}?",
    "Who told {name} about the {one}?",
    "Why does {name} like the {one} more than the {other}?",
    "Which {one} did {name} and {friend} choose?",
    "Does {name} still have the {one}?",
    "How did the {one} of {name} and the {other} of {friend} end?",
)

_ONSETS = _listed("b br c cl d dr f fl g gr h j k l m n p pr qu r s sl st t tr v w z")
_VOWELS = _listed("a e i o u ai ea ou")


def invented(number: int) -> str:
    """A word that no dictionary has; another one for each number, short ones first."""
    syllables = []
    number += len(_ONSETS) * len(_VOWELS)
    while number:
        number, onset = divmod(number, len(_ONSETS))
        number, vowel = divmod(number, len(_VOWELS))
        syllables.append(_ONSETS[onset] + _VOWELS[vowel])
    return "".join(syllables)
