"""The JSON Schema of the notation, made from the records that check it."""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.game.abilities import KINDS, Alteration, Watch
from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.setup import Start
from mtgmeld.records import summary
from mtgmeld.scenario.expectations import Expect
from mtgmeld.scenario.made_up import MadeUp, Part
from mtgmeld.scenario.notation import Head, StepControl

VERSION = "1"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a situation file, each field with its meaning.

    A TOML editor that is given the schema completes names and shows what they mean.
    """
    kinds = [
        Head,
        MadeUp,
        Part,
        Start,
        Watch,
        Expect,
        StepControl,
        Alteration,
        *KINDS.values(),
        *ACTIONS.values(),
    ]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for kind in kinds:
        _tidy(parts[kind.__name__], kind)
    for base in ("Ability", "Action"):
        parts.pop(base, None)
    head, control = parts.pop("Head"), parts.pop("StepControl")["properties"]
    rows = {
        "card": "MadeUp",
        "start": "Start",
        "watch": "Watch",
        "effect": "Effect",
        "expect": "Expect",
    }
    for table, name in (*rows.items(), ("step", "Step")):
        head["properties"][table]["items"] = _ref(name)
    control["expect"]["items"] = _ref("Expect")
    parts["Start"]["oneOf"] = [{"required": [name]} for name in ("card", "token", "made_up")]
    parts["Effect"] = {"oneOf": [_ref(kind.__name__) for kind in KINDS.values()]}
    actions = [kind.__name__ for kind in ACTIONS.values()]
    parts["Instruction"] = {"oneOf": [_ref(name) for name in actions]}
    steps = [{**p, "properties": control | p["properties"]} for p in map(parts.get, actions) if p]
    parts["Step"] = {"oneOf": steps}
    parts["LayEffect"]["properties"]["effect"] |= _ref("Effect")
    for kind in KINDS.values():
        own = parts[kind.__name__]["properties"]
        for field in {"do", "costs"} & own.keys():
            one, many = _ref("Instruction"), {"type": "array", "items": _ref("Instruction")}
            own[field] = {"anyOf": [one, many], "description": own[field]["description"]}
        if "modes" in own:
            own["modes"]["items"] = _ref("Spell")
    parts["Alteration"]["properties"]["grants"]["items"] = _ref("Effect")
    for name in ("MadeUp", "Part"):
        parts[name]["properties"]["ability"]["items"] = _ref("Effect")
    parts["MadeUp"]["properties"]["part"]["items"] = _ref("Part")
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


def _tidy(part: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    """Leave out what a file has not: null, and defaults that are nothing."""
    part["description"] = summary(kind)
    part["properties"].pop("stamp", None)
    for name, shown in part["properties"].items():
        shown.pop("default", None)
        if name == "do" and "enum" in shown:
            shown["description"] = "the action"
        options = [o for o in shown.pop("anyOf", ()) if o != {"type": "null"}]
        if len(options) == 1:
            part["properties"][name] = {**options[0], **shown}
        elif options:
            shown["anyOf"] = options
