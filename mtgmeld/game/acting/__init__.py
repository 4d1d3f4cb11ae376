"""The cards that act by name, each composed from the parts of :mod:`mtgmeld.game.abilities`.

A table a kind of card, in the modules of this package; here they are one. No mechanism lives
in them: a card that needs one that does not exist needs it in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mtgmeld.game.abilities import Ability, with_parts
from mtgmeld.game.acting.casting import CASTERS
from mtgmeld.game.acting.choosing import CHOOSERS
from mtgmeld.game.acting.copying import COPIERS
from mtgmeld.game.acting.double_faced import DOUBLE_FACED
from mtgmeld.game.acting.finding import FINDERS
from mtgmeld.game.acting.mana import MANA
from mtgmeld.game.acting.meld import MELD
from mtgmeld.game.acting.parts import Cards
from mtgmeld.game.acting.rooms import ROOMS
from mtgmeld.game.acting.split import SPLIT
from mtgmeld.game.acting.standing import STANDING
from mtgmeld.game.keyword_abilities import KEYWORDS

__all__ = [
    "ACTING",
    "PARTLY",
    "VANILLA",
    "abilities_in",
    "ability_by_key",
    "door_triggers",
    "is_modeled",
]

ACTING: Cards = {
    name: abilities
    for group in (
        MELD,
        ROOMS,
        SPLIT,
        DOUBLE_FACED,
        FINDERS,
        COPIERS,
        CASTERS,
        CHOOSERS,
        STANDING,
        MANA,
    )
    for name, abilities in group.items()
}

# Creatures without rules text or with keyword abilities alone, which the facts have, and lands
# whose mana the facts give: nothing is missing.
VANILLA = frozenset(
    """
    Grizzly Bears|Silvercoat Lion|Savannah Lions|Elite Vanguard
    |Ornithopter|Insectile Aberration
    |Plains|Island|Swamp|Mountain|Forest|Wastes
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


# Cards that act whose text does more than is modeled: a row or a log says so.
PARTLY = frozenset(
    """
    Hanweir Garrison|Hanweir, the Writhing Township|Mishra, Claimed by Gix
    |Mishra, Lost to Phyrexia|Phyrexian Dragon Engine|The Mightstone and Weakstone
    |Urza, Planeswalker|Argoth, Sanctum of Nature|Titania, Gaea Incarnate
    |Vanille, Cheerful l'Cie|Fang, Fearless l'Cie|Ragnarok, Divine Deliverance
    |Leyline of the Void|Rest in Peace|Dauthi Voidwalker|Crystal Fragments|Cecil, Dark Knight
    |Huntmaster of the Fells|The Goose Mother|Hangarback Walker|Walking Ballista
    |Cabal Therapy|Lilah, Undefeated Slickshot|Mindreaver|Sakashima the Impostor
    |Tamiyo, Collector of Tales|Diviner's Wand|Starfield of Nyx|Oath of Gideon
    |Phantasmal Image|Vivid Creek
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


def is_modeled(name: str) -> bool:
    """Whether everything that a face's text does is modeled."""
    return (name in ACTING and name not in PARTLY) or name in VANILLA


@lru_cache(maxsize=4096)
def abilities_in(names: tuple[str, ...] | None) -> tuple[Ability, ...]:
    """Return the modeled abilities in the text of the named faces."""
    if not names or not isinstance(names, tuple):
        return ()
    return tuple(a for name in names for a in ACTING.get(name, ()))


_BY_KEY = {
    a.key: a
    for abilities in (*ACTING.values(), tuple(KEYWORDS.values()))
    for a in with_parts(abilities)
}


def ability_by_key(key: str) -> Ability | None:
    """Return an ability by its key, or None."""
    return _BY_KEY.get(key)


def door_triggers(halves: Iterable[str]) -> tuple[str, ...]:
    """Return those halves whose modeled text triggers when that door is unlocked (709.5h)."""
    return tuple(h for h in halves if any(a.door == h for a in ACTING.get(h, ())))
