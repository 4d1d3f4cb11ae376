"""Which modeled abilities stand in the text that an object has, before anything takes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Copiable, Status, derive
from mtgmeld.game.copiable import copiable_of, status_of
from mtgmeld.game.objects import Obj
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["texts_of"]


def texts_of(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modeled abilities in an object's text, whether it has lost them or not."""
    what = copiable_of(game, obj)
    return _abilities(what, status_of(game, obj, what), game.edition, game.policies)


@lru_cache(maxsize=65536)
def _abilities(
    what: Copiable, how: Status, edition: Edition, chosen: Readings
) -> tuple[Ability, ...]:
    from mtgmeld.game.cards_that_act import abilities_in

    return abilities_in(derive(what, how, edition, chosen).text.value)
