"""What an expectation may ask, each thing registered with its type, its meaning and its getter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from keyword import iskeyword
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.game.casting import CastSpell
from mtgmeld.game.characteristics import all_different_names, back_face
from mtgmeld.game.engine import apply
from mtgmeld.game.hidden_information import may_see
from mtgmeld.game.legality import castable, options
from mtgmeld.game.setup import PlayerName, Words, Zone
from mtgmeld.game.state import State
from mtgmeld.game.values import GameObject
from mtgmeld.game.zone_change import replacements_of
from mtgmeld.mana import ManaCost, order
from mtgmeld.query.things import flat
from mtgmeld.records import names_a, one_of, says
from mtgmeld.rules.citations import TwoAnswers, written
from mtgmeld.scenario.asking import (
    EXPECTATIONS,
    About,
    Cost,
    Filter,
    Found,
    Getter,
    Moment,
    Subject,
    earlier,
    expects,
    words,
)
from mtgmeld.scenario.notation import EVENT_KINDS, Step, action_of

if TYPE_CHECKING:
    from mtgmeld.game.values import Event

# a word, a list of words, or a list for each of two answers
Answers = str | list[str | list[str]]

# ---------------------------------------------------------------- of a handle


@expects("exists", bool, "whether it is anywhere", of="handle")
def _exists(s: Subject, _: bool) -> Found:
    return Found(any(i in s.state.things for i in s.ids))


@expects(
    "cards",
    Words,
    "the cards that represent it; of a zone, its content from the bottom to the top",
    of="handle",
)
def _cards(s: Subject, wanted: Any) -> Found:
    have = [s.state.cards[c].card.name for i in s.ids if (o := s.state.last(i)) for c in o.cards]
    expected = words(wanted)
    return Found(have, expected=expected, holds=sorted(expected) == sorted(have))


@expects("new_object", bool, "whether the step made a new object of it (400.7)", of="handle")
def _new_object(s: Subject, _: bool) -> Found:
    return Found(not set(s.ids) & set(earlier(s.moment, s.asked.object)), "400.7")


# ---------------------------------------------------------------- characteristics


def _sorted(value: Any) -> Any:
    if isinstance(value, TwoAnswers):
        return [sorted(v) if isinstance(v, tuple) else v for v in value.answers]
    return sorted(value) if isinstance(value, tuple | list) else value


def _set_of(name: str) -> Getter:
    def getter(s: Subject, wanted: Any) -> Found:
        found = s.known[name]
        if isinstance(found.value, TwoAnswers):
            nested = isinstance(wanted, list) and all(isinstance(w, list) for w in wanted)
            same = nested and [sorted(w) for w in wanted] == _sorted(found.value)
        else:
            same = sorted(words(wanted)) == _sorted(found.value)
        return Found(found.value, str(found), same)

    return getter


for _name, _meaning in (
    ("names", "its names; `[]` for none; a list of two lists for two answers"),
    ("supertypes", "its supertypes"),
    ("types", "its card types"),
    ("subtypes", "its subtypes"),
    ("keywords", "all its keyword abilities"),
    ("text", "the halves or faces whose rules text it has, by name"),
):
    expects(_name, Answers, _meaning)(_set_of(_name))


@expects("has_keywords", Words, "keyword abilities that it has among others")
def _has_keywords(s: Subject, wanted: Any) -> Found:
    found = s.known.keywords
    missing = [k for k in words(wanted) if k not in flat(found.value)]
    return Found(found.value, str(found), not missing)


@expects("none_of", Words, "keyword abilities that it does not have")
def _none_of(s: Subject, wanted: Any) -> Found:
    found = s.known.keywords
    there = [k for k in words(wanted) if k in found.value]
    return Found(there, str(found), not there, what="has none of")


@expects("mana_cost", Cost, "its mana cost; `none` where it has none")
def _mana_cost(s: Subject, wanted: str) -> Found:
    found = s.known.mana_cost
    cost = None if wanted in ("", "none") else ManaCost.parse(wanted)
    return Found(found.value, str(found), cost == found.value, expected=cost)


def _why(s: Subject, name: str) -> str:
    told = s.state.explain(s.thing.id, name).to_text(gists=False)
    return told.replace("\n", "\n           ")


@expects(
    "mana_value",
    int | float | list[int | float],
    "its mana value; a list of two numbers for two answers",
)
def _mana_value(s: Subject, wanted: Any) -> Found:
    value = s.known.mana_value.value
    actual = list(value.answers) if isinstance(value, TwoAnswers) else value
    return Found(value, _why(s, "mana_value"), wanted == actual)


@expects(
    "colors",
    str | list[str],
    "its colors as letters; empty for colorless; a list of two texts for two answers",
)
def _colors(s: Subject, wanted: Any) -> Found:
    value = s.known.colors.value
    if isinstance(wanted, list):
        same = [order(c) for c in wanted] == list(getattr(value, "answers", ()))
    else:
        same = order(wanted) == value and set(wanted) <= set("WUBRG")
    return Found(value, _why(s, "colors"), same)


@expects("color_indicator", str, "its color indicator as letters; empty without one")
def _color_indicator(s: Subject, wanted: str) -> Found:
    found = s.known.color_indicator
    return Found(found.value, str(found), order(wanted) == found.value)


def _size_of(name: str) -> Getter:
    def getter(s: Subject, wanted: Any) -> Found:
        found = s.known[name]
        return Found(found.value, str(found), str(wanted) == str(found.value))

    return getter


for _name, _meaning in (
    ("power", "its power"),
    ("toughness", "its toughness"),
    ("loyalty", "its printed loyalty"),
    ("defense", "its printed defense"),
):
    expects(_name, str | int, _meaning)(_size_of(_name))


@expects("has_name", str, "a name that it has among others")
def _has_name(s: Subject, wanted: str) -> Found:
    return Found(s.names, str(s.known.names), wanted in s.names)


@expects("lacks_name", str, "a name that it does not have")
def _lacks_name(s: Subject, wanted: str) -> Found:
    return Found(s.names, str(s.known.names), wanted not in s.names)


def _shared(s: Subject, other: str) -> list[str]:
    theirs = flat(s.state.characteristics(s.state.find(other)[0]).names.value)
    return sorted(set(s.names) & set(theirs))


@expects("shares_name_with", str, "an object with which it has a name in common (201.2a)")
def _shares_name(s: Subject, wanted: str) -> Found:
    return Found(both := _shared(s, wanted), "201.2a", bool(both))


@expects("shares_no_name_with", str, "an object with which it has no name in common")
def _shares_no_name(s: Subject, wanted: str) -> Found:
    return Found(both := _shared(s, wanted), "201.2a", not both)


@expects("same_cost_as", str, "an object with the same mana cost")
def _same_cost(s: Subject, wanted: str) -> Found:
    cost, own = s.state.characteristics(wanted).mana_cost.value, s.known.mana_cost.value
    return Found(own, "709.4b", cost == own, expected=cost)


@expects("other_cost_than", str, "an object with another mana cost")
def _other_cost(s: Subject, wanted: str) -> Found:
    found = _same_cost(s, wanted)
    return Found(found.value, found.why, not found.holds, expected=f"not {found.expected}")


@expects("repeated_symbols", Words, "mana symbols that are in its cost more than once (709.4b)")
def _repeated(s: Subject, wanted: Any) -> Found:
    found = s.state.value(s.thing.id, "repeated_symbols")
    have = ["unknown"] if found.value is None else list(flat(found.value))
    expected = [w.strip("{}") for w in words(wanted)]
    return Found(have, str(found), expected == have, expected=expected)


@expects("symbols", Words, 'the symbols of its mana cost, in its order: `["{1}", "{U}"]`')
def _symbols(s: Subject, wanted: Any) -> Found:
    found = s.known.mana_cost
    have = [str(symbol) for symbol in found.value or ()]
    return Found(have, str(found), words(wanted) == have)


@expects("back_face", str, "what its back face is, where that can be determined (712.4b)")
def _back_face(s: Subject, wanted: str) -> Iterator[Found]:
    # a token and a copy of a spell are no cards
    for what in [s.state.cards[stamp].card for stamp in s.thing.cards] or (s.thing.base,):
        back = back_face(what)
        yield Found("none" if back.value is None else back.value.name, str(back))


@expects("color_identity", str, "the color identity of the card or cards that represent it (903.4)")
def _color_identity(s: Subject, wanted: str) -> Found:
    found = s.state.value(s.thing.id, "color_identity")
    return Found(found.value, str(found), order(wanted) == found.value)


@expects("devotion", dict[str, int], "what it adds to the devotion to colors (700.5), by color")
def _devotion(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    found = s.state.value(s.thing.id, "devotion")
    text = found.value if isinstance(found.value, str) else ""
    counts = dict(p.split(" ") for p in text.split(", ") if " " in p)
    for color, n in wanted.items():
        what = f"devotion to {color}"
        yield Found(int(counts.get(color, 0)), str(found), expected=n, what=what)


@expects("flashback_cost", Cost, "the cost of the flashback that it has (702.34a)")
def _flashback_cost(s: Subject, wanted: str) -> Found:
    found = s.state.value(s.thing.id, "flashback_cost")
    return Found(found.value, str(found), ManaCost.parse(wanted) == found.value)


@expects("could_produce", str, "the types of mana that it could produce, as letters (106.7)")
def _could_produce(s: Subject, wanted: str) -> Found:
    found = s.state.value(s.thing.id, "could_produce")
    return Found(found.value, str(found), sorted(wanted) == sorted(found.value))


@expects("is", Filter, "a filter that fits it")
def _is(s: Subject, wanted: str) -> Found:
    from mtgmeld.game.views import matches

    you = s.asked.player or s.state.active
    fits = matches(s.state, wanted, s.thing, s.known, you)
    return Found(fits, holds=fits)


_CITED = ("names", "supertypes", "types", "subtypes", "keywords", "text")
_CITED_TOO = ("mana_cost", "mana_value", "colors", "power")


@expects("cites", Words, "rules that the asked values rest on, by their numbers in the edition")
def _cites(s: Subject, wanted: Any) -> Found:
    from mtgmeld.rules.numbers import number_in

    asked = [n for n in (*_CITED, *_CITED_TOO) if getattr(s.asked, n) is not None] or ["mana_value"]
    rules = [r for n in asked for r in s.known[n].all_rules]
    have = [number_in(r, s.state.edition.date) for r in rules]
    return Found(have, holds=all(r in have for r in words(wanted)))


# ---------------------------------------------------------------- where and how an object is


def _plain(name: str, kind: Any, meaning: str, read: Callable[[GameObject], Any]) -> None:
    expects(name, kind, meaning)(lambda s, _: Found(read(s.thing)))


_plain(
    "zone",
    Zone,
    "where it is; without an object, the zone that cards, count and hidden_from ask about",
    lambda o: o.zone,
)
_plain("owner", PlayerName, "whose it is", lambda o: o.owner)
_plain("controller", PlayerName, "who controls it", lambda o: o.controller)
_plain("tapped", bool, "whether it is tapped", lambda o: o.tapped)
_plain("attacking", bool, "whether it is attacking", lambda o: o.attacking)
_plain("token", bool, "whether it is a token", lambda o: o.is_token)
_plain(
    "face",
    str,
    "which face is up: front, back, or down for a face-down object",
    lambda o: o.side_up,
)
_plain(
    "x",
    int,
    "the X that was chosen for it as a spell",
    lambda o: o.cast.x if o.cast is not None else 0,
)


@expects("paid", str, "what was paid for it as a spell, or the mana that is that much (`{4}`)")
def _paid(s: Subject, wanted: str) -> Found:
    paid = s.thing.cast.paid if s.thing.cast is not None else ""
    return Found(paid, holds=paid == wanted or _same_mana(paid, wanted))


def _same_mana(paid: str, wanted: str) -> bool:
    """Whether mana is what a cost asks for: `{4}` is four of any type (107.4b)."""
    try:
        mana, cost = ManaCost.parse(paid), ManaCost.parse(wanted)
    except MtgmeldError:
        return False
    if any(s.kind == "generic" for s in mana) or not any(s.kind == "generic" for s in cost):
        return sorted(map(str, mana)) == sorted(map(str, cost))
    left = sorted(map(str, mana))
    for symbol in cost:
        if symbol.kind != "generic":
            if str(symbol) not in left:
                return False
            left.remove(str(symbol))
    return len(left) == sum(int(s.value) for s in cost if s.kind == "generic")


@expects("known_to", PlayerName, "a player who may see what it is, or a card of the zone")
def _known_to(s: Subject, player: str) -> Found:
    seen, rules = may_see(s.thing, player)
    return Found(seen, ", ".join(rules), expected=True, what=f"known to {player}")


@expects("hidden_from", PlayerName, "a player who may not see what it is, or the cards of the zone")
def _hidden_from(s: Subject, player: str) -> Found:
    seen, rules = may_see(s.thing, player)
    return Found(not seen, ", ".join(rules), expected=True, what=f"hidden from {player}")


@expects("unlocked", Words, "the unlocked halves: left, right or names; `[]` for none")
def _unlocked(s: Subject, wanted: Any) -> Found:
    from mtgmeld.game.copiable import copiable_of

    faces = copiable_of(s.state, s.thing).faces
    called = {"left": faces[0].name, "right": faces[-1].name}
    expected = sorted({called.get(w, w) for w in words(wanted) if w})
    actual = sorted({faces[h].name for h in s.thing.unlocked if h < len(faces)})
    return Found(actual, "709.5c", expected == actual, expected=expected)


@expects("targets", Words, "what it targets, as a spell or an ability")
def _targets(s: Subject, wanted: Any) -> Found:
    expected = words(wanted)
    what = s.thing.cast if s.thing.ability is None else s.thing.ability
    chosen = [_aimed_at(s.state, t, expected) for t in (() if what is None else what.targets) if t]
    return Found(chosen, "601.2c", expected == chosen)


def _aimed_at(state: State, target: int | str, expected: list[str]) -> str:
    """Return what a target is called: the expected handle if it is one of several."""
    if isinstance(target, str):
        return target
    if target not in state.things:
        return state.name_of(target)  # it has left, and is called what it was (608.2b)
    handles = [h for h, ids in state.handles.items() if ids == (target,)]
    return next((h for h in handles if h in expected), state.ref_of(target))


@expects("counters", dict[str, int], "all counters on it, by kind; `{}` for none")
def _counters(s: Subject, wanted: Mapping[str, int]) -> Found:
    have = dict(s.thing.counters)
    return Found(have, holds={k: n for k, n in wanted.items() if n} == have)


@expects("attached_to", str, "what it is attached to; `nothing` for nothing")
def _attached_to(s: Subject, wanted: str) -> Found:
    host = s.thing.attached
    if isinstance(host, int):
        return Found(host, holds=host in s.state.find(wanted))
    return Found(host, holds=(host or "nothing") == wanted)


@expects(
    "replacements",
    Words,
    "the replacement effects that could apply if it were put into a graveyard now (616.1)",
)
def _replacements(s: Subject, wanted: Any) -> Found:
    have = replacements_of(s.state, s.thing, "graveyard")
    return Found(have, "616.1", sorted(words(wanted)) == sorted(have))


# ---------------------------------------------------------------- zones


def _content(s: Subject) -> tuple[tuple[int, ...], str]:
    """Return the objects of the zone that is asked about, and what it is called."""
    from mtgmeld.game.views import matches

    zone, player = s.asked.zone, s.asked.player
    ids = s.state.in_zone(zone, player or "")
    if s.asked.matching is not None:
        you, what = player or s.state.active, s.asked.matching
        ids = tuple(i for i in ids if matches(s.state, what, s.state.things[i], None, you))
    return ids, zone + (f" of {player}" if player else "")


@expects("cards", of="zone")
def _cards_in(s: Subject, wanted: Any) -> Found:
    ids, where = _content(s)
    expected = words(wanted)
    actual = [called_as(s.state, i, expected) for i in ids]
    same = sorted(expected) == sorted(actual) if s.asked.any_order else expected == actual
    return Found(actual, holds=same, expected=expected, what=where)


@expects("count", int, "how many objects are in the zone", of="zone")
def _count(s: Subject, _: int) -> Found:
    ids, where = _content(s)
    return Found(len(ids), what=f"how many in {where}")


@expects(
    "different_names", bool, "of a zone: whether its objects have different names (201.2b)", "zone"
)
def _different_names(s: Subject, _: bool) -> Found:
    ids, where = _content(s)
    answer = all_different_names(s.state.characteristics(i) for i in ids)
    return Found(answer.value, str(answer), what=f"different names in {where}")


@expects("known_to", of="zone")
def _known_in(s: Subject, player: str) -> Found:
    ids, where = _content(s)
    seen = any(may_see(s.state.things[i], player)[0] for i in ids)
    return Found(seen, "400.2", expected=True, what=f"{where} known to {player}")


@expects("hidden_from", of="zone")
def _hidden_in(s: Subject, player: str) -> Found:
    ids, where = _content(s)
    hidden = bool(ids) and not any(may_see(s.state.things[i], player)[0] for i in ids)
    return Found(hidden, "400.2", expected=True, what=f"{where} hidden from {player}")


def called_as(state: State, i: int, expected: list[str]) -> str:
    """Return what an object is called: its handle, a name or its card's, whichever is expected."""
    obj = state.things[i]
    called = [h for h, ids in state.handles.items() if i in ids]
    called += [state.name_of(i), state.card_name(obj)]
    called += flat(state.characteristics(i).names.value) if obj.ability is None else []
    if obj.ability is not None:
        called.append(obj.ability.key.partition("#")[0])
    return next((o for o in called if o in expected), state.name_of(i))


# ---------------------------------------------------------------- players, stack, turn


@expects("life", dict[PlayerName, int], "life totals, by player", of="all")
def _life(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for name, n in wanted.items():
        yield Found(s.state.player(name).life, expected=n, what=f"life of {name}")


@expects(
    "commander_damage",
    dict[PlayerName, int | dict[str, int]],
    "combat damage that commanders have dealt (903.10a), by player: the most by one, or by card",
    of="all",
)
def _commander_damage(s: Subject, wanted: Mapping[str, Any]) -> Iterator[Found]:
    for name, expected in wanted.items():
        player = s.state.player(name)
        dealt = {s.state.cards[c].card.name: n for c, n in player.commander_damage}
        value = dealt if isinstance(expected, dict) else max(dealt.values(), default=0)
        what = f"commander damage to {name}"
        yield Found(value, "903.10a", expected=expected, what=what)


@expects("mana", dict[PlayerName, str], 'mana in pools, by player: `{ you = "GG" }`', of="all")
def _mana(s: Subject, wanted: Mapping[str, str]) -> Iterator[Found]:
    for name, text in wanted.items():
        pool = "".join(sorted(m.type for m in s.state.player(name).pool))
        asked = "".join(sorted(text.replace("{", "").replace("}", "")))
        yield Found(pool, expected=asked, what=f"mana of {name}")


@expects("lost", PlayerName | list[PlayerName], "the players who have lost", of="all")
def _lost(s: Subject, wanted: Any) -> Found:
    lost = [p.name for p in s.state.players if p.lost]
    return Found(lost, holds=sorted(words(wanted)) == sorted(lost))


@expects("stack", Words, "what is on the stack, from the bottom to the top", of="all")
def _stack(s: Subject, wanted: Any) -> Found:
    expected = words(wanted)
    return Found(
        [called_as(s.state, i, expected) for i in s.state.in_zone("stack")], expected=expected
    )


@expects("turn_of", PlayerName, "whose turn it is", of="all")
def _turn_of(s: Subject, _: str) -> Found:
    return Found(s.state.active)


@expects("at", Step, "which step it is", of="all")
def _at(s: Subject, _: str) -> Found:
    return Found(s.state.step, what="step")


@expects("priority", PlayerName, "who has priority", of="all")
def _priority(s: Subject, _: str) -> Found:
    return Found(s.state.priority, "117.1")


# ---------------------------------------------------------------- what happened


@expects(
    "triggered",
    dict[Annotated[str, names_a("trigger")], int],
    "how often watches, or abilities of cards, triggered in the step, by name",
    of="all",
)
def _triggered(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for key, n in wanted.items():
        yield Found(_how_often(s.moment, key), "603.2", expected=n, what=f"triggered {key!r}")


def _how_often(moment: Moment, key: str) -> int:
    state = moment.state
    if key in state.counts:
        return state.counts[key] - moment.before.counts.get(key, 0)
    heard = (e.name for e in moment.events if e.kind == "trigger")
    return sum(1 for name in heard if key in (name, name.partition("#")[0]))


@expects(
    "counted",
    dict[Annotated[str, names_a("watch")], int],
    "how often watches have triggered since the start, by name",
    of="all",
)
def _counted(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for key, n in wanted.items():
        yield Found(s.state.counts.get(key, 0), "603.2", expected=n, what=f"counted {key!r}")


@expects(
    "amounts",
    dict[str, int],
    'amounts in words, each with its number: `{ "count t:room" = 2 }`',
    of="all",
)
def _amounts(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for text, n in wanted.items():
        found = s.state.amount(text, s.asked.player)
        yield Found(found.value, str(found), expected=n, what=text)


@expects(
    "moved",
    dict[Annotated[str, one_of("thing that moves", ("objects", "cards"))], int],
    "how many objects and cards changed zones in the step (712.21e)",
    of="all",
)
def _moved(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for key, n in wanted.items():
        actual = sum(getattr(e, key) for e in s.moment.events if e.kind == "move")
        yield Found(actual, "712.21e", expected=n, what=f"{key} moved")


@expects(
    "events",
    dict[Annotated[str, one_of("kind of event", EVENT_KINDS)], int],
    "how many events of each kind the step had",
    of="all",
)
def _events(s: Subject, wanted: Mapping[str, int]) -> Iterator[Found]:
    for kind, n in wanted.items():
        actual = sum(1 for e in s.moment.events if e.kind == kind)
        yield Found(actual, expected=n, what=f"events {kind!r}")


# ---------------------------------------------------------------- what may be done


@expects("castable", Words, "the halves, faces and fused spells that may be cast now", of="all")
def _castable(s: Subject, wanted: Any) -> Found:
    player, found = s.asked.player or s.state.active, []
    for legal in castable(s.state, player, s.asked.with_mana):
        act = legal.action
        assert isinstance(act, CastSpell)
        if not s.ids or s.state.find_one(act.object) in s.ids:
            found.append(legal.says.removeprefix("cast ").partition(" from ")[0])
    found = list(dict.fromkeys(found))
    expected = words(wanted)
    return Found(found, holds=sorted(expected) == sorted(found), expected=expected)


@expects("costs", dict[str, Cost], "what it costs in all to cast or unlock each part", of="all")
def _costs(s: Subject, wanted: Mapping[str, str]) -> Iterator[Found]:
    totals = {
        o.part: o.total
        for o in options(s.state, s.asked.player or s.state.active)
        if o.allowed and (not s.ids or s.state.find_one(o.action.object) in s.ids)
    }
    for part, cost in wanted.items():
        actual = totals.get(part)
        same = actual is not None and ManaCost.parse(cost) == actual
        shown = actual or "nothing of it may be done"
        yield Found(shown, "601.2f", same, expected=cost, what=f"cost of {part}")


@expects(
    "allowed",
    dict[str, Any],
    "a step that would be allowed now, as `{ do = ..., ... }`",
    of="all",
)
def _allowed(s: Subject, row: Mapping[str, Any]) -> Found:
    refusal = _refusal(s.state, row)
    what = f"allowed to {row.get('do')}"
    holds = refusal is None or isinstance(refusal, ChoiceNeeded)  # what asks may be done
    return Found(refusal or "allowed", "", holds, expected=True, what=what)


@expects(
    "refused",
    dict[str, Any],
    "a step that would be refused now, as `{ do = ..., ... }`",
    of="all",
)
def _refused(s: Subject, row: Mapping[str, Any]) -> Found:
    refusal, by = _refusal(s.state, row), s.asked.by
    rules = refusal.rules if isinstance(refusal, IllegalAction) else ()
    holds = bool(rules) and (by is None or by in rules)
    what = f"refused to {row.get('do')}"
    return Found(refusal or "allowed", "", holds, expected=by or "refused", what=what)


def _refusal(state: State, row: Mapping[str, Any]) -> MtgmeldError | None:
    try:
        apply(state, action_of(row))
    except (IllegalAction, ChoiceNeeded) as error:
        return error
    return None


# ---------------------------------------------------------------- the record, and its outcomes

Expect: Any = msgspec.defstruct(
    "Expect",
    [
        (f"{n}_" if iskeyword(n) else n, Annotated[e.type | None, says(e.meaning)], None)
        for n, e in EXPECTATIONS.items()
    ],
    bases=(About,),
    namespace={"__doc__": About.__doc__},
    rename=lambda name: name.removesuffix("_"),
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
)


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


def hold(wanted: Any, moment: Moment, where: str) -> list[Outcome]:
    """Return the outcome of each field of an expectation.

    Raises
    ------
    MtgmeldError
        If it asks about what does not exist.
    """
    made = []
    for name, expected, found in _found(wanted, moment):
        holds = found.value == expected if found.holds is None else found.holds
        told = holds or "[" in found.why
        why = found.why if told else _story(found.why, moment)
        made.append(
            Outcome(where, found.what or name, written(expected), written(found.value), holds, why)
        )
    return made


def _found(wanted: Any, moment: Moment) -> Iterator[tuple[str, Any, Found]]:
    """Yield what is asked, what is expected, and what was found, scope by scope."""
    subject = Subject(moment, wanted)
    if wanted.object is None:
        yield from _asked(subject, "zone" if wanted.zone is not None else "")
    else:
        ids = moment.state.find(wanted.object)
        subject.ids = _last_ids(moment, wanted.object, ids) if wanted.last_known else ids
        yield from _asked(subject, "handle")
        gone = wanted.exists is not None and not any(i in moment.state.things for i in subject.ids)
        for i in () if gone else subject.ids:
            subject.obj = moment.state.last(i)
            if subject.obj is None:
                yield "object", "one that exists", Found(f"{i} is gone", holds=False)
            else:
                yield from _asked(subject, "object")
    yield from _asked(subject, "all")


def _asked(subject: Subject, scope: str) -> Iterator[tuple[str, Any, Found]]:
    for name, one in EXPECTATIONS.items():
        expected = getattr(subject.asked, f"{name}_" if iskeyword(name) else name)
        getter = one.getters.get(scope)
        if expected is None or getter is None:
            continue
        found = getter(subject, expected)
        for each in (found,) if isinstance(found, Found) else found:
            shown = expected if each.expected is msgspec.UNSET else each.expected
            yield name.replace("_", " "), shown, each


def _last_ids(moment: Moment, handle: str, ids: tuple[int, ...]) -> tuple[int, ...]:
    """Return what an object was before its latest move in the step, if that is known (608.2h)."""
    for event in reversed(moment.events):
        if event.kind == "move" and set(event.became) & set(ids):
            if event.obj in moment.state.known:
                return (event.obj,)
    return tuple(i for i in earlier(moment, handle) if i in moment.state.known) or ids


_MOST_TOLD = 12


def _story(why: str, moment: Moment) -> str:
    """Return a reason with what happened in the step, for a value that is no characteristic."""
    told = [why] if why else []
    told += [told_of(e, moment.before, moment.state) for e in moment.events[:_MOST_TOLD]]
    left = len(moment.events) - _MOST_TOLD
    told += [f"and {left} more events"] if left > 0 else []
    return "\n           ".join(told)


def told_of(event: Event, before: State, after: State) -> str:
    """Return an event on one line: whose, with a handle where a name is of several, its rules."""
    from mtgmeld.rules.numbers import number_in

    name, date = event.name or event.player, after.edition.date
    state = before if event.obj in before.things else after
    if event.obj in state.things:
        alike = sum(1 for o in state.things.values() if state.card_name(o) == name)
        handle = state.ref_of(event.obj)
        name += f" ({handle})" if alike > 1 and not handle.startswith(name) else ""
    move = f" {event.start} -> {event.end}" if event.end else ""
    if event.cards > 1:
        move += f", one object, {event.cards} cards"
    note = f" ({event.note})" if event.note else ""
    rules = ", ".join(number_in(r, date) for r in event.rules)
    return f"{event.kind}: {name}{move}{note} [{rules}]"
