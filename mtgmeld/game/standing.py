"""Standing effects as a user writes them: a table of plain values to an ability record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from mtgmeld.errors import BadFilter, BadManaCost, UnknownName
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.actions import Action
from mtgmeld.mana import ManaCost
from mtgmeld.query import compile_filter

__all__ = ["EFFECTS", "effect_of", "watch_of"]

EVENTS = (
    "dies",
    "enters",
    "leaves",
    "enters or attacks",
    "attacks",
    "transforms",
    "cast",
    "unlock",
    "fully unlock",
    "tapped for mana",
    "put into graveyard",
    "put into exile",
    "put into hand",
    "put into library",
    "put into command",
    "draw",
    "discard",
    "mill",
    "step",
)
ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")

# verb -> the fields that go with it
EFFECTS: Mapping[str, tuple[str, ...]] = {
    "replace": ("instead", "whose", "what", "from", "counters"),
    "enters": ("what", "whose", "counters"),
    "cost": ("what", "who", "of", "named"),
    "forbid": ("what", "who", "named", "from"),
    "allow": ("from", "what", "who", "by", "free", "cost", "tested", "owner"),
    "set": ("what", "whose", "others"),
    "double": ("when", "what"),
    "mana": ("what", "whose", "times", "becomes", "amount"),
    "mana trigger": ("what", "whose", "adds", "only"),
    "trigger": (
        "when",
        "what",
        "whose",
        "one_or_more",
        "door",
        "step",
        "do",
        "may",
        "target",
        "from",
        "mana",
    ),
    "activated": ("what", "pay", "taps", "untaps", "do", "target", "sorcery"),
}
COMMON = ("id", "controller")


def _filter(text: Any, field: str) -> str:
    if text in (None, ""):
        return ""
    if not isinstance(text, str):
        raise BadFilter(str(text), 0, f"{field} takes a filter as text")
    compile_filter(text)
    return text


def _one_of(value: Any, options: tuple[str, ...], what: str) -> str:
    if value not in options:
        raise UnknownName(what, str(value), options)
    return str(value)


def watch_of(table: Mapping[str, Any], number: int) -> Ability:
    """Return a trigger that only counts.

    Raises
    ------
    UnknownName
        For an unknown event or field.
    BadFilter
        For a filter that does not parse.
    """
    fields = (*COMMON, "when", "what", "whose", "one_or_more", "door", "step", "from", "mana")
    _fields(table, fields, "a watch")
    return Ability(
        key=str(table.get("id") or f"watch {number}"),
        kind="watch",
        when=_one_of(table.get("when"), EVENTS, "event"),
        what=_filter(table.get("what"), "what"),
        who=_whose(table.get("whose")),
        one_or_more=bool(table.get("one_or_more", False)),
        controller=str(table.get("controller", "")),
        door=str(table.get("door", "")),
        step=str(table.get("step", "")),
        source=str(table.get("from", "")),
        mana=_mana_types(table.get("mana")),
    )


def _mana_types(value: Any) -> str:
    """Return types of mana as letters."""
    text = str(value or "").replace("{", "").replace("}", "").upper()
    for letter in text:
        _one_of(letter, tuple("WUBRGC"), "type of mana")
    return text


def _whose(value: Any) -> str:
    return "" if value in (None, "", "any") else _one_of(value, ("you", "opponent"), "player word")


def _fields(table: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    from rapidfuzz import process

    for name in table:
        if name not in known:
            near = [str(h[0]) for h in process.extract(str(name), known, score_cutoff=60, limit=3)]
            raise UnknownName(f"field of {what}", str(name), near or known)


def effect_of(table: Mapping[str, Any], number: int) -> Ability:
    """Return a standing effect from its description.

    Parameters
    ----------
    table : mapping
        One verb of :data:`EFFECTS` with the fields that go with it; ``id`` and
        ``controller`` may always be given.
    number : int
        Makes an id where none is given.

    Raises
    ------
    UnknownName
        For an unknown verb or field, with near ones.
    BadFilter
        For a filter that does not parse.
    """
    verbs = [v for v in EFFECTS if v in table]
    # a verb may be a field of another one: a permission has a cost
    verbs = [v for v in verbs if all(w == v or w in EFFECTS[v] for w in verbs)]
    if len(verbs) != 1:
        raise UnknownName("verb of an effect", ", ".join(map(str, table)) or "nothing", EFFECTS)
    verb = verbs[0]
    _fields(table, (*COMMON, verb, *EFFECTS[verb]), f"an effect that starts with {verb!r}")
    common: dict[str, Any] = {
        "key": str(table.get("id") or f"effect {number}"),
        "controller": str(table.get("controller", "")),
        "what": _filter(table.get("what"), "what"),
        "who": _whose(table.get("whose", table.get("who"))),
    }
    made: Ability = _MAKERS[verb](table, common)
    return made


def _replace(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    to = str(table["replace"]).removeprefix("put into ")
    instead = str(table.get("instead", ""))
    _one_of(to, ZONES, "zone")
    _one_of(instead.partition(" ")[0], ZONES, "zone")
    counters = tuple((str(k), v) for k, v in dict(table.get("counters", {})).items())
    return Ability(
        kind="replace",
        to=to,
        instead=instead,
        source=str(table.get("from", "")),
        counters=counters,
        **common,
    )


def _enters(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    how = _one_of(table["enters"], ("tapped", "with counters"), "way to enter")
    counters = tuple((str(k), v) for k, v in dict(table.get("counters", {})).items())
    return Ability(kind="enters", tapped=how == "tapped", counters=counters, **common)


def _cost(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    amount, mana = _change_of_cost(str(table["cost"]))
    of = _one_of(table.get("of", "cast"), ("cast", "unlock", "cast and unlock"), "kind of cost")
    named = str(table.get("named", ""))
    return Ability(
        kind="cost", amount=amount, mana=mana, of=of, named=bool(named), note=named, **common
    )


def _change_of_cost(text: str) -> tuple[int, str]:
    """Read ``{1}``, ``-{2}`` or ``-{1}{U}``: generic mana as a number, other mana as symbols."""
    sign = "-" if text.startswith("-") else ""
    bare = text.lstrip("+-")
    if bare.isdigit():
        bare = "{" + bare + "}"
    try:
        cost = ManaCost.parse(bare)
    except BadManaCost:
        raise UnknownName("change of a cost", text, ("{1}", "-{1}", "-{1}{U}")) from None
    generic = sum(int(s.value) for s in cost if s.kind == "generic")
    rest = "".join(str(s) for s in cost if s.kind != "generic")
    return (-generic if sign else generic), (sign + rest if rest else "")


def _forbid(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    of = _one_of(
        table["forbid"], ("cast", "play", "activate", "unlock"), "action that can be forbidden"
    )
    named = str(table.get("named", ""))
    zone = table.get("from")
    source = "" if zone is None else _one_of(zone, ZONES, "zone")
    return Ability(kind="forbid", of=of, named=bool(named), note=named, source=source, **common)


def _allow(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    of = _one_of(table["allow"], ("cast", "play", "flash"), "action that can be allowed")
    common["who"] = common["who"] or "you"
    zone = "" if of == "flash" else _one_of(table.get("from"), ZONES, "zone")
    owner = table.get("owner")
    return Ability(
        kind="allow",
        of=of,
        source=zone,
        owner="" if owner is None else _one_of(owner, ("you", "opponent", "any"), "owner"),
        by=str(table.get("by", "")),
        free=bool(table.get("free", False)),
        cost=_cost_text(table.get("cost")),
        card=_one_of(table.get("tested", "spell"), ("spell", "card"), "thing to test") == "card",
        **common,
    )


def _cost_text(value: Any) -> str:
    """Return a cost that stands in the place of the mana cost, checked."""
    text = "" if value is None else str(value)
    if text and text != "its mana cost":
        ManaCost.parse(text)
    return text


def _set(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    wanted = dict(table["set"])
    known = tuple(Alteration.__struct_fields__)
    _fields(wanted, known, "'set'")
    listed = ("types", "add_types", "subtypes", "add_subtypes", "keywords", "lose_keywords")
    for name in listed:
        if name in wanted and wanted[name] is not None:
            wanted[name] = tuple(wanted[name])
    change = Alteration(**wanted)
    who = common.pop("who")
    if who:
        word = "you" if who == "you" else "opponent"
        common["what"] = (
            f"controller:{word} ({common['what']})" if common["what"] else f"controller:{word}"
        )
    return Ability(kind="static", change=change, others=bool(table.get("others", False)), **common)


def _double(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    _one_of(table["double"], ("triggers",), "thing to double")
    when = str(table.get("when", ""))
    if when:
        _one_of(when, ("enters",), "event")
    return Ability(kind="double", when=when, extra=1, **common)


def _mana(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    _one_of(table["mana"], ("tapped for mana",), "event")
    return Ability(
        kind="mana change",
        times=int(table.get("times", 1)),
        becomes=str(table.get("becomes", "")).strip("{}"),
        amount=int(table.get("amount", 0)),
        **common,
    )


def _mana_trigger(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    _one_of(table["mana trigger"], ("tapped for mana",), "event")
    return Ability(
        kind="mana trigger",
        mana=str(table.get("adds", "same")),
        only=str(table.get("only", "")),
        **common,
    )


def instructions_of(rows: Any) -> tuple[Action, ...]:
    """Return instructions from a list of tables with ``do``."""
    from mtgmeld.game.actions import ACTIONS

    listed = [rows] if isinstance(rows, Mapping) else list(rows or ())
    made = []
    for row in listed:
        kind = ACTIONS.get(str(row.get("do")))
        if kind is None:
            raise UnknownName("action", str(row.get("do")), sorted(ACTIONS))
        made.append(msgspec.convert(row, kind))
    return tuple(made)


def _trigger(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    return Ability(
        kind="triggered",
        when=_one_of(table.get("when", table.get("trigger")), EVENTS, "event"),
        one_or_more=bool(table.get("one_or_more", False)),
        door=str(table.get("door", "")),
        step=str(table.get("step", "")),
        source=str(table.get("from", "")),
        do=instructions_of(table.get("do")),
        may=bool(table.get("may", False)),
        target=_filter(table.get("target"), "target"),
        mana=_mana_types(table.get("mana")),
        **common,
    )


def _activated(table: Mapping[str, Any], common: dict[str, Any]) -> Ability:
    return Ability(
        kind="activated",
        cost=str(table.get("pay", "")),
        taps=bool(table.get("taps", False)),
        untaps=bool(table.get("untaps", False)),
        sorcery=bool(table.get("sorcery", False)),
        do=instructions_of(table.get("do")),
        target=_filter(table.get("target"), "target"),
        **common,
    )


_MAKERS: dict[str, Any] = {
    "replace": _replace,
    "enters": _enters,
    "cost": _cost,
    "forbid": _forbid,
    "allow": _allow,
    "set": _set,
    "double": _double,
    "mana": _mana,
    "mana trigger": _mana_trigger,
    "trigger": _trigger,
    "activated": _activated,
}
