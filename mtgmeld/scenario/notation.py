"""The notation of situations: what a file may say, table by table.

A file is TOML.  Its tables are checked against the records below; a slip is refused with
its line, its field and near names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import BadScenario, MtgmeldError
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.standing import effect_of, watch_of

__all__ = ["CONTROL", "Expect", "Head", "Start", "Watch", "action_of", "check", "parse"]

Words = str | list[str]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands at the top of a file.

    Attributes
    ----------
    title : str
    rules : list of str
        The rules that the situation shows.
    statements : list of str
        The numbered statements of the specification that it shows.
    texts : list of str
        The rules and rulings of the source texts in ``data/concordance.csv`` that it shows:
        the text's number and the rule or first words, as ``000 712.4b``.
    source : str
        Where the situation was first described, in public.
    note : str
    edition : str
        A date; the newest edition by default.
    policies : dict
        Readings other than the default.
    players : list of str
        In turn order; ``you`` and ``opponent`` by default.
    active, step : str
        The first player's precombat main phase by default.
    life : int or dict
    mana : dict
        Mana in pools at the start, by player.
    land_played : list of str
        Players who have played a land this turn.
    """

    title: str
    rules: list[str] = []
    statements: list[str] = []
    texts: list[str] = []
    source: str = ""
    note: str = ""
    edition: str | None = None
    policies: dict[str, str] = {}
    players: list[str] = []
    active: str | None = None
    step_name: str | None = msgspec.field(default=None, name="begins")
    life: int | dict[str, int] = 20
    mana: dict[str, str] = {}
    land_played: list[str] = []
    start: list[dict[str, Any]] = []
    watch: list[dict[str, Any]] = []
    effect: list[dict[str, Any]] = []
    expect: list[dict[str, Any]] = []
    step: list[dict[str, Any]] = []


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[start]]``: an object at the start.

    Give ``card`` for a card, a half, a face or a combined back face, ``token`` for the name of
    a token that is no copy, or ``made_up`` for the name of a card with one face that does not
    exist; the last two with their types and so on, a made-up card with its ``mana_cost``.
    Cards of a library or graveyard are listed from the bottom to the top.
    """

    card: str | None = None
    token: str | None = None
    made_up: str | None = None
    token_copy: bool = False
    id: str | None = None
    zone: str = "battlefield"
    owner: str | None = None
    controller: str | None = None
    copy_of: str | None = None
    unlocked: Words | None = None
    face: str | None = None
    face_down: bool = False
    cast: str | None = None
    x: int = 0
    by: str = ""
    tapped: bool = False
    attacking: bool = False
    counters: dict[str, int] = {}
    attached_to: str | None = None
    commander: bool | str = False
    sick: bool = False
    named: str | None = None
    melded: bool = False
    exiled_with: str | None = None
    damage: int = 0
    mana_cost: str | None = None
    types: list[str] | None = None
    subtypes: list[str] = []
    supertypes: list[str] = []
    colors: str = ""
    power: str | int | None = None
    toughness: str | int | None = None
    keywords: list[str] = []


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[watch]]``: a triggered ability that only counts."""

    id: str
    when: str
    what: str = ""
    whose: str = ""
    controller: str = ""
    one_or_more: bool = False
    door: str = ""
    step: str = ""
    mana: str = ""
    from_: str = msgspec.field(default="", name="from")


# a word, a list of words, or a list for each of two answers
Answers = str | list[str | list[str]]


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[expect]]`` and ``[[step.expect]]``: what must hold at that moment.

    With ``object`` it asks about an object, which a handle follows through zones; after a
    melded permanent has left, about each of its two cards.  Without it, about a zone, the
    players or what has happened in the step: of a zone ``different_names`` is whether its
    objects have different names (201.2b).
    """

    # which
    object: str | None = None
    last_known: bool = False
    edition: str | None = None
    policies: dict[str, str] = {}
    player: str | None = None
    note: str = ""

    # characteristics of the object
    names: Answers | None = None
    mana_cost: str | None = None
    mana_value: int | float | list[int | float] | None = None
    colors: str | list[str] | None = None
    color_indicator: str | None = None
    supertypes: Answers | None = None
    types: Answers | None = None
    subtypes: Answers | None = None
    power: str | int | None = None
    toughness: str | int | None = None
    loyalty: str | int | None = None
    defense: str | int | None = None
    keywords: Answers | None = None
    text: Answers | None = None
    has_keywords: Words | None = None
    color_identity: str | None = None
    devotion: dict[str, int] | None = None
    flashback_cost: str | None = None
    has_name: str | None = None
    lacks_name: str | None = None
    shares_name_with: str | None = None
    shares_no_name_with: str | None = None
    same_cost_as: str | None = None
    repeated_symbols: Words | None = None
    back_face: str | None = None
    could_produce: str | None = None
    is_: str | None = msgspec.field(default=None, name="is")
    cites: Words | None = None
    none_of: Words | None = None

    # its state
    zone: str | None = None
    owner: str | None = None
    controller: str | None = None
    tapped: bool | None = None
    attacking: bool | None = None
    face: str | None = None
    unlocked: Words | None = None
    counters: dict[str, int] | None = None
    attached_to: str | None = None
    cards: Words | None = None
    token: bool | None = None
    exists: bool | None = None
    new_object: bool | None = None
    x: int | None = None
    paid: str | None = None
    targets: Words | None = None

    # zones, players, what happened
    any_order: bool = False
    count: int | None = None
    matching: str | None = None
    different_names: bool | None = None
    triggered: dict[str, int] | None = None
    counted: dict[str, int] | None = None
    amounts: dict[str, int] | None = None
    moved: dict[str, int] | None = None
    events: dict[str, int] | None = None
    life: dict[str, int] | None = None
    mana: dict[str, str] | None = None
    lost: Words | None = None
    stack: Words | None = None
    turn_of: str | None = None
    at: str | None = None
    hidden_from: str | None = None

    # what may be done
    castable: Words | None = None
    with_mana: str | None = None
    costs: dict[str, str] | None = None
    allowed: dict[str, Any] | None = None
    refused: dict[str, Any] | None = None
    by: str | None = None


# what may stand in a step beside the action's own fields
CONTROL = ("expect", "illegal", "asks", "of_player", "options", "note")

_LISTS = ("start", "watch", "effect", "expect", "step")


def parse(text: str, path: object = "<text>") -> dict[str, Any]:
    """Return the tables of a file.

    Raises
    ------
    BadScenario
        With the line, if it is no TOML.
    """
    if len(text) > 2_000_000:
        raise BadScenario(path, "it is longer than any situation (2 MB)")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(found[1]) if found else None
        why = re.sub(r" \(at .*\)$", "", str(error))
        raise BadScenario(path, f"not TOML: {why}", line=line) from None
    except RecursionError:
        raise BadScenario(path, "it is nested too deep") from None


def check(tables: Mapping[str, Any], path: object = "<text>", text: str = "") -> Head:
    """Check every table of a situation and return its head.

    Raises
    ------
    BadScenario
        With line and field, and near names for a slip.
    """
    head: Head = _convert(tables, Head, "", path, text)
    for i, row in enumerate(head.start):
        _convert(row, Start, f"start[{i}]", path, text)
        if sum(name in row for name in ("card", "token", "made_up")) != 1:
            why = "give one of card, token and made_up"
            raise _wrong(path, text, f"start[{i}]", why)
    for i, row in enumerate(head.watch):
        _convert(row, Watch, f"watch[{i}]", path, text)
        _made(lambda row=row, i=i: watch_of(row, i + 1), path, text, f"watch[{i}]")
    for i, row in enumerate(head.effect):
        _made(lambda row=row, i=i: effect_of(row, i + 1), path, text, f"effect[{i}]")
    for i, row in enumerate(head.expect):
        _convert(row, Expect, f"expect[{i}]", path, text)
    for i, row in enumerate(head.step):
        action_of(row, path, text, i)
        for j, wanted in enumerate(_listed(row.get("expect", []), path, text, f"step[{i}]")):
            _convert(wanted, Expect, f"step[{i}].expect[{j}]", path, text)
    return head


def _listed(value: Any, path: object, text: str, where: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise _wrong(path, text, where, "write each expectation as [[step.expect]]")
    return value


def action_of(
    row: Mapping[str, Any], path: object = "<text>", text: str = "", number: int = 0
) -> Action:
    """Return the action of a step.

    Raises
    ------
    BadScenario
        For an unknown action or field, with near names.
    """
    where = f"step[{number}]"
    name = row.get("do")
    if not isinstance(name, str) or name not in ACTIONS:
        near = _near(str(name), ACTIONS)
        raise _wrong(
            path, text, where, f"there is no action {name!r}", "do", near or sorted(ACTIONS)
        )
    own = {k: v for k, v in row.items() if k not in CONTROL}
    made: Action = _convert(own, ACTIONS[name], where, path, text)
    return made


def _made(make: Any, path: object, text: str, where: str) -> None:
    try:
        make()
    except MtgmeldError as error:
        raise _wrong(path, text, where, str(error)) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise _wrong(path, text, where, f"it is not understood: {error}") from None


def _convert(row: Any, kind: Any, where: str, path: object, text: str) -> Any:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        message = str(error)
        said, _, at = message.partition(" - at `$")
        inner = at.rstrip("`").lstrip(".")
        unknown = re.search(r"unknown field `(.+)`", said)
        if unknown:
            names = [f.encode_name for f in msgspec.structs.fields(kind)]
            if kind in ACTIONS.values():
                names.append("do")
            raise _wrong(
                path,
                text,
                where,
                f"there is no field {unknown[1]!r} here",
                unknown[1],
                _near(unknown[1], names),
            ) from None
        field = inner.split("[")[0].split(".")[-1]
        raise _wrong(path, text, where, said.replace("Object", "the table"), field) from None


def _near(name: str, known: Iterable[str]) -> list[str]:
    from rapidfuzz import process

    return [str(h[0]) for h in process.extract(name, list(known), score_cutoff=60, limit=3)]


def _wrong(
    path: object, text: str, where: str, why: str, field: str = "", near: Iterable[str] = ()
) -> BadScenario:
    listed = list(near)
    hint = f"Did you mean: {'; '.join(listed)}?" if listed else ""
    place = where or "at the top"
    column = f"{place}.{field}" if field else place
    return BadScenario(path, why, line=line_of(text, where, field), column=column, hint=hint)


def line_of(text: str, where: str, field: str) -> int | None:
    """Return the line of a field of a table such as ``step[1].expect[0]``, if it can be found."""
    if not text:
        return None
    lines = text.splitlines()
    at = 0
    prefix = ""
    for name, number in re.findall(r"(\w+)\[(\d+)\]", where):
        prefix = f"{prefix}.{name}" if prefix else name
        header = re.compile(rf"\s*\[\[\s*{re.escape(prefix)}\s*\]\]")
        left = int(number)
        for n in range(at, len(lines)):
            if header.match(lines[n]):
                if not left:
                    at = n + 1
                    break
                left -= 1
        else:
            return None
    if field:
        key = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*=")
        for n in range(at, len(lines)):
            if lines[n].lstrip().startswith("[[") and where:
                break
            if key.match(lines[n]):
                return n + 1
    return at or None
