"""Rows of tables: each cell is a derived value, so a cell and its explanation cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from mtgmeld.ask import Asked, ask, type_line_of
from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.frames import cell, frame
from mtgmeld.rules.citations import Derived, TwoAnswers, cited
from mtgmeld.rules.editions import Edition, Readings, readings
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.numbers import number_in
from mtgmeld.tables.columns import TABLES

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Cards",
    "Policies",
    "Row",
    "Terms",
    "answers",
    "apart",
    "built",
    "chosen",
    "given",
    "numbers",
]

# an empty name, cost or color is an answer like any other
_ALWAYS = ("names", "mana_cost", "mana_value", "colors", "color_identity")

OFF_STACK = ("hand", "library", "graveyard", "exile", "command")

Cards: TypeAlias = str | Card | Iterable[str | Card] | None
Policies: TypeAlias = Mapping[str, str] | Readings | None


class Terms(msgspec.Struct, frozen=True):
    """What a table is made under: the edition, the policies, the catalog."""

    edition: Edition
    policies: Readings
    catalog: Catalog

    @staticmethod
    def of(
        edition: str | Edition | None, policies: Policies = None, catalog: Catalog | None = None
    ) -> Terms:
        """Return the terms, checked."""
        return Terms(edition_of(edition), readings(policies), catalog or load_catalog())

    def ask(self, card: str | Card, **circumstances: Any) -> Asked:
        """Return a question under these terms."""
        return ask(
            card,
            edition=self.edition,
            policies=self.policies,
            catalog=self.catalog,
            **circumstances,
        )


class Row(msgspec.Struct, frozen=True):
    """One row of a table: what it is about, and a derived value for each column."""

    subject: str
    values: dict[str, Derived]

    def rules(self) -> Derived:
        """Return the rules that the row rests on; what is not there rests on none."""
        parts = tuple(
            d
            for name, d in self.values.items()
            if d.rules and (name in _ALWAYS or d.value not in (None, "", ()))
        )
        rules = cited(r for d in parts for r in d.all_rules)
        return Derived("rules", None, "every rule that this row rests on", rules, parts)

    def cells(self, table: str, edition: Edition) -> dict[str, Any]:
        """Return the cells of the row as a frame holds them."""
        made = {name: cell(derived.value) for name, derived in self.values.items()}
        made["rules"] = numbers(self.rules().rules, edition)
        return {c.name: made.get(c.name) for c in TABLES[table]}


def numbers(rules: Iterable[str], edition: Edition) -> str:
    """Return rule numbers as the edition has them."""
    return ", ".join(cited(number_in(r, edition.date) for r in rules))


def chosen(cards: Cards, catalog: Catalog, every: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards named, each once, or every one where none is."""
    if cards is None:
        return tuple(every)
    listed = [cards] if isinstance(cards, str | Card) else list(cards)
    return tuple(dict.fromkeys(find(c, catalog).card for c in listed))


def given(what: str, value: Any, says: str = "as asked") -> Derived:
    """Return a value that says what a row is about."""
    return Derived(what, value, says, ())


def answers(asked: Asked, table: str, **about: Any) -> Row:
    """Return the row that answers a question, with the columns that say what it is about."""
    found = asked.characteristics()
    values: dict[str, Derived] = {}
    for column in TABLES[table]:
        name = column.name
        if name in about:
            value = about[name]
            values[name] = value if isinstance(value, Derived) else given(name, value)
        elif name == "type_line":
            values[name] = type_line_of(found)
        elif name == "color_identity":
            values[name] = asked.color_identity()
        elif hasattr(found, name):
            values[name] = found[name]
        elif name != "rules":
            values[name] = given(name.replace("_", " "), None, "it does not apply here")
    return Row(asked.subject, values)


def apart(row: Row, halves: tuple[str, ...]) -> Iterator[Row]:
    """Yield the row, or one row a half where each half answers for itself (rules to 2017)."""
    if not any(isinstance(d.value, TwoAnswers) for d in row.values.values()):
        yield row
        return
    for i, half in enumerate(halves):
        own = {
            name: d.parts[i] if isinstance(d.value, TwoAnswers) else d
            for name, d in row.values.items()
        }
        own["half"] = given("half", half, "each half answers for itself")
        yield Row(f"{row.subject}: {half}", own)


def built(table: str, rows: Iterable[Row], terms: Terms) -> pd.DataFrame:
    """Return rows as a frame that remembers its table, edition and policies."""
    attrs = {
        "table": table,
        "edition": terms.edition.date,
        "policies": dict(terms.policies),
    }
    return frame(TABLES[table], (row.cells(table, terms.edition) for row in rows), attrs)
