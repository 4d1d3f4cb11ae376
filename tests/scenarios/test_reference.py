"""The reference page: complete, current, and every example in it runs."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.standing import EFFECTS, EVENTS
from mtgmeld.query import FIELDS, FLAGS
from mtgmeld.rules.editions import POLICIES
from mtgmeld.scenario import Scenario, fields
from mtgmeld.scenario.reference import TABLES, fill

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "data" / "scenarios" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def without_cards(page: str) -> str:
    """The page without the list of cards that act, which grows without changing the notation."""
    return re.sub(r"<!-- table: cards -->.*?<!-- end -->", "", page, flags=re.DOTALL)


def test_its_tables_are_current() -> None:
    said = "run: mtgmeld schema --page data/scenarios/README.md"
    assert without_cards(fill(PAGE)) == without_cards(PAGE), said
    assert set(re.findall(r"<!-- table: ([\w -]+) -->", PAGE)) == set(TABLES)
    with pytest.raises(UnknownName, match="start"):
        fill("<!-- table: strat -->\n<!-- end -->")


def named() -> dict[str, list[str]]:
    """Everything that a file may say, by what it is."""
    return {
        "action": list(ACTIONS),
        "argument": sorted({f.encode_name for kind in ACTIONS.values() for f in _fields(kind)}),
        "verb of an effect": list(EFFECTS),
        "field of an effect": list(fields.EFFECT),
        "change": list(fields.ALTERATION),
        "event": list(EVENTS),
        "field of the head": list(fields.HEAD),
        "field of an object": list(fields.START),
        "field of an expectation": list(fields.EXPECT),
        "field of a step": [f for f in fields.CONTROL if f != "do"],
        "kind of event": list(fields.KINDS),
        "selector": list(fields.SELECTORS),
        "amount": list(fields.AMOUNTS),
        "choice": list(fields.CHOICES),
        "field of a filter": list(FIELDS),
        "quality of a filter": list(FLAGS),
        "policy": list(POLICIES),
    }


def _fields(kind: type) -> tuple[Any, ...]:
    import msgspec

    return msgspec.structs.fields(kind)


@pytest.mark.parametrize("what", named())
def test_every_name_stands_in_it(what: str) -> None:
    missing = [name for name in named()[what] if f"`{name}`" not in PAGE]
    assert missing == []


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_runs(number: int) -> None:
    run = Scenario.from_text(EXAMPLES[number], f"example {number + 1}").play()
    assert run.outcomes
    assert run.holds, "\n".join(map(str, run.failures))
    assert len(EXAMPLES) >= 6


def test_the_example_in_python_runs() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], "README.md", "exec"), {})


def emitted() -> set[str]:
    """The kinds of events that the engine's source makes."""
    found = set()
    for path in (PROJECT / "mtgmeld" / "game").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event":
                first = [*node.args, *(k.value for k in node.keywords if k.arg == "kind")][0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def test_every_kind_of_event_has_its_meaning() -> None:
    assert emitted() <= set(fields.KINDS), "a kind has a line in mtgmeld/scenario/fields.py"
    assert len(emitted()) > 20


def used(pattern: str) -> set[str]:
    source = "".join(p.read_text("utf-8") for p in (PROJECT / "mtgmeld" / "game").glob("*.py"))
    return set(re.findall(pattern, source))


def test_every_choice_has_its_meaning() -> None:
    asked = used(r'choose\.get\("([\w ]+)"') | used(r'"choose\.([\w ]+)"')
    assert asked <= set(fields.CHOICES), "a choice has a line in mtgmeld/scenario/fields.py"
