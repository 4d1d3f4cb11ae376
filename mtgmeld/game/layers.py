"""The characteristics of an object in a game: what it is by itself, then layers 1 to 7.

Copiable values come first (613.2a, 707.2), then the effects of the other layers in their
order, each by timestamp (613.1, 613.7).  Every change is a further step on top of the
value's reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Face
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.characteristics import Characteristics, Copiable, Status, derive
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.mana import order
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import reading

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = [
    "abilities_of",
    "as_copied",
    "characteristics_of",
    "copiable_of",
    "live_abilities",
    "number",
    "status_of",
    "with_exceptions",
]

FACE_DOWN = Copiable("face down", (Face("", types=("Creature",), power="2", toughness="2"),))
replace = msgspec.structs.replace


def copiable_of(game: Game, obj: Obj) -> Copiable:
    """Return what an object's characteristics are read from, copy effects applied (613.2a)."""
    what = FACE_DOWN if obj.face_down else obj.copy or obj.base
    if game.effects:
        for effect in game.effects:
            if effect.copy is not None and obj.id in effect.ids:
                what = effect.copy
    return what


def status_of(game: Game, obj: Obj, what: Copiable) -> Status:
    """Return where an object is and how, as far as its characteristics depend on it."""
    cast = obj.cast
    if obj.zone == "stack" and cast is not None:
        return Status("stack", cast.halves, cast.face, (), cast.x)
    if obj.zone != "battlefield":
        return Status(obj.zone)
    own = what is obj.base
    face = obj.face if own or len(what.faces) > 1 else 0
    unlocked = tuple(h for h in obj.unlocked if h < len(what.faces))
    lost = False
    if what.shared_type_line and _lost_all(game, obj):
        lost = reading("Room that loses its abilities", game.policies) == "locks lost"
    return Status("battlefield", (), face, unlocked, 0, lost)


def _lost_all(game: Game, obj: Obj) -> bool:
    """Whether an effect takes all abilities of an object (layer 6)."""
    for effect in game.effects:
        if effect.change is not None and effect.change.loses_abilities and obj.id in effect.ids:
            return True
    for other in game.battlefield():
        if other.attached == obj.id:
            for ability in _texts(game, other):
                if ability.attached and ability.change and ability.change.loses_abilities:
                    return True
    return False


def _texts(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modelled abilities in an object's text, whether it has lost them or not."""
    from mtgmeld.game.cards_that_act import abilities_in

    what = copiable_of(game, obj)
    found = derive(what, status_of_plain(obj, what), game.edition, game.policies)
    return abilities_in(found.text.value)


def status_of_plain(obj: Obj, what: Copiable) -> Status:
    """Return the status without asking whether abilities were lost."""
    cast = obj.cast
    if obj.zone == "stack" and cast is not None:
        return Status("stack", cast.halves, cast.face, (), cast.x)
    if obj.zone != "battlefield":
        return Status(obj.zone)
    face = obj.face if what is obj.base or len(what.faces) > 1 else 0
    return Status("battlefield", (), face, obj.unlocked if what.layout == "split" else ())


def abilities_of(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modelled abilities that an object has now."""
    found = _texts(game, obj)
    if found and obj.zone == "battlefield" and _lost_all(game, obj):
        return ()
    return found


def live_abilities(game: Game, kinds: Iterable[str]) -> list[tuple[Ability, Obj | None]]:
    """Return abilities of given kinds that work now, with the object whose they are.

    An ability of a permanent works on the battlefield; one that says otherwise works where
    it says (113.6).  Standing effects have no object.
    """
    found: list[tuple[Ability, Obj | None]] = [(a, None) for a in game.standing if a.kind in kinds]
    for obj in game.battlefield():
        for ability in _texts(game, obj):
            if ability.kind in kinds and ability.zone == "battlefield":
                if _lost_all(game, obj):
                    break
                found.append((ability, obj))
    return found


def controller_of(game: Game, ability: Ability, obj: Obj | None) -> str:
    """Return whose an ability or a standing effect is."""
    return obj.controller if obj is not None else ability.controller or game.players[0].name


def characteristics_of(game: Game, obj: Obj) -> Characteristics:
    """Return the characteristics of an object in a game, each with its reasons."""
    what = copiable_of(game, obj)
    found = derive(what, status_of(game, obj, what), game.edition, game.policies)
    if obj.is_melded and what is not obj.base:
        found = _melded_as_copy(game, obj, what, found)
    if obj.zone != "battlefield" and not game.effects and not game.standing:
        return found
    changes = list(_changes(game, obj, found))
    if changes or obj.counters:
        found = _layered(game, obj, found, changes)
    return found


def _melded_as_copy(
    game: Game, obj: Obj, what: Copiable, found: Characteristics
) -> Characteristics:
    """Decide the mana value of a melded permanent that copies something (a named policy)."""
    if what.lone_melded or obj.zone != "battlefield":
        return found
    policy = "melded permanent as a copy"
    value = found.mana_value
    if reading(policy, game.policies) == "own fronts":
        own = derive(obj.base, Status("battlefield"), game.edition, game.policies).mana_value
        made = own.because("it keeps the sum of its own fronts", ("202.3c",), policy=policy)
    else:
        made = value.because(
            "the copied cost counts; the other reading keeps the sum of its own fronts",
            ("707.2", "202.3c"),
            policy=policy,
        )
    return replace(found, mana_value=made)


def _changes(
    game: Game, obj: Obj, base: Characteristics
) -> Iterable[tuple[int, Alteration, str, Obj | None]]:
    """Yield what continuous effects do to an object, by timestamp."""
    rows: list[tuple[int, Alteration, str, Obj | None]] = []
    for effect in game.effects:
        if effect.change is not None and obj.id in effect.ids:
            rows.append((effect.timestamp, effect.change, effect.says, None))
    for ability in game.standing:
        if ability.kind == "static" and ability.change is not None and obj.zone == "battlefield":
            if matches(game, ability.what, obj, base, ability.controller or game.active):
                rows.append((0, ability.change, ability.key, None))
    if obj.zone == "battlefield":
        for other in game.battlefield():
            for ability in _texts(game, other):
                if ability.kind != "static" or ability.change is None:
                    continue
                if _applies(game, ability, other, obj, base):
                    stamp = -1 if ability.change.defines else other.timestamp
                    rows.append((stamp, ability.change, game.card_name(other), other))
    rows.sort(key=lambda row: row[0])
    return rows


def _applies(game: Game, ability: Ability, source: Obj, obj: Obj, base: Characteristics) -> bool:
    """Whether a static ability of a source affects an object."""
    if ability.this:
        if source.id != obj.id:
            return False
    elif ability.attached:
        if source.attached != obj.id:
            return False
    elif (ability.others and source.id == obj.id) or not matches(
        game, ability.what, obj, base, source.controller
    ):
        return False
    if ability.change is not None and not ability.change.defines and _lost_all(game, source):
        return False
    return ability.condition is None or holds(game, ability, source, source.controller)


def holds(game: Game, ability: Ability, source: Obj | None, player: str) -> bool:
    """Whether a counting condition holds now."""
    condition = ability.condition
    if condition is None:
        return True
    if condition.at_least:
        hits = [
            i
            for i in game.in_zone(condition.zone, "" if condition.zone == "battlefield" else player)
            if matches(game, condition.of, game.things[i], None, player)
        ]
        if len(hits) < condition.at_least:
            return False
    if condition.names:
        names: set[str] = set()
        for o in game.battlefield():
            if matches(game, condition.of, o, None, player):
                names.update(characteristics_of(game, o).names.value)
        if len(names) < condition.names:
            return False
    return True


def number(value: Any) -> int:
    """Return a power, toughness or amount as a number; what is undefined counts 0 (107.2)."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return 0
    return 0


def amount(game: Game, value: str | int, player: str, source: Obj | None, x: int = 0) -> int:
    """Return an amount that may be given in words (``count FILTER``, ``mana value``, ``x``)."""
    if isinstance(value, int):
        return value
    text = value.strip()
    if text == "x":
        return x
    if text.lstrip("-").isdigit():
        return int(text)
    head, _, rest = text.partition(" ")
    if head == "count":
        return sum(1 for o in game.battlefield() if matches(game, rest, o, None, player))
    if head == "names":
        names: set[str] = set()
        for o in game.battlefield():
            if matches(game, rest, o, None, player):
                names.update(characteristics_of(game, o).names.value)
        return len(names)
    if head == "doors":
        return sum(
            len(o.unlocked) for o in game.battlefield() if matches(game, rest, o, None, player)
        )
    if source is not None and text in ("mana value", "power", "toughness"):
        known = game.characteristics(source.id)
        return number(known[text.replace(" ", "_")].value)
    from mtgmeld.errors import UnknownName

    raise UnknownName("amount", text, ("a number", "x", "count FILTER", "mana value", "power"))


def _layered(
    game: Game,
    obj: Obj,
    found: Characteristics,
    changes: list[tuple[int, Alteration, str, Obj | None]],
) -> Characteristics:
    """Apply layers 3 to 7 in order; control (layer 2) is status, not a characteristic."""
    for _, change, says, _ in changes:
        if change.name is not None:
            found = replace(found, names=_step(found.names, (change.name,), says, "613.1c"))
    for _, change, says, _ in changes:
        found = _types(found, change, says)
    for _, change, says, source in changes:
        found = _colors(game, found, change, says, source)
    for _, change, says, _ in changes:
        found = _abilities(found, change, says)
    return _numbers(game, obj, found, changes)


def _step(value: Derived, new: Any, says: str, *rules: str) -> Derived:
    return value.because(f"changed by {says}", rules, value=new)


def _types(found: Characteristics, change: Alteration, says: str) -> Characteristics:
    types, subtypes = found.types, found.subtypes
    if change.types is not None:
        types = _step(types, change.types, says, "613.1d")
    if change.add_types:
        both = tuple(dict.fromkeys((*types.value, *change.add_types)))
        types = _step(types, both, says, "613.1d")
    if change.subtypes is not None:
        subtypes = _step(subtypes, change.subtypes, says, "613.1d")
    if change.add_subtypes:
        both = tuple(dict.fromkeys((*subtypes.value, *change.add_subtypes)))
        subtypes = _step(subtypes, both, says, "613.1d")
    if types is found.types and subtypes is found.subtypes:
        return found
    return replace(found, types=types, subtypes=subtypes)


def _colors(
    game: Game, found: Characteristics, change: Alteration, says: str, source: Obj | None
) -> Characteristics:
    if change.colors is not None:
        return replace(found, colors=_step(found.colors, order(change.colors), says, "613.1e"))
    if change.add_colors:
        both = order(found.colors.value + change.add_colors)
        return replace(found, colors=_step(found.colors, both, says, "613.1e"))
    return found


def _abilities(found: Characteristics, change: Alteration, says: str) -> Characteristics:
    if change.loses_abilities:
        found = replace(
            found,
            keywords=_step(found.keywords, (), says, "613.1f"),
            text=_step(found.text, (), says, "613.1f"),
        )
    if change.lose_keywords:
        kept = tuple(k for k in found.keywords.value if k not in change.lose_keywords)
        found = replace(found, keywords=_step(found.keywords, kept, says, "613.1f"))
    if change.keywords:
        both = tuple(dict.fromkeys((*found.keywords.value, *change.keywords)))
        found = replace(found, keywords=_step(found.keywords, both, says, "613.1f"))
    return found


def _numbers(
    game: Game,
    obj: Obj,
    found: Characteristics,
    changes: list[tuple[int, Alteration, str, Obj | None]],
) -> Characteristics:
    """Apply layer 7: defining, setting, modifying, counters (613.4)."""
    power, toughness, subtypes = found.power, found.toughness, found.subtypes

    def value(given: str | int) -> int:
        if given == "mana value":
            return number(found.mana_value.value)
        return amount(game, given, obj.controller, obj)

    for _, change, says, source in changes:
        if change.like_last_exiled and source is not None:
            like = _last_exiled(game, source)
            if like is not None:
                power = _step(power, number(like.power.value), says, "613.4b", "607.2a")
                toughness = _step(toughness, number(like.toughness.value), says, "613.4b")
                kinds = tuple(dict.fromkeys((*like.subtypes.value, "Shapeshifter")))
                subtypes = _step(subtypes, kinds, says, "613.1d", "607.2a")
        rule = "613.4a" if change.defines else "613.4b"
        if change.power is not None:
            power = _step(power, value(change.power), says, rule)
        if change.toughness is not None:
            toughness = _step(toughness, value(change.toughness), says, rule)
    if "Creature" in found.types.value:
        up, down = 0, 0
        for _, change, says, _ in changes:
            if change.add_power:
                power = _step(power, number(power.value) + change.add_power, says, "613.4c")
            if change.add_toughness:
                new = number(toughness.value) + change.add_toughness
                toughness = _step(toughness, new, says, "613.4c")
        plus = obj.count("+1/+1") - obj.count("-1/-1")
        up, down = plus, plus
        if plus:
            power = power.because("counters", ("613.4c", "122.1a"), number(power.value) + up)
            toughness = toughness.because(
                "counters", ("613.4c", "122.1a"), number(toughness.value) + down
            )
    return replace(found, power=power, toughness=toughness, subtypes=subtypes)


def _last_exiled(game: Game, source: Obj) -> Characteristics | None:
    """Return the last creature card that a source's ability exiled and that is still there."""
    for i in reversed(game.links.get(f"{source.id}", ())):
        card = game.get(i)
        if card is not None and card.zone == "exile" and card.cards:
            known = characteristics_of(game, card)
            if "Creature" in known.types.value:
                return known
    return None


def as_copied(game: Game, obj: Obj, *, token: bool = False) -> tuple[Copiable, int]:
    """Return the copiable values of an object for something that copies it, and the face (707.2).

    A token that is created as a copy of a double-faced object has both of its faces
    (707.8a); everything else copies the face that is up alone (707.8).
    """
    from mtgmeld.rules.editions import MODAL_TRANSFORM, TOKENS_TWO_FACES

    what = copiable_of(game, obj)
    status = status_of_plain(obj, what)
    if what.layout == "melded":
        made = Copiable("melded", what.faces, copied=True, token=token, lone_melded=True)
        return made, 0
    if what.layout in ("transform", "modal_dfc"):
        since = TOKENS_TWO_FACES if what.layout == "transform" else MODAL_TRANSFORM
        face = status.face if status.zone in ("battlefield", "stack") else 0
        if token and game.edition.has(since):
            return replace(what, copied=True, token=True), face
        back = what.layout == "transform" and face == 1
        single = Copiable("single", what.faces[face : face + 1], copied=True, token=token)
        return replace(single, lone_back=back), 0
    if what.layout in ("meld", "flip"):
        return Copiable("single", what.faces[:1], copied=True, token=token), 0
    return replace(what, copied=True, token=token), status.face


def with_exceptions(what: Copiable, change: Callable[[Face], Face]) -> Copiable:
    """Return copied values with an exception that the copy effect makes (707.9)."""
    return replace(what, faces=tuple(change(f) for f in what.faces))
