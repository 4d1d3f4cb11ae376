"""Making the bundled card facts: the file of all cards, and the tables of the subject.

Nothing here is shipped.  ``python .ci/tools/card_facts --help`` says how it is run.
"""
