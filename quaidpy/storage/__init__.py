"""Where do the rows live?

`tables` are what there is of them, `sql` says once for every engine what is done with rows, `indexing` what makes them
findable, `searching` how they are found. `sqlite` and `postgres` are the engines. `memory` is what is kept in memory,
`cached` keeps it in step, `feeding` reads it by SQL; `tokenizer` cuts words.
"""
