"""Which well-known names and nouns tell what an entity is? Small and general on purpose."""

from quaidpy.domain.time.written_dates import MONTHS, SEASONS, WEEKDAYS


def _listed(text: str, separator: str | None = None) -> frozenset[str]:
    """The names of a list, in single spaces."""
    return frozenset(" ".join(name.split()) for name in text.split(separator))


COUNTRIES = _listed(
    """
afghanistan, africa, albania, algeria, america, angola, antarctica, argentina, armenia, asia, australia, austria,
azerbaijan, bangladesh, belarus, belgium, bolivia, bosnia, botswana, brazil, britain, bulgaria, cambodia, cameroon,
canada, caribbean, chile, china, colombia, costa rica, croatia, cuba, cyprus, czech republic, czechia,
denmark, dominican republic, ecuador, egypt, el salvador, england, estonia, ethiopia, europe, fiji, finland,
france, germany, ghana, great britain, greece, greenland, guatemala, haiti, honduras, hungary, iceland,
india, indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica, japan, jordan, kazakhstan,
kenya, kuwait, laos, latin america, latvia, lebanon, libya, lithuania, luxembourg, madagascar, malaysia,
maldives, mali, malta, mexico, middle east, moldova, mongolia, montenegro, morocco, mozambique, myanmar,
namibia, nepal, netherlands, new zealand, nicaragua, niger, nigeria, north america, north korea, northern
ireland, norway, oceania, oman, pakistan, palestine, panama, paraguay, peru, philippines, poland, portugal,
puerto rico, qatar, romania, russia, rwanda, saudi arabia, scandinavia, scotland, senegal, serbia,
singapore, slovakia, slovenia, somalia, south africa, south america, south korea, soviet union, spain, sri
lanka, sudan, sweden, switzerland, syria, taiwan, tanzania, thailand, the netherlands, tunisia, turkey,
u.k., u.s., u.s.a., uganda, uk, ukraine, united arab emirates, united kingdom, united states, uruguay, us,
usa, uzbekistan, venezuela, vietnam, wales, yemen, zambia, zimbabwe
    """,
    ",",
)
CITIES = _listed(
    """
amsterdam, athens, atlanta, auckland, austin, baltimore, bangkok, barcelona, beijing, belfast, belgrade,
berlin, bern, bilbao, birmingham, bologna, bordeaux, boston, boulder, bratislava, brighton, brisbane,
bristol, brooklyn, brussels, bucharest, budapest, buenos aires, cairo, calgary, cambridge, cape town,
cardiff, chennai, chicago, cincinnati, cleveland, cologne, copenhagen, cordoba, dallas, delhi, denver,
detroit, doha, dresden, dubai, dublin, edinburgh, florence, frankfurt, geneva, glasgow, gothenburg, granada,
hamburg, hanoi, havana, helsinki, hong kong, honolulu, houston, istanbul, jakarta, jerusalem, johannesburg,
karachi, kiev, kolkata, krakow, kuala lumpur, kyiv, kyoto, lagos, las vegas, leeds, leipzig, lima, lisbon,
liverpool, ljubljana, london, los angeles, luxembourg, lyon, madrid, malaga, manchester, manhattan, manila,
marrakech, marseille, melbourne, memphis, mexico city, miami, milan, minneapolis, montevideo, montreal,
moscow, mumbai, munich, nairobi, naples, nashville, new delhi, new orleans, new york, new york city, nyc,
oakland, osaka, oslo, ottawa, oxford, palermo, paris, philadelphia, phoenix, pittsburgh, portland, porto,
prague, quebec, reykjavik, riga, rio de janeiro, rome, rotterdam, sacramento, salt lake city, salzburg, san
antonio, san diego, san francisco, san jose, santiago, sao paulo, sarajevo, seattle, seoul, seville,
shanghai, sheffield, shenzhen, sofia, st. petersburg, stockholm, stuttgart, sydney, taipei, tallinn, tampa,
tbilisi, tehran, tel aviv, tokyo, toronto, toulouse, tucson, turin, valencia, vancouver, venice, verona,
vienna, vilnius, warsaw, washington, washington d.c., washington dc, wellington, yokohama, york, zagreb,
zurich
    """,
    ",",
)
REGIONS = _listed(
    """
alabama, alaska, alberta, alps, andalusia, andes, arizona, arkansas, bali, bavaria, bay area, british
columbia, brittany, california, catalonia, colorado, connecticut, cornwall, crimea, delaware, florida,
galicia, hawaii, himalayas, hokkaido, idaho, illinois, indiana, iowa, kansas, kentucky, kerala, lombardy,
louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska,
nevada, new hampshire, new jersey, new mexico, new south wales, normandy, north carolina, north dakota, nova
scotia, ohio, okinawa, oklahoma, ontario, oregon, patagonia, pennsylvania, provence, punjab, quebec,
queensland, rhode island, rockies, rocky mountains, saxony, siberia, sicily, silicon valley, south carolina,
south dakota, tasmania, tennessee, texas, tuscany, utah, vermont, west virginia, wisconsin, wyoming,
yorkshire
    """,
    ",",
)
PLACES = COUNTRIES | CITIES | REGIONS
LOWER_CASE_PLACES = PLACES - {
    "us",
    "turkey",
    "china",
    "jordan",
    "phoenix",
    "york",
    "sofia",
    "florence",
    "lima",
}
"""Known also when chat writes them small."""
ANIMALS = _listed(
    """
alsatian lurcher rottweiler schnauzer setter tabby whippet
beagle bird budgie bulldog bunny canary cat cats chicken collie corgi cow dachshund dog dogs donkey ferret
fish gecko goat goldfish greyhound guinea-pig hamster hen horse husky kitten kittens kitty labrador lizard
mouse parrot pet pets pig pony poodle pup puppies puppy rabbit rat retriever rottweiler sheep shepherd snake
spaniel terrier tortoise turtle
    """
)
OCCUPATIONS = _listed(
    """
accountant actor actress administrator advisor analyst animator architect artist assistant astronaut
astronomer athlete attorney author baker banker barber barista bartender biologist blogger bookkeeper
botanist builder butcher captain carpenter cashier cellist chef chemist choreographer cleaner clerk coach
comedian composer conductor consultant contractor cook counselor cricketer dancer dentist designer detective
developer dietitian director doctor driver drummer economist editor electrician engineer entrepreneur farmer
filmmaker firefighter fisherman florist footballer freelancer gardener geologist guide guitarist hairdresser
historian illustrator instructor inventor investor janitor jeweler journalist judge lawyer lecturer
librarian linguist manager marketer mathematician mechanic midwife miner model musician novelist nurse
nutritionist officer optician painter paramedic pastor pharmacist philosopher photographer physician
physicist physiotherapist pianist pilot playwright plumber poet policeman politician postman potter priest
principal producer professor programmer psychiatrist psychologist publisher realtor receptionist recruiter
reporter researcher sailor scientist screenwriter sculptor secretary singer soldier songwriter statistician
streamer student surgeon surveyor tailor teacher technician therapist trainer translator tutor vet
veterinarian violinist waiter waitress welder writer
    """
)
ORGANIZATION_WORDS = _listed(
    """
ab aps bhd bv kft nv oy oyj pte pty sarl srl
academy ag agency airlines airways analytics army association bakery band bank brewery cafe café charity
church clinic club co college committee company congress consulting corp corporation council court
builders department developments enterprises
entertainment fc federation films foundation gazette gmbh group gym holdings hospital inc
institute insurance insurers lab labs league library llc ltd media ministry motors museum navy network orchestra
orphanage choir singers players
parliament partners party pictures plc police press records restaurant school senate shelter society
software studio studios systems team technologies times union university
    """
)
PLACE_WORDS = _listed(
    """
abbey airport alps arena ave avenue st blvd basilica cottage crescent minster terrace
bay beach bridge canyon castle cathedral cliffs city coast county creek desert
district dolomites falls fells fjord glacier gulf heights highlands hills lakes marshes moors mountains
plateau range strait
farm forest garden gardens hall harbor harbour hill hostel hotel house inn island islands kingdom lake mount
mountain national ocean palace park peak peninsula plaza port province region republic river road sea
springs square stadium state station street temple theater theatre tower town trail valley village
    """
)
EVENT_WORDS = _listed(
    """
anniversary award awards battle birthday bootcamp camp carnival ceremony championship championships christmas
concert conference convention cup day easter election exhibition expo fair festival gala games hackathon
halloween marathon meetup olympics open parade party prix race retreat revolution summit thanksgiving
tournament war webinar wedding week workshop
diwali eid hanukkah nowruz passover pentecost purim ramadan
    """
)
LANGUAGES = _listed(
    """
afrikaans albanian amharic arabic armenian azerbaijani basque belarusian bengali bosnian breton bulgarian burmese
cantonese catalan chinese croatian czech danish dutch english esperanto estonian farsi finnish flemish french gaelic
galician georgian german greek gujarati hausa hebrew hindi hungarian icelandic igbo indonesian irish italian japanese
kazakh khmer korean kurdish kyrgyz latin latvian lithuanian macedonian malay maltese mandarin marathi mongolian nepali
norwegian pashto persian polish portuguese punjabi romanian russian serbian slovak slovenian somali spanish swahili
swedish tagalog tamil telugu thai tibetan turkish ukrainian urdu uzbek vietnamese welsh xhosa yiddish yoruba zulu
    """
)
CALENDAR_WORDS = _listed("fri mon sat sun thu thur thurs tue tues wed weds").union(
    MONTHS, WEEKDAYS, SEASONS, (f"{day}s" for day in WEEKDAYS)
)
FEASTS = frozenset(
    "christmas diwali easter eid halloween hanukkah nowruz passover pentecost purim ramadan thanksgiving xmas".split()  # noqa: SIM905 - a word list reads as one
)
NO_SURNAMES = (CALENDAR_WORDS - {*SEASONS, "april", "may", "june"}) | FEASTS
"""Days, months and feasts: what stands behind a given name and says only when. "Ruth May" is a name."""
_COMMON_WORDS = _listed(
    """
ha hah hes shes theres thats restart
anytime automatically bachelor bachelors fine whatever oof ouch phew todo ugh whoa yay yikes
a about above absolutely according actually after again agreed ah ai all already also although always am
amazing among an and another any anyone anything anyway api are as asap at aunt awesome aww be because been
before being below besides best between big born both brother btw but by bye can can't cd cheers congrats
congratulations cool could couldn't currently dad daughter definitely despite did didn't diy do does doesn't
don't down dr during dvd each early eight even ever every everybody everyone everything exactly faq father
few finally first five for four from fyi get glad go god going good good-bye got grandma grandpa great had
haha happy has have he he's hello her here hey hi his hmm honestly hope how however http https i i'd i'll
i'm i've id if image in instead into is isn't it it's its just known last late later less let let's lets
lgbtq lgbtq+ like little lol look lord love luckily madam many maybe meanwhile might miss mom more most
mother mr mrs ms much mum must my never new next nice nine no nobody nope not note nothing now of off oh ok
okay old omg on once one only onto or other our out over own pc perhaps photo picture please pm prof ps q re
really recently remember reminder right same see seen seven several shares she she's should shouldn't since
sir sister six so some someone something son soon sorry sounds still subject such sure take ten than thank
thanks that that's the their then there there's these they they're this those though three through to today
tomorrow tonight too totally true tv two uncle under unfortunately until up url very was wasn't we we're
welcome well were what what's when where which while who who's why will with without won't worst would
wouldn't wow www yeah yep yes yesterday yet you you're your
    """
)
NOT_NAMES = CALENDAR_WORDS | _COMMON_WORDS
"""Words that a capital letter does not make a name."""
UNITS = frozenset(
    """
    KB MB GB TB PB KiB MiB GiB TiB Kbit Mbit Gbit Mbps Gbps Hz kHz MHz GHz THz kW kWh MW MWh GW GWh Nm Pa hPa kPa MPa
    EUR USD GBP CHF NOK SEK DKK PLN CZK HUF CAD AUD NZD JPY CNY INR BRL ZAR AED ARS BGN CLP EGP GEL HKD IDR ILS ISK KES
    XS XL XXL KRW KZT MAD MXN MYR NAD NGN RM RON RSD RUB SAR SGD THB TND TWD UAH UZS VND
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What a figure is of, as written; none is a name."""
ADJECTIVES_OF_PLACE = _listed(
    """
african albanian algerian american angolan arab argentine armenian asian australian austrian bangladeshi basque bavarian
belgian bolivian bosnian brazilian british buddhist bulgarian cambodian cameroonian canadian caribbean catalan catholic
celtic chilean chinese christian colombian congolese croatian cuban cypriot czech danish dutch eastern ecuadorian
egyptian english estonian ethiopian european filipino finnish flemish french georgian german ghanaian greek hindu
hispanic hungarian icelandic indian indonesian iranian iraqi irish israeli italian jamaican japanese jewish jordanian
kazakh kenyan korean kurdish latin latvian lebanese libyan lithuanian malaysian maltese mediterranean mexican mongolian
moroccan muslim namibian nepalese nigerian nordic northern norwegian orthodox pakistani palestinian persian peruvian
polish portuguese protestant roman romanian russian saudi scandinavian scottish senegalese serbian sicilian singaporean
slovak slovenian somali southern spanish sudanese swedish swiss syrian taiwanese tanzanian thai tibetan tunisian turkish
tuscan ugandan ukrainian uruguayan venezuelan victorian vietnamese welsh western yugoslav zambian zimbabwean
    """
)
