"""What reads the input of others: targets with seeds, and ways to spoil a seed.

A target takes text or bytes of any kind.  It either reads it, and what it has read is whole, or
refuses it with an error of this package.
"""

from __future__ import annotations

import csv
import functools
import gzip
import json
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from mtgmeld.errors import MtgmeldError
from mtgmeld.files import data_folder
from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from mtgmeld.query import compile_filter, of_card
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.vectors import Vector, from_line, to_line
from tests.trust.tables import FILTERS

__all__ = ["TARGETS", "Target", "run", "spoilt", "target"]

DECKS = (
    "Deck\n4 Graf Rats\n1x Fire // Ice (DMR) 215 *F*\n\nSideboard\nSB: 2 Wear/Tear\n",
    "// a title\nCommander: 1\n1 Gisela, the Broken Blade [EMN]\n20 Forest #1 ^x^\n",
)


class Target(msgspec.Struct, frozen=True):
    """Something that reads: how, from which seeds, and which words mean something to it."""

    reads: Callable[[bytes], object]
    seeds: tuple[str, ...]
    words: tuple[str, ...]


def run(target: Target, data: bytes) -> bool:
    """Read some input; return whether it was taken.  Any error but the package's own is a fault.

    Raises
    ------
    AssertionError
        If what was read is not whole, or a refusal is no readable line.
    """
    try:
        target.reads(data)
    except MtgmeldError as error:
        said = str(error)
    else:
        return True
    assert said
    assert len(said) <= 4_000
    return False


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _file(data: bytes, name: str, read: Callable[[Path], object]) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        return read(path)


# ---------------------------------------------------------------- what each reads


def _situation(data: bytes) -> None:
    made = Scenario.from_text(_text(data))
    assert Scenario.from_text(made.to_toml()) == made
    made.play().to_text()


def _vector(data: bytes) -> None:
    made = from_line(_text(data))
    line = to_line(made)  # in the normal form, whatever the form was that was read
    assert to_line(from_line(line)) == line
    made.play()


def _state(data: bytes) -> None:
    from mtgmeld.game.legality import legal_actions

    state = State.from_json(data)
    assert state.faults() == ()
    assert State.from_json(state.to_json()) == state
    for i, obj in state.things.items():
        if obj.ability is None:
            state.characteristics(i)
    for player in state.players:
        legal_actions(state, player.name)


def _cost(data: bytes) -> None:
    cost = ManaCost.parse(_text(data))
    assert ManaCost.parse(str(cost)) == cost
    assert cost.mana_value >= 0
    assert str(cost.whole)


def _filter(data: bytes) -> None:
    made = compile_filter(_text(data))
    assert {made.matches(one) for one in _cards()} <= {True, False}


@functools.cache
def _cards() -> tuple[Any, ...]:
    from mtgmeld.catalog import load_catalog

    names = ("Graf Rats", "Fire // Ice", "Delver of Secrets", "Ashaya, Soul of the Wild")
    return tuple(of_card(load_catalog()[n]) for n in names)


def _card_file(data: bytes) -> None:
    from mtgmeld.sources.read import load

    def read(path: Path) -> None:
        columns = load(path)
        assert columns.report.rows == len(columns)
        for row in range(len(columns)):
            columns.values(row)
        json.dumps(columns.report.as_dict())

    _file(data, "cards.json", read)


def _rules(data: bytes) -> None:
    from mtgmeld.rules.text import key_of, read_text

    def read(path: Path) -> None:
        numbers = [r.number for r in read_text(path).rules]
        assert numbers == sorted(set(numbers), key=key_of)

    _file(data, "rules.txt", read)


def _deck(data: bytes) -> None:
    from mtgmeld.decks import deck_text, read_deck

    frame = read_deck(_text(data) + "\n")
    assert (frame["quantity"] >= 0).all()
    deck_text(frame)


def _facts(data: bytes) -> None:
    from mtgmeld.facts import read_facts

    cards = _file(data, "cards.csv", read_facts)
    assert isinstance(cards, dict)


def _pairs(data: bytes) -> None:
    from mtgmeld.catalog import load_catalog
    from mtgmeld.facts import read_pairs

    cards = {c.name: c for c in load_catalog().subject}
    _file(data, "pairs.csv", lambda path: read_pairs(path, cards))


# ---------------------------------------------------------------- seeds


def _situations() -> tuple[str, ...]:
    files = sorted((data_folder() / "scenarios").rglob("*.toml"))
    files += sorted((Path(__file__).resolve().parent / "found").glob("*.toml"))
    return tuple(f.read_text(encoding="utf-8") for f in files)


def _vectors() -> tuple[str, ...]:
    return tuple(to_line(Vector(f"v{n}", "case", _read(s))) for n, s in enumerate(_few()))


def _few() -> tuple[str, ...]:
    return _situations()[::9]


def _read(text: str) -> Scenario:
    return Scenario.from_text(text)


def _states() -> tuple[str, ...]:
    return tuple(s.to_json() for t in _few() for s in _read(t).play().state_list[-1:])


def _card_files() -> tuple[str, ...]:
    from tests.sources.made import MTGJSON, objects

    made, faces = objects(), [face for row in MTGJSON for face in row[0]]
    rows = [json.dumps(made[i : i + 4]) for i in range(0, len(made), 4)]
    rows += ["[\n" + ",\n".join(map(json.dumps, made[:9])) + "\n]"]
    meta = {"date": "2026-01-01", "version": "5"}
    one_set = {"baseSetSize": 3, "cards": faces[:8], "code": "TST", "name": "Test"}
    return (
        *rows,
        json.dumps({"meta": meta, "data": one_set}, indent=1),
        json.dumps({"meta": meta, "data": {f["name"]: [f] for f in faces[:8]}}),
    )


def _rules_texts() -> tuple[str, ...]:
    from tests.rules_texts import text

    return (text(),)


def _pair_tables() -> tuple[str, ...]:
    return ((data_folder() / "meld_pairs.csv").read_text(encoding="utf-8"),)


def _tables() -> tuple[str, ...]:
    head, *rows = (data_folder() / "cards.csv").read_text(encoding="utf-8").splitlines()
    cards: dict[str, list[str]] = {}
    for row in rows:
        cards.setdefault(next(csv.reader([row]))[0], []).append(row)
    each = ["\n".join(lines) for lines in cards.values()]
    return tuple("\n".join([head, *each[i : i + 5]]) for i in range(0, len(each), 40))


# ---------------------------------------------------------------- ways to spoil a seed

NUMBERS = ("-1", "0", "1e999", "nan", "99999999999", "9" * 5_000, "true", "\u00b2", "10**9")
VALUES = ('""', "[]", "{}", '"\\u0000"', "[[1]]", "null", '"none"', '"it"', "{ a = 1 }", "'x'")
BOMBS = ("[" * 400, "{" * 400, "(" * 400, "{X}" * 700, "/" * 900, " " * 900, '"' * 50, "-" * 300)


@st.composite
def spoilt(draw: st.DrawFn, target: Target) -> bytes:
    """A seed with lines dropped, doubled, swapped, and values and words changed; or anything."""
    if not draw(st.integers(0, 9)):
        return draw(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(_bytes)))
    text = draw(st.sampled_from(target.seeds))
    for _ in range(draw(st.integers(1, 3))):
        text = _CHANGES[draw(st.sampled_from(sorted(_CHANGES)))](draw, target, text)
    data = _bytes(text)
    if not draw(st.integers(0, 19)):
        data = gzip.compress(data, mtime=0)
        data = data[: draw(st.integers(0, len(data)))]
    return data


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _at(draw: st.DrawFn, text: str) -> int:
    return draw(st.integers(0, len(text)))


def _lines(draw: st.DrawFn, _: Target, text: str) -> str:
    """Drop, double or swap lines."""
    lines = text.splitlines() or [""]
    one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    how = draw(st.sampled_from(("drop", "double", "swap")))
    if how == "drop":
        del lines[one]
    elif how == "double":
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _value(draw: st.DrawFn, target: Target, text: str) -> str:
    """Put something else in the place of a value."""
    new = draw(st.sampled_from((*NUMBERS, *VALUES, *(f'"{w}"' for w in target.words))))
    found = [m.span(1) for m in _VALUE.finditer(text)]
    if not found:
        return text + new
    start, end = draw(st.sampled_from(found))
    return text[:start] + new + text[end:]


def _word(draw: st.DrawFn, target: Target, text: str) -> str:
    """Put a word of the target in the place of another."""
    new = draw(st.sampled_from((*target.words, *NUMBERS)))
    found = [m.span() for m in _WORD.finditer(text)]
    if not found:
        return text + new
    start, end = draw(st.sampled_from(found))
    return text[:start] + new + text[end:]


def _cut(draw: st.DrawFn, _: Target, text: str) -> str:
    one, other = sorted((_at(draw, text), _at(draw, text)))
    return text[:one] + text[other:]


def _junk(draw: st.DrawFn, _: Target, text: str) -> str:
    at = _at(draw, text)
    return text[:at] + draw(st.one_of(st.text(max_size=20), st.sampled_from(BOMBS))) + text[at:]


def _splice(draw: st.DrawFn, target: Target, text: str) -> str:
    other = draw(st.sampled_from(target.seeds))
    return text[: _at(draw, text)] + other[_at(draw, other) :]


_VALUE = re.compile(r"""[=:]\s*("[^"\n]*"|-?\d[\w.]*|\[[^\[\]\n]*\]|true|false|null)""")
_WORD = re.compile(r"[\w/+]+")
_CHANGES: Mapping[str, Callable[[st.DrawFn, Target, str], str]] = {
    "lines": _lines,
    "value": _value,
    "word": _word,
    "cut": _cut,
    "junk": _junk,
    "splice": _splice,
}


# ---------------------------------------------------------------- the targets

STEPS = tuple(f'[[step]]\ndo = "{name}"' for name in ACTIONS)
SIGNS = ("{X}", "{2/W}", "{W/P}", "{HW}", "{S}", "{\u221e}", "{C}", "{1000000}", "{", "}", "/")
COSTS = ("{2}{W/U}{X}", "{G/W/P}{0}", "{S}{HW}{1000000}", "{U}{U}{R}")
TERMS = ("t:", "mv<=", "c:w", "is:room", "or", "-", "(", ")", '"', "pow>tou", "m:{W}", "in:hand")
NAMES = ("Graf Rats", "Fire // Ice", "Forest", "Chittering Host", "Smoky Lounge", "x")

_MADE: Mapping[str, Callable[[], Target]] = {
    "situations": lambda: Target(_situation, _situations(), (*STEPS, *NAMES, *TERMS, *SIGNS)),
    "vectors": lambda: Target(_vector, _vectors(), (*ACTIONS, *NAMES)),
    "saved states": lambda: Target(_state, _states(), ("you", "graveyard", *NAMES, *ACTIONS)),
    "mana costs": lambda: Target(_cost, COSTS, SIGNS),
    "filters": lambda: Target(_filter, FILTERS[:-1], (*TERMS, *SIGNS, "=", "!=", ":", "odd")),
    "card files": lambda: Target(_card_file, _card_files(), ("split", "meld", "name", *SIGNS)),
    "rules files": lambda: Target(
        _rules, _rules_texts(), ("709.2b", "100.", "Glossary", "Credits")
    ),
    "deck lists": lambda: Target(_deck, DECKS, (*NAMES, "SB:", "4x", "(SET)", "*F*", "[A]", "#")),
    "card tables": lambda: Target(_facts, _tables(), (*SIGNS, ",", '"', "|", "split", "Room")),
    "pair tables": lambda: Target(_pairs, _pair_tables(), (",", "712.5a", "2016-07-22", *NAMES)),
}
TARGETS: tuple[str, ...] = tuple(_MADE)


@functools.cache
def target(name: str) -> Target:
    """Return a target by its name."""
    return _MADE[name]()
