"""The JSON Schema of the notation, made from the records that check it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.pieces import STEPS
from mtgmeld.game.standing import EFFECTS, EVENTS, ZONES, Changes, Effect, Watch
from mtgmeld.scenario import action_fields, fields
from mtgmeld.scenario.notation import Expect, Head, Start

__all__ = ["VERSION", "schema"]

VERSION = "1"

_PLACES = (*ZONES, "outside")
# fields of a few words only, so that an editor can offer them
_WORDS: Mapping[tuple[str, str], Iterable[str]] = {
    ("Start", "zone"): _PLACES,
    ("Expect", "zone"): _PLACES,
    ("Expect", "at"): STEPS,
    ("Head", "begins"): STEPS,
    ("Watch", "when"): EVENTS,
    ("Triggered", "trigger"): EVENTS,
    ("Entering", "enters"): ("tapped", "with counters"),
    ("Prohibition", "forbid"): ("cast", "play", "activate", "unlock"),
    ("Permission", "allow"): ("cast", "play", "flash"),
    ("Doubling", "double"): ("triggers",),
    ("ManaChange", "mana"): ("tapped for mana",),
    ("ManaTrigger", "mana trigger"): ("tapped for mana",),
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a situation file, each field with its meaning.

    A TOML editor that is given the schema completes names and shows what they mean.
    """
    described: list[type[msgspec.Struct]] = [Start, Watch, Expect, Changes, *EFFECTS.values()]
    kinds = [Head, *described, *ACTIONS.values()]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for kind in described:
        _describe(parts[kind.__name__], _meaning(kind), kind.__name__)
    for name, action in ACTIONS.items():
        part = parts[action.__name__]
        own = part["properties"]
        _describe(
            part, {f: action_fields.about(name, f) for f in own} | {"do": fields.CONTROL["do"]}, ""
        )
        part["description"] = action_fields.summary(name)
    head = parts.pop("Head")
    _describe(head, fields.HEAD, "Head")
    rows = {"start": "Start", "watch": "Watch", "effect": "Effect", "expect": "Expect"}
    for table, name in (*rows.items(), ("step", "Step")):
        meaning = fields.HEAD[table]
        head["properties"][table] = {**_rows(name), "description": meaning}
    head["properties"]["edition"] = {"type": "string", "description": fields.HEAD["edition"]}
    parts["Start"]["oneOf"] = [{"required": [name]} for name in ("card", "token", "made_up")]
    parts["Effect"] = {"oneOf": [_ref(kind.__name__) for kind in EFFECTS.values()]}
    parts["Instruction"] = {"oneOf": [_ref(kind.__name__) for kind in ACTIONS.values()]}
    parts["Step"] = _step(parts)
    parts["LayEffect"]["properties"]["effect"] |= _ref("Effect")
    for kind in EFFECTS.values():
        if "do" in parts[kind.__name__]["properties"]:
            one, many = _ref("Instruction"), {"type": "array", "items": _ref("Instruction")}
            parts[kind.__name__]["properties"]["do"] |= {"anyOf": [one, many]}
    for name in ("allowed", "refused"):
        parts["Expect"]["properties"][name] |= _ref("Instruction")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A situation for mtgmeld",
        "description": f"Version {VERSION} of the notation of data/scenarios/README.md.",
        **{k: v for k, v in head.items() if k not in ("title", "description")},
        "$defs": parts,
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _rows(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _ref(name)}


def _meaning(kind: type[msgspec.Struct]) -> Mapping[str, str]:
    if issubclass(kind, Effect):
        return fields.EFFECT
    return {"Start": fields.START, "Expect": fields.EXPECT, "Changes": fields.ALTERATION}[
        kind.__name__
    ]


def _describe(part: dict[str, Any], meaning: Mapping[str, str], name: str) -> None:
    """Give each property its meaning and, where only a few words are possible, those."""
    if "description" in part:
        first = part["description"].partition("\n\n")[0]
        part["description"] = " ".join(first.replace("``", "`").split())
    for field, shown in part["properties"].items():
        about = meaning.get(field, "")
        told = {k: v for k, v in shown.items() if k not in ("default", "anyOf", "type", "$ref")}
        kind = {k: v for k, v in shown.items() if k in ("anyOf", "type", "$ref")}
        part["properties"][field] = {**_without_null(kind), **told, "description": about}
        words = _WORDS.get((name, field))
        if words is not None:
            part["properties"][field] = {"enum": list(words), "description": about}


def _without_null(kind: dict[str, Any]) -> dict[str, Any]:
    """TOML has no null: what is left out is left out."""
    options = [o for o in kind.get("anyOf", ()) if o != {"type": "null"}]
    if not options:
        return kind
    return options[0] if len(options) == 1 else {"anyOf": options}


def _step(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a step: an action with what is expected of it."""
    control = {
        "expect": {**_rows("Expect"), "description": fields.CONTROL["expect"]},
        "illegal": {"anyOf": [{"type": "string"}, {"const": True}]},
        "asks": {"type": "string"},
        "of_player": {"type": "string"},
        "options": {"type": "array"},
        "note": {"type": "string"},
    }
    for field, shown in control.items():
        shown["description"] = fields.CONTROL[field]
    options = []
    for kind in ACTIONS.values():
        part = parts[kind.__name__]
        options.append({**part, "properties": {**part["properties"], **control}})
    return {"oneOf": options}
