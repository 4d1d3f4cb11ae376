"""The tables of the reference page, made from the records and their descriptions.

The page holds them between ``<!-- table: NAME -->`` and ``<!-- end -->``; what stands there is
made again by :func:`fill`, so that the page cannot lag behind the notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.game.acting import ACTING
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.pieces import STEPS
from mtgmeld.game.standing import EFFECTS, EVENTS, ZONES, Changes, Effect, Watch
from mtgmeld.query import FLAGS
from mtgmeld.rules.editions import POLICIES
from mtgmeld.scenario import action_fields, fields
from mtgmeld.scenario.notation import Control, Expect, Head, Start

__all__ = ["TABLES", "fill"]

_BLOCK = re.compile(r"(<!-- table: ([\w -]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_KINDS = {str: "text", int: "number", float: "number", bool: "true or false"}


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    out = [head, ["---"] * len(head), *([c.replace("|", "\\|") for c in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in out)


def _kind(of: Any) -> str:
    """Return what kind of value a type takes, in the words of TOML."""
    if isinstance(of, UnionType) or get_origin(of) is Union:
        return " or ".join(dict.fromkeys(_kind(t) for t in get_args(of) if t is not NoneType))
    if of in _KINDS:
        return _KINDS[of]
    if get_origin(of) in (list, tuple):
        inner = get_args(of)[0]
        return "tables" if get_origin(inner) is dict else "list"
    return "any" if of is Any else "table"


def _of(kind: type[msgspec.Struct], meaning: Mapping[str, str]) -> str:
    rows = [
        (
            f"`{f.encode_name}`" + (" (needed)" if f.required else ""),
            _kind(f.type),
            meaning[f.encode_name],
        )
        for f in msgspec.structs.fields(kind)
    ]
    return _table(("field", "kind", "meaning"), rows)


def _words(meaning: Mapping[str, str], head: str = "word") -> Callable[[], str]:
    return lambda: _table((head, "meaning"), ((f"`{k}`", v) for k, v in meaning.items()))


def _effects() -> str:
    common = {f.encode_name for f in msgspec.structs.fields(Effect)}
    rows = []
    for verb, kind in EFFECTS.items():
        own = [f.encode_name for f in msgspec.structs.fields(kind) if f.encode_name not in common]
        own.remove(verb)
        says = (kind.__doc__ or "").partition("\n")[0]
        rows.append((f"`{verb}`", says, ", ".join(f"`{n}`" for n in own)))
    return _table(
        ("verb", "what it does", "fields beside `id`, `controller`, `what`, `until`"), rows
    )


def _own_fields(kind: type[Action]) -> list[Any]:
    shared = set(action_fields.shared_fields())
    return [f for f in msgspec.structs.fields(kind) if f.encode_name not in shared]


def _actions() -> str:
    rows = []
    for name, kind in ACTIONS.items():
        own = [
            f"**`{f.encode_name}`**" if f.required else f"`{f.encode_name}`"
            for f in _own_fields(kind)
        ]
        rows.append((f"`{name}`", action_fields.summary(name), ", ".join(own)))
    return _table(("`do`", "what it does", "arguments; those in bold are needed"), rows)


def _arguments() -> str:
    """Return each argument once with what it means, and again where it means something else."""
    meant: dict[tuple[str, str], list[str]] = {}
    for name, kind in ACTIONS.items():
        for f in _own_fields(kind):
            key = (f.encode_name, action_fields.about(name, f.encode_name))
            meant.setdefault(key, []).append(name)
    rows = [
        (f"`{field}`", ", ".join(f"`{a}`" for a in names) if len(names) <= 3 else "", meaning)
        for (field, meaning), names in sorted(meant.items())
    ]
    return _table(("argument", "of", "meaning"), rows)


def _shared() -> str:
    rows = [(f"`{n}`", action_fields.about("", n)) for n in action_fields.shared_fields()]
    return _table(("argument", "meaning"), rows)


def _policies() -> str:
    rows = [
        (f"`{p.name}`", "; ".join(f"`{r}`: {says}" for r, says in p.readings.items()))
        for p in POLICIES.values()
    ]
    return _table(("policy", "readings, the default first"), rows)


def _listed(words: Iterable[str]) -> Callable[[], str]:
    return lambda: ", ".join(f"`{w}`" for w in words) + "\n"


TABLES: Mapping[str, Callable[[], str]] = {
    "head": lambda: _of(Head, fields.HEAD),
    "start": lambda: _of(Start, fields.START),
    "watch": lambda: _of(Watch, fields.EFFECT),
    "events": _words(EVENTS, "event"),
    "effects": _effects,
    "effect fields": _words(fields.EFFECT, "field"),
    "changes": lambda: _of(Changes, fields.ALTERATION),
    "control": lambda: _of(Control, fields.CONTROL),
    "shared arguments": _shared,
    "actions": _actions,
    "arguments": _arguments,
    "choices": _words(fields.CHOICES, "choice"),
    "selectors": _words(fields.SELECTORS, "selector"),
    "amounts": _words(fields.AMOUNTS, "amount"),
    "expect": lambda: _of(Expect, fields.EXPECT),
    "kinds": _words(fields.KINDS, "kind of event"),
    "qualities": _words(FLAGS, "quality"),
    "steps": _listed(STEPS),
    "zones": _listed((*ZONES, "outside")),
    "policies": _policies,
    "cards": _listed(sorted(ACTING)),
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
