"""The JSON Schema of a vector, made from the records of situations and what checks ask."""

from __future__ import annotations

from typing import Any

from mtgmeld.game.values import STEPS
from mtgmeld.query import FLAGS
from mtgmeld.scenario.normal import OPERATIONS, TERMS, asks
from mtgmeld.scenario.notation import CONTROL
from mtgmeld.scenario.schema import schema as situation_schema
from mtgmeld.scenario.snapshots import PARTS, ROWS, VALUES
from mtgmeld.scenario.vectors import ABOUT, KINDS, LEVELS, VERSION

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_WHOLE: Schema = {"type": "integer"}
_TYPES: dict[str, Schema] = {
    "text": _TEXT,
    "text or null": {"type": ["string", "null"]},
    "number": {"type": "number"},
    "true or false": {"type": "boolean"},
    "list of texts": _TEXTS,
    "list of numbers": {"type": "array", "items": {"type": "number"}},
    "list of lists": {"type": "array", "items": _TEXTS},
    "numbers by name": {"type": "object", "additionalProperties": _WHOLE},
}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _many(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _table(needed: dict[str, Schema], other: dict[str, Schema] | None = None) -> Schema:
    properties = needed | (other or {})
    made: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**made, "required": list(needed)}


def vectors_schema() -> Schema:
    """Return the JSON Schema (2020-12) of one line."""
    inner = situation_schema()
    parts: Schema = inner["$defs"]
    own = inner["properties"]
    actions = {_do(o): _action(o) for o in parts.pop("Step")["oneOf"]}
    made: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{VERSION.replace('/', ':')}",
        "title": "A conformance vector",
        "description": f"Version {VERSION}; GUIDE.md in the kit is the guide for readers.",
    }
    line = _table(
        {
            "schema": {"const": VERSION},
            "id": _TEXT,
            "kind": {"enum": list(KINDS)},
            "level": _ref("Level"),
            "title": _TEXT,
            "rules": own["rules"],
            "edition": _TEXT,
            "assumes_text_absent": _many(_ref("Absent")),
            "policies_that_matter": _many(_ref("Policy")),
            "facts": {"type": "object", "additionalProperties": _ref("Card")},
            "setup": _ref("Setup"),
            "start": _table({"level": _ref("Level"), **_AFTER}),
            "steps": _many(_ref("Step")),
        },
        {"falsified": {"const": True}, **{k: own[k] for k in ABOUT}},
    )
    control = {
        "level": _ref("Level"),
        "result": {"enum": ["done", "refused", "asks"]},
        **_AFTER,
    }
    more = {
        "refused_by": _TEXTS,
        "asks": _table({"argument": _TEXT}, {"player": _TEXT, "options": {"type": "array"}}),
        "stand_in": _TEXT,
    }
    defs = {
        "Level": {"enum": list(LEVELS), "description": "; ".join(map(": ".join, LEVELS.items()))},
        "Absent": _table({"face": _TEXT, "paragraphs": _many(_WHOLE)}, {"of": _WHOLE}),
        "Policy": _table(
            {"policy": _TEXT, "here": _TEXT, "readings": {"type": "object"}, "rules": _TEXTS}
        ),
        "Card": _CARD,
        "Setup": _setup(parts, own),
        "Terms": _many(
            _table(
                {"what": {"enum": list(TERMS)}, "op": {"enum": list(OPERATIONS)}, "value": _TEXT},
                {"not": {"const": True}, "says": _TEXT},
            )
            | {
                "if": {"properties": {"what": {"const": "quality"}}},
                "then": {"properties": {"value": {"enum": list(FLAGS)}}, "required": ["says"]},
            }
        ),
        **_FORMS,
        "Targets": _many(_table({"of": _TEXT, "targets": _TEXTS})),
        "Check": {"oneOf": list(_checks())},
        "Under": _table(
            {
                "edition": _TEXT,
                "readings": _many(_table({"policy": _TEXT, "reading": _TEXT})),
                "checks": _many(_ref("Check")),
            }
        ),
        "Snapshot": _table({k: {"description": v} | _PARTS[k] for k, v in PARTS.items()}),
        "Action": _one_of(actions),
        "Step": _one_of(
            {
                do: _table({"do": _TEXT, **control}, a["properties"] | more)
                | {"required": ["do", *control, *(n for n in a["required"] if n != "do")]}
                for do, a in actions.items()
            }
        ),
    }
    return {**made, **line, "$defs": {**parts, **defs}}


def _do(option: Schema) -> str:
    found: str = option["properties"]["do"]["enum"][0]
    return found


def _one_of(options: dict[str, Schema]) -> Schema:
    """Return a schema that is the one of the action that is done."""
    return {
        "type": "object",
        "required": ["do"],
        "properties": {"do": {"enum": list(options)}},
        "allOf": [
            {"if": {"properties": {"do": {"const": do}}}, "then": option}
            for do, option in options.items()
        ],
    }


_AFTER = {
    "checks": _many(_ref("Check")),
    "under_other_rules": _many(_ref("Under")),
    "snapshot": _ref("Snapshot"),
}


def _row(part: str) -> Schema:
    """Return the schema of a row of a snapshot: all that it may have, and what it is called."""
    known = asks()
    of_values = {name: known[name][0] for name in VALUES}
    types = {name: _TYPES.get(kind) for name, kind in (ROWS[part] | of_values).items()}
    named = {k: v for k, v in _IN_ROWS.items() if k in types}
    properties = {name: kind for name, kind in types.items() if kind is not None} | named
    return _table({"object": properties.pop("object"), "controller": _TEXT}, properties)


_IN_ROWS: dict[str, Schema] = {
    "kind": {"enum": ["spell", "ability"]},
    "face": {"enum": ["front", "back", "down"]},
    "targets": _ref("Targets"),
}
_BY_PLAYER: Schema = {"type": "object", "additionalProperties": _TEXTS}
_PARTS: dict[str, Schema] = {
    "turn": _table({"of": _TEXT, "step": {"enum": list(STEPS)}}),
    "life": _TYPES["numbers by name"],
    "mana": {"type": "object", "additionalProperties": _TEXT},
    "lost": _TEXTS,
    "zones": _table(
        {
            **dict.fromkeys(("hand", "library", "graveyard"), _BY_PLAYER),
            **dict.fromkeys(("exile", "command"), _TEXTS),
        }
    ),
    "stack": _many(_row("stack")),
    "battlefield": _many(_row("battlefield")),
}
_FACE = _table(
    {
        "name": _TEXT,
        "mana_cost": _TYPES["text or null"],
        "supertypes": _TEXTS,
        "types": _TEXTS,
        "subtypes": _TEXTS,
    },
    {
        **dict.fromkeys(("power", "toughness", "loyalty", "defense"), _TEXT),
        **dict.fromkeys(("color_indicator", "colors_by_own_ability"), _TEXT),
        **dict.fromkeys(("keywords", "symbols_in_text"), _TEXTS),
    },
)
_CARD = _table(
    {"layout": _TEXT, "faces": _many(_FACE)},
    {"meld": _table({"cards": _TEXTS, "into": _TEXT})},
)


def _setup(parts: Schema, own: Schema) -> Schema:
    start = dict(parts["Start"]["properties"])
    start.pop("melded")
    targets = {"targets": _ref("Targets")}
    start |= {
        "unlocked": _TEXTS,
        "commander": _TEXTS,
        **dict.fromkeys(("power", "toughness"), _WHOLE),
    }
    start.pop("target")
    needed = {k: start.pop(k) for k in ("id", "zone", "owner", "controller")}
    watch = {k: v for k, v in parts["Watch"]["properties"].items() if k != "what"}
    where = {"where": _ref("Terms"), "filter": _TEXT}
    return _table(
        {
            **{k: own[k] for k in ("players", "active", "begins", "land_played")},
            "mana": {
                "description": "mana in pools, by player, as sorted letters",
                "type": "object",
                "additionalProperties": {"type": "string", "pattern": "^[WUBRGC]*$"},
            },
            "life": _TYPES["numbers by name"],
            "objects": _many({**_table(needed, start | targets), "oneOf": parts["Start"]["oneOf"]}),
            "watches": _many(_table({}, watch | where)),
            "effects": own["effect"],
        }
    )


# what goes with a question, beside what is asked and the answer
_WITH: dict[str, Schema] = {
    **dict.fromkeys(("note", "object", "zone", "player", "name", "with", "keyword"), _TEXT),
    **dict.fromkeys(("viewer", "color", "watch", "of", "ability", "what", "kind"), _TEXT),
    **dict.fromkeys(("says", "part", "amount", "filter", "with_mana", "by"), _TEXT),
    **dict.fromkeys(("last_known", "ordered"), _TYPES["true or false"]),
    "where": _ref("Terms"),
    "action": _ref("Action"),
    "level": _ref("Level"),
}


def _checks() -> list[Schema]:
    """Return a schema for each type of answer, with all that is asked for one."""
    kinds: dict[str, list[str]] = {}
    for name, (kind, _) in asks().items():
        kinds.setdefault(kind, []).append(name)
    return [
        _table({"ask": {"enum": names}, "expect": _TYPES[kind]}, _WITH)
        for kind, names in kinds.items()
    ]


# fields whose form is another than in a situation file: what they are called here, and that form
_CHANGED: dict[str, tuple[str, Schema]] = {
    "object": ("objects", {"type": "array"}),
    "target": ("targets", _ref("Targets")),
    "where": ("place", _ref("Place")),
    "keep": ("keep", {"type": "array"}),
    "choose": ("choose", _ref("Choices")),
    "replacement": ("replacement", _ref("Replacements")),
}
_FORMS: Schema = {
    "Place": {"type": "object", "additionalProperties": _WHOLE},
    "Choices": _many(_table({"choice": _TEXT, "chosen": {"type": "array"}})),
    "Replacements": _many(_table({"effect": _TEXT}, {"of": _TEXT})),
}


def _action(option: Schema) -> Schema:
    """Return the schema of an action in the normal form, from that of a situation file."""
    own: Schema = {}
    for name in option["properties"]:
        if name in CONTROL and name != "note":
            continue
        same = {"$ref": f"#/$defs/{option['title']}/properties/{name}"}
        new, form = _CHANGED.get(name, (name, same))
        own[new] = _TEXT if name == "note" else form
    needed = [_CHANGED.get(n, (n,))[0] for n in option.get("required", ())]
    return {"type": "object", "additionalProperties": False, "properties": own, "required": needed}
