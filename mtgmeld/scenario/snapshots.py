"""What there is at a moment, as plain values: zones, stack, life, permanents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mtgmeld.game.state import State
from mtgmeld.game.values import GameObject
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.scenario.normal import Row, called, plain_cost, targets_by_half, unlocked_in, whole

# what a snapshot has at the top, and what it has of each permanent and spell
PARTS = {
    "turn": "whose turn it is, and which step",
    "life": "life totals",
    "mana": "mana in pools, by player, as sorted letters; players without any are left out",
    "lost": "the players who have lost",
    "zones": "the other zones: hands, libraries and graveyards by player, exile, command;"
    " libraries and graveyards from the bottom to the top, the others sorted",
    "stack": "spells and abilities, from the bottom to the top",
    "battlefield": "permanents, sorted by what they are called",
}
VALUES = (
    "names",
    "mana_cost",
    "mana_value",
    "colors",
    "supertypes",
    "types",
    "subtypes",
    "power",
    "toughness",
)

# of what type each value of a row is, as questions have them; a row has those that are known
ROWS = {
    "stack": {
        "object": "text",
        "controller": "text",
        "kind": "text",
        "source": "text",
        "targets": "targets",
    },
    "battlefield": {
        **dict.fromkeys(("object", "owner", "controller", "face", "attached_to"), "text"),
        **dict.fromkeys(("tapped", "attacking", "token"), "true or false"),
        **dict.fromkeys(("cards", "unlocked"), "list of texts"),
        "counters": "numbers by name",
        "damage": "number",
    },
}


def snapshot(state: State) -> Row:
    """Return a state as plain values; two equal ones are written alike."""
    private: dict[str, dict[str, list[str]]] = {"hand": {}, "library": {}, "graveyard": {}}
    zones: Row = {**private, "exile": [], "command": []}
    for key, ids in state.places.items():
        zone, _, player = key.partition(":")
        names = [called(state, i) for i in ids]
        if zone in private:
            ordered = names if zone != "hand" else sorted(names)
            if names or zone != "library":
                zones[zone][player] = ordered
        elif zone in ("exile", "command"):
            zones[zone] = sorted(names)
    permanents = [_permanent(state, o) for o in state.battlefield()]
    return {
        "turn": {"of": state.active, "step": state.step},
        "life": {p.name: p.life for p in state.players},
        "mana": {p.name: "".join(sorted(m.type for m in p.pool)) for p in state.players if p.pool},
        "lost": [p.name for p in state.players if p.lost],
        "zones": zones,
        "stack": [_on_stack(state, state.things[i]) for i in state.places.get("stack", ())],
        "battlefield": sorted(permanents, key=lambda p: (p["object"], str(p))),
    }


def _values(state: State, obj: GameObject) -> Iterator[tuple[str, Any]]:
    """Yield the values that are known; an answer of each half is none of the whole."""
    known = state.characteristics(obj.id)
    for name in VALUES:
        value = known[name].value
        if isinstance(value, TwoAnswers) or (value is None and name != "mana_cost"):
            continue
        if name in ("power", "toughness"):
            if not whole(value):
                continue
            value = int(value)
        elif name == "mana_cost":
            value = None if value is None else plain_cost(str(value))
        yield name, sorted(value) if isinstance(value, tuple | list) else value


def _permanent(state: State, obj: GameObject) -> Row:
    made: Row = {
        "object": called(state, obj.id),
        "owner": obj.owner,
        "controller": obj.controller,
        **dict(_values(state, obj)),
        "face": obj.side_up,
        "tapped": obj.tapped,
        "attacking": obj.attacking,
        "token": obj.is_token,
        "counters": dict(obj.counters),
        "damage": obj.damage,
        "cards": sorted(state.cards[c].card.name for c in obj.cards),
    }
    made |= unlocked_in(state, obj)
    if obj.attached is not None:
        host = obj.attached
        made["attached_to"] = host if isinstance(host, str) else called(state, host)
    return made


def _on_stack(state: State, obj: GameObject) -> Row:
    made: Row = {"object": called(state, obj.id), "controller": obj.controller}
    if obj.ability is not None:
        targets = [t if isinstance(t, str) else called(state, t) for t in obj.ability.targets if t]
        source = called(state, obj.ability.source)
        grouped = [{"of": made["object"], "targets": targets}] if targets else []
        return {**made, "kind": "ability", "source": source, "targets": grouped}
    halves = targets_by_half(state, obj)
    return {
        **made,
        "kind": "spell",
        **dict(_values(state, obj)),
        "targets": [{"of": name, "targets": targets} for name, targets in halves],
    }
