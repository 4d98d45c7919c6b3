"""Who and what do the sentences of a planted life speak of?"""


def _listed(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(","))


FILLERS: dict[str, tuple[str, ...]] = {
    "city": _listed("""
        Lisbon, Porto, Hamburg, Oslo, Kraków, Lyon, Turin, Galway, Utrecht, Graz, Leeds, Seville,
        Tartu, Malmö, Ghent, Boston, Denver, Toronto
    """),
    "company": _listed("Siemens, Acme, Globex, Initech, Contoso, Umbrella, Northwind, Hooli, Lufthansa"),
    "food": _listed("""
        peanuts, sushi, mushrooms, lentil soup, goat cheese, shrimp, tofu, lasagne, walnuts,
        beetroot, pancakes, tomatoes
    """),
    "thing": _listed("""
        bicycle, laptop, camera, tent, suitcase, sewing machine, drill, violin, kayak, telescope,
        raincoat, bookshelf
    """),
    "skill": _listed("Spanish, pottery, chess, woodworking, sailing, calligraphy, juggling, typing"),
    "month": _listed("January, March, April, June, August, October, November"),
    "animal": _listed("dog, cat, rabbit, parrot, tortoise"),
    "pet": _listed("Rex, Luna, Momo, Biscuit, Pablo, Nala, Ziggy"),
    "fear": _listed("heights, spiders, thunderstorms, snakes, needles"),
    "doctor": _listed("dentist, cardiologist, optician, dermatologist"),
    "day": _listed("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday"),
    "hobby": _listed("skiing, climbing, gardening, baking, skating, hiking, swimming"),
    "side": _listed("left, right"),
    "limb": _listed("arm, wrist, leg, ankle"),
    "colour": _listed("red, blue, green, silver, black"),
    "car": _listed("Volvo, Fiat, Toyota, Skoda, Renault"),
    "subject": _listed("chemistry, law, history, physics, economics"),
    "language": _listed("Portuguese, German, Polish, Japanese, Swahili"),
    "date": _listed("3 March 2031, 14 April 2031, 9 May 2031, 21 June 2031, 2 July 2031, 30 August 2031"),
    "daytime": _listed("morning, afternoon, evening"),
    "project": _listed("Apollo, Falcon, Mercury, Orion, Kestrel, Harbour"),
    "place": _listed("library, station, harbour, hospital, museum, animal shelter"),
    "instrument": _listed("cello, trumpet, guitar, accordion, flute"),
    "team": _listed("Ajax, Benfica, Celtic, Lazio"),
    "plant": _listed("roses, beans, pumpkins, lavender, garlic"),
    "tool": _listed("Emacs, Vim, PyCharm, Sublime"),
    "n": _listed("two, three, four, five"),
}

PEOPLE: tuple[str, ...] = _listed("""
Ana, Anna, Bob, Bo, Carla, Karla, David, Davina, Erik, Erika, Farid, Greta, Hanna, Hannah, Ines,
Jon, John, Kim, Lena, Lina, Marc, Marco, Nora, Otto, Paula, Paul, Rita, Sara, Sarah, Tim, Tom, Uma,
Vera, Wim, Yara, Zoe, Abel, Bruno, Chloe, Dario, Elif, Finn, Gil, Hugo, Iris, Jana, Kofi, Luis,
Mina, Nils
""")
