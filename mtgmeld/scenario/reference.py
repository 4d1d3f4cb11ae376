"""The tables of the reference page, made from the records and their descriptions.

The page holds them between ``<!-- table: NAME -->`` and ``<!-- end -->``; what stands there is
made again by :func:`fill`, so that the page cannot lag behind the notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, get_args, get_origin

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.game.abilities import EVENTS, KINDS, ZONES, Ability, Alteration, Watch
from mtgmeld.game.actions import ACTIONS, CHOICES, Action
from mtgmeld.game.card_abilities import faces_that_act
from mtgmeld.game.setup import Start
from mtgmeld.game.values import STEPS
from mtgmeld.query import FLAGS
from mtgmeld.records import Field, fields_of, names_of, options_of, summary
from mtgmeld.rules.editions import POLICIES
from mtgmeld.scenario.expectations import Expect
from mtgmeld.scenario.made_up import MadeUp
from mtgmeld.scenario.normal import asks
from mtgmeld.scenario.notation import AMOUNTS, EVENT_KINDS, SELECTORS, Head, StepControl
from mtgmeld.scenario.snapshots import PARTS
from mtgmeld.scenario.vectors import LEVELS

_BLOCK = re.compile(r"(<!-- table: ([\w -]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_TYPES = {str: "text", int: "number", float: "number", bool: "true or false"}


def written_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    head = list(head)
    cells = ([str(c).replace("|", "\\|") for c in row] for row in rows)
    out = [head, ["---"] * len(head), *cells]
    return "".join(f"| {' | '.join(row)} |\n" for row in out)


def _type(of: Any) -> str:
    """Return what kind of value a type takes, in the words of TOML."""
    said = dict.fromkeys(map(_type_of, (o for o in options_of(of) if o is not NoneType)))
    return " or ".join(said)


def _type_of(of: Any) -> str:
    if get_origin(of) in (list, tuple, Sequence):
        return "tables" if get_origin(get_args(of)[0]) is dict else "list"
    return _TYPES.get(of, "any" if of is Any else "table")


def _of(kind: type[msgspec.Struct]) -> Callable[[], str]:
    return lambda: written_table(
        ("field", "kind", "meaning"),
        (
            (f"`{f.name}`" + (" (needed)" if f.required else ""), _type(f.type), f.meaning)
            for f in fields_of(kind)
            if f.name != "stamp"
        ),
    )


def _words(meaning: Mapping[str, str], head: str = "word") -> Callable[[], str]:
    return lambda: written_table((head, "meaning"), ((f"`{k}`", v) for k, v in meaning.items()))


def _own(kind: type[msgspec.Struct], base: type[msgspec.Struct]) -> list[Field]:
    return [f for f in fields_of(kind) if f.name not in names_of(base)]


def _effects() -> str:
    rows = []
    for verb, kind in KINDS.items():
        own = ", ".join(f"`{f.name}`" for f in _own(kind, Ability) if f.name != verb)
        rows.append((f"`{verb}`", (kind.__doc__ or "").partition("\n")[0], own))
    head = "fields beside `id`, `controller`, `what`, `until`"
    return written_table(("verb", "what it does", head), rows)


def _actions() -> str:
    rows = []
    for name, kind in ACTIONS.items():
        bold = (f"**`{f.name}`**" if f.required else f"`{f.name}`" for f in _own(kind, Action))
        rows.append((f"`{name}`", summary(kind), ", ".join(bold)))
    return written_table(("`do`", "what it does", "arguments; those in bold are needed"), rows)


def _meanings(
    head: str, of: Mapping[str, type[msgspec.Struct]], base: type[msgspec.Struct]
) -> Callable[[], str]:
    """Return each field once with what it means, and again where it means something else."""

    def table() -> str:
        meant: dict[tuple[str, str], list[str]] = {}
        for name, kind in of.items():
            for f in _own(kind, base):
                meant.setdefault((f.name, f.meaning), []).append(name)
        rows = [
            (f"`{field}`", ", ".join(f"`{n}`" for n in names) if len(names) <= 3 else "", meaning)
            for (field, meaning), names in sorted(meant.items())
        ]
        return written_table((head, "of", "meaning"), rows)

    return table


def _asks() -> str:
    rows = ((f"`{name}`", kind, meaning) for name, (kind, meaning) in sorted(asks().items()))
    return written_table(("`ask`", "answer", "what it asks"), rows)


def _policies() -> str:
    rows = [
        (f"`{p.name}`", "; ".join(f"`{r}`: {says}" for r, says in p.readings.items()))
        for p in POLICIES.values()
    ]
    return written_table(("policy", "readings, the default first"), rows)


def _listed(words: Iterable[str]) -> Callable[[], str]:
    return lambda: ", ".join(f"`{w}`" for w in words) + "\n"


TABLES: Mapping[str, Callable[[], str]] = {
    "head": _of(Head),
    "made up": _of(MadeUp),
    "start": _of(Start),
    "watch": _of(Watch),
    "events": _words(EVENTS, "event"),
    "effects": _effects,
    "shared fields": _of(Ability),
    "effect fields": _meanings("field", KINDS, Ability),
    "changes": _of(Alteration),
    "control": _of(StepControl),
    "shared arguments": _of(Action),
    "actions": _actions,
    "arguments": _meanings("argument", ACTIONS, Action),
    "choices": _words(CHOICES, "choice"),
    "selectors": _words(SELECTORS, "selector"),
    "amounts": _words(AMOUNTS, "amount"),
    "expect": _of(Expect),
    "kinds": _words(EVENT_KINDS, "kind of event"),
    "qualities": _words(FLAGS, "quality"),
    "steps": _listed(STEPS),
    "zones": _listed((*ZONES, "outside")),
    "policies": _policies,
    "cards": _listed(faces_that_act()),
    "asks": _asks,
    "levels": _words(LEVELS, "level"),
    "snapshot": _words(PARTS, "part"),
}


def fill(page: str) -> str:
    """Return a page with its tables made again.

    Raises
    ------
    UnknownName
        If the page asks for a table that does not exist.
    """

    def made(found: re.Match[str]) -> str:
        name = found[2]
        if name not in TABLES:
            raise UnknownName("table of the reference", name, TABLES)
        return f"{found[1]}\n{TABLES[name]()}\n{found[3]}"

    return _BLOCK.sub(made, page)
