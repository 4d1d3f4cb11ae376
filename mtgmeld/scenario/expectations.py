"""Holding a moment of a run against what is expected of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import MtgmeldError
from mtgmeld.game.characteristics import Characteristics, all_different_names, back_face
from mtgmeld.game.knowing import may_see
from mtgmeld.game.objects import Obj
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost, order
from mtgmeld.rules.citations import TwoAnswers, show
from mtgmeld.scenario.notation import Expect
from mtgmeld.scenario.possible import Row, possible

if TYPE_CHECKING:
    from mtgmeld.game.events import Event

__all__ = ["Outcome", "hold"]


class Outcome(msgspec.Struct, frozen=True):
    """Whether one expectation holds.

    Attributes
    ----------
    where : str
        ``start`` or ``step 2``, and the expectation's number.
    what : str
        The field that was asked about.
    expected, actual : str
    holds : bool
    why : str
        The reasons of the actual value, with rule numbers.
    """

    where: str
    what: str
    expected: str
    actual: str
    holds: bool
    why: str = ""

    def __str__(self) -> str:
        if self.holds:
            return f"{self.where}: {self.what} = {self.actual}"
        tail = f"\n      why: {self.why}" if self.why else ""
        return f"{self.where}: {self.what}: expected {self.expected}, got {self.actual}{tail}"


class Moment(msgspec.Struct):
    """What an expectation is held against: the states around a step, and its events."""

    before: State
    state: State
    events: Sequence[Event]


def hold(wanted: Expect, moment: Moment, where: str) -> list[Outcome]:
    """Return the outcome of each field of an expectation.

    Raises
    ------
    MtgmeldError
        If it asks about what does not exist.
    """
    rows = list(_rows(wanted, moment))
    return [
        Outcome(
            where,
            what,
            show(expected),
            show(actual),
            holds,
            why if holds or "[" in why else _story(why, moment),
        )
        for what, expected, actual, holds, why in rows
    ]


_MOST_TOLD = 12


def _story(why: str, moment: Moment) -> str:
    """Return a reason with what happened in the step, for a value that is no characteristic."""
    told = [why] if why else []
    told += [told_of(e, moment.state.edition.date) for e in moment.events[:_MOST_TOLD]]
    left = len(moment.events) - _MOST_TOLD
    told += [f"and {left} more events"] if left > 0 else []
    return "\n           ".join(told)


def told_of(event: Event, date: str) -> str:
    """Return an event on one line, with its rules by their numbers in an edition."""
    from mtgmeld.rules.numbers import number_in

    move = f" {event.start} -> {event.end}" if event.end else ""
    if event.cards > 1:
        move += f", one object, {event.cards} cards"
    note = f" ({event.note})" if event.note else ""
    rules = ", ".join(number_in(r, date) for r in event.rules)
    return f"{event.kind}: {event.name}{move}{note} [{rules}]"


def _rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
    if wanted.object is not None:
        yield from _object_rows(wanted, moment)
    else:
        yield from _zone_rows(wanted, moment)
    yield from _player_rows(wanted, moment.state)
    yield from _happened(wanted, moment)
    yield from possible(wanted, moment.state)


def _words(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(v) for v in value]


def _object_rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
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
        expected = _words(wanted.cards)
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
                same = sorted(_words(expected)) == _set_of(found.value)
            yield name, expected, found.value, same, str(found)
    if wanted.has_keywords is not None:
        missing = [k for k in _words(wanted.has_keywords) if k not in _flat(known.keywords.value)]
        yield (
            "has keywords",
            wanted.has_keywords,
            known.keywords.value,
            not missing,
            str(known.keywords),
        )
    if wanted.none_of is not None:
        there = [k for k in _words(wanted.none_of) if k in known.keywords.value]
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
        yield (
            "color indicator",
            wanted.color_indicator,
            found.value,
            order(wanted.color_indicator) == found.value,
            str(found),
        )
    for name in ("power", "toughness", "loyalty", "defense"):
        expected = getattr(wanted, name)
        if expected is not None:
            found = known[name]
            yield name, expected, found.value, str(expected) == str(found.value), str(found)
    yield from _asked(wanted, state, i, known)


def _cost(text: str) -> ManaCost | None:
    return None if text in ("", "none") else ManaCost.parse(text)


def _why(state: State, i: int, name: str) -> str:
    return state.explain(i, name).to_text(gists=False).replace("\n", "\n           ")


def _asked(wanted: Expect, state: State, i: int, known: Characteristics) -> Iterator[Row]:
    names = _flat(known.names.value)
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
            theirs = _flat(state.characteristics(state.find(other)[0]).names.value)
            both = set(names) & set(theirs)
            yield field.replace("_", " "), other, sorted(both), bool(both) is share, "201.2a"
    if wanted.same_cost_as is not None:
        cost = state.characteristics(wanted.same_cost_as).mana_cost.value
        yield "same cost as", cost, known.mana_cost.value, cost == known.mana_cost.value, "709.4b"
    if wanted.repeated_symbols is not None:
        found = state.value(i, "repeated_symbols")
        have = ["unknown"] if found.value is None else list(_flat(found.value))
        expected = [s.strip("{}") for s in _words(wanted.repeated_symbols)]
        yield "repeated symbols", expected, have, expected == have, str(found)
    if wanted.back_face is not None:
        obj = state.last(i)
        for stamp in () if obj is None else obj.cards:
            back = back_face(state.cards[stamp].card)
            name = "none" if back.value is None else back.value.name
            yield "back face", wanted.back_face, name, wanted.back_face == name, str(back)
    if wanted.color_identity is not None:
        found = state.value(i, "color_identity")
        yield (
            "color identity",
            wanted.color_identity,
            found.value,
            order(wanted.color_identity) == found.value,
            str(found),
        )
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
        missing = [r for r in _words(wanted.cites) if r not in have]
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


def _flat(value: Any) -> list[str]:
    if isinstance(value, TwoAnswers):
        return [n for answer in value.answers for n in answer]
    return list(value or ())


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
            for w in _words(wanted.unlocked)
            if w
        }
        actual = {faces[h].name for h in obj.unlocked if h < len(faces)}
        yield "unlocked", sorted(expected), sorted(actual), expected == actual, "709.5c"
    if wanted.targets is not None:
        aimed = obj.cast.targets if obj.cast is not None else ()
        expected = _words(wanted.targets)
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


# ---------------------------------------------------------------- zones and what happened


def _zone_rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
    state = moment.state
    if wanted.zone is not None:
        ids = state.in_zone(wanted.zone, wanted.player or "")
        if wanted.matching is not None:
            from mtgmeld.game.seen import matches

            you = wanted.player or state.active
            ids = tuple(
                i for i in ids if matches(state, wanted.matching, state.things[i], None, you)
            )
        where = wanted.zone + (f" of {wanted.player}" if wanted.player else "")
        if wanted.cards is not None:
            expected = _words(wanted.cards)
            actual = [_called(state, i, expected) for i in ids]
            same = sorted(expected) == sorted(actual) if wanted.any_order else expected == actual
            yield where, expected, actual, same, ""
        if wanted.count is not None:
            yield f"how many in {where}", wanted.count, len(ids), wanted.count == len(ids), ""
        if wanted.different_names is not None:
            answer = all_different_names(state.characteristics(i) for i in ids)
            same = answer.value is wanted.different_names
            label = f"different names in {where}"
            yield label, wanted.different_names, answer.value, same, str(answer)
        if wanted.hidden_from is not None:
            hidden = bool(ids) and not any(
                may_see(state.things[i], wanted.hidden_from)[0] for i in ids
            )
            yield f"{where} hidden from {wanted.hidden_from}", True, hidden, hidden, "400.2"


def _player_rows(wanted: Expect, state: State) -> Iterator[Row]:
    if wanted.life is not None:
        for name, n in wanted.life.items():
            yield f"life of {name}", n, state.player(name).life, state.player(name).life == n, ""
    if wanted.mana is not None:
        for name, text in wanted.mana.items():
            pool = "".join(sorted(m.type for m in state.player(name).pool))
            asked = "".join(sorted(text.replace("{", "").replace("}", "")))
            yield f"mana of {name}", asked, pool, asked == pool, ""
    if wanted.lost is not None:
        lost = [p.name for p in state.players if p.lost]
        yield "lost", wanted.lost, lost, sorted(_words(wanted.lost)) == sorted(lost), ""
    if wanted.stack is not None:
        expected = _words(wanted.stack)
        actual = [_called(state, i, expected) for i in state.in_zone("stack")]
        yield "stack", expected, actual, expected == actual, ""
    if wanted.turn_of is not None:
        yield "turn of", wanted.turn_of, state.active, wanted.turn_of == state.active, ""
    if wanted.at is not None:
        yield "step", wanted.at, state.step, wanted.at == state.step, ""
    if wanted.priority is not None:
        same = wanted.priority == state.priority
        yield "priority", wanted.priority, state.priority, same, "117.1"


def _called(state: State, i: int, expected: list[str]) -> str:
    """Return what an object is called: its handle, a name or its card's, whichever is expected."""
    obj = state.things[i]
    options = [h for h, ids in state.handles.items() if i in ids]
    options += [state.name_of(i), state.card_name(obj)]
    options += _flat(state.characteristics(i).names.value) if obj.ability is None else []
    if obj.ability is not None:
        options.append(obj.ability.key.partition("#")[0])
    return next((o for o in options if o in expected), state.name_of(i))


def _happened(wanted: Expect, moment: Moment) -> Iterator[Row]:
    state = moment.state
    if wanted.triggered is not None:
        for key, n in wanted.triggered.items():
            actual = _triggered(moment, key)
            yield f"triggered {key!r}", n, actual, n == actual, "603.2"
    if wanted.counted is not None:
        for key, n in wanted.counted.items():
            actual = state.counts.get(key, 0)
            yield f"counted {key!r}", n, actual, n == actual, "603.2"
    if wanted.amounts is not None:
        for text, n in wanted.amounts.items():
            found = state.amount(text, wanted.player)
            yield text, n, found.value, n == found.value, str(found)
    if wanted.moved is not None:
        totals = {
            "objects": sum(e.objects for e in moment.events if e.kind == "move"),
            "cards": sum(e.cards for e in moment.events if e.kind == "move"),
        }
        for key, n in wanted.moved.items():
            actual = totals.get(key, -1)
            yield f"{key} moved", n, actual, n == actual, "712.21e"
    if wanted.events is not None:
        for kind, n in wanted.events.items():
            actual = sum(1 for e in moment.events if e.kind == kind)
            yield f"events {kind!r}", n, actual, n == actual, ""


def _triggered(moment: Moment, key: str) -> int:
    state = moment.state
    if key in state.counts:
        return state.counts[key] - moment.before.counts.get(key, 0)
    return sum(
        1
        for e in moment.events
        if e.kind == "trigger" and key in (e.name, e.name.partition("#")[0])
    )
