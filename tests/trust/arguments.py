"""Arguments for any action, drawn from its record: by the names and types of its fields.

A new action is covered without a line here; a text whose name says nothing here is drawn blindly,
and a test names it.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.state import State
from mtgmeld.game.values import STEPS, GameObject
from mtgmeld.mana import whole_number
from mtgmeld.records import Field, fields_of, names_of, options_of
from tests.trust.tables import AMOUNTS, EFFECT_TABLES, FILTERS, INSTRUCTIONS

Draw = Callable[[st.SearchStrategy[Any]], Any]
Strategy = st.SearchStrategy[Any]

# where an action finds its objects, if not on the battlefield
CARDS = ("hand", "graveyard", "exile", "command")
WHERE: Mapping[str, tuple[str, ...]] = {
    "cast": CARDS,
    "play land": CARDS,
    "cast copy": CARDS,
    "may cast": CARDS,
    "allow": CARDS,
    "put onto battlefield": (*CARDS, "library"),
    "put into command zone": ("battlefield", *CARDS),
    "discard": ("hand",),
    "plot": ("exile",),
    "reveal": ("hand", "library"),
    "search": ("library",),
    "resolve": ("stack",),
    "counter": ("stack",),
    "copy spell": ("stack",),
    "copy ability": ("stack",),
    "cascade": ("stack",),
    "exile as it resolves": ("stack",),
}
# what an action is meant for, where that is more than a place
FITS: Mapping[str, Callable[[GameObject], bool]] = {
    "meld": lambda o: o.base.layout == "meld",
    "unlock": lambda o: o.base.shared_type_line,
    "unlock by effect": lambda o: o.base.shared_type_line,
    "lock by effect": lambda o: o.base.shared_type_line,
    "lock or unlock": lambda o: o.base.shared_type_line,
    "transform": lambda o: len(o.base.faces) > 1,
    "turn face up": lambda o: o.face_down,
    "flip": lambda o: o.base.layout == "flip",
    "activate loyalty": lambda o: "Planeswalker" in o.base.faces[0].types,
    "attach": lambda o: bool({"Aura", "Equipment"} & set(o.base.faces[0].subtypes)),
    "copy ability": lambda o: o.ability is not None,
    "copy spell": lambda o: o.ability is None,
    "counter": lambda o: True,
    "remove counters": lambda o: bool(o.counters),
    "untap": lambda o: o.tapped,
}
KINDS = ("+1/+1", "-1/-1", "charge", "loyalty", "lore", "defense", "hour", "flying")
NAMES = ("Graf Rats", "Fire", "Wear", "Chittering Host", "Smoky Lounge", "Akoum Teeth", "Forest")
MANA = ("{R}", "{C}{C}", "{W}{U}{B}{R}{G}", "{G}{G}{G}", "{5}", "pool")
TYPES = ("Creature", "Artifact", "Enchantment", "Land", "Instant", "Planeswalker")
SUBTYPES = ("Human", "Room", "Aura", "Forest", "Equipment", "Saga")
KEYWORDS = ("Flying", "Fuse", "Aftermath", "Cascade", "Flashback", "Indestructible", "Haste")
COLORS = ("", "w", "UR", "WUBRG")
DURATIONS = ("end of turn", "end of combat", "you's next turn", "opponent's next turn")
# choices beside those that are asked for
CHOSEN = ("cast", "half", "mode", "name", "object", "find", "graveyard", "counterpart", "turn_of")


def some(values: typing.Iterable[Any]) -> Strategy:
    return st.sampled_from(tuple(values))


def several(values: typing.Iterable[Any], most: int = 2) -> Strategy:
    return st.lists(some(values), max_size=most, unique=True)


def players(state: State) -> Strategy:
    return some(p.name for p in state.players)


def objects(state: State, action: str) -> Strategy:
    """One object by handle, name or number, likely one that the action is meant for."""
    everything = sorted(state.things)
    fit = [i for z in WHERE.get(action, ("battlefield",)) for i in state.in_zone(z)]
    if (meant := FITS.get(action)) is not None:
        fit = [i for i in fit if meant(state.things[i])] or fit
    if not everything:
        return some(("nothing",))
    refs = [state.ref_of(i) for i in (*fit, *fit, *fit, *everything)]
    gone = sorted(set(state.handles) - set(refs))[:1]
    return some((*refs, *gone))


def any_object(state: State, _: str) -> Strategy:
    return objects(state, "")


def halves(state: State, _: str) -> Strategy:
    """Words for the halves and faces that there are."""
    names = {f.name: None for o in state.things.values() for f in o.base.faces[:2]}
    return some((*("left", "right") * 4, *list(names)[:8]))


def faces(state: State, _: str) -> Strategy:
    names = {f.name: None for o in state.things.values() for f in o.base.faces[:2]}
    return some(("front", "back", *list(names)[:8]))


def counters(_: State, __: str) -> Strategy:
    return st.dictionaries(some(KINDS), st.integers(1, 2), max_size=2)


def abilities(state: State, _: str) -> Strategy:
    from mtgmeld.game.activating import activated
    from mtgmeld.game.draft import Draft

    draft = Draft.of(state)
    keys = [a.key for o in draft.battlefield() for a in activated(draft, o)]
    return some(("+1", "-2", "0", *dict.fromkeys(keys)))


def laid(state: State, _: str) -> Strategy:
    """Ids of effects and permissions that are there, and one that is not."""
    named = [a.key for a in state.standing]
    named += [e.allows.by for e in state.effects if e.allows is not None]
    return some(("flashback", *dict.fromkeys(n for n in named if n)))


def assigned(state: State, _: str) -> Strategy:
    """Each of up to two permanents deals its power to one thing, or a wrong number."""
    mine = [i for i in state.in_zone("battlefield") if state.value(i, "power").value]
    much = {state.ref_of(i): state.value(i, "power").value for i in mine} or {"nothing": 1}
    whole = {ref: n if isinstance(n, int) else whole_number(str(n)) or 1 for ref, n in much.items()}

    def of(ref: str) -> Strategy:
        return whom(state, "").map(lambda to: (ref, {to: whole[ref]}))

    one = some(whole).flatmap(of)
    return st.lists(one, min_size=1, max_size=2).map(dict)


def ends(state: State, _: str) -> Strategy:
    refs = [f"{state.ref_of(i)} leaves" for i in state.in_zone("battlefield")[:3]]
    return some((*DURATIONS, *refs))


def whom(state: State, _: str) -> Strategy:
    return some((*(p.name for p in state.players), *map(state.ref_of, sorted(state.things))))


def chosen(state: State, _: str) -> Strategy:
    """Choices that nobody may have asked for."""
    words = ("none", "left", "right", *NAMES[:3], *map(state.ref_of, sorted(state.things)[:6]))
    return st.dictionaries(some(CHOSEN), some(words), min_size=1, max_size=2)


def instructions(_: State, __: str) -> Strategy:
    return st.lists(some(INSTRUCTIONS), min_size=1, max_size=2)


def fixed(values: typing.Iterable[Any]) -> Callable[[State, str], Strategy]:
    made = some(values)
    return lambda _, __: made


def listed(values: typing.Iterable[Any]) -> Callable[[State, str], Strategy]:
    made = several(values)
    return lambda _, __: made


By = Callable[[State, str], Strategy]

# by the name of a field
BY_NAME: Mapping[str, By] = {
    "player": lambda s, _: players(s),
    "assigned": assigned,
    "order": lambda s, _: st.lists(some(NAMES), min_size=2, max_size=2),
    "replacement": laid,
    "commander": fixed(("command", "stay")),
    "keep": any_object,
    "target": whom,
    "as_copy": lambda s, _: st.one_of(st.just("none"), objects(s, "")),
    "choose": chosen,
    "during": fixed((*STEPS, "turn", "opponent's upkeep", "you's precombat main")),
    "object": objects,
    "with": objects,
    "of": any_object,
    "source": objects,
    "half": halves,
    "face": faces,
    "x": fixed((0, 1, 2, 5)),
    "by": laid,
    "pay": fixed(MANA),
    "mana": fixed(MANA[:-1]),
    "ability": abilities,
    "kind": fixed(KINDS),
    "count": fixed((1, 2, 0, 3)),
    "amount": fixed((1, 0, 3, 7)),
    "counters": counters,
    "until": ends,
    "control": lambda s, _: some(("owner", *(p.name for p in s.players))),
    "attached_to": whom,
    "to": whom,
    "name": fixed(NAMES),
    "quality": fixed(FILTERS),
    "what": fixed(FILTERS),
    "only": fixed((*FILTERS, "unlock")),
    "unlike": fixed(FILTERS),
    "condition": fixed(("your turn", "count t:creature >= 2", "it was cast")),
    "library": lambda s, _: players(s),
    "pays": fixed(("{1}", "{R}{R}", "{0}")),
    "where": fixed(("top", "bottom", 1, 2, 9)),
    "step": fixed(STEPS),
    "do_later": instructions,
    "otherwise": instructions,
    "options": lambda s, a: st.fixed_dictionaries({"one": instructions(s, a)}),
    "then": instructions,
    "about": lambda s, a: st.lists(objects(s, ""), max_size=2),
    "found": lambda s, _: st.lists(some(sorted(s.things) or (1,)), max_size=2),
    "types": listed(TYPES),
    "add_types": listed(TYPES),
    "subtypes": listed(SUBTYPES),
    "add_subtypes": listed(SUBTYPES),
    "supertypes": listed(("Legendary", "Basic", "Snow")),
    "keywords": listed(KEYWORDS),
    "lose_keywords": listed(KEYWORDS),
    "colors": fixed(COLORS),
    "add_colors": fixed(COLORS),
    "power": fixed(("2", "0", "7", "count t:creature")),
    "toughness": fixed(("2", "1", "0", "doors t:room")),
    "add_power": fixed(AMOUNTS),
    "add_toughness": fixed(AMOUNTS),
    "cost": fixed(("{1}", "{R}", "its mana cost", "{0}")),
    "cast": lambda s, a: st.lists(objects(s, "cast"), min_size=1, max_size=2),
    "effect": fixed(EFFECT_TABLES),
    "id": laid,
    "text": fixed(("a note",)),
    "at_least": fixed((0, 1, 30)),
}
# where a name means something else in one action
BY_ACTION: Mapping[tuple[str, str], By] = {
    ("blink", "until"): fixed(("end", "upkeep", "end of combat")),
    ("exile", "until"): any_object,
    ("exile", "with"): any_object,
    ("at step", "of"): lambda s, _: players(s),
    ("next step", "of"): lambda s, _: players(s),
    ("next turn", "of"): lambda s, _: players(s),
    ("win game", "of"): fixed(FILTERS),
    ("next step", "to"): fixed(STEPS),
    ("search", "to"): fixed(("hand", "battlefield", "graveyard", "library top")),
    ("allow", "by"): fixed(("flashback", "a gift")),
    ("may cast", "by"): fixed(("an offer",)),
    ("create token", "name"): fixed(("Zombie", "Graf Rats", "Wall")),
    ("activate", "mana"): fixed(("U", "{G}", "C", "WU")),
    ("tap for mana", "mana"): fixed(("U", "{G}", "C", "WU")),
    ("change", "power"): fixed((0, 3, "count t:creature", "x")),
    ("change", "toughness"): fixed((0, 3, "doors t:room")),
    # an exception of a copy may add subtypes by the same word
    ("create token copy", "add_types"): listed((*TYPES, "Zombie")),
    ("become copy", "add_types"): listed((*TYPES, "Zombie")),
    ("create token copy", "power"): fixed(("1", "4")),
    ("create token copy", "toughness"): fixed(("1", "4")),
    ("sacrifice", "cost"): lambda _, __: st.booleans(),
}
MAKES = ("copy spell", "copy ability", "cast copy", "meld", "create token", "create token copy")


def _by(action: str, field: Field) -> By:
    """Return how a field is drawn: by its name where that says more than its type."""
    options = options_of(field.type)
    found = BY_ACTION.get((action, field.name))
    if found is None and bool not in options:
        if field.name == "id" and action in MAKES:
            return lambda s, _: some(f"made {n}" for n in range(len(s.handles), len(s.handles) + 2))
        found = BY_NAME.get(field.name)
    return found or (lambda _, __: _of_type(options[0]))


def _of_type(kind: Any) -> Strategy:
    """Return values of a type."""
    if typing.get_origin(kind) in (list, tuple, Sequence):
        inner = options_of(typing.get_args(kind)[0])[0]
        return st.lists(_of_type(inner), max_size=2)
    if typing.get_origin(kind) is dict or kind is dict:
        return st.just({})
    return {bool: st.booleans(), int: st.integers(0, 3)}.get(kind, some(NAMES))


def _is_refs(field: Field) -> bool:
    several = any(typing.get_origin(option) is list for option in options_of(field.type))
    return several and field.name in ("object", "to", "keep", "target")


def unnamed(action: str) -> list[str]:
    """Return the texts of an action that are drawn blindly: nothing here says what they are."""
    return [
        f.name
        for f in fields_of(ACTIONS[action])
        if str in options_of(f.type) and f.name not in BY_NAME and (action, f.name) not in BY_ACTION
    ]


SHARED = names_of(Action)
RARELY = (None,) * 8 * len(SHARED)


def row(draw: Draw, state: State, action: str) -> dict[str, Any]:
    """Return a step of a situation that tries an action in a state, legal or not."""
    made: dict[str, Any] = {"do": action}
    fields = {f.name: f for f in fields_of(ACTIONS[action])}
    optional = [n for n, f in fields.items() if not f.required and n not in SHARED]
    wanted = [n for n, f in fields.items() if f.required]
    if optional:
        most = 4 if len(optional) > 4 else 2
        wanted += draw(st.lists(some(optional), max_size=most, unique=True))
    if action in ("sacrifice", "discard") and "object" not in wanted and draw(st.booleans()):
        wanted.append("object")
    shared = draw(some((*RARELY, *SHARED)))
    for name in wanted if shared is None else (*wanted, shared):
        one = _by(action, fields[name])(state, action)
        if _is_refs(fields[name]) and not draw(st.integers(0, 3)):
            made[name] = draw(st.lists(one, min_size=1, max_size=3, unique=True))
        else:
            made[name] = draw(one)
    return made


def row_of(action: Action) -> dict[str, Any]:
    """Return an action with its choices as a row of the notation."""
    kind = type(action)
    made: dict[str, Any] = {"do": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        value = getattr(action, field.name)
        plain = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            plain = field.default_factory()
        if value is not None and (field.required or value != plain):
            made[field.encode_name] = msgspec.to_builtins(value)
    return made
