"""Conformance vectors: situations as JSON Lines, so that another engine can be tested.

A line is a situation with its setup, its steps and what must hold after each; the form is
published as a JSON Schema with a version of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.errors import BadScenario, MtgmeldError, shown
from mtgmeld.files import data_folder
from mtgmeld.rules.editions import NEWEST
from mtgmeld.scenario.notation import Head
from mtgmeld.scenario.play import Scenario
from mtgmeld.scenario.runs import Run
from mtgmeld.scenario.schema import schema as situation_schema

__all__ = [
    "VERSION",
    "Vector",
    "about",
    "bundled",
    "from_line",
    "to_line",
    "vectors_schema",
    "write",
]

VERSION = "mtgmeld-vectors/1"

_SETUP = ("players", "active", "begins", "life", "mana", "land_played", "start", "effect", "watch")
_MOST_LINE = 1_000_000

# what a situation says of itself, beside its title and edition
_ABOUT = tuple(
    f.encode_name
    for f in msgspec.structs.fields(Head)
    if f.encode_name not in (*_SETUP, "title", "edition", "expect", "step")
)

KINDS = ("statement", "example", "case")
_KINDS_OF_VALUE: dict[type, str] = {str: "text", list: "array", dict: "object", object: "value"}
_NEEDED = ("id", "kind", "title", "rules", "edition", "setup", "steps")
# the fields of a line with what JSON has in them; what a situation says of itself is checked there
_FIELDS: dict[str, type] = {
    **dict.fromkeys(_ABOUT, object),
    "schema": str,
    "id": str,
    "kind": str,
    "title": str,
    "rules": list,
    "edition": str,
    "setup": dict,
    "expected": list,
    "steps": list,
}


class Vector(msgspec.Struct, frozen=True):
    """A situation with a name.

    Attributes
    ----------
    id : str
        The name of its file, without the ending.
    kind : str
        ``statement``, ``example`` or ``case``.
    scenario : Scenario
    """

    id: str
    kind: str
    scenario: Scenario

    def play(self) -> Run:
        """Play it."""
        return self.scenario.play()


def _folders() -> Iterator[tuple[str, Path]]:
    """Yield each kind with the folder of its files, in the package or the source tree."""
    data = data_folder()
    yield "example", data / "scenarios"
    yield "statement", data / "scenarios" / "statements"
    packed = data / "cases"
    yield "case", packed if packed.is_dir() else data.parent / "tests" / "cases"


def bundled() -> tuple[Vector, ...]:
    """Return every situation that comes with the package, by kind and name.

    Raises
    ------
    BadScenario
        If a file is wrong.
    """
    found = [
        Vector(path.stem, kind, Scenario.from_file(path))
        for kind, folder in _folders()
        for path in sorted(folder.glob("*.toml"))
    ]
    return tuple(found)


def about(vector: Vector, rule: str) -> bool:
    """Whether a vector names a rule, or a rule under it: 709 has 709.5 and 709.5a."""
    given = rule.rstrip(".")
    for one in vector.scenario.to_dict().get("rules", ()):
        rest = one.removeprefix(given)
        if one.startswith(given) and not rest[:1].isdigit():
            return True
    return False


def to_line(vector: Vector) -> str:
    """Return a vector as one line of JSON."""
    tables = vector.scenario.to_dict()
    steps = []
    for row in tables.get("step", []):
        step = {k: v for k, v in row.items() if k != "expect"}
        step["expected"] = row.get("expect", [])
        steps.append(step)
    line = {
        "schema": VERSION,
        "id": vector.id,
        "kind": vector.kind,
        "title": tables["title"],
        "rules": tables.get("rules", []),
        "edition": tables.get("edition") or NEWEST,
        **{k: tables[k] for k in _ABOUT if k in tables},
        "setup": {k: tables[k] for k in _SETUP if k in tables},
        "expected": tables.get("expect", []),
        "steps": steps,
    }
    return json.dumps(line, ensure_ascii=False, separators=(", ", ": "))


def from_line(line: str, path: object = "<line>", number: int | None = None) -> Vector:
    """Return the vector of one line.

    Raises
    ------
    BadScenario
        With the line's number, if it is none.
    """
    if len(line) > _MOST_LINE:
        raise BadScenario(path, "it is longer than any vector (1 MB)", line=number)
    try:
        made = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise BadScenario(path, f"not JSON: {error}", line=number) from None
    if not isinstance(made, dict) or made.get("schema") != VERSION:
        have = made.get("schema") if isinstance(made, dict) else None
        raise BadScenario(path, f"its schema is {have!r}, not {VERSION!r}", line=number)
    wrong = _wrong(made)
    if wrong:
        raise BadScenario(path, f"it is no vector: {wrong}", line=number)
    try:
        return Vector(made["id"], made["kind"], _scenario(made, path))
    except BadScenario as error:
        raise BadScenario(path, error.message, line=number) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a field that stands in it twice has no one meaning."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(n for i, (n, _) in enumerate(pairs) if n in dict(pairs[:i]))
        raise ValueError(f"{shown(twice)} stands twice in one object")
    return made


def _wrong(made: Mapping[str, Any]) -> str:
    """Return what keeps a table from being a vector, its situation left aside."""
    for name in made:
        if name not in _FIELDS:
            return f"there is no field {shown(name)}"
    for name, kind in _FIELDS.items():
        if name not in made and name in _NEEDED:
            return f"it is without {name!r}"
        if name in made and not isinstance(made[name], kind):
            return f"{name!r} is no {_KINDS_OF_VALUE[kind]}"
    if made["kind"] not in KINDS:
        return f"'kind' is none of {', '.join(KINDS)}"
    if not made["id"].isprintable():
        return "'id' has characters that cannot be printed"
    if not all(isinstance(step, dict) for step in made["steps"]):
        return "a step is no object"
    if not all(isinstance(step.get("expected", []), list) for step in made["steps"]):
        return "'expected' of a step is no array"
    return ""


def _scenario(made: Mapping[str, Any], path: object) -> Scenario:
    tables: dict[str, Any] = {"title": made["title"]}
    for name in _ABOUT:
        if made.get(name):
            tables[name] = made[name]
    if made.get("edition") not in (None, NEWEST):
        tables["edition"] = made["edition"]
    tables.update(made["setup"])
    if made.get("expected"):
        tables["expect"] = made["expected"]
    steps = []
    for row in made["steps"]:
        step = {k: v for k, v in row.items() if k != "expected"}
        if row.get("expected"):
            step["expect"] = row["expected"]
        steps.append(step)
    if steps:
        tables["step"] = steps
    return Scenario.from_dict(tables, path)


def write(vectors: Iterable[Vector]) -> str:
    """Return vectors as JSON Lines."""
    return "".join(to_line(v) + "\n" for v in vectors)


def replay(path: str | Path) -> Iterator[tuple[int, Vector | None, Run | MtgmeldError]]:
    """Yield each line of a file with the vector and its run, or the error that it is.

    A name that an earlier line has is an error.

    Raises
    ------
    BadScenario
        If the file cannot be read.
    """
    try:
        seen: dict[str, int] = {}
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    vector = from_line(line, path, number)
                    first = seen.setdefault(vector.id, number)
                    if first != number:
                        said = f"line {first} has the id {shown(vector.id)} already"
                        raise BadScenario(path, said, line=number)
                    yield number, vector, vector.play()
                except MtgmeldError as error:
                    yield number, None, error
    except OSError as error:
        raise BadScenario(path, f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadScenario(path, f"it is no UTF-8 text at byte {error.start}") from None


def vectors_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of one line."""
    inner = situation_schema()
    parts = inner["$defs"]
    own = inner["properties"]
    text = {"type": "string"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{VERSION.replace('/', ':')}",
        "title": "A conformance vector",
        "description": f"Version {VERSION}; data/scenarios/VECTORS.md is the guide for readers.",
        "type": "object",
        "required": ["schema", *_NEEDED],
        "additionalProperties": False,
        "properties": {
            "schema": {"const": VERSION},
            "id": text,
            "kind": {"enum": list(KINDS)},
            "title": text,
            "edition": text,
            **{k: own[k] for k in _ABOUT},
            "setup": {
                "type": "object",
                "additionalProperties": False,
                "properties": {k: own[k] for k in _SETUP},
            },
            "expected": {"type": "array", "items": {"$ref": "#/$defs/Expect"}},
            "steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}},
        },
        "$defs": {**parts, "Step": {"oneOf": [_step(o, parts) for o in parts["Step"]["oneOf"]]}},
    }


def _step(option: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a step of a vector, from that of a situation file."""
    name = option["title"]
    known = parts[name]["properties"]
    own = {
        field: {"$ref": f"#/$defs/{name}/properties/{field}"} if field in known else shown
        for field, shown in option["properties"].items()
    }
    own["expected"] = own.pop("expect")
    return {**option, "properties": own, "required": [*option.get("required", ()), "expected"]}
