"""Which well-known names and nouns tell what an entity is? Small and general on purpose."""

COUNTRIES = frozenset(
    name.strip()
    for name in [
        "\nafghanistan",
        " albania",
        " algeria",
        " angola",
        " argentina",
        " armenia",
        " australia",
        " austria",
        " azerbaijan",
        " bangladesh",
        "\nbelarus",
        " belgium",
        "\nbolivia",
        " bosnia",
        " botswana",
        " brazil",
        " bulgaria",
        " cambodia",
        " cameroon",
        " canada",
        " chile",
        " china",
        " colombia",
        " costa\nrica",
        " croatia",
        " cuba",
        "\ncyprus",
        " czech republic",
        " czechia",
        " denmark",
        " dominican republic",
        " ecuador",
        " egypt",
        " el salvador",
        " england",
        "\nestonia",
        " ethiopia",
        "\nfiji",
        " finland",
        " france",
        " germany",
        " ghana",
        " great britain",
        " greece",
        " greenland",
        " guatemala",
        " haiti",
        " honduras",
        "\nhungary",
        " iceland",
        "\nindia",
        " indonesia",
        " iran",
        " iraq",
        " ireland",
        " israel",
        " italy",
        " ivory coast",
        " jamaica",
        " japan",
        " jordan",
        " kazakhstan",
        "\nkenya",
        " kuwait",
        " laos",
        "\nlatvia",
        " lebanon",
        " libya",
        " lithuania",
        " luxembourg",
        " madagascar",
        " malaysia",
        " maldives",
        " mali",
        " malta",
        " mexico",
        "\nmoldova",
        " mongolia",
        "\nmontenegro",
        " morocco",
        " mozambique",
        " myanmar",
        " namibia",
        " nepal",
        " netherlands",
        " the netherlands",
        " new zealand",
        "\nnicaragua",
        " niger",
        "\nnigeria",
        " north korea",
        " northern ireland",
        " norway",
        " oman",
        " pakistan",
        " palestine",
        " panama",
        " paraguay",
        " peru",
        "\nphilippines",
        " poland",
        "\nportugal",
        " puerto rico",
        " qatar",
        " romania",
        " russia",
        " rwanda",
        " saudi arabia",
        " scotland",
        " senegal",
        " serbia",
        " singapore",
        "\nslovakia",
        "\nslovenia",
        " somalia",
        " south africa",
        " south korea",
        " soviet union",
        " spain",
        " sri lanka",
        " sudan",
        " sweden",
        " switzerland",
        "\nsyria",
        " taiwan",
        "\ntanzania",
        " thailand",
        " tunisia",
        " turkey",
        " uganda",
        " uk",
        " ukraine",
        " united arab emirates",
        " united kingdom",
        " united\nstates",
        " uruguay",
        " usa",
        "\nus",
        " u.s.",
        " u.s.a.",
        " u.k.",
        " uzbekistan",
        " venezuela",
        " vietnam",
        " wales",
        " yemen",
        " zambia",
        " zimbabwe",
        " europe",
        " asia",
        "\nafrica",
        " south america",
        "\nnorth america",
        " antarctica",
        " oceania",
        " scandinavia",
        " latin america",
        " middle east",
        " caribbean\n",
    ]
)
CITIES = frozenset(
    name.strip()
    for name in [
        "\namsterdam",
        " athens",
        " atlanta",
        " auckland",
        " austin",
        " baltimore",
        " bangkok",
        " barcelona",
        " beijing",
        " belfast",
        " belgrade",
        "\nberlin",
        " bern",
        "\nbilbao",
        " birmingham",
        " bologna",
        " bordeaux",
        " boston",
        " boulder",
        " bratislava",
        " brighton",
        " brisbane",
        " bristol",
        " brooklyn",
        "\nbrussels",
        "\nbucharest",
        " budapest",
        " buenos aires",
        " cairo",
        " calgary",
        " cambridge",
        " cape town",
        " cardiff",
        " chennai",
        " chicago",
        "\ncincinnati",
        " cleveland",
        "\ncologne",
        " copenhagen",
        " cordoba",
        " dallas",
        " delhi",
        " denver",
        " detroit",
        " doha",
        " dresden",
        " dubai",
        " dublin",
        " edinburgh",
        "\nflorence",
        " frankfurt",
        "\ngeneva",
        " glasgow",
        " gothenburg",
        " granada",
        " hamburg",
        " hanoi",
        " havana",
        " helsinki",
        " hong kong",
        " honolulu",
        " houston",
        "\nistanbul",
        " jakarta",
        "\njerusalem",
        " johannesburg",
        " karachi",
        " kiev",
        " kyiv",
        " kolkata",
        " krakow",
        " kuala lumpur",
        " kyoto",
        " lagos",
        " las vegas",
        "\nleeds",
        " leipzig",
        " lima",
        "\nlisbon",
        " liverpool",
        " ljubljana",
        " london",
        " los angeles",
        " luxembourg",
        " lyon",
        " madrid",
        " malaga",
        " manchester",
        " manhattan",
        "\nmanila",
        "\nmarrakech",
        " marseille",
        " melbourne",
        " memphis",
        " mexico city",
        " miami",
        " milan",
        " minneapolis",
        " montevideo",
        " montreal",
        "\nmoscow",
        " mumbai",
        "\nmunich",
        " nairobi",
        " naples",
        " nashville",
        " new delhi",
        " new orleans",
        " new york",
        " new york city",
        " nyc",
        " oakland",
        " osaka",
        "\noslo",
        " ottawa",
        "\noxford",
        " palermo",
        " paris",
        " philadelphia",
        " phoenix",
        " pittsburgh",
        " portland",
        " porto",
        " prague",
        " quebec",
        " reykjavik",
        "\nriga",
        " rio de janeiro",
        "\nrome",
        " rotterdam",
        " sacramento",
        " salt lake city",
        " salzburg",
        " san antonio",
        " san diego",
        " san francisco",
        " san jose",
        "\nsantiago",
        " sao paulo",
        "\nsarajevo",
        " seattle",
        " seoul",
        " seville",
        " shanghai",
        " sheffield",
        " shenzhen",
        " sofia",
        " st. petersburg",
        " stockholm",
        "\nstuttgart",
        " sydney",
        "\ntaipei",
        " tallinn",
        " tampa",
        " tbilisi",
        " tehran",
        " tel aviv",
        " tokyo",
        " toronto",
        " toulouse",
        " tucson",
        " turin",
        " valencia",
        "\nvancouver",
        " venice",
        "\nverona",
        " vienna",
        " vilnius",
        " warsaw",
        " washington",
        " washington dc",
        " washington d.c.",
        " wellington",
        " york",
        " yokohama",
        "\nzagreb",
        " zurich\n",
    ]
)
REGIONS = frozenset(
    name.strip()
    for name in [
        "\nalabama",
        " alaska",
        " arizona",
        " arkansas",
        " california",
        " colorado",
        " connecticut",
        " delaware",
        " florida",
        " hawaii",
        " idaho",
        "\nillinois",
        " indiana",
        "\niowa",
        " kansas",
        " kentucky",
        " louisiana",
        " maine",
        " maryland",
        " massachusetts",
        " michigan",
        " minnesota",
        " mississippi",
        "\nmissouri",
        " montana",
        "\nnebraska",
        " nevada",
        " new hampshire",
        " new jersey",
        " new mexico",
        " north carolina",
        " north dakota",
        " ohio",
        " oklahoma",
        "\noregon",
        " pennsylvania",
        "\nrhode island",
        " south carolina",
        " south dakota",
        " tennessee",
        " texas",
        " utah",
        " vermont",
        " west virginia",
        " wisconsin",
        "\nwyoming",
        " bavaria",
        "\nsaxony",
        " tuscany",
        " sicily",
        " catalonia",
        " andalusia",
        " provence",
        " normandy",
        " brittany",
        " ontario",
        " british columbia",
        "\nalberta",
        " quebec",
        "\nnova scotia",
        " queensland",
        " new south wales",
        " tasmania",
        " bali",
        " yorkshire",
        " cornwall",
        " silicon valley",
        " alps",
        "\nhimalayas",
        " andes",
        "\nrocky mountains",
        " rockies",
        " bay area",
        " crimea",
        " galicia",
        " lombardy",
        " hokkaido",
        " okinawa",
        " punjab",
        " kerala",
        "\npatagonia",
        " siberia\n",
    ]
)
PLACES = COUNTRIES | CITIES | REGIONS
LOWER_CASE_PLACES = PLACES - frozenset(
    {"us", "turkey", "china", "jordan", "phoenix", "york", "sofia", "florence", "reading", "lima", "nice"}
)
"""Known also when chat writes them small."""

ANIMALS = frozenset(
    """
    dog puppy pup cat kitten kitty horse pony rabbit bunny hamster parrot bird budgie canary fish goldfish
    turtle tortoise
    snake lizard gecko guinea-pig ferret chicken hen goat sheep cow pig donkey mouse rat retriever labrador
    poodle beagle
    bulldog terrier husky dachshund collie corgi spaniel greyhound rottweiler shepherd pet dogs cats
    puppies kittens pets
    """.split()  # noqa: SIM905 - a word list reads as one
)
OCCUPATIONS = frozenset(
    """
    accountant actor actress administrator advisor analyst animator architect artist assistant astronaut
    astronomer athlete
    attorney author baker banker barber barista bartender biologist blogger bookkeeper botanist builder
    butcher captain
    carpenter cashier chef chemist choreographer cleaner clerk coach composer comedian conductor consultant
    contractor cook
    counselor dancer dentist designer detective developer dietitian director doctor driver economist editor
    electrician
    engineer entrepreneur farmer filmmaker firefighter fisherman florist freelancer gardener geologist
    guide hairdresser
    historian illustrator instructor inventor investor janitor jeweler journalist judge lawyer lecturer
    librarian linguist
    manager marketer mathematician mechanic midwife miner model musician novelist nurse nutritionist
    officer optician painter
    paramedic pastor pharmacist philosopher photographer physician physicist physiotherapist pianist pilot
    playwright plumber
    poet policeman politician postman potter priest principal producer professor programmer psychiatrist
    psychologist
    publisher realtor receptionist recruiter reporter researcher sailor scientist sculptor secretary singer
    soldier
    songwriter statistician streamer student surgeon surveyor tailor teacher technician therapist
    translator trainer tutor
    vet veterinarian violinist waiter waitress welder writer guitarist drummer cellist screenwriter
    footballer cricketer
    """.split()  # noqa: SIM905 - a word list reads as one
)
ORGANIZATION_WORDS = frozenset(
    """
    inc ltd llc corp corporation company co gmbh ag plc group holdings bank university college school
    academy institute
    hospital clinic church foundation association society club team orchestra band committee council
    ministry department
    agency studio studios labs lab records press times gazette party union league federation network
    airlines airways motors
    systems technologies software analytics media pictures films entertainment charity museum library
    orphanage shelter
    restaurant cafe café bakery brewery gym partners consulting army navy police parliament senate congress
    court fc
    """.split()  # noqa: SIM905 - a word list reads as one
)
PLACE_WORDS = frozenset(
    """
    city town village river lake mountain mount hill beach bay island islands park street avenue road
    square bridge valley
    forest desert sea ocean coast canyon falls castle palace cathedral temple airport station county
    province district state
    region republic kingdom harbor harbour peninsula garden gardens trail creek hotel hostel inn plaza
    tower hall stadium
    theatre theater arena house farm peak national springs port
    """.split()  # noqa: SIM905 - a word list reads as one
)
EVENT_WORDS = frozenset(
    """
    festival conference summit marathon race parade concert wedding workshop hackathon championship
    championships cup games
    olympics tournament fair expo convention carnival gala ceremony exhibition war battle revolution
    election christmas
    easter halloween thanksgiving birthday anniversary party retreat camp bootcamp meetup webinar awards
    prix open week day
    """.split()  # noqa: SIM905 - a word list reads as one
)
LANGUAGES = frozenset(
    """
    english spanish french german italian portuguese russian chinese mandarin cantonese japanese korean
    arabic hindi dutch
    swedish norwegian danish finnish polish czech greek turkish hebrew thai vietnamese latin welsh irish
    catalan ukrainian
    hungarian romanian bulgarian serbian croatian swahili urdu bengali persian farsi tagalog icelandic
    """.split()  # noqa: SIM905 - a word list reads as one
)
CALENDAR_WORDS = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter
    """.split()  # noqa: SIM905 - a word list reads as one
)
NOT_NAMES = CALENDAR_WORDS | frozenset(
    """
    i i'm i've i'd i'll ok okay oh hey hi hello yes yeah no wow thanks thank lol omg btw fyi tv dvd cd pc
    am pm god lord mr
    mrs ms miss dr prof sir madam good great nice cool awesome amazing sure well so but and or if when what
    why how where who
    which that this these those the a an it he she they we you my your his her our their its there here not
    never always
    also just really very too then now today tomorrow yesterday tonight maybe perhaps please sorry haha hmm
    ah aww congrats
    congratulations take let's lets let go going been being do does did is are was were be have has had can
    could will would
    should may might must get got see look love like hope happy glad sounds good-bye bye cheers welcome yep
    nope absolutely
    definitely totally exactly right agreed true anyway honestly actually besides however although though
    because since while
    after before during until for from with without about above below between among through over under
    again once first last
    next both each every any all some many much most more less few several one two three four five six
    seven eight nine ten
    in on at by to of as up down out off into onto than such same other another own only even still already
    ever yet
    remember note reminder unfortunately luckily finally recently currently later soon instead meanwhile
    despite according
    everyone everybody someone anyone nobody nothing something everything anything lgbtq lgbtq+ diy ai it's
    that's there's
    what's who's he's she's they're we're you're can't don't didn't doesn't won't isn't wasn't wouldn't
    couldn't shouldn't
    been seen known born mom mum dad grandma grandpa mother father sister brother aunt uncle son daughter
    image photo picture
    shares subject re new old big little early late best worst ps q a url http https www id api faq asap
    """.split()  # noqa: SIM905 - a word list reads as one
)
ADJECTIVES_OF_PLACE = frozenset(
    """
    american british english french german italian spanish portuguese russian chinese japanese korean
    indian canadian
    australian mexican brazilian dutch swedish norwegian danish finnish polish czech greek turkish irish
    scottish welsh
    african asian european swiss austrian belgian hungarian romanian ukrainian israeli egyptian iranian
    iraqi pakistani
    thai vietnamese indonesian filipino malaysian argentine chilean colombian cuban jamaican christian
    catholic muslim
    jewish buddhist hindu protestant latin roman western eastern northern southern hispanic
    """.split()  # noqa: SIM905 - a word list reads as one
)
