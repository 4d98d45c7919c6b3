"""What is asked that no memory should answer? Small talk, work for an assistant, and questions of no one's life."""

SMALL_TALK = (
    "hi",
    "Hello again!",
    "How are you today?",
    "Thanks a lot, that was great.",
    "ok, sounds good",
    "lol that's funny",
    "Good night, see you tomorrow.",
    "Can you help me with something?",
    "What can you do?",
    "Please continue.",
    "Never mind.",
    "Are you still there?",
    "Yes, do that.",
    "Hmm, I am not sure about this.",
    "Could you say that again, but shorter?",
    "Sorry, wrong window.",
)

TASKS = (
    "Write a regular expression that matches IPv6 addresses.",
    "Translate 'the cat is on the roof' into Latin.",
    "Refactor this function so that it has no side effects.",
    "Summarise the plot of Hamlet in three sentences.",
    "Sort this list of numbers: 9, 3, 7, 1.",
    "What is the time complexity of heapsort?",
    "Explain the difference between TCP and UDP.",
    "Convert 72 degrees Fahrenheit to Celsius.",
    "Why does my Docker container exit with code 137?",
    "Generate a haiku about entropy.",
    "Fix the indentation of this YAML file.",
    "Which SQL join keeps unmatched rows of both tables?",
    "Calculate the integral of x squared times e to the x.",
    "How do I undo the last git commit without losing changes?",
)

TRIVIA = (
    "How many moons does Neptune have?",
    "What is the boiling point of mercury?",
    "Who painted the ceiling of the Sistine Chapel?",
    "What is the chemical formula of sulphuric acid?",
    "When did the Western Roman Empire fall?",
    "How deep is the Mariana Trench?",
    "What does the mitochondrion do in a cell?",
    "Who formulated the second law of thermodynamics?",
    "How long is a marsupial's gestation?",
    "What causes the northern lights?",
    "Which enzyme breaks down lactose?",
    "What is the half-life of carbon-14?",
    "How many keys has a harpsichord?",
    "What is the capital of Burkina Faso?",
    "Who invented the Jacquard loom?",
    "Why is the sky on Mars red?",
)

STRANGERS = ("Ingrid", "Thaddeus", "Rosalind", "Anselm", "Philippa", "Leopold")
"""Names for somebody whom nobody knows; the first one that is never said is taken."""

KINDS = {"small talk": SMALL_TALK, "tasks": TASKS, "trivia": TRIVIA}
