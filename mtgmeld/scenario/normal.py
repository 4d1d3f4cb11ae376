"""The normal form of situations, which vectors have: each field has one type, nothing is implied.

A row of an expectation becomes one check a value, a filter the objects that it fits, targets stand
with the half or ability that has them.  What was said can be said back: :func:`tables_of`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_origin

from mtgmeld.catalog import find
from mtgmeld.errors import MtgmeldError, UnknownName, near
from mtgmeld.game.canonical import ORDERED
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.state import State
from mtgmeld.game.targets import spell_abilities
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import matches
from mtgmeld.mana import order
from mtgmeld.query import FIELDS, FLAGS
from mtgmeld.query.grammar import tree, unquoted
from mtgmeld.query.things import flat
from mtgmeld.records import names_of, options_of
from mtgmeld.scenario.asking import EXPECTATIONS, About, Moment, words
from mtgmeld.scenario.expectations import called_as
from mtgmeld.scenario.notation import CONTROL, EVENT_KINDS

Row = dict[str, Any]

# ---------------------------------------------------------------- filters, as terms

_FIELDS = {
    "t": "type",
    "type": "type",
    "mv": "mana value",
    "cmc": "mana value",
    "manavalue": "mana value",
    "c": "color",
    "color": "color",
    "id": "color identity",
    "identity": "color identity",
    "ci": "color identity",
    "kw": "keyword",
    "keyword": "keyword",
    "pow": "power",
    "power": "power",
    "tou": "toughness",
    "toughness": "toughness",
    "is": "quality",
    "in": "zone",
    "zone": "zone",
}
_SHORT = {meant: word for word, meant in reversed(_FIELDS.items())}  # the first word for each


def terms_of(text: str) -> list[Row] | None:
    """Return a filter as terms that must all hold, or None where it is no row of plain ones."""
    found: list[Row] = []

    def add(node: Any, opposite: bool) -> bool:
        kind = getattr(node, "data", None)
        if kind == "opposite":
            return add(node.children[0], not opposite)
        if kind == "both" and not opposite:
            return all(add(child, False) for child in node.children)
        if kind != "comparison" or node.children[2].type == "ASKED":
            return False
        field, op, value = node.children
        name = _FIELDS.get(str(field).lower(), str(field).lower())
        if name == "not":  # `not:token` is `-is:token`
            name, opposite = "quality", not opposite
        term: Row = {"what": name, "op": "=" if op == ":" else str(op), "value": unquoted(value)}
        if opposite:
            term["not"] = True
        if name == "quality":
            term["value"] = term["value"].casefold().replace("-", "").replace(" ", "")
            term["says"] = FLAGS[term["value"]]
        if name in ("type", "quality", "color", "color identity", "keyword", "zone") and op != ":":
            term["op"] = f"exactly {op}"
        found.append(term)
        return True

    return found if add(tree("filter", text), False) else None


# what a term may be of, and how it may compare: `exactly` for what else means has among others
TERMS = tuple(dict.fromkeys(_FIELDS.get(name, name) for name in FIELDS if name != "not"))
_SIGNS = ("=", "!=", "<", "<=", ">", ">=")
OPERATIONS = (*_SIGNS, *(f"exactly {sign}" for sign in _SIGNS))


def filter_of(terms: Iterable[Mapping[str, Any]]) -> str:
    """Return terms as the filter that they were."""
    made = []
    for term in terms:
        name, op = term["what"], term["op"].removeprefix("exactly ")
        plain = op == "=" and not term["op"].startswith("exactly")
        colon = plain and name not in ("mana value", "power", "toughness")
        value = str(term["value"]).replace("\\", "\\\\").replace('"', '\\"')
        quoted = f'"{value}"' if not value.isalnum() else value
        sign = "-" if term.get("not") else ""
        made.append(f"{sign}{_SHORT.get(name, name)}{':' if colon else op}{quoted}")
    return " ".join(made)


def where_of(text: str | None) -> Row:
    """Return what a filter asks for: terms, or the filter itself where it is no row of them."""
    if not text:
        return {}
    terms = terms_of(text)
    return {"filter": text} if terms is None else {"where": terms}


def text_of(of: Mapping[str, Any]) -> str | None:
    """Return the filter that stands in a check or a watch as terms."""
    return filter_of(of["where"]) if "where" in of else of.get("filter")


# ---------------------------------------------------------------- objects, by what they are called


def called(state: State, i: int) -> str:
    """Return the handle that stands for an object alone, or what it is called where none does.

    An ability on the stack is called by the face whose it is.
    """
    for handle, ids in state.handles.items():
        if ids == (i,):
            return handle
    obj = state.last(i)
    if obj is not None and obj.ability is not None:
        return obj.ability.key.partition("#")[0]
    return state.name_of(i)


def _ref(state: State | None, ref: str) -> str:
    """Return the handle of what is called by its name."""
    if state is None or ref in state.handles:
        return ref
    try:
        found = state.find(ref)
    except MtgmeldError:
        return ref
    handle = called(state, found[0])
    return handle if handle in state.handles else ref


def _half(state: State, ref: Any, word: str) -> str:
    """Return the name of a half or face that is called by its side."""
    side = {"left": 0, "front": 0, "right": -1, "back": -1}.get(word)
    if side is None:
        return word
    try:
        obj = state.last(state.find(ref)[0])
    except MtgmeldError:
        return word
    faces = () if obj is None else copiable_of(state, obj).faces
    return faces[side].name if len(faces) > 1 else word


# ---------------------------------------------------------------- checks

_LISTS = (
    *("names", "supertypes", "types", "subtypes", "keywords", "text", "cards", "targets"),
    *("lost", "symbols", "repeated_symbols", "replacements", "cites"),
)
_TWO = ("names", "colors", "mana_value")  # what each half of a split card may answer for itself
_NOTHING = {"mana_cost": ("", "none"), "back_face": ("none",), "attached_to": ("nothing",)}
COSTS = ("mana_cost", "flashback_cost", "cost", "paid")
_NUMBERS = ("power", "toughness", "loyalty", "defense")
_PAIRS: Mapping[str, tuple[str, str, bool]] = {
    "has_name": ("has_name", "name", True),
    "lacks_name": ("has_name", "name", False),
    "shares_name_with": ("shares_name", "with", True),
    "shares_no_name_with": ("shares_name", "with", False),
    "same_cost_as": ("same_mana_cost", "with", True),
    "other_cost_than": ("same_mana_cost", "with", False),
    "known_to": ("may_see", "viewer", True),
    "hidden_from": ("may_see", "viewer", False),
    "has_keywords": ("has_keyword", "keyword", True),
    "none_of": ("has_keyword", "keyword", False),
}
# a table of answers, one check for each: what its keys are
_KEYED = {
    "life": "player",
    "mana": "player",
    "commander_damage": "player",
    "devotion": "color",
    "counted": "watch",
    "triggered": "of",
    "moved": "what",
    "events": "kind",
    "costs": "part",
    "amounts": "amount",
}
_COUNTED = {"count": "objects", "doors": "unlocked doors", "names": "names", "types": "card types"}
_FRAME = frozenset(names_of(About))
_OF_ALL = {"turn_of", "at", "priority", "lost", "stack", "allowed", "refused", *_KEYED} - {
    "devotion"
}

# what the checks ask that expectations do not call so, or not with that type of answer
ASKS: Mapping[str, str] = {
    "names": "its names; an empty list for none",
    "zone": "where it is",
    "castable": "the halves, faces and fused spells of it, or of all, that the `player` may cast"
    " now; with `with_mana`, for this mana",
    "different_names": "whether the objects of the zone have different names (201.2b)",
    "cards": "the names of the cards that represent it",
    "mana_cost": "its mana cost; null where it has none",
    "back_face": "the name of its back face; null where that cannot be determined",
    "attached_to": "what it is attached to; null for nothing",
    "unlocked": "the names of its unlocked halves",
    "colors": "its colors as letters in the order WUBRG; empty for colorless",
    "mana": "the mana in the pool of the `player`, as sorted letters",
    "life": "the life total of the `player`",
    "lost": "the players who have lost",
    "triggered": "how often the ability of a face (`of`), or the `watch`, triggered in the step",
    "counted": "how often the `watch` has triggered since the start",
    "moved": "how many `objects` or `cards` (`what`) changed zones in the step (712.21e)",
    "events": "how many events of the `kind`, which `says` in words, the step had",
    "devotion": "what it adds to the devotion to the `color` (700.5)",
    "mana_value": "its mana value",
    "power": "its power",
    "toughness": "its toughness",
    "loyalty": "its printed loyalty",
    "defense": "its printed defense",
    "counters": "all counters on it, by kind",
    "commander_damage": "the most combat damage that one commander has dealt to the `player`",
    "count": "how many objects are in the `zone`, or fit `where`",
    "objects": "the objects of a `zone`, or those of them that fit `where`: handles, or names of"
    " what has no handle; from the bottom to the top where `ordered`",
    "fits": "whether all terms of `where` hold for it",
    "has_name": "whether it has this `name` among others",
    "has_keyword": "whether it has this `keyword` ability among others",
    "shares_name": "whether it has a name in common with another object (201.2a)",
    "same_mana_cost": "whether its mana cost is that of another object",
    "may_see": "whether the `viewer` may see what it is, or any card of the zone",
    "cost": "what it costs in all to cast or unlock the `part`",
    "amount": "a number that is counted: `amount` says of what",
    "allowed": "whether the `action` may be done now; where it may not, `by` has the rule",
    "names_of_each": "the names of each half, where each answers for itself",
    "colors_of_each": "the colors of each half, where each answers for itself",
    "mana_value_of_each": "the mana value of each half, where each answers for itself",
    "commander_damage_by_card": "combat damage that each commander has dealt to the `player`",
    **{f"printed_{n}": f"its {n} as printed, where that is no number" for n in _NUMBERS},
}

# the type of an answer in JSON, where it is not that of the expectation
_LIST, _NUMBER, _TRUTH, _TEXT = "list of texts", "number", "true or false", "text"
_TYPES: Mapping[str, str] = {
    **dict.fromkeys(_NOTHING, "text or null"),
    **dict.fromkeys(_KEYED, _NUMBER),
    **dict.fromkeys([ask for ask, _, _ in _PAIRS.values()], _TRUTH),
    **dict.fromkeys(("fits", "allowed"), _TRUTH),
    **dict.fromkeys(("colors", "mana", "cost"), _TEXT),
    **dict.fromkeys(("objects", "colors_of_each"), _LIST),
    "amount": _NUMBER,
    "names_of_each": "list of lists",
    "mana_value_of_each": "list of numbers",
    "commander_damage_by_card": "numbers by name",
}


def _type(name: str) -> str:
    """Return the type of the answer to a question in JSON."""
    if name in _TYPES or name not in EXPECTATIONS:
        return _TYPES.get(name, _TEXT)
    options = options_of(EXPECTATIONS[name].type)
    if {bool, int} & set(options):
        return _TRUTH if bool in options else _NUMBER
    origins = {get_origin(option) for option in options}
    return _LIST if list in origins else "numbers by name" if dict in origins else _TEXT


@cache
def asks() -> dict[str, tuple[str, str]]:
    """Return all that a check may ask, with the type of the answer and what it means."""
    said = {n: e.meaning for n, e in EXPECTATIONS.items()}
    replaced = {*_PAIRS, "is", "stack", "costs", "amounts", "refused"}
    names = [n for n in said if n not in replaced]
    return {n: (_type(n), ASKS.get(n) or said[n]) for n in dict.fromkeys((*names, *ASKS))}


def checks_of(row: Mapping[str, Any], moment: Moment | None) -> Iterator[Row]:
    """Yield what a row of expectations asks, one check a value.

    Without a moment nothing is known that the row does not say: objects are counted there.
    """
    base: Row = {k: row[k] for k in ("object", "last_known") if k in row}
    if moment is not None and "object" in base:
        base["object"] = _ref(moment.state, base["object"])
    if row.get("note"):
        base["note"] = row["note"]
    asked = [k for k in row if k not in _FRAME]
    of_zone = "object" not in row and "zone" in row
    for name in asked:
        value = row[name]
        if of_zone and name in ("cards", "count", "different_names", "known_to", "hidden_from"):
            yield _in_order({**base, **_in_zone(name, row, moment)})
        elif not (of_zone and name == "zone"):
            about = base
            if name in _OF_ALL and name != "costs":
                about = {k: v for k, v in base.items() if k == "note"}
            for one in _checks(name, value, row, moment):
                yield _in_order({**about, **one})


_FIRST = ("note", "object", "last_known", "zone", "player", "ask")


def _in_order(check: Row) -> Row:
    """Return a check with its fields in the order in which they are read, the answer last."""
    first = {k: check[k] for k in _FIRST if k in check}
    return {**first, **{k: v for k, v in check.items() if k != "expect"}} | {
        "expect": check["expect"]
    }


def _checks(name: str, value: Any, row: Mapping[str, Any], moment: Moment | None) -> Iterator[Row]:
    player = {"player": row["player"]} if "player" in row else {}
    if name in _KEYED:
        who = player if name in ("amounts", "costs") else {}
        for key, one in value.items():
            yield who | _keyed(name, key, one, moment)
    elif name in _PAIRS:
        ask, field, holds = _PAIRS[name]
        for one in words(value):
            yield {"ask": ask, field: one, "expect": holds}
    elif name == "is":
        where, holds = where_of(value), True
        if [*map(len, where.values())] == [1] and where["where"][0].pop("not", False):
            holds = False
        yield {"ask": "fits", **player, **where, "expect": holds}
    elif name == "stack":
        yield _in_zone("cards", {"zone": "stack", "cards": value}, moment)
    elif name in ("allowed", "refused"):
        by = {"by": row["by"]} if name == "refused" and "by" in row else {}
        action = action_of(value, moment, moment)
        yield {"ask": "allowed", "action": action, **by, "expect": name == "allowed"}
    elif name == "castable":
        mana = {"with_mana": row["with_mana"]} if "with_mana" in row else {}
        yield {"ask": name, **player, **mana, "expect": words(value)}
    elif name in _TWO and _two(name, value):
        yield {"ask": f"{name}_of_each", "expect": value}
    elif name in _NUMBERS and not whole(value):
        yield {"ask": f"printed_{name}", "expect": str(value)}
    else:
        yield {"ask": name, "expect": _value(name, value, row, moment)}


def plain_cost(text: str) -> str:
    """Return a mana cost in its one spelling: X, the generic amounts added up, the rest sorted."""
    symbols = re.findall(r"\{([^}]*)\}", text)
    generic = [int(s) for s in symbols if s.isdigit()]
    variable = sorted(s for s in symbols if s in ("X", "Y", "Z"))
    rest = sorted(s for s in symbols if not s.isdigit() and s not in variable)
    total = (
        [str(sum(generic))] if sum(generic) or (generic and len(symbols) == len(generic)) else []
    )
    return "".join(f"{{{s}}}" for s in (*variable, *total, *rest))


def whole(value: Any) -> bool:
    """Whether a power or another number of a card is a whole number, and no star."""
    return str(value).removeprefix("-").isdigit()


def _two(name: str, value: Any) -> bool:
    if name == "names":
        return isinstance(value, list) and bool(value) and isinstance(value[0], list)
    return isinstance(value, list)


def _value(name: str, value: Any, row: Mapping[str, Any], moment: Moment | None) -> Any:
    if name in _NOTHING and value in _NOTHING[name]:
        return None
    if name in COSTS:
        return plain_cost(value)
    if name in _NUMBERS:
        return int(value)
    if name in ("colors", "color_indicator", "color_identity"):
        return order(value)
    if name == "could_produce":
        return "".join(sorted(value))
    if name == "unlocked":
        state = None if moment is None else moment.state
        halves = [w for w in words(value) if w]
        return [w if state is None else _half(state, row["object"], w) for w in halves]
    return words(value) if name in _LISTS else value


def _keyed(name: str, key: str, value: Any, moment: Moment | None) -> Row:
    field = _KEYED[name]
    if name == "amounts":
        return {"ask": "amount", **_amount(key), "expect": value}
    if name == "costs":
        return {"ask": "cost", "part": key, "expect": plain_cost(value)}
    if name == "mana":
        types = sorted(c for c in value if c not in "{}")
        return {"ask": "mana", "player": key, "expect": "".join(types)}
    if name == "commander_damage" and isinstance(value, dict):
        return {"ask": "commander_damage_by_card", "player": key, "expect": value}
    if name == "triggered":
        if moment is not None and key in moment.state.counts:
            return {"ask": name, "watch": key, "expect": value}
        face, _, ability = key.partition("#")
        return {"ask": name, "of": face, **({"ability": ability} if ability else {})} | {
            "expect": value
        }
    more = {"says": EVENT_KINDS[key]} if name == "events" else {}
    return {"ask": name, field: key, **more, "expect": value}


def _amount(text: str) -> Row:
    word, _, rest = text.partition(" ")
    if word == "devotion":
        return {"amount": "devotion", "color": rest}
    if word in _COUNTED:
        return {"amount": _COUNTED[word], **where_of(rest)}
    return {"amount": text}


def _in_zone(name: str, row: Mapping[str, Any], moment: Moment | None) -> Row:
    zone, text = row["zone"], row.get("matching")
    made: Row = {"zone": zone, **({"player": row["player"]} if "player" in row else {})}
    if name in _PAIRS:
        return {**made, "ask": "may_see", "viewer": row[name], "expect": _PAIRS[name][2]}
    if name == "different_names":
        return {**made, "ask": name, **where_of(text), "expect": row[name]}
    if name == "cards":
        ordered = zone in ORDERED and not row.get("any_order", False)
        listed = _handles(words(row[name]), row, moment, ordered)
        return {**made, "ask": "objects", **where_of(text), "ordered": ordered, "expect": listed}
    found = [] if moment is None else _objects(moment.state, zone, row)
    if moment is None or len(found) != row[name]:
        return {**made, "ask": "count", **where_of(text), "expect": row[name]}
    if text and terms_of(text) is None:  # not in terms: what else is there is said too
        found, text = _objects(moment.state, zone, {**row, "matching": None}), None
    return {**made, "ask": "objects", **where_of(text), "ordered": False, "expect": found}


def _handles(
    said: list[str], row: Mapping[str, Any], moment: Moment | None, ordered: bool
) -> list[str]:
    """Return what objects are called, where a file calls them otherwise and is right."""
    if moment is None:
        return said
    state = moment.state
    ids = _ids(state, row["zone"], row)
    have = [called_as(state, i, said) for i in ids]
    same = have == said if ordered else sorted(have) == sorted(said)
    return [called(state, i) for i in ids] if same else said


def _objects(state: State, zone: str, row: Mapping[str, Any]) -> list[str]:
    return [called(state, i) for i in _ids(state, zone, row)]


def _ids(state: State, zone: str, row: Mapping[str, Any]) -> tuple[int, ...]:
    player = row.get("player")
    ids = state.in_zone(zone, player or "")
    text = row.get("matching")
    if text:
        you = player or state.active
        ids = tuple(i for i in ids if matches(state, text, state.things[i], None, you))
    return ids


# ---------------------------------------------------------------- checks, said back

_BACK = {(ask, holds): (name, field) for name, (ask, field, holds) in _PAIRS.items()}
_AMOUNTS = {meant: word for word, meant in _COUNTED.items()}


_JSON: Mapping[str, tuple[type, ...]] = {
    _LIST: (list,),
    "list of lists": (list,),
    "list of numbers": (list,),
    _NUMBER: (int, float),
    _TRUTH: (bool,),
    _TEXT: (str,),
    "text or null": (str, type(None)),
    "numbers by name": (dict,),
}


def row_of(check: Mapping[str, Any]) -> Row:
    """Return a check as a row of expectations.

    Raises
    ------
    UnknownName
        If it asks what no check does.
    ValueError
        If its answer is of another type than the question's.
    """
    ask, value = check["ask"], check["expect"]
    known = asks()
    if ask not in known:
        raise UnknownName("question", str(ask), near(str(ask), known) or known)
    kinds = _JSON[known[ask][0]]
    if not isinstance(value, kinds) or isinstance(value, bool) != (bool in kinds):
        raise ValueError(f"the answer to {ask!r} is a {known[ask][0]}, not {value!r}")
    made: Row = {
        k: check[k] for k in ("object", "zone", "player", "last_known", "note") if k in check
    }
    own: Row = {}
    if isinstance(value, bool) and (ask, value) in _BACK:
        name, field = _BACK[ask, value]
        own = {name: check[field]}
    elif ask in ("objects", "count", "different_names") and "zone" in made:
        own = {"cards" if ask == "objects" else ask: value}
        text = text_of(check)
        own |= {"matching": text} if text else {}
        own |= {"any_order": True} if ask == "objects" and not check["ordered"] else {}
    elif ask == "fits":
        own = {"is": text_of(check) if value else f"-({text_of(check)})"}
    elif ask == "allowed":
        own = {"allowed" if value else "refused": step_of(check["action"])}
        own |= {"by": check["by"]} if "by" in check else {}
    elif ask == "cost":
        own = {"costs": {check["part"]: value}}
    elif ask == "castable":
        own = {ask: value, **({"with_mana": check["with_mana"]} if "with_mana" in check else {})}
    elif ask == "amount":
        own = {"amounts": {_amount_text(check): value}}
    elif (name := ask.removesuffix("_by_card")) in _KEYED:
        key = check.get("watch") or check[_KEYED[name]]
        key = f"{key}#{check['ability']}" if "ability" in check else key
        made = {k: v for k, v in made.items() if k != "player"}
        own = {name: {key: value}}
    else:
        name = ask.removesuffix("_of_each").removeprefix("printed_")
        own = {name: _NOTHING[ask][-1] if value is None else value}
    return made | own


def _amount_text(check: Mapping[str, Any]) -> str:
    amount = check["amount"]
    if amount == "devotion":
        return f"devotion {check['color']}"
    return f"{_AMOUNTS[amount]} {text_of(check) or ''}" if amount in _AMOUNTS else str(amount)


# ---------------------------------------------------------------- steps


def action_of(row: Mapping[str, Any], before: Moment | None, after: Moment | None) -> Row:
    """Return an action with each field in one type; ``target`` stands with what has it."""
    made: Row = {"do": row["do"]}
    state = None if before is None else before.state
    for name, value in row.items():
        if name in CONTROL and name != "note":
            continue
        if name == "object":
            made["objects"] = [_ref(state, str(one)) for one in words(value)]
        elif name == "half" and state is not None:
            made[name] = _half(state, row.get("object"), value)
        elif name == "target":
            made["targets"] = _targets(words(value), row, before, after)
        elif name == "choose":
            made[name] = [{"choice": k, "chosen": words_of(v)} for k, v in value.items()]
        elif name == "replacement":
            made[name] = _replaced(value)
        elif name == "where":
            sides = {"top": ("from_top", 1), "bottom": ("from_bottom", 1)}
            side, n = sides.get(value, ("from_top", value))
            made["place"] = {side: n}
        else:
            made[name] = words(value) if name == "keep" else value
    return made


def words_of(value: Any) -> list[Any]:
    """Return one or several as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


def _replaced(value: Any) -> list[Row]:
    if isinstance(value, dict):
        return [{"of": k, "effect": v} for k, v in value.items()]
    return [{"effect": v} for v in words(value)]


def _targets(
    given: list[str], row: Mapping[str, Any], before: Moment | None, after: Moment | None
) -> list[Row]:
    """Return targets with the half, face or ability that has them, as far as that is known."""
    groups: list[Row] = []
    for name, chosen in _chosen(before, after):
        group = {"of": name, "targets": chosen}
        taken = [t for g in groups for t in g["targets"]]
        if given[len(taken) : len(taken) + len(chosen)] == chosen and chosen:
            groups.append(group)
    left = given[sum(len(g["targets"]) for g in groups) :]
    if left:
        groups.append({"of": _aimer(row, before), "targets": left})
    return groups


def _aimer(row: Mapping[str, Any], before: Moment | None) -> str:
    """Return what has targets where nothing has come onto the stack with them."""
    half, ref = row.get("half"), row.get("object")
    if before is None or (half is None and row["do"] != "cast"):
        return half or "what triggers"
    state = before.state
    if half is not None:
        return _half(state, ref, half)
    try:
        return state.name_of(state.find(str(ref))[0])
    except MtgmeldError:
        return str(ref)


def _chosen(before: Moment | None, after: Moment | None) -> Iterator[tuple[str, list[str]]]:
    """Yield what has come onto the stack with its targets, by half or ability."""
    if before is None or after is None:
        return
    state = after.state
    for i in state.places.get("stack", ()):
        obj = state.things[i]
        was = before.state.things.get(i)
        if was is not None and _aims(was) == _aims(obj):
            continue
        if obj.ability is not None:
            yield called(state, i), [_target(state, t) for t in obj.ability.targets]
        elif obj.cast is not None:
            yield from targets_by_half(state, obj)


def _aims(obj: GameObject) -> tuple[int | str, ...]:
    what = obj.cast if obj.ability is None else obj.ability
    return () if what is None else what.targets


def targets_by_half(state: State, spell: GameObject) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each half or face of a spell with the targets that its text has."""
    if spell.cast is None or not spell.cast.targets:
        return
    known = state.characteristics(spell.id)
    chosen = [_target(state, t) for t in spell.cast.targets]
    slots = [
        a.key.partition("#")[0] for a in spell_abilities(known, spell.cast.modes) for _ in a.slots
    ]
    if len(slots) != len(chosen):
        names = flat(known.names.value)
        slots = [names[0] if names else state.name_of(spell.id)] * len(chosen)
    for name in dict.fromkeys(slots):
        yield name, [t for t, slot in zip(chosen, slots, strict=True) if slot == name and t]


def _target(state: State, target: int | str) -> str:
    return target if isinstance(target, str) else called(state, target)


def step_of(action: Mapping[str, Any]) -> Row:
    """Return an action in the notation of situations."""
    made: Row = {}
    for name, value in action.items():
        if name == "objects":
            made["object"] = _one(value)
        elif name == "targets":
            made["target"] = _one([t for group in value for t in group["targets"]])
        elif name == "choose":
            made[name] = {c["choice"]: _one(c["chosen"]) for c in value}
        elif name == "replacement":
            named = {r["of"]: r["effect"] for r in value if "of" in r}
            made[name] = named or _one([r["effect"] for r in value])
        elif name == "place":
            side, n = next(iter(value.items()))
            made["where"] = "bottom" if side == "from_bottom" else "top" if n == 1 else n
        else:
            made[name] = _one(value) if name == "keep" else value
    return made


def _one(value: list[Any]) -> Any:
    return value[0] if len(value) == 1 else value


# ---------------------------------------------------------------- the start


def unlocked_in(state: State, obj: GameObject) -> Row:
    """Return the names of the unlocked halves of a permanent; nothing of what has none (709.5)."""
    what = copiable_of(state, obj)
    if not what.shared_type_line:
        return {}
    return {"unlocked": [f.name for n, f in enumerate(what.faces) if n in obj.unlocked]}


def object_of(row: Mapping[str, Any], state: State, obj: GameObject) -> Row:
    """Return an object at the start with what the file left to be understood."""
    kind = next(k for k in ("card", "token", "made_up") if k in row)
    names = [state.cards[c].card for c in obj.cards]
    made: Row = {"id": called(state, obj.id), kind: row[kind]}
    if kind == "card":
        made["card"] = (
            obj.base.faces[0].name
            if len(names) > 1
            else (names[0].name if names else find(row["card"]).card.name)
        )
    made |= {"zone": obj.zone, "owner": obj.owner, "controller": obj.controller}
    if obj.zone == "battlefield":
        made |= unlocked_in(state, obj)
        if obj.side_up == "back" and len(names) < 2:
            made["face"] = "back"
    if obj.zone == "stack" and obj.cast is not None:
        halves = [obj.base.faces[n].name for n in obj.cast.halves]
        if halves:
            made["cast"] = "fused" if len(halves) > 1 else halves[0]
        elif obj.cast.face:
            made["cast"] = "back"
        made["targets"] = [
            {"of": of, "targets": targets} for of, targets in targets_by_half(state, obj)
        ]
    for name, value in row.items():
        if name in made or name in ("target", "melded", "unlocked", "face", "cast"):
            continue
        if value in (None, "", [], {}) or value is False:
            continue
        if name == "commander":
            made[name] = [value] if isinstance(value, str) else [c.name for c in names]
        else:
            made[name] = int(value) if name in _NUMBERS and whole(value) else value
    if kind != "card":
        made.setdefault("types", ["Creature"])
    return made


def start_of(obj: Mapping[str, Any]) -> Row:
    """Return an object at the start in the notation of situations."""
    made = dict(obj)
    if "commander" in made:
        named = made["commander"]
        both = "card" in made and named != [made["card"]] and len(named) == 1
        made["commander"] = named[0] if both else True
    if "targets" in made:
        targets = [t for group in made.pop("targets") for t in group["targets"]]
        made |= {"target": targets} if targets else {}
    return made
