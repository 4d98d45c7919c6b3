"""What may an attacker say again and again? One list for patterns, intake, hooks and requests."""

UNITS = (
    "a", "word ", ".", " ", "\n", "a.", "a. ", "1-", "A.B.", "i.", "a+", "token.", "api_key-", "/a", "![a](http://a?",
    "[MEMORY]", "Ana and ", "<system", "a, ", "A ", " , ", "...a", "(", '"', "`", '{"a":', "Ana: b\n", "I, ",
    "I went to Porto and ", "Maria Tom Julia ", "very really ", "well, ", "2024-01-01 yesterday ", "on Monday ",
    "é", "日本", "[", "<memory>", "</memory>", "*", "this ", "please ", "password is ", "- a\n", "# a\n", "she ",
)  # fmt: skip
"""The ones that were slow in the past, what our patterns look for, and signs that open without ever closing."""
