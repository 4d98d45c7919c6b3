"""How well is what answers a question found?

Read `baselines`, `retrieval` and `ablation`; `searches` are ways of searching left out, `documents` the same for
passages of documents, `page` the published result.
"""
