"""A folder for the author of another engine: lines, schema, guide, adapters, and what is spoilt."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mtgmeld.files import data_folder, make_folder, write_whole
from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.values import STEPS
from mtgmeld.records import summary
from mtgmeld.scenario.normal import asks
from mtgmeld.scenario.reference import written_table
from mtgmeld.scenario.vectors import LEVELS, OF_A_STEP, counts, write_lines
from mtgmeld.scenario.vectors_schema import vectors_schema

Line = dict[str, Any]

# ---------------------------------------------------------------- lines in which nothing is right


def falsified(line: Mapping[str, Any]) -> Line:
    """Return a line in which every result, every answer and all of each snapshot is wrong."""
    made: Line = copy.deepcopy(dict(line)) | {"falsified": True}
    players = made["setup"]["players"]
    for part in _parts(made):
        for checks in (part["checks"], *(under["checks"] for under in part["under_other_rules"])):
            for check in checks:
                check["expect"] = _other(check, players)
                check.pop("by", None)  # what is allowed is refused by no rule
        part["snapshot"] = _otherwise(part["snapshot"], players)
    for step in made["steps"]:
        done = step["result"] == "done"
        step.pop("refused_by", None)
        step |= {"result": "refused", "refused_by": []} if done else {"result": "done"}
        if "asks" in step:
            asked = step["asks"]
            step["asks"] = {k: _other({"ask": k, "expect": v}, players) for k, v in asked.items()}
    return made


def _otherwise(snapshot: Mapping[str, Any], players: Sequence[str]) -> Line:
    """Return a snapshot in which each part is wrong, and in rows each value."""
    made: Line = {k: _wrong(k, v, players) for k, v in snapshot.items()}
    first = players[0]
    for name in ("stack", "battlefield"):
        made[name] = made[name] or [
            {"object": "Nobody", "controller": first}
            | ({"kind": "spell", "targets": []} if name == "stack" else {})
        ]
    pool = snapshot["mana"].get(first, "")
    made["mana"] = {**snapshot["mana"], first: "".join(sorted(f"{pool}W"))}
    made["zones"]["library"] = made["zones"]["library"] or {first: ["Nobody"]}
    return made


def _wrong(name: str, value: Any, players: Sequence[str]) -> Any:
    """Return a value of a snapshot that is wrong in all that it has."""
    if name == "targets":
        return [*value, {"of": "Nobody", "targets": ["Nobody"]}]
    if name in ("object", "source", "attached_to"):
        return f"not {value}"  # rows are sorted by it: their order stays
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_wrong("", row, players) for row in value]
    if isinstance(value, dict) and name != "counters":
        return {k: _wrong(k, v, players) for k, v in value.items()}
    if name in ("stack", "battlefield"):
        return value
    return _other({"ask": name, "expect": value}, players)


_ELSEWHERE = {
    "zone": ("graveyard", "exile"),
    "at": (STEPS[0], STEPS[1]),
    "step": (STEPS[0], STEPS[1]),
    "kind": ("spell", "ability"),
    "face": ("front", "back"),
    "paid": ("{9}{9}", "{8}"),
    "flashback_cost": ("{9}{9}", "{8}"),
    "mana_cost": ("{9}{9}", "{8}"),
    "cost": ("{9}{9}", "{8}"),
    **dict.fromkeys(("colors", "color_indicator", "color_identity"), ("WUBRG", "")),
    **dict.fromkeys(("mana", "could_produce"), ("BCGRUW", "")),
}


def _other(check: Mapping[str, Any], players: Sequence[str]) -> Any:
    """Return an answer of the same type that is another."""
    ask, value = check["ask"], check["expect"]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if ask in ("owner", "controller", "turn_of", "of", "player", "priority"):
        return next((p for p in players if p != value), f"not {value}")
    if ask == "lost":
        return [p for p in players if p not in value]
    if ask in _ELSEWHERE:
        return next(v for v in _ELSEWHERE[ask] if v != value)
    if ask == "attached_to":
        return check["object"]
    if isinstance(value, dict):
        return {**value, "charge": value.get("charge", 0) + 1}
    if ask.endswith("_of_each"):
        return list(reversed(value)) if value[0] != value[1] else [value[0], *value]
    if isinstance(value, list):
        return [*value, "Nobody"]
    return "Nobody"


# ---------------------------------------------------------------- the tables of the kit


def _parts(line: Mapping[str, Any]) -> Iterator[Any]:
    yield line["start"]
    yield from line["steps"]


def frequencies(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return a page: how many lines of each level, which verbs and questions, by frequency."""
    kinds = {name: summary(kind) for name, kind in ACTIONS.items()}
    done: Counter[str] = Counter(s["do"] for line in lines for s in line["steps"])
    known = asks()
    asked: Counter[str] = Counter()
    at_start: Counter[str] = Counter()
    for line in lines:
        for n, part in enumerate(_parts(line)):
            asked.update(c["ask"] for c in part["checks"])
            if not n and part["level"] == "L0":
                at_start.update(c["ask"] for c in part["checks"] if "level" not in c)
    levels = counts(lines)
    starts = Counter(line["start"]["level"] for line in lines if line["start"]["checks"])
    fields: dict[str, Counter[str]] = {}
    for line in lines:
        for step in line["steps"]:
            fields.setdefault(step["do"], Counter()).update(
                k for k in step if k not in ("do", "note", *OF_A_STEP)
            )
    page = "# What is in vectors.jsonl, by frequency\n\n"
    page += "## Levels\n\n" + written_table(
        ("level", "lines", "starts with checks", "what it needs"),
        ((n, levels[n], starts[n], meaning) for n, meaning in LEVELS.items()),
    )
    rows = ((f"`{n}`", done[n], kinds[n], _often(fields[n])) for n, _ in done.most_common())
    page += "\n## Verbs\n\n" + written_table(("`do`", "steps", "what it does", "fields"), rows)
    questions = (
        (f"`{n}`", asked[n], at_start[n] or "", known[n][0], known[n][1])
        for n, _ in asked.most_common()
    )
    head = ("`ask`", "checks", "in starts of L0", "answer", "what it asks")
    page += "\n## Questions\n\n" + written_table(head, questions)
    page += "\nVerbs and questions that no line has are in the schema.\n"
    return page


def _often(fields: Counter[str]) -> str:
    return ", ".join(f"`{name}` {n}" for name, n in fields.most_common())


# ---------------------------------------------------------------- the folder


def write_kit(folder: str | Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Write the kit of some lines into a folder, which is made where it is missing.

    Raises
    ------
    NotWritten
    """
    root = Path(folder)
    schema = json.dumps(vectors_schema(), ensure_ascii=False, indent=1) + "\n"
    data = data_folder()
    texts = {
        "GUIDE.md": (data / "scenarios" / "VECTORS.md").read_text(encoding="utf-8"),
        "FREQUENCIES.md": frequencies(lines),
        "vectors.jsonl": write_lines(lines),
        "falsified.jsonl": write_lines(map(falsified, lines)),
        "vectors.schema.json": schema,
    }
    for path in sorted((data / "kit").rglob("*")):
        if path.is_file():
            name = path.relative_to(data / "kit").as_posix()
            texts[name] = path.read_text(encoding="utf-8")
    for name, text in texts.items():
        make_folder((root / name).parent)
        write_whole(root / name, text)
