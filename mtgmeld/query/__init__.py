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
``owner`` ``controller``       ``you``, ``opponent``; in a game ``=NAME`` for a player by name;
                               of an ability ``target``, ``that player``
``counter``                    has a counter of this kind
============================== ==================================================================

In what an ability says, a number or a name may stand in angle brackets: ``mv=<charge counters>``
for an amount, ``name:<target>`` for the names of what a selector stands for, ``name:<chosen
name>``.  In a game a filter looks at the battlefield, or where it says: ``in:hand``,
``-in:graveyard`` (everywhere else), ``in:graveyard or in:exile``; at spells for ``is:spell``.

A comparison with a number that the thing does not have, or that is no plain number
(``*``), is never true.  Where each half of a split card answers for itself (rules to 2017)
a comparison is true if either half passes, and a negative one if no half passes the
positive one (708.6a and 708.6b of that time).
"""

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.errors import BadFilter
from mtgmeld.hooks import fills
from mtgmeld.query.filters import FIELDS, FLAGS, IN_GAME, Filter, compile_filter
from mtgmeld.query.things import CardFacts, Queryable, of_card

__all__ = [
    "FIELDS",
    "FLAGS",
    "CardFacts",
    "Filter",
    "Queryable",
    "compile_filter",
    "for_cards",
    "of_card",
]


def for_cards(text: str) -> Filter:
    """Return a filter that is put to cards in no game.

    Raises
    ------
    BadFilter
        Where it is wrong, or asks what a card has in a game alone: its zone, whose it is, that it
        is tapped or a commander.
    """
    made = compile_filter(text)
    for word in sorted(made.asks & IN_GAME):
        at = max(0, text.casefold().find(word))
        why = f"{word!r} is asked of objects in a game, as state.objects() has them; no card is so"
        raise BadFilter(text, at, f"{why} by itself")
    return made


@fills("search", Catalog)
def _search(catalog: Catalog, text: str) -> tuple[Card, ...]:
    """Return the cards of a catalog that pass a filter, by name."""
    matches = for_cards(text).matches
    found = (c for c in catalog if matches(of_card(c, catalog.pair_of(c))))
    return tuple(sorted(found, key=lambda c: c.name))
