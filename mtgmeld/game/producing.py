"""What mana the abilities of a permanent make, and what it could produce (106.5, 106.7)."""

from __future__ import annotations

from collections.abc import Mapping

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.amounts import amount
from mtgmeld.game.characteristics import color_identity
from mtgmeld.game.devotion import devotion
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    copiable_of,
    gained_by,
    live_abilities,
)
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.state import Game
from mtgmeld.mana import COLORS
from mtgmeld.query.amounts import letters_of
from mtgmeld.query.wanted import flat
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import LIBRARY_NOT_MANA, Edition

__all__ = [
    "TYPES",
    "could_produce",
    "is_mana_ability",
    "letters",
    "mana_abilities",
    "mana_changes",
    "types_of",
]

TYPES = COLORS + "C"
BASIC = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
LANDS = ("type of land", "color of land")
_OF_LIBRARIES = (A.Mill, A.Draw, A.PutIntoLibrary, A.Shuffle)


def letters(text: str) -> str:
    """Return the types of mana that stand in a text, in its order."""
    return "".join(c for c in text.upper() if c in TYPES)


def is_mana_ability(ability: Ability, edition: Edition) -> Derived:
    """Say whether an activated ability is a mana ability (605.1a).

    Under rules that are known from quotations alone, one whose cost or effect moves a card to
    or from a library is none.
    """
    adds = bool(ability.mana) or any(isinstance(i, A.AddMana) for i in ability.do)
    moves = any(isinstance(i, _OF_LIBRARIES) for i in (*ability.costs, *ability.do))
    rows = [
        ("it has no target", not ability.target),
        ("it could add mana", adds),
        ("it is no loyalty ability", ability.kind != "loyalty"),
    ]
    if edition.has(LIBRARY_NOT_MANA):
        rows.append(("it moves no card to or from a library", not moves))
    parts = tuple(
        Derived(text, holds, "yes" if holds else "no", ("605.1a",)) for text, holds in rows
    )
    value = all(p.value for p in parts)
    return Derived("mana ability", value, "each of these must be so", ("605.1a",), parts)


def mana_abilities(game: Game, obj: Obj) -> list[Ability]:
    """Return the activated mana abilities of an object: modeled ones, else those of its facts."""
    found = _producing(game, obj)
    if all(a.mana and not a.target and not a.costs and not a.do for a in found):
        return found  # nothing about them could be against it
    return [a for a in found if is_mana_ability(a, game.edition).value]


def _producing(game: Game, obj: Obj) -> list[Ability]:
    """Return the activated abilities of an object that make mana, mana abilities or not."""
    gained = [a for a in gained_by(game, obj) if a.kind == "mana"]
    modeled = [a for a in abilities_of(game, obj) if a.kind == "mana"]
    return modeled if len(modeled) > len(gained) else [*_printed(game, obj), *gained]


def _printed(game: Game, obj: Obj) -> list[Ability]:
    """Return the mana abilities that basic land types and the facts give."""
    known = characteristics_of(game, obj)
    found: list[Ability] = []
    # what takes all abilities (613.1f) takes the one of a basic land type (305.6) as well
    if known.has_type("Land") and "613.1f" not in known.text.rules:
        found = [
            _tap(f"{subtype}#mana", BASIC[subtype])
            for subtype in flat(known.subtypes.value)
            if subtype in BASIC
        ]
    names = set(flat(known.text.value))
    more = [
        _tap(f"{face.name}#mana", kind)
        for face in copiable_of(game, obj).faces
        if face.name in names and face.is_land
        for kind in face.produced_mana
    ]
    # what its basic land types make (305.6) is among the mana that the facts list
    made = {ability.mana for ability in found}
    return [*found, *(ability for ability in more if ability.mana not in made)]


def _tap(key: str, kind: str) -> Ability:
    return Ability(key=key, kind="mana", mana="{" + kind + "}", taps=True)


# ---------------------------------------------------------------- types


def could_produce(game: Game, obj: Obj) -> Derived:
    """Return the types of mana that a permanent could produce, with a reason for each (106.7).

    Costs do not count; replacement effects do, in any order; permanents that ask each other
    define nothing by themselves.
    """
    known = _settled(game)
    parts: list[Derived] = []
    for ability in _that_make(game, obj):
        made, why = types_of(game, obj, ability, known)
        text = _after_changes(game, obj, ability, made)
        if text != made:
            why += f", which effects make {text or 'nothing'}"
        rules = ("106.7",) if text else ("106.5", "106.7")
        parts.append(Derived(ability.key, text, why, rules))
    value = _ordered("".join(p.value for p in parts))
    says = "what its abilities would give if they resolved now, costs ignored"
    if not value:
        says = "there is no type of mana that it could produce"
    return Derived("could produce", value, says, ("106.7",), tuple(parts))


def _that_make(game: Game, obj: Obj) -> list[Ability]:
    """Return every ability of an object that would make mana if it resolved, of any kind."""
    others = [
        a
        for a in abilities_of(game, obj)
        if a.kind != "mana" and any(isinstance(i, A.AddMana) for i in a.do)
    ]
    return [*_producing(game, obj), *others]


def _settled(game: Game) -> dict[int, str]:
    """Return what each permanent could produce, the least that agrees with itself.

    It begins with nothing and adds what follows from what is there already, so that lands
    which only ask each other get nothing (106.7).
    """
    asked = [(o, a) for o in game.battlefield() for a in _that_make(game, o)]
    found: dict[int, str] = {}
    while True:
        more = dict(found)
        for obj, ability in asked:
            made, _ = types_of(game, obj, ability, found)
            text = _after_changes(game, obj, ability, made)
            more[obj.id] = _ordered(more.get(obj.id, "") + text)
        if more == found:
            return found
        found = more


def _ordered(text: str) -> str:
    return "".join(t for t in TYPES if t in text)


def types_of(
    game: Game, obj: Obj, ability: Ability, known: Mapping[int, str] | None = None
) -> tuple[str, str]:
    """Return the types of mana that an ability would make now, and why.

    Parameters
    ----------
    game : Game
    obj : Obj
        Whose ability it is.
    ability : Ability
    known : mapping of int to str, optional
        What other permanents could produce; worked out if it is not given.
    """
    text = ability.mana or "".join(i.mana for i in ability.do if isinstance(i, A.AddMana))
    if text == "any":
        return COLORS, "one mana of any color"
    head, _, rest = text.partition(":")
    if head in LANDS:
        settled = _settled(game) if known is None else known
        found = "".join(
            settled.get(o.id, "")
            for o in game.battlefield()
            if (o.controller == obj.controller) == (rest == "you")
            and characteristics_of(game, o).has_type("Land")
        )
        if head == "color of land":
            found = found.replace("C", "")  # colorless is a type and no color (106.1)
        whose = "its controller" if rest == "you" else "opponents"
        word = "color" if head == "color of land" else "type"
        return _ordered(found), f"any {word} that lands of {whose} could produce"
    if head == "color among":
        found = "".join(
            "".join(letters_of(characteristics_of(game, o).colors.value))
            for o in game.battlefield()
            if matches(game, rest, o, None, obj.controller)
        )
        return _ordered(found), f"a color among {rest}"
    if head == "count":
        kind, _, what = rest.partition(" per ")
        none = amount(game, f"count {what}", obj.controller, obj) == 0
        return ("" if none else kind), f"{kind} for each {what}"
    if head == "identity":
        found = "".join(
            color_identity(c.card, game.policies).value
            for c in game.cards.values()
            if c.commander and c.owner == obj.controller
        )
        return _ordered(found), "a color in the commander's color identity"
    if head == "devotion":
        some = "".join(c for c in COLORS if devotion(game, c, obj.controller).value)
        return some, "as much as the devotion to a color"
    return _ordered(letters(text)), f"adds {text}"


# ---------------------------------------------------------------- replacements


def mana_changes(game: Game, obj: Obj) -> list[tuple[Ability, Obj | None]]:
    """Return replacement effects on what tapping an object for mana makes (106.12b)."""
    found = []
    for ability, source in live_abilities(game, ("mana change",)):
        whose = controller_of(game, ability, source)
        if ability.who == "you" and obj.controller != whose:
            continue
        if matches(game, ability.what, obj, None, whose):
            found.append((ability, source))
    return found


def _after_changes(game: Game, obj: Obj, ability: Ability, types: str) -> str:
    """Return the types that mana could have after replacement effects in any order (106.7)."""
    if not types or not ability.taps:
        return types
    becomes = "".join(a.becomes for a, _ in mana_changes(game, obj))
    return _ordered(becomes) if becomes else types
