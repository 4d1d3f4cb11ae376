"""Filters: a small subset of the card-search syntax that players type.

A filter is a row of terms that must all hold; ``or`` between terms, parentheses and a
leading ``-`` (not) combine them::

    t:creature mv<=3 -c:w
    is:melded or (is:room -in:hand)
    name:"Graf Rats" controller:you

A term is a field, an operator (``:``, ``=``, ``!=``, ``<``, ``<=``, ``>``, ``>=``) and a
value; a value with spaces, parentheses or quotes stands in double quotes.  A word without a
field is part of a name.  Case, accents and curly apostrophes do not matter.

============================== ==================================================================
field                          meaning
============================== ==================================================================
``name``                       has exactly this name; ``"Fire // Ice"`` asks for both
``t`` ``type``                 card type, supertype or subtype (several words: all of them)
``mv`` ``cmc`` ``manavalue``   mana value: a number, ``odd``, ``even``, or another number field
``c`` ``color``                colors: letters, a color's name, ``colorless``, ``multicolor``,
                               or how many; ``:`` at least, ``=`` exactly, ``<=`` at most these
``id`` ``identity`` ``ci``     color identity, likewise, but ``:`` means at most these
``kw`` ``keyword``             has the keyword ability
``pow`` ``power``              power; also ``pow>tou``
``tou`` ``toughness``          toughness
``loy`` ``loyalty``            loyalty
``m`` ``mana``                 mana cost: ``:`` contains these symbols, ``=`` is this cost
``produces``                   mana types it can make: letters of WUBRGC
``layout``                     layout of the card
``is`` ``not``                 a quality of :data:`FLAGS`
``in`` ``zone``                zone
``owner`` ``controller``       ``you``, ``opponent``; in a game ``=NAME`` for a player by name
============================== ==================================================================

A comparison with a number that the thing does not have, or that is no plain number
(``*``), is never true.  Where each half of a split card answers for itself (rules to 2017)
a comparison is true if either half passes, and a negative one if no half passes the
positive one (708.6a and 708.6b of that time).
"""

from mtgmeld.query.fields import FIELDS, FLAGS
from mtgmeld.query.parse import Filter, compile_filter
from mtgmeld.query.things import CardFacts, Queryable, of_card

__all__ = ["FIELDS", "FLAGS", "CardFacts", "Filter", "Queryable", "compile_filter", "of_card"]
