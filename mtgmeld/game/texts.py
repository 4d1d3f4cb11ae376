"""Which modeled abilities stand in the text that an object has, before anything takes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mtgmeld.game.abilities import Ability, heard_by
from mtgmeld.game.characteristics import Copiable, Status, derive
from mtgmeld.game.copiable import copiable_of, status_of
from mtgmeld.game.objects import Obj
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["index_of", "texts_of"]


def texts_of(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modeled abilities in an object's text, whether it has lost them or not."""
    if game.effects or game.policies:
        what = copiable_of(game, obj)
        return _abilities(what, status_of(game, obj, what), game.edition, game.policies)
    texts = game.memo.family.texts
    entry = texts.get(obj.id)
    if entry is not None and entry[0] is obj:
        found: tuple[Ability, ...] = entry[1]
        return found
    what = copiable_of(game, obj)
    made = _abilities(what, status_of(game, obj, what), game.edition, game.policies)
    texts[obj.id] = (obj, made)
    return made


def index_of(game: Game) -> dict[str, tuple[tuple[Ability, int], ...]]:
    """Return the abilities in the text of permanents by kind, each with the permanent's number.

    They come in the order of the battlefield; some may have been lost, or their permanents may
    have left.
    """
    memo = game.memo
    index = memo.index
    if index is not None and memo.effects is game.effects and memo.standing is game.standing:
        return index
    found: dict[str, list[tuple[Ability, int]]] = {}
    things = game.things
    for i in game.places.get("battlefield", ()):
        for ability in texts_of(game, things[i]):
            if ability.zone == "battlefield":
                found.setdefault(ability.kind, []).append((ability, i))
    heard = {a.when for a, _ in found.get("triggered", ())}
    others = [a for a, _ in found.get("static", ())] + list(game.standing)
    others += [a for e in game.effects if e.change is not None for a in e.change.grants]
    heard.update(when for a in others for when in heard_by(a))
    memo.index = {kind: tuple(rows) for kind, rows in found.items()}
    memo.heard = frozenset(heard)
    memo.effects, memo.standing = game.effects, game.standing
    memo.table, memo.plain = None, False
    return memo.index


@lru_cache(maxsize=65536)
def _abilities(
    what: Copiable, how: Status, edition: Edition, chosen: Readings
) -> tuple[Ability, ...]:
    from mtgmeld.game.acting import abilities_in

    return abilities_in(derive(what, how, edition, chosen).text.value)
