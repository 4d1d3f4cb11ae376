"""Meld pairs, split cards, Rooms and double-faced cards as the rules have them.

Every value answers "why?" with its rule numbers, the edition of the rules is an
argument, and a whole situation is a text file that anyone can replay.

The names below load what they need when they are first used; ``import mtgmeld``
itself is light.
"""

import lazy_loader as _lazy

from mtgmeld.hooks import hand_down as _hand_down

# the names, and where each of them is, stand in __init__.pyi
__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)

# what fills the hooks by which a value shows, saves and explains itself: see mtgmeld.hooks
_hand_down(
    {
        "accessors": ("mtgmeld.accessors",),
        "actions": ("mtgmeld.game.engine",),
        "faults": ("mtgmeld.game.faults",),
        "frame": ("mtgmeld.frames.games", "mtgmeld.frames.explored", "mtgmeld.tables"),
        "kind": (
            "mtgmeld.card_files",
            "mtgmeld.decks",
            "mtgmeld.tables",
            "mtgmeld.comparing",
            "mtgmeld.frames.games",
            "mtgmeld.frames.explored",
            "mtgmeld.accessors",
        ),
        "graph": ("mtgmeld.frames.graphs",),
        "html": ("mtgmeld.display",),
        "text": ("mtgmeld.display",),
        "read_catalog": ("mtgmeld.sources.catalogs",),
        "search": ("mtgmeld.query",),
        "question": (
            "mtgmeld.game.questions",
            "mtgmeld.game.activating",
            "mtgmeld.game.permissions",
        ),
        "saving": ("mtgmeld.game.saving",),
    }
)
