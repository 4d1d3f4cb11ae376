"""The reference page: complete, current, and every example in it runs."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game.abilities import EVENTS, KINDS, Alteration
from mtgmeld.game.actions import ACTIONS, CHOICES
from mtgmeld.game.setup import Start
from mtgmeld.query import FIELDS, FLAGS
from mtgmeld.records import names_of
from mtgmeld.rules.editions import POLICIES
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.expectations import Expect
from mtgmeld.scenario.notation import (
    AMOUNTS,
    CONTROL,
    EVENT_KINDS,
    SELECTORS,
    Head,
)
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
    guide = (PROJECT / "data" / "scenarios" / "VECTORS.md").read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- table: ([\w -]+) -->", PAGE + guide)) == set(TABLES)
    with pytest.raises(UnknownName, match="start"):
        fill("<!-- table: strat -->\n<!-- end -->")


def named() -> dict[str, list[str]]:
    """Everything that a file may say, by what it is."""
    return {
        "action": list(ACTIONS),
        "argument": sorted({f.encode_name for kind in ACTIONS.values() for f in _fields(kind)}),
        "verb of an effect": list(KINDS),
        "field of an effect": sorted(
            {n for kind in KINDS.values() for n in names_of(kind)} - {"stamp"}
        ),
        "change": names_of(Alteration),
        "event": list(EVENTS),
        "field of the head": names_of(Head),
        "field of an object": names_of(Start),
        "field of an expectation": names_of(Expect),
        "field of a step": list(CONTROL),
        "kind of event": list(EVENT_KINDS),
        "selector": list(SELECTORS),
        "amount": list(AMOUNTS),
        "choice": list(CHOICES),
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
            if not isinstance(node, ast.Call):
                continue
            said = getattr(node.func, "attr", "") == "say"
            if said or getattr(node.func, "id", "") == "Event":
                first = [*node.args, *(k.value for k in node.keywords if k.arg == "kind")][:1]
                found |= {str(f.value) for f in first if isinstance(f, ast.Constant)}
    return found


def test_every_kind_of_event_has_its_meaning() -> None:
    assert emitted() <= set(EVENT_KINDS), "a kind has a line in mtgmeld/scenario/notation.py"
    assert len(emitted()) > 40


def used(pattern: str) -> set[str]:
    source = "".join(p.read_text("utf-8") for p in (PROJECT / "mtgmeld" / "game").glob("*.py"))
    return set(re.findall(pattern, source))


def test_every_choice_has_its_meaning() -> None:
    asked = used(r'choose\.get\("([\w ]+)"') | used(r'"choose\.([\w ]+)"')
    assert asked <= set(CHOICES), "a choice has a line in mtgmeld/game/actions.py"
