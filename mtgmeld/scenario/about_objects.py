"""What expectations ask about an object: what it is, where and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mtgmeld.errors import MtgmeldError
from mtgmeld.game.characteristics import Characteristics, back_face
from mtgmeld.game.knowing import may_see
from mtgmeld.game.objects import Obj
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost, order
from mtgmeld.rules.citations import Derived, TwoAnswers
from mtgmeld.scenario.moments import Moment, flat, words
from mtgmeld.scenario.notation import Expect
from mtgmeld.scenario.possible import Row

__all__ = ["object_rows"]


def object_rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
    """Yield what holds of an object, or of each of the two cards that a handle stands for."""
    state = moment.state
    assert wanted.object is not None
    ids = state.find(wanted.object)
    if wanted.last_known:
        ids = _last_ids(moment, wanted.object, ids)
    alive = tuple(i for i in ids if i in state.things)
    if wanted.exists is not None:
        yield "exists", wanted.exists, bool(alive), wanted.exists is bool(alive), ""
        if not alive:
            return
    if wanted.cards is not None:
        have = [state.cards[c].card.name for i in ids if (o := state.last(i)) for c in o.cards]
        expected = words(wanted.cards)
        yield "cards", expected, have, sorted(expected) == sorted(have), ""
    if wanted.new_object is not None:
        old = set(_earlier(moment, wanted.object))
        new = not (set(ids) & old)
        yield "new object", wanted.new_object, new, new is wanted.new_object, "400.7"
    for i in ids:
        obj = state.last(i)
        if obj is None:
            yield "object", "one that exists", f"{i} is gone", False, ""
            continue
        known = state.characteristics(i)
        yield from _characteristics(wanted, state, i, known)
        yield from _status(wanted, state, obj, known)


def _last_ids(moment: Moment, handle: str, ids: tuple[int, ...]) -> tuple[int, ...]:
    """Return what an object was before its latest move in the step, if that is known (608.2h)."""
    for event in reversed(moment.events):
        if event.kind == "move" and set(event.became) & set(ids):
            if event.obj in moment.state.known:
                return (event.obj,)
    return tuple(i for i in _earlier(moment, handle) if i in moment.state.known) or ids


def _earlier(moment: Moment, handle: str) -> tuple[int, ...]:
    try:
        return moment.before.find(handle)
    except MtgmeldError:
        return ()


def _set_of(value: Any) -> Any:
    if isinstance(value, TwoAnswers):
        return [sorted(v) if isinstance(v, tuple) else v for v in value.answers]
    return sorted(value) if isinstance(value, tuple | list) else value


_SETS = ("names", "supertypes", "types", "subtypes", "keywords", "text")


def _characteristics(wanted: Expect, state: State, i: int, known: Characteristics) -> Iterator[Row]:
    for name in _SETS:
        expected = getattr(wanted, name)
        if expected is not None:
            found = known[name]
            if isinstance(found.value, TwoAnswers):
                nested = isinstance(expected, list) and all(isinstance(w, list) for w in expected)
                same = nested and [sorted(w) for w in expected] == _set_of(found.value)
            else:
                same = sorted(words(expected)) == _set_of(found.value)
            yield name, expected, found.value, same, str(found)
    if wanted.has_keywords is not None:
        missing = [k for k in words(wanted.has_keywords) if k not in flat(known.keywords.value)]
        yield (
            "has keywords",
            wanted.has_keywords,
            known.keywords.value,
            not missing,
            str(known.keywords),
        )
    if wanted.none_of is not None:
        there = [k for k in words(wanted.none_of) if k in known.keywords.value]
        yield "has none of", wanted.none_of, there, not there, str(known.keywords)
    if wanted.mana_cost is not None:
        found = known.mana_cost
        cost = _cost(wanted.mana_cost)
        yield "mana cost", cost, found.value, cost == found.value, str(found)
    if wanted.mana_value is not None:
        found = known.mana_value
        actual = list(found.value.answers) if isinstance(found.value, TwoAnswers) else found.value
        yield (
            "mana value",
            wanted.mana_value,
            found.value,
            wanted.mana_value == actual,
            _why(state, i, "mana_value"),
        )
    if wanted.colors is not None:
        found = known.colors
        if isinstance(wanted.colors, list):
            actual = list(getattr(found.value, "answers", ()))
            same = [order(c) for c in wanted.colors] == actual
        else:
            same = order(wanted.colors) == found.value and set(wanted.colors) <= set("WUBRG")
        yield "colors", wanted.colors, found.value, same, _why(state, i, "colors")
    if wanted.color_indicator is not None:
        found = known.color_indicator
        yield _letters("color indicator", wanted.color_indicator, found)
    for name in ("power", "toughness", "loyalty", "defense"):
        expected = getattr(wanted, name)
        if expected is not None:
            found = known[name]
            yield name, expected, found.value, str(expected) == str(found.value), str(found)
    yield from _asked(wanted, state, i, known)


def _cost(text: str) -> ManaCost | None:
    return None if text in ("", "none") else ManaCost.parse(text)


def _letters(name: str, wanted: str, found: Derived) -> Row:
    """Return the outcome for colors that are written as letters, in any order."""
    return name, wanted, found.value, order(wanted) == found.value, str(found)


def _why(state: State, i: int, name: str) -> str:
    return state.explain(i, name).to_text(gists=False).replace("\n", "\n           ")


def _asked(wanted: Expect, state: State, i: int, known: Characteristics) -> Iterator[Row]:
    names = flat(known.names.value)
    if wanted.has_name is not None:
        yield "has name", wanted.has_name, names, wanted.has_name in names, str(known.names)
    if wanted.lacks_name is not None:
        yield (
            "lacks name",
            wanted.lacks_name,
            names,
            wanted.lacks_name not in names,
            str(known.names),
        )
    for field, share in (("shares_name_with", True), ("shares_no_name_with", False)):
        other = getattr(wanted, field)
        if other is not None:
            theirs = flat(state.characteristics(state.find(other)[0]).names.value)
            both = set(names) & set(theirs)
            yield field.replace("_", " "), other, sorted(both), bool(both) is share, "201.2a"
    if wanted.same_cost_as is not None:
        cost = state.characteristics(wanted.same_cost_as).mana_cost.value
        yield "same cost as", cost, known.mana_cost.value, cost == known.mana_cost.value, "709.4b"
    if wanted.repeated_symbols is not None:
        found = state.value(i, "repeated_symbols")
        have = ["unknown"] if found.value is None else list(flat(found.value))
        expected = [s.strip("{}") for s in words(wanted.repeated_symbols)]
        yield "repeated symbols", expected, have, expected == have, str(found)
    if wanted.back_face is not None:
        obj = state.last(i)
        for stamp in () if obj is None else obj.cards:
            back = back_face(state.cards[stamp].card)
            name = "none" if back.value is None else back.value.name
            yield "back face", wanted.back_face, name, wanted.back_face == name, str(back)
    if wanted.color_identity is not None:
        found = state.value(i, "color_identity")
        yield _letters("color identity", wanted.color_identity, found)
    if wanted.devotion is not None:
        found = state.value(i, "devotion")
        counts = dict(p.split(" ") for p in found.value.split(", ") if " " in p)
        for color, n in wanted.devotion.items():
            actual = int(counts.get(color, 0))
            yield f"devotion to {color}", n, actual, n == actual, str(found)
    if wanted.flashback_cost is not None:
        found = state.value(i, "flashback_cost")
        same = ManaCost.parse(wanted.flashback_cost) == found.value
        yield "flashback cost", wanted.flashback_cost, found.value, same, str(found)
    if wanted.could_produce is not None:
        found = state.value(i, "could_produce")
        same = sorted(wanted.could_produce) == sorted(found.value)
        yield "could produce", wanted.could_produce, found.value, same, str(found)
    if wanted.is_ is not None:
        from mtgmeld.game.seen import matches

        obj = state.last(i)
        assert obj is not None
        fits = matches(state, wanted.is_, obj, known, wanted.player or state.active)
        yield "is", wanted.is_, fits, fits, ""
    if wanted.cites is not None:
        have = _cited(wanted, state, i, known)
        missing = [r for r in words(wanted.cites) if r not in have]
        yield "cites", wanted.cites, have, not missing, ""


def _cited(wanted: Expect, state: State, i: int, known: Characteristics) -> list[str]:
    """Return the rules that the asked values rest on, by their numbers in the edition."""
    from mtgmeld.rules.numbers import number_in

    asked = [
        n
        for n in (*_SETS, "mana_cost", "mana_value", "colors", "power")
        if getattr(wanted, n) is not None
    ]
    rules = [r for n in asked or ["mana_value"] for r in known[n].all_rules]
    return [number_in(r, state.edition.date) for r in rules]


def _status(wanted: Expect, state: State, obj: Obj, known: Characteristics) -> Iterator[Row]:
    plain: dict[str, Callable[[Obj], Any]] = {
        "zone": lambda o: o.zone,
        "owner": lambda o: o.owner,
        "controller": lambda o: o.controller,
        "tapped": lambda o: o.tapped,
        "attacking": lambda o: o.attacking,
        "token": lambda o: o.is_token,
        "face": lambda o: "down" if o.face_down else "back" if o.face else "front",
        "x": lambda o: o.cast.x if o.cast is not None else 0,
        "paid": lambda o: o.cast.paid if o.cast is not None else "",
    }
    for name, read in plain.items():
        expected = getattr(wanted, name)
        if expected is not None:
            actual = read(obj)
            yield name, expected, actual, expected == actual, ""
    for player, known_to in ((wanted.known_to, True), (wanted.hidden_from, False)):
        if player is not None:
            seen, rules = may_see(obj, player)
            what = f"{'known to' if known_to else 'hidden from'} {player}"
            yield what, True, seen is known_to, seen is known_to, ", ".join(rules)
    if wanted.unlocked is not None:
        from mtgmeld.game.layers import copiable_of

        faces = copiable_of(state, obj).faces
        expected = {
            {"left": faces[0].name, "right": faces[-1].name}.get(w, w)
            for w in words(wanted.unlocked)
            if w
        }
        actual = {faces[h].name for h in obj.unlocked if h < len(faces)}
        yield "unlocked", sorted(expected), sorted(actual), expected == actual, "709.5c"
    if wanted.targets is not None:
        aimed = obj.cast.targets if obj.cast is not None else ()
        expected = words(wanted.targets)
        chosen = [_aimed_at(state, t, expected) for t in aimed]
        yield "targets", wanted.targets, chosen, expected == chosen, "601.2c"
    if wanted.counters is not None:
        have = dict(obj.counters)
        yield (
            "counters",
            wanted.counters,
            have,
            {k: n for k, n in wanted.counters.items() if n} == have,
            "",
        )
    if wanted.attached_to is not None:
        host = obj.attached
        if isinstance(host, int):
            same = host in state.find(wanted.attached_to)
        else:
            same = (host or "nothing") == wanted.attached_to
        yield "attached to", wanted.attached_to, host, same, ""


def _aimed_at(state: State, target: int | str, expected: list[str]) -> str:
    """Return what a target is called: the expected handle if it is one of several."""
    if isinstance(target, str):
        return target
    handles = [h for h, ids in state.handles.items() if ids == (target,)]
    return next((h for h in handles if h in expected), state.ref_of(target))
