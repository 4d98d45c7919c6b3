"""Which statements, entities and relations do these turns hold, without a model?

`rules` goes through the turns, `conversation`, `document_statements`, `meeting_notes` and `listed` through each
kind of text; `drafting` makes the draft; the one judge of a statement's form is `words.self_contained`.
"""
