"""The JSON Schema of the notation, made from the records that check it."""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.standing import EFFECTS
from mtgmeld.scenario.notation import Expect, Head, Start, Watch

__all__ = ["VERSION", "schema"]

VERSION = "1"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a situation file."""
    kinds = [Head, Start, Watch, Expect, *ACTIONS.values()]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    head = parts.pop("Head")
    properties = head["properties"]
    properties["start"] = _rows({"$ref": "#/$defs/Start"})
    properties["watch"] = _rows({"$ref": "#/$defs/Watch"})
    properties["expect"] = _rows({"$ref": "#/$defs/Expect"})
    properties["effect"] = _rows({"$ref": "#/$defs/Effect"})
    properties["step"] = _rows({"$ref": "#/$defs/Step"})
    parts["Effect"] = _effect()
    control = {
        "expect": _rows({"$ref": "#/$defs/Expect"}),
        "illegal": {
            "type": ["string", "boolean"],
            "description": "the rule that must refuse the step",
        },
        "asks": {"type": "string", "description": "the argument for which a choice must be asked"},
        "of_player": {"type": "string", "description": "who must be asked"},
        "options": {"type": "array", "description": "what must be offered"},
        "note": {"type": "string"},
    }
    names = [c.__name__ for c in ACTIONS.values()]
    for name in names:
        parts[name]["properties"].update(control)
        if name == "Note":
            parts[name]["properties"].pop("note", None)
            parts[name]["properties"]["note"] = {"type": "string"}
    parts["Step"] = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A situation for mtgmeld",
        "description": f"version {VERSION}",
        **{k: v for k, v in head.items() if k not in ("title", "description")},
        "$defs": parts,
    }


def _rows(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def _effect() -> dict[str, Any]:
    """Return the schema of a standing effect: one verb and the fields that go with it."""
    options = []
    for verb, fields in EFFECTS.items():
        names = ("id", "controller", verb, *fields)
        options.append(
            {
                "type": "object",
                "required": [verb],
                "properties": {n: {} for n in names},
                "additionalProperties": False,
            }
        )
    return {"anyOf": options}
